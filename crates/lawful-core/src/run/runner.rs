//! A run from its beginning to its end: which phases there are, and in what order.

use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, Instant};

use super::about::About;
use super::adequacy::{self, Warning};
use super::config::Config;
use super::event::Event;
use super::explain;
use super::failure::{Failure, Found, Unstable};
use super::failures::Failures;
use super::identity::Identity;
use super::isolated::Child;
use super::jobs;
use super::judge::Broken;
use super::shape::Shape;
use super::site::{Feed, Here, Judged, Site};
use super::summary::{Exhausted, Limit, Stopped, Summary};
use super::tables::Tables;
use super::token::Token;
use super::trail::{self, Left, Trail};
use crate::choice::{self, Kind, Tape};
use crate::generate::{Misuse, Starved};
use crate::law::{Case, Law, Plan, Reason, Tally, Verdict, case};
use crate::shrink::{Budget, Edit, Outline, Shrinker, Shrunk, Stop};

/// Makes a law and hands it over. A law is made where it is used, so that every thread has its own:
/// generators need not be shared between threads.
pub type Build<'a> = dyn Fn(&mut dyn FnMut(&dyn Law)) + Sync + 'a;

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
///         broken_by.get_or_insert(*index);
///     }
/// });
/// assert!(broken_by.is_some() && summary.failure().is_some());
/// ```
///
/// It runs on this thread whatever the settings say of `jobs`; [`run_built`] does not.
pub fn run(
    law: &dyn Law,
    about: &About,
    config: &Config,
    listen: &mut dyn FnMut(&Event),
) -> Summary {
    prepared(about, config, listen, &mut |run| {
        let mut here = Here { law, plan: run.plan, running: run.trail.index() };
        run.at(&mut here, law, &[])
    })
}

/// Runs a law that can be made on every thread, after the cases of it that are kept in the source.
///
/// ```
/// use lawful_core::for_all;
/// use lawful_core::run::{About, Config, run_built};
///
/// let about = About { name: "doubles".into(), file: file!(), line: line!() };
/// let config = Config { jobs: 2, ..Config::default() };
/// let build = |run: &mut dyn FnMut(&dyn lawful_core::law::Law)| {
///     run(&for_all!(x: u32 => x.wrapping_add(x) == x.wrapping_mul(2)));
/// };
/// assert!(run_built(&build, &[], &about, &config, &mut |_| {}).is_success());
/// ```
pub fn run_built(
    build: &Build<'_>,
    kept: &[&dyn Law],
    about: &About,
    config: &Config,
    listen: &mut dyn FnMut(&Event),
) -> Summary {
    prepared(about, config, listen, &mut |run| {
        let mut summary = None;
        let mut run = Some(run);
        build(&mut |law| {
            let Some(run) = run.take() else { return };
            let mut here = Here { law, plan: run.plan, running: run.trail.index() };
            summary = Some(match config.jobs > 1 && run.is_plain() {
                true => jobs::on_threads(build, &mut here, run.trail, config.jobs, |site| {
                    run.at(site, law, kept)
                }),
                false => run.at(&mut here, law, kept),
            });
        });
        summary.expect("a law is made when it is built")
    })
}

/// Judges the case that a fuzzer's bytes stand for. One that breaks the law is made small and
/// stored; any other gives nothing.
///
/// ```
/// use lawful_core::for_all;
/// use lawful_core::run::{About, Config, run_bytes};
///
/// let about = About { name: "small".into(), file: file!(), line: line!() };
/// let law = for_all!(x: u8 => x < 100);
/// assert!(run_bytes(&law, &about, &Config::default(), &[7]).is_none());
/// let summary = run_bytes(&law, &about, &Config::default(), &[200]).unwrap();
/// assert_eq!(summary.failure().unwrap().arguments[0].debug, "100");
/// ```
pub fn run_bytes(law: &dyn Law, about: &About, config: &Config, bytes: &[u8]) -> Option<Summary> {
    let trail = Trail::none();
    let plan = Plan::new(0, &about.name, config.max_size);
    let mut here = Here { law, plan, running: trail.index() };
    let feed = Feed::Bytes { bytes: bytes.to_vec(), size: config.max_size };
    let judged = here.judge(feed);
    if judged.case.is_known() {
        return None;
    }
    let reason = judged.reason()?.clone();
    let mut listen = |_: &Event| {};
    let listen = &mut listen;
    let config = &Config { isolated: false, max_case_time: None, ..config.clone() };
    let run = Prepared { about, config, seed: 0, plan, trail: &trail, left: &[], listen };
    Some(run.phases(&mut here, law, |runner| {
        let shrunk = runner.shrink(Found::Fuzzer, reason.clone(), judged.tape.clone());
        shrunk.err().unwrap_or(Stopped::Held)
    }))
}

/// A run that has not begun.
struct Prepared<'a> {
    about: &'a About,
    config: &'a Config,
    seed: u64,
    plan: Plan,
    trail: &'a Trail,
    left: &'a [Left],
    listen: &'a mut dyn FnMut(&Event),
}

fn prepared(
    about: &About,
    config: &Config,
    listen: &mut dyn FnMut(&Event),
    run: &mut dyn FnMut(Prepared<'_>) -> Summary,
) -> Summary {
    // A law may run laws of its own; what it said of its case so far is put back at the end.
    let touched = case::is_touched();
    let outer = case::take();
    let seed = config.seed.unwrap_or_else(random_seed);
    let plan = Plan::new(seed, &about.name, config.max_size);
    let left = trail::take_left(&config.database, about);
    let trail = Trail::begin(&config.database, about, seed, config.max_size);
    listen(&Event::Started { about: about.clone(), seed });
    let summary = run(Prepared { about, config, seed, plan, trail: &trail, left: &left, listen });
    case::restore(outer, touched);
    summary
}

impl Prepared<'_> {
    /// Whether the tests are the ones of the plan, each from its own seed and none of them told.
    fn is_plain(&self) -> bool {
        let config = self.config;
        let told = config.tells_cases() || config.exhaustive.is_some();
        config.replay.is_none() && !told && !config.is_isolated()
    }

    /// The whole run.
    fn at(self, site: &mut dyn Site, law: &dyn Law, kept: &[&dyn Law]) -> Summary {
        let left = self.left;
        self.phases(site, law, |runner| runner.run(kept, left))
    }

    /// Some phases of a run, and what they came to.
    fn phases(
        self,
        site: &mut dyn Site,
        law: &dyn Law,
        phases: impl FnOnce(&mut Runner<'_>) -> Stopped,
    ) -> Summary {
        let Prepared { about, config, seed, plan, trail, listen, .. } = self;
        let mut child;
        let site: &mut dyn Site = match &config.isolation {
            Some(isolation) if config.is_isolated() => {
                child = Child::new(isolation, config.max_case_time, about, plan, trail);
                &mut child
            }
            _ => site,
        };
        let expected = config.expect_failure || law.expects_failure();
        let failures_wanted = if expected { 1 } else { config.failures };
        let mut runner = Runner {
            site,
            about,
            config,
            plan,
            trail,
            listen,
            held: 0,
            discarded: 0,
            wanted: config.tests,
            starved: None,
            tables: Tables::default(),
            tally: Tally::default(),
            failures: Failures::new(failures_wanted, law.tells_failures_by_shape()),
            failures_wanted,
            started: Instant::now(),
            shrink_time: Duration::ZERO,
            first_failure: None,
            batch: FIRST_BATCH,
            exhausted: None,
            limits: Vec::new(),
            searched: None,
        };
        let stopped = phases(&mut runner);
        let stopped = runner.conclude(stopped);
        let (mut warnings, distribution) = match stopped {
            Stopped::Held | Stopped::NotCovered(_) => adequacy::look(&mut runner),
            _ => Default::default(),
        };
        if let Stopped::Held | Stopped::NotCovered(_) = stopped {
            warnings.extend(law.remarks(&runner.tally).into_iter().map(Warning::Remark));
        }
        Summary {
            about: about.clone(),
            seed,
            held: runner.held,
            tests: config.tests,
            discarded: runner.discarded,
            counts: runner.tally.told(law.counted()),
            counted_always: law.counted().len(),
            tells_counts: config.distribution,
            tables: runner.tables,
            stopped,
            expect_failure: config.expect_failure || law.expects_failure(),
            may_give_up: config.may_give_up,
            keeps_cases: config.keeps_cases,
            exhausted: runner.exhausted,
            warnings,
            distribution,
            limits: runner.limits,
        }
    }
}

/// A seed that is another every time: the one place where anything is left to chance.
fn random_seed() -> u64 {
    RandomState::new().hash_one(std::process::id())
}

/// How many tests are run at first between two looks at anything else.
pub(super) const FIRST_BATCH: u64 = 1 << 8;

pub(super) struct Runner<'a> {
    pub site: &'a mut dyn Site,
    pub about: &'a About,
    pub config: &'a Config,
    pub plan: Plan,
    pub trail: &'a Trail,
    pub listen: &'a mut dyn FnMut(&Event),
    pub held: u64,
    pub discarded: u64,
    /// How many tests must hold; more than were asked for while coverage is undecided.
    pub wanted: u64,
    pub starved: Option<Starved>,
    pub tables: Tables,
    /// What the tests counted.
    pub tally: Tally,
    pub failures: Failures,
    failures_wanted: usize,
    pub started: Instant,
    /// How long shrinking took so far.
    pub shrink_time: Duration,
    /// When the first failure was at its smallest.
    pub first_failure: Option<Instant>,
    /// How many tests are run between two looks at anything else.
    pub batch: u64,
    pub exhausted: Option<Exhausted>,
    pub limits: Vec<Limit>,
    /// How the schedule was found of the case that is being made small.
    searched: Option<String>,
}

/// Why a phase ends the whole run; without a reason the next phase begins.
pub(super) type Phase = Result<(), Stopped>;

impl Runner<'_> {
    fn run(&mut self, kept: &[&dyn Law], left: &[Left]) -> Stopped {
        let mut phases = || -> Phase {
            if let Some(token) = &self.config.replay {
                return Err(self.replay(token));
            }
            if self.config.wants_isolation() && self.config.isolation.is_none() {
                return Err(Stopped::Misused(Misuse::new(
                    "the settings ask for isolation (or a time limit for cases), and do not say how \
                     to start a process that runs the law; `#[law]` does",
                )));
            }
            self.run_kept(kept)?;
            self.run_stored(left)?;
            self.run_left(left)?;
            let first = self.find_misuse()?;
            match self.config.exhaustive {
                Some(size) => self.walk_to(size),
                None => match self.walk_whole(&first)? {
                    true => Ok(()),
                    false => self.run_tests(),
                },
            }
        };
        match phases() {
            Ok(()) => self.all_held(),
            Err(stopped) => stopped,
        }
    }

    /// Whatever ended the run: failures that were found are what it came to.
    fn conclude(&mut self, stopped: Stopped) -> Stopped {
        let failures = std::mem::take(&mut self.failures).into_list();
        if failures.is_empty() {
            return stopped;
        }
        let mut failures = failures;
        for failure in &mut failures {
            // A case that is not the smallest, for want of time, has too many parts to explain.
            let smallest = failure.found != Found::Replay && failure.stop != Stop::Time;
            if self.config.explain && smallest && self.can_run(failure) {
                let (explanation, limit) = explain::explain(self.site, failure);
                self.limits.extend(limit);
                failure.explanation = explanation;
            }
        }
        // The first failure comes last: what its smallest case prints is the last that is printed.
        for failure in failures.iter_mut().rev() {
            if !self.can_run(failure) || failure.found == Found::Replay || self.ends_at_first() {
                continue;
            }
            let shown = self.site.show(&failure.tape, true);
            if shown.reason().map(Identity::of).as_ref() == Some(&failure.identity) {
                failure.reason = shown.case.reason.unwrap_or(Reason::False);
                (failure.arguments, failure.notes) = (shown.case.arguments, shown.case.notes);
                (failure.steps, failure.trace) = (shown.case.steps, shown.case.trace);
            }
        }
        Stopped::Broken(failures)
    }

    /// Whether nothing is run after the first failure is at its smallest.
    fn ends_at_first(&self) -> bool {
        self.failures_wanted == 1 && !self.config.explain
    }

    /// Whether a failure can be run again here: cases kept in the source are other laws, and one that
    /// ended a process would end this one.
    fn can_run(&self, failure: &Failure) -> bool {
        let kept = matches!(failure.found, Found::Kept { .. });
        let died = matches!(failure.reason, Reason::Died(_)) || failure.found == Found::Left;
        !kept && (!died || self.config.is_isolated())
    }

    /// Runs the one case that was asked for.
    fn replay(&mut self, token: &str) -> Stopped {
        let (feed, found) = match token.strip_prefix("bytes:") {
            Some(file) => match std::fs::read(file) {
                Ok(bytes) => (Feed::Bytes { bytes, size: self.config.max_size }, Found::Fuzzer),
                Err(error) => {
                    let message = format!("the fuzzer's input {file} cannot be read: {error}");
                    return Stopped::Misused(Misuse::new(message));
                }
            },
            None => match Token::read(self.about, token) {
                Ok(tape) => (Feed::Tape(tape), Found::Replay),
                Err(error) => return Stopped::Misused(Misuse::new(error.to_string())),
            },
        };
        let judged = self.site.judge(feed);
        if let Some(misuse) = judged.misuse {
            return Stopped::Misused(misuse);
        }
        match judged.reason().cloned() {
            Some(reason) if found == Found::Replay => {
                self.fail(found, reason, judged.tape, None).err().unwrap_or(Stopped::ReplayHeld)
            }
            Some(reason) => {
                self.shrink(found, reason, judged.tape).err().unwrap_or(Stopped::ReplayHeld)
            }
            None if judged.verdict == Verdict::Discarded => Stopped::Misused(Misuse::new(
                "the replayed case is discarded: the law assumes something that it does not meet, \
                 so it neither holds nor is broken",
            )),
            None => Stopped::ReplayHeld,
        }
    }

    /// Looks, before any test, for what would make all of them worthless. Gives the tape of a test.
    fn find_misuse(&mut self) -> Result<Tape, Stopped> {
        if self.config.tests == 0 {
            let message = "no test is asked for; set `tests` to 1 at least";
            return Err(Stopped::Misused(Misuse::new(message)));
        }
        let index = u64::from(self.config.max_size / 2).min(self.config.tests.saturating_sub(1));
        let feed = Feed::Seed { seed: self.plan.seed(index), size: self.plan.size(index) };
        let (first, second) = (self.site.draw(feed.clone()), self.site.draw(feed));
        if let Some(misuse) = first.misuse {
            return Err(Stopped::Misused(misuse));
        }
        if first.verdict == Verdict::Refused && first.tape.main != second.tape.main {
            return Err(Stopped::Misused(Misuse::new(
                "the generators draw differently each time although the seed is the same; \
                 something besides the source decides what they do (a clock, the order of a \
                 hash map, a static), so no case could be replayed",
            )));
        }
        let is_choice =
            |token: &choice::Token| !matches!(token, choice::Token::Open(_) | choice::Token::Close);
        // A law that asks before it draws anything has a body that draws.
        let asks_first = first.verdict == Verdict::Refused && first.tape.main.is_empty();
        let nothing = !first.tape.tokens().any(is_choice)
            && matches!(first.verdict, Verdict::Held | Verdict::Refused)
            && !asks_first;
        match nothing {
            false => Ok(first.tape),
            true => Err(Stopped::Misused(Misuse::new(
                "the law draws nothing, so every test would be the same; give it an argument, \
                 or make it a plain `#[test]`",
            ))),
        }
    }

    fn all_held(&self) -> Stopped {
        let missed = self.tables.missed();
        match missed.is_empty() {
            true => Stopped::Held,
            false => Stopped::NotCovered(missed),
        }
    }

    /// Whether there is still something to look for.
    pub fn go_on(&mut self) -> Phase {
        let no_time = !self.failures.is_empty() && self.shrink_budget().time.is_zero();
        if self.failures.is_full() || no_time {
            return Err(Stopped::Held);
        }
        let limit = self.config.max_search_time;
        if self.first_failure.is_some_and(|first| first.elapsed() >= limit) {
            self.limits.push(Limit::Search(limit));
            return Err(Stopped::Held);
        }
        match self.config.max_time {
            Some(limit) if self.started.elapsed() >= limit => {
                self.limits.push(Limit::Law(limit));
                Err(Stopped::Held)
            }
            _ => Ok(()),
        }
    }

    /// A test broke the law: run it again with a record, and make it small.
    pub fn broken(&mut self, index: u64, case: Case) -> Phase {
        let first = case.reason.unwrap_or(Reason::False);
        let identity = Identity::of(&first);
        if !self.failures.looks_at(&identity) {
            self.failures.count(&identity);
            return Ok(());
        }
        let (seed, size) = (self.plan.seed(index), self.plan.size(index));
        let recorded = self.site.judge(Feed::Seed { seed, size });
        if let Some(misuse) = recorded.misuse {
            return Err(Stopped::Misused(misuse));
        }
        if !self.failures.wants(&identity, &recorded.tape) {
            self.failures.count(&identity);
            return Ok(());
        }
        (self.listen)(&Event::Broken { index });
        let replayed = self.site.draw(Feed::Tape(recorded.tape.clone()));
        // The arguments again, without a run of the body; it may have drawn more after them.
        let drawn = spans_open(&replayed.tape.main);
        let pairs = recorded.tape.main.iter().zip(drawn);
        let choices_differ =
            recorded.tape.main.len() < drawn.len() || !pairs.into_iter().all(same_choice);
        let found = Found::Test { index };
        if recorded.reason().map(Identity::of).as_ref() != Some(&identity) || choices_differ {
            self.store(&recorded.tape, matches!(first, Reason::Died(_)));
            let then = recorded.reason().cloned();
            let steps = self.site.show_arguments(&recorded.tape).case.steps;
            return self.unstable(Unstable { reason: first, found, then, choices_differ, steps });
        }
        self.searched = recorded.case.searched;
        self.shrink(found, first, recorded.tape)
    }

    /// A case met on a walk broke the law.
    pub fn broken_walk(&mut self, found: Found, case: Case, tape: Tape) -> Phase {
        let reason = case.reason.unwrap_or(Reason::False);
        let identity = Identity::of(&reason);
        if !self.failures.looks_at(&identity) || !self.failures.wants(&identity, &tape) {
            self.failures.count(&identity);
            return Ok(());
        }
        self.shrink(found, reason, tape)?;
        self.go_on()
    }

    /// One failure that does not come again is no reason to keep quiet about those that do.
    fn unstable(&self, unstable: Unstable) -> Phase {
        match self.failures.is_empty() {
            true => Err(Stopped::Unstable(Box::new(unstable))),
            false => Ok(()),
        }
    }

    /// Makes a broken case small, and those of other failures that are met on the way.
    pub fn shrink(&mut self, found: Found, reason: Reason, tape: Tape) -> Phase {
        let mut next = vec![(found, reason, tape)];
        while let Some((found, reason, tape)) = next.pop() {
            let avoided = self.failures.other_shapes(&Identity::of(&reason), &tape);
            let avoids = !avoided.is_empty();
            let started = Instant::now();
            let budget = self.shrink_budget();
            let (shrunk, others) = shrink_one(self.site, budget, &reason, tape, avoided);
            self.shrink_time += started.elapsed();
            let guarded = avoids && self.is_known_but_for_free_picks(&reason, &shrunk.tape);
            if guarded {
                self.failures.add_again(&Identity::of(&reason));
                continue;
            }
            let tape = shrunk.tape.clone();
            self.fail(found, reason, tape, Some(shrunk))?;
            if self.failures.is_full() {
                return Ok(());
            }
            for (identity, reason, tape) in others {
                if !self.failures.knows(&identity) {
                    next.push((Found::Shrinking, reason, tape));
                }
            }
        }
        self.first_failure.get_or_insert_with(Instant::now);
        Ok(())
    }

    /// What is left for shrinking: runs for each failure, time for all of them together.
    fn shrink_budget(&self) -> Budget {
        let time = self.config.max_shrink_time.saturating_sub(self.shrink_time);
        Budget { runs: self.config.max_shrinks, time }
    }

    /// Whether a case is one of a known failure, once all alternatives that make no difference are
    /// the simplest ones. An alternative makes no difference if the law is broken in the same way
    /// whichever is taken in its place.
    fn is_known_but_for_free_picks(&mut self, reason: &Reason, tape: &Tape) -> bool {
        let identity = Identity::of(reason);
        let mut settled = tape.clone();
        for (at, scalar) in Outline::new(tape).scalars {
            if scalar.kind != Kind::Pick || scalar.is_zero() || at.section > 0 {
                continue;
            }
            let mut same = true;
            for alternative in 0..=scalar.up.min(MOST_ALTERNATIVES) {
                let mut candidate = settled.clone();
                candidate.set(at, scalar.with(alternative, false));
                let judged = self.site.judge(Feed::Tape(candidate));
                let broken = judged.reason().map(Identity::of).as_ref() == Some(&identity);
                same &= broken || judged.verdict == Verdict::Discarded;
            }
            if same {
                settled.set(at, scalar.with(0, false));
            }
        }
        // What follows an alternative may be drawn differently now.
        let settled = self.site.judge(Feed::Tape(settled)).tape;
        self.failures.is_known(&identity, &settled)
    }

    /// The same at another site.
    pub fn shrink_at(
        &mut self,
        site: &mut dyn Site,
        found: Found,
        reason: Reason,
        tape: Tape,
    ) -> Phase {
        let (shrunk, _) = shrink_one(site, self.shrink_budget(), &reason, tape, Vec::new());
        let shown = site.show(&shrunk.tape, false);
        let identity = Identity::of(&reason);
        let failure = failure(shown, reason, identity, found);
        self.add(self.with_token(failure, Some(shrunk)));
        Ok(())
    }

    fn store(&mut self, tape: &Tape, deadly: bool) {
        if let Some(notice) = self.config.database.store(self.about, tape, deadly) {
            (self.listen)(&Event::Database(notice));
        }
    }

    fn fail(&mut self, found: Found, reason: Reason, tape: Tape, shrunk: Option<Shrunk>) -> Phase {
        let identity = Identity::of(&reason);
        // A replayed case is run no more than it takes to judge it and to show it.
        let shown = self.site.show(&tape, found == Found::Replay || self.ends_at_first());
        let then = shown.reason().cloned();
        if then.as_ref().map(Identity::of).as_ref() != Some(&identity) {
            let (choices_differ, steps) = (false, shown.case.steps);
            return self.unstable(Unstable { reason, found, then, choices_differ, steps });
        }
        // What the case decided is its tape; the run that was shown may have died before its end.
        let searched = self.searched.take();
        let failure = Failure { tape, searched, ..failure(shown, reason, identity, found) };
        self.add(self.with_token(failure, shrunk));
        Ok(())
    }

    /// Adds a failure, and stores it at once: whoever is impatient may end the process.
    fn add(&mut self, failure: Failure) {
        let (tape, replayed) = (failure.tape.clone(), failure.found == Found::Replay);
        let deadly = matches!(failure.reason, Reason::Died(_));
        if self.failures.add(failure) && !replayed {
            self.store(&tape, deadly);
        }
    }

    fn with_token(&self, failure: Failure, shrunk: Option<Shrunk>) -> Failure {
        let Some(shrunk) = shrunk else {
            let token = Token::write(self.about, &failure.tape);
            return Failure { token, ..failure };
        };
        Failure {
            token: Token::write(self.about, &shrunk.tape),
            proven: shrunk.proven,
            shrinks: shrunk.steps,
            runs: shrunk.runs,
            stop: shrunk.stop,
            tape: shrunk.tape,
            ..failure
        }
    }
}

/// How many alternatives are tried in the place of one.
const MOST_ALTERNATIVES: u64 = 8;

type Others = Vec<(Identity, Reason, Tape)>;

fn shrink_one(
    site: &mut dyn Site,
    budget: Budget,
    reason: &Reason,
    tape: Tape,
    avoided: Vec<Shape>,
) -> (Shrunk, Others) {
    let identity = Identity::of(reason);
    let mut subject = Broken { site, identity, avoided, others: Vec::new() };
    let shrunk = Shrinker::new(&mut subject, tape, budget).shrink(&[]);
    (shrunk, subject.others)
}

/// A failure as a run of it was shown.
pub(super) fn failure(shown: Judged, reason: Reason, identity: Identity, found: Found) -> Failure {
    Failure {
        arguments: shown.case.arguments,
        // The reason as the smallest case has it; its values differ from the first one's.
        reason: shown.case.reason.unwrap_or(reason),
        steps: shown.case.steps,
        trace: shown.case.trace,
        searched: None,
        proven: false,
        notes: shown.case.notes,
        identity,
        found,
        shrinks: 0,
        runs: 0,
        stop: Stop::Smallest,
        token: String::new(),
        tape: shown.tape,
        again: 0,
        explanation: Default::default(),
    }
}

/// Lanes are told apart by their place; a filter that refused some may have changed their names.
fn same_choice((one, other): (&choice::Token, &choice::Token)) -> bool {
    matches!((one, other), (choice::Token::Lane(_), choice::Token::Lane(_))) || one == other
}

/// The tokens without the brackets that close at the end of a run, wherever it ended.
fn spans_open(tokens: &[choice::Token]) -> &[choice::Token] {
    let last = tokens.iter().rposition(|token| *token != choice::Token::Close);
    &tokens[..last.map_or(0, |last| last + 1)]
}
