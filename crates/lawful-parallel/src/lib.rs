//! Parallel machines: do concurrent calls behave as if they were atomic?
//!
//! See [`lawful::parallel`](https://docs.rs/lawful) for the manual.

mod case;
mod explain;
mod history;
mod law;
mod plan;
mod reach;
mod running;
#[cfg(feature = "scheduled")]
mod scheduled;
mod share;
mod threads;

pub use law::Parallel;
pub use lawful_history::Consistency;
#[cfg(feature = "scheduled")]
pub use scheduled::Schedules;
pub use share::Share;
pub use threads::Threads;
