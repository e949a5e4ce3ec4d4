//! What a verdict and a trace call things, and what is said of a law that says little.

use std::sync::atomic::AtomicU32 as RealAtomic;

use lawful_core::run::{Failure, Runner, Stopped};
use lawful_pulse::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use lawful_pulse::sync::{Arc, Mutex};
use lawful_pulse::{scheduled, thread};

use crate::outcomes::failure;

fn events(failure: &Failure) -> Vec<String> {
    failure.trace().unwrap().events.iter().map(|event| event.text.clone()).collect()
}

#[test]
fn what_is_made_at_one_line_is_numbered() {
    let (made, spawned) = (line!() + 2, line!() + 6);
    let deadlock = failure(|| {
        let forks: Vec<Mutex<()>> = (0..3).map(|_| Mutex::new(())).collect();
        thread::scope(|scope| {
            for place in 0..3 {
                let (left, right) = (&forks[place], &forks[(place + 1) % 3]);
                scope.spawn(move || {
                    let _left = left.lock().unwrap();
                    let _right = right.lock().unwrap();
                });
            }
        });
    });
    let told = format!("{:?}", deadlock.reason);
    for number in 1..=3 {
        let lock = format!("waits for the lock reports.rs:{made} #{number}, ");
        let task = format!("`reports.rs:{spawned} #{number}` waits for");
        assert!(told.contains(&lock) && told.contains(&task), "{told}");
    }
    // A task is called the same everywhere.
    let spawns: Vec<String> =
        events(&deadlock).into_iter().filter(|text| text.starts_with("spawns")).collect();
    assert_eq!(spawns, [1, 2, 3].map(|number| format!("spawns reports.rs:{spawned} #{number}")));
}

#[derive(Default)]
struct Ring {
    lock: Mutex<u32>,
    other: Mutex<u32>,
}

#[test]
fn columns_tell_what_is_made_at_one_line_apart() {
    let made = line!() + 2;
    let lost = failure(|| {
        let (head, tail) = (AtomicUsize::new(0), AtomicUsize::new(0));
        assert_eq!((head.load(SeqCst), tail.load(SeqCst)), (0, 1));
    });
    let reads: Vec<String> =
        events(&lost).into_iter().filter(|text| text.starts_with("reads")).collect();
    assert_eq!(reads, [29, 50].map(|column| format!("reads reports.rs:{made}:{column}: 0")));
}

#[test]
fn what_is_made_in_std_is_numbered_by_its_kind() {
    let twice = failure(|| {
        let ring = Ring::default();
        let _other = ring.other.lock().unwrap();
        let _once = ring.lock.lock().unwrap();
        let _twice = ring.lock.lock().unwrap();
    });
    let told = format!("{:?}", twice.reason);
    // The derive's line is one of the program, and so is a good name.
    let named = ["waits for the lock mutex 2,", "waits for the lock reports.rs:4"];
    assert!(named.iter().any(|name| told.contains(name)), "{told}");
    assert!(!told.contains("mod.rs"), "{told}");
}

#[test]
fn lines_are_those_of_the_program() {
    // Inside of std's iterators nobody says who calls.
    let spawned = failure(|| {
        let count = Arc::new(AtomicUsize::new(0));
        // What is called by its name has no line of its own.
        let spawned = vec![|| 1];
        let load: fn(&AtomicUsize, _) -> usize = AtomicUsize::load;
        let read = [SeqCst].map(|order| load(&count, order));
        let threads: Vec<_> = spawned.into_iter().map(thread::spawn::<_, usize>).collect();
        threads.into_iter().for_each(|thread| assert_eq!(thread.join().unwrap(), 1));
        assert_eq!(read, [1]);
    });
    let trace = spawned.trace().unwrap();
    for event in &trace.events {
        assert!(!event.place.contains("library/"), "{event:?}");
    }
}

fn remarks(body: impl Fn()) -> Vec<String> {
    let summary = Runner::named("remarks").tests(20).run(&scheduled(body));
    assert!(matches!(summary.stopped, Stopped::Passed), "{:?}", summary.stopped);
    summary.warnings.iter().map(|warning| format!("{warning:?}")).collect()
}

#[test]
fn a_law_without_an_operation_is_warned_of() {
    let unseen = |told: Vec<String>| {
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(
            told[0].contains("no task came to an operation that the scheduler sees"),
            "{told:?}"
        );
    };
    // All names of std.
    unseen(remarks(|| {
        let count = std::sync::Arc::new(RealAtomic::new(0));
        let other = count.clone();
        let thread = std::thread::spawn(move || other.fetch_add(1, SeqCst));
        count.fetch_add(1, SeqCst);
        thread.join().unwrap();
    }));
    // Threads from here, and atomics of std.
    unseen(remarks(|| {
        let count = std::sync::Arc::new(RealAtomic::new(0));
        let other = count.clone();
        let thread = thread::spawn(move || other.fetch_add(1, SeqCst));
        count.fetch_add(1, SeqCst);
        thread.join().unwrap();
    }));
    let seen = remarks(|| {
        let count = AtomicUsize::new(0);
        thread::scope(|scope| {
            scope.spawn(|| count.fetch_add(1, SeqCst));
            count.fetch_add(1, SeqCst);
        });
    });
    assert!(seen.is_empty(), "{seen:?}");
    let alone = remarks(|| drop(Mutex::new(0).lock()));
    assert!(alone.is_empty(), "{alone:?}");
}
