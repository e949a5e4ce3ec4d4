//! The API of shuttle over `lawful_pulse`, as far as shuttle's own tests use it.

mod config;
pub mod current;
pub mod future;
#[path = "../../loom/src/lazy.rs"]
mod lazy;
pub mod rand;
mod runner;
pub mod scheduler;
pub mod sync;
pub mod thread;

pub use lawful_pulse::hint;

pub use config::{
    Config, ContinuationFunctionBehavior, FailurePersistence, MaxSteps, UngracefulShutdownConfig,
};
pub use runner::{PortfolioRunner, Runner};

use scheduler::{
    DfsScheduler, PctScheduler, RandomScheduler, RoundRobinScheduler, UrwRandomScheduler,
};

/// `shuttle::lazy_static`.
pub mod lazy_static {
    pub use crate::lazy::Lazy;
    pub use crate::lazy_static;

    /// Makes the value of a static, if the current schedule has none.
    pub fn initialize<T>(lazy: &Lazy<T>) {
        Lazy::value(lazy);
    }
}

/// `thread_local!`, whose types may have elided lifetimes.
#[macro_export]
macro_rules! thread_local {
    () => {};
    ($(#[$note:meta])* $visibility:vis static $name:ident: $type:ty = const { $init:expr } $(; $($rest:tt)*)?) => {
        $crate::thread_local!($(#[$note])* $visibility static $name: $type = $init $(; $($rest)*)?);
    };
    ($(#[$note:meta])* $visibility:vis static $name:ident: $type:ty = $init:expr $(; $($rest:tt)*)?) => {
        $(#[$note])*
        $visibility static $name: $crate::thread::LocalKey<$type> =
            $crate::thread::LocalKey { init: || $init, _p: ::std::marker::PhantomData };
        $($crate::thread_local!($($rest)*);)?
    };
}

/// `lazy_static!`, with values that belong to one schedule.
#[macro_export]
macro_rules! lazy_static {
    ($($(#[$note:meta])* $visibility:vis static ref $name:ident: $type:ty = $value:expr;)*) => {$(
        $(#[$note])*
        $visibility static $name: $crate::lazy_static::Lazy<$type> =
            $crate::lazy_static::Lazy::new(|| $value);
    )*};
}

/// Functions that run a body under a scheduler.
macro_rules! checks {
    ($($name:ident($($argument:ident: $type:ty),*) = $scheduler:expr;)+) => {$(
        #[doc = concat!("`shuttle::", stringify!($name), "`.")]
        pub fn $name<F: Fn() + Send + Sync + 'static>(body: F, $($argument: $type),*) {
            Runner::new($scheduler, Config::new()).run(body);
        }
    )+};
}

checks! {
    check() = RoundRobinScheduler::new(1);
    check_random(iterations: usize) = RandomScheduler::new(iterations);
    check_random_with_seed(seed: u64, iterations: usize) = RandomScheduler::new_from_seed(seed, iterations);
    check_urw(iterations: usize) = UrwRandomScheduler::new(iterations);
    check_pct(iterations: usize, depth: usize) = PctScheduler::new(depth, iterations);
    check_dfs(iterations: Option<usize>) = DfsScheduler::new(iterations, false);
}

/// `shuttle::replay`, of which there is none: the schedules that shuttle writes are its own.
pub fn replay<F: Fn() + Send + Sync + 'static>(_: F, _: &str) {
    panic!("schedules of shuttle are not replayed");
}
