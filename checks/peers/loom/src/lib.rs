//! The API of loom over `lawful_pulse`, as far as loom's own tests use it.

pub mod cell;
pub mod future;
pub mod lazy;
pub mod model;
pub mod sync;
pub mod thread;

pub use lawful_pulse::{hint, thread_local};
pub use lazy::Lazy;
pub use model::model;

/// `lazy_static!`, with values that belong to one schedule.
#[macro_export]
macro_rules! lazy_static {
    ($($visibility:vis static ref $name:ident: $type:ty = $value:expr;)*) => {$(
        $visibility static $name: $crate::Lazy<$type> = $crate::Lazy::new(|| $value);
    )*};
}
