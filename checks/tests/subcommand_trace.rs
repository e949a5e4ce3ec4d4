//! `cargo lawful trace` on failures that `cargo test` stored: a schedule, parallel calls, and a case without either.

use std::fs;
use std::path::Path;

use checks::{Output, Project, subcommand};

const LAWS: &str = r#"use lawful::machine::symbolic::*;
use lawful::parallel::Parallel;
use lawful::prelude::*;
use lawful::pulse::sync::{Arc, Mutex};
use lawful::pulse::thread;

#[law(scheduled, seed = 1)]
fn deposits_add_up() {
    let account = Arc::new(Mutex::new(0));
    let threads = [1, 10].map(|amount| {
        let account = account.clone();
        thread::spawn(move || {
            let seen = *account.lock().unwrap();
            *account.lock().unwrap() = seen + amount;
        })
    });
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    assert_eq!(*account.lock().unwrap(), 11);
}

fn next(last: &mut u32, step: Step<Arc<Mutex<u32>>>) -> StepResult {
    let next = step.call((), |number, _, ()| {
        let seen = *number.lock().unwrap();
        *number.lock().unwrap() = seen + 1;
        seen + 1
    })?;
    *last += 1;
    next.returns(*last)
}

#[law(seed = 1)]
fn numbers_are_given_once() -> impl Law {
    Parallel::scheduled(Machine::new(|| 0, Arc::default).command(next))
}

#[law(seed = 1)]
fn a_number_is_small(number: u32) {
    assert!(number < 1000);
}

#[law(seed = 1, database = "failures")]
fn another_is_small(other: u32) {
    assert!(other < 1000);
}
"#;

fn trace(project: &Project, words: &str) -> Output {
    subcommand(project, &format!("trace {words}")).with_database().with_own_target().run()
}

/// The id before a law in a list.
fn id_of(listed: &Output, law: &str) -> String {
    let line = listed.stdout.lines().find(|line| line.contains(law));
    let line = line.unwrap_or_else(|| panic!("no {law}\n{}", listed.all()));
    line.split_whitespace().next().expect("the line begins with an id").to_string()
}

#[test]
fn stored_failures_are_drawn() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("traced");
    let _ = fs::remove_dir_all(&directory);
    let dependencies = format!(
        "[dev-dependencies]\n{}\n",
        Project::dependency_on("lawful", &["pulse", "parallel"])
    );
    let files = [("src/lib.rs", ""), ("tests/laws.rs", LAWS)];
    let project = Project::depending(env!("CARGO_TARGET_TMPDIR"), "traced", &dependencies, &files);
    let none = trace(&project, "").expect_success();
    assert!(none.stdout.starts_with("No failures are stored in this workspace"), "{}", none.all());

    // The program is built where the others are, and moved to the project, whose own target directory has the failures.
    let built = project.test_program("laws");
    let program = project.path("target/debug/deps").join(built.file_name().expect("it has a name"));
    fs::create_dir_all(program.parent().expect("it is in a directory")).expect("it can be made");
    fs::copy(&built, &program).expect("it can be copied");
    let tested = project.program(&program, "").with_database().run();
    assert_eq!(tested.failures().len(), 4, "{}", tested.all());

    let listed = trace(&project, "").expect_success();
    let deposits = id_of(&listed, "deposits_add_up");
    let numbers = id_of(&listed, "numbers_are_given_once");
    assert!(listed.stdout.contains("\n2 others have neither.\n"), "{}", listed.all());

    // The table and the calls are those of the report.
    let report = tested.failure("deposits_add_up");
    let drawn = trace(&project, &deposits[..10]).expect_success();
    check_same_block(&report, &drawn, "───");
    assert!(drawn.stdout.contains("switch"), "{}", drawn.all());
    let report = tested.failure("numbers_are_given_once");
    let drawn = trace(&project, "numbers_are_given_once").expect_success();
    check_same_block(&report, &drawn, "// at the same time");
    assert!(
        drawn.stdout.starts_with("traced::laws::numbers_are_given_once  (tests/laws.rs:"),
        "{}",
        drawn.all()
    );
    assert!(
        drawn.stdout.lines().next().is_some_and(|line| line.ends_with(&numbers)),
        "{}",
        drawn.all()
    );

    trace(&project, "deposits_add_up --svg deposits.svg --dot deposits.dot").expect_success();
    let svg = fs::read_to_string(project.path("deposits.svg")).expect("it was written");
    assert!(svg.starts_with("<svg ") && svg.contains("lock"), "{svg}");
    let dot = fs::read_to_string(project.path("deposits.dot")).expect("it was written");
    assert!(dot.starts_with("digraph"), "{dot}");

    for law in ["a_number_is_small", "another_is_small"] {
        let plain = trace(&project, law).expect_success();
        assert!(
            plain.stdout.contains(" has no trace: ") && plain.stdout.contains("= 1000\n"),
            "{}",
            plain.all()
        );
        let svg = trace(&project, &format!("{law} --svg x.svg"));
        assert!(svg.code == Some(2) && svg.stderr.contains("has no picture"), "{}", svg.all());
    }
    let unknown = trace(&project, "zebra");
    assert_eq!(unknown.code, Some(2), "{}", unknown.all());
    assert!(
        unknown.stderr.contains("; there are:\n  ") && unknown.stderr.contains(&deposits),
        "{}",
        unknown.all()
    );
    let file = fs::read_dir(project.path("target/lawful")).expect("it is there").flatten();
    let law =
        file.map(|entry| entry.path()).find(|path| path.display().to_string().contains("deposits"));
    let law = law.expect("the law has a directory");
    for entry in fs::read_dir(law).expect("it can be read").flatten() {
        fs::write(entry.path(), "{}\n").expect("it can be written");
    }
    let damaged = trace(&project, "deposits_add_up");
    assert!(
        damaged.code == Some(2) && damaged.stderr.contains("it is not a file of Lawful"),
        "{}",
        damaged.all()
    );
}

/// Compares the lines around a mark: the paragraph that has it is the same in the report and in what was drawn.
#[track_caller]
fn check_same_block(report: &str, drawn: &Output, mark: &str) {
    let block = |text: &str| -> Vec<String> {
        let parts = text.split("\n\n").find(|part| part.contains(mark));
        let part = parts.unwrap_or_else(|| panic!("no {mark} in\n{text}"));
        part.lines().map(|line| line.trim_end().to_string()).collect()
    };
    assert_eq!(block(&drawn.stdout), block(report), "{}", drawn.all());
}
