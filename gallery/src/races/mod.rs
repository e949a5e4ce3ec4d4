//! Programs with known races, under the scheduler.

mod imports {
    pub use lawful_pulse::{sync, thread, tokio};
}

pub mod asynchronous;
pub mod programs;
