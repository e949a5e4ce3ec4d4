//! Orders of the programs by brute force, as a reference for those that random testing infers.

mod anonymizer;
mod cryptarithm;
mod intervals;
mod order;
mod points;
