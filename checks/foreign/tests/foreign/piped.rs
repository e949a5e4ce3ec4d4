//! The table in a process that is talked to: one for every case, so that nothing is left of the last.

use std::time::Duration;

use foreign::{Interpreter, Mistake, NoAnswer, Store, Table, machine};
use lawful::prelude::*;
use lawful::report::sequence;
use lawful::run::{Config, Summary};

use super::all_programs::{Call, all_calls, answers, first_wrong, programs, wrong_at};

/// For those who answer, if the machine has nothing else to do.
const PATIENCE: Duration = Duration::from_secs(20);

/// To wait for an answer that does not come takes this long every time, while shrinking too.
const IMPATIENCE: Duration = Duration::from_millis(200);

#[law]
fn an_interpreter_follows_its_model() -> impl Law {
    machine(|| Interpreter::start(Mistake::None, PATIENCE))
}

/// Runs until the first failure.
fn run(law: &dyn Law, seed: u64) -> Summary {
    // Every case is a process.
    let config = Config::default().with(|config| {
        config.seed = Some(seed);
        config.max_failures = 1;
        config.explain = false;
    });
    Runner::named("interpreter").with(config).run(law)
}

fn calls(summary: &Summary) -> Vec<String> {
    sequence::calls(summary.failure().expect("the law is broken").calls())
}

/// The mistake is the interpreter's, and the table is right. A number of one digit is read well, and -10
/// by chance.
#[test]
fn a_sign_for_one_digit_is_shown_on_the_smallest_number_that_needs_more() {
    let machine = machine(|| Interpreter::start_signing_one_digit(PATIENCE));
    for seed in 1..=10 {
        let calls = calls(&run(&machine, seed));
        let lasts = ["get(0);", "put(0, 0);", "delete(0);"];
        assert!(lasts.iter().any(|last| calls == ["put(0, -11);", *last]), "{calls:?}");
    }
    let reads_wrongly = |value: &i32| {
        let program = [Call::Put(0, *value), Call::Get(0)];
        wrong_at(&program, &mut Interpreter::start_signing_one_digit(PATIENCE)).is_some()
    };
    let mut numbers = (0..100).flat_map(|number| [number, -number]);
    assert_eq!(numbers.find(reads_wrongly), Some(-11));
}

/// What writing past the end comes to. In the second, shrinking would have to drop one call and change
/// the key of another in the same moment.
pub const LATE: [&[&str]; 2] =
    [&["put(3, 0);", "put(8, 0);"], &["put(1, 0);", "put(6, 0);", "put(8, 0);"]];

/// An interpreter that ends is one that does not answer: no isolation is needed.
#[test]
fn an_interpreter_that_ends_does_not_answer() {
    let machine = machine(|| Interpreter::start(Mistake::WrapsLate, PATIENCE));
    for seed in 1..=10 {
        let summary = run(&machine, seed);
        let calls = calls(&summary);
        assert!(LATE.iter().any(|late| calls == *late), "{calls:?}");
        let steps = summary.failure().expect("the law is broken").calls();
        let result = steps.last().and_then(|step| step.result.as_deref());
        assert!(result.is_some_and(|result| result.starts_with("Err(Ended(\"signal: 6 ")));
    }
    let late = || Interpreter::start(Mistake::WrapsLate, PATIENCE);
    assert_eq!(first_wrong(1, late, |_| true), None);
    assert_eq!(first_wrong(2, late, |_| true).expect("there is one"), LATE[0]);
}

/// Three keys and a tombstone leave no slot empty, so that a search for a fourth does not end.
#[test]
fn an_interpreter_that_loops_does_not_answer() {
    let machine = machine(|| Interpreter::start(Mistake::CountsNoTombstones, IMPATIENCE));
    let summary = run(&machine, 1);
    let lines = sequence::lines(summary.failure().expect("the law is broken").calls());
    assert_eq!(
        lines.join("\n"),
        "// {}\n\
         put(0, 0);  // Ok(None)\n\
         // {0: 0}\n\
         put(1, 0);  // Ok(None)\n\
         // {0: 0, 1: 0}\n\
         put(2, 0);  // Ok(None)\n\
         // {0: 0, 1: 0, 2: 0}\n\
         delete(0);  // Ok(Some(0))\n\
         // {1: 0, 2: 0}\n\
         put(3, 0);  // Ok(None)\n\
         // {1: 0, 2: 0, 3: 0}\n\
         get(0);     // Err(Within(200ms))  <-- broken here"
    );
}

#[test]
fn an_interpreter_that_has_ended_goes_on_not_to_answer() {
    let mut interpreter = Interpreter::start(Mistake::WrapsLate, PATIENCE);
    assert_eq!(interpreter.put(3, 0), Ok(None));
    assert!(matches!(interpreter.put(8, 0), Err(NoAnswer::Ended(_))));
    assert!(matches!(interpreter.get(3), Err(NoAnswer::Ended(_))));
}

/// All programs of two calls, of three calls with keys that want the same slots, and those of four calls that begin with
/// the two keys of a lost tombstone: 31 + 961 + 2,197 + 169 of them.
#[test]
fn an_interpreter_answers_as_direct_calls_do() {
    let all = all_calls();
    let keys = 0..=3;
    let few: Vec<Call> = all
        .iter()
        .copied()
        .filter(|call| match call {
            Call::Get(key) | Call::Put(key, _) | Call::Delete(key) => keys.contains(key),
            Call::Count => true,
        })
        .collect();
    let begun = programs(&few, 2)
        .into_iter()
        .map(|end| [vec![Call::Put(0, -7), Call::Put(2, 8)], end].concat());
    let all = [programs(&all, 1), programs(&all, 2), programs(&few, 3), begun.collect()].concat();
    assert_eq!(all.len(), 31 + 961 + 2_197 + 169);
    for mistake in [Mistake::None, Mistake::LeavesNoTombstone] {
        let mut interpreter = Interpreter::start(mistake, PATIENCE);
        for program in &all {
            interpreter.replace(mistake);
            let direct = answers(program, &mut Table::new(mistake));
            assert_eq!(answers(program, &mut interpreter), direct, "{program:?}");
        }
    }
}
