//! Cases from before: kept in the source, left by a run that died, stored by one that failed.

use std::time::Duration;

use super::config::Isolation;
use super::database::Stored;
use super::event::Event;
use super::failure::Found;
use super::identity::Identity;
use super::isolated::Child;
use super::runner::{Phase, Runner, failure};
use super::site::{Feed, Here, Site};
use super::summary::Stopped;
use super::trail::{Left, Trail};
use crate::choice::Tape;
use crate::law::{Law, Plan, Reason};

/// How long a case may run that an earlier process died in, unless the law says.
const LEFT_CASE_TIME: Duration = Duration::from_secs(10);

impl Runner<'_> {
    /// Runs the cases that are kept in the source.
    pub fn run_kept(&mut self, kept: &[&dyn Law]) -> Phase {
        for (index, law) in kept.iter().enumerate() {
            let mut here = Here { law: *law, plan: self.plan, trail: self.trail };
            let judged = here.judge(Feed::Tape(Tape::default()));
            if let Some(misuse) = judged.misuse {
                return Err(Stopped::Misused(misuse));
            }
            let Some(reason) = judged.reason().filter(|_| !judged.case.is_known()).cloned() else {
                continue;
            };
            let shown = here.show(&Tape::default(), true);
            let identity = Identity::of(&reason);
            self.failures.add(failure(shown, reason, identity, Found::Kept { index }));
        }
        self.go_on()
    }

    /// Runs the cases in which the process of an earlier run died. Only a process of their own makes
    /// that safe.
    pub fn run_left(&mut self, left: &[Left]) -> Phase {
        for left in left {
            let plan = Plan::new(left.seed, &self.about.name, left.max_size);
            for &index in &left.indices {
                let Some(isolation) = &self.config.isolation else {
                    let (seed, index) = (left.seed, index);
                    (self.listen)(&Event::Left { seed, index });
                    continue;
                };
                let feed = Feed::Seed { seed: plan.seed(index), size: plan.size(index) };
                self.dies_apart(isolation, feed, Found::Left)?;
            }
        }
        self.unless_deadly()
    }

    /// Runs a case in a process of its own. If that dies, the case is made small there. So is one that
    /// an earlier process died in and that is merely broken: then it died of a smaller case.
    fn dies_apart(
        &mut self,
        isolation: &Isolation,
        feed: Feed,
        found: Found,
    ) -> Result<bool, Stopped> {
        let trail = Trail::none();
        let limit = self.config.max_case_time.unwrap_or(LEFT_CASE_TIME);
        let mut child = Child::new(isolation, Some(limit), self.about, self.plan, &trail);
        let judged = child.judge(feed);
        let Some(reason) = judged.reason().cloned() else { return Ok(false) };
        if !matches!(reason, Reason::Died(_)) && found != Found::Left {
            return Ok(false);
        }
        self.shrink_at(&mut child, found, reason, judged.tape)?;
        self.go_on()?;
        Ok(true)
    }

    /// What killed a process before would kill this one too.
    fn unless_deadly(&self) -> Phase {
        match self.failures.is_deadly() && !self.config.is_isolated() {
            true => Err(Stopped::Held),
            false => Ok(()),
        }
    }

    /// Runs the cases that broke the law before: in a process of their own those that one died of,
    /// and all of them if nobody knows which that was.
    pub fn run_stored(&mut self, left: &[Left]) -> Phase {
        let mut notices = Vec::new();
        let stored = self.config.database.load(self.about, &mut notices);
        for notice in notices {
            (self.listen)(&Event::Database(notice));
        }
        let one_died = left.iter().any(|left| left.stored);
        for stored in stored {
            if (stored.deadly || one_died) && !self.config.is_isolated() {
                // Without a way to run it safely it is not run.
                let Some(isolation) = &self.config.isolation else { continue };
                let feed = Feed::Tape(stored.tape.clone());
                if self.dies_apart(isolation, feed, Found::Database)? {
                    if !stored.deadly {
                        // It is kept as what it is now.
                        self.config.database.forget(self.about, &stored);
                    }
                    continue;
                }
            }
            self.trail.set_stored(true);
            self.run_one_stored(&stored)?;
        }
        self.trail.set_stored(false);
        self.unless_deadly()
    }

    fn run_one_stored(&mut self, stored: &Stored) -> Phase {
        let judged = self.site.judge(Feed::Tape(stored.tape.clone()));
        match judged.reason().filter(|_| !judged.case.is_known()).cloned() {
            Some(reason) => {
                self.shrink(Found::Database, reason, judged.tape)?;
                self.go_on()
            }
            None => {
                self.config.database.retire(self.about, stored);
                Ok(())
            }
        }
    }
}
