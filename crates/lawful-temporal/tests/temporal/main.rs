//! Tests of temporal formulas.

mod agreement;
mod machines;
mod scheduled;
