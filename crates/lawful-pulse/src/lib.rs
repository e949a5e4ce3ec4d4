//! Concurrent code under a scheduler.

#[cfg(feature = "scheduled")]
pub mod cell;
#[cfg(feature = "scheduled")]
pub mod effect;
#[cfg(feature = "scheduled")]
pub mod fault;
#[cfg(feature = "scheduled")]
pub mod future;
#[cfg(feature = "scheduled")]
mod law;
#[cfg(feature = "scheduled")]
pub mod process;
#[cfg(feature = "scheduled")]
mod run;
#[cfg(feature = "scheduled")]
mod strategy;
#[cfg(feature = "scheduled")]
pub mod sync;
#[cfg(feature = "scheduled")]
pub mod thread;
#[cfg(feature = "scheduled")]
pub mod time;

#[cfg(not(feature = "scheduled"))]
pub use std::{sync, thread, thread_local, time};

#[cfg(feature = "scheduled")]
pub use law::{Explored, Scheduled, scheduled};
#[cfg(feature = "scheduled")]
pub use run::Killed;
#[cfg(feature = "scheduled")]
pub use strategy::Search;
