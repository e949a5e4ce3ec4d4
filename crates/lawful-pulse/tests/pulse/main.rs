//! The scheduler, from outside.

mod arcs;
mod brute_force;
mod detection;
mod endless;
mod exhaustion;
mod futures;
mod limits;
mod locks;
mod messages;
mod needs;
mod outcomes;
mod outside;
mod programs;
mod races;
mod regressions;
mod reports;
mod schedulers;
mod soak;
mod threads;
mod times;
mod watching;
