//! Schedulers that are plugged in from outside.

use lawful_core::law::{Counter, Law};
use lawful_core::run::{About, Config, Runner, Stopped, run, run_built};
use lawful_pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};
use lawful_pulse::sync::{Condvar, Mutex};
use lawful_pulse::{
    Cause, Next, Scheduled, Scheduler, SchedulingPoint, Search, Start, TaskId, future, process,
    scheduled, thread, time,
};

use crate::outcomes::outcomes_by;

/// Chooses the next runnable task at every scheduling point.
struct RoundRobin;

impl Scheduler for RoundRobin {
    fn choose(&mut self, point: &SchedulingPoint<'_>) -> Next {
        let later = point.runnable().find(|task| *task > point.current);
        Next::task(later.or(point.runnable().next()).unwrap())
    }

    fn name(&self) -> &'static str {
        "round robin"
    }
}

const ROUND_ROBIN: Search = Search::Custom(|_| Box::new(RoundRobin));

/// Chooses any task or the clock, and stays for a while.
struct Shuffle(u64);

impl Shuffle {
    fn below(&mut self, count: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % count
    }
}

impl Scheduler for Shuffle {
    fn choose(&mut self, point: &SchedulingPoint<'_>) -> Next {
        let tasks: Vec<TaskId> = point.runnable().collect();
        assert!(tasks.iter().all(|task| point.is_runnable(*task)) && !point.is_runnable(1_000));
        assert!(point.is_runnable(point.current) || point.cause == Cause::Blocked);
        assert!(point.is_runnable(point.default));
        assert!(point.at <= point.points);
        let count = tasks.len() as u64 + u64::from(point.has_timer);
        match tasks.get(self.below(count) as usize) {
            Some(task) => Next::task(*task).stay(self.below(3)),
            None => Next::clock(),
        }
    }

    fn pick(&mut self, _: &SchedulingPoint<'_>, count: u64) -> u64 {
        self.below(count)
    }
}

const SHUFFLE: Search = Search::Custom(|start| Box::new(Shuffle(start.seed)));

/// A counter that loses an addition, between steps that have nothing to do with it.
fn lossy() -> Scheduled<impl Fn()> {
    scheduled(|| {
        let (count, other) = (AtomicU32::new(0), AtomicU32::new(0));
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    let before = count.load(SeqCst);
                    other.fetch_add(1, SeqCst);
                    count.store(before + 1, SeqCst);
                    other.fetch_add(1, SeqCst);
                });
            }
        });
        assert_eq!(count.load(SeqCst), 3);
    })
}

fn about() -> About {
    About::new("lossy", "src/lossy.rs", 1)
}

#[test]
fn a_failure_names_the_scheduler_replays_and_shrinks_to_one_switch() {
    for (search, name) in [(ROUND_ROBIN, "round robin"), (SHUFFLE, "pulse::schedulers::Shuffle")] {
        let law = lossy().search(search);
        let config = Config::default().with(|config| {
            config.seed = Some(1);
            config.max_failures = 1;
        });
        let found = run(&law, &about(), &config, &mut |_| {});
        let failure = found.failure().expect("an addition is lost");
        let searched = failure.found_by.as_deref().unwrap();
        assert!(searched.starts_with(&format!("{name}, schedule ")), "{searched}");
        assert_eq!((failure.trace().unwrap().switches, failure.is_proven()), (1, true));
        assert_eq!(failure.trace().unwrap().switches, 1);
        let counts = |counted: &Counter| counted.table == "schedules" && counted.name == name;
        let counted = found.counts.iter().find(|(counted, _)| counts(counted));
        assert!(counted.is_some_and(|(_, count)| *count > 0), "{:?}", found.counts);

        let config = Config::default().with(|config| config.replay = Some(failure.token.clone()));
        let again = run(&law, &about(), &config, &mut |_| {});
        let replayed = again.failure().expect("it comes again");
        assert_eq!((&replayed.reason, &replayed.trace()), (&failure.reason, &failure.trace()));
    }
}

#[test]
fn the_same_failure_is_found_on_any_number_of_threads() {
    let build = |run: &mut dyn FnMut(&dyn Law)| run(&lossy().search(SHUFFLE));
    let found = |jobs| {
        let config = Config::default().with(|config| {
            config.seed = Some(1);
            config.max_failures = 1;
            config.jobs = jobs;
        });
        let summary = run_built(&build, &[], &about(), &config, &mut |_| {});
        let failure = summary.failure().expect("an addition is lost");
        (failure.token.clone(), failure.found, failure.found_by.clone())
    };
    assert_eq!(found(1), found(4));
}

/// Tasks, timers and alternatives, more tasks than fit in a word, and threads that futures are polled on.
#[test]
fn every_choice_can_be_made_from_outside() {
    let raced = outcomes_by(SHUFFLE, 300, || {
        let (lock, ready) = (Mutex::new(false), Condvar::new());
        thread::scope(|scope| {
            scope.spawn(|| {
                *lock.lock().unwrap() = true;
                ready.notify_one();
            });
            let limit = time::Duration::from_secs(1);
            let wait = |set: &mut bool| !*set;
            let (_lock, timed) =
                ready.wait_timeout_while(lock.lock().unwrap(), limit, wait).unwrap();
            timed.timed_out()
        })
    });
    assert_eq!(Vec::from_iter(raced), [false, true]);
    let first = outcomes_by(SHUFFLE, 300, || {
        let own = process::self_pid();
        for name in ['a', 'b'] {
            process::spawn(move || process::send(own, name));
        }
        process::receive_as::<char>()
    });
    assert_eq!(Vec::from_iter(first), ['a', 'b']);
    let many = outcomes_by(SHUFFLE, 5, || {
        let count = AtomicU32::new(0);
        thread::scope(|scope| {
            (0..100).for_each(|_| drop(scope.spawn(|| count.fetch_add(1, SeqCst))));
        });
        count.into_inner()
    });
    assert_eq!(Vec::from_iter(many), [100]);
    let joined = outcomes_by(SHUFFLE, 20, || {
        future::block_on(async { future::spawn(async { 7 }).await.unwrap() })
    });
    assert_eq!(Vec::from_iter(joined), [7]);
}

/// Notes what it is told.
struct Notes(Vec<(TaskId, TaskId)>);

impl Scheduler for Notes {
    fn choose(&mut self, point: &SchedulingPoint<'_>) -> Next {
        if point.current == 0 && point.cause == Cause::Blocked {
            assert_eq!(self.0, [(0, 1), (0, 2), (0, 3)]);
        }
        Next::task(point.default)
    }

    fn spawned(&mut self, parent: TaskId, task: TaskId) {
        self.0.push((parent, task));
    }
}

#[test]
fn a_scheduler_learns_of_tasks_and_of_the_run_before() {
    fn notes(start: &Start<'_>) -> Box<dyn Scheduler> {
        let tasks = &start.estimate.tasks;
        match start.schedule {
            0 => assert_eq!((start.estimate.points, tasks.len()), (0, 0)),
            _ => {
                let points: u64 = tasks.iter().map(|task| task.points).sum();
                assert_eq!(points, start.estimate.points);
                let parents: Vec<_> = tasks.iter().map(|task| task.parent).collect();
                assert_eq!(parents, [None, Some(0), Some(0), Some(0)]);
            }
        }
        Box::new(Notes(Vec::new()))
    }
    let law = lossy().search(Search::Custom(notes)).schedules(3);
    let summary = Runner::named("noted").tests(2).seed(1).run(&law);
    assert!(summary.is_success(), "{:?}", summary.stopped);
}

/// Makes a mistake.
struct Wrong(fn(&SchedulingPoint<'_>) -> Next);

impl Scheduler for Wrong {
    fn choose(&mut self, point: &SchedulingPoint<'_>) -> Next {
        self.0(point)
    }

    fn name(&self) -> &'static str {
        "wrong"
    }
}

#[track_caller]
fn misuse(search: Search) -> String {
    let law = lossy().search(search);
    let summary = Runner::named("misused").seed(1).run(&law);
    // What a misuse leaves behind does not disturb the next law.
    let next = Runner::named("next")
        .tests(2)
        .seed(1)
        .run(&scheduled(|| thread::spawn(|| ()).join().unwrap()));
    assert!(next.is_success());
    match summary.stopped {
        Stopped::Misused(misuse) => misuse.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_choice_that_cannot_be_made_is_misuse() {
    let way = "Choose one of `SchedulingPoint::runnable()`, or the clock where \
               `SchedulingPoint::has_timer` is true";
    for task in ["7", "4294967295"] {
        let told = match task {
            "7" => misuse(Search::Custom(|_| Box::new(Wrong(|_| Next::task(7))))),
            _ => misuse(Search::Custom(|_| Box::new(Wrong(|_| Next::task(TaskId::MAX))))),
        };
        let what = format!("chose task {task}, which is not runnable");
        assert_eq!(
            told,
            format!("the scheduler `wrong` {what}; the runnable tasks are [0, 1]. {way}")
        );
    }
    let told = misuse(Search::Custom(|_| Box::new(Wrong(|_| Next::clock()))));
    let what = "chose the clock, but no timer is set; the runnable tasks are [0, 1]";
    assert_eq!(told, format!("the scheduler `wrong` {what}. {way}"));
    // A task that is blocked, chosen by a task at its end: no task runs there.
    fn blocked(point: &SchedulingPoint<'_>) -> Next {
        match point.cause {
            Cause::Blocked => Next::task(0),
            _ => Next::task(point.default),
        }
    }
    let told = misuse(Search::Custom(|_| Box::new(Wrong(blocked))));
    assert!(told.contains("chose task 0, which is not runnable"), "{told}");
}

#[test]
fn a_scheduler_that_panics_is_misuse() {
    let told = misuse(Search::Custom(|_| Box::new(Wrong(|_| panic!("out of ideas")))));
    assert!(told.starts_with("the scheduler `wrong` panicked at "), "{told}");
    assert!(told.contains("schedulers.rs:") && told.ends_with(": out of ideas"), "{told}");
    // Locks of the program belong to its tasks.
    fn locking(point: &SchedulingPoint<'_>) -> Next {
        thread::yield_now();
        Next::task(point.default)
    }
    let told = misuse(Search::Custom(|_| Box::new(Wrong(locking))));
    assert!(told.starts_with("the scheduler `wrong` panicked at "), "{told}");
}
