//! Machines from outside: what they promise, each promise in a file of its own.

mod counts;
mod kinds;
mod known_bugs;
mod limits;
mod misuse;
mod negative;
mod preconditions;
mod programs;
mod reports;
mod run_commands;
mod running;
mod sequences;
mod shrinking;
mod together;
mod variables;
mod watching;
