//! Programs with known races, under the scheduler.

mod imports {
    pub use lawful_pulse::{sync, thread};
}

pub mod programs;
