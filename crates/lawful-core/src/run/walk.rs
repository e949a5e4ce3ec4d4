//! Going through all cases, smallest sizes first (SmallCheck).

use std::time::Instant;

use super::runner::{Phase, Running};
use super::site::Feed;
use crate::choice::{Enumeration, Tape, Token};
use crate::data::Event;
use crate::data::Found;
use crate::data::{Exhausted, Stopped};
use crate::law::Outcome;

/// How many cases are run between two looks at anything else.
const LOOKS: u64 = 256;

impl Running<'_> {
    /// Every case of every size up to `size`. A size holds the cases of the smaller ones too: they
    /// are run again, which costs less than it would to remember them.
    pub fn walk_to(&mut self, size: u32) -> Phase {
        for size in 0..=size {
            // What is counted and said of the cases is that of the last size alone.
            (self.passed, self.discarded, self.tables) = Default::default();
            let walked = self.walk(Enumeration::new(size), size, Some(size), u64::MAX)?;
            if let Some(cases) = walked {
                self.exhausted = Some(Exhausted::new(Some(size), cases));
            }
        }
        self.something_counted()
    }

    /// All cases were gone through, and if all of them were discarded that says nothing.
    fn something_counted(&mut self) -> Phase {
        self.tables.set_all();
        match self.passed == 0 && self.discarded > 0 && self.failures.is_empty() {
            true => Err(Stopped::GaveUp { starved: self.starved }),
            false => Ok(()),
        }
    }

    /// Runs all cases there are, if they are no more than the tests. `first` is the tape of some test. Returns whether that
    /// is all there is to run.
    pub fn walk_whole(&mut self, first: &Tape) -> Result<bool, Stopped> {
        // A law that asks before it draws anything has not shown what it draws.
        if first.main.is_empty() || !self.is_small(first) || self.config.verbose {
            return Ok(false);
        }
        // Drawing tells whether there are few enough, and runs nothing.
        let most = match self.draws_while_running {
            true => Some(self.config.tests),
            false => self.few_cases()?,
        };
        let Some(most) = most else { return Ok(false) };
        let walked = self.walk(Enumeration::whole(), self.config.max_size, None, most)?;
        self.trail.set_idle();
        let Some(cases) = walked else {
            // The cases that were run are tests like any others, but say nothing of how often a case is drawn.
            self.tables.forget_shares();
            return Ok(false);
        };
        self.exhausted = Some(Exhausted::new(None, cases));
        if self.tables.coverage.is_empty() || !self.failures.is_empty() {
            return self.something_counted().map(|()| true);
        }
        // A demand of `cover!` is about random cases, so these follow.
        self.tables.forget_shares();
        Ok(false)
    }

    /// Returns whether all combinations of the choices on a tape are no more than the tests.
    fn is_small(&self, tape: &Tape) -> bool {
        let few = |token: &Token| match token {
            Token::Scalar(scalar) => scalar.up.checked_add(scalar.down),
            Token::Block(_) | Token::Lane(_) | Token::Keyed(_) => None,
            Token::Open(_) | Token::Close => Some(0),
        };
        let product = tape
            .tokens()
            .try_fold(1u64, |product, token| product.checked_mul(few(token)?.checked_add(1)?));
        product.is_some_and(|product| product <= self.config.tests)
    }

    /// Returns the number of cases if they are no more than the tests, by drawing them all.
    fn few_cases(&mut self) -> Result<Option<u64>, Stopped> {
        let (size, most) = (self.config.max_size, self.config.tests);
        let mut walk = Enumeration::whole();
        for cases in 1..=most {
            let mut drawn = self.site.draw_in_time(Feed::Walk { walk, size });
            self.go_on_making()?;
            let Some(walked) = drawn.walk.take().filter(|_| drawn.misuse.is_none()) else {
                return Ok(None);
            };
            walk = walked;
            if walk.widest() > most {
                return Ok(None);
            }
            if !walk.advance() {
                return Ok(Some(cases));
            }
        }
        Ok(None)
    }

    /// Walks, and gives the number of cases if the walk came to its end within `most` of them.
    fn walk(
        &mut self,
        mut walk: Enumeration,
        size: u32,
        found_at: Option<u32>,
        most: u64,
    ) -> Result<Option<u64>, Stopped> {
        let mut cases = 0;
        // No index of a test stands for a case of a walk.
        self.trail.set_elsewhere();
        loop {
            let started = Instant::now();
            let feed = Feed::Walk { walk, size };
            let mut judged = match self.config.tells_cases() {
                true => self.judge_telling(cases, feed),
                false => self.site.judge_in_time(feed),
            };
            let time = started.elapsed();
            if let Some(misuse) = judged.misuse {
                return Err(Stopped::Misused(misuse));
            }
            if judged.is_out_of_time {
                self.go_on_making()?;
            }
            let Some(walked) = judged.walk.take() else { return Ok(None) };
            walk = walked;
            // There are more cases than it seemed: the body drew more.
            let outgrown = walk.widest() > most
                || self.draws_while_running && most < u64::MAX && !self.is_small(&judged.tape);
            if self.config.tells_cases() {
                self.tell(cases, &judged, time);
            }
            self.counters.join(&judged.counters);
            match judged.outcome {
                Outcome::Failed(_) if judged.record.is_known() => {
                    self.tables.add_known(&judged.record);
                    self.discarded += 1;
                }
                Outcome::Failed(reason) => {
                    let found = Found::Walk { size: found_at, index: cases };
                    self.failed_on_walk(found, &reason, judged.tape)?;
                }
                Outcome::Passed | Outcome::Skipped => {
                    self.passed += 1;
                    self.tables.add(judged.record.labels);
                }
                Outcome::Discarded => {
                    self.discarded += 1;
                    self.starved = judged.record.starved.or(self.starved);
                    self.tables.add_unmet(judged.record.unmet);
                }
            }
            cases += 1;
            if !walk.advance() {
                return Ok(Some(cases));
            }
            if cases >= most || outgrown {
                return Ok(None);
            }
            if cases.is_multiple_of(LOOKS) {
                let (passed, discarded) = (self.passed, self.discarded);
                (self.listen)(&Event::Progress { passed, tests: cases, discarded });
                self.go_on()?;
            } else if self.config.max_time.is_some() {
                self.go_on()?;
            }
        }
    }
}
