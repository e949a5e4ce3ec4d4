//! A library that emits events: nothing at all in what it ships, events of laws over time in its tests.

use std::sync::OnceLock;

use checks::Project;

const LIBRARY: &str = r#"//! Letters.
use lawful_pulse::sync::mpsc;
use lawful_pulse::thread;
use lawful_temporal::event;

/// Something that happens to a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mail {
    /// A letter was sent.
    Sent {
        /// Its number.
        id: u32,
    },
    /// A letter was received.
    Received {
        /// Its number.
        id: u32,
    },
}

/// Sends letters by a box for so many of them; those that do not fit in are lost.
pub fn post(letters: u32, room: usize) {
    let (letter_box, slot) = mpsc::sync_channel(room);
    let postman = thread::spawn(move || {
        for id in slot {
            event!(Mail::Received { id });
        }
    });
    for id in 1..=letters {
        event!(Mail::Sent { id });
        let _ = letter_box.try_send(id);
    }
    drop(letter_box);
    postman.join().unwrap();
}
"#;

/// As a program that is shipped sees the library: the expression of an event is not evaluated.
const PROGRAM: &str = r#"fn main() {
    letters::post(3, 3);
    lawful_temporal::event!(panic!("an event was made"));
    let thread = std::thread::spawn(lawful_temporal::inherit(|| 7));
    println!("{} is right", thread.join().unwrap());
}
"#;

const LAWS: &str = r#"use lawful::prelude::*;
use lawful::pulse::scheduled;
use lawful::temporal::*;
use letters::Mail::*;
use letters::post;

fn arrives() -> Formula<letters::Mail> {
    always(when!(Sent { id } => eventually(is!(Received { id: =id })))).named("every letter arrives")
}

#[law(seed = 1)]
fn letters_arrive(#[from(0..9u32)] letters: u32) -> impl Law {
    scheduled(move || post(letters, 9)).over_time(arrives())
}

#[law(seed = 1)]
fn letters_are_lost(#[from(0..9u32)] letters: u32) -> impl Law {
    scheduled(move || post(letters, 2)).over_time(arrives())
}

#[law(seed = 1, isolated, jobs = 2)]
fn letters_are_lost_elsewhere(#[from(0..9u32)] letters: u32) -> impl Law {
    scheduled(move || post(letters, 2)).over_time(arrives())
}

#[law(seed = 1)]
fn silence() -> impl Law {
    scheduled(|| ()).over_time(arrives())
}
"#;

fn project() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| {
        let dependencies = format!(
            "[dependencies]\n{}\n{}\n\n[dev-dependencies]\n{}\n",
            Project::dependency_on("lawful-pulse", &[]),
            Project::dependency_on("lawful-temporal", &[]),
            Project::dependency_on("lawful", &["pulse", "temporal"])
        );
        let files = [("src/lib.rs", LIBRARY), ("src/main.rs", PROGRAM), ("tests/laws.rs", LAWS)];
        Project::depending(env!("CARGO_TARGET_TMPDIR"), "letters", &dependencies, &files)
    })
}

#[test]
fn what_is_shipped_has_no_events() {
    let tree = project().cargo("tree --edges normal --prefix none").run();
    let names: Vec<&str> = tree.stdout.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["letters", "lawful-pulse", "lawful-temporal"], "{}", tree.all());
    let ran = project().cargo("run --release").run();
    assert!(ran.success && ran.stdout == "7 is right\n", "{}", ran.all());
}

#[test]
fn laws_over_time_are_run_by_cargo_test() {
    let output = project().cargo("test --test laws").run();
    assert!(output.stdout.contains("test letters_arrive ... ok"), "{}", output.all());
    let told = "  every letter arrives:\n    \
                event 3: Sent { id: 3 }\n      \
                never Received { id: 3 }   [events 3 to 5, where the trace ended]\n";
    for law in ["letters_are_lost", "letters_are_lost_elsewhere"] {
        let failure = output.failure(law);
        assert!(failure.contains("letters = 3") && failure.contains(told), "{failure}");
    }
    let remarks = output.remarks();
    let silent = |remark: &&&str| remark.contains("no run had an event of type `letters::Mail`");
    assert_eq!(remarks.iter().filter(silent).count(), 1, "{remarks:?}");
}

#[test]
fn a_stored_failure_comes_again() {
    let test = || project().cargo("test --test laws letters_are_lost -- --exact").with_database();
    let first = test().run();
    assert!(!first.success, "{}", first.all());
    let again = test().run().failure("letters_are_lost");
    assert!(again.contains("letters = 3") && again.contains("event 3: Sent { id: 3 }"), "{again}");
}
