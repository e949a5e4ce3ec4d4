//! Processes, effects and faults.

#![cfg(feature = "scheduled")]

mod determinism;
mod effects;
mod exits;
mod exploring;
mod faults;
mod names;
mod orders;
mod receiving;
mod threads;
