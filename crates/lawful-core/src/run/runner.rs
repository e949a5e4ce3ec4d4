//! The loop.

use std::cell::RefCell;
use std::hash::{BuildHasher, RandomState};
use std::rc::Rc;

use super::about::About;
use super::config::Config;
use super::event::Event;
use super::failure::{Failure, Found, Other, Unstable};
use super::identity::Identity;
use super::judge::{Broken, Judged, judge, judge_shown};
use super::summary::{Stopped, Summary};
use super::tables::Tables;
use super::token::Token;
use crate::choice::{self, Closed, Source, Tape};
use crate::generate::{Misuse, Starved};
use crate::law::{Batch, Case, Ended, Law, Plan, Reason, Verdict, attempt, case};
use crate::shrink::{Budget, Shrinker};

/// How many tests are run between two looks at anything else.
const BATCH: u64 = 1 << 16;
/// How many times as many tests may be run to settle a demand of `cover!`.
const MORE_TESTS: u64 = 100;

/// Runs a law, and tells what happens while it happens.
///
/// ```
/// use lawful_core::generate::any;
/// use lawful_core::law::for_all;
/// use lawful_core::run::{About, Config, Event, run};
///
/// let about = About { name: "sums".into(), file: file!(), line: line!() };
/// let law = for_all(any::<(u8, u8)>(), |(x, y)| x.checked_add(y).is_some());
/// let mut broken_by = None;
/// let summary = run(&law, &about, &Config::default(), &mut |event| {
///     if let Event::Broken { index } = event {
///         broken_by = Some(*index);
///     }
/// });
/// assert!(broken_by.is_some() && summary.failure().is_some());
/// ```
pub fn run(
    law: &dyn Law,
    about: &About,
    config: &Config,
    listen: &mut dyn FnMut(&Event),
) -> Summary {
    // A law may run laws of its own; what it said of its case so far is put back at the end.
    let touched = case::is_touched();
    let outer = case::take();
    let seed = config.seed.unwrap_or_else(random_seed);
    let plan = Plan::new(seed, &about.name, config.max_size);
    listen(&Event::Started { about: about.clone(), seed });
    let mut runner = Runner {
        law,
        about,
        config,
        plan,
        listen,
        held: 0,
        discarded: 0,
        wanted: config.tests,
        starved: None,
        tables: Tables::default(),
    };
    let stopped = runner.run();
    let summary = Summary {
        about: about.clone(),
        seed,
        held: runner.held,
        tests: config.tests,
        discarded: runner.discarded,
        tables: runner.tables,
        stopped,
        expect_failure: config.expect_failure || law.expects_failure(),
        may_give_up: config.may_give_up,
    };
    case::restore(outer, touched);
    summary
}

/// A seed that is another every time: the one place where anything is left to chance.
fn random_seed() -> u64 {
    RandomState::new().hash_one(std::process::id())
}

struct Runner<'a> {
    law: &'a dyn Law,
    about: &'a About,
    config: &'a Config,
    plan: Plan,
    listen: &'a mut dyn FnMut(&Event),
    held: u64,
    discarded: u64,
    /// How many tests must hold; more than were asked for while coverage is undecided.
    wanted: u64,
    starved: Option<Starved>,
    tables: Tables,
}

impl Runner<'_> {
    fn run(&mut self) -> Stopped {
        if let Some(token) = &self.config.replay {
            return self.replay(token);
        }
        if let Some(stopped) = self.run_stored() {
            return stopped;
        }
        if let Some(misuse) = self.find_misuse() {
            return Stopped::Misused(misuse);
        }
        self.run_tests()
    }

    /// Runs the one case that was asked for.
    fn replay(&mut self, token: &str) -> Stopped {
        let tape = match Token::read(self.about, token) {
            Ok(tape) => tape,
            Err(error) => return Stopped::Misused(Misuse::new(error.to_string())),
        };
        let judged = judge(self.law, Source::replay(&tape));
        if let Some(misuse) = judged.misuse {
            return Stopped::Misused(misuse);
        }
        match judged.reason().cloned() {
            Some(reason) => self.failure(Found::Replay, reason, judged.tape, None),
            None if judged.verdict == Verdict::Discarded => Stopped::Misused(Misuse::new(
                "the replayed case is discarded: the law assumes something that it does not meet, \
                 so it neither holds nor is broken",
            )),
            None => Stopped::ReplayHeld,
        }
    }

    /// Runs the cases that broke the law before.
    fn run_stored(&mut self) -> Option<Stopped> {
        let mut notices = Vec::new();
        let tapes = self.config.database.load(self.about, &mut notices);
        for notice in notices {
            (self.listen)(&Event::Database(notice));
        }
        for tape in tapes {
            let judged = judge(self.law, Source::replay(&tape));
            match judged.reason().cloned() {
                Some(reason) => return Some(self.shrink(Found::Database, reason, judged.tape)),
                None => self.config.database.retire(self.about, &tape),
            }
        }
        None
    }

    /// Looks, before any test, for what would make all of them worthless.
    fn find_misuse(&self) -> Option<Misuse> {
        if self.config.tests == 0 {
            return Some(Misuse::new("no test is asked for; set `tests` to 1 at least"));
        }
        let index = u64::from(self.config.max_size / 2).min(self.config.tests.saturating_sub(1));
        let (first, second) = (self.draw_arguments(index), self.draw_arguments(index));
        if let Some(misuse) = first.misuse {
            return Some(misuse);
        }
        if first.verdict == Verdict::Refused && first.tape.main != second.tape.main {
            return Some(Misuse::new(
                "the generators draw differently each time although the seed is the same; \
                 something besides the source decides what they do (a clock, the order of a \
                 hash map, a static), so no case could be replayed",
            ));
        }
        let is_choice =
            |token: &choice::Token| !matches!(token, choice::Token::Open(_) | choice::Token::Close);
        let nothing = !first.tape.tokens().any(is_choice)
            && matches!(first.verdict, Verdict::Held | Verdict::Refused);
        nothing.then(|| {
            Misuse::new(
                "the law draws nothing, so every test would be the same; give it an argument, \
                 or make it a plain `#[test]`",
            )
        })
    }

    /// Draws the arguments of a test without running the law's body.
    fn draw_arguments(&self, index: u64) -> Judged {
        self.draw_only(Source::recorded(self.plan.seed(index), self.plan.size(index)))
    }

    fn draw_only(&self, mut source: Source) -> Judged {
        source.set_gate(Rc::new(RefCell::new(Closed)));
        judge(self.law, source)
    }

    fn run_tests(&mut self) -> Stopped {
        let mut next = 0;
        loop {
            if self.held >= self.wanted && !self.wants_more_tests() {
                return self.all_held();
            }
            if self.discarded > self.discard_limit() {
                return Stopped::GaveUp { starved: self.starved };
            }
            let ended = match self.config.verbose {
                true => self.run_told(next),
                false => self.run_batch(next),
            };
            let (index, verdict, case) = match ended {
                Ok(ended) => ended,
                Err(misuse) => return Stopped::Misused(misuse),
            };
            self.held += index - next;
            next = index;
            if let Some(verdict) = verdict {
                next += 1;
                match verdict {
                    Verdict::Broken => return self.broken(index, case),
                    Verdict::Held | Verdict::Refused => {
                        self.held += 1;
                        self.tables.add(case.labels);
                    }
                    Verdict::Discarded => {
                        self.discarded += 1;
                        self.starved = case.starved.or(self.starved);
                    }
                }
            }
            let (held, tests, discarded) = (self.held, self.wanted, self.discarded);
            (self.listen)(&Event::Progress { held, tests, discarded });
        }
    }

    /// How many cases may be discarded, in proportion to the tests that are run.
    fn discard_limit(&self) -> u64 {
        let tests = self.config.tests.max(1);
        let limit = self.config.max_discards.unwrap_or(tests.saturating_mul(10));
        limit.saturating_mul(self.wanted / tests)
    }

    /// Runs tests from `start` until one needs attention; its verdict is missing if none did.
    fn run_batch(&mut self, start: u64) -> Result<(u64, Option<Verdict>, Case), Misuse> {
        let end = start + BATCH.min(self.wanted - self.held);
        let mut batch = Batch::new(&self.plan, start, end);
        let ended = attempt(|| self.law.run_batch(&mut batch));
        let index = batch.at();
        let verdict = match ended {
            Ended::Verdict(Verdict::Held) if index == end => {
                return Ok((end, None, Case::default()));
            }
            Ended::Verdict(verdict) => verdict,
            Ended::Panicked => Verdict::Broken,
            Ended::Misused(misuse) => return Err(misuse),
        };
        Ok((index, Some(verdict), case::take()))
    }

    /// Runs one test and tells it.
    fn run_told(&mut self, index: u64) -> Result<(u64, Option<Verdict>, Case), Misuse> {
        let source = Source::recorded(self.plan.seed(index), self.plan.size(index));
        let drawn = judge(self.law, source);
        if let Some(misuse) = drawn.misuse {
            return Err(misuse);
        }
        let shown = judge_shown(self.law, &drawn.tape, false);
        let (arguments, verdict) = (shown.case.arguments, drawn.verdict);
        (self.listen)(&Event::Case { index, arguments, verdict });
        Ok((index, Some(drawn.verdict), drawn.case))
    }

    fn wants_more_tests(&mut self) -> bool {
        let more = self.tables.is_undecided()
            && self.wanted < self.config.tests.saturating_mul(MORE_TESTS);
        if more {
            self.wanted *= 2;
        }
        more
    }

    fn all_held(&self) -> Stopped {
        let missed = self.tables.missed();
        match missed.is_empty() {
            true => Stopped::Held,
            false => Stopped::NotCovered(missed),
        }
    }

    /// A test broke the law: run it again with a record, and make it small.
    fn broken(&mut self, index: u64, case: Case) -> Stopped {
        (self.listen)(&Event::Broken { index });
        let first = case.reason.unwrap_or(Reason::False);
        let seed = self.plan.seed(index);
        let recorded = judge(self.law, Source::recorded(seed, self.plan.size(index)));
        let replayed = self.draw_only(Source::replay(&recorded.tape));
        // The arguments again, without a run of the body; it may have drawn more after them.
        let drawn = spans_open(&replayed.tape.main);
        let pairs = recorded.tape.main.iter().zip(drawn);
        let choices_differ =
            recorded.tape.main.len() < drawn.len() || !pairs.into_iter().all(same_choice);
        let same = recorded.reason().map(Identity::of) == Some(Identity::of(&first));
        if !same || choices_differ {
            self.store(&recorded.tape);
            let then = recorded.reason().cloned();
            let found = Found::Test { index };
            return unstable(Unstable { reason: first, found, then, choices_differ });
        }
        self.shrink(Found::Test { index }, first, recorded.tape)
    }

    fn shrink(&mut self, found: Found, reason: Reason, tape: Tape) -> Stopped {
        let identity = Identity::of(&reason);
        let mut subject = Broken { law: self.law, identity: identity.clone(), others: Vec::new() };
        let budget = Budget { runs: self.config.max_shrinks, time: self.config.max_shrink_time };
        let shrunk = Shrinker::new(&mut subject, tape, budget).shrink(&[]);
        let others = subject
            .others
            .into_iter()
            .map(|(_, reason, tape)| Other { reason, token: Token::write(self.about, &tape) });
        let others = others.collect();
        self.store(&shrunk.tape);
        let tape = shrunk.tape.clone();
        self.failure(found, reason, tape, Some((shrunk, others)))
    }

    fn store(&mut self, tape: &Tape) {
        if let Some(notice) = self.config.database.store(self.about, tape) {
            (self.listen)(&Event::Database(notice));
        }
    }

    fn failure(
        &mut self,
        found: Found,
        reason: Reason,
        tape: Tape,
        shrunk: Option<(crate::shrink::Shrunk, Vec<Other>)>,
    ) -> Stopped {
        let identity = Identity::of(&reason);
        let mut shown = judge_shown(self.law, &tape, true);
        let then = shown.reason().cloned();
        if then.as_ref().map(Identity::of).as_ref() != Some(&identity) {
            return unstable(Unstable { reason, found, then, choices_differ: false });
        }
        let (shrunk, others) = shrunk.map_or((None, Vec::new()), |(s, others)| (Some(s), others));
        Stopped::Broken(Box::new(Failure {
            arguments: std::mem::take(&mut shown.case.arguments),
            // The reason as the smallest case has it; its values differ from the first one's.
            reason: then.unwrap_or(reason),
            notes: shown.case.notes,
            identity,
            found,
            shrinks: shrunk.as_ref().map_or(0, |shrunk| shrunk.steps),
            runs: shrunk.as_ref().map_or(0, |shrunk| shrunk.runs),
            stop: shrunk.as_ref().map_or(crate::shrink::Stop::Smallest, |shrunk| shrunk.stop),
            token: Token::write(self.about, &tape),
            tape,
            others,
        }))
    }
}

/// Lanes are told apart by their place; a filter that refused some may have changed their names.
fn same_choice((one, other): (&choice::Token, &choice::Token)) -> bool {
    matches!((one, other), (choice::Token::Lane(_), choice::Token::Lane(_))) || one == other
}

fn unstable(unstable: Unstable) -> Stopped {
    Stopped::Unstable(Box::new(unstable))
}

/// The tokens without the brackets that close at the end of a run, wherever it ended.
fn spans_open(tokens: &[choice::Token]) -> &[choice::Token] {
    let last = tokens.iter().rposition(|token| *token != choice::Token::Close);
    &tokens[..last.map_or(0, |last| last + 1)]
}
