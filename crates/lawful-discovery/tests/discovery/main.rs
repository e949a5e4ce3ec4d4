//! Law discovery from outside: signatures, results, laws that run.

mod bounds;
mod equality;
mod forms;
mod laws;
mod misuse;
mod printed;
