//! Orders of the programs by brute force, and the orders that ranking them infers.

mod anonymizer;
mod cryptarithm;
mod graded;
mod intervals;
mod order;
mod points;
mod ranked;
mod stability;
