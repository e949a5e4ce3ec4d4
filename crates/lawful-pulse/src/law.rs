//! The law: whatever the schedule, the body holds.

use lawful_core::extend::Choices;
use std::cell::RefCell;
use std::rc::Rc;

use lawful_core::choice::{Keyed, Source, mix_bytes};
use lawful_core::data::{Block, Reason, Trace};
use lawful_core::law::{
    Case, Component, Counter, Counters, IntoOutcome, Outcome, Setting, attempt, muted,
    once_per_case, raise,
};
use lawful_core::shrink::Extension;

use crate::run::{Ended, Needs, Orders, Wrong, execute};
use crate::scheduler::{
    Algorithm, Asked, Estimate, Explore, Explorer, Given, Manner, NAMES, Portfolio, Search,
};
use crate::shrink::EXTENSION;
use crate::watch::{Held, Unwatched, Watch, Watched, Watching};

/// A body that must hold whatever the schedule. See [`scheduled`].
#[derive(Clone, Debug)]
pub struct Scheduled<F, W = Unwatched> {
    body: F,
    search: Search,
    schedules: Option<u64>,
    limit: u64,
    ignores_counts: bool,
    early_timers: Option<bool>,
    watching: W,
}

/// Result of trying schedules. See [`Scheduled::explore`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explored {
    /// Number of schedules that were run.
    pub schedules: u64,
    /// Number of scheduling points in all of them.
    pub points: u64,
    /// Number of schedules of each kind.
    by_scheduler: [u64; NAMES.len()],
    /// True if every schedule was tried, or every one within the bound, as far as the scheduler sees what tasks share.
    pub exhausted: bool,
    /// True if in addition nothing that the scheduler does not see can matter, so that the law is proven for the case:
    /// with more than one task, counts of std's `Arc` and `Weak` are not seen. See [`Explored::unseen`].
    pub complete: bool,
    /// Whether any task came to an operation that the scheduler sees.
    has_operations: bool,
    /// Why the law failed, if it failed under the last schedule.
    pub broken: Option<Box<Reason>>,
}

/// Setup of the runs of a case.
#[derive(Clone, Copy)]
struct Setup {
    needs: Needs,
    early_timers: bool,
}

/// Number of schedules that are tried for each case, `schedules = n` of `#[law(..)]`.
pub static SCHEDULES: Setting = Setting::new("LAWFUL_SCHEDULES", 64);
/// Setting that lets timers fire while tasks are runnable (1) or not (0). See [`Scheduled::early_timers`].
pub static EARLY_TIMERS: Setting = Setting::new("LAWFUL_EARLY_TIMERS", 1);
/// Number of schedules that are tried at most where all are to be tried.
const ALL_SCHEDULES: u64 = 100_000;
/// The numbers by which things are counted; those of schedulers come first.
const POINTS_COUNTED: usize = NAMES.len();
const OPERATIONS_COUNTED: usize = NAMES.len() + 1;
const COMPLETE_COUNTED: usize = NAMES.len() + 2;
const EXHAUSTED_COUNTED: usize = NAMES.len() + 3;
/// Row of the cases in which the scheduler had something to decide.
const OPERATIONS: (&str, &str) = ("cases", "with operations that the scheduler sees");
/// Name of this component in reasons.
const COMPONENT: &str = "pulse";
/// How many points a run may have, unless said.
const LIMIT: u64 = 1_000_000;

/// The law that a body holds whatever the schedule of its tasks.
#[doc(alias("model", "check_random", "check_pct", "check_dfs"))]
pub fn scheduled<T: IntoOutcome, F: Fn() -> T>(body: F) -> Scheduled<F> {
    Scheduled {
        body,
        search: Search::default(),
        schedules: None,
        limit: LIMIT,
        ignores_counts: false,
        early_timers: None,
        watching: Unwatched,
    }
}

/// What an exhaustive search does not see where nobody vouches for it.
const UNSEEN: &str = "counts of std's `Arc` and `Weak`";

impl Explored {
    /// Returns what could matter for the law and was not seen, where [every schedule](Explored::exhausted) was tried.
    pub fn unseen(&self) -> Option<&'static str> {
        (self.exhausted && !self.complete).then_some(UNSEEN)
    }
}

impl<T: IntoOutcome, F: Fn() -> T, W: Watching> Scheduled<F, W> {
    /// Vouches that no count of an `Arc` or `Weak` of std matters for the law: there are none, or nothing depends on
    /// which task drops the last one and when.
    ///
    /// The scheduler sees nothing of those counts. Without this, an exhaustive search that has tried every schedule
    /// calls itself [exhausted](Explored::exhausted) but not [complete](Explored::complete), and of two accesses to a
    /// [cell](crate::cell) that the drop of an `Arc` could have ordered only those count as a race that it cannot have
    /// ordered. [`sync::tracked`](crate::sync::tracked) has an `Arc` whose counts are seen.
    ///
    /// ```
    /// use lawful::pulse::sync::atomic::AtomicU32;
    /// use lawful::pulse::sync::atomic::Ordering::SeqCst;
    /// use lawful::pulse::{Search, scheduled, thread};
    ///
    /// let counts = scheduled(|| {
    ///     let count = AtomicU32::new(0);
    ///     thread::scope(|scope| {
    ///         scope.spawn(|| count.fetch_add(1, SeqCst));
    ///         count.fetch_add(1, SeqCst);
    ///     });
    ///     assert_eq!(count.into_inner(), 2);
    /// });
    /// let counts = counts.search(Search::Exhaustive);
    /// assert_eq!(counts.explore(1).unseen(), Some("counts of std's `Arc` and `Weak`"));
    /// assert!(counts.ignore_arc_counts().explore(1).complete);
    /// ```
    pub fn ignore_arc_counts(self) -> Self {
        Scheduled { ignores_counts: true, ..self }
    }

    /// Sets the search for schedules.
    pub fn search(self, search: Search) -> Self {
        Scheduled { search, ..self }
    }

    /// Sets the maximum number of schedules for each case: unless said, 64, and a hundred thousand where all
    /// are to be tried.
    #[doc(alias("iterations", "max_iterations", "max_permutations"))]
    pub fn schedules(self, schedules: u64) -> Self {
        Scheduled { schedules: Some(schedules), ..self }
    }

    /// Sets whether a timer may fire while tasks are runnable: true unless said, since a processor may be that slow.
    /// With `false`, time stands still until every task waits. In a test, `#[law(scheduled, lawful::pulse::EARLY_TIMERS =
    /// 0)]` does the same.
    ///
    /// ```
    /// use std::time::Duration;
    /// use lawful::prelude::*;
    /// use lawful::pulse::sync::mpsc;
    /// use lawful::pulse::{scheduled, thread};
    ///
    /// let answers = || {
    ///     let (sender, receiver) = mpsc::channel();
    ///     thread::spawn(move || sender.send(1));
    ///     assert_eq!(receiver.recv_timeout(Duration::from_secs(5)), Ok(1));
    /// };
    /// assert!(!Runner::named("slow").run(&scheduled(answers)).is_success());
    /// assert!(Runner::named("fast").run(&scheduled(answers).early_timers(false)).is_success());
    /// ```
    pub fn early_timers(self, early: bool) -> Self {
        Scheduled { early_timers: Some(early), ..self }
    }

    /// Sets the maximum number of scheduling points of a run; a run with more counts as endless: a million unless said.
    #[doc(alias("max_steps", "max_branches"))]
    pub fn max_scheduling_points(self, points: u64) -> Self {
        Scheduled { limit: points, ..self }
    }

    /// Watches each run by a watcher that the factory makes for it: see [`Watch`].
    ///
    /// ```
    /// use lawful::extend::{Case, Outcome};
    /// use lawful::prelude::*;
    /// use lawful::pulse::{EndCause, RunEnd, Watch, scheduled, thread};
    ///
    /// struct Endless;
    ///
    /// impl Watch for Endless {
    ///     fn judge(self, end: RunEnd, _: &mut Case) -> Outcome {
    ///         assert_eq!((end.cause, end.moment.round), (EndCause::Cut, 20_300));
    ///         Outcome::Passed
    ///     }
    /// }
    ///
    /// fn goes_on() {
    ///     loop {
    ///         thread::yield_now();
    ///     }
    /// }
    /// let law = scheduled(goes_on).watched(|| Endless);
    /// assert!(Runner::named("goes on").tests(1).run(&law).is_success());
    /// ```
    pub fn watched<V: Watch, G: Fn() -> V>(self, factory: G) -> Scheduled<F, Watched<G>> {
        let Scheduled { body, search, schedules, limit, ignores_counts, early_timers, .. } = self;
        let watching = Watched(factory);
        Scheduled { body, search, schedules, limit, ignores_counts, early_timers, watching }
    }

    /// Tries the schedules of one case by themselves, without a runner: nothing is shrunk or stored.
    ///
    /// ```
    /// use lawful::pulse::sync::atomic::AtomicU32;
    /// use lawful::pulse::sync::atomic::Ordering::SeqCst;
    /// use lawful::pulse::{scheduled, thread};
    ///
    /// let law = scheduled(|| {
    ///     let count = AtomicU32::new(0);
    ///     thread::scope(|scope| {
    ///         for _ in 0..2 {
    ///             scope.spawn(|| count.store(count.load(SeqCst) + 1, SeqCst));
    ///         }
    ///     });
    ///     assert_eq!(count.load(SeqCst), 2);
    /// });
    /// let explored = law.explore(1);
    /// assert!(explored.broken.is_some() && explored.schedules < 64);
    /// ```
    pub fn explore(&self, seed: u64) -> Explored {
        let mut explored = Explored::default();
        let mut case = Case::new(Source::from_seed(seed, 0));
        let tried = || attempt(|| self.try_schedules(&mut case, seed, &mut explored));
        let broken = match muted(tried).unwrap_or_else(raise) {
            Outcome::Failed(reason) => Some(reason),
            _ => None,
        };
        Explored { broken, ..explored }
    }

    /// One run. Begins again if the program turns out to need more than a run does by itself.
    fn run(
        &self,
        case: &mut Case,
        setup: &mut Setup,
        estimate: &mut Estimate,
        mut scheduler: impl FnMut(&Estimate) -> Algorithm,
    ) -> Outcome {
        loop {
            let mark = case.source.begin_keyed();
            setup.needs.written().into_iter().for_each(|entry| case.source.write_keyed(entry));
            let (recorded, traced) = (case.source.is_recorded(), case.shows());
            let watch = self.watching.watch().map(Held::new);
            let orders = Orders {
                scheduler: scheduler(estimate),
                source: recorded.then_some(&mut case.source),
                limit: self.limit,
                careful: matches!(self.search, Search::Exhaustive | Search::ContextBound { .. }),
                traced,
                needs: setup.needs,
                ignores_counts: self.ignores_counts,
                early_timers: setup.early_timers,
                watcher: watch.as_ref().map(Held::lend),
            };
            let mut ended = execute(&self.body, orders, estimate);
            if ended.lacking {
                setup.needs = ended.needs;
                case.source.retract(mark);
                continue;
            }
            if let (Some(document), Some(trace)) = (case.document(), ended.trace.take()) {
                // Of several schedules the last one is shown.
                document.blocks.retain(|block| !matches!(block, Block::Trace(_)));
                document.push(Block::Trace(trace));
            }
            let outcome = conclude(ended, watch, case);
            if outcome.is_passed() {
                case.source.retract(mark);
            }
            return outcome;
        }
    }

    /// Runs the schedule that was written last twice more, and tells where the two part if they do. Only a
    /// failure that is about to be shrunk is worth that.
    fn differs(&self, case: &Case, setup: Setup) -> Option<String> {
        let source = &case.source;
        if !source.is_recorded() {
            return None;
        }
        let decisions = source.written_keyed();
        let trace = || {
            let mut trace = None;
            let run = || {
                let scheduler = Algorithm::Given(Given::new(decisions.clone()));
                let watch = self.watching.watch().map(Held::new);
                let orders = Orders {
                    scheduler,
                    source: None,
                    limit: self.limit,
                    careful: false,
                    traced: true,
                    needs: setup.needs,
                    ignores_counts: self.ignores_counts,
                    early_timers: setup.early_timers,
                    watcher: watch.as_ref().map(Held::lend),
                };
                trace = execute(&self.body, orders, &mut Estimate::default()).trace;
                Outcome::Passed
            };
            muted(|| attempt(run)).unwrap_or_else(raise);
            trace
        };
        difference(&*trace()?, &*trace()?)
    }

    /// The setup of the runs of a case.
    fn setup(&self, case: &Case, needs: Needs) -> Setup {
        let early_timers = self.early_timers.unwrap_or_else(|| case.setting(&EARLY_TIMERS) != 0);
        Setup { needs, early_timers }
    }

    /// Number of schedules of a case, by what was said of it or else by this default.
    fn schedules_of(&self, case: &Case, default: impl FnOnce() -> u64) -> u64 {
        let set = || case.is_set(&SCHEDULES).then(|| case.setting(&SCHEDULES));
        self.schedules.or_else(set).unwrap_or_else(default)
    }

    fn try_schedules(&self, case: &mut Case, seed: u64, explored: &mut Explored) -> Outcome {
        match self.search {
            Search::Exhaustive => return self.try_all(case, None, explored),
            Search::ContextBound { switches } => {
                return self.try_all(case, Some(switches), explored);
            }
            _ => {}
        }
        let mut portfolio = Portfolio::new(self.search, seed);
        let mut estimate = Estimate::default();
        let mut setup = self.setup(case, Needs::default());
        for index in 0..self.schedules_of(case, || case.setting(&SCHEDULES)) {
            let mut manner = Manner::First;
            let outcome = self.run(case, &mut setup, &mut estimate, |seen| {
                let (scheduler, of) = portfolio.scheduler(index, seen);
                manner = of;
                scheduler
            });
            explored.schedules += 1;
            explored.by_scheduler[manner as usize] += 1;
            explored.points += estimate.points;
            explored.has_operations |= estimate.has_operations;
            if outcome.is_failed() {
                let name = self.search.names()[manner as usize];
                case.found_by(|| format!("{name}, schedule {} of the case", index + 1));
                if let Some(difference) = self.differs(case, setup) {
                    return diverged(&difference);
                }
            }
            if !outcome.is_passed() {
                return outcome;
            }
            if !estimate.has_choices {
                break;
            }
        }
        // That there was a schedule is what such a case is about, whichever it was.
        case.source.begin_keyed();
        Outcome::Passed
    }
}

impl<T: IntoOutcome, F: Fn() -> T, W: Watching> Scheduled<F, W> {
    /// Tries all schedules, or all with few switches.
    fn try_all(&self, case: &mut Case, bound: Option<u32>, explored: &mut Explored) -> Outcome {
        let explorer = Rc::new(RefCell::new(Explorer::new(bound)));
        let mut tasks = 0;
        let (mut setup, mut estimate) = (self.setup(case, Needs::default()), Estimate::default());
        for index in 0..self.schedules_of(case, || ALL_SCHEDULES) {
            let mut again = false;
            let outcome = self.run(case, &mut setup, &mut estimate, |_| {
                if std::mem::replace(&mut again, true) {
                    explorer.borrow_mut().restart();
                }
                explorer.borrow_mut().begin();
                Algorithm::Explore(Explore(explorer.clone()))
            });
            if explorer.borrow().diverged {
                return diverged("");
            }
            tasks = tasks.max(estimate.tasks.len());
            let run = u64::from(!explorer.borrow().redundant);
            explored.schedules += run;
            explored.by_scheduler[Manner::All as usize] += run;
            explored.points += estimate.points;
            explored.has_operations |= estimate.has_operations;
            if outcome.is_failed() {
                case.found_by(|| format!("{}, run {}", NAMES[Manner::All as usize], index + 1));
            }
            if !outcome.is_passed() {
                return outcome;
            }
            if !explorer.borrow_mut().advance() {
                explored.exhausted = true;
                explored.complete = self.ignores_counts || tasks == 1;
                break;
            }
        }
        case.source.begin_keyed();
        Outcome::Passed
    }
}

/// The program did something else when the same was decided.
fn diverged(difference: &str) -> Outcome {
    let message = format!(
        "the program did something else when it was run again under the same schedule{difference}\n\
         Something in it is not decided by the schedule: the order of a `HashMap`, a real clock, a random \
         number, a thread of the system, or a static that an earlier run left changed."
    );
    let title = "the same schedule does the same";
    Outcome::failed(Reason::new(COMPONENT, "diverged", title).with_code_block(|| message))
}

/// Where two traces of the same schedule part, in words.
fn difference(first: &Trace, second: &Trace) -> Option<String> {
    let told = |trace: &Trace, index: usize| match trace.events.get(index) {
        None => String::from("was at its end"),
        Some(event) => {
            let name = &trace.tasks[event.task].name;
            let place = if event.place.is_empty() {
                String::new()
            } else {
                format!(", at {}", event.place)
            };
            format!("`{name}` {}{place}", event.text)
        }
    };
    let same = |index: &usize| {
        let (one, other) = (first.events.get(*index), second.events.get(*index));
        one.map(|event| (event.task, &event.text, &event.place))
            == other.map(|event| (event.task, &event.text, &event.place))
    };
    let longest = first.events.len().max(second.events.len());
    let index = (0..longest).find(|index| !same(index))?;
    Some(format!(
        ":\nthe first time, after {index} events: {}\nthe second time: {}",
        told(first, index),
        told(second, index)
    ))
}

impl<T: IntoOutcome, F: Fn() -> T, W: Watching> Scheduled<F, W> {
    /// Rows of the tables that schedules are counted in.
    fn rows(&self) -> Vec<Counter> {
        let row = |table, name: &str| Counter::new(table, name);
        let names = self.search.names();
        let mut all: Vec<Counter> = names.iter().map(|name| row("schedules", name)).collect();
        all.push(row("scheduling points", "passed"));
        all.push(row(OPERATIONS.0, OPERATIONS.1));
        if let Search::Exhaustive | Search::ContextBound { .. } = self.search {
            all.push(row("cases", "all schedules were tried"));
            all.push(row("cases", &format!("all schedules were tried, {UNSEEN} aside")));
        }
        all
    }

    /// Key of the rows.
    fn rows_key(&self) -> u64 {
        match self.search {
            Search::Custom(_) => mix_bytes(self.search.names()[0].as_bytes()),
            Search::Exhaustive | Search::ContextBound { .. } => mix_bytes(b"all schedules"),
            _ => mix_bytes(b"schedules"),
        }
    }

    fn count(&self, case: &mut Case, explored: &Explored) {
        let counts = case.counters.of(self.rows_key(), || self.rows());
        for (count, schedules) in counts.iter_mut().zip(&explored.by_scheduler) {
            *count += schedules;
        }
        counts[POINTS_COUNTED] += explored.points;
        counts[OPERATIONS_COUNTED] += u64::from(explored.has_operations);
        if let Some(complete) = counts.get_mut(COMPLETE_COUNTED) {
            *complete += u64::from(explored.complete);
        }
        if let Some(exhausted) = counts.get_mut(EXHAUSTED_COUNTED) {
            *exhausted += u64::from(explored.unseen().is_some());
        }
    }
}

impl<T: IntoOutcome, F: Fn() -> T, W: Watching> Component for Scheduled<F, W> {
    /// Where the decisions come from. They are made while the body runs.
    type Drawn = Keyed;

    fn draw(&self, case: &mut Case) -> Keyed {
        case.source.keyed()
    }

    fn run(&self, drawn: Keyed, case: &mut Case) -> Outcome {
        let mut estimate = Estimate::default();
        match drawn {
            Keyed::Random(seed) => {
                let mut explored = Explored::default();
                let outcome = self.try_schedules(case, seed, &mut explored);
                self.count(case, &explored);
                once_per_case();
                outcome
            }
            Keyed::Given(decisions) => {
                let mut setup = self.setup(case, Needs::of(&decisions));
                let given = |_: &Estimate| Algorithm::Given(Given::new(decisions.clone()));
                Scheduled::run(self, case, &mut setup, &mut estimate, given)
            }
            Keyed::Asked(decider) => {
                let mut setup = self.setup(case, Needs::of(decider.given()));
                let mut again = false;
                let asked = |_: &Estimate| {
                    if std::mem::replace(&mut again, true) {
                        Asked::begin_again(&decider);
                    }
                    Algorithm::Asked(Asked(decider.clone()))
                };
                Scheduled::run(self, case, &mut setup, &mut estimate, asked)
            }
        }
    }

    /// Nothing that tells cases apart is drawn before the body runs, so there is nothing to ask the engine.
    fn draw_and_run(&self, case: &mut Case) -> Outcome {
        let drawn = self.draw(case);
        Component::run(self, drawn, case)
    }

    fn extensions() -> Vec<&'static Extension> {
        let mut extensions = vec![&EXTENSION];
        extensions.extend(T::extensions());
        extensions
    }

    fn remarks(&self, counters: &Counters) -> Vec<String> {
        let names = self.search.names();
        let ran = names.iter().any(|name| counters.count("schedules", name) > 0);
        let mut remarks = W::Watch::remarks(counters);
        if ran && counters.count(OPERATIONS.0, OPERATIONS.1) == 0 {
            remarks.push(String::from(
                "no task came to an operation that the scheduler sees, so every schedule was the same: the program \
                 should import its threads, locks, atomics and channels from `lawful::pulse`",
            ));
        }
        remarks
    }

    /// What fails is told by the place of a panic, or by what the run came to; which schedule leads there
    /// does not make it another failure.
    fn tells_failures_by_shape(&self) -> bool {
        false
    }
}

/// The outcome of a run. Of a watched run that is stuck, the watcher's verdict comes first: that tasks wait for ever may
/// follow from what breaks the watcher's law.
fn conclude<T: IntoOutcome, W: Watch>(
    ended: Ended<T>,
    watch: Option<Held<W>>,
    case: &mut Case,
) -> Outcome {
    let Ended { body, wrong, watched, .. } = ended;
    let is_stuck = watched.as_deref().is_some_and(|end| end.stuck.is_some());
    if let Some(wrong) = wrong.as_ref().filter(|_| !is_stuck) {
        return failed(wrong);
    }
    let own = match body {
        Some(Ok(outcome)) => outcome.into_outcome(case).unless_discarded(),
        Some(Err(payload)) => std::panic::resume_unwind(payload),
        None => Outcome::Passed,
    };
    let (Some(watch), Some(end)) = (watch, watched) else { return own };
    if !own.is_passed() {
        return own;
    }
    let limits = watch.limits;
    let judged = watch.into_watch().map_or(own, |watch| watch.judge(*end, case)).unless_discarded();
    match wrong.filter(|_| !limits.may_wait) {
        Some(wrong) if judged.is_passed() => failed(&wrong),
        _ => judged,
    }
}

#[cold]
fn failed(wrong: &Wrong) -> Outcome {
    let Wrong { trouble, panic, told } = wrong;
    let reason = match panic {
        Some((message, location)) => Reason::panicked(message.clone(), location.clone()),
        None => {
            Reason::new(COMPONENT, trouble.code(), trouble.law()).with_code_block(|| told.clone())
        }
    };
    Outcome::failed(reason).unless_discarded()
}
