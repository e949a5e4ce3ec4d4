//! Races of cells: what orders two accesses under the model of C++20, and what does not.

use lawful_core::run::Runner;
use lawful_pulse::cell::RaceCell;
use lawful_pulse::sync::atomic::Ordering::{self, AcqRel, Acquire, Relaxed, Release, SeqCst};
use lawful_pulse::sync::atomic::{AtomicU32, fence};
use lawful_pulse::sync::{Arc, OnceLock};
use lawful_pulse::{Search, scheduled, thread};

use crate::outcomes::holds;

/// Says that a race is found by each search, with each of some seeds.
#[track_caller]
fn races(body: impl Fn() + Copy) {
    for seed in 0..10 {
        let summary = Runner::named("races").seed(seed).first_failure().run(&scheduled(body));
        let Some(failure) = summary.failure() else { panic!("seed {seed}: {:?}", summary.stopped) };
        assert_eq!(failure.reason.code, "data-race", "seed {seed}: {:?}", failure.reason);
    }
    let explored = scheduled(body).search(Search::Exhaustive).explore(1);
    let broken = explored.broken.expect("an exhaustive search finds it too");
    assert_eq!(broken.code, "data-race", "{broken:?}");
}

/// Says that no race is found by any search.
#[track_caller]
fn is_free_of_races(body: impl Fn() + Copy) {
    holds(body);
    let explored = scheduled(body).search(Search::Exhaustive).explore(1);
    assert!(explored.broken.is_none(), "{explored:?}");
}

#[derive(Default)]
struct Shared {
    flag: AtomicU32,
    other: AtomicU32,
}

struct Cell(RaceCell<u32>);

impl Default for Cell {
    fn default() -> Self {
        Cell(RaceCell::new(0))
    }
}

impl Cell {
    #[track_caller]
    fn write(&self, value: u32) {
        // SAFETY: tasks run one at a time, and none stops inside.
        self.0.with_mut(|place| unsafe { *place = value });
    }

    #[track_caller]
    fn read(&self) -> u32 {
        // SAFETY: as above.
        self.0.with(|place| unsafe { *place })
    }
}

/// One task writes a cell and publishes it, the other reads the cell if it sees that.
fn publishes(publish: impl Fn(&Shared) + Sync, sees: impl Fn(&Shared) -> bool) {
    let (shared, cell) = (Shared::default(), Cell::default());
    thread::scope(|scope| {
        scope.spawn(|| {
            cell.write(1);
            publish(&shared);
        });
        if sees(&shared) {
            assert_eq!(cell.read(), 1);
        }
    });
}

fn stores(order: Ordering) -> impl Fn(&Shared) + Copy {
    move |shared| shared.flag.store(1, order)
}

fn loads(order: Ordering) -> impl Fn(&Shared) -> bool + Copy {
    move |shared| shared.flag.load(order) == 1
}

#[test]
fn an_acquire_fence_after_a_relaxed_load_acquires() {
    let fenced = |order| {
        move |shared: &Shared| {
            let seen = shared.flag.load(Relaxed) == 1;
            fence(order);
            seen
        }
    };
    is_free_of_races(|| publishes(stores(Release), fenced(Acquire)));
    is_free_of_races(|| publishes(stores(Release), fenced(SeqCst)));
    races(|| publishes(stores(Release), fenced(Release)));
    races(|| publishes(stores(Relaxed), fenced(Acquire)));
    races(|| publishes(stores(Release), loads(Relaxed)));
}

#[test]
fn a_fence_before_the_load_acquires_nothing() {
    races(|| {
        publishes(stores(Release), |shared| {
            fence(Acquire);
            shared.flag.load(Relaxed) == 1
        });
    });
}

#[test]
fn a_relaxed_store_after_a_release_fence_releases() {
    let fenced = |order| {
        move |shared: &Shared| {
            fence(order);
            shared.flag.store(1, Relaxed);
        }
    };
    is_free_of_races(|| publishes(fenced(Release), loads(Acquire)));
    is_free_of_races(|| publishes(fenced(AcqRel), loads(Acquire)));
    races(|| publishes(fenced(Acquire), loads(Acquire)));
    races(|| publishes(fenced(Release), loads(Relaxed)));
    is_free_of_races(|| {
        publishes(fenced(Release), |shared| {
            let seen = shared.flag.load(Relaxed) == 1;
            fence(Acquire);
            seen
        });
    });
}

#[test]
fn a_write_after_the_fence_is_not_released_by_it() {
    races(|| {
        let (shared, cell) = (Shared::default(), Cell::default());
        thread::scope(|scope| {
            scope.spawn(|| {
                fence(Release);
                cell.write(1);
                shared.flag.store(1, Relaxed);
            });
            if shared.flag.load(Acquire) == 1 {
                cell.read();
            }
        });
    });
}

#[test]
fn fences_alone_order_nothing() {
    races(|| {
        let cell = Cell::default();
        thread::scope(|scope| {
            scope.spawn(|| {
                cell.write(1);
                fence(SeqCst);
            });
            fence(SeqCst);
            cell.read();
        });
    });
}

#[test]
fn a_relaxed_store_ends_the_release_sequence() {
    // Of another task, and since C++20 of the same task too.
    races(|| {
        publishes(
            |shared| {
                shared.flag.store(1, Release);
                shared.flag.store(1, Relaxed);
                shared.other.store(1, Relaxed);
            },
            |shared| shared.other.load(Relaxed) == 1 && shared.flag.load(Acquire) == 1,
        );
    });
}

#[test]
fn an_update_continues_the_release_sequence() {
    let sequence = |order| {
        move || {
            let (shared, cell) = (Shared::default(), Cell::default());
            thread::scope(|scope| {
                scope.spawn(|| {
                    cell.write(1);
                    shared.flag.store(1, order);
                });
                scope.spawn(|| {
                    if shared.flag.load(Relaxed) == 1 {
                        shared.flag.fetch_add(1, Relaxed);
                    }
                });
                if shared.flag.load(Acquire) == 2 {
                    cell.read();
                }
            });
        }
    };
    is_free_of_races(sequence(Release));
    races(sequence(Relaxed));
}

#[test]
fn a_comparison_that_fails_is_a_load_with_its_own_order() {
    let fails = |failure| {
        move |shared: &Shared| shared.flag.compare_exchange(7, 8, AcqRel, failure) == Err(1)
    };
    is_free_of_races(|| publishes(stores(Release), fails(Acquire)));
    races(|| publishes(stores(Release), fails(Relaxed)));
    // It releases nothing either.
    races(|| {
        publishes(
            |shared| {
                let _ = shared.flag.compare_exchange(7, 8, AcqRel, Acquire);
                shared.other.store(1, Relaxed);
            },
            |shared| shared.other.load(Relaxed) == 1 && shared.flag.load(Acquire) == 0,
        );
    });
    is_free_of_races(|| {
        publishes(
            |shared| assert!(shared.flag.compare_exchange(0, 1, Release, Relaxed).is_ok()),
            |shared| shared.flag.compare_exchange(1, 2, Acquire, Relaxed).is_ok(),
        );
    });
}

/// A value whose destructor reads the cell.
#[derive(Default)]
struct Owned {
    cell: Cell,
    flag: AtomicU32,
}

impl Drop for Owned {
    fn drop(&mut self) {
        self.cell.read();
    }
}

#[test]
fn the_last_of_an_arc_comes_after_all_others() {
    is_free_of_races(|| {
        let shared = Arc::new(Owned::default());
        let other = shared.clone();
        thread::spawn(move || other.cell.write(1));
    });
    is_free_of_races(|| {
        let shared = Arc::new(Owned::default());
        let (first, second) = (shared.clone(), shared);
        thread::spawn(move || {
            if first.flag.fetch_add(1, Relaxed) == 0 {
                first.cell.write(1);
            }
        });
        thread::spawn(move || {
            if second.flag.fetch_add(1, Relaxed) == 0 {
                second.cell.write(2);
            }
        });
    });
}

#[test]
fn whoever_is_alone_with_an_arc_comes_after_all_others() {
    is_free_of_races(|| {
        let mut shared = Arc::new(Cell::default());
        let other = shared.clone();
        thread::spawn(move || other.write(1));
        if let Some(alone) = Arc::get_mut(&mut shared) {
            alone.read();
        }
    });
    is_free_of_races(|| {
        let shared = Arc::new(Cell::default());
        let other = shared.clone();
        let thread = thread::spawn(move || other.write(1));
        if let Ok(alone) = Arc::try_unwrap(shared) {
            alone.read();
        }
        thread.join().unwrap();
    });
    // What is in a box stays where it is when its owner moves.
    is_free_of_races(|| {
        let shared = Arc::new(Box::new(Cell::default()));
        let other = shared.clone();
        thread::spawn(move || {
            other.write(1);
            drop(other);
            thread::yield_now();
        });
        thread::yield_now();
        if let Ok(alone) = Arc::try_unwrap(shared) {
            alone.read();
        }
    });
}

#[test]
fn races_are_found_behind_arcs_too() {
    // Nothing at all.
    races(|| {
        let shared = Arc::new(Cell::default());
        let other = shared.clone();
        thread::spawn(move || other.write(1));
        shared.read();
    });
    // A publication that is relaxed: the reader is alone with its task.
    races(|| {
        let shared = Arc::new(Owned::default());
        let other = shared.clone();
        thread::spawn(move || {
            other.cell.write(1);
            other.flag.store(1, Relaxed);
        });
        if shared.flag.load(Acquire) == 1 {
            shared.cell.read();
        }
    });
    // The same between two tasks that the body joins.
    races(|| {
        let shared = Arc::new(Owned::default());
        let (first, second) = (shared.clone(), shared.clone());
        let first = thread::spawn(move || {
            first.cell.write(1);
            first.flag.store(1, Relaxed);
        });
        let second = thread::spawn(move || {
            if second.flag.load(Acquire) == 1 {
                second.cell.read();
            }
        });
        first.join().unwrap();
        second.join().unwrap();
    });
}

#[test]
fn what_was_set_once_is_acquired_by_who_sees_it() {
    is_free_of_races(|| {
        let (set, cell) = (OnceLock::new(), Cell::default());
        thread::scope(|scope| {
            scope.spawn(|| {
                cell.write(1);
                let _ = set.set(());
            });
            if set.get().is_some() {
                cell.read();
            }
        });
    });
    is_free_of_races(|| {
        let (set, cell) = (OnceLock::new(), Cell::default());
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    set.get_or_init(|| cell.write(1));
                    cell.read();
                });
            }
        });
    });
}
