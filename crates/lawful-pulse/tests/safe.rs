//! Safe code cannot get two references to what a lock protects, whatever it does with its guards.
#![forbid(unsafe_code)]

use std::cell::RefCell;

use lawful_core::run::{Runner, Stopped, Summary};
use lawful_pulse::sync::{Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard};
use lawful_pulse::{scheduled, thread};

#[track_caller]
fn is_refused(summary: &Summary) {
    let Stopped::Misused(misuse) = &summary.stopped else { panic!("{:?}", summary.stopped) };
    let told = format!("{misuse:?}");
    assert!(told.contains("a guard of an earlier scheduled run still holds"), "{told}");
}

#[test]
fn a_guard_in_a_thread_local_keeps_its_lock() {
    static LOCK: Mutex<String> = Mutex::new(String::new());
    std::thread_local! {
        static KEPT: RefCell<Option<MutexGuard<'static, String>>> = const { RefCell::new(None) };
    }
    let law = scheduled(|| {
        let mut held = LOCK.lock().unwrap();
        KEPT.with(|kept| match &mut *kept.borrow_mut() {
            // Here both would be the same string.
            Some(other) => std::mem::swap(&mut **other, &mut *held),
            empty => *empty = Some(held),
        });
    });
    is_refused(&Runner::named("kept").run(&law));
    // Outside of runs too, until the guard is dropped.
    let outside = std::panic::catch_unwind(|| drop(LOCK.lock()));
    assert!(outside.is_err());
    KEPT.with(|kept| kept.borrow_mut().take());
    assert!(LOCK.try_lock().is_ok());
    assert!(Runner::named("again").run(&scheduled(|| drop(LOCK.lock()))).is_success());
}

#[test]
fn a_leaked_guard_keeps_its_lock() {
    static LOCK: Mutex<u32> = Mutex::new(0);
    std::thread_local! {
        static KEPT: RefCell<Option<&'static mut u32>> = const { RefCell::new(None) };
    }
    // Also of a run that fails, whose tasks are given up otherwise.
    let law = scheduled(|| {
        let leaked: &'static mut MutexGuard<'static, u32> =
            Box::leak(Box::new(LOCK.lock().unwrap()));
        KEPT.with(|kept| *kept.borrow_mut() = Some(&mut **leaked));
        thread::spawn(thread::park);
    });
    is_refused(&Runner::named("leaked").run(&law));
}

#[test]
fn guards_of_locks_for_reading_do_so_too() {
    static LOCK: RwLock<u32> = RwLock::new(0);
    std::thread_local! {
        static READS: RefCell<Option<RwLockReadGuard<'static, u32>>> = const { RefCell::new(None) };
        static WRITES: RefCell<Option<RwLockWriteGuard<'static, u32>>> = const { RefCell::new(None) };
    }
    let law = scheduled(|| READS.with(|kept| *kept.borrow_mut() = Some(LOCK.read().unwrap())));
    is_refused(&Runner::named("reads").run(&law));
    READS.with(|kept| kept.borrow_mut().take());
    let law = scheduled(|| WRITES.with(|kept| *kept.borrow_mut() = Some(LOCK.write().unwrap())));
    is_refused(&Runner::named("writes").run(&law));
    WRITES.with(|kept| kept.borrow_mut().take());
    assert!(LOCK.try_write().is_ok());
}

#[test]
fn a_failing_run_leaves_static_locks_free() {
    static FIRST: Mutex<u32> = Mutex::new(0);
    static SECOND: Mutex<u32> = Mutex::new(0);
    let law = scheduled(|| {
        let other = thread::spawn(|| {
            let _second = SECOND.lock().unwrap();
            let _first = FIRST.lock().unwrap();
        });
        let _first = FIRST.lock().unwrap();
        let _second = SECOND.lock().unwrap();
        drop((_first, _second));
        other.join().unwrap();
    });
    let summary = Runner::named("deadlock").run(&law);
    let failure = summary.failure().expect("some schedule is a deadlock");
    assert_eq!(failure.reason.code, "deadlock");
    assert_eq!((failure.trace().unwrap().switches, failure.is_proven()), (1, true));
    assert!(FIRST.try_lock().is_ok() && SECOND.try_lock().is_ok());
}

#[test]
fn a_deadlock_on_a_lock_of_the_law_is_a_deadlock() {
    let lock = std::sync::Arc::new(Mutex::new(0));
    let law = scheduled(move || {
        let _once = lock.lock().unwrap();
        let _twice = lock.lock().unwrap();
    });
    let summary = Runner::named("twice").run(&law);
    assert_eq!(summary.failure().expect("it waits for itself").reason.code, "deadlock");
}

/// Real threads that borrow from a task are not left alone with its stack.
#[test]
fn a_failing_run_waits_for_the_real_threads_of_its_tasks() {
    use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

    let law = scheduled(|| {
        thread::spawn(|| {
            let count = AtomicU32::new(0);
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    for _ in 0..1_000 {
                        count.fetch_add(1, SeqCst);
                    }
                });
                thread::park();
            });
        });
    });
    let summary = Runner::named("scope").tests(5).run(&law);
    assert_eq!(summary.failure().expect("it waits for ever").reason.code, "leaked-thread");
}

#[test]
fn no_run_leaks_what_its_tasks_own() {
    let alive = std::sync::Arc::new(());
    let runs = |fails: bool| {
        let alive = &alive;
        scheduled(move || {
            let owned = alive.clone();
            let lock = std::sync::Arc::new(Mutex::new(0));
            let other = lock.clone();
            let thread = thread::spawn(move || {
                let _owned = owned;
                *other.lock().unwrap() += 1;
            });
            if let Ok(count) = lock.try_lock() {
                assert!(!fails || *count == 0);
            }
            thread.join().unwrap();
        })
    };
    assert!(Runner::named("passes").tests(10).run(&runs(false)).is_success());
    assert_eq!(std::sync::Arc::strong_count(&alive), 1);
    assert!(Runner::named("fails").run(&runs(true)).failure().is_some());
    assert_eq!(std::sync::Arc::strong_count(&alive), 1);
}
