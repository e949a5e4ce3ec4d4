//! Programs to be ranked: quickspec-2011, paper III, "Ranking Programs using Black Box Testing".
//!
//! The paper ranks the students' answers to three programming problems by the bugs that black-box testing infers
//! in them. Its answers were never published, so these are others, made wrong in the ways that the paper tells of:
//!
//! | problem | section | programs |
//! |---|---|---|
//! | [`anonymizer`] | 2.2.1, 5.2 and 5.3 | one program with four mutations, and with 18 mutation points |
//! | [`intervals`] | 2.2.2, 2.7.4 and 4.3 | answers written by hand, and test suites to be graded |
//! | [`cryptarithm`] | 2.2.3 | answers with more than one right result: the oracle is a property |
//!
//! No program here depends on the component that ranks them. The tests compute the order of the programs by brute
//! force over all small test cases, as a reference for the orders that random testing infers.

pub mod anonymizer;
pub mod cryptarithm;
pub mod intervals;

#[cfg(test)]
mod tests;
