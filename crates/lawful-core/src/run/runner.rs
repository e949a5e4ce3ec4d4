//! A run from its beginning to its end: which phases there are, and in what order.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::adequacy;
use super::config::Config;
use super::confirm::{MEASURING_TIME, REPEATS, confirm, measure, show_measured};
use super::exit;
use super::explain;
use super::failures::Failures;
use super::isolated::Child;
use super::jobs;
use super::judge::{Judging, OneFailure};
use super::site::{Feed, Here, Judged, Site};
use super::trail::{self, Left, Trail};
use crate::choice::{self, Kind, Tape};
use crate::data::{
    About, CaseRecord, Event, Exhausted, Failure, Found, Identity, Limit, Original, Rate, Reason,
    ReplayToken, Shape, Starved, Stopped, StoredFailure, Summary, Tables, Unstable, Warning,
};
use crate::generate::Misuse;
use crate::law::{Counters, Law, Outcome, Plan, said, threads};
use crate::shrink::{Budget, Edit, Extension, Outline, Shrinker, Shrunk, Size, Stop, measured};

/// Makes a law and hands it over. A law is made where it is used, so that every thread has its own:
/// generators need not be shared between threads.
pub type Build<'a> = dyn Fn(&mut dyn FnMut(&dyn Law)) + Sync + 'a;

/// Runs a law, and tells what happens while it happens.
///
/// It runs on this thread whatever the settings say of `jobs`; [`run_built`] does not.
#[doc(hidden)]
pub fn run(
    law: &dyn Law,
    about: &About,
    config: &Config,
    listen: &mut dyn FnMut(&Event),
) -> Summary {
    prepared(about, config, listen, &mut |run| {
        let mut here = run.here(law);
        run.at(&mut here, law, &[])
    })
}

/// Runs a law that can be made on every thread, after the cases of it that are kept in the source.
#[doc(hidden)]
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
            let mut here = run.here(law);
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
#[doc(hidden)]
pub fn run_bytes(law: &dyn Law, about: &About, config: &Config, bytes: &[u8]) -> Option<Summary> {
    let trail = Trail::none();
    let plan = Plan::new(0, &about.identity(), config.max_size);
    let settings = Arc::new(config.settings.clone());
    let (running, backtraces) = (trail.index(), config.backtraces);
    let mut here = Here { law, plan, running, settings, deadline: None, backtraces };
    let feed = Feed::Bytes { input: bytes.to_vec(), size: config.max_size };
    let judged = here.judge(feed);
    if judged.record.is_known() {
        return None;
    }
    let reason = judged.reason()?.clone();
    let mut listen = |_: &Event| {};
    let listen = &mut listen;
    let config = &Config { isolated: false, max_case_time: None, ..config.clone() };
    let started = Instant::now();
    let run = Prepared { about, config, seed: 0, plan, trail: &trail, left: &[], listen, started };
    Some(run.phases(&mut here, law, |runner| {
        let case = Counterexample::new(Found::Fuzzer, &reason, judged.tape.clone());
        runner.shrink(case).err().unwrap_or(Stopped::Passed)
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
    /// One beginning for all that looks at the clock: time that is over for a worker is over for the run.
    started: Instant,
}

fn prepared(
    about: &About,
    config: &Config,
    listen: &mut dyn FnMut(&Event),
    run: &mut dyn FnMut(Prepared<'_>) -> Summary,
) -> Summary {
    let seed = config.seed.unwrap_or_else(random_seed);
    let plan = Plan::new(seed, &about.identity(), config.max_size);
    let left = trail::take_left(&config.database, about);
    let jobs = if config.jobs > 1 { config.jobs.min(jobs::MOST_THREADS) } else { 0 };
    let (trail, notice) = Trail::begin(&config.database, about, (seed, config.max_size), jobs);
    listen(&Event::Started { about: about.clone(), seed });
    for notice in config.database.missing().into_iter().chain(notice) {
        listen(&Event::Database(notice));
    }
    let is_found_later = trail.path().is_some() && config.isolation.is_some();
    let _exit = exit::Running::begin(about, is_found_later);
    let started = Instant::now();
    let (trail, left) = (&trail, &left[..]);
    let prepared = Prepared { about, config, seed, plan, trail, left, listen, started };
    // A law may run laws of its own, which say nothing of its case.
    let _running = threads::Running::begin();
    said::muted(|| run(prepared))
}

impl<'a> Prepared<'a> {
    /// Runs cases in this thread.
    fn here<'l>(&self, law: &'l dyn Law) -> Here<'l>
    where
        'a: 'l,
    {
        let settings = Arc::new(self.config.settings.clone());
        let deadline = self.config.max_time.and_then(|limit| self.started.checked_add(limit));
        let (running, backtraces) = (self.trail.index(), self.config.backtraces);
        Here { law, plan: self.plan, running, settings, deadline, backtraces }
    }

    /// Whether the tests are the ones of the plan, each from its own seed and none of them told.
    fn is_plain(&self) -> bool {
        let config = self.config;
        let told = config.tells_cases() || config.exhaustive.is_some();
        let is_direct = config.isolation.as_ref().is_some_and(|isolation| isolation.is_direct);
        let guarded = is_direct && self.left.iter().any(|left| left.elsewhere);
        config.replay.is_none() && !told && !config.is_isolated() && !guarded
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
        phases: impl FnOnce(&mut Running<'_>) -> Stopped,
    ) -> Summary {
        let Prepared { about, config, seed, plan, trail, left, listen, started } = self;
        let new_child = |isolation| Child::new(isolation, config, about, plan, trail);
        let mut child = config.isolation.as_ref().map(new_child).filter(|_| config.is_isolated());
        if child.is_none() && config.replay.is_none() && left.iter().any(|left| left.elsewhere) {
            // Something killed the process that no test stands for, so everything is run with care. A test may rely on
            // what its law does to this process, so only one that is nothing else runs in another.
            let isolation = config.isolation.as_ref().filter(|isolation| isolation.is_direct);
            child = isolation.map(new_child);
            child = child.and_then(|mut child| child.begin().is_ok().then_some(child));
            listen(&Event::DiedElsewhere { is_guarded: child.is_some() });
        }
        let is_isolated = child.is_some();
        let site: &mut dyn Site = match &mut child {
            Some(child) => child,
            None => site,
        };
        let expected = config.expect_failure || law.expects_failure();
        let failures_wanted = if expected { 1 } else { config.max_failures };
        let mut runner = Running {
            site,
            about,
            config,
            seed,
            plan,
            trail,
            listen,
            passed: 0,
            discarded: 0,
            wanted: config.tests,
            starved: None,
            tables: Tables::default(),
            counters: Counters::default(),
            extensions: law.own_extensions(),
            failures: Failures::new(failures_wanted, law.tells_failures_by_shape()),
            failures_wanted,
            expects_failure: expected,
            started,
            shrink_time: Duration::ZERO,
            first_failure: None,
            // A limit in time is looked at between two batches.
            batch: if config.max_time.is_some() { 1 } else { FIRST_BATCH },
            exhausted: None,
            limits: Vec::new(),
            is_isolated,
            may_guard: config
                .isolation
                .as_ref()
                .is_some_and(|isolation| isolation.is_direct || is_isolated || !left.is_empty()),
            unstable: Vec::new(),
            draws_while_running: false,
            looked: Vec::new(),
            first_test: config.first_test,
            next_test: config.first_test,
            failed_look: None,
        };
        let stopped = phases(&mut runner);
        let stopped = runner.conclude(stopped);
        let (mut warnings, distribution) = match stopped {
            // The first part of a divided run looks at its tests; others would say the same.
            Stopped::Passed | Stopped::NotCovered(_) if config.first_test == 0 => {
                adequacy::look(&mut runner)
            }
            Stopped::Failed(_) if config.first_test == 0 => {
                (Vec::new(), adequacy::distribution_of_failed(&mut runner))
            }
            _ => Default::default(),
        };
        if let Stopped::Passed | Stopped::NotCovered(_) = stopped {
            warnings.extend(law.remarks(&runner.counters).into_iter().map(Warning::Remark));
        }
        warnings.extend(adequacy::unnoticed_panics());
        let mut summary = Summary::new(about.clone(), seed, config.tests, stopped);
        (summary.passed, summary.discarded) = (runner.passed, runner.discarded);
        (summary.first_test, summary.next_test) = (config.first_test, runner.next_test);
        (summary.counts, summary.counted_always) =
            (runner.counters.all(), runner.counters.known_rows());
        (summary.tells_counts, summary.tells_original) = (config.statistics, config.original);
        summary.tables = runner.tables;
        summary.expect_failure = expected;
        (summary.may_give_up, summary.max_discards) = (config.may_give_up, config.max_discards);
        summary.max_failures = failures_wanted;
        summary.tells_failures_by_shape = law.tells_failures_by_shape();
        (summary.case_arguments, summary.keeps_tokens) =
            (config.case_arguments, config.keeps_tokens);
        (summary.exhausted, summary.limits) = (runner.exhausted, runner.limits);
        (summary.warnings, summary.distribution) = (warnings, distribution);
        summary.unstable = runner.unstable;
        summary
    }
}

/// The summary of a law that could not even be begun.
#[doc(hidden)]
pub fn misused(about: About, config: &Config, misuse: Misuse) -> Summary {
    let mut summary = Summary::new(about, 0, config.tests, Stopped::Misused(misuse));
    summary.tells_counts = config.statistics;
    (summary.case_arguments, summary.keeps_tokens) = (config.case_arguments, config.keeps_tokens);
    summary
}

/// A seed that is another every time: the one place where anything is left to chance.
fn random_seed() -> u64 {
    RandomState::new().hash_one(std::process::id())
}

/// How many tests are run at first between two looks at anything else.
pub(super) const FIRST_BATCH: u64 = 1 << 8;

pub(super) struct Running<'a> {
    pub site: &'a mut dyn Site,
    pub about: &'a About,
    pub config: &'a Config,
    /// The root seed.
    pub seed: u64,
    pub plan: Plan,
    pub trail: &'a Trail,
    pub listen: &'a mut dyn FnMut(&Event),
    pub passed: u64,
    pub discarded: u64,
    /// How many tests must hold; more than were asked for while coverage is undecided.
    pub wanted: u64,
    pub starved: Option<Starved>,
    pub tables: Tables,
    /// What the tests counted.
    pub counters: Counters,
    /// Contributions of components to shrinking.
    pub extensions: Vec<&'static Extension>,
    pub failures: Failures,
    failures_wanted: usize,
    /// True if the law is expected to be broken.
    expects_failure: bool,
    pub started: Instant,
    /// How long shrinking took so far.
    pub shrink_time: Duration,
    /// When the first failure was at its smallest.
    pub first_failure: Option<Instant>,
    /// How many tests are run between two looks at anything else.
    pub batch: u64,
    pub exhausted: Option<Exhausted>,
    pub limits: Vec<Limit>,
    /// True if the law runs in a process of its own.
    pub is_isolated: bool,
    /// True if there may be a process for cases from before.
    pub may_guard: bool,
    /// Failures that did not come again.
    pub unstable: Vec<Unstable>,
    /// True if the body of the law runs also where a case is only to be drawn.
    pub draws_while_running: bool,
    /// Tapes of tests that were drawn before any ran, by their indices. They are in the sample that is looked at later.
    pub looked: Vec<(u64, Tape)>,
    /// Index of the first random test that did not run yet when the tests begin.
    pub first_test: u64,
    /// Index of the first test that was not come to.
    pub next_test: u64,
    /// Failure of a law that ran while it was drawn in search of misuse.
    pub failed_look: Option<(u64, Reason)>,
}

/// A failing case that is not shrunk yet.
pub(super) struct Counterexample {
    pub found: Found,
    pub reason: Reason,
    pub tape: Tape,
    /// Way in which a component came to it within the test.
    pub found_by: Option<String>,
}

impl Counterexample {
    pub fn new(found: Found, reason: &Reason, tape: Tape) -> Self {
        Counterexample { found, reason: reason.clone(), tape, found_by: None }
    }
}

/// Why a phase ends the whole run; without a reason the next phase begins.
pub(super) type Phase = Result<(), Stopped>;

impl Running<'_> {
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
            let is_first_part = self.config.first_test == 0;
            if is_first_part {
                self.run_kept(kept)?;
                self.run_kept_tokens()?;
            }
            // Also in a part that comes later: what is known by then is not looked for once more.
            self.run_stored()?;
            self.run_left(left)?;
            if !is_first_part {
                // The first part looks for misuse, and goes through all cases if they are few.
                return if self.config.exhaustive.is_none() { self.run_tests() } else { Ok(()) };
            }
            let first = self.find_misuse()?;
            match self.config.exhaustive {
                Some(size) => self.walk_to(size),
                None => match self.walk_whole(&first)? {
                    true => Ok(()),
                    false => self.run_tests(),
                },
            }
        };
        let ended = phases().and_then(|()| self.judge_first_look());
        match ended {
            Ok(()) => self.all_held(),
            Err(stopped) => stopped,
        }
    }

    /// A law that draws while it runs may have failed before any test, and in none of them.
    fn judge_first_look(&mut self) -> Phase {
        match self.failed_look.take() {
            Some((index, reason)) if self.failures.is_empty() => self.failed(index, reason),
            _ => Ok(()),
        }
    }

    /// Whatever ended the run: failures that were found are what it came to.
    fn conclude(&mut self, stopped: Stopped) -> Stopped {
        let mut failures = std::mem::take(&mut self.failures).into_list();
        if failures.is_empty() {
            return self.conclude_without_failure(stopped);
        }
        // What is run from here on is no test; the next run knows to be careful if the process dies of it.
        self.trail.set_elsewhere();
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
        for index in (0..failures.len()).rev() {
            let failure = &mut failures[index];
            if !self.can_run(failure) || failure.found == Found::Replay || self.ends_at_first() {
                continue;
            }
            let shown = self.site.show(&failure.tape, true);
            if shown.reason().map(Identity::of).as_ref() == Some(&failure.identity) {
                let CaseRecord { arguments, document, notes, .. } = shown.record;
                (failure.arguments, failure.document, failure.notes) = (arguments, document, notes);
                if let Outcome::Failed(reason) = shown.outcome {
                    failure.reason = *reason;
                }
                continue;
            }
            // It failed a moment ago.
            let failure = failures.remove(index);
            let rate = Rate::new(1, 2);
            let then = shown.reason().cloned();
            let (found, tape) = (failure.found, failure.tape);
            let identity = &failure.identity;
            let rate = measure(self.site, &tape, identity, rate, REPEATS, MEASURING_TIME);
            let unstable = self.unstable_case(found, failure.reason, then, shown, tape, rate);
            self.add_unstable(unstable);
        }
        match failures.is_empty() {
            true => self.conclude_without_failure(Stopped::Passed),
            false => Stopped::Failed(failures),
        }
    }

    fn conclude_without_failure(&mut self, stopped: Stopped) -> Stopped {
        if !self.unstable.is_empty() {
            return Stopped::Unstable(Box::new(self.unstable.remove(0)));
        }
        match stopped {
            Stopped::Passed if self.ran_nothing() => Stopped::GaveUp { starved: self.starved },
            stopped => stopped,
        }
    }

    /// Returns whether the time for the law ended before a test passed. Such a law was not tested.
    fn ran_nothing(&self) -> bool {
        self.passed == 0 && self.exhausted.is_none() && self.limits.iter().any(Limit::is_of_law)
    }

    /// Whether nothing is run after the first failure is at its smallest.
    pub fn ends_at_first(&self) -> bool {
        self.failures_wanted == 1 && !self.config.explain
    }

    /// Whether a failure can be run again here: cases kept in the source are other laws, and one that
    /// ended a process would end this one.
    fn can_run(&self, failure: &Failure) -> bool {
        let kept = matches!(failure.found, Found::Kept { .. });
        let died = failure.reason.death().is_some() || failure.found == Found::Left;
        !kept && (!died || self.is_isolated)
    }

    /// Looks, before any test, for what would make all of them worthless. Gives the tape of a test.
    fn find_misuse(&mut self) -> Result<Tape, Stopped> {
        if self.config.tests == 0 {
            let message = "no test is asked for; set `tests` to 1 at least";
            return Err(Stopped::Misused(Misuse::new(message)));
        }
        // Where every case is told, a law that runs while it is drawn is told from the first test on.
        let tells = self.config.tells_cases();
        let middle = u64::from(self.config.max_size / 2).min(self.config.tests.saturating_sub(1));
        let index = if tells { 0 } else { middle };
        let feed = Feed::Seed { seed: self.plan.seed(index), size: self.plan.size(index) };
        // A generator may kill the process; then the next run knows of which test.
        self.trail.index().store(index, Relaxed);
        let started = Instant::now();
        let first = match tells {
            true => self.site.draw_told(feed.clone(), self.teller(index)),
            false => self.site.draw_in_time(feed.clone()),
        };
        let time = started.elapsed();
        // A law that runs its body is not run a second time for this.
        self.draws_while_running = !first.gate_asked && first.record.starved.is_none();
        let again = |site: &mut dyn Site| site.draw_in_time(feed).tape.main;
        let second = (!self.draws_while_running).then(|| again(self.site));
        // A value that was not made in time tells nothing.
        self.go_on_making()?;
        if let Some(misuse) = first.misuse {
            return Err(Stopped::Misused(misuse));
        }
        if !self.draws_while_running {
            self.look_for_misuse()?;
        }
        if second.is_some_and(|second| second != first.tape.main) {
            return Err(Stopped::Misused(Misuse::new(
                "the generators draw differently each time although the seed is the same; \
                 something besides the source decides what they do (a clock, the order of a \
                 hash map, a static), so no case could be replayed",
            )));
        }
        let is_choice =
            |token: &choice::Token| !matches!(token, choice::Token::Open(_) | choice::Token::Close);
        // A law that asks before it draws anything has a body that draws.
        let asks_first = first.outcome == Outcome::Skipped && first.tape.main.is_empty();
        let nothing = !first.tape.tokens().any(is_choice)
            && matches!(first.outcome, Outcome::Passed | Outcome::Skipped)
            && !asks_first;
        if let (true, Outcome::Failed(reason)) = (self.draws_while_running, &first.outcome)
            && !first.record.is_known()
        {
            self.failed_look = Some((index, (**reason).clone()));
        }
        // The body ran, so this is one of the tests.
        if self.draws_while_running && first.outcome.is_passed() && !nothing {
            if tells {
                self.tell(index, &first, time);
                self.first_test = 1;
            }
            self.passed += 1;
            self.counters.join(&first.counters);
            self.tables.add(first.record.labels);
        }
        match nothing {
            false => Ok(first.tape),
            true => Err(Stopped::Misused(Misuse::new(
                "the law draws nothing, so every test would be the same; give it an argument, \
                 or make it a plain `#[test]`",
            ))),
        }
    }

    /// Draws some more cases: a generator may be misused in a part that it seldom comes to, or nest without an end
    /// only now and then.
    fn look_for_misuse(&mut self) -> Phase {
        for index in adequacy::first_looks(self.config.tests) {
            self.trail.index().store(index, Relaxed);
            let (seed, size) = (self.plan.seed(index), self.plan.size(index));
            let drawn = self.site.draw_in_time(Feed::Seed { seed, size });
            self.go_on_making()?;
            if let Some(misuse) = drawn.misuse {
                return Err(Stopped::Misused(misuse));
            }
            if drawn.outcome == Outcome::Skipped {
                self.looked.push((index, drawn.tape));
            }
        }
        Ok(())
    }

    fn all_held(&self) -> Stopped {
        let missed = self.tables.missed();
        match missed.is_empty() {
            true => Stopped::Passed,
            false => Stopped::NotCovered(missed),
        }
    }

    /// Whether there is still something to look for.
    pub fn go_on(&mut self) -> Phase {
        let no_time = !self.failures.is_empty() && self.shrink_budget().time.is_zero();
        if self.failures.is_full() || no_time {
            return Err(Stopped::Passed);
        }
        let limit = self.config.max_search_time;
        if self.first_failure.is_some_and(|first| first.elapsed() >= limit) {
            self.limits.push(Limit::Search(limit));
            return Err(Stopped::Passed);
        }
        self.within_time(Limit::Law)
    }

    /// Returns whether there is time left for the law, after a value may not have been made for want of it.
    pub fn go_on_making(&mut self) -> Phase {
        self.within_time(Limit::Generation)
    }

    fn within_time(&mut self, named: fn(Duration) -> Limit) -> Phase {
        match self.config.max_time {
            Some(limit) if self.started.elapsed() >= limit => {
                self.limits.push(named(limit));
                Err(Stopped::Passed)
            }
            _ => Ok(()),
        }
    }

    /// A test failed: it is run again with a record, and shrunk.
    pub fn failed(&mut self, index: u64, first: Reason) -> Phase {
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
        (self.listen)(&Event::Failed { index });
        let replayed = self.site.draw(Feed::Tape(recorded.tape.clone()));
        // The arguments again, without a run of the body; it may have drawn more after them.
        let drawn = spans_open(&replayed.tape.main);
        let pairs = recorded.tape.main.iter().zip(drawn);
        let choices_differ =
            recorded.tape.main.len() < drawn.len() || !pairs.into_iter().all(same_choice);
        let found = Found::Test { index };
        let failed_again = recorded.reason().map(Identity::of).as_ref() == Some(&identity);
        if !failed_again || choices_differ {
            let then = recorded.reason().cloned();
            let mut rate = Rate::new(1, 1);
            rate.add(failed_again);
            let tape = recorded.tape;
            let shown = show_measured(self.site, &tape, &identity, &mut rate);
            let rate = measure(self.site, &tape, &identity, rate, REPEATS, MEASURING_TIME);
            let mut unstable = self.unstable_case(found, first, then, shown, tape, rate);
            unstable.choices_differ = choices_differ;
            return self.unstable(unstable);
        }
        let found_by = recorded.record.found_by;
        self.shrink(Counterexample { found, reason: first, tape: recorded.tape, found_by })
    }

    /// A case met on a walk failed.
    pub fn failed_on_walk(&mut self, found: Found, reason: &Reason, tape: Tape) -> Phase {
        let identity = Identity::of(reason);
        if !self.failures.looks_at(&identity) || !self.failures.wants(&identity, &tape) {
            self.failures.count(&identity);
            return Ok(());
        }
        self.shrink(Counterexample::new(found, reason, tape))?;
        self.go_on()
    }

    /// Shrinks a counterexample, and those of other failures that are met on the way.
    pub fn shrink(&mut self, case: Counterexample) -> Phase {
        let mut next = vec![case];
        while let Some(case) = next.pop() {
            let avoided = self.failures.other_shapes(&Identity::of(&case.reason), &case.tape);
            let avoids = !avoided.is_empty();
            let started = Instant::now();
            let original = self.original(&case.tape);
            let budget = self.shrink_budget();
            let extensions = self.extensions.clone();
            let (shrunk, others) = shrink_one(self.site, budget, extensions, &case, avoided);
            self.shrink_time += started.elapsed();
            let guarded = avoids && self.is_known_but_for_free_picks(&case.reason, &shrunk.tape);
            if guarded {
                self.failures.add_again(&Identity::of(&case.reason));
                continue;
            }
            self.fail(case, (shrunk, original))?;
            if self.failures.is_full() {
                return Ok(());
            }
            for (identity, reason, tape) in others {
                if !self.failures.knows(&identity) {
                    next.push(Counterexample::new(Found::Shrinking, &reason, tape));
                }
            }
        }
        self.first_failure.get_or_insert_with(Instant::now);
        Ok(())
    }

    /// The case as it was found, if it is to be shown.
    fn original(&mut self, tape: &Tape) -> Option<Box<Original>> {
        (self.config.original || self.config.wants_details()).then(|| {
            let CaseRecord { arguments, document, .. } = self.site.show(tape, false).record;
            Box::new(Original::new(arguments, document))
        })
    }

    /// What is left for shrinking: runs for each failure, time for all of them together.
    fn shrink_budget(&self) -> Budget {
        let time = self.config.max_shrink_time.saturating_sub(self.shrink_time);
        Budget { runs: self.config.max_shrink_runs, time }
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
                let failed = judged.reason().map(Identity::of).as_ref() == Some(&identity);
                same &= failed || judged.outcome == Outcome::Discarded;
            }
            if same {
                settled.set(at, scalar.with(0, false));
            }
        }
        // What follows an alternative may be drawn differently now.
        let settled = self.site.judge(Feed::Tape(settled)).tape;
        self.failures.is_known(&identity, &settled)
    }

    /// Shrinks a counterexample at another site.
    pub fn shrink_at(&mut self, site: &mut dyn Site, case: Counterexample) -> Phase {
        let extensions = self.extensions.clone();
        let (shrunk, _) = shrink_one(site, self.shrink_budget(), extensions, &case, Vec::new());
        let confirmed = confirm(site, &case, &shrunk.tape, true);
        self.confirmed(case, (shrunk, None), confirmed)
    }

    /// Stores a failure, and tells where.
    pub fn store(&mut self, mut stored: StoredFailure) {
        (stored.seed, stored.tests) = (self.seed, self.config.tests);
        stored.expect_failure = self.expects_failure;
        (stored.case_arguments, stored.keeps_tokens) =
            (self.config.case_arguments, self.config.keeps_tokens);
        if let Some(event) = self.config.database.store(stored) {
            (self.listen)(&event);
        }
    }

    /// Adds a failure, and stores it at once: an impatient person may end the process.
    pub fn add(&mut self, failure: Failure) {
        let stored = StoredFailure::new(self.about, &failure);
        if self.failures.add(failure) {
            self.store(stored);
        }
    }

    pub fn with_token(&self, failure: Failure, shrunk: Option<Shrinking>) -> Failure {
        let mut failure = failure;
        match shrunk {
            None => {
                failure.token = ReplayToken::write(self.about, &failure.tape);
                failure.sizes = measured(&self.extensions, &failure.tape);
            }
            Some((shrunk, original)) => {
                failure.token = ReplayToken::write(self.about, &shrunk.tape);
                (failure.sizes, failure.original) = (shrunk.sizes, original);
                (failure.shrinks, failure.runs) = (shrunk.steps, shrunk.runs);
                (failure.stop, failure.tape) = (shrunk.stop, shrunk.tape);
            }
        }
        failure
    }
}

/// How many alternatives are tried in the place of one.
const MOST_ALTERNATIVES: u64 = 8;

type Others = Vec<(Identity, Reason, Tape)>;
/// Result of shrinking, and the case as it was found if it is to be shown.
pub(super) type Shrinking = (Shrunk, Option<Box<Original>>);

fn shrink_one(
    site: &mut dyn Site,
    budget: Budget,
    extensions: Vec<&'static Extension>,
    case: &Counterexample,
    avoided: Vec<Shape>,
) -> (Shrunk, Others) {
    let identity = Identity::of(&case.reason);
    let mut failure = OneFailure { identity, avoided, others: Vec::new() };
    let mut end = |judged: &Judged| failure.end(judged);
    let mut subject = Judging { site, end: &mut end };
    let shrinker = Shrinker::new(&mut subject, case.tape.clone(), budget).with(extensions);
    let mut shrunk = shrinker.shrink();
    if shrunk.sizes.is_empty() {
        // Where no component knows better, people count the values that were drawn.
        let (found, least) = (values(&case.tape), values(&shrunk.tape));
        shrunk.sizes.push(Size { unit: ("value", "values"), found, shrunk: least, proven: None });
    }
    (shrunk, failure.others)
}

/// Number of values that were drawn: numbers, alternatives and letters, but not the lengths of lists.
fn values(tape: &Tape) -> u64 {
    let values = |token: &choice::Token| match token {
        choice::Token::Scalar(scalar) => u64::from(scalar.kind != Kind::Length),
        choice::Token::Block(block) => block.units.len() as u64,
        _ => 0,
    };
    tape.tokens().map(values).sum()
}

/// A failure as a run of it was shown.
pub(super) fn failure(shown: Judged, reason: Reason, found: Found) -> Failure {
    let identity = Identity::of(&reason);
    let CaseRecord { arguments, drawing, document, notes, found_by, .. } = shown.record;
    // The reason as the minimal case has it; its values differ from the first one's.
    let reason = match shown.outcome {
        Outcome::Failed(reason) => *reason,
        _ => reason,
    };
    let mut failure = Failure::new(reason, found, shown.tape);
    (failure.arguments, failure.drawing, failure.document) = (arguments, drawing, document);
    (failure.notes, failure.found_by, failure.identity) = (notes, found_by, identity);
    failure
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
