//! Machines inside other laws.

use lawful_core::data::Verdict;
use lawful_core::law::{Law, for_all};
use lawful_core::run::{Config, Event, Runner};
use lawful_machine::symbolic::*;

/// Counts, and forgets one from a number on.
fn next(last: &mut u32, step: Step<(u32, u32)>) -> StepResult {
    let next = step.call((), |system, _, ()| {
        system.0 = (system.0 + 1).min(system.1);
        system.0
    })?;
    *last += 1;
    next.returns(*last)
}

fn counter(most: u32) -> Machine<u32, (u32, u32)> {
    Machine::new(|| 0, move || (0, most)).command(next)
}

#[test]
fn of_two_machines_both_are_shown() {
    let law = counter(u32::MAX).commands(2).and(counter(2));
    let summary = Runner::named("both").seed(1).run(&law);
    let results: Vec<_> = summary.failure().expect("the second forgets").calls().iter().collect();
    let results: Vec<Option<&str>> = results.iter().map(|call| call.result.as_deref()).collect();
    // The first machine needs no command, so it is shown as long as shrinking left it.
    assert_eq!(results[results.len() - 3..], [Some("1"), Some("2"), Some("2")]);
    let long = Config::default().with(|config| {
        config.max_shrink_runs = 0;
        config.max_failures = 1;
        config.explain = false;
    });
    let summary = Runner::named("both").with(long.with(|config| config.seed = Some(1))).run(&law);
    let calls = summary.failure().expect("the second forgets").calls();
    assert!(calls.len() > 3 && calls[0].result.as_deref() == Some("1"), "{calls:?}");
    assert_eq!(calls.iter().filter(|call| call.result.as_deref() == Some("1")).count(), 2);
}

#[test]
fn a_machine_that_an_argument_decides_is_shrunk_by_its_own_passes() {
    for seed in 0..10 {
        let law = for_all(2..=9u32, counter);
        let summary = Runner::named("decided").seed(seed).run(&law);
        let failure = summary.failure().expect("it forgets");
        assert_eq!((failure.arguments[0].debug.as_str(), failure.calls().len()), ("2", 3));
        assert_eq!(failure.sizes[0].unit.1, "commands");
        assert!(!summary.counts.is_empty(), "its commands are counted");
    }
}

/// Every case that is told has the details of its reason: it may be the only one to fail.
#[test]
fn cases_that_are_told_and_walked_have_details() {
    let config = Config::default().with(|config| {
        config.verbose = true;
        config.tests = 20;
        config.seed = Some(1);
    });
    let mut told = Vec::new();
    Runner::named("told").with(config.clone()).run_with(&counter(2), &mut |event| {
        if let Event::Case { verdict: Verdict::Failed, reason: Some(reason), .. } = event {
            told.push(reason.message());
        }
    });
    let walked = config.with(|config| config.exhaustive = Some(3));
    Runner::named("walked").with(walked).run_with(&counter(2), &mut |event| {
        if let Event::Case { verdict: Verdict::Failed, reason: Some(reason), .. } = event {
            told.push(reason.message());
        }
    });
    assert!(told.len() > 1);
    assert!(told.iter().all(|message| message.starts_with("it returned")), "{told:?}");
}
