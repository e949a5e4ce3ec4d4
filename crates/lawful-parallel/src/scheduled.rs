//! Branches under the scheduler of pulse.

use lawful_core::extend::Choices;
use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::panic::Location;
use std::pin::Pin;

use lawful_core::choice::mix_bytes;
use lawful_core::data::{Block, Reason, ShownCall};
use lawful_core::law::{Case, Component, Counter, Counters, Law, Outcome};
use lawful_core::shrink::Extension;
use lawful_machine::apart::Drawn;
use lawful_machine::{Ahead, Machine};
use lawful_pulse::together::{points_passed, together, trace, wait_for};
use lawful_pulse::{Scheduled, Search, scheduled};

use crate::case::ParallelCase;
use crate::history::{Around, Branch, Look, Moment};
use crate::law::{Parallel, Runs};
use crate::running::Calls;
use crate::share::Share;

/// How many calls of branches could have been interrupted.
const CALLS: &str = "calls of branches";
const PASSING: [&str; 2] = ["pass points", "pass none"];

/// Under the scheduler of pulse.
#[derive(Clone, Copy, Debug)]
pub struct Schedules {
    search: Search,
    schedules: Option<u64>,
    limit: Option<u64>,
    /// True if the first branch has a task of its own, too.
    own_tasks: bool,
    /// Where the law is stated.
    place: &'static Location<'static>,
}

// What a run needs is asked for here, so that it is the line of the user that is named.
impl<M, S, K: Ahead> Parallel<M, S, K, Schedules>
where
    M: Clone + PartialEq + Debug + 'static,
    S: Share + 'static,
{
    /// Runs the branches under the scheduler of pulse, many schedules for each case. What the system does with
    /// the names of `lawful_pulse` (locks, atomics, channels, processes) is what it can be interrupted at.
    ///
    /// ```
    /// use lawful::machine::symbolic::*;
    /// use lawful::parallel::Parallel;
    /// use lawful::prelude::*;
    /// use lawful::pulse::sync::Arc;
    /// use lawful::pulse::sync::atomic::AtomicU64;
    /// use lawful::pulse::sync::atomic::Ordering::SeqCst;
    ///
    /// fn next(last: &mut u64, step: Step<Arc<AtomicU64>>) -> StepResult {
    ///     let next = step.call((), |count, _, ()| {
    ///         let next = count.load(SeqCst) + 1;
    ///         count.store(next, SeqCst);
    ///         next
    ///     })?;
    ///     *last += 1;
    ///     next.returns(*last)
    /// }
    ///
    /// let counter = || Machine::new(|| 0, Arc::<AtomicU64>::default).command(next);
    /// assert!(Runner::named("one after the other").run(&counter()).is_success());
    ///
    /// let summary = Runner::named("at once").run(&Parallel::scheduled(counter()));
    /// let calls = lawful::report::sequence::lines(summary.failure().unwrap().calls());
    /// assert_eq!(calls.join("\n"), "\
    /// // at the same time
    /// // A          | // B
    /// next();  // 1 | next();  // 1");
    /// ```
    #[track_caller]
    pub fn scheduled(machine: Machine<M, S, K>) -> Self {
        let (search, place) = (Search::default(), Location::caller());
        let (schedules, limit, own_tasks) = (None, None, false);
        Parallel::new(machine, Schedules { search, schedules, limit, own_tasks, place })
    }

    /// Chooses the scheduling algorithm. See [`Scheduled::search`].
    ///
    /// ```
    /// use lawful::machine::symbolic::*;
    /// use lawful::parallel::Parallel;
    /// use lawful::prelude::*;
    /// use lawful::pulse::sync::Arc;
    /// use lawful::pulse::sync::atomic::AtomicU64;
    /// use lawful::pulse::sync::atomic::Ordering::SeqCst;
    /// use lawful::pulse::{Next, Scheduler, SchedulingPoint, Search};
    ///
    /// /// Runs the youngest and the oldest task in turn.
    /// struct InTurn;
    ///
    /// impl Scheduler for InTurn {
    ///     fn choose(&mut self, point: &SchedulingPoint<'_>) -> Next {
    ///         let mut tasks = point.runnable();
    ///         let task = if point.points % 2 == 0 { tasks.next_back() } else { tasks.next() };
    ///         Next::task(task.unwrap_or(point.default))
    ///     }
    ///
    ///     fn name(&self) -> &'static str {
    ///         "youngest and oldest in turn"
    ///     }
    /// }
    ///
    /// fn next(last: &mut u64, step: Step<Arc<AtomicU64>>) -> StepResult {
    ///     let next = step.call((), |count, _, ()| {
    ///         let next = count.load(SeqCst) + 1;
    ///         count.store(next, SeqCst);
    ///         next
    ///     })?;
    ///     *last += 1;
    ///     next.returns(*last)
    /// }
    ///
    /// let counter = Machine::new(|| 0, Arc::<AtomicU64>::default).command(next);
    /// let law = Parallel::scheduled(counter).search(Search::Custom(|_| Box::new(InTurn)));
    /// let summary = Runner::named("at once").run(&law);
    /// let failure = summary.failure().unwrap();
    /// let found_by = failure.found_by.as_deref().unwrap();
    /// assert_eq!(found_by, "youngest and oldest in turn, schedule 1 of the case");
    /// assert_eq!((failure.calls().len(), failure.trace().unwrap().switches), (2, 1));
    /// ```
    pub fn search(mut self, search: Search) -> Self {
        self.runner.search = search;
        self
    }

    /// Sets the number of schedules that are tried for each case. See [`Scheduled::schedules`].
    pub fn schedules(mut self, schedules: u64) -> Self {
        self.runner.schedules = Some(schedules);
        self
    }

    /// Sets the maximum number of scheduling points of a run; a run with more counts as endless. See [`Scheduled::max_scheduling_points`].
    pub fn max_scheduling_points(mut self, points: u64) -> Self {
        self.runner.limit = Some(points);
        self
    }

    /// Runs every branch in a task of its own, as PULSE does, while the task of the prefix waits. Unless said, the task
    /// of the prefix goes on as the first branch.
    ///
    /// It matters where the system tells tasks apart: messages of one process arrive in order, so that a message of the
    /// first branch overtakes one of the prefix only if they come from two processes. A case with one branch, which is
    /// sequential otherwise, can then fail.
    ///
    /// ```
    /// use lawful::machine::symbolic::*;
    /// use lawful::parallel::{Parallel, Share};
    /// use lawful::prelude::*;
    /// use lawful::pulse::process::{Pid, receive_as, self_pid, send, spawn};
    ///
    /// #[derive(Clone)]
    /// struct Counter(Pid);
    ///
    /// impl Share for Counter {
    ///     fn share(&self) -> Self {
    ///         self.clone()
    ///     }
    /// }
    ///
    /// #[derive(Debug)]
    /// enum Request {
    ///     Add,
    ///     Get(Pid),
    /// }
    ///
    /// fn serve() {
    ///     let mut count = 0_u32;
    ///     loop {
    ///         match receive_as() {
    ///             Request::Add => count += 1,
    ///             Request::Get(client) => send(client, count),
    ///         }
    ///     }
    /// }
    ///
    /// let counter = || {
    ///     Machine::new(|| 0_u32, || Counter(spawn(serve)))
    ///         .named_command("add", |count, step| {
    ///             step.call((), |counter, _, ()| send(counter.0, Request::Add))?;
    ///             *count += 1;
    ///             Ok(())
    ///         })
    ///         .named_command("get", |count, step| {
    ///             let got = step.call((), |counter, _, ()| {
    ///                 send(counter.0, Request::Get(self_pid()));
    ///                 receive_as::<u32>()
    ///             })?;
    ///             got.returns(*count)
    ///         })
    /// };
    /// let summary = Runner::named("as PULSE").run(&Parallel::scheduled(counter()).own_tasks());
    /// let failure = summary.failure().unwrap();
    /// // The question of the branch overtakes the addition of the prefix.
    /// assert_eq!(failure.calls().iter().map(|call| call.column).collect::<Vec<_>>(), [None, Some(0)]);
    /// ```
    pub fn own_tasks(mut self) -> Self {
        self.runner.own_tasks = true;
        self
    }
}

impl Schedules {
    fn law<F: Fn() -> Outcome>(&self, body: F) -> Scheduled<F> {
        let mut law = scheduled(body).search(self.search);
        if let Some(schedules) = self.schedules {
            law = law.schedules(schedules);
        }
        match self.limit {
            Some(max_scheduling_points) => law.max_scheduling_points(max_scheduling_points),
            None => law,
        }
    }
}

/// Rows of the table of calls.
fn rows() -> Vec<Counter> {
    PASSING.map(|name| Counter::new(CALLS, name)).into()
}

impl<M, S, K> Runs<M, S, K> for Schedules
where
    M: Clone + PartialEq + Debug + 'static,
    S: Share + 'static,
    K: Ahead,
{
    fn run(
        &self,
        law: &Parallel<M, S, K, Self>,
        drawn: &ParallelCase<K>,
        case: &mut Case,
    ) -> Outcome {
        let place = self.place;
        let block_on = move |task: Pin<&mut dyn Future<Output = ()>>| wait_for(task, place);
        let tell = |drawn: &Drawn<K>, moment: Moment<'_>| {
            trace(|| told(law.machine.name_of(drawn.command), drawn, moment));
        };
        let wants_details = case.source.wants_details();
        let goes_on_as_branch = !self.own_tasks;
        let around =
            Around { block_on: Some(&block_on), tell: &tell, wants_details, goes_on_as_branch };
        let look = case.shows().then(Look::default);
        // Calls come before the trace of the run, and after what other laws showed.
        let shown_before = case.document().map_or(0, |document| document.blocks.len());
        let passing = Cell::new([0; PASSING.len()]);
        let body = || {
            // Of several schedules the last one is shown.
            look.iter().for_each(|look| drop(look.take()));
            law.run_once(drawn, look.as_ref(), &around, |branches, calls| {
                run_branches(branches, calls, self, &passing)
            })
        };
        let outcome = case.attempt(|case| self.law(body).test(case));
        if let (Some(look), Some(document)) = (&look, case.document()) {
            let calls = Some(look.take()).filter(|calls| !calls.is_empty());
            calls.map(Block::Calls).into_iter().for_each(|block| {
                let place = shown_before.min(document.blocks.len());
                document.blocks.insert(place, block);
            });
        }
        let counts = case.counters.of(mix_bytes(CALLS.as_bytes()), rows);
        counts.iter_mut().zip(passing.get()).for_each(|(count, calls)| *count += calls);
        outcome
    }

    fn extensions() -> Vec<&'static Extension> {
        <Scheduled<fn() -> Outcome> as Component>::extensions()
    }

    fn remarks(&self, counters: &Counters) -> Vec<String> {
        let counted = |number: usize| counters.count(CALLS, PASSING[number]);
        match (counted(0), counted(1)) {
            (0, 1..) => vec![String::from(
                "no call passed a point at which another branch could have gone on: the system should import \
                 its locks, atomics and channels from `lawful::pulse`, or be run by `Parallel::threads`",
            )],
            _ => Vec::new(),
        }
    }
}

/// Runs all branches as tasks of the run.
fn run_branches<M, S, K: Ahead>(
    branches: Vec<Branch<'_, M, S, K>>,
    calls: &Calls<'_, K>,
    schedules: &Schedules,
    passing: &Cell<[u64; PASSING.len()]>,
) -> Outcome {
    let (clock, place) = (Cell::new(0), schedules.place);
    let failed: RefCell<Option<Box<Reason>>> = RefCell::default();
    let block_on = move |task: Pin<&mut dyn Future<Output = ()>>| wait_for(task, place);
    let (clock, failed, block_on) = (&clock, &failed, &block_on);
    let mut tasks: Vec<(String, Box<dyn FnOnce() + '_>)> = Vec::new();
    for branch in branches {
        let (name, names) = (ShownCall::column_name(branch.number as u32), branch.names);
        let seen = &calls.of_branches[branch.number];
        let body = move || {
            let now = || clock.replace(clock.get() + 1);
            let began = Cell::new(0);
            let tell = |drawn: &Drawn<K>, moment: Moment<'_>| {
                match moment {
                    Moment::Begins => began.set(points_passed()),
                    Moment::Returns(_) => {
                        let mut calls = passing.get();
                        calls[usize::from(points_passed() == began.get())] += 1;
                        passing.set(calls);
                    }
                }
                trace(|| told(names[drawn.command], drawn, moment));
            };
            if let Err(reason) = branch.run(Some(block_on), now, seen, tell) {
                failed.borrow_mut().get_or_insert(reason);
            }
        };
        tasks.push((name, Box::new(body)));
    }
    if tasks.is_empty() {
        return Outcome::Passed;
    }
    if schedules.own_tasks {
        together(|| (), tasks, place);
    } else {
        // The task that ran the prefix goes on with the first branch: a case with one branch is run as if it had none.
        let (name, first) = tasks.remove(0);
        let first = move || {
            trace(|| format!("goes on as {name}"));
            first();
        };
        together(first, tasks, place);
    }
    failed.take().map_or(Outcome::Passed, Outcome::Failed)
}

/// `calls register("c", v1)`, or what it returned.
fn told<K: Ahead>(name: &str, drawn: &Drawn<K>, moment: Moment<'_>) -> String {
    match moment {
        Moment::Returns(Some(result)) => format!("returns {result}"),
        Moment::Returns(None) => String::from("returns"),
        Moment::Begins => format!("calls {}", drawn.call(name)),
    }
}
