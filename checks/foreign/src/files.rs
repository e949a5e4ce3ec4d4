//! Model of files: `fopen`, `fread`, `fwrite`, `fseek`, `ftell` and `fclose`.

use std::path::Path;

use lawful::generate::vec;
use lawful::machine::StepEnd;
use lawful::machine::symbolic::*;
use lawful::prelude::*;

use crate::apis::FILES;
use crate::call::{Call, Reply, Value};
use crate::process::{NoAnswer, Process};

/// Files that are open, by the variables that stand for their handles.
pub type Files = Vec<(Var<Handle>, File)>;

/// The number of the interpreter's variable that holds a `FILE *`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle(usize);

/// The model of an open file.
#[derive(Clone, Debug, Default)]
pub struct File {
    bytes: Vec<u8>,
    position: usize,
    /// Between reading and writing there must be a call of `fseek` (C99, 7.19.5.3).
    last: Option<Access>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    Read,
    Write,
}

/// The system: an interpreter, and a directory for its files.
#[derive(Debug)]
pub struct FileProcess {
    process: Process,
    directory: String,
    opened: usize,
}

impl FileProcess {
    /// A process that opens files in a directory.
    pub fn new(process: Process, directory: &Path) -> Self {
        FileProcess { process, directory: directory.display().to_string(), opened: 0 }
    }

    fn open(&mut self) -> Result<Handle, NoAnswer> {
        let variable = self.opened;
        self.opened += 1;
        let path = Value::Text(format!("{}/file {variable}", self.directory));
        let call = Call::new(FILES.function("fopen"), vec![path, Value::Text("w+b".to_string())]);
        match self.process.ask(&call.kept_in(variable))?.result {
            Value::Set => Ok(Handle(variable)),
            other => Err(NoAnswer::NotUnderstood(format!("fopen returned {other}"))),
        }
    }

    /// A call whose last argument is the file.
    fn on(&mut self, name: &str, given: Vec<Value>, file: Handle) -> Result<Reply, NoAnswer> {
        let given = given.into_iter().chain([Value::Variable(file.0)]).collect();
        self.process.call(name, given)
    }
}

/// Treatment in the model of a gap that `fseek` left before a `fwrite`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// The gap reads as zeros.
    Zeros,
    /// The gap is not there: a mistake of the model.
    Missing,
}

/// Files of an interpreter keep what is written to them.
pub fn file_machine(
    gap: Gap,
    system: impl Fn() -> FileProcess + 'static,
) -> Machine<Files, FileProcess> {
    Machine::new(Files::new, system)
        .command(open)
        .named_command("write", move |files, step| write(gap, files, step))
        .command(read)
        .command(seek)
        .command(tell)
        .command(close)
}

/// One of the files that are open.
fn pick<'f>(
    files: &'f mut Files,
    step: &Step<FileProcess>,
) -> Result<(Var<Handle>, &'f mut File), StepEnd> {
    let handle = step.pick(files.iter().map(|(handle, _)| handle))?;
    let found = files.iter_mut().find(|(other, _)| *other == handle);
    let (_, file) = found.expect("what is picked is among them");
    Ok((handle, file))
}

fn open(files: &mut Files, step: Step<FileProcess>) -> StepResult {
    let handle = step.call((), |system, _, ()| system.open())?.succeeds()?;
    files.push((handle.var(), File::default()));
    Ok(())
}

fn write(gap: Gap, files: &mut Files, step: Step<FileProcess>) -> StepResult {
    let (handle, file) = pick(files, &step)?;
    let bytes = step.draw(vec(any::<u8>(), 0..=4));
    step.require(file.last != Some(Access::Read))?;
    file.last = Some(Access::Write);
    // Nothing is written where there are no bytes, not even a gap.
    if !bytes.is_empty() {
        if gap == Gap::Missing {
            file.position = file.position.min(file.bytes.len());
        }
        let end = file.position + bytes.len();
        file.bytes.resize(file.bytes.len().max(end), 0);
        file.bytes[file.position..end].copy_from_slice(&bytes);
        file.position = end;
    }
    let written = bytes.len() as i64;
    step.call((handle, bytes), |system, bindings, (handle, bytes)| {
        let numbers: Vec<i64> = bytes.iter().map(|byte| i64::from(*byte)).collect();
        let count = Value::Number(numbers.len() as i64);
        let given = vec![Value::Array(numbers), Value::Number(1), count];
        system.on("fwrite", given, bindings[handle]).map(|reply| reply.result)
    })?
    .succeeds()?
    .returns(Value::Number(written))
}

fn read(files: &mut Files, step: Step<FileProcess>) -> StepResult {
    let (handle, file) = pick(files, &step)?;
    let count = step.draw(0..=8usize);
    step.require(file.last != Some(Access::Write))?;
    file.last = Some(Access::Read);
    let start = file.position.min(file.bytes.len());
    let end = (start + count).min(file.bytes.len());
    let read = file.bytes[start..end].iter().map(|byte| i64::from(*byte));
    let mut expected: Vec<i64> = read.collect();
    file.position += expected.len();
    let result = Value::Number(expected.len() as i64);
    // What was not read is as it was.
    expected.resize(count, 0);
    let reply = Reply { result, set: vec![Value::Array(expected)] };
    step.call((handle, count), |system, bindings, (handle, count)| {
        let given = vec![Value::Number(1), Value::Number(count as i64)];
        system.on("fread", given, bindings[handle])
    })?
    .succeeds()?
    .returns(reply)
}

fn seek(files: &mut Files, step: Step<FileProcess>) -> StepResult {
    let (handle, file) = pick(files, &step)?;
    let whence = step.draw(0..=2i64);
    let offset = step.draw(-4..=8i64);
    // SEEK_SET, SEEK_CUR, SEEK_END.
    let from = [0, file.position, file.bytes.len()][whence as usize] as i64;
    let is_possible = from + offset >= 0;
    if is_possible {
        file.position = (from + offset) as usize;
        file.last = None;
    }
    let expected = Value::Number(if is_possible { 0 } else { -1 });
    step.call((handle, offset, whence), |system, bindings, (handle, offset, whence)| {
        let numbers = [Value::Number(offset), Value::Number(whence)];
        let given = [Value::Variable(bindings[handle].0)].into_iter().chain(numbers).collect();
        system.process.call("fseek", given).map(|reply| reply.result)
    })?
    .succeeds()?
    .returns(expected)
}

fn tell(files: &mut Files, step: Step<FileProcess>) -> StepResult {
    let (handle, file) = pick(files, &step)?;
    let expected = Value::Number(file.position as i64);
    step.call(handle, |system, bindings, handle| {
        system.on("ftell", vec![], bindings[handle]).map(|reply| reply.result)
    })?
    .succeeds()?
    .returns(expected)
}

fn close(files: &mut Files, step: Step<FileProcess>) -> StepResult {
    let (handle, _) = pick(files, &step)?;
    files.retain(|(other, _)| *other != handle);
    step.call(handle, |system, bindings, handle| {
        system.on("fclose", vec![], bindings[handle]).map(|reply| reply.result)
    })?
    .succeeds()?
    .returns(Value::Number(0))
}
