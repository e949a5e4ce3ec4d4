//! Subjects `lawful-*`: to be filled in when there is a scheduler.
//!
//! A strategy is one entry of `SUBJECTS`, with
//!
//! - `workload`: `threads.rs` and `futures.rs` of `workloads/`, included as `shuttle.rs` includes them, with
//!   `imports` that re-export the scheduler's modules;
//! - `repeat`: runs a program so many times, each from another tape, and returns how many runs and points it
//!   made. The caller measures the time;
//! - `hunt`: `program` looks a name up in the gallery's `races::programs::PROGRAMS`, `search` runs from a
//!   seed until the first failure, and does not shrink it.

use super::subject::Subject;

pub const SUBJECTS: &[Subject] = &[];
