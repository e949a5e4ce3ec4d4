//! Parallel machines: calls that are not atomic, under the scheduler and on threads, and what the compiler says
//! when a machine cannot run in parallel.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use checks::{Cargo, Project};

use crate::misuse::{Mistake, problem};
use crate::replay::replay_line;

/// A system, its model and its commands. What is imported before says whether it is for threads.
const SEATS: &str = r#"
/// Who sits where.
#[derive(Default)]
struct Seats(Mutex<BTreeMap<u8, u8>>);

impl Seats {
    /// The lock is let go between looking and writing.
    fn take(&self, seat: u8, guest: u8) -> bool {
        if self.0.lock().unwrap().contains_key(&seat) {
            return false;
        }
        let_others_run();
        self.0.lock().unwrap().insert(seat, guest);
        true
    }

    fn take_at_once(&self, seat: u8, guest: u8) -> bool {
        let mut seats = self.0.lock().unwrap();
        let is_free = !seats.contains_key(&seat);
        seats.entry(seat).or_insert(guest);
        is_free
    }

    fn leave(&self, seat: u8) -> Option<u8> {
        self.0.lock().unwrap().remove(&seat)
    }
}

type Model = BTreeMap<u8, u8>;

fn take(model: &mut Model, step: Step<Arc<Seats>>) -> StepResult {
    let (seat, guest) = (step.draw(0..=3u8), step.draw(0..=9u8));
    let done = step.call((seat, guest), |seats, _, (seat, guest)| seats.take(seat, guest))?;
    done.returns(!model.contains_key(&seat))?;
    model.entry(seat).or_insert(guest);
    Ok(())
}

fn take_at_once(model: &mut Model, step: Step<Arc<Seats>>) -> StepResult {
    let (seat, guest) = (step.draw(0..=3u8), step.draw(0..=9u8));
    let done = step.call((seat, guest), |seats, _, (seat, guest)| seats.take_at_once(seat, guest))?;
    done.returns(!model.contains_key(&seat))?;
    model.entry(seat).or_insert(guest);
    Ok(())
}

fn leave(model: &mut Model, step: Step<Arc<Seats>>) -> StepResult {
    let seat = step.draw(0..=3u8);
    step.call(seat, |seats, _, seat| seats.leave(seat))?.returns(model.remove(&seat))
}

fn machine() -> Machine<Model, Arc<Seats>> {
    Machine::new(Model::new, Arc::default).command(take).command(leave)
}

fn right() -> Machine<Model, Arc<Seats>> {
    Machine::new(Model::new, Arc::default).command(take_at_once).command(leave)
}
"#;

const SCHEDULED: &str = r#"use std::collections::BTreeMap;
use lawful::machine::symbolic::*;
use lawful::parallel::Parallel;
use lawful::prelude::*;
use lawful::pulse::sync::{Arc, Mutex};

fn let_others_run() {}

#[law]
fn calls_follow_the_model() -> impl Law {
    machine()
}

#[law(seed = 1)]
fn calls_are_atomic() -> impl Law {
    Parallel::scheduled(machine())
}

#[law(tests = 50)]
fn calls_under_one_lock_are_atomic() -> impl Law {
    Parallel::scheduled(right())
}

fn next(last: &mut u32, step: Step<Arc<std::sync::Mutex<u32>>>) -> StepResult {
    let next = step.call((), |number, _, ()| {
        let seen = *number.lock().unwrap();
        *number.lock().unwrap() = seen + 1;
        seen + 1
    })?;
    *last += 1;
    next.returns(*last)
}

/// The same mistake with a lock of std, which the scheduler knows nothing of.
#[law(tests = 20)]
fn a_lock_of_std() -> impl Law {
    Parallel::scheduled(Machine::new(|| 0, Arc::default).command(next))
}

/// A guest of whom the model does not know: nothing has to race for that.
#[law(seed = 1)]
fn a_wrong_model() -> impl Law {
    let seats = || {
        let seats = Arc::<Seats>::default();
        seats.take_at_once(0, 7);
        seats
    };
    Parallel::scheduled(Machine::new(Model::new, seats).command(leave))
}
"#;

const ON_THREADS: &str = r#"use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use lawful::machine::shared::*;
use lawful::parallel::Parallel;
use lawful::prelude::*;

/// The race is wide, so that threads meet in it.
fn let_others_run() {
    std::thread::sleep(std::time::Duration::from_micros(50));
}

#[law(seed = 1)]
fn calls_are_atomic() -> impl Law {
    Parallel::threads(machine())
}

#[law(tests = 50)]
fn calls_under_one_lock_are_atomic() -> impl Law {
    Parallel::threads(right())
}
"#;

fn project(name: &str, features: &[&str], files: &[(&str, &str)]) -> Project {
    let dependencies = format!("[dependencies]\n{}\n", Project::dependency_on("lawful", features));
    let files = [&[("src/lib.rs", "")], files].concat();
    Project::depending(env!("CARGO_TARGET_TMPDIR"), name, &dependencies, &files)
}

fn under_a_scheduler() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| {
        let laws = format!("{SCHEDULED}{SEATS}");
        let features = ["machine", "parallel", "pulse"];
        project("seats-scheduled", &features, &[("tests/seats.rs", &laws)])
    })
}

/// The project that has nothing of a scheduler, and the mistakes.
fn on_threads() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| {
        let laws = format!("{ON_THREADS}{SEATS}");
        let mistakes = mistakes();
        let paths: Vec<String> =
            mistakes.iter().map(|(name, _)| format!("tests/{name}.rs")).collect();
        let mut files = vec![("tests/seats.rs", laws.as_str())];
        let texts = paths.iter().zip(&mistakes).map(|(path, (_, text))| (path.as_str(), &text[..]));
        files.extend(texts);
        project("seats-on-threads", &["parallel"], &files)
    })
}

/// A run that looks for one failure alone, which is quicker.
fn cargo(project: &Project, words: &str) -> Cargo {
    project.cargo(&format!("test --test seats {words}")).env("LAWFUL_MAX_FAILURES", "1")
}

/// The smallest case, what each branch did, why it has no explanation, and what it depends on.
const REPORT: &[&str] = &[
    "law broken: seats-scheduled::seats::calls_are_atomic  (tests/seats.rs:14)\n\n    \
     // at the same time\n    \
     // A                 | // B\n    \
     take(0, 0);  // true | take(0, 0);  // true\n\n",
    "\n            goes on as A\n            calls take(0, 0)\n            locks seats.rs:",
    "\n    switch                     starts\n                               calls take(0, 0)\n",
    "\n  not linearizable: no order of the calls explains what they returned:\n    \
     the longest order that explains some of them:\n        \
     B: take(0, 0)  // true\n    \
     and then none can come next, where the model is {0: 0}:\n        \
     A: take(0, 0)  // true\n            \
     `take` promised to return what the model says\n            \
     it returned true\n            \
     instead of  false\n",
    "\n  Still broken with take(0, _) in step 1 of A and take(0, _) in step 1 of B, as far as tried.\n  \
     It passes with take(1, 0) in step 1 of A, or with take(1, 0) in step 1 of B.\n",
    "\n  It takes 1 context switch; with fewer context switches it does not fail in this way.\n",
];

const LAW: &str = "calls_are_atomic";

#[track_caller]
fn assert_holds(report: &str, parts: &[&str]) {
    for part in parts {
        assert!(report.contains(part), "no {part:?} in\n{report}");
    }
}

#[test]
fn a_race_is_told_and_the_right_version_passes() {
    let output = cargo(under_a_scheduler(), "").run();
    assert_holds(&output.failure(LAW), REPORT);
    assert_holds(
        &output.stdout,
        &[
            "test calls_follow_the_model ... ok\n",
            "test calls_under_one_lock_are_atomic ... ok\n",
            "test a_lock_of_std ... ok\n",
            "3 passed; 2 failed",
        ],
    );
    let warning = "law seats-scheduled::seats::a_lock_of_std: warning: no call passed a point at which another branch could have \
                   gone on: the system should import its locks, atomics and channels from `lawful::pulse`, or be \
                   run by `Parallel::threads`";
    assert_eq!(output.remarks(), [warning], "{}", output.all());
    assert_holds(
        &output.failure("a_wrong_model"),
        &[
            "\n    // in a branch\n    // A\n    leave(0);  // Some(7)\n",
            "\n    none of them can come first, where the model is {}:\n        \
             A: leave(0)  // Some(7)\n            \
             `leave` promised to return what the model says\n            \
             it returned Some(7)\n            \
             instead of  None\n    \
             Only one branch is left: this failure is sequential, not a race.\n",
            "No context switch is needed.",
        ],
    );
}

#[test]
fn a_race_is_replayed() {
    let found = cargo(under_a_scheduler(), LAW).run().failure(LAW);
    let (token, command) = replay_line(&found);
    let replayed = under_a_scheduler().cargo(&command).env("LAWFUL_REPLAY", &token).run();
    let report = replayed.failure(LAW);
    assert_holds(&report, &REPORT[..4]);
    assert_holds(&report, &["Replayed as it is, without shrinking."]);
    assert_eq!(replay_line(&report).0, token);
}

#[test]
fn a_race_is_kept_and_drawn() {
    let directory = under_a_scheduler().target().join("lawful");
    let picture = directory.join("pictures").join("seats-scheduled--seats--calls_are_atomic-1.svg");
    forget(&directory);
    let first = cargo(under_a_scheduler(), LAW).with_database().run().failure(LAW);
    assert_holds(&first, REPORT);
    assert_holds(&first, &["Found by test ", &format!("\n  Drawn:  {}", picture.display())]);
    let drawn = fs::read_to_string(&picture).expect("the picture is there");
    assert_holds(&drawn, &["<svg", "calls take(0, 0)", "returns true"]);
    // The first test has one command, if any: that is no race.
    let second = cargo(under_a_scheduler(), LAW).env("LAWFUL_TESTS", "1").with_database().run();
    let report = second.failure(LAW);
    assert_holds(&report, REPORT);
    assert_holds(&report, &["Found by a failure kept from an earlier run, already minimal"]);
    forget(&directory);
}

fn forget(database: &Path) {
    let entries = fs::read_dir(database).into_iter().flatten().flatten();
    let paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    let of_law = paths.iter().filter(|path| path.display().to_string().contains(LAW));
    of_law.for_each(|path| fs::remove_dir_all(path).expect("it can be removed"));
}

/// Which call of a race comes first is not for the test to say, and how small it gets is luck.
#[test]
fn threads_race_without_a_scheduler() {
    let output = cargo(on_threads(), "").run();
    assert_holds(&output.stdout, &["test calls_under_one_lock_are_atomic ... ok\n"]);
    let report = output.failure(LAW);
    let parts = [
        "law broken: seats-on-threads::seats::calls_are_atomic  (tests/seats.rs:12)\n",
        "\n    // at the same time\n    // A ",
        " | // B",
        "\n  not linearizable: no order of the calls explains what they returned:\n    the longest order",
        "\n            `take` promised to return what the model says\n",
    ];
    assert_holds(&report, &parts);
    assert!(!report.contains("context switch"), "{report}");
}

#[test]
fn every_case_is_told_with_its_branches() {
    let cargo = cargo(under_a_scheduler(), "calls_under").env("LAWFUL_VERBOSE", "1");
    let output = cargo.env("LAWFUL_SEED", "1").run();
    let in_branches = |line: &str| {
        let case = line.strip_prefix("test ").and_then(|line| line.split_once(": "));
        let branches = case.and_then(|(_, case)| case.split_once("/* A */ "));
        branches.is_some_and(|(_, branches)| branches.contains("; /* B */ "))
    };
    assert!(output.all().lines().any(in_branches), "{}", output.all());
}

const MISTAKES: &[Mistake] = &[
    (
        "a_symbolic_machine",
        "use lawful::machine::symbolic::*;\n\
         fn machine(machine: Machine<u32, Arc<u32>>) -> impl Sized {\n\
         \x20   Parallel::threads(machine) // here\n}\n",
        "write `use lawful::machine::shared::*` where the machine is: its commands are those of a symbolic one",
    ),
    (
        "a_dynamic_machine",
        "use lawful::machine::dynamic::*;\n\
         fn machine(machine: Machine<u32, Arc<u32>>) -> impl Sized {\n\
         \x20   Parallel::threads(machine) // here\n}\n",
        "the commands of a machine of kind `Dynamic` cannot run on several threads",
    ),
    (
        "a_system_that_is_not_shared",
        "use lawful::machine::shared::*;\n\
         fn machine(machine: Machine<u32, Mutex<u32>>) -> impl Sized {\n\
         \x20   Parallel::threads(machine) // here\n}\n",
        "put the system into an `Arc`, or implement `Share` for the handle",
    ),
    (
        "a_system_that_stays_on_its_thread",
        "use lawful::machine::shared::*;\n\
         fn machine(machine: Machine<u32, Rc<u32>>) -> impl Sized {\n\
         \x20   Parallel::threads(machine) // here\n}\n",
        "`Rc<u32>` cannot be sent between threads safely",
    ),
    (
        "a_model_that_is_not_cloned",
        "use lawful::machine::shared::*;\n\
         #[derive(Debug, PartialEq)]\nstruct Model;\n\
         fn machine(machine: Machine<Model, Arc<u32>>) -> impl Sized {\n\
         \x20   Parallel::threads(machine) // here\n}\n",
        "the trait bound `Model: Clone` is not satisfied",
    ),
    (
        "a_model_that_is_not_compared",
        "use lawful::machine::shared::*;\n\
         #[derive(Clone, Debug)]\nstruct Model;\n\
         fn machine(machine: Machine<Model, Arc<u32>>) -> impl Sized {\n\
         \x20   Parallel::threads(machine) // here\n}\n",
        "consider annotating `Model` with `#[derive(PartialEq)]`",
    ),
    (
        "a_result_that_stays_on_its_thread",
        "use lawful::machine::shared::*;\n\
         fn next(model: &mut u32, step: Step<Arc<u32>>) -> StepResult {\n\
         \x20   step.call((), |_, _, ()| Rc::new(7))?; // here\n\
         \x20   Ok(())\n}\n",
        "cannot go from thread to thread, as arguments and results of a `shared` machine do",
    ),
    (
        "an_argument_that_stays_on_its_thread",
        "use lawful::machine::shared::*;\n\
         fn next(model: &mut u32, step: Step<Arc<u32>>) -> StepResult {\n\
         \x20   let number = step.draw(|source: &mut Source| Rc::new(source.draw(&any::<u8>()))); // here\n\
         \x20   step.refuse()\n}\n",
        "use a part or a copy of it that is, an `Arc` instead of an `Rc` for instance",
    ),
];

fn mistakes() -> Vec<(&'static str, String)> {
    let head = "#![allow(unused)]\nuse std::rc::Rc;\nuse std::sync::{Arc, Mutex};\n\
                use lawful::parallel::Parallel;\nuse lawful::prelude::*;\n";
    MISTAKES.iter().map(|(name, text, _)| (*name, format!("{head}{text}"))).collect()
}

#[test]
fn each_mistake_is_named_on_the_users_line() {
    let output = on_threads().cargo("build --tests --keep-going --jobs 1").run();
    assert!(!output.success);
    let problems: Vec<String> = mistakes()
        .iter()
        .zip(MISTAKES)
        .filter_map(|((name, text), (_, _, message))| problem(&output.stderr, name, text, message))
        .collect();
    assert!(problems.is_empty(), "{}\n{}", problems.join("\n"), output.stderr);
}
