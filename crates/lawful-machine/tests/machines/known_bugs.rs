//! Bugs that are known: avoided in most cases, and looked for in some.

use std::cell::{Cell, RefCell};

use lawful_core::generate::any;
use lawful_core::run::{Runner, Summary, Warning};
use lawful_machine::{Dynamic, Kind, Machine, Step, StepResult, Symbolic};

thread_local! {
    /// The calls of each case: `p` for one that is fine, `k` for one that meets the bug.
    static CASES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    static IS_FIXED: Cell<bool> = const { Cell::new(false) };
}

fn log(letter: char) {
    CASES.with_borrow_mut(|cases| cases.last_mut().expect("a case has begun").push(letter));
}

/// There are too many of these to go through all cases.
fn fine<K: Kind>(_: &mut (), step: Step<'_, (), K>) -> StepResult {
    let number = step.draw(any::<u64>());
    step.call(number, |_, _, _| log('p'))?;
    Ok(())
}

fn troublesome<K: Kind>(_: &mut (), step: Step<'_, (), K>) -> StepResult {
    step.known_bug(true, "issue 17")?;
    step.call((), |_, _, ()| {
        log('k');
        IS_FIXED.get()
    })?
    .returns(true)
}

fn machine<K: Kind>() -> Machine<(), (), K> {
    let begin = || CASES.with_borrow_mut(|cases| cases.push(String::new()));
    Machine::new(|| (), begin).command(fine).command(troublesome).commands(20)
}

fn run<K: Kind>(fixed: bool) -> (Summary, Vec<String>) {
    CASES.take();
    IS_FIXED.set(fixed);
    let summary = Runner::named("known").tests(4_000).seed(1).run(&machine::<K>());
    (summary, CASES.take())
}

#[test]
fn a_known_bug_is_avoided_and_provoked_once_in_sixteen_cases() {
    fn check<K: Kind>() {
        let (summary, cases) = run::<K>(false);
        assert!(summary.is_success(), "{:?}", summary.stopped);
        let provoked = cases.iter().filter(|case| case.contains('k')).count();
        // A run of a case that breaks the law is not repeated: it is known.
        let share = provoked as f64 / cases.len() as f64;
        assert!((0.05..0.08).contains(&share), "{share}");
        // It is the last one of its case, and the only one.
        assert!(cases.iter().all(|case| case.find('k').is_none_or(|at| at == case.len() - 1)));
        let known = &summary.tables.known_bugs["issue 17"];
        assert_eq!(known.failed, provoked as u64);
        assert!(!summary.warnings.iter().any(|one| matches!(one, Warning::KnownBugFixed { .. })));
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

#[test]
fn how_often_a_known_bug_was_avoided_is_counted() {
    let (summary, cases) = run::<Symbolic>(false);
    let mut counts = summary.counts.iter();
    let avoided = counts.find(|(counted, _)| counted.table == "known bugs avoided");
    let (counted, avoided) = avoided.expect("it was avoided");
    assert_eq!(counted.name, "issue 17");
    let mut counts = summary.counts.iter();
    let is_refused = |(counted, _): &&(lawful_core::law::Counter, u64)| {
        counted.table == "commands refused" && counted.name == "troublesome"
    };
    assert_eq!(counts.find(is_refused).map(|(_, count)| count), Some(avoided));
    // As often as not, of about twenty commands of every case.
    assert!(*avoided > 10 * cases.len() as u64, "{avoided} in {} cases", cases.len());
}

#[test]
fn a_known_bug_that_is_mended_is_warned_of() {
    fn check<K: Kind>() {
        let (summary, cases) = run::<K>(true);
        assert!(summary.is_success(), "{:?}", summary.stopped);
        let provoked = cases.iter().filter(|case| case.contains('k')).count() as u64;
        let expected = Warning::KnownBugFixed { known: String::from("issue 17"), cases: provoked };
        assert!(summary.warnings.contains(&expected), "{:?}", summary.warnings);
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

/// The bug is in every program that is larger than the smallest one, which must not be known by it.
#[test]
fn another_bug_is_found_and_shrunk_past_the_known_one() {
    fn count<K: Kind>(model: &mut u32, step: Step<'_, u32, K>) -> StepResult {
        step.known_bug(*model == 2, "two")?;
        let called = step.call(*model, |system, _, _| {
            *system += 1;
            *system
        })?;
        *model += 1;
        called.ensure("not to be two or more than four", |called, _| *called != 3 && *called < 5)
    }
    fn skip<K: Kind>(model: &mut u32, step: Step<'_, u32, K>) -> StepResult {
        step.require(*model == 2)?;
        step.call((), |system, _, ()| *system += 1)?;
        *model += 1;
        Ok(())
    }
    fn check<K: Kind>() {
        let machine = Machine::<u32, u32, K>::new(|| 0, || 0).command(count).command(skip);
        for seed in 0..20 {
            let summary = Runner::named("past").seed(seed).run(&machine);
            let failure = summary.failure().expect("five are too many");
            let commands: Vec<&str> =
                failure.calls().iter().map(|step| step.name.as_str()).collect();
            assert_eq!(commands, ["count", "count", "skip", "count", "count"], "seed {seed}");
            assert_eq!(summary.failures().len(), 1);
        }
    }
    check::<Symbolic>();
    check::<Dynamic>();
}
