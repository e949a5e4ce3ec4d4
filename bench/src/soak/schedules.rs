//! The scheduler: the same tape over and over, a run without end in sight, and tasks by the thousand.

use std::hint::black_box;
use std::time::Duration;

use lawful::Runner;
use lawful::data::About;
use lawful::data::Trace;
use lawful::pulse::sync::atomic::Ordering::SeqCst;
use lawful::pulse::sync::atomic::{AtomicBool, AtomicU64};
use lawful::pulse::sync::{Arc, Mutex};
use lawful::pulse::{Search, scheduled, thread};
use lawful::report::trace::svg;
use lawful::run::{Config, Failure, Stopped};
use lawful_core::run::run;

use super::Count;
use super::memory::resident;

/// What the process may grow by in a run of ten million events; a byte for each would be five times as much.
const MOST_GROWTH: u64 = 2 << 20;

/// The same tape gives the same trace, byte for byte.
pub fn thousand_replays() -> Count {
    let times = 1_000;
    let run = move || {
        let first = smallest_failure(loses_an_update);
        let (text, picture) = written(&first);
        for _ in 0..times {
            let again = replayed(loses_an_update, &first.token);
            assert_eq!(written(&again), (text.clone(), picture.clone()));
        }
    };
    Count { name: "thousand_replays", times, run: Box::new(run) }
}

/// Three tasks that sleep between a load and a store, and a lock that orders some of it.
fn loses_an_update() {
    let count = Arc::new((AtomicU64::new(0), Mutex::new(Vec::new())));
    let threads = [0, 1, 2].map(|number| {
        let count = count.clone();
        thread::spawn(move || {
            let seen = count.0.load(SeqCst);
            count.1.lock().unwrap().push(number);
            thread::sleep(Duration::from_millis(1));
            count.0.store(seen + 1, SeqCst);
        })
    });
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    assert_eq!(count.0.load(SeqCst), 3);
}

fn smallest_failure(body: fn()) -> Failure {
    let summary = Runner::named("soak").seed(1).first_failure().run(&scheduled(body));
    summary.failure().expect("some schedule breaks it").clone()
}

fn replayed(body: fn(), token: &str) -> Failure {
    let config = Config::default().with(|config| config.replay = Some(token.into()));
    let about = About::new("soak", "", 0);
    let summary = run(&scheduled(body), &about, &config, &mut |_| {});
    summary.failure().expect("it is broken again").clone()
}

/// The trace as text and as a picture.
fn written(failure: &Failure) -> (String, String) {
    let trace: &Trace = failure.trace().expect("it ran under a scheduler");
    (format!("{trace:?}"), svg(trace))
}

/// One run of ten million events, of which nothing is kept.
pub fn ten_million_events() -> Count {
    let times = 10_000_000;
    let run = move || {
        for search in [Search::Random, Search::UniformWalk, Search::Pct { depth: 3 }] {
            adds_up(search, times / 100);
            let before = resident();
            adds_up(search, times);
            let growth = resident().saturating_sub(before);
            assert!(growth <= MOST_GROWTH, "{search:?} grew the process by {growth} bytes");
        }
    };
    Count { name: "ten_million_events", times, run: Box::new(run) }
}

/// Two tasks that add to a number so many times together, in one run.
fn adds_up(search: Search, times: u64) {
    let body = || {
        let count = Arc::new(AtomicU64::new(0));
        let threads = [(); 2].map(|()| {
            let count = count.clone();
            thread::spawn(move || {
                for _ in 0..times / 2 {
                    count.fetch_add(1, SeqCst);
                }
            })
        });
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        assert_eq!(count.load(SeqCst), times);
    };
    let explored =
        scheduled(body).search(search).schedules(1).max_scheduling_points(u64::MAX).explore(1);
    assert_eq!((explored.schedules, explored.broken), (1, None));
    assert!(explored.points >= times, "{} points", explored.points);
}

/// Ten thousand tasks that are alive at the same time.
pub fn ten_thousand_tasks() -> Count {
    let times = 10_000;
    let run = move || {
        let body = || {
            let count = Arc::new((AtomicU64::new(0), Mutex::new(0)));
            let threads: Vec<_> = (0..times)
                .map(|_| {
                    let count = count.clone();
                    thread::spawn(move || {
                        count.0.fetch_add(1, SeqCst);
                        *count.1.lock().unwrap() += 1;
                    })
                })
                .collect();
            threads.into_iter().for_each(|thread| thread.join().unwrap());
            assert_eq!((count.0.load(SeqCst), *count.1.lock().unwrap()), (times, times));
        };
        // One schedule of each strategy, and the one without a switch.
        let summary = Runner::named("tasks").tests(1).seed(1).run(&scheduled(body).schedules(4));
        assert!(matches!(summary.stopped, Stopped::Passed), "{:?}", summary.stopped);
    };
    Count { name: "ten_thousand_tasks", times, run: Box::new(run) }
}

/// Stacks that overflow are told as such, one after the other in one process.
pub fn thousand_overflows() -> Count {
    let times = 1_000;
    let run = move || {
        for seed in 0..times {
            let explored = scheduled(overflows_if_it_is_late).explore(seed);
            let reason = explored.broken.unwrap_or_else(|| panic!("seed {seed} finds nothing"));
            let message = reason.message();
            assert_eq!(reason.title, "the stack of a task overflows");
            assert!(message.starts_with("`deep` used up its stack of"), "{message}");
        }
    };
    Count { name: "thousand_overflows", times, run: Box::new(run) }
}

fn overflows_if_it_is_late() {
    let flag = Arc::new(AtomicBool::new(false));
    let other = flag.clone();
    let deep = thread::Builder::new().name("deep".into());
    let thread = deep.spawn(move || if other.load(SeqCst) { descend(1) } else { 0 }).unwrap();
    flag.store(true, SeqCst);
    thread.join().unwrap();
}

/// Deeper and deeper, with something on the stack at each level.
fn descend(depth: u64) -> u64 {
    let held = black_box([depth; 32]);
    if depth == 0 { 0 } else { held[7].wrapping_add(descend(black_box(depth) + 1)) }
}
