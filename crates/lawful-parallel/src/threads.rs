//! Branches on real threads.

use lawful_core::extend::Choices;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hint::spin_loop;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use lawful_core::choice::mix;
use lawful_core::data::{Reason, ShownCall};
use lawful_core::generate::Misuse;
use lawful_core::law::{Case, Outcome, attempt, muted, raise};
use lawful_history::Consistency;
use lawful_machine::{Machine, OnThreads, Shared};

use crate::case::ParallelCase;
use crate::history::{Around, Branch, Look, Seen};
use crate::law::{Parallel, Runs};
use crate::running::Calls;
use crate::share::Share;

/// On real threads, which race as they like.
#[derive(Debug)]
pub struct Threads {
    times: u32,
    /// What cases were seen to do that broke the law. What was seen once is a fact, and need not happen again.
    seen: RefCell<BTreeMap<u64, Observed>>,
}

/// How a case broke the law.
#[derive(Clone, Debug)]
struct Observed {
    reason: Box<Reason>,
    calls: Vec<ShownCall>,
}

/// How often a case runs, unless said.
const TIMES: u32 = 10;
/// The longest that a branch waits before it begins, in turns of an empty loop.
const LONGEST_WAIT: u64 = 64;
/// How many times as often it runs where it is known to be worth it: while a failure is made small.
const WHEN_FOLLOWED: u32 = 10;

// What a run needs is asked for here, so that it is the line of the user that is named.
impl<M, S, K> Parallel<M, S, K, Threads>
where
    M: Clone + PartialEq + Debug + Send + 'static,
    S: Share + Send + 'static,
    K: OnThreads,
{
    /// Runs the branches on real threads. Nothing about the system has to change, but which call comes first is
    /// not decided by the test: what fails once may not fail again.
    ///
    /// Arguments and results go from thread to thread, so the machine is one of `lawful::machine::shared`.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
    /// use lawful::machine::shared::*;
    /// use lawful::parallel::Parallel;
    /// use lawful::prelude::*;
    ///
    /// fn next(last: &mut u64, step: Step<Arc<AtomicU64>>) -> StepResult {
    ///     let next = step.call((), |count, _, ()| count.fetch_add(1, SeqCst) + 1)?;
    ///     *last += 1;
    ///     next.returns(*last)
    /// }
    ///
    /// let counter = Machine::new(|| 0, Arc::<AtomicU64>::default).command(next);
    /// let summary = Runner::named("counter").run(&Parallel::threads(counter));
    /// assert!(summary.is_success());
    /// ```
    pub fn threads(machine: Machine<M, S, K>) -> Self {
        Parallel::new(machine, Threads { times: TIMES, seen: RefCell::default() })
    }

    /// Sets the number of runs of each case, of which none may break the law: 10 times unless said. While a failure
    /// is made small it is ten times as often, since a smaller case that passes by chance is taken for one that
    /// holds.
    pub fn repeat(mut self, times: u32) -> Self {
        self.runner.times = times;
        self
    }
}

impl<M, S> Runs<M, S, Shared> for Threads
where
    M: Clone + PartialEq + Debug + Send + 'static,
    S: Share + Send + 'static,
{
    fn run(
        &self,
        law: &Parallel<M, S, Shared, Self>,
        drawn: &ParallelCase<Shared>,
        case: &mut Case,
    ) -> Outcome {
        if self.times == 0 {
            Misuse::raise("`repeat(0)` runs no case at all; give it at least 1");
        }
        let known = self.seen.borrow().get(&drawn.fingerprint()).cloned();
        if let Some(observed) = known {
            return observed.tell(case);
        }
        let times = match case.source.is_plain() {
            true => self.times,
            false => self.times.saturating_mul(WHEN_FOLLOWED),
        };
        // What is seen may not be seen again, so that all of it is kept.
        let around = Around {
            block_on: None,
            tell: &|_, _| {},
            wants_details: true,
            goes_on_as_branch: true,
        };
        let mut calls = Vec::new();
        for turn in 0..times {
            let look = Look::default();
            let run = || {
                law.run_once(drawn, Some(&look), &around, |branches, calls| {
                    run_branches(branches, calls, law.consistency, turn)
                })
            };
            let outcome = muted(|| attempt(run)).unwrap_or_else(raise);
            // Of several runs the last one is shown.
            calls = look.take();
            match outcome {
                Outcome::Passed => {}
                Outcome::Failed(reason) => {
                    let observed = Observed { reason, calls };
                    self.seen.borrow_mut().insert(drawn.fingerprint(), observed.clone());
                    return observed.tell(case);
                }
                other => return other,
            }
        }
        calls.into_iter().for_each(|call| case.source.show_call(call));
        Outcome::Passed
    }
}

impl Observed {
    fn tell(self, case: &mut Case) -> Outcome {
        self.calls.into_iter().for_each(|call| case.source.show_call(call));
        Outcome::Failed(self.reason)
    }
}

/// Runs all branches at once.
fn run_branches<M: Send, S: Send>(
    branches: Vec<Branch<'_, M, S, Shared>>,
    calls: &Calls<'_, Shared>,
    order: Consistency,
    turn: u32,
) -> Outcome {
    let (missing, clock) = (AtomicUsize::new(branches.len()), AtomicU64::new(0));
    // Where the times of calls do not count they are not taken: to count them brings order into the branches.
    let now = || match order {
        Consistency::Linearizable => clock.fetch_add(1, Ordering::SeqCst),
        Consistency::Sequential => 0,
    };
    let run = |branch: Branch<'_, M, S, Shared>| {
        wait_for_all(&missing);
        wait_a_little(turn, branch.number);
        let seen = Seen::default();
        let calls = || {
            branch
                .run(None, now, &seen, |_, _| {})
                .map_or_else(Outcome::Failed, |()| Outcome::Passed)
        };
        let outcome = muted(|| attempt(calls)).unwrap_or_else(raise);
        (seen, outcome)
    };
    // The thread that ran the prefix goes on with the first branch.
    let mut branches = branches.into_iter();
    let Some(first) = branches.next() else { return Outcome::Passed };
    let results: Vec<_> = thread::scope(|scope| {
        let run = &run;
        let spawn = |branch| scope.spawn(move || run(branch));
        let handles: Vec<_> = branches.map(spawn).collect();
        let first = Ok(run(first));
        std::iter::once(first).chain(handles.into_iter().map(|handle| handle.join())).collect()
    });
    let mut all = Outcome::Passed;
    for (result, of_branch) in results.into_iter().zip(&calls.of_branches) {
        let (seen, outcome) = result.unwrap_or_else(|misuse| resume_unwind(misuse));
        of_branch.calls.replace(seen.calls.into_inner());
        of_branch.bindings.replace(seen.bindings.into_inner());
        if all.is_passed() {
            all = outcome;
        }
    }
    all
}

/// Branches with short calls miss each other if they begin at the same moment: who came to the barrier last is the
/// last to leave it. So each waits for another while in every turn.
fn wait_a_little(turn: u32, branch: usize) {
    let turns = mix(u64::from(turn), branch as u64) % LONGEST_WAIT;
    (0..turns).for_each(|_| spin_loop());
}

/// Waits until all branches are here, so that they go on at the same time.
fn wait_for_all(missing: &AtomicUsize) {
    missing.fetch_sub(1, Ordering::SeqCst);
    let mut turns = 0_u32;
    while missing.load(Ordering::SeqCst) > 0 {
        turns += 1;
        // There may be fewer processors than branches.
        if turns.is_multiple_of(64) { thread::yield_now() } else { spin_loop() }
    }
}
