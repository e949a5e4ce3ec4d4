//! The old release: telecoms-2006, 5.2.
//!
//! Nine faults are in it at once. Whenever one is found, its condition becomes a precondition, so that
//! the next run finds another: "QuickCheck is very likely to report the most common bug on every run".

use lawful::Runner;
use lawful::machine::symbolic::{Machine, Testing};
use lawful::report::sequence;
use lawful::run::Config;
use lawful::run::Failure;

use super::controller::Controller;
use super::faults::Faults;
use super::link::Link;
use super::specification::{Model, linked};

/// Programs are replayed under the name that they were found under.
const NAME: &str = "old_release";

/// A fault that was found while those before it were known.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Its name.
    pub fault: &'static str,
    /// The program that shows it, call by call.
    pub calls: Vec<String>,
}

/// The old release, some faults of which are known.
pub fn old_release(known: Faults) -> Machine<Model, Controller> {
    with_faults(known, Faults::old_release())
}

fn with_faults(known: Faults, faults: Faults) -> Machine<Model, Controller> {
    linked(known, move || Link::in_memory(faults)).testing(Testing::Negative)
}

/// Finds a fault, declares it known, and so on, until nothing more is found in so many tests.
pub fn work_through(seed: u64, tests: u64) -> Vec<Finding> {
    let (mut known, mut findings) = (Faults::default(), Vec::new());
    loop {
        let check = Runner::named(NAME).tests(tests).seed(seed).first_failure();
        let summary = check.run(&old_release(known));
        let Some(failure) = summary.failure() else { return findings };
        let (fault, faults) = fault_of(failure, known);
        assert_ne!(known.and(faults), known, "{fault} is known and was found again");
        known = known.and(faults);
        findings.push(Finding { fault, calls: sequence::calls(failure.calls()) });
    }
}

/// The fault without which the program of a failure would run: what a developer would find out.
fn fault_of(failure: &Failure, known: Faults) -> (&'static str, Faults) {
    let replay = Config::default().with(|config| config.replay = Some(failure.token.clone()));
    let mends = |(_, fault): &(&str, Faults)| {
        let mended = with_faults(known, Faults::old_release().without(*fault));
        Runner::named(NAME).with(replay.clone()).run(&mended).is_success()
    };
    let found = Faults::each().into_iter().find(mends);
    found.unwrap_or_else(|| panic!("no fault alone is to blame: {:#?}", failure.calls()))
}
