//! Does a failure come every time? A law that is not deterministic may have failed by chance.

use std::time::{Duration, Instant};

use super::runner::{Counterexample, Phase, Running, Shrinking, failure};
use super::site::{Feed, Judged, Site};
use crate::choice::Tape;
use crate::data::{
    CaseRecord, Found, Identity, Rate, Reason, ReplayToken, Stopped, StoredFailure, Unstable,
};

impl Running<'_> {
    /// Adds a failure at its minimal case, if that fails whenever it is run.
    pub fn fail(&mut self, case: Counterexample, shrinking: Shrinking) -> Phase {
        let reported = self.ends_at_first();
        let confirmed = confirm(self.site, &case, &shrinking.0.tape, reported);
        self.confirmed(case, shrinking, confirmed)
    }

    pub fn confirmed(
        &mut self,
        case: Counterexample,
        shrinking: Shrinking,
        confirmed: Confirmed,
    ) -> Phase {
        let Counterexample { found, reason, found_by, .. } = case;
        match confirmed {
            Confirmed::Always(shown) => {
                // What the case decided is its tape; the run that was shown may have died before its end.
                let tape = shrinking.0.tape.clone();
                let mut failure = failure(*shown, reason, found);
                (failure.tape, failure.found_by) = (tape, found_by);
                self.add(self.with_token(failure, Some(shrinking)));
                Ok(())
            }
            Confirmed::Sometimes { shown, tape, then, rate } => {
                let unstable = self.unstable_case(found, reason, then, *shown, tape, rate);
                self.unstable(unstable)
            }
        }
    }

    /// A failure that did not come again, as a run of it was shown.
    pub fn unstable_case(
        &self,
        found: Found,
        reason: Reason,
        then: Option<Reason>,
        shown: Judged,
        tape: Tape,
        rate: Rate,
    ) -> Unstable {
        let CaseRecord { arguments, document, .. } = shown.record;
        let token = ReplayToken::write_unstable(self.about, &tape);
        let mut unstable = Unstable::new(reason, found, rate, tape);
        (unstable.arguments, unstable.document) = (arguments, document);
        (unstable.token, unstable.then) = (token, then);
        unstable
    }

    /// Stores a failure that did not come again. It is told beside those that did.
    pub fn add_unstable(&mut self, unstable: Unstable) {
        if unstable.found != Found::Replay {
            self.store(StoredFailure::of_unstable(self.about, &unstable));
        }
        if self.unstable.len() < MOST_UNSTABLE {
            self.unstable.push(unstable);
        }
    }

    /// One failure that does not come again is no reason to keep quiet about those that do.
    pub fn unstable(&mut self, unstable: Unstable) -> Phase {
        self.add_unstable(unstable);
        match self.failures.is_empty() {
            true => Err(Stopped::Passed),
            false => Ok(()),
        }
    }
}

/// Result of running a minimal case several times.
pub(super) enum Confirmed {
    /// The case failed every time.
    Always(Box<Judged>),
    /// The case, or the one that was found, did not fail every time.
    Sometimes { shown: Box<Judged>, tape: Tape, then: Option<Reason>, rate: Rate },
}

/// Runs the minimal case of a failure some times more: a law that is not deterministic may have failed by chance.
pub(super) fn confirm(
    site: &mut dyn Site,
    case: &Counterexample,
    minimal: &Tape,
    reported: bool,
) -> Confirmed {
    let identity = Identity::of(&case.reason);
    let started = Instant::now();
    let shown = Box::new(site.show(minimal, reported));
    let then = shown.reason().cloned();
    let mut rate = Rate::default();
    rate.add(then.as_ref().is_some_and(|then| then.is_same_failure(&case.reason)));
    // A slow case would take too long to run again.
    let time = CONFIRMING_TIME.saturating_sub(started.elapsed());
    let rate = measure(site, minimal, &identity, rate, CONFIRMATIONS, time);
    if rate.is_always() {
        return Confirmed::Always(shown);
    }
    let then = if rate.failed == 0 { then } else { None };
    let rate = measure(site, minimal, &identity, rate, REPEATS, MEASURING_TIME);
    if rate.failed > 0 {
        return Confirmed::Sometimes { shown, tape: minimal.clone(), then, rate };
    }
    // The minimal case failed once, while it was shrunk, and never again: the case as it was found says more.
    let mut rate = Rate::new(1, 1);
    let shown = Box::new(show_measured(site, &case.tape, &identity, &mut rate));
    let rate = measure(site, &case.tape, &identity, rate, REPEATS, MEASURING_TIME);
    Confirmed::Sometimes { shown, tape: case.tape.clone(), then, rate }
}

/// Runs a case until there are so many runs of it, for a time, and counts those that fail in the same way.
pub(super) fn measure(
    site: &mut dyn Site,
    tape: &Tape,
    identity: &Identity,
    mut rate: Rate,
    runs: u32,
    time: Duration,
) -> Rate {
    let started = Instant::now();
    while rate.runs < runs && started.elapsed() < time {
        let judged = site.judge(Feed::Tape(tape.clone()));
        rate.add(judged.reason().map(Identity::of).as_ref() == Some(identity));
    }
    rate
}

/// Shows a case, which is one more run of it.
pub(super) fn show_measured(
    site: &mut dyn Site,
    tape: &Tape,
    identity: &Identity,
    rate: &mut Rate,
) -> Judged {
    let shown = site.show(tape, true);
    rate.add(shown.reason().map(Identity::of).as_ref() == Some(identity));
    shown
}

/// Number of runs of a case from which the rate of an unstable failure is told, and of a stored one until it fails.
pub(super) const REPEATS: u32 = 12;
/// Number of runs of a minimal case after which its failure is taken to come every time, and the time for them.
const CONFIRMATIONS: u32 = 4;
const CONFIRMING_TIME: Duration = Duration::from_secs(1);
/// Time for measuring how often an unstable failure comes.
pub(super) const MEASURING_TIME: Duration = Duration::from_secs(5);
/// Number of unstable failures that are told.
const MOST_UNSTABLE: usize = 3;
