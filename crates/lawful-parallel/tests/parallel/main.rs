//! Parallel machines from outside: what they promise, each promise in a file of its own.

mod checking;
mod ends;
mod failing;
mod futures;
mod generation;
mod misuse;
mod replaying;
mod reports;
mod shrinking;
mod threads;
mod variables;
