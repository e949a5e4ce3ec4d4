//! The table in a program that is compiled for every case.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use lawful::machine::symbolic::Machine;

use crate::apis::TABLE;
use crate::call::{Call, Reply};
use crate::generate;
use crate::interpreter::{counted, found, new_table, on_table};
use crate::specification::{Model, Store, machine};
use crate::table::Mistake;

/// The calls of a case, to be compiled when all are known.
///
/// Until then it answers what a right table would, from a model of its own; the program's replies are compared with these
/// answers at the end of the case.
#[derive(Debug)]
pub struct Program {
    calls: Vec<Call>,
    expected: Vec<Expected>,
    model: Model,
}

/// Reply to a call of the right table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    Found(Option<i32>),
    Count(u32),
}

impl Program {
    /// A program with an empty table.
    pub fn new(mistake: Mistake) -> Self {
        Program { calls: vec![new_table(mistake)], expected: Vec::new(), model: Model::new() }
    }

    /// The source in C.
    pub fn source(&self) -> String {
        generate::source(&TABLE, &self.calls)
    }

    /// Compiles the calls to a file, runs them, and returns the index of the first call whose reply is wrong or missing.
    ///
    /// # Panics
    ///
    /// If the program does not compile, or cannot be started.
    pub fn first_wrong(&self, file: &Path) -> Option<usize> {
        generate::compile(&self.source(), file).expect("the program compiles");
        let (replies, status) = generate::run(file, &self.calls).expect("the program starts");
        // The first reply is that of `table_new`.
        let is_right = |index: usize, expected: &Expected| {
            let reply = replies.get(index + 1).and_then(Option::as_ref);
            reply.is_some_and(|reply| expected.agrees(reply))
        };
        let mut expected = self.expected.iter().enumerate();
        let wrong = expected.find(|(index, expected)| !is_right(*index, expected));
        wrong.map(|(index, _)| index).or((!status.success()).then_some(self.expected.len()))
    }

    fn find(&mut self, call: Call, answer: Option<i32>) -> Result<Option<i32>, NotRunYet> {
        self.calls.push(call);
        self.expected.push(Expected::Found(answer));
        Ok(answer)
    }
}

impl Expected {
    fn agrees(self, reply: &Reply) -> bool {
        match self {
            Expected::Found(value) => found(reply) == Some(value),
            Expected::Count(count) => counted(reply) == Some(count),
        }
    }
}

/// A failure of a program that has not run: there is none.
#[derive(Clone, Copy, Debug)]
pub enum NotRunYet {}

impl Store for Program {
    type Failure = NotRunYet;

    fn get(&mut self, key: i32) -> Result<Option<i32>, NotRunYet> {
        let answer = self.model.get(&key).copied();
        self.find(on_table("table_get", &[key]), answer)
    }

    fn put(&mut self, key: i32, value: i32) -> Result<Option<i32>, NotRunYet> {
        let answer = self.model.insert(key, value);
        self.find(on_table("table_put", &[key, value]), answer)
    }

    fn delete(&mut self, key: i32) -> Result<Option<i32>, NotRunYet> {
        let answer = self.model.remove(&key);
        self.find(on_table("table_delete", &[key]), answer)
    }

    fn count(&mut self) -> Result<u32, NotRunYet> {
        self.calls.push(on_table("table_count", &[]));
        self.expected.push(Expected::Count(self.model.len() as u32));
        Ok(self.model.len() as u32)
    }
}

thread_local! {
    static COMPILATIONS: Cell<u64> = const { Cell::new(0) };
}

/// Number of programs that this thread compiled for [`compiled_machine`].
pub fn compilations() -> u64 {
    COMPILATIONS.get()
}

/// A machine whose every case, also while shrinking, is a program of its own, compiled to that file.
pub fn compiled_machine(mistake: Mistake, file: PathBuf) -> Machine<Model, Program> {
    machine(move || Program::new(mistake)).finally(
        "the compiled program replies as the model does",
        move |_, program, _| {
            COMPILATIONS.set(COMPILATIONS.get() + 1);
            program.first_wrong(&file).is_none()
        },
    )
}
