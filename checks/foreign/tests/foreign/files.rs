//! The files of the C library, by the same generators: an API that is nothing like a table.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use foreign::Process;
use foreign::apis::FILES;
use foreign::call::{Call, Reply, Value};
use foreign::files::{FileProcess, Gap, file_machine};
use foreign::generate;
use lawful::prelude::*;
use lawful::report::sequence;

const PATIENCE: Duration = Duration::from_secs(20);

fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&directory).expect("it is made");
    directory
}

fn start(name: &str) -> FileProcess {
    FileProcess::new(Process::start(&FILES, &[], PATIENCE), &directory(name))
}

#[law]
fn files_follow_their_model() -> impl Law {
    file_machine(Gap::Zeros, || start("files"))
}

/// A model without gaps is wrong, and the smallest program with a gap says so: one `fseek` past the end, one byte. Other
/// calls than `ftell` show it too, each with a program of its own; a read needs a `fseek` before it.
#[test]
fn a_gap_is_found() {
    let smallest = ["let v1 = open();", "seek(v1, 1, 0);", "write(v1, vec![0]);", "tell(v1);"];
    for seed in 1..=3 {
        let machine = file_machine(Gap::Missing, || start("gaps"));
        let summary = Runner::named("files").seed(seed).run(&machine);
        let failures = summary.failures().iter();
        let programs: Vec<_> = failures.map(|failure| sequence::calls(failure.calls())).collect();
        assert!(programs.iter().any(|calls| *calls == smallest), "seed {seed}: {programs:?}");
        let is_small = |calls: &[String]| calls.len() <= 5 && calls[0] == smallest[0];
        assert!(programs.iter().all(|calls| is_small(calls)), "seed {seed}: {programs:?}");
    }
}

/// Text, arrays in both directions, a null handle: the interpreter and a compiled program reply alike.
#[test]
fn an_interpreter_and_a_program_reply_alike() {
    let path = directory("alike").join("a \"b\" \\ ü\n1");
    let text = |text: &str| Value::Text(text.to_string());
    let call = |name: &str, given: Vec<Value>| Call::new(FILES.function(name), given);
    let number = Value::Number;
    let calls = [
        call("fopen", vec![text("/missing/file"), text("r")]).kept_in(3),
        call("fopen", vec![text(&path.display().to_string()), text("w+b")]).kept_in(1),
        call(
            "fwrite",
            vec![Value::Array(vec![1, 255, 0]), number(1), number(3), Value::Variable(1)],
        ),
        call("fwrite", vec![Value::Array(vec![]), number(1), number(0), Value::Variable(1)]),
        call("fseek", vec![Value::Variable(1), number(-2), number(1)]),
        call("ftell", vec![Value::Variable(1)]),
        call("fread", vec![number(1), number(4), Value::Variable(1)]),
        call("fread", vec![number(1), number(0), Value::Variable(1)]),
        call("fclose", vec![Value::Variable(1)]),
    ];
    let reply = |result: Value, set: &[Value]| Some(Reply { result, set: set.to_vec() });
    let expected = [
        reply(Value::Null, &[]),
        reply(Value::Set, &[]),
        reply(number(3), &[]),
        reply(number(0), &[]),
        reply(number(0), &[]),
        reply(number(1), &[]),
        reply(number(2), &[Value::Array(vec![255, 0, 0, 0])]),
        reply(number(0), &[Value::Array(vec![])]),
        reply(number(0), &[]),
    ];
    let mut process = Process::start(&FILES, &[], PATIENCE);
    let replies: Vec<_> = calls.iter().map(|call| process.ask(call).ok()).collect();
    assert_eq!(replies, expected);
    assert_eq!(fs::read(&path).expect("the file was written"), [1, 255, 0]);

    let file = directory("alike").join("program.c");
    generate::compile(&generate::source(&FILES, &calls), &file).expect("it compiles");
    let (replies, status) = generate::run(&file, &calls).expect("it runs");
    assert_eq!(replies, expected);
    assert!(status.success());
}

#[test]
#[should_panic(expected = "fclose does not take")]
fn a_call_that_is_not_described_is_told() {
    Call::new(FILES.function("fclose"), vec![Value::Number(1)]);
}
