//! Proxies with several faults at once: telecoms-2006, 5.1 to 5.3.
//!
//! Whenever a fault is found, its condition becomes a precondition, so that the next run finds another:
//! "QuickCheck is very likely to report the most common bug on every run".

use lawful::Runner;
use lawful::machine::symbolic::{Machine, Testing};
use lawful::report::sequence;
use lawful::run::Config;
use lawful::run::Failure;

use super::controller::Controller;
use super::faults::Faults;
use super::hunts::as_found;
use super::link::Link;
use super::round_trip::round_trip;
use super::specification::{Model, linked};

/// Programs are replayed under the name that they were found under.
const NAME: &str = "old_release";

/// Name of the fault that is not of commands but of messages.
const OF_MESSAGES: &str = "empty_parameters_encode";

/// A fault that was found while those before it were known.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Its name.
    pub fault: &'static str,
    /// Number of commands of the case that showed it first; none where a message does.
    pub commands: usize,
    /// The minimal commands that show it, call by call.
    pub calls: Vec<String>,
}

/// The old release, some faults of which are known.
pub fn old_release(known: Faults) -> Machine<Model, Controller> {
    with_faults(known, Faults::old_release())
}

fn with_faults(known: Faults, faults: Faults) -> Machine<Model, Controller> {
    linked(known, move || Link::in_memory(faults)).testing(Testing::Negative)
}

/// Finds a fault of a proxy, declares it known, and so on, until nothing more is found in so many tests.
///
/// As in the paper, the messages come first: what the round trip finds is avoided from then on by generators that
/// follow the ABNF grammar. Then come the commands.
pub fn work_through(faults: Faults, seed: u64, tests: u64) -> Vec<Finding> {
    let check = Runner::named(NAME).tests(tests).seed(seed).first_failure();
    let (mut known, mut findings) = (Faults::default(), Vec::new());
    if check.run(&round_trip(faults)).failure().is_some() {
        findings.push(Finding { fault: OF_MESSAGES, commands: 0, calls: Vec::new() });
    }
    loop {
        let machine = with_faults(known, faults);
        let summary = check.run(&machine);
        let Some(failure) = summary.failure() else { return findings };
        let (fault, found) = fault_of(failure, known, faults);
        assert_ne!(known.and(found), known, "{fault} is known and was found again");
        known = known.and(found);
        let commands = as_found(&machine, NAME, failure, seed).map_or(0, |(_, commands)| commands);
        findings.push(Finding { fault, commands, calls: sequence::calls(failure.calls()) });
    }
}

/// The fault without which the program of a failure would run: what a developer would find out.
fn fault_of(failure: &Failure, known: Faults, faults: Faults) -> (&'static str, Faults) {
    let replay = Config::default().with(|config| config.replay = Some(failure.token.clone()));
    let mends = |(_, fault): &(&str, Faults)| {
        let mended = with_faults(known, faults.without(*fault));
        Runner::named(NAME).with(replay.clone()).run(&mended).is_success()
    };
    let found = Faults::each().into_iter().find(mends);
    found.unwrap_or_else(|| panic!("no fault alone is to blame: {:#?}", failure.calls()))
}

/// Works through a proxy, and tells the faults in the order in which they were found.
pub fn told(faults: Faults, seed: u64, tests: u64) -> Vec<String> {
    let findings = work_through(faults, seed, tests);
    let count = findings.len();
    let first = format!("{count} faults found one after another, then {tests} tests pass");
    let line = |(number, finding): (usize, &Finding)| match finding.calls.as_slice() {
        [] => format!("{number}. {}: a message with empty stream parameters", finding.fault),
        calls => {
            let Finding { fault, commands, .. } = finding;
            let (minimal, calls) = (calls.len(), calls.join(" "));
            format!("{number}. {fault}: {minimal} commands, {commands} as found: {calls}")
        }
    };
    std::iter::once(first).chain((1..).zip(&findings).map(line)).collect()
}
