//! Histories from outside: verdicts beside brute force, and what cannot be recorded or read.

mod brute_force;
mod building;
mod by_key;
#[cfg(feature = "formats")]
mod formats;
mod hints;
mod large;
mod limits;
mod pages;
mod random;
mod recorded;
mod small;
