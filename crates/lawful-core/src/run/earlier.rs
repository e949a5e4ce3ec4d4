//! Cases from before: kept in the source, left by a run that died, stored by one that failed.

use std::sync::Arc;
use std::time::Duration;

use super::config::Isolation;
use super::database::Stored;
use super::failure::Found;
use super::isolated::Child;
use super::runner::{Counterexample, Phase, Running, failure};
use super::site::{Feed, Here, Site};
use super::summary::Stopped;
use super::token::{Token, TokenError};
use super::trail::{Left, Trail};
use crate::choice::Tape;
use crate::data::{Event, Reason};
use crate::generate::Misuse;
use crate::law::{Law, Plan};

/// How long a case may run that an earlier process died in, unless the law says.
const LEFT_CASE_TIME: Duration = Duration::from_secs(10);

impl Running<'_> {
    /// Runs the cases that are kept in the source: in a process of their own if the law is isolated, since a case
    /// of such a law may end the process.
    pub fn run_kept(&mut self, kept: &[&dyn Law]) -> Phase {
        for (index, law) in kept.iter().enumerate() {
            let settings = Arc::new(self.config.settings.clone());
            let running = self.trail.index();
            let (law, plan) = (*law, self.plan);
            let backtraces = self.config.backtraces;
            let mut here = Here { law, plan, running, settings, deadline: None, backtraces };
            let mut child;
            let site: &mut dyn Site = match &self.config.isolation {
                Some(isolation) if self.config.is_isolated() => {
                    let limit = self.config.max_case_time;
                    child = Child::new(isolation, limit, self.about, plan, self.trail)
                        .with_backtraces(backtraces)
                        .of_kept(index);
                    &mut child
                }
                _ => &mut here,
            };
            let judged = site.judge(Feed::Tape(Tape::default()));
            if let Some(misuse) = judged.misuse {
                return Err(Stopped::Misused(misuse));
            }
            let Some(reason) = judged.reason().filter(|_| !judged.record.is_known()).cloned()
            else {
                continue;
            };
            let shown = site.show(&Tape::default(), true);
            self.failures.add(failure(shown, reason, Found::Kept { index }));
        }
        self.go_on()
    }

    /// Runs the cases whose replay tokens are kept in the source.
    pub fn run_kept_tokens(&mut self) -> Phase {
        for token in &self.config.kept {
            let tape = match Token::read(self.about, token) {
                Ok(tape) => tape,
                // A generic law is several laws, and has the tokens of all.
                Err(TokenError::AnotherLaw { .. }) => continue,
                Err(TokenError::Garbled) => {
                    return Err(Stopped::Misused(Misuse::new(format!(
                        "`replay = \"{token}\"` is no replay token, or not a whole one; copy it from \
                         the report once more"
                    ))));
                }
            };
            let judged = self.site.judge(Feed::Tape(tape));
            if let Some(misuse) = judged.misuse {
                return Err(Stopped::Misused(misuse));
            }
            let reason = judged.reason().filter(|_| !judged.record.is_known()).cloned();
            if let Some(reason) = reason {
                self.shrink(Counterexample::new(Found::KeptToken, &reason, judged.tape))?;
                self.go_on()?;
            }
        }
        Ok(())
    }

    /// Runs the cases in which the process of an earlier run died. Only a process of their own makes
    /// that safe.
    pub fn run_left(&mut self, left: &[Left]) -> Phase {
        for left in left {
            let plan = Plan::new(left.seed, &self.about.identity(), left.max_size);
            for &index in &left.indices {
                let Some(isolation) = &self.config.isolation else {
                    let (seed, index) = (left.seed, index);
                    (self.listen)(&Event::Left { seed, index });
                    continue;
                };
                let feed = Feed::Seed { seed: plan.seed(index), size: plan.size(index) };
                self.judge_apart(isolation, feed, Found::Left)?;
            }
        }
        self.unless_deadly()
    }

    /// Runs a case in a process of its own, and makes it small there if it is broken: what a process
    /// died of may also be a smaller case. Says why it is broken.
    fn judge_apart(
        &mut self,
        isolation: &Isolation,
        feed: Feed,
        found: Found,
    ) -> Result<Option<Reason>, Stopped> {
        let trail = Trail::none();
        let limit = self.config.max_case_time.unwrap_or(LEFT_CASE_TIME);
        let mut child = Child::new(isolation, Some(limit), self.about, self.plan, &trail)
            .with_backtraces(self.config.backtraces);
        let judged = child.judge(feed);
        let reason = judged.reason().filter(|_| !judged.record.is_known()).cloned();
        if let Some(reason) = &reason {
            self.shrink_at(&mut child, Counterexample::new(found, reason, judged.tape))?;
            self.go_on()?;
        }
        Ok(reason)
    }

    /// What killed a process before would kill this one too.
    fn unless_deadly(&self) -> Phase {
        match self.failures.is_deadly() && !self.config.is_isolated() {
            true => Err(Stopped::Passed),
            false => Ok(()),
        }
    }

    /// Runs the cases that broke the law before: in a process of their own those that one died of,
    /// and all of them after a process died, whatever it died of.
    pub fn run_stored(&mut self, left: &[Left]) -> Phase {
        let mut notices = Vec::new();
        let stored = self.config.database.load(self.about, &mut notices);
        for notice in notices {
            (self.listen)(&Event::Database(notice));
        }
        let apart = |stored: &Stored| stored.deadly || !left.is_empty();
        for stored in stored {
            match &self.config.isolation {
                Some(isolation) if apart(&stored) && !self.config.is_isolated() => {
                    self.run_stored_apart(isolation, &stored)?;
                }
                // Without a way to run it safely it is not run.
                None if stored.deadly => {}
                _ => {
                    self.trail.set_stored(true);
                    self.run_one_stored(&stored)?;
                }
            }
        }
        self.trail.set_stored(false);
        Ok(())
    }

    fn run_stored_apart(&mut self, isolation: &Isolation, stored: &Stored) -> Phase {
        let feed = Feed::Tape(stored.tape.clone());
        match self.judge_apart(isolation, feed, Found::Database)? {
            None => self.config.database.retire(self.about, stored),
            // It is kept as what it is now.
            Some(reason) if reason.death().is_some() && !stored.deadly => {
                self.config.database.forget(self.about, stored);
            }
            Some(_) => {}
        }
        Ok(())
    }

    fn run_one_stored(&mut self, stored: &Stored) -> Phase {
        let judged = self.site.judge(Feed::Tape(stored.tape.clone()));
        // Nothing was learned of the case, so it stays.
        if let Some(misuse) = judged.misuse {
            return Err(Stopped::Misused(misuse));
        }
        match judged.reason().filter(|_| !judged.record.is_known()).cloned() {
            Some(reason) => {
                self.shrink(Counterexample::new(Found::Database, &reason, judged.tape))?;
                self.go_on()
            }
            None => {
                self.config.database.retire(self.about, stored);
                Ok(())
            }
        }
    }
}
