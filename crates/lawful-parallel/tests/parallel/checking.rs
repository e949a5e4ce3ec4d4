//! Whether a case is explained, against brute force: all orders of what the system saw itself.

use std::cell::{Cell, RefCell};

use lawful_core::law::Law;
use lawful_core::law::{Case, Component, Outcome};
use lawful_core::run::Runner;
use lawful_machine::symbolic::*;
use lawful_parallel::{Consistency, Parallel};
use lawful_pulse::sync::Arc;
use lawful_pulse::sync::atomic::{AtomicI64, Ordering::SeqCst};
use lawful_pulse::{Search, thread};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Operation {
    /// Returns what was there.
    Add(i64),
    Set(i64),
    Get,
}

/// What a call was and when it was made, as the system saw it.
#[derive(Clone, Debug)]
struct Seen {
    task: String,
    begun: usize,
    ended: usize,
    operation: Operation,
    result: i64,
}

thread_local! {
    static SEEN: RefCell<Vec<Seen>> = const { RefCell::new(Vec::new()) };
    static NOW: Cell<usize> = const { Cell::new(0) };
}

fn now() -> usize {
    NOW.replace(NOW.get() + 1)
}

/// A number that races in every way, and one that is behind it.
#[derive(Default)]
struct Number {
    now: AtomicI64,
    before: AtomicI64,
}

impl Number {
    fn perform(&self, operation: Operation, is_stale: bool) -> i64 {
        let begun = now();
        let result = match operation {
            Operation::Add(several) => {
                let before = self.now.load(SeqCst);
                self.now.store(before + several, SeqCst);
                before
            }
            Operation::Set(value) => {
                let before = self.now.load(SeqCst);
                self.before.store(before, SeqCst);
                self.now.store(value, SeqCst);
                0
            }
            Operation::Get if is_stale => self.before.load(SeqCst),
            Operation::Get => self.now.load(SeqCst),
        };
        let task = thread::current().name().unwrap_or("main").to_string();
        let seen = Seen { task, begun, ended: now(), operation, result };
        SEEN.with_borrow_mut(|all| all.push(seen));
        result
    }
}

fn step_of(model: &mut i64, operation: Operation) -> i64 {
    let before = *model;
    match operation {
        Operation::Add(several) => *model += several,
        Operation::Set(value) => *model = value,
        Operation::Get => {}
    }
    if let Operation::Set(_) = operation { 0 } else { before }
}

fn perform(model: &mut i64, step: Step<Arc<Number>>) -> StepResult {
    let operation = match step.draw(0..=2u8) {
        0 => Operation::Get,
        1 => Operation::Set(step.draw(0..=2i64)),
        _ => Operation::Add(step.draw(1..=2i64)),
    };
    let is_stale = step.draw(0..=3u8) == 1;
    let result = step.call((operation, is_stale), |number, _, (operation, is_stale)| {
        number.perform(operation, is_stale)
    })?;
    result.returns(step_of(model, operation))
}

/// Whether some order explains the calls. A process is a task, and what is in the prefix comes before all others.
fn by_force(calls: &[Seen], prefix: usize, order: Consistency) -> bool {
    fn search(
        calls: &[Seen],
        precedes: &dyn Fn(usize, usize) -> bool,
        done: &mut Vec<usize>,
        model: i64,
    ) -> bool {
        if done.len() == calls.len() {
            return true;
        }
        (0..calls.len()).any(|next| {
            if done.contains(&next)
                || (0..calls.len()).any(|other| !done.contains(&other) && precedes(other, next))
            {
                return false;
            }
            let mut model = model;
            if step_of(&mut model, calls[next].operation) != calls[next].result {
                return false;
            }
            done.push(next);
            let found = search(calls, precedes, done, model);
            done.pop();
            found
        })
    }
    let mut calls = calls.to_vec();
    calls.sort_by_key(|call| call.begun);
    let (calls, is_real_time) = (&calls, order == Consistency::Linearizable);
    let precedes = |one: usize, other: usize| {
        let is_before = calls[one].ended < calls[other].begun;
        is_before && (is_real_time || calls[one].task == calls[other].task || one < prefix)
    };
    search(calls, &precedes, &mut Vec::new(), 0)
}

/// Compares a law with brute force, case by case, and holds where they agree.
struct Compared<L> {
    law: L,
    prefix: usize,
    order: Consistency,
    explained: Cell<u32>,
    unexplained: Cell<u32>,
}

impl<L: Law> Component for Compared<L> {
    type Drawn = ();

    fn draw(&self, _: &mut Case) {}

    fn run(&self, (): (), case: &mut Case) -> Outcome {
        let outcome = self.law.test(case);
        let calls = SEEN.take();
        let is_consistent = by_force(&calls, self.prefix, self.order);
        assert_eq!(outcome.is_passed(), is_consistent, "{calls:?}");
        let count = if is_consistent { &self.explained } else { &self.unexplained };
        count.set(count.get() + 1);
        Outcome::Passed
    }

    fn draw_and_run(&self, case: &mut Case) -> Outcome {
        self.run((), case)
    }
}

/// How many cases were explained and how many were not, each as brute force says.
fn compare(order: Consistency, prefix: usize) -> (u32, u32) {
    let system = || {
        SEEN.take();
        Arc::<Number>::default()
    };
    let machine = Machine::new(|| 0, system).command(perform);
    let law = Parallel::scheduled(machine).prefix(prefix).branches(2..=3).commands(1..=3);
    let law = law.search(Search::Random).schedules(1).consistency(order);
    let (explained, unexplained) = Default::default();
    let compared = Compared { law, prefix, order, explained, unexplained };
    let summary = Runner::named("compared").seed(prefix as u64).tests(500).run(&compared);
    assert!(summary.is_success(), "{:?}", summary.failure().map(|failure| &failure.reason));
    (compared.explained.get(), compared.unexplained.get())
}

#[test]
fn cases_are_explained_exactly_where_some_order_explains_them() {
    let mut all = Vec::new();
    for order in [Consistency::Linearizable, Consistency::Sequential] {
        for prefix in [0, 2] {
            let (explained, unexplained) = compare(order, prefix);
            assert!(explained > 100 && unexplained > 50, "{order:?}: {explained} {unexplained}");
            all.push(explained);
        }
    }
    // The weaker order explains more.
    assert!(all[2] > all[0] && all[3] > all[1], "{all:?}");
}
