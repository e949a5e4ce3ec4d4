//! The loop over random tests.

use std::rc::Rc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::climb::Climb;
use super::runner::{Phase, Running};
use super::site::{Feed, Judged, Stretch};
use crate::choice::{Teller, Token};
use crate::data::Stopped;
use crate::data::{CaseRecord, Event};
use crate::law::Outcome;

/// The most tests between two looks at anything else.
const LARGEST_BATCH: u64 = 1 << 16;
/// How long a batch should take.
const BATCH_TIME: Duration = Duration::from_millis(5);
/// How many times as many tests may be run to settle a demand of `cover!`.
const MORE_TESTS: u64 = 100;

impl Running<'_> {
    pub fn run_tests(&mut self) -> Phase {
        let mut next = self.first_test;
        let mut broken = 0;
        let mut climb = Climb::default();
        loop {
            let is_over = match self.config.last_test {
                Some(last) => next >= last,
                None => self.passed + broken >= self.wanted && !self.wants_more_tests(),
            };
            if is_over {
                self.trail.set_elsewhere();
                return climb.run(self);
            }
            // A part of a divided run is too small to give up by; that is decided where the parts are joined.
            if self.config.last_test.is_none() && self.discarded > self.discard_limit() {
                return Err(Stopped::GaveUp { starved: self.starved });
            }
            let started = Instant::now();
            let left = match self.config.last_test {
                Some(last) => last - next,
                None => (self.wanted - self.passed).saturating_sub(broken).max(1),
            };
            let stretch = match self.config.tells_cases() {
                true => self.run_told(next)?,
                false => self
                    .site
                    .run_batch(next, next + self.batch.min(left), next + left)
                    .map_err(Stopped::Misused)?,
            };
            if stretch.ended.is_none() && started.elapsed() < BATCH_TIME {
                self.batch = (2 * self.batch).min(LARGEST_BATCH);
            } else if self.config.max_time.is_some() {
                self.batch = (self.batch / 2).max(1);
            }
            self.passed += stretch.upto - next;
            next = stretch.upto;
            self.next_test = next;
            self.counters.join(&stretch.counters);
            if stretch.is_out_of_time {
                self.go_on_making()?;
            }
            if let Some((outcome, case)) = stretch.ended {
                climb.learn(next, &case);
                match outcome {
                    Outcome::Failed(_) if case.is_known() => {
                        self.tables.add_known(&case);
                        self.discarded += 1;
                    }
                    Outcome::Failed(reason) => {
                        broken += 1;
                        self.failed(next, *reason)?;
                    }
                    Outcome::Passed | Outcome::Skipped => {
                        self.passed += 1;
                        self.tables.add(case.labels);
                    }
                    Outcome::Discarded => {
                        self.discarded += 1;
                        self.starved = case.starved.or(self.starved);
                        self.tables.add_unmet(case.unmet);
                    }
                }
                next += 1;
                self.next_test = next;
            }
            let (passed, tests, discarded) = (self.passed, self.wanted, self.discarded);
            (self.listen)(&Event::Progress { passed, tests, discarded });
            self.go_on()?;
        }
    }

    /// How many cases may be discarded, in proportion to the tests that are run.
    fn discard_limit(&self) -> u64 {
        let tests = self.config.tests.max(1);
        let limit = self.config.max_discards.unwrap_or(tests.saturating_mul(10));
        limit.saturating_mul(self.wanted / tests)
    }

    /// Runs one test and tells it.
    fn run_told(&mut self, index: u64) -> Result<Stretch, Stopped> {
        let feed = Feed::Seed { seed: self.plan.seed(index), size: self.plan.size(index) };
        self.trail.index().store(index, Relaxed);
        let started = Instant::now();
        let judged = self.judge_telling(index, feed);
        let time = started.elapsed();
        if let Some(misuse) = judged.misuse {
            return Err(Stopped::Misused(misuse));
        }
        if judged.is_out_of_time {
            let (counters, ended) = (judged.counters, None);
            return Ok(Stretch { upto: index, counters, ended, is_out_of_time: true });
        }
        self.tell(index, &judged, time);
        let ended = Some((judged.outcome, judged.record));
        Ok(Stretch { upto: index, counters: judged.counters, ended, is_out_of_time: false })
    }

    /// Runs a case and tells its parts before they run: one that loops or kills the process has been seen by then.
    pub fn judge_telling(&mut self, index: u64, feed: Feed) -> Judged {
        let mut judged = self.site.judge_told(feed, self.teller(index));
        let has_lanes = judged.tape.main.iter().any(|token| matches!(token, Token::Lane(_)));
        if has_lanes && self.config.observe.is_some() {
            // What a function looks like is known only after a run, and takes another.
            let CaseRecord { arguments, document, .. } = self.site.show(&judged.tape, false).record;
            (judged.record.arguments, judged.record.document) = (arguments, document);
        }
        judged
    }

    /// Tells the parts of a case to the watchers.
    pub fn teller(&self, index: u64) -> Teller {
        let watchers = self.config.watchers.clone();
        Rc::new(move |part| watchers.tell(index, &part))
    }

    /// Tells a case that was judged.
    pub fn tell(&mut self, index: u64, judged: &Judged, time: Duration) {
        let (case, verdict) = (Box::new(judged.record.clone()), judged.outcome.verdict());
        let reason = judged.reason().cloned().map(Box::new);
        (self.listen)(&Event::Case { index, case, verdict, reason, time });
    }

    fn wants_more_tests(&mut self) -> bool {
        let more = self.tables.is_undecided()
            && self.failures.is_empty()
            && self.wanted < self.config.tests.saturating_mul(MORE_TESTS);
        if more {
            self.wanted *= 2;
        }
        more
    }
}
