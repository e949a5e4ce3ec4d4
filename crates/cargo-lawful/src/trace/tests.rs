use lawful_data::tape::Tape;
use lawful_data::{
    About, Document, EventKind, Found as FoundBy, Rate, Reason, ShownValue, StoredFailure, TaskEnd,
    TracedEvent, TracedTask,
};

use super::*;

fn trace() -> Trace {
    let task = |name: &str| TracedTask { name: name.into(), spawned: None, end: TaskEnd::Finished };
    let event = |task, text: &str, switched| TracedEvent {
        task,
        kind: EventKind::Operation,
        text: text.into(),
        place: String::from("src/bank.rs:3"),
        from: None,
        clock: vec![],
        switched,
        label: String::new(),
    };
    let events = vec![event(0, "reads balance", false), event(1, "writes balance", true)];
    Trace { tasks: vec![task("one"), task("other")], events, switches: 1 }
}

fn call(name: &str, column: Option<u32>) -> ShownCall {
    ShownCall {
        variable: None,
        name: name.into(),
        arguments: ShownValue {
            name: "",
            type_name: "u8",
            debug: String::from("7"),
            types: Vec::new(),
        },
        before: String::new(),
        result: Some(String::from("true")),
        failed: false,
        column,
    }
}

/// A stored failure whose document has these blocks. Its id depends on the size of its tape.
fn stored(law: &str, size: u32, blocks: Vec<Block>) -> StoredFile {
    let about = About::new(law, "tests/laws.rs", 12);
    let reason = Reason::new("bank", "balance", "the balance is wrong");
    let tape = Tape { size, ..Tape::default() };
    let mut failure = Failure::new(reason, FoundBy::Database, tape);
    failure.arguments = vec![ShownValue {
        name: "amount",
        type_name: "u8",
        debug: String::from("3"),
        types: Vec::new(),
    }];
    failure.document = Document { blocks };
    let failure = StoredFailure::new(&about, &failure);
    let path = PathBuf::from(format!("target/lawful/{}.json", failure.id()));
    StoredFile { id: failure.id(), path, failure, is_committed: false }
}

fn found(failures: Vec<StoredFile>) -> Found {
    Found { failures, ..Found::default() }
}

fn run(options: &TraceOptions, found: &Found) -> Result<String, CommandError> {
    let mut output = Vec::new();
    options.run_on(found, &mut output)?;
    Ok(String::from_utf8(output).expect("it is text"))
}

fn options(failure: Option<&str>) -> TraceOptions {
    TraceOptions { failure: failure.map(String::from), width: WIDTH, ..TraceOptions::default() }
}

#[test]
fn a_trace_is_a_table_below_the_name_of_its_law() {
    let one = stored("bank::deposits", 1, vec![Block::Trace(Box::new(trace()))]);
    let id = one.id.clone();
    let expected = format!(
        "bank::deposits  (tests/laws.rs:12)  {id}\n\n    amount = 3\n\n    \
         \x20       one            other\n    \
         \x20       ─────────────  ──────────────\n    \
         \x20       reads balance                  src/bank.rs:3\n    \
         switch                 writes balance  src/bank.rs:3\n\n  the balance is wrong\n"
    );
    let found = found(vec![one]);
    assert_eq!(run(&options(None), &found).as_deref(), Ok(expected.as_str()));
    assert_eq!(run(&options(Some("deposits")), &found), Ok(expected));
    let wide = TraceOptions { width: 45, ..options(None) };
    let narrow = run(&wide, &found).expect("it is printed");
    assert!(narrow.lines().skip(1).all(|line| line.chars().count() <= 49), "{narrow}");
    assert!(!narrow.contains("src/bank.rs"), "places have no room\n{narrow}");
}

#[test]
fn a_case_that_fails_now_and_then_says_how_often() {
    let mut one = stored("bank::deposits", 1, vec![Block::Trace(Box::new(trace()))]);
    one.failure.unstable = Some(Rate::new(4, 12));
    let text = run(&options(None), &found(vec![one])).expect("it is printed");
    assert!(
        text.ends_with("  the balance is wrong\n\n  The same case failed 4 of 12 times.\n"),
        "{text}"
    );
}

#[test]
fn parallel_branches_stand_beside_each_other() {
    let calls = vec![call("open", None), call("take", Some(0)), call("take", Some(1))];
    let text = run(&options(None), &found(vec![stored("seats", 1, vec![Block::Calls(calls)])]));
    let text = text.expect("it is printed");
    assert!(text.contains("\n    open(7);  // true\n    // at the same time\n"), "{text}");
    assert!(text.contains("    // A              | // B\n"), "{text}");
    assert!(text.contains("    take(7);  // true | take(7);  // true\n"), "{text}");
}

#[test]
fn several_are_listed_and_each_once() {
    let with_trace = stored("bank::deposits", 1, vec![Block::Trace(Box::new(trace()))]);
    let calls = vec![call("open", None), call("take", Some(0)), call("take", Some(1))];
    let with_calls = stored("seats", 2, vec![Block::Calls(calls)]);
    let plain = stored("sums", 3, vec![]);
    let again = StoredFile { path: PathBuf::from("elsewhere"), ..with_trace.clone() };
    let expected = format!(
        "Stored failures with a trace or with calls:\n\n  {}  bank::deposits  (2 tasks, 2 events)\n  \
         {}  seats  (3 calls, 2 of them in 2 parallel branches)\n\n1 other has neither.\n\nTo draw one of them:\n\n  \
         cargo lawful trace {}\n",
        with_trace.id, with_calls.id, with_trace.id
    );
    let found = found(vec![with_trace, again, with_calls, plain]);
    assert_eq!(run(&options(None), &found), Ok(expected));
    let svg = TraceOptions { svg: Some(PathBuf::from("x.svg")), ..options(None) };
    assert_eq!(run(&svg, &found).expect_err("one is meant").exit_code(), 2);
}

#[test]
fn a_failure_without_a_trace_shows_its_report() {
    let found = found(vec![stored("sums", 1, vec![])]);
    let text = run(&options(Some("sums")), &found).expect("it is printed");
    assert!(
        text.starts_with(&format!("The failure {} of `sums` has no trace: ", found.failures[0].id)),
        "{text}"
    );
    assert!(text.contains("law broken: sums  (tests/laws.rs:12)\n\n    amount = 3\n"), "{text}");
    let listed = run(&options(None), &found).expect("it is printed");
    assert!(listed.starts_with("1 failure is stored here, without a trace: "), "{listed}");
    let svg = TraceOptions { svg: Some(PathBuf::from("x.svg")), ..options(Some("sums")) };
    let told = run(&svg, &found).expect_err("there is no picture").to_string();
    assert!(
        told.ends_with("of `sums` has no picture: no task of it ran under a scheduler"),
        "{told}"
    );
}

#[test]
fn what_cannot_be_found_or_read_is_told() {
    let nothing = run(&options(None), &Found::default()).expect("it is printed");
    assert!(nothing.starts_with("No failures are stored in this workspace"), "{nothing}");
    let off = Found { is_off: true, ..Found::default() };
    let off = run(&options(None), &off).expect("it is printed");
    assert_eq!(off, "LAWFUL_DATABASE is off, so no failures are stored; unset it\n");
    let unreadable =
        stored::Unreadable { path: "a.json".into(), why: "it is cut off or damaged".into() };
    let damaged = Found { unreadable: vec![unreadable], ..Found::default() };
    let told = "a.json was not read: it is cut off or damaged";
    assert!(run(&options(None), &damaged).expect("it is printed").ends_with(&format!("{told}\n")));
    let error = run(&options(Some("a")), &damaged).expect_err("there is none");
    assert!(error.exit_code() == 2 && error.to_string().ends_with(told), "{error}");
}

#[test]
fn pictures_are_written_to_files() {
    let directory = std::env::temp_dir().join(format!("lawful-trace-{}", std::process::id()));
    fs::create_dir_all(&directory).expect("it can be made");
    let picture = Block::Picture { name: String::from("a map"), svg: String::from("<svg/>") };
    let one = stored("bank::deposits", 1, vec![Block::Trace(Box::new(trace())), picture]);
    let draw = TraceOptions {
        svg: Some(directory.join("bank.svg")),
        dot: Some(directory.join("bank.dot")),
        ..options(None)
    };
    let text = run(&draw, &found(vec![one])).expect("it is drawn");
    let file = |name: &str| fs::read_to_string(directory.join(name)).unwrap_or_default();
    assert_eq!(text.lines().count(), 3, "{text}");
    assert_eq!(file("bank.svg"), svg(&trace()));
    assert_eq!(file("bank-2-a-map.svg"), "<svg/>");
    assert_eq!(file("bank.dot"), dot(&trace()));
    let calls = found(vec![stored("seats", 1, vec![Block::Calls(vec![call("open", None)])])]);
    let told = run(&draw, &calls).expect_err("there is no picture").to_string();
    assert!(told.ends_with(" prints its calls"), "{told}");
    let _ = fs::remove_dir_all(&directory);
}
