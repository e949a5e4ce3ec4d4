//! Tests of temporal formulas.

mod agreement;
mod explaining;
mod machines;
mod paper;
mod scheduled;
mod tracing;
