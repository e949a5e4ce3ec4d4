//! The common names of tokio, for programs that are put under the scheduler by changing an import.
//!
//! With the scheduler on, `lawful_pulse::tokio` is what follows; with it off and the feature `tokio` on, it
//! is the real tokio. A program writes `use lawful_pulse::tokio;` and the rest stays as it is:
//!
//! ```
//! use lawful::prelude::*;
//! use lawful::pulse::{scheduled, tokio};
//!
//! async fn first_of_two() -> u32 {
//!     let (sender, mut receiver) = tokio::sync::mpsc::channel(1);
//!     for number in [1, 2] {
//!         let sender = sender.clone();
//!         tokio::spawn(async move { sender.send(number).await });
//!     }
//!     tokio::select! {
//!         Some(number) = receiver.recv() => number,
//!         () = tokio::time::sleep(tokio::time::Duration::from_secs(1)) => 0,
//!     }
//! }
//!
//! let law = scheduled(|| {
//!     let runtime = tokio::runtime::Runtime::new().unwrap();
//!     assert!(runtime.block_on(first_of_two()) <= 2);
//! });
//! assert!(Runner::named("first of two").run(&law).is_success());
//! ```
//!
//! In a run, futures are tasks, which of them goes on is a choice on the tape, and time is virtual. So is
//! which branch of a [`select!`] is polled first, and who is chosen where tokio promises no order. Where it
//! promises one, as for its locks, it is kept. A future that waits for ever is told with what it awaits.
//!
//! Outside of a run all of it works on threads of the system, with any executor; [`spawn`] then gives each
//! future a thread of its own.
//!
//! What is not here: attributes. `#[tokio::main]` and `#[tokio::test]` write the name of the real runtime
//! into the program, so no import changes them. A test of a schedule is a law over all of them anyway:
//! `scheduled(|| Runtime::new().unwrap().block_on(..))`. Nor are there sockets, files, processes and
//! signals: what is outside of the program is not under the scheduler.

pub mod macros;
pub mod runtime;
mod shared;
pub mod sync;
pub mod task;
pub mod time;

#[doc(inline)]
pub use crate::{
    __tokio_join as join, __tokio_pin as pin, __tokio_select as select,
    __tokio_try_join as try_join,
};
pub use task::spawn;
