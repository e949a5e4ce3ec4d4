//! Tracked reference counts.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::rc::Rc;

use lawful_core::run::{Failure, Runner};
use lawful_pulse::cell::RaceCell;
use lawful_pulse::sync::Mutex;
use lawful_pulse::sync::tracked::{Arc, Weak};
use lawful_pulse::{Search, name, scheduled, thread};

use crate::outcomes::{failure, holds};

/// Returns the outcomes of all schedules, which must be the same with and without the reduction.
fn all_outcomes<T: Ord + Debug>(body: impl Fn() -> T) -> BTreeSet<T> {
    let by = |search: Search| {
        let seen = RefCell::new(BTreeSet::new());
        let law = scheduled(|| {
            let outcome = body();
            seen.borrow_mut().insert(outcome);
        });
        let explored = law.search(search).ignore_arc_counts().schedules(1_000_000).explore(1);
        assert!(explored.complete && explored.broken.is_none(), "{search:?}: {explored:?}");
        seen.into_inner()
    };
    let reduced = by(Search::Exhaustive);
    assert_eq!(reduced, by(Search::ContextBound { switches: 1_000 }));
    reduced
}

/// The race of a program in which all counts that matter are tracked.
fn race(body: impl Fn()) -> Failure {
    let law = scheduled(body).ignore_arc_counts();
    let summary = Runner::named("race").seed(1).first_failure().run(&law);
    summary.failure().expect("some schedule breaks it").clone()
}

/// A weak reference is upgraded while another thread drops the last strong one.
fn upgrades_too_late() {
    let last = Arc::new(5);
    let weak = Arc::downgrade(&last);
    let thread = thread::spawn(move || drop(last));
    assert_eq!(weak.upgrade().map(|value| *value), Some(5));
    thread.join().unwrap();
}

#[test]
fn an_upgrade_after_the_last_drop_is_found_by_exhaustive_search() {
    let explored = scheduled(upgrades_too_late).search(Search::Exhaustive).explore(1);
    assert!(explored.broken.is_some(), "{explored:?}");
}

#[test]
fn an_upgrade_after_the_last_drop_is_found_by_the_default_search() {
    let failure = failure(upgrades_too_late);
    assert_eq!(failure.trace().expect("a trace").switches, 1);
    assert!(failure.is_proven());
}

#[test]
fn an_upgrade_has_both_outcomes() {
    let outcomes = all_outcomes(|| {
        let last = Arc::new(5);
        let weak = Arc::downgrade(&last);
        let thread = thread::spawn(move || drop(last));
        let upgraded = weak.upgrade().is_some();
        thread.join().unwrap();
        upgraded
    });
    assert_eq!(outcomes, BTreeSet::from([false, true]));
}

/// A count says nothing about an upgrade that comes later.
#[test]
fn a_drop_comes_between_a_count_and_an_upgrade() {
    let outcomes = all_outcomes(|| {
        let last = Arc::new(5);
        let weak = Arc::downgrade(&last);
        let thread = thread::spawn(move || drop(last));
        let seen = (weak.strong_count(), weak.upgrade().is_some());
        thread.join().unwrap();
        seen
    });
    assert_eq!(outcomes, BTreeSet::from([(0, false), (1, false), (1, true)]));
}

#[test]
fn the_value_is_dropped_by_either_thread() {
    struct Tells(Rc<Cell<u32>>, thread::ThreadId);
    // SAFETY: tasks of a run are on one thread of the system.
    unsafe impl Send for Tells {}
    // SAFETY: as above.
    unsafe impl Sync for Tells {}
    impl Drop for Tells {
        fn drop(&mut self) {
            let by_main = thread::current().id() == self.1;
            self.0.set(self.0.get() + if by_main { 1 } else { 10 });
        }
    }
    let outcomes = all_outcomes(|| {
        let dropped = Rc::new(Cell::new(0));
        let value = Arc::new(Tells(dropped.clone(), thread::current().id()));
        let other = value.clone();
        let thread = thread::spawn(move || drop(other));
        drop(value);
        thread.join().unwrap();
        dropped.get()
    });
    assert_eq!(outcomes, BTreeSet::from([1, 10]));
}

/// The difference that std documents: of two threads one gets the value of `into_inner`, and none may get that of
/// `try_unwrap`.
#[test]
fn into_inner_gives_the_value_to_one_and_try_unwrap_to_at_most_one() {
    let by = |take: fn(Arc<u32>) -> Option<u32>| {
        all_outcomes(|| {
            let one = Arc::new(5);
            let other = one.clone();
            let thread = thread::spawn(move || take(other));
            [take(one), thread.join().unwrap()].iter().flatten().count()
        })
    };
    assert_eq!(by(Arc::into_inner), BTreeSet::from([1]));
    assert_eq!(by(|arc| Arc::try_unwrap(arc).ok()), BTreeSet::from([0, 1]));
}

#[test]
fn get_mut_and_make_mut_see_other_references() {
    let outcomes = all_outcomes(|| {
        let mut one = Arc::new(5);
        let other = one.clone();
        let weak = Arc::downgrade(&one);
        let thread = thread::spawn(move || {
            drop(weak);
            drop(other);
        });
        let exclusive = Arc::get_mut(&mut one).is_some();
        let before = Arc::as_ptr(&one);
        *Arc::make_mut(&mut one) += 1;
        let copied = Arc::as_ptr(&one) != before;
        thread.join().unwrap();
        assert_eq!(*one, 6);
        (exclusive, copied)
    });
    assert_eq!(outcomes, BTreeSet::from([(false, false), (false, true), (true, false)]));
}

/// A value whose destructor reads a cell that other threads write.
struct Written(RaceCell<u32>);

impl Drop for Written {
    fn drop(&mut self) {
        // SAFETY: tasks of a run are on one thread of the system.
        self.0.with(|value| assert!(unsafe { *value } > 0));
    }
}

fn write(cell: &RaceCell<u32>) {
    // SAFETY: as above.
    cell.with_mut(|value| unsafe { *value += 1 });
}

/// What was done under an `Arc` comes before the end of the value, whichever thread ends it.
#[test]
fn what_comes_before_a_drop_is_ordered_before_the_end_of_the_value() {
    let law = |end: fn(Arc<Written>)| {
        holds(move || {
            let one = Arc::new(Written(RaceCell::new(0)));
            let other = one.clone();
            let thread = thread::spawn(move || {
                write(&other.0);
                drop(other);
            });
            end(one);
            thread.join().unwrap();
        });
    };
    law(|one| {
        // Only the last one ends the value, and the destructor expects the write.
        if Arc::strong_count(&one) == 1 {
            drop(one);
        } else {
            std::mem::forget(one);
        }
    });
    law(|mut one| match Arc::get_mut(&mut one) {
        Some(written) => *written.0.get_mut() += 1,
        None => std::mem::forget(one),
    });
    law(|one| match Arc::try_unwrap(one) {
        Ok(written) => write(&written.0),
        Err(one) => std::mem::forget(one),
    });
    law(|one| {
        if let Some(written) = Arc::into_inner(one) {
            write(&written.0);
        }
    });
}

/// A count is not an order: what another thread wrote before it dropped its `Arc` is not seen by whom the count alone
/// tells of the drop.
#[test]
fn a_count_orders_nothing() {
    let failure = race(|| {
        let one = Arc::new(RaceCell::new(0));
        let other = one.clone();
        let thread = thread::spawn(move || {
            write(&other);
            drop(other);
        });
        if Arc::strong_count(&one) == 1 {
            write(&one);
        }
        thread.join().unwrap();
    });
    assert!(format!("{:?}", failure.reason).contains("nothing orders that"), "{failure:?}");
}

/// What is released at the weak count is not acquired at the strong one.
#[test]
fn the_drop_of_a_weak_reference_is_not_ordered_before_the_end_of_the_value() {
    let failure = race(|| {
        let cell = std::sync::Arc::new(RaceCell::new(0));
        let other = cell.clone();
        let one = Arc::new(());
        let weak = Arc::downgrade(&one);
        let thread = thread::spawn(move || {
            write(&other);
            drop(weak);
        });
        if Arc::weak_count(&one) == 0 {
            drop(one);
            write(&cell);
        }
        thread.join().unwrap();
    });
    assert!(format!("{:?}", failure.reason).contains("nothing orders that"), "{failure:?}");
}

#[test]
fn traces_tell_what_is_done_to_the_counts() {
    let failure = failure(|| {
        let last = Arc::new(5);
        let weak = Arc::downgrade(&last);
        name(&*last, "five");
        let thread = thread::spawn(move || drop(last));
        assert!(weak.upgrade().is_some());
        thread.join().unwrap();
    });
    let events = &failure.trace().expect("a trace").events;
    let texts: Vec<&str> = events.iter().map(|event| &*event.text).collect();
    assert!(texts.contains(&"drops the last Arc of five"), "{texts:?}");
    assert!(texts.contains(&"does not upgrade a Weak of five: no Arc is left"), "{texts:?}");
    assert!(texts.iter().any(|text| text.starts_with("makes a Weak of arcs.rs:")), "{texts:?}");
}

#[test]
fn values_of_any_kind_are_shared() {
    let shown: Arc<dyn Debug + Send + Sync> =
        Arc::from(Box::new(5) as Box<dyn Debug + Send + Sync>);
    let coerced: Arc<dyn Debug> = Arc::from(std::sync::Arc::new(5) as std::sync::Arc<dyn Debug>);
    assert_eq!((format!("{shown:?}"), format!("{coerced:?}")), ("5".into(), "5".into()));
    let text: Arc<str> = Arc::from("text");
    let items: Arc<[u32]> = (0..3).collect();
    assert_eq!(
        (&*text, &*items, Arc::from(vec![0, 1, 2]) == items),
        ("text", &[0, 1, 2][..], true)
    );
    let weak = Arc::downgrade(&items);
    drop(items);
    assert!(weak.upgrade().is_none());
    fn is_shared<T: Send + Sync + Unpin + std::panic::UnwindSafe>() {}
    is_shared::<Arc<u32>>();
    is_shared::<Weak<u32>>();
}

/// Counts of real threads come out right.
#[test]
fn outside_of_runs_the_counts_are_real() {
    let shared = Arc::new(Mutex::new(0));
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let weak = Arc::downgrade(&shared);
            thread::spawn(move || {
                for _ in 0..1_000 {
                    *weak.upgrade().unwrap().lock().unwrap() += 1;
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    assert_eq!((Arc::strong_count(&shared), Arc::weak_count(&shared)), (1, 0));
    assert_eq!(Arc::into_inner(shared).unwrap().into_inner().unwrap(), 4_000);
}

/// A value that counts how many of its kind there are.
struct Counted(u32, Rc<Cell<i64>>);

impl Counted {
    fn new(value: u32, living: &Rc<Cell<i64>>) -> Self {
        living.set(living.get() + 1);
        Counted(value, living.clone())
    }
}

impl Clone for Counted {
    fn clone(&self) -> Self {
        Counted::new(self.0, &self.1)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.1.set(self.1.get() - 1);
    }
}

/// Numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Does the same sequence of operations with one kind of reference counts. Returns what each operation came to, with
/// the number of values that were alive after it.
macro_rules! operations {
    ($name:ident, $($module:ident)::+) => {
        fn $name(seed: u64) -> Vec<String> {
            use $($module)::+::{Arc, Weak};
            let living = Rc::new(Cell::new(0));
            let mut numbers = Numbers(seed);
            let mut told = Vec::new();
            let mut strong: Vec<Arc<Counted>> = Vec::new();
            let mut weak: Vec<Weak<Counted>> = vec![Weak::new()];
            for step in 0..60 {
                if strong.is_empty() {
                    strong.push(Arc::new(Counted::new(step, &living)));
                }
                let (one, other) = (numbers.below(strong.len()), numbers.below(weak.len()));
                let outcome = match numbers.below(18) {
                    0 | 1 => {
                        strong.push(strong[one].clone());
                        String::from("cloned")
                    }
                    2 | 3 => {
                        drop(strong.swap_remove(one));
                        String::from("dropped")
                    }
                    4 => {
                        weak.push(Arc::downgrade(&strong[one]));
                        String::from("downgraded")
                    }
                    5 | 6 => {
                        let upgraded = weak[other].upgrade();
                        let value = upgraded.as_ref().map(|counted| counted.0);
                        strong.extend(upgraded);
                        format!("upgraded {value:?}")
                    }
                    7 => {
                        weak.push(weak[other].clone());
                        String::from("cloned a weak one")
                    }
                    8 if weak.len() > 1 => {
                        drop(weak.swap_remove(other));
                        String::from("dropped a weak one")
                    }
                    9 => match Arc::try_unwrap(strong.swap_remove(one)) {
                        Ok(counted) => format!("unwrapped {}", counted.0),
                        Err(back) => {
                            strong.push(back);
                            String::from("not unwrapped")
                        }
                    },
                    10 => {
                        let inner = Arc::into_inner(strong.swap_remove(one));
                        format!("inner {:?}", inner.map(|counted| counted.0))
                    }
                    11 => match Arc::get_mut(&mut strong[one]) {
                        Some(counted) => {
                            counted.0 += 100;
                            format!("exclusive {}", counted.0)
                        }
                        None => String::from("not exclusive"),
                    },
                    12 => {
                        let counted = Arc::make_mut(&mut strong[one]);
                        counted.0 += 1_000;
                        format!("changed {}", counted.0)
                    }
                    13 => {
                        let counted = Arc::unwrap_or_clone(strong.swap_remove(one));
                        format!("unwrapped or cloned {}", counted.0)
                    }
                    14 => {
                        let pointer = Arc::into_raw(strong.swap_remove(one));
                        // SAFETY: the pointer is of `into_raw`, and each count that is added is taken away.
                        unsafe {
                            Arc::increment_strong_count(pointer);
                            Arc::decrement_strong_count(pointer);
                            strong.push(Arc::from_raw(pointer));
                        }
                        String::from("through a pointer")
                    }
                    15 => {
                        let pointer = weak.swap_remove(other).into_raw();
                        // SAFETY: the pointer is of `into_raw`.
                        weak.push(unsafe { Weak::from_raw(pointer) });
                        String::from("weak through a pointer")
                    }
                    16 => {
                        strong.push(Arc::new_cyclic(|own| {
                            weak.push(own.clone());
                            assert!(own.upgrade().is_none());
                            Counted::new(step, &living)
                        }));
                        String::from("cyclic")
                    }
                    _ => {
                        let same = Arc::ptr_eq(&strong[0], &strong[one]);
                        format!("same {same}, {}", weak[0].ptr_eq(&weak[other]))
                    }
                };
                let counts: Vec<_> =
                    strong.iter().map(|arc| (Arc::strong_count(arc), Arc::weak_count(arc))).collect();
                let of_weak: Vec<_> =
                    weak.iter().map(|weak| (weak.strong_count(), weak.weak_count())).collect();
                told.push(format!("{outcome}: {} alive, {counts:?}, {of_weak:?}", living.get()));
            }
            drop((strong, weak));
            assert_eq!(living.get(), 0, "each value is dropped once");
            told
        }
    };
}

operations!(with_std, std::sync);
operations!(with_tracked, lawful_pulse::sync::tracked);

#[test]
fn counts_and_results_are_those_of_std() {
    for seed in 0..200 {
        let expected = with_std(seed);
        assert_eq!(with_tracked(seed), expected, "outside of runs, seed {seed}");
        let law = scheduled(|| assert_eq!(with_tracked(seed), expected, "in a run, seed {seed}"));
        let explored = law.clone().search(Search::Exhaustive).explore(1);
        assert!(explored.complete && explored.broken.is_none(), "{explored:?}");
        let summary = Runner::named("counts").tests(1).seed(seed).run(&law);
        assert!(summary.is_success(), "{:?}", summary.stopped);
    }
}

/// The counts of std's `Arc` are not seen, so no search of a program that may have one calls itself complete.
#[test]
fn a_search_that_sees_no_counts_is_not_complete() {
    let untracked = scheduled(|| {
        let last = std::sync::Arc::new(5);
        let weak = std::sync::Arc::downgrade(&last);
        let thread = thread::spawn(move || drop(last));
        assert_eq!(weak.upgrade().map(|value| *value), Some(5));
        thread.join().unwrap();
    });
    let explored = untracked.search(Search::Exhaustive).explore(1);
    let unseen = Some("counts of std's `Arc` and `Weak`");
    assert!(explored.broken.is_some() || explored.unseen() == unseen, "{explored:?}");
    assert!(!explored.complete);
    let borrowed = scheduled(|| {
        let last = std::sync::Arc::new(5);
        let weak = std::sync::Arc::downgrade(&last);
        thread::scope(|scope| {
            scope.spawn(|| weak.upgrade());
            drop(last);
        });
    });
    let explored = borrowed.search(Search::Exhaustive).explore(1);
    assert!(
        explored.exhausted && !explored.complete && explored.unseen() == unseen,
        "{explored:?}"
    );
    // A single task shares nothing.
    let alone = scheduled(|| drop(std::sync::Arc::new(Mutex::new(5)).lock()));
    assert!(alone.search(Search::Exhaustive).explore(1).complete);
}

#[test]
fn destructors_may_use_atomics_after_a_race() {
    use lawful_pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};

    struct Loads(std::sync::Arc<AtomicU32>);

    impl Drop for Loads {
        fn drop(&mut self) {
            self.0.load(SeqCst);
        }
    }

    let failure = failure(|| {
        let cell = std::sync::Arc::new(RaceCell::new(0));
        let atomic = std::sync::Arc::new(AtomicU32::new(0));
        let (other, loads) = (cell.clone(), Loads(atomic.clone()));
        let thread = thread::spawn(move || {
            let _loads = loads;
            write(&other);
        });
        let _loads = Loads(atomic);
        write(&cell);
        thread.join().unwrap();
    });
    assert_eq!(failure.reason.code, "data-race");
}
