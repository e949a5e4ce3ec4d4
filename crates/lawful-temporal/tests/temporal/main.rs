//! Tests of temporal formulas.

mod agreement;
mod explaining;
mod machines;
mod macros;
mod memory;
mod paper;
mod scheduled;
mod tracing;
