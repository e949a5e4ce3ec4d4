//! A hundredth of the long counts, which are in the suite `soak` of the bench.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::time::Duration;

use lawful_core::run::{About, Config, Failure, run};
use lawful_pulse::sync::atomic::{AtomicU64, Ordering::SeqCst};
use lawful_pulse::sync::{Arc, Mutex};
use lawful_pulse::{Search, scheduled, thread};

use crate::outcomes::failure;

/// Counts what each thread allocates. The memory of the process says nothing here: other tests run beside.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

thread_local! {
    static ALLOCATED: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: all of it is the system's; the count is a cell that needs no memory and no destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.set(ALLOCATED.get() + layout.size());
        // SAFETY: the caller keeps to the same contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps to the same contract.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// What one run with so many events allocates.
fn allocated(search: Search, events: u64) -> usize {
    let body = || {
        let count = Arc::new(AtomicU64::new(0));
        let threads = [(); 2].map(|()| {
            let count = count.clone();
            thread::spawn(move || {
                for _ in 0..events / 2 {
                    count.fetch_add(1, SeqCst);
                }
            })
        });
        threads.into_iter().for_each(|one| one.join().unwrap());
        assert_eq!(count.load(SeqCst), events);
    };
    let before = ALLOCATED.get();
    let explored =
        scheduled(body).search(search).schedules(1).max_scheduling_points(u64::MAX).explore(1);
    assert_eq!((explored.schedules, explored.broken), (1, None));
    ALLOCATED.get() - before
}

/// Nothing is kept of an event: a hundred times as many of them take no more memory.
#[test]
fn a_hundred_thousand_events_in_constant_memory() {
    for search in [Search::Random, Search::UniformWalk, Search::Pct { depth: 3 }, Search::Sparse] {
        allocated(search, 1_000);
        let (few, many) = (allocated(search, 1_000), allocated(search, 100_000));
        assert!(many <= few, "{search:?}: {few} bytes, then {many}");
    }
}

/// Three tasks that sleep between a load and a store, and a lock that orders some of it.
fn loses_an_update() {
    let shared = Arc::new((AtomicU64::new(0), Mutex::new(Vec::new())));
    let threads = [0, 1, 2].map(|number| {
        let shared = shared.clone();
        thread::spawn(move || {
            let seen = shared.0.load(SeqCst);
            shared.1.lock().unwrap().push(number);
            thread::sleep(Duration::from_millis(1));
            shared.0.store(seen + 1, SeqCst);
        })
    });
    threads.into_iter().for_each(|one| one.join().unwrap());
    assert_eq!(shared.0.load(SeqCst), 3);
}

#[test]
fn the_same_tape_gives_the_same_bytes() {
    let written = |failure: &Failure| format!("{:?}", (&failure.trace(), &failure.tape));
    let first = failure(loses_an_update);
    for _ in 0..10 {
        let config = Config::default().with(|config| config.replay = Some(first.token.clone()));
        let about = About::new("failure", "", 0);
        let again = run(&scheduled(loses_an_update), &about, &config, &mut |_| {});
        assert_eq!(written(again.failure().unwrap()), written(&first));
    }
}
