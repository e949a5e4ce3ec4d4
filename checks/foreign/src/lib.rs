//! Testing imperative code: a hash table in C, a model of it, and three ways from one to the other.
//!
//! "Testing Imperative Code" is section 9 of *QuickCheck Testing for Fun and Profit* (Hughes, 2007). It names these ways:
//! to call the code, to generate programs that call it and compile each, and to generate an interpreter from a
//! specification of the API, which runs in a process of its own. The model is the same for all, and is written in the
//! language of the tests.
//!
//! | | what runs the C code | a crash |
//! |---|---|---|
//! | [`Table`] | this process | ends the process, so the law is isolated |
//! | [`Interpreter`] | a process for every case, which reads calls and writes replies | is a reply that does not come |
//! | [`Program`] | a program, generated and compiled for every case | is a reply that is missing |
//!
//! The interpreters and the programs come from [descriptions of APIs](description): of the table, and of the [files] of
//! the C library. No line of C is written for a function of either.
//!
//! The table makes a [`Mistake`] if it is told to, so that one build has what holds and what does not.
//! Without a C compiler this crate is empty, and its tests are skipped.

// The crate is of no use where there is nothing to call.
#![cfg(compiled)]

pub mod apis;
pub mod call;
mod compiled;
pub mod description;
pub mod emit;
pub mod files;
pub mod generate;
mod interpreter;
mod process;
mod specification;
mod table;

pub use compiled::{NotRunYet, Program, compilations, compiled_machine};
pub use interpreter::Interpreter;
pub use process::{NoAnswer, Process};
pub use specification::{Model, Store, machine};
pub use table::{Mistake, OutOfMemory, Table};
