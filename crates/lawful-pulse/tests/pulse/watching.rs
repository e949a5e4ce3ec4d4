//! Watchers: rounds, fair time, the fair tail, the end of runs, and what is observed.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::panic::Location;
use std::rc::Rc;
use std::time::Duration;

use lawful_core::data::{EventKind, Reason};
use lawful_core::law::{Case, IntoOutcome, Outcome};
use lawful_core::run::Runner;
use lawful_pulse::effect::effect;
use lawful_pulse::process::{self, receive_as, self_pid, send};
use lawful_pulse::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};
use lawful_pulse::sync::{Arc, Mutex, mpsc};
use lawful_pulse::{
    EndCause, Happening, Limits, Moment, Observed, RunEnd, Search, Watch, begin_fair_tail,
    current_task, end_run, future, log_event, mark_event, moment, scheduled, task_name, thread,
    with_watch,
};

const SECOND: Duration = Duration::from_secs(1);

/// Observations of a watcher of one run.
#[derive(Clone, Debug, Default, PartialEq)]
struct Seen {
    events: Vec<String>,
    moments: Vec<(Happening, Moment)>,
    end: Option<(EndCause, Moment)>,
    fair_tail: Option<Moment>,
    stuck: Option<&'static str>,
    tasks: Vec<String>,
}

impl Seen {
    fn cause(&self) -> EndCause {
        self.end.unwrap().0
    }

    fn rounds(&self) -> u64 {
        self.end.unwrap().1.round
    }
}

type Runs = Rc<RefCell<Vec<Seen>>>;

/// Watcher that notes all it is told, and judges what it saw.
struct Notes {
    limits: Limits,
    seen: Seen,
    runs: Runs,
    judge: fn(&Seen) -> bool,
    breaks: fn(Happening, Moment) -> bool,
}

impl Notes {
    fn new(limits: Limits, runs: &Runs) -> Self {
        let (seen, runs) = (Seen::default(), runs.clone());
        Notes { limits, seen, runs, judge: |_| true, breaks: |_, _| false }
    }
}

impl Watch for Notes {
    fn limits(&self) -> Limits {
        self.limits
    }

    fn moment(&mut self, moment: Moment, what: Happening) -> ControlFlow<()> {
        self.seen.moments.push((what, moment));
        match (self.breaks)(what, moment) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn observed(&mut self, event: &Observed<'_>) -> ControlFlow<()> {
        assert!(event.kind() == EventKind::End || event.place().is_some());
        self.seen.events.push(format!("{} {}", event.task_name(), event.text()));
        match event.text().contains("STOP") {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn judge(mut self, end: RunEnd, _: &mut Case) -> Outcome {
        self.seen.end = Some((end.cause, end.moment));
        self.seen.fair_tail = end.fair_tail;
        self.seen.stuck = end.stuck.map(|stuck| stuck.code);
        self.seen.tasks = end.tasks;
        let holds = (self.judge)(&self.seen);
        self.runs.borrow_mut().push(self.seen);
        match holds {
            true => Outcome::Passed,
            false => Outcome::failed(Reason::new("test", "judged", "the watcher is content")),
        }
    }
}

/// Emits an event, as a component on top does.
#[track_caller]
fn event(text: &str) {
    mark_event();
    log_event(|| text.to_string(), Some(Location::caller()));
    let task = current_task().unwrap();
    with_watch(|notes: &mut Notes| notes.seen.events.push(format!("{task} {text}"))).unwrap();
}

/// Runs the first schedules of a program and returns what their watchers saw.
fn seen_of<T: IntoOutcome>(limits: Limits, schedules: u64, body: impl Fn() -> T) -> Vec<Seen> {
    let runs = Runs::default();
    let law = scheduled(body).schedules(schedules).watched(|| Notes::new(limits, &runs));
    let explored = law.explore(1);
    assert!(explored.broken.is_none(), "{explored:?}");
    drop(law);
    Rc::into_inner(runs).unwrap().into_inner()
}

/// Runs the schedule without a context switch and returns what its watcher saw.
fn seen(body: impl Fn()) -> Seen {
    seen_of(Limits::new(), 1, body).remove(0)
}

/// Counts its drops.
struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {
        DROPS.set(DROPS.get() + 1);
    }
}

thread_local! {
    // All tasks of a run are on one thread.
    static DROPS: Cell<u32> = const { Cell::new(0) };
}

fn guard() -> Guard {
    Guard
}

/// Says that a program stops, with so many guards in each run that are all dropped by the end of the run.
fn stops(guards: u32, body: impl Fn()) {
    DROPS.set(0);
    let seen = seen_of(Limits::new(), 20, body);
    assert!(seen.iter().all(|seen| seen.cause() == EndCause::Stopped), "{seen:?}");
    assert_eq!(DROPS.get(), guards * seen.len() as u32);
}

fn spins() {
    loop {
        thread::yield_now();
    }
}

#[test]
fn the_body_ends_the_run() {
    stops(3, || {
        let (own, waits) = (guard(), guard());
        let (_sender, receiver) = mpsc::channel::<()>();
        thread::spawn(move || {
            let _waits = waits;
            receiver.recv()
        });
        let awaits = guard();
        future::spawn(async move {
            let _awaits = awaits;
            std::future::pending::<()>().await;
        });
        thread::sleep(SECOND);
        end_run();
        drop(own);
        panic!("it goes on");
    });
}

#[test]
fn a_thread_ends_the_run() {
    stops(3, || {
        let (body, own, other) = (guard(), guard(), guard());
        let ends = thread::spawn(move || {
            let _own = own;
            thread::yield_now();
            end_run();
            panic!("it goes on");
        });
        thread::spawn(move || {
            let _other = other;
            spins();
        });
        let _ = ends.join();
        drop(body);
        panic!("it goes on");
    });
}

#[test]
fn a_scoped_thread_ends_the_run() {
    stops(2, || {
        let shared = (guard(), AtomicU32::new(0));
        thread::scope(|scope| {
            scope.spawn(|| {
                let _own = guard();
                shared.1.store(1, SeqCst);
                end_run();
            });
            while shared.1.load(SeqCst) < 2 {
                thread::yield_now();
            }
        });
    });
}

#[test]
fn a_future_ends_the_run() {
    stops(4, || {
        let (own, other, body) = (guard(), guard(), guard());
        future::spawn(async move {
            let _own = own;
            future::yield_now().await;
            let _later = guard();
            end_run();
            panic!("it goes on");
        });
        future::spawn(async move {
            let _other = other;
            loop {
                future::yield_now().await;
            }
        });
        future::block_on(std::future::pending::<()>());
        drop(body);
    });
}

#[test]
fn a_future_that_a_thread_waits_for_ends_the_run() {
    stops(1, || {
        let own = guard();
        future::block_on(async {
            future::yield_now().await;
            end_run();
        });
        drop(own);
    });
}

#[test]
fn a_process_ends_the_run() {
    stops(2, || {
        let (own, other) = (guard(), guard());
        let _ = process::spawn(move || {
            let _other = other;
            receive_as::<u32>();
        });
        let _ = process::spawn(move || {
            let _own = own;
            end_run();
            panic!("it goes on");
        });
        receive_as::<u32>();
    });
}

#[test]
fn an_effect_ends_the_run() {
    stops(2, || {
        let _outer = guard();
        thread::spawn(spins);
        effect("stops", || {
            let _inner = guard();
            end_run();
            assert_eq!(1, 2, "it goes on");
        });
    });
}

#[test]
fn a_run_after_one_that_was_stopped_is_like_any_other() {
    stops(1, || {
        let _own = guard();
        effect("stops", end_run);
    });
    let count = Cell::new(0);
    let explored = scheduled(|| {
        let lock = Mutex::new(0);
        thread::scope(|scope| {
            scope.spawn(|| *lock.lock().unwrap() += 1);
            *lock.lock().unwrap() += 1;
        });
        count.set(count.get() + 1);
        assert_eq!(lock.into_inner().unwrap(), 2);
    });
    let explored = explored.explore(1);
    assert!(explored.broken.is_none() && count.get() == explored.schedules);
}

#[test]
fn a_task_that_unwinds_does_not_end_the_run() {
    struct Ends;
    impl Drop for Ends {
        fn drop(&mut self) {
            end_run();
        }
    }
    let runs = Runs::default();
    let law = scheduled(|| {
        let _ends = Ends;
        assert_eq!(1, 2, "the reason");
    });
    let law = law.watched(|| Notes::new(Limits::new(), &runs));
    let broken = format!("{:?}", law.explore(1).broken);
    assert!(broken.contains("the reason"), "{broken}");
    assert!(runs.borrow().is_empty());
    end_run();
    begin_fair_tail();
    assert_eq!((moment(), current_task(), task_name(0)), (None, None, None));
    assert_eq!(with_watch(|_: &mut Notes| ()), None);
}

#[test]
fn a_break_ends_the_run() {
    let runs = Runs::default();
    let notes = || {
        let breaks = |what, moment: Moment| what == Happening::Round && moment.round == 7;
        Notes { breaks, ..Notes::new(Limits::new(), &runs) }
    };
    let law = scheduled(|| {
        let _own = guard();
        spins();
    });
    assert!(law.watched(notes).explore(1).broken.is_none());
    let seen = &runs.borrow()[0];
    assert_eq!((seen.cause(), seen.rounds()), (EndCause::Stopped, 7));
}

#[test]
fn every_step_of_a_single_task_is_a_round() {
    let seen = seen(|| {
        let number = AtomicU32::new(0);
        for _ in 0..9 {
            number.fetch_add(1, SeqCst);
        }
        assert_eq!((moment().unwrap().round, moment().unwrap().points), (9, 9));
    });
    // Its end is a step too.
    assert_eq!((seen.cause(), seen.rounds()), (EndCause::Quiescent, 10));
    assert_eq!(seen.moments.len(), 10);
}

#[test]
fn a_round_has_a_step_of_every_runnable_task() {
    let round_robin = Limits::new().max_points(0).tail_rounds(50);
    let runs = seen_of(round_robin, 1, || {
        let number = Arc::new(AtomicU32::new(0));
        for _ in 0..3 {
            let number = number.clone();
            thread::spawn(move || {
                loop {
                    number.fetch_add(1, SeqCst);
                }
            });
        }
        let number = number.clone();
        while moment().unwrap().round < 40 {
            let (before, round) = (number.load(SeqCst), moment().unwrap().round);
            if before > 3 {
                number.load(SeqCst);
                assert_eq!(number.load(SeqCst), before + 6);
                assert_eq!(moment().unwrap().round, round + 2);
            }
        }
    });
    assert_eq!(runs[0].cause(), EndCause::Cut);

    // One that is starved: without a context switch the body spins alone.
    let starving = seen_of(Limits::new().max_points(500).tail_rounds(0), 1, || {
        thread::spawn(spins);
        let number = AtomicU32::new(0);
        loop {
            number.fetch_add(1, SeqCst);
            if number.load(SeqCst) > 1_000_000 {
                break;
            }
        }
    });
    // The first step is the spawn, with one task.
    assert_eq!(starving[0].rounds(), 1, "{:?}", starving[0].moments);
    assert_eq!(starving[0].end.unwrap().1.points, 500);
}

#[test]
fn a_task_that_waits_is_not_part_of_a_round() {
    let seen = seen(|| {
        let (_sender, receiver) = mpsc::channel::<()>();
        let thread = thread::spawn(move || receiver.recv_timeout(SECOND));
        thread::yield_now();
        let before = moment().unwrap().round;
        let number = AtomicU32::new(0);
        for _ in 0..10 {
            number.fetch_add(1, SeqCst);
        }
        assert_eq!(moment().unwrap().round, before + 10);
        assert!(thread.join().unwrap().is_err());
    });
    assert_eq!(seen.cause(), EndCause::Quiescent);
}

/// Two writers of their numbers that have no end, and events of the order in which they write.
fn writers() {
    let number = Arc::new(AtomicU32::new(0));
    let write = |number: &AtomicU32, own: u32| {
        loop {
            number.store(own, SeqCst);
            event("writes");
        }
    };
    for own in 1..3 {
        let number = number.clone();
        thread::spawn(move || write(&number, own));
    }
    write(&number, 0)
}

#[test]
fn tasks_take_turns_in_the_tail() {
    let limits = Limits::new().max_points(100).tail_rounds(30);
    let runs = seen_of(limits, 30, writers);
    assert!(runs.iter().any(|run| run.events != runs[0].events));
    let mut sizes = BTreeSet::new();
    for run in &runs {
        assert_eq!(run.cause(), EndCause::Cut);
        let tail = run.fair_tail.unwrap();
        assert!(tail.points == 100 && run.rounds() == tail.round + 30, "{run:?}");
        // The first turn of a task that has not begun is its start, and has no event.
        let writes = run.events.len() - 3 * 28;
        let order: Vec<&str> = run.events[writes..].iter().map(|event| &event[..1]).collect();
        // A task that the tail itself spawns begins the round after the one that spawned it.
        let begun_with = tasks_in_round(run, tail.round + 1);
        let turns = match begun_with {
            3 => ["0", "1", "2"],
            _ => ["2", "0", "1"],
        };
        assert!(order.chunks(3).all(|turn| turn == turns), "{begun_with} tasks, {order:?}");
        sizes.insert(begun_with);
    }
    // A schedule may starve the first task, so that it spawns its second thread in the tail.
    assert_eq!(Vec::from_iter(sizes), [2, 3]);
}

/// Number of steps of a round in the tail: one of each runnable task.
fn tasks_in_round(run: &Seen, round: u64) -> u64 {
    let points = |number| {
        let is_round = |(_, moment): &&(Happening, Moment)| moment.round == number;
        run.moments.iter().rfind(is_round).unwrap().1.points
    };
    points(round) - points(round - 1)
}

/// A law that fails if the first and the third task write, in this order, at the beginning of the tail.
fn failing(runs: &Runs) -> impl Fn() -> Notes + use<> {
    let runs = runs.clone();
    move || {
        let judge = |seen: &Seen| {
            let first = seen.events.iter().find(|event| !event.starts_with('0'));
            first.is_none_or(|first| !first.starts_with('2'))
        };
        let limits = Limits::new().max_points(40).tail_rounds(10);
        Notes { judge, ..Notes::new(limits, &runs) }
    }
}

#[test]
fn a_failure_with_a_tail_is_shrunk_and_replayed() {
    let runs = Runs::default();
    let law = scheduled(writers).watched(failing(&runs));
    let fail = || {
        let summary = Runner::named("tail").seed(3).first_failure().run(&law);
        summary.failure().expect("some schedule breaks it").clone()
    };
    let failure = fail();
    // The first switch is to task 2, and the tail does the rest.
    let trace = failure.trace().unwrap();
    assert_eq!(trace.switches, 1);
    assert!(failure.is_proven());
    assert!(trace.events.iter().any(|event| event.text.contains("the fair tail begins")));
    assert!(trace.events.iter().any(|event| event.text == "writes"));
    // The shown run is traced; one that is replayed and not shown sees the same.
    let shown = runs.borrow().iter().rfind(|run| !run.tasks.is_empty()).cloned().unwrap();
    let plain = runs
        .borrow()
        .iter()
        .rfind(|run| run.tasks.is_empty() && !(failing(&runs)().judge)(run))
        .cloned();
    assert_eq!(shown.tasks[0], "main");
    assert_eq!(plain.unwrap().events, shown.events);
    assert_eq!(fail().trace().unwrap().events.len(), trace.events.len());
}

#[test]
fn traced_and_plain_runs_decide_the_same() {
    let programs: [fn(); 3] = [
        writers,
        || {
            let (sender, receiver) = mpsc::channel();
            let clone = sender.clone();
            thread::spawn(move || {
                for _ in 0..30 {
                    event("sends");
                    let _ = clone.send(());
                }
            });
            thread::spawn(move || {
                while receiver.recv_timeout(SECOND).is_ok() {
                    event("receives");
                }
                event("is out of time");
                spins();
            });
            loop {
                thread::sleep(SECOND);
                event("ticks");
                let _ = sender.send(());
            }
        },
        || {
            let parent = self_pid();
            for number in 0..3_u32 {
                let _ = process::spawn(move || {
                    loop {
                        effect("step", || event("steps"));
                        send(parent, number);
                    }
                });
            }
            loop {
                let number = receive_as::<u32>();
                event(&format!("has {number}"));
            }
        },
    ];
    for program in programs {
        for seed in 0..6 {
            let runs = Runs::default();
            let notes = || {
                // Whatever it sees is a failure, so that the run is replayed as it is.
                let limits = Limits::new().max_points(300).tail_rounds(60);
                Notes { judge: |seen| seen.events.len() < 50, ..Notes::new(limits, &runs) }
            };
            let law = scheduled(program).watched(notes);
            let runner = Runner::named("the same").seed(seed).first_failure();
            let summary = runner.max_shrink_runs(0).run(&law);
            assert!(summary.failure().is_some());
            let runs = runs.borrow();
            let failed: Vec<_> = runs.iter().filter(|run| run.events.len() >= 50).collect();
            assert!(failed.len() > 1, "{}", failed.len());
            for run in &failed {
                assert_eq!(run.events, failed[0].events);
                assert_eq!(run.moments, failed[0].moments);
                assert_eq!(run.end, failed[0].end);
            }
        }
    }
}

#[test]
fn a_tail_is_asked_for() {
    let runs = seen_of(Limits::new().tail_rounds(5), 10, || {
        thread::spawn(spins);
        thread::yield_now();
        begin_fair_tail();
        assert!(moment().unwrap().round < 100);
        spins();
    });
    for run in runs {
        assert!(run.cause() == EndCause::Cut && run.fair_tail.unwrap().points < 100);
        assert_eq!(run.rounds(), run.fair_tail.unwrap().round + 5);
        let tails = run.moments.iter().filter(|(what, _)| *what == Happening::FairTail);
        assert_eq!(tails.count(), 1);
    }
}

#[test]
fn an_effect_without_an_end_is_cut() {
    let runs = seen_of(Limits::new(), 1, || effect("spins", spins));
    assert_eq!(runs[0].cause(), EndCause::Cut);
}

#[test]
fn time_does_not_pass_while_a_task_is_starved() {
    let limits = Limits::new().max_points(2_000).tail_rounds(0);
    let body = || {
        let number = Arc::new(AtomicU32::new(0));
        let own = number.clone();
        thread::spawn(move || {
            loop {
                own.fetch_add(1, SeqCst);
            }
        });
        let start = number.load(SeqCst);
        thread::sleep(SECOND);
        assert!(number.load(SeqCst) >= start + 19, "time went on");
        event("slept");
        end_run();
    };
    let runs = seen_of(limits, 200, body);
    // It does go on when it is fair.
    assert!(runs.iter().any(|run| run.cause() == EndCause::Stopped));
    let runs = Runs::default();
    let unfair = scheduled(body).watched(|| Notes::new(limits.rounds_per_timer(0), &runs));
    assert!(unfair.explore(1).broken.is_some());
    let late = scheduled(body).early_timers(false).watched(|| Notes::new(limits, &runs));
    runs.borrow_mut().clear();
    assert!(late.explore(1).broken.is_none());
    assert!(runs.borrow().iter().all(|run| run.cause() == EndCause::Cut));
}

#[test]
fn time_passes_in_the_tail_beside_a_task_that_spins() {
    for early in [true, false] {
        let runs = Runs::default();
        let limits = Limits::new().max_points(10).tail_rounds(100).rounds_per_timer(10);
        let law = scheduled(|| {
            thread::spawn(spins);
            while thread::current().name() != Some("") {
                thread::sleep(SECOND);
                event("ticks");
            }
        });
        let law = law.early_timers(early).schedules(3).watched(|| Notes::new(limits, &runs));
        assert!(law.explore(1).broken.is_none());
        for run in runs.borrow().iter() {
            let count = run.events.len();
            assert!((8..=10).contains(&count), "{count}");
            let time = run.end.unwrap().1.time;
            assert!(time == SECOND * count as u32 || time == SECOND * (count as u32 + 1));
        }
    }
}

fn deadlock() {
    let (_sender, receiver) = mpsc::channel::<()>();
    let _ = receiver.recv();
}

/// The code of the failure of a law, with what its watcher says.
fn code(body: impl Fn(), limits: Limits, judge: fn(&Seen) -> bool) -> Option<String> {
    let runs = Runs::default();
    let law = scheduled(body).watched(|| Notes { judge, ..Notes::new(limits, &runs) });
    law.explore(1).broken.map(|reason| reason.code.to_string())
}

#[test]
fn the_verdict_of_the_watcher_comes_before_a_deadlock() {
    let (limits, lenient) = (Limits::new(), Limits::new().may_wait(true));
    let leak = || drop(thread::spawn(thread::park));
    let circle = || {
        let lock = Mutex::new(());
        let _once = lock.lock();
        let _twice = lock.lock();
    };
    let bodies: [(fn(), &str); 3] =
        [(deadlock, "deadlock"), (leak, "leaked-thread"), (circle, "deadlock")];
    for (body, own) in bodies {
        assert_eq!(code(body, limits, |_| true).as_deref(), Some(own));
        assert_eq!(code(body, limits, |_| false).as_deref(), Some("judged"));
        assert_eq!(code(body, lenient, |_| true), None);
        let runs = seen_of(lenient, 1, body);
        assert_eq!((runs[0].cause(), runs[0].stuck), (EndCause::Quiescent, Some(own)));
    }
    // A circle while another task could go on ends the run, and is no quiescence to judge. Where tasks may wait, the other
    // one goes on.
    let aside = || {
        let lock = Mutex::new(());
        let _once = lock.lock();
        thread::spawn(spins);
        let _twice = lock.lock();
    };
    assert_eq!(code(aside, limits, |_| false).as_deref(), Some("deadlock"));
    assert_eq!(code(aside, lenient, |_| false).as_deref(), Some("judged"));
    assert_eq!(code(aside, lenient, |_| true), None);
}

#[test]
fn the_verdict_of_the_watcher_comes_after_panics_and_the_body() {
    let fails = |_: &Seen| false;
    let unjoined = || drop(thread::spawn(|| assert_eq!(1, 2)));
    let panic = code(unjoined, Limits::new(), fails);
    assert!(panic.is_some_and(|code| code != "judged"));
    let cut = || {
        thread::spawn(|| assert_eq!(1, 2));
        spins();
    };
    let panic = code(cut, Limits::new().max_points(100), fails);
    assert!(panic.is_some_and(|code| code != "judged"));
    let runs = Runs::default();
    let law =
        scheduled(|| false).watched(|| Notes { judge: fails, ..Notes::new(Limits::new(), &runs) });
    assert!(law.explore(1).broken.is_some_and(|reason| reason.code != "judged"));
    assert!(runs.borrow().is_empty());
}

#[test]
fn a_watcher_is_made_for_each_run_that_begins() {
    let (made, runs) = (Cell::new(0), Runs::default());
    let law = scheduled(|| {
        let lock = Mutex::new(());
        // A program that tries locks needs more points: the first run begins again.
        let _ = lock.try_lock();
    });
    let law = law.schedules(1).watched(|| {
        made.set(made.get() + 1);
        Notes::new(Limits::new(), &runs)
    });
    assert!(law.explore(1).broken.is_none());
    assert_eq!((made.get(), runs.borrow().len()), (2, 1));
}

#[test]
fn a_watcher_that_panics_is_a_misuse() {
    struct Panics;
    impl Watch for Panics {
        fn moment(&mut self, _: Moment, _: Happening) -> ControlFlow<()> {
            panic!("no idea");
        }

        fn judge(self, _: RunEnd, _: &mut Case) -> Outcome {
            Outcome::Passed
        }
    }
    let law = scheduled(thread::yield_now).watched(|| Panics);
    let summary = Runner::named("panics").run(&law);
    let told = format!("{summary:?}");
    assert!(told.contains("the watcher of the run panicked") && told.contains("no idea"), "{told}");
}

#[test]
fn a_watcher_may_look_at_what_tasks_share() {
    let runs = seen_of(Limits::new(), 20, || {
        let shared = Arc::new(Mutex::new(0));
        let own = shared.clone();
        let thread = thread::spawn(move || *own.lock().unwrap() += 1);
        let looked = with_watch(|_: &mut Notes| {
            let points = moment().unwrap();
            let first = shared.try_lock().map(|value| *value).ok();
            assert_eq!(with_watch(|_: &mut Notes| ()), None);
            (first, points.round == moment().unwrap().round)
        });
        assert!(looked.unwrap().1);
        thread.join().unwrap();
    });
    assert!(runs.iter().all(|run| run.cause() == EndCause::Quiescent));
}

#[test]
fn sends_and_deliveries_of_processes_are_observed() {
    let kinds = &[EventKind::Send, EventKind::Deliver, EventKind::Effect, EventKind::End];
    let runs = seen_of(Limits::new().observes(kinds), 1, || {
        let parent = self_pid();
        let server = process::named("server").spawn(move || {
            let number = receive_as::<u32>();
            send(parent, number + effect("one", || 1));
        });
        send(server, 3_u32);
        let number = AtomicU32::new(receive_as());
        assert_eq!(number.load(SeqCst), 4);
        effect("nothing", || ());
    });
    assert_eq!(
        runs[0].events,
        [
            "main sends 3 to server",
            "server receives 3 from main",
            "server one: 1",
            "server sends 4 to main",
            "server ends",
            "main receives 4 from server",
            "main nothing",
            "main ends",
        ]
    );
}

#[test]
fn sends_and_deliveries_of_channels_are_observed() {
    let limits =
        Limits::new().observes(&[EventKind::Send, EventKind::Deliver, EventKind::Operation]);
    let runs = seen_of(limits, 1, || {
        let (sender, receiver) = mpsc::channel();
        lawful_pulse::name(&receiver, "none");
        let thread = thread::Builder::new().name("client".into());
        let thread = thread.spawn(move || sender.send(1)).unwrap();
        receiver.recv().unwrap();
        let number = AtomicU32::new(7);
        lawful_pulse::name(&number, "number");
        number.load(SeqCst);
        thread.join().unwrap().unwrap();
    });
    let events = runs[0].events.join("\n");
    assert!(events.contains("client sends to watching.rs"), "{events}");
    assert!(events.contains("main receives from watching.rs"), "{events}");
    assert!(events.contains("main reads number: 7"), "{events}");
}

#[test]
fn only_what_is_asked_for_is_formatted() {
    struct Loud;
    impl std::fmt::Debug for Loud {
        fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            panic!("it is formatted");
        }
    }
    let runs = seen_of(Limits::new().observes(&[EventKind::Effect]), 3, || {
        send(self_pid(), Loud);
        receive_as::<Loud>();
        effect("done", || ());
    });
    assert!(runs.iter().all(|run| run.events == ["main done"]));
}

#[test]
fn a_break_at_an_observed_event_ends_the_run() {
    let runs = seen_of(Limits::new().observes(&[EventKind::Effect]), 5, || {
        let _own = guard();
        effect("STOP", || ());
        spins();
    });
    assert!(runs.iter().all(|run| run.cause() == EndCause::Stopped && run.rounds() <= 3));
}

/// The orders of events that all schedules lead to.
fn orders(limits: Limits, body: impl Fn()) -> BTreeSet<Vec<String>> {
    let runs = Runs::default();
    let law = scheduled(body).watched(|| Notes::new(limits, &runs));
    let explored = law.search(Search::Exhaustive).explore(1);
    assert!(explored.exhausted && explored.broken.is_none(), "{explored:?}");
    runs.borrow().iter().map(|run| run.events.clone()).collect()
}

#[test]
fn an_exhaustive_search_finds_every_order_of_events() {
    let body = || {
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    // Nothing that others share.
                    AtomicBool::new(false).store(true, SeqCst);
                    event("a");
                    AtomicBool::new(false).store(true, SeqCst);
                    event("b");
                });
            }
        });
    };
    assert_eq!(orders(Limits::new(), body).len(), 6);
    let observes = Limits::new().observes(&[EventKind::Effect]);
    let body = || {
        let (one, other) = (AtomicBool::new(false), AtomicBool::new(false));
        thread::scope(|scope| {
            scope.spawn(|| one.store(true, SeqCst));
            scope.spawn(|| other.store(true, SeqCst));
        });
    };
    assert_eq!(orders(observes, body).len(), 1);
    let operations = Limits::new().observes(&[EventKind::Operation]);
    let writes = |events: Vec<String>| -> Vec<String> {
        events.into_iter().filter(|event| event.contains("writes")).collect()
    };
    let orders: BTreeSet<_> = orders(operations, body).into_iter().map(writes).collect();
    assert_eq!(orders.len(), 2, "{orders:?}");
}

#[test]
fn an_exhaustive_search_with_a_tail_ends() {
    let limits = Limits::new().max_points(8).tail_rounds(5);
    let body = || {
        let number = Arc::new(AtomicU32::new(0));
        let own = number.clone();
        thread::spawn(move || {
            loop {
                own.fetch_add(1, SeqCst);
                event("adds");
            }
        });
        while number.load(SeqCst) < u32::MAX {
            event("loads");
        }
    };
    let found = orders(limits, body);
    assert!(found.len() > 10, "{}", found.len());
    // All of them end with turns.
    assert!(found.iter().all(|events| events[events.len() - 2..] == ["0 loads", "1 adds"]));
}
