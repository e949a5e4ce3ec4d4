//! Parallel machines: do calls that are made at once behave as if they were atomic?

pub use lawful_parallel::*;
