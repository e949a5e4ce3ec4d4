//! The scheduler, from outside.

mod detection;
mod exhaustion;
mod futures;
mod locks;
mod messages;
mod outcomes;
mod soak;
mod threads;
mod times;
