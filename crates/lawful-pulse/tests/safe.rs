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
