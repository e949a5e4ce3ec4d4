//! One call after the other both versions are right; at once only one of them is.

use lawful::machine::shared::*;
use lawful::parallel::{Parallel, Share};
use lawful::pulse::{Search, scheduled, thread};
use lawful::report;
use lawful::{Law, Runner};

use super::cache::{self, Cache};
use super::counter::{self, Counter};
use super::exhibits;
use super::queue::{self, Queue};
use super::stack::{self, Stack};
use super::store::{self, Store};
use super::{VERSIONS, Version};
use crate::checking::{assert_as_expected_with, assert_smallest_program};

#[test]
fn every_exhibit_is_as_expected() {
    assert_as_expected_with(&exhibits(), 1..=3);
}

/// The same machine on real threads. What is mistaken there is found with some luck, so only what is right is
/// run.
#[test]
fn what_is_right_is_right_on_threads() {
    fn assert_atomic<M, S>(machine: Machine<M, S>)
    where
        M: Clone + PartialEq + std::fmt::Debug + Send + 'static,
        S: Share + Send + 'static,
    {
        let law = Parallel::threads(machine);
        let summary = Runner::named("on threads").tests(20).seed(1).run(&law);
        assert!(summary.is_success(), "{}", report::terminal::report(&summary));
    }
    assert_atomic(counter::machine(Version::Right));
    assert_atomic(stack::machine(Version::Right));
    assert_atomic(queue::machine(Version::Right));
    assert_atomic(cache::machine(Version::Right));
    assert_atomic(store::machine(Version::Right));
}

#[test]
fn one_call_after_the_other_every_version_is_right() {
    for version in VERSIONS {
        assert_holds(&counter::machine(version));
        assert_holds(&stack::machine(version));
        assert_holds(&queue::machine(version));
        assert_holds(&cache::machine(version));
        assert_holds(&store::machine(version));
    }
}

#[track_caller]
fn assert_holds(machine: &dyn Law) {
    let summary = Runner::named("one call after the other").tests(300).seed(1).run(machine);
    assert!(summary.is_success(), "{}", report::terminal::report(&summary));
}

/// What changes a system behind the back of its model is seen by the first call that can.
#[test]
fn every_machine_notices_what_its_model_does_not_know() {
    let machine = disturbed(counter::machine(Version::Right), |counter, _, ()| {
        counter.add(1);
    });
    assert_smallest_program(&machine, &["disturb();", "get();"]);
    let machine = disturbed(stack::machine(Version::Right), |stack, _, ()| stack.push(0));
    assert_smallest_program(&machine, &["disturb();", "pop();"]);
    let machine = disturbed(queue::machine(Version::Right), |queue, _, ()| {
        queue.dequeue();
    });
    assert_smallest_program(&machine, &["enqueue(0);", "disturb();", "count();"]);
    let machine = disturbed(cache::machine(Version::Right), |cache, _, ()| {
        cache.get(0);
    });
    let calls = ["put(0, 0);", "put(1, 0);", "disturb();", "put(2, 0);", "get(0);"];
    assert_smallest_program(&machine, &calls);
    let machine = disturbed(store::machine(Version::Right), |store, _, ()| {
        store.rename(0, 1);
    });
    assert_smallest_program(&machine, &["insert(0, 0);", "disturb();", "get(0);"]);
}

/// Adds a command of which the model knows nothing.
fn disturbed<M, S>(machine: Machine<M, S>, disturb: fn(&mut S, &Bindings, ())) -> Machine<M, S>
where
    M: std::fmt::Debug + 'static,
    S: 'static,
{
    machine.named_command("disturb", move |_, step| step.call((), disturb).map(|_| ()))
}

/// Calls of two tasks at once. What they give is asserted as far as it is the same in every order of the calls.
type Race = fn(Version);

const RACES: [(&str, Race); 5] = [
    ("counter", |version| {
        let counter = Counter::new(version);
        at_once(|| counter.add(1), || counter.add(1));
        assert_eq!(counter.get(), 2, "an addition was lost");
    }),
    ("stack", |version| {
        let stack = Stack::new(version);
        stack.push(1);
        let push_again = || {
            let popped = stack.pop();
            stack.push(2);
            popped
        };
        let (one, other) = at_once(|| stack.pop(), push_again);
        assert_ne!(one, other, "a value was popped twice");
    }),
    ("queue", |version| {
        let queue = Queue::new(version);
        let (taken, _) = at_once(|| queue.dequeue(), || queue.enqueue(1));
        assert!(taken.is_none_or(|item| item == 1), "nobody put that in");
    }),
    ("cache", |version| {
        let cache = Cache::new(version);
        cache.put(0, 0);
        cache.put(1, 0);
        at_once(|| cache.get(0), || cache.put(2, 0));
        cache.put(1, 0);
        cache.put(2, 0);
        cache.put(3, 0);
        assert_eq!(cache.count(), 2, "there is no room for more");
    }),
    ("store", |version| {
        let store = Store::new(version);
        store.insert(0, 0);
        let (count, _) = at_once(|| store.count(), || store.rename(0, 1));
        assert_eq!(count, 1, "the value is somewhere");
    }),
];

fn at_once<A: Send, B: Send>(
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        (one.join().expect("it does not panic"), other)
    })
}

#[test]
fn at_once_only_one_version_is_right() {
    for (system, race) in RACES {
        for version in VERSIONS {
            let law = scheduled(move || race(version)).search(Search::Exhaustive);
            let explored = law.explore(1);
            let is_right = explored.exhausted && explored.broken.is_none();
            assert_eq!(is_right, version == Version::Right, "{system}, {version:?}: {explored:?}");
        }
    }
}
