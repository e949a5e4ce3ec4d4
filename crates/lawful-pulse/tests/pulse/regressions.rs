//! What was wrong once.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use lawful_core::run::Runner;
use lawful_pulse::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};
use lawful_pulse::sync::mpsc::{self, RecvTimeoutError, SendError};
use lawful_pulse::sync::{Arc, Condvar, LazyLock, Mutex, Once, RwLock};
use lawful_pulse::time::Instant;
use lawful_pulse::{Search, future, process, scheduled, thread};

use crate::outcomes::{failure, holds, outcomes};

/// Does something when it is dropped.
struct AtEnd<F: FnMut()>(F);

impl<F: FnMut()> Drop for AtEnd<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// What all schedules of a small program come to, with the reduction and without it.
fn all_outcomes<T: Ord + std::fmt::Debug>(body: impl Fn() -> T) -> BTreeSet<T> {
    let by = |search: Search| {
        let seen = RefCell::new(BTreeSet::new());
        let law = scheduled(|| {
            let outcome = body();
            seen.borrow_mut().insert(outcome);
        });
        let explored = law.search(search).schedules(2_000_000).explore(1);
        assert!(explored.exhausted && explored.broken.is_none(), "{search:?}: {explored:?}");
        seen.into_inner()
    };
    let reduced = by(Search::Exhaustive);
    assert_eq!(reduced, by(Search::ContextBound { switches: 1_000 }));
    reduced
}

/// A lock that is taken and given back while its thread unwinds is not poisoned: nothing panicked while it
/// was held.
#[test]
fn destructors_that_lock_do_not_poison() {
    holds(|| {
        let shared = Arc::new((Mutex::new(0), RwLock::new(0)));
        let other = shared.clone();
        let thread = thread::spawn(move || {
            let _at_end = AtEnd(|| {
                *other.0.lock().unwrap() += 1;
                *other.1.write().unwrap() += 1;
            });
            panic!("expected");
        });
        assert!(thread.join().is_err());
        assert_eq!(*shared.0.lock().expect("not poisoned"), 1);
        assert_eq!(*shared.1.read().expect("not poisoned"), 1);
    });
}

#[test]
fn what_is_held_when_a_thread_panics_is_poisoned() {
    holds(|| {
        let shared = Arc::new((Mutex::new(0), RwLock::new(0)));
        let other = shared.clone();
        let thread = thread::spawn(move || {
            let _held = (other.0.lock().unwrap(), other.1.write().unwrap());
            panic!("expected");
        });
        assert!(thread.join().is_err());
        assert!(shared.0.lock().is_err() && shared.1.read().is_err() && shared.1.write().is_err());
    });
}

/// Whoever hands a message over gets it back when nobody is left to take it.
#[test]
fn messages_that_are_not_handed_over_come_back() {
    let seen = outcomes(200, || {
        let (sender, receiver) = mpsc::sync_channel::<u32>(0);
        let threads = [1, 2].map(|own| {
            let sender = sender.clone();
            thread::spawn(move || sender.send(own))
        });
        let received = receiver.recv().unwrap();
        drop(receiver);
        let sent = threads.map(|one| one.join().unwrap());
        for (own, sent) in [1, 2].into_iter().zip(sent) {
            match own == received {
                true => assert_eq!(sent, Ok(())),
                false => assert_eq!(sent, Err(SendError(own))),
            }
        }
        received
    });
    assert_eq!(seen, BTreeSet::from([1, 2]));
}

#[test]
fn once_is_poisoned_by_a_panic() {
    holds(|| {
        let once = Once::new();
        let panicked = catch_unwind(AssertUnwindSafe(|| once.call_once(|| panic!("expected"))));
        assert!(panicked.is_err() && !once.is_completed());
        let again = catch_unwind(AssertUnwindSafe(|| once.call_once(|| ())));
        assert!(again.is_err(), "as with std's");
    });
}

#[test]
fn limits_may_be_as_long_as_time_is() {
    holds(|| {
        let (sender, receiver) = mpsc::channel::<u32>();
        thread::sleep(Duration::from_secs(1));
        let thread = thread::spawn(move || {
            thread::sleep(Duration::from_secs(1));
            sender.send(1).unwrap();
            thread::sleep(Duration::from_secs(1));
        });
        // What never ends is ended by no timer.
        assert_eq!(receiver.recv_timeout(Duration::MAX), Ok(1));
        thread::current().unpark();
        thread::park_timeout(Duration::MAX);
        thread.join().unwrap();
        let _ = Instant::now();
    });
}

std::thread_local! {
    static DROPPED: Cell<u32> = const { Cell::new(0) };
}

struct Counted(u32);

impl Drop for Counted {
    fn drop(&mut self) {
        DROPPED.set(DROPPED.get() + 1);
        // A point, and a look at what is being dropped.
        AtomicU32::new(0).load(SeqCst);
        let _ = COUNTED.try_with(|counted| counted.0);
    }
}

lawful_pulse::thread_local! {
    static COUNTED: Counted = Counted(1);
}

/// The thread-locals of a thread are dropped at its end, however it ends, and are gone then.
#[test]
fn thread_locals_are_dropped_with_their_thread() {
    for panics in [false, true] {
        holds(move || {
            DROPPED.set(0);
            let thread = thread::spawn(move || {
                COUNTED.with(|counted| assert_eq!(counted.0, 1));
                assert!(!panics, "expected");
            });
            assert_eq!(thread.join().is_err(), panics);
            assert_eq!(DROPPED.get(), 1);
        });
    }
}

/// What a run that broke the law left behind does nothing in the runs after it.
#[test]
fn nothing_of_an_earlier_run_is_dropped_in_a_later_one() {
    let outside = std::sync::atomic::AtomicU32::new(0);
    let law = scheduled(|| {
        let before = DROPPED.get();
        let parent = thread::current();
        drop(thread::spawn(move || {
            COUNTED.with(|_| ());
            parent.unpark();
            thread::park();
        }));
        thread::park();
        if DROPPED.get() != before {
            outside.fetch_add(1, SeqCst);
        }
    });
    let summary = Runner::named("leaves a thread").tests(3).seed(1).run(&law);
    assert!(summary.failure().unwrap().reason.title.contains("waits"));
    assert_eq!(outside.into_inner(), 0);
}

/// A process that was killed while it waited is not the one that is notified.
#[test]
fn notifications_go_to_the_living() {
    holds(|| {
        let shared = Arc::new((Mutex::new(0), Condvar::new()));
        let wait = |shared: Arc<(Mutex<u32>, Condvar)>| {
            move || {
                let mut held = shared.0.lock().unwrap();
                *held += 1;
                drop(shared.1.wait(held).unwrap());
            }
        };
        let victim = process::spawn(wait(shared.clone()));
        let waits = |count| {
            while *shared.0.lock().unwrap() < count {
                thread::yield_now();
            }
        };
        waits(1);
        process::kill(victim);
        assert!(!process::is_alive(victim));
        let thread = thread::spawn(wait(shared.clone()));
        waits(2);
        shared.1.notify_one();
        thread.join().unwrap();
    });
}

static CONFIGURATION: LazyLock<u32> = LazyLock::new(|| {
    let lock = Mutex::new(5);
    // A run begins again when it meets this.
    let value = *lock.try_lock().unwrap();
    thread::yield_now();
    value
});

#[test]
fn a_run_that_begins_again_leaves_statics_to_be_initialised() {
    holds(|| assert_eq!(*CONFIGURATION, 5));
}

/// The last run of a law that is broken, which is the one that is shown, breaks it: whatever a task passes
/// before it comes to the place of a switch.
fn is_shown_as_found(before: fn()) {
    let seen = Cell::new(0);
    let law = scheduled(|| {
        let step = Arc::new(AtomicU32::new(0));
        let other = step.clone();
        let thread = thread::spawn(move || {
            before();
            (1..=3).for_each(|now| other.store(now, SeqCst));
        });
        seen.set(step.load(SeqCst));
        thread.join().unwrap();
        assert_ne!(seen.get(), 2);
    });
    for seed in 0..10 {
        let summary = Runner::named("steps").seed(seed).first_failure().run(&law);
        assert!(summary.failure().is_some());
        assert_eq!(seen.get(), 2, "seed {seed}");
    }
}

#[test]
fn points_of_a_thread_that_unwinds_count_in_the_run_that_is_shown() {
    is_shown_as_found(|| {
        let work = AtomicU32::new(0);
        let _ = catch_unwind(AssertUnwindSafe(|| {
            let _at_end = AtEnd(|| (0..5).for_each(|_| assert_eq!(work.load(SeqCst), 0)));
            std::panic::resume_unwind(Box::new(()));
        }));
    });
}

#[test]
fn yields_inside_of_an_effect_count_in_the_run_that_is_shown() {
    is_shown_as_found(|| {
        lawful_pulse::effect::effect("yields", || (0..3).for_each(|_| thread::yield_now()));
    });
}

/// A task makes way after very many points in every run of a schedule, however often the scheduler is asked.
#[test]
fn a_task_that_runs_for_long_makes_way() {
    let late = Cell::new(false);
    let law = scheduled(|| {
        let (flag, work) = (Arc::new(AtomicBool::new(false)), AtomicU32::new(0));
        let other = flag.clone();
        let thread = thread::spawn(move || other.store(true, SeqCst));
        for _ in 0..10_100 {
            work.load(SeqCst);
        }
        late.set(!flag.load(SeqCst));
        thread.join().unwrap();
    });
    for search in [Search::Sparse, Search::ContextBound { switches: 0 }, Search::Exhaustive] {
        let explored = law.clone().search(search).schedules(1).explore(1);
        assert!(explored.broken.is_none() && !late.get(), "{search:?}");
    }
}

/// A program that tries locks late is gone through as any other.
#[test]
fn what_a_program_needs_may_be_found_late() {
    all_outcomes(|| {
        let shared = Arc::new((Mutex::new(0), Mutex::new(0)));
        (0..2).for_each(|_| *shared.0.lock().unwrap() += 1);
        let other = shared.clone();
        let thread = thread::spawn(move || {
            *other.0.lock().unwrap() += 1;
            *other.1.lock().unwrap() += 1;
        });
        let tried = shared.1.try_lock().map(|held| *held).ok();
        thread.join().unwrap();
        tried
    });
}

#[test]
fn whether_a_thread_is_finished_is_gone_through() {
    let seen = all_outcomes(|| {
        let thread = thread::spawn(|| ());
        let finished = thread.is_finished();
        thread.join().unwrap();
        finished
    });
    assert_eq!(seen, BTreeSet::from([false, true]));
}

#[test]
fn what_the_clock_shows_is_gone_through() {
    let seen = all_outcomes(|| {
        let started = Instant::now();
        let thread = thread::spawn(|| thread::sleep(Duration::from_secs(1)));
        let flag = AtomicBool::new(false);
        flag.load(SeqCst);
        let elapsed = started.elapsed();
        thread.join().unwrap();
        elapsed.as_secs()
    });
    assert_eq!(seen, BTreeSet::from([0, 1]));
}

#[test]
fn channels_that_know_nothing_of_the_scheduler_are_gone_through() {
    let seen = all_outcomes(|| {
        let (sender, mut receiver) = futures_channel::mpsc::unbounded();
        for own in [1, 2] {
            let sender = sender.clone();
            drop(future::spawn(async move { sender.unbounded_send(own).unwrap() }));
        }
        drop(sender);
        future::block_on(async move {
            let mut seen = Vec::new();
            use futures_core::Stream;
            while let Some(one) =
                std::future::poll_fn(|context| std::pin::Pin::new(&mut receiver).poll_next(context))
                    .await
            {
                seen.push(one);
            }
            seen
        })
    });
    assert_eq!(seen, BTreeSet::from([vec![1, 2], vec![2, 1]]));
}

/// What an effect touches, and what a destructor does while its thread unwinds, is part of one step.
#[test]
fn what_is_inside_of_a_step_is_gone_through() {
    let seen = all_outcomes(|| {
        let numbers = Arc::new([AtomicU32::new(0), AtomicU32::new(0)]);
        let other = numbers.clone();
        let thread = thread::spawn(move || {
            let _ = catch_unwind(AssertUnwindSafe(|| {
                let _at_end = AtEnd(|| assert!(other[0].fetch_add(1, SeqCst) < 2));
                std::panic::resume_unwind(Box::new(()));
            }));
        });
        let first = numbers[0].load(SeqCst);
        lawful_pulse::effect::effect("twice", || {
            numbers[0].fetch_add(numbers[0].load(SeqCst), SeqCst)
        });
        thread.join().unwrap();
        (first, numbers[0].load(SeqCst))
    });
    assert_eq!(seen, BTreeSet::from([(0, 1), (0, 2), (1, 2)]));
}

/// Who is told that somebody received may be faster than that somebody drops the receiver.
#[test]
fn a_receiver_may_be_dropped_late() {
    let seen = all_outcomes(|| {
        let (sender, receiver) = mpsc::channel();
        let told = Arc::new(AtomicBool::new(false));
        let tell = told.clone();
        let thread = thread::spawn(move || {
            tell.store(true, SeqCst);
            drop(receiver);
        });
        let sent = match told.load(SeqCst) {
            true => Some(sender.send(1).is_ok()),
            false => None,
        };
        thread.join().unwrap();
        sent
    });
    assert_eq!(seen, BTreeSet::from([None, Some(false), Some(true)]));
}

#[test]
fn a_sender_may_be_dropped_late() {
    let seen = all_outcomes(|| {
        let (sender, receiver) = mpsc::channel();
        drop(thread::spawn(move || sender.send(1).unwrap()));
        assert_eq!(receiver.recv(), Ok(1));
        receiver.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout)
    });
    assert_eq!(seen, BTreeSet::from([false, true]));
}

/// Killing is counted for each task: many may be killed in a run.
#[test]
fn very_many_processes_can_be_killed() {
    let ends = Cell::new(0);
    let law = scheduled(|| {
        for _ in 0..1_200 {
            let pid = process::spawn(process::receive_as::<()>);
            thread::yield_now();
            process::kill(pid);
            assert!(!process::is_alive(pid));
        }
        ends.set(ends.get() + 1);
    });
    let explored = law.schedules(3).explore(1);
    assert_eq!((explored.broken, ends.get()), (None, 3));
}

/// A process that goes on after it was killed is told.
#[test]
fn a_process_that_cannot_be_killed_breaks_the_law() {
    let summary = Runner::named("immortal").tests(2).seed(1).run(&scheduled(|| {
        let pid = process::spawn(|| {
            loop {
                let _ = catch_unwind(process::receive_as::<()>);
            }
        });
        process::kill(pid);
        assert!(!process::is_alive(pid));
    }));
    assert!(summary.failure().is_some());
}

/// A run that is over is cleared away, whatever its tasks catch and wait for.
#[test]
fn scopes_inside_of_what_catches_do_not_stop_the_end_of_a_run() {
    let failure = failure(|| {
        drop(thread::spawn(|| {
            loop {
                let _ = catch_unwind(|| {
                    let mut ours = 1;
                    thread::scope(|scope| {
                        scope.spawn(|| ours += 1);
                    });
                    thread::park();
                });
            }
        }));
    });
    assert!(failure.reason.title.contains("waits for ever"));
}

/// Destructors may spawn, join and send while a run is cleared away.
#[test]
fn destructors_may_do_anything_at_the_end_of_a_run() {
    for _ in 0..3 {
        let failure = failure(|| {
            let (sender, receiver) = mpsc::sync_channel(1);
            let lock = Arc::new(Mutex::new(0));
            drop(thread::spawn(move || {
                let _at_end = AtEnd(|| {
                    let _ = sender.send(1);
                    let _ = lock.lock();
                    let value = String::from("moved");
                    drop(future::spawn(async {}));
                    let _ = thread::spawn(move || value.len()).join();
                });
                thread::park();
            }));
            drop(receiver);
        });
        assert!(failure.reason.panic().is_none(), "{failure:?}");
        holds(|| thread::spawn(|| ()).join().unwrap());
    }
}

/// What `unpark` left is still there after something was awaited.
#[test]
fn awaiting_takes_no_token() {
    holds(|| {
        thread::current().unpark();
        future::block_on(future::yield_now());
        thread::park();
    });
}

#[test]
fn threads_of_a_scope_spawn_others_in_it() {
    holds(|| {
        let count = AtomicU32::new(0);
        thread::scope(|scope| {
            scope.spawn(|| {
                scope.spawn(|| count.fetch_add(1, SeqCst));
                count.fetch_add(1, SeqCst);
            });
        });
        assert_eq!(count.load(SeqCst), 2);
    });
}

#[test]
fn a_reader_that_would_write_waits_for_itself() {
    let failure = failure(|| {
        let lock = RwLock::new(0);
        let (first, second) = (lock.read().unwrap(), lock.read().unwrap());
        drop(first);
        *lock.write().unwrap() += *second;
    });
    let message = failure.reason.message();
    assert!(message.contains("which it holds itself"), "{message}");
}

/// A pointer that leads nowhere is no stack that overflowed: the process dies of it, as it does elsewhere.
#[cfg(target_os = "linux")]
#[test]
fn faults_are_not_taken_for_stacks_that_overflowed() {
    use std::os::unix::process::ExitStatusExt;

    const CHILD: &str = "LAWFUL_PULSE_FAULTS";
    if std::env::var_os(CHILD).is_some() {
        let explored = scheduled(|| {
            let nowhere = std::hint::black_box(8_usize) as *const u32;
            // SAFETY: none. This is the fault.
            std::hint::black_box(unsafe { nowhere.read_volatile() });
        })
        .explore(1);
        panic!("{explored:?}");
    }
    let name = "regressions::faults_are_not_taken_for_stacks_that_overflowed";
    let mut child = std::process::Command::new(std::env::current_exe().unwrap());
    let ended = child.args([name, "--exact", "--nocapture"]).env(CHILD, "1").output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.signal().is_some() && !said.contains("stack of"), "{said}");
}

/// A future that is aborted may have ended before: exhaustive search said "complete" without that schedule.
#[test]
fn an_abort_comes_before_or_after_the_end_of_its_future() {
    let outcomes = all_outcomes(|| {
        let spawned = future::spawn(async { 42 });
        spawned.abort();
        future::block_on(spawned).ok()
    });
    assert_eq!(outcomes, BTreeSet::from([None, Some(42)]));
}
