//! The scheduler, from outside.

mod detection;
mod exhaustion;
mod futures;
mod locks;
mod messages;
mod needs;
mod outcomes;
mod programs;
mod regressions;
mod schedulers;
mod soak;
mod threads;
mod times;
