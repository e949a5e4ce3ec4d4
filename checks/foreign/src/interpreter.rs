//! The table behind its interpreter.

use std::time::Duration;

use crate::apis::TABLE;
use crate::call::{Call, Reply, Value};
use crate::process::{NoAnswer, Process};
use crate::specification::Store;
use crate::table::Mistake;

/// A table in a process of its own, which ends with this value.
#[derive(Debug)]
pub struct Interpreter(Process);

impl Interpreter {
    /// Starts a process with an empty table. A call fails if it takes longer than the limit.
    ///
    /// # Panics
    ///
    /// If it cannot be started.
    pub fn start(mistake: Mistake, limit: Duration) -> Self {
        let mut this = Interpreter(Process::start(&TABLE, &[], limit));
        this.renew(mistake);
        this
    }

    /// Starts an interpreter that gives a sign to the first digit of a number only.
    ///
    /// # Panics
    ///
    /// If it cannot be started.
    pub fn start_signing_one_digit(limit: Duration) -> Self {
        let mut this = Interpreter(Process::start(&TABLE, &["signs_one_digit"], limit));
        this.renew(Mistake::None);
        this
    }

    /// Makes a new table in the same process.
    fn renew(&mut self, mistake: Mistake) {
        let made = self.0.ask(&new_table(mistake)).expect("there is a table");
        assert_eq!(made.result, Value::Set, "there is memory for four slots");
    }

    /// Frees the table and makes another one.
    ///
    /// # Panics
    ///
    /// If the process has ended.
    pub fn replace(&mut self, mistake: Mistake) {
        self.0.call("table_free", vec![Value::Variable(0)]).expect("the table is freed");
        self.renew(mistake);
    }

    fn find(&mut self, function: &str, numbers: &[i32]) -> Result<Option<i32>, NoAnswer> {
        let reply = self.0.ask(&on_table(function, numbers))?;
        found(&reply).ok_or_else(|| NoAnswer::NotUnderstood(format!("{reply:?}")))
    }
}

impl Store for Interpreter {
    type Failure = NoAnswer;

    fn get(&mut self, key: i32) -> Result<Option<i32>, NoAnswer> {
        self.find("table_get", &[key])
    }

    fn put(&mut self, key: i32, value: i32) -> Result<Option<i32>, NoAnswer> {
        self.find("table_put", &[key, value])
    }

    fn delete(&mut self, key: i32) -> Result<Option<i32>, NoAnswer> {
        self.find("table_delete", &[key])
    }

    fn count(&mut self) -> Result<u32, NoAnswer> {
        let reply = self.0.ask(&on_table("table_count", &[]))?;
        counted(&reply).ok_or_else(|| NoAnswer::NotUnderstood(format!("{reply:?}")))
    }
}

/// The call that makes the table of a case, in variable 0.
pub(crate) fn new_table(mistake: Mistake) -> Call {
    let mistake = vec![Value::Number(mistake as i64)];
    Call::new(TABLE.function("table_new"), mistake).kept_in(0)
}

/// A call on the table of a case.
pub(crate) fn on_table(function: &str, numbers: &[i32]) -> Call {
    let numbers = numbers.iter().map(|number| Value::Number(i64::from(*number)));
    Call::new(TABLE.function(function), [Value::Variable(0)].into_iter().chain(numbers).collect())
}

/// Answer about a key, as `table.h` has it. Nothing where there was no memory.
pub(crate) fn found(reply: &Reply) -> Option<Option<i32>> {
    match (&reply.result, reply.set.as_slice()) {
        (Value::Number(0), [_]) => Some(None),
        (Value::Number(1), [Value::Number(value)]) => Some(Some(i32::try_from(*value).ok()?)),
        _ => None,
    }
}

/// The number of keys.
pub(crate) fn counted(reply: &Reply) -> Option<u32> {
    match reply.result {
        Value::Number(count) => u32::try_from(count).ok(),
        _ => None,
    }
}
