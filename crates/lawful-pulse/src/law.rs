//! The law: whatever the schedule, the body holds.

use std::cell::RefCell;
use std::rc::Rc;

use lawful_core::choice::{Scheduling, Source};
use lawful_core::law::{
    Counted, Law, Outcome, Reason, Trace, Verdict, broken_by, count, is_shown, judge_alone,
    once_a_case, searched, show_trace,
};

use crate::run::{Ended, Needs, Orders, Wrong, execute};
use crate::scheduler::{
    Algorithm, Asked, Estimate, Explore, Explorer, Given, Manner, NAMES, Portfolio, Search,
};

/// A body that must hold whatever the schedule. See [`scheduled`].
#[derive(Clone, Debug)]
pub struct Scheduled<F> {
    body: F,
    search: Search,
    schedules: Option<u64>,
    limit: u64,
}

/// What came of trying schedules. See [`Scheduled::explore`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explored {
    /// How many schedules were run.
    pub schedules: u64,
    /// How many points they had in all.
    pub points: u64,
    /// Number of schedules of each kind.
    by_scheduler: [u64; NAMES.len()],
    /// Whether those were all there are, or all within the bound.
    pub complete: bool,
    /// Why the law is broken, if the last schedule broke it.
    pub broken: Option<Reason>,
}

/// How many schedules of a case are tried, unless said.
const SCHEDULES: u64 = 64;
/// The same where all are to be tried.
const ALL_SCHEDULES: u64 = 100_000;
/// The numbers by which things are counted; those of schedulers come first.
const POINTS_COUNTED: usize = NAMES.len();
const COMPLETE_COUNTED: usize = NAMES.len() + 1;
/// How many points a run may have, unless said.
const LIMIT: u64 = 1_000_000;

/// The law that a body holds whatever the schedule of its tasks.
pub fn scheduled<T: Outcome, F: Fn() -> T>(body: F) -> Scheduled<F> {
    Scheduled { body, search: Search::default(), schedules: None, limit: LIMIT }
}

impl<T: Outcome, F: Fn() -> T> Scheduled<F> {
    /// How schedules are searched for.
    pub fn search(self, search: Search) -> Self {
        Scheduled { search, ..self }
    }

    /// How many schedules of each case are tried at most: unless said, 64, and a hundred thousand where all
    /// are to be tried.
    pub fn schedules(self, schedules: u64) -> Self {
        Scheduled { schedules: Some(schedules), ..self }
    }

    /// How many points a run may have before it counts as endless: a million unless said.
    pub fn limit(self, points: u64) -> Self {
        Scheduled { limit: points, ..self }
    }

    /// Tries the schedules of one case by themselves, without a runner: nothing is shrunk or stored.
    ///
    /// ```
    /// use lawful_pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};
    /// use lawful_pulse::{scheduled, thread};
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
        let mut source = Source::fresh(seed, 0);
        let (_, broken) = judge_alone(|| self.try_schedules(&mut source, seed, &mut explored));
        Explored { broken, ..explored }
    }

    /// One run. Begins again if the program turns out to need more than a run does by itself.
    fn run(
        &self,
        source: &mut Source,
        needs: &mut Needs,
        estimate: &mut Estimate,
        mut scheduler: impl FnMut(&Estimate) -> Algorithm,
    ) -> Verdict {
        loop {
            let mark = source.begin_schedule();
            let recorded = source.is_recorded();
            let orders = Orders {
                scheduler: scheduler(estimate),
                source: recorded.then_some(&mut *source),
                limit: self.limit,
                careful: matches!(self.search, Search::Exhaustive | Search::Bounded { .. }),
                traced: is_shown(),
                needs: *needs,
            };
            let mut ended = execute(&self.body, orders, estimate);
            if ended.lacking {
                *needs = ended.needs;
                source.retract(mark);
                continue;
            }
            if let Some(trace) = ended.trace.take() {
                show_trace(|| *trace);
            }
            let verdict = conclude(ended, source);
            if verdict == Verdict::Held {
                source.retract(mark);
            }
            return verdict;
        }
    }

    /// Runs the schedule that was written last twice more, and tells where the two part if they do. Only a
    /// failure that is about to be made small is worth that.
    fn differs(&self, source: &Source, needs: Needs) -> Option<String> {
        if !source.is_recorded() {
            return None;
        }
        let decisions = source.written_schedule();
        let trace = || {
            let mut trace = None;
            judge_alone(|| {
                let scheduler = Algorithm::Given(Given::new(decisions.clone()));
                let (source, limit) = (None, self.limit);
                let orders =
                    Orders { scheduler, source, limit, careful: false, traced: true, needs };
                trace = execute(&self.body, orders, &mut Estimate::default()).trace;
                Verdict::Held
            });
            trace
        };
        difference(&*trace()?, &*trace()?)
    }

    fn try_schedules(&self, source: &mut Source, seed: u64, explored: &mut Explored) -> Verdict {
        match self.search {
            Search::Exhaustive => return self.try_all(source, None, explored),
            Search::Bounded { switches } => return self.try_all(source, Some(switches), explored),
            _ => {}
        }
        let mut portfolio = Portfolio::new(self.search, seed);
        let mut estimate = Estimate::default();
        let mut needs = Needs::default();
        for index in 0..self.schedules.unwrap_or(SCHEDULES) {
            let mut manner = Manner::First;
            let verdict = self.run(source, &mut needs, &mut estimate, |seen| {
                let (scheduler, of) = portfolio.scheduler(index, seen);
                manner = of;
                scheduler
            });
            explored.schedules += 1;
            explored.by_scheduler[manner as usize] += 1;
            explored.points += estimate.points;
            if verdict == Verdict::Broken {
                let name = self.search.names()[manner as usize];
                searched(|| format!("{name}, schedule {} of the case", index + 1));
                if let Some(difference) = self.differs(source, needs) {
                    return broken_by(diverged(&difference));
                }
            }
            if verdict != Verdict::Held {
                return verdict;
            }
            if !estimate.has_choices {
                break;
            }
        }
        // That there was a schedule is what such a case is about, whichever it was.
        source.begin_schedule();
        Verdict::Held
    }
}

impl<T: Outcome, F: Fn() -> T> Scheduled<F> {
    /// Tries all schedules, or all with few switches.
    fn try_all(&self, source: &mut Source, bound: Option<u32>, explored: &mut Explored) -> Verdict {
        let explorer = Rc::new(RefCell::new(Explorer::new(bound)));
        let (mut needs, mut estimate) = (Needs::default(), Estimate::default());
        for index in 0..self.schedules.unwrap_or(ALL_SCHEDULES) {
            let mut again = false;
            let verdict = self.run(source, &mut needs, &mut estimate, |_| {
                if std::mem::replace(&mut again, true) {
                    explorer.borrow_mut().restart();
                }
                explorer.borrow_mut().begin();
                Algorithm::Explore(Explore(explorer.clone()))
            });
            if explorer.borrow().diverged {
                return broken_by(diverged(""));
            }
            let run = u64::from(!explorer.borrow().redundant);
            explored.schedules += run;
            explored.by_scheduler[Manner::All as usize] += run;
            explored.points += estimate.points;
            if verdict == Verdict::Broken {
                searched(|| format!("{}, run {}", NAMES[Manner::All as usize], index + 1));
            }
            if verdict != Verdict::Held {
                return verdict;
            }
            if !explorer.borrow_mut().advance() {
                explored.complete = true;
                break;
            }
        }
        source.begin_schedule();
        Verdict::Held
    }
}

/// The program did something else when the same was decided.
fn diverged(difference: &str) -> Reason {
    let law = String::from("the same schedule does the same");
    let message = format!(
        "the program did something else when it was run again under the same schedule{difference}\n\
         Something in it is not decided by the schedule: the order of a `HashMap`, a real clock, a random \
         number, a thread of the system, or a static that an earlier run left changed."
    );
    Reason::Named { law, message }
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

impl<T: Outcome, F: Fn() -> T> Law for Scheduled<F> {
    fn test(&self, source: &mut Source) -> Verdict {
        let (mut needs, mut estimate) = (Needs::default(), Estimate::default());
        match source.scheduling() {
            Scheduling::Random(seed) => {
                let mut explored = Explored::default();
                let verdict = self.try_schedules(source, seed, &mut explored);
                count(|tally| {
                    for (number, schedules) in explored.by_scheduler.iter().enumerate() {
                        tally.add_to(number, *schedules);
                    }
                    tally.add_to(POINTS_COUNTED, explored.points);
                    tally.add_to(COMPLETE_COUNTED, u64::from(explored.complete));
                });
                once_a_case();
                verdict
            }
            Scheduling::Given(decisions) => {
                let given = |_: &Estimate| Algorithm::Given(Given::new(decisions.clone()));
                self.run(source, &mut needs, &mut estimate, given)
            }
            Scheduling::Asked(decider) => {
                let asked = |_: &Estimate| Algorithm::Asked(Asked(decider.clone()));
                self.run(source, &mut needs, &mut estimate, asked)
            }
        }
    }

    fn counted(&self) -> Vec<Counted> {
        let counted = |table, name: &str| Counted { table, name: name.into() };
        let names = self.search.names();
        let mut all: Vec<Counted> = names.iter().map(|name| counted("schedules", name)).collect();
        all.push(counted("points", "passed"));
        if let Search::Exhaustive | Search::Bounded { .. } = self.search {
            all.push(counted("cases", "all schedules were tried"));
        }
        all
    }

    /// What breaks is told by the place of a panic, or by what the run came to; which schedule leads there
    /// does not make it another failure.
    fn tells_failures_by_shape(&self) -> bool {
        false
    }
}

fn conclude<T: Outcome>(ended: Ended<T>, source: &mut Source) -> Verdict {
    if let Some(wrong) = ended.wrong {
        let Wrong { trouble, panic, told: message } = *wrong;
        if let Some((message, location)) = panic {
            return broken_by(Reason::Panic { message, location });
        }
        return broken_by(Reason::Named { law: trouble.law().to_string(), message });
    }
    match ended.body {
        Some(Ok(outcome)) => outcome.conclude(source),
        Some(Err(payload)) => std::panic::resume_unwind(payload),
        None => Verdict::Held,
    }
}
