//! Testing imperative code: a hash table in C, a model of it, and three ways from one to the other.
//!
//! "Testing Imperative Code" is section 9 of *QuickCheck Testing for Fun and Profit* (Hughes, 2007). It
//! names these ways: to call the code, to send it commands, and to generate programs that call it. The
//! model is the same for all, and is written in the language of the tests.
//!
//! | | what runs the C code | a crash |
//! |---|---|---|
//! | [`Table`] | this process | ends the process, so the law is isolated |
//! | [`Interpreter`] | a process for every case, which reads calls and writes results | is an answer that does not come |
//! | [`generate`] | a program, compiled for one case | is an exit status |
//!
//! The table makes a [`Mistake`] if it is told to, so that one build has what holds and what does not.
//! Without a C compiler this crate is empty, and its tests are skipped.

// The crate is of no use where there is nothing to call.
#![cfg(compiled)]

pub mod generate;
mod interpreter;
mod specification;
mod table;

pub use interpreter::{Interpreter, NoAnswer};
pub use specification::{Model, Store, machine};
pub use table::{Mistake, OutOfMemory, Table};
