//! Cases from before: kept in the source, replayed, left by a run that died, stored by one that failed.
//!
//! Any of them may be deadly, so each runs in a process of its own first, with the limits of the law. One that does not kill
//! that process is then run where the law runs: a debugger sees it there, and it is shrunk there if it fails.

use std::time::Duration;

use super::confirm::REPEATS;
use super::database::Stored;
use super::isolated::{Apart, Child};
use super::runner::{Counterexample, Phase, Running, failure};
use super::site::{Feed, Here, Judged, Site};
use super::trail::Left;
use crate::choice::Tape;
use crate::data::{CaseRecord, Event, Found, Rate, ReplayToken, Stopped, TokenError};
use crate::generate::Misuse;
use crate::law::{Law, Outcome, Plan};

/// Maximum time for a case that an earlier process died in, where the law has no limit. The process may have been
/// interrupted in a case that is only slow, so one that takes longer is no failure.
const LEFT_CASE_TIME: Duration = Duration::from_secs(10);
/// Time after which a case that was asked for is told to be running.
const SLOW: Duration = Duration::from_secs(10);

impl Running<'_> {
    /// Runs the cases that are kept in the source.
    pub fn run_kept(&mut self, kept: &[&dyn Law]) -> Phase {
        let feeds = || (0..kept.len()).map(|index| (Feed::Tape(Tape::default()), Some(index)));
        let deadly = self.try_apart(feeds().collect())?;
        for (index, (law, deadly)) in kept.iter().zip(deadly).enumerate() {
            let shown = match deadly {
                Some(shown) => shown,
                None => self.show_kept(*law)?,
            };
            let reason = shown.reason().filter(|_| !shown.record.is_known()).cloned();
            if let Some(reason) = reason {
                self.failures.add(failure(shown, reason, Found::Kept { index }));
            }
        }
        self.go_on()
    }

    /// Runs the cases whose replay tokens are kept in the source.
    pub fn run_kept_tokens(&mut self) -> Phase {
        let mut cases = Vec::new();
        for token in &self.config.kept {
            match ReplayToken::read(self.about, token) {
                Ok(tape) => cases.push((tape, runs_of(ReplayToken::is_unstable(token)))),
                // A generic law is several laws, and has the tokens of all.
                Err(TokenError::AnotherLaw { .. }) => {}
                Err(_) => {
                    return Err(Stopped::Misused(Misuse::new(format!(
                        "`replay = \"{token}\"` is no replay token, or not a whole one; copy it from \
                         the report once more"
                    ))));
                }
            }
        }
        self.run_earlier(cases, Found::KeptToken, &mut |_, _| {})
    }

    /// Runs the cases that broke the law before.
    pub fn run_stored(&mut self) -> Phase {
        let mut notices = Vec::new();
        let stored = self.config.database.load(self.about, &mut notices);
        for notice in notices {
            (self.listen)(&Event::Database(notice));
        }
        let case = |stored: &Stored| (stored.tape.clone(), runs_of(stored.is_unstable));
        let cases = stored.iter().map(case).collect();
        self.run_earlier(cases, Found::Database, &mut |running, index| {
            running.config.database.retire(&stored[index]);
        })
    }

    /// Runs cases, each up to so many times until it fails; says of which ones every run passed.
    fn run_earlier(
        &mut self,
        cases: Vec<(Tape, u32)>,
        found: Found,
        passed: &mut dyn FnMut(&mut Self, usize),
    ) -> Phase {
        let feeds = cases.iter().map(|(tape, _)| (Feed::Tape(tape.clone()), None));
        let deadly = self.try_apart(feeds.collect())?;
        for (index, ((tape, runs), deadly)) in cases.into_iter().zip(deadly).enumerate() {
            let failing = match deadly {
                Some(judged) => Some(judged),
                None => self.first_failing(&tape, runs)?,
            };
            match failing {
                Some(judged) => self.fail_earlier(found, judged)?,
                None => passed(self, index),
            }
        }
        self.trail.set_idle();
        Ok(())
    }

    /// Runs the cases in which the process of an earlier run died.
    pub fn run_left(&mut self, left: &[Left]) -> Phase {
        for left in left {
            let plan = Plan::new(left.seed, &self.about.identity(), left.max_size);
            for &index in &left.indices {
                let feed = Feed::Seed { seed: plan.seed(index), size: plan.size(index) };
                let tried = self.try_left(feed, index);
                // A failure is stored by now. A case that could not be tried stays for the next run.
                let is_done = !matches!(tried, Ok(false) | Err(Stopped::Misused(_)));
                if is_done && left.indices.last() == Some(&index) {
                    left.remove();
                }
                if !tried? {
                    let (seed, index) = (left.seed, index);
                    (self.listen)(&Event::Left { seed, index });
                }
            }
            if left.indices.is_empty() {
                left.remove();
            }
        }
        self.unless_deadly()
    }

    /// Runs a case in which an earlier process died, and shrinks it if it fails: what a process died of may
    /// also be a smaller case. Returns whether it could be run safely.
    fn try_left(&mut self, feed: Feed, index: u64) -> Result<bool, Stopped> {
        let Some(isolation) = &self.config.isolation else { return Ok(false) };
        let mut child = Child::new(isolation, self.config, self.about, self.plan, self.trail)
            .with_patience(LEFT_CASE_TIME);
        let time = self.config.case_limit().unwrap_or(LEFT_CASE_TIME);
        (self.listen)(&Event::TryingLeft { index, time });
        match child.show_apart(feed, None, &mut |_| {}) {
            Apart::NotStarted(_) => return Ok(false),
            Apart::Unknown { case, time } => (self.listen)(&Event::Unknown { case, time }),
            Apart::Judged(judged) => {
                if let Some(misuse) = judged.misuse {
                    return Err(Stopped::Misused(misuse));
                }
                let reason = judged.reason().filter(|_| !judged.record.is_known()).cloned();
                if let Some(reason) = reason {
                    let case = Counterexample::new(Found::Left, &reason, judged.tape);
                    self.shrink_at(&mut child, case)?;
                    self.go_on()?;
                }
            }
        }
        Ok(true)
    }

    /// Runs a case up to so many times, and gives the first run that fails.
    fn first_failing(&mut self, tape: &Tape, runs: u32) -> Result<Option<Judged>, Stopped> {
        for _ in 0..runs {
            let judged = self.show_here(Feed::Tape(tape.clone()))?;
            if judged.reason().is_some() && !judged.record.is_known() {
                return Ok(Some(judged));
            }
        }
        Ok(None)
    }

    /// Shrinks a case from before that fails: here, unless it is one that ends its process.
    fn fail_earlier(&mut self, found: Found, judged: Judged) -> Phase {
        let Some(reason) = judged.reason().cloned() else { return Ok(()) };
        let case = Counterexample::new(found, &reason, judged.tape);
        let is_deadly = reason.death().is_some() && !self.is_isolated;
        match self.config.isolation.as_ref().filter(|_| is_deadly) {
            Some(isolation) => {
                let (config, about) = (self.config, self.about);
                let mut child = Child::new(isolation, config, about, self.plan, self.trail);
                self.shrink_at(&mut child, case)?;
            }
            None => {
                // A smaller case may be deadly; the next run then knows to be careful.
                self.trail.set_elsewhere();
                self.shrink(case)?;
                self.trail.set_idle();
            }
        }
        self.go_on()
    }

    /// Runs a case where the law runs, in order to show it. A misuse ends the run.
    fn show_here(&mut self, feed: Feed) -> Result<Judged, Stopped> {
        self.trail.set_elsewhere();
        let shown = self.site.show_feed(feed, true);
        unless_misused(shown)
    }

    /// Runs a case in the source in this process, in order to show it.
    fn show_kept(&mut self, law: &dyn Law) -> Result<Judged, Stopped> {
        self.trail.set_elsewhere();
        let (plan, running) = (self.plan, self.trail.index());
        let settings = std::sync::Arc::new(self.config.settings.clone());
        let backtraces = self.config.backtraces;
        let mut here = Here { law, plan, running, settings, deadline: None, backtraces };
        unless_misused(here.show_feed(Feed::Tape(Tape::default()), true))
    }

    /// Runs cases in a process of their own, and gives those that are not to be run in this one: the deadly ones, and
    /// the cases in the source of an isolated law. The process has ended by then, and with it what it held: a port, or
    /// a lock on a file.
    fn try_apart(
        &mut self,
        cases: Vec<(Feed, Option<usize>)>,
    ) -> Result<Vec<Option<Judged>>, Stopped> {
        let mut judged: Vec<Option<Judged>> = cases.iter().map(|_| None).collect();
        let Some(isolation) = self.config.isolation.as_ref().filter(|_| self.may_guard) else {
            return Ok(judged);
        };
        let mut child = Child::new(isolation, self.config, self.about, self.plan, self.trail);
        for (place, (feed, kept)) in cases.into_iter().enumerate() {
            // An isolated law has a process of its own, but for the cases in the source.
            if self.is_isolated && kept.is_none() {
                continue;
            }
            let mut slow = |case: &CaseRecord| {
                (self.listen)(&Event::StillRunning { case: Box::new(case.clone()), time: SLOW });
            };
            match child.show_apart(feed, kept, &mut slow) {
                Apart::Judged(shown) => {
                    let died = shown.reason().is_some_and(|reason| reason.death().is_some());
                    if died || self.is_isolated {
                        judged[place] = Some(unless_misused(*shown)?);
                    }
                }
                // It is waited for as long as it takes.
                Apart::Unknown { .. } => {}
                Apart::NotStarted(misuse) if self.is_isolated => {
                    return Err(Stopped::Misused(misuse));
                }
                Apart::NotStarted(_) => {
                    // The law did not ask for isolation, and runs here as ever.
                    self.may_guard = false;
                    break;
                }
            }
        }
        Ok(judged)
    }

    /// Ends the run of a law that killed a process: it would kill this one too.
    fn unless_deadly(&self) -> Phase {
        match self.failures.is_deadly() && !self.is_isolated {
            true => Err(Stopped::Passed),
            false => Ok(()),
        }
    }

    /// Runs the one case that was asked for.
    pub fn replay(&mut self, token: &str) -> Stopped {
        self.replayed(token).unwrap_or_else(|stopped| stopped)
    }

    fn replayed(&mut self, token: &str) -> Result<Stopped, Stopped> {
        if let Some(file) = token.strip_prefix("bytes:") {
            let input = std::fs::read(file).map_err(|error| {
                let message = format!("the fuzzer's input {file} cannot be read: {error}");
                Stopped::Misused(Misuse::new(message))
            })?;
            let size = self.config.max_size;
            let judged = self.show_once(Feed::Bytes { input, size })?;
            self.refuse_discarded(&judged)?;
            self.fail_earlier(Found::Fuzzer, judged)?;
            return Ok(Stopped::ReplayPassed);
        }
        let tape = match ReplayToken::read(self.about, token) {
            Ok(tape) => tape,
            Err(TokenError::AnotherLaw { law }) => {
                return Err(Stopped::ReplayOfAnotherLaw { law });
            }
            Err(error) => return Err(Stopped::Misused(Misuse::new(error.to_string()))),
        };
        let runs = runs_of(ReplayToken::is_unstable(token));
        let (mut rate, mut failed, mut then) = (Rate::default(), None, None);
        for _ in 0..runs {
            let shown = self.show_once(Feed::Tape(tape.clone()))?;
            self.refuse_discarded(&shown)?;
            rate.add(shown.reason().is_some());
            match shown.reason() {
                Some(reason) if failed.is_none() => failed = Some((reason.clone(), shown)),
                Some(_) => {}
                None => then = Some(None),
            }
        }
        let Some((reason, shown)) = failed else { return Ok(Stopped::ReplayPassed) };
        if let Some(then) = then {
            let unstable = self.unstable_case(Found::Replay, reason, then, shown, tape, rate);
            return Err(self.unstable(unstable).err().unwrap_or(Stopped::Passed));
        }
        let failure = failure(shown, reason, Found::Replay);
        let failure = self.with_token(failure, None);
        self.failures.add(failure);
        Ok(Stopped::ReplayPassed)
    }

    /// Runs a case in a process of its own and, unless it is deadly, where the law runs.
    fn show_once(&mut self, feed: Feed) -> Result<Judged, Stopped> {
        match self.try_apart(vec![(feed.clone(), None)])?.pop().flatten() {
            Some(deadly) => Ok(deadly),
            None => self.show_here(feed),
        }
    }

    fn refuse_discarded(&self, judged: &Judged) -> Phase {
        match judged.outcome == Outcome::Discarded {
            true => Err(Stopped::Misused(Misuse::new(
                "the replayed case is discarded: the law assumes something that it does not meet, \
                 so it neither passes nor fails",
            ))),
            false => Ok(()),
        }
    }
}

/// Number of runs of a case until it fails.
fn runs_of(is_unstable: bool) -> u32 {
    if is_unstable { REPEATS } else { 1 }
}

fn unless_misused(judged: Judged) -> Result<Judged, Stopped> {
    match judged.misuse {
        Some(misuse) => Err(Stopped::Misused(misuse)),
        None => Ok(judged),
    }
}
