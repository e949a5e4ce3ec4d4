//! Trace laws over the runs of programs under the scheduler.

use std::cell::Cell;
use std::time::Duration;

use lawful::data::{Block, EventKind, Reason};
use lawful::prelude::*;
use lawful::pulse::process::{receive_as, self_pid, send, spawn};
use lawful::pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};
use lawful::pulse::sync::mpsc::{self, RecvTimeoutError};
use lawful::pulse::sync::{Arc, Mutex};
use lawful::pulse::{Search, scheduled, thread};
use lawful::run::{Config, Summary};
use lawful::temporal::*;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Mail {
    Sent { id: u32 },
    Received { id: u32 },
}
use Mail::*;

/// Letters of a process to the body, of which one may be lost.
fn mail(letters: u32, lost: Option<u32>) {
    let me = self_pid();
    spawn(move || {
        for id in 1..=letters {
            event!(Sent { id });
            send(me, id);
        }
    });
    for _ in 0..letters {
        let id: u32 = receive_as();
        if lost != Some(id) {
            event!(Received { id });
        }
    }
}

fn delivered() -> Formula<Mail> {
    always(when!(Sent { id } => eventually(is!(Received { id: =id }))))
        .named("every letter arrives")
}

fn reason(summary: &Summary) -> &Reason {
    &summary.failure().expect("the law is broken").reason
}

fn runner(name: &str) -> Runner {
    Runner::named(name).seed(1).first_failure()
}

#[test]
fn what_is_owed_when_the_program_ends_is_broken_and_explained() {
    let law = || scheduled(|| mail(3, Some(2))).over_time(delivered());
    let summary = runner("mail").tests(20).run(&law());
    let reason = reason(&summary);
    assert_eq!((reason.component, reason.code), ("temporal", "owed-at-end"));
    assert_eq!(
        reason.lines(),
        [
            "every letter arrives:",
            "  event 2: Sent { id: 2 }",
            "    never Received { id: 2 }   [events 2 to 5, where the trace ended]",
            "    near: event 4: Received { id: 1 }",
            "    near: event 5: Received { id: 3 }",
        ]
    );
    let [Block::Marks(marks)] = &reason.document.blocks[..] else {
        panic!("{:?}", reason.document)
    };
    let events: Vec<(u32, Option<&str>, Option<&str>, bool)> = marks
        .iter()
        .map(|mark| (mark.depth, mark.from.as_deref(), mark.to.as_deref(), mark.is_beside))
        .collect();
    let expected = [
        (0, Some("event 2"), None, false),
        (1, Some("event 2"), Some("event 5"), false),
        (1, Some("event 4"), None, true),
        (1, Some("event 5"), None, true),
    ];
    assert_eq!(events, expected);
    let trace = summary.failure().unwrap().trace().unwrap();
    let labelled: Vec<(&str, &str)> = trace
        .events
        .iter()
        .filter(|event| !event.label.is_empty())
        .map(|event| (&*event.label, &*event.text))
        .collect();
    let expected = [
        ("event 2", "Sent { id: 2 }"),
        ("event 4", "Received { id: 1 }"),
        ("event 5", "Received { id: 3 }"),
    ];
    assert_eq!(labelled, expected);
}

#[test]
fn a_right_program_passes() {
    let law = scheduled(|| mail(3, None)).over_time(delivered());
    let summary = runner("mail").tests(50).run(&law);
    assert!(summary.is_success() && summary.warnings.is_empty(), "{:?}", summary.warnings);
}

#[test]
fn the_input_shrinks_with_the_schedule() {
    // Broken from seven letters on.
    let law = for_all(0..100_u32, |letters| {
        scheduled(move || mail(letters, (letters >= 7).then_some(3))).over_time(delivered())
    });
    let summary = runner("letters").tests(100).run(&law);
    let failure = summary.failure().unwrap();
    assert_eq!(failure.arguments[0].debug, "7");
    assert_eq!(failure.reason.code, "owed-at-end");
}

thread_local! {
    static ALIVE: Cell<i32> = const { Cell::new(0) };
    static AFTER: Cell<u32> = const { Cell::new(0) };
}

struct Guard;

impl Guard {
    fn new() -> Self {
        ALIVE.set(ALIVE.get() + 1);
        Guard
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        ALIVE.set(ALIVE.get() - 1);
    }
}

/// Tasks that have no end, of which one sends a letter that must not be.
fn endless(forbidden: u32) {
    for task in 0..3_u32 {
        thread::spawn(move || {
            let _guard = Guard::new();
            for id in 0.. {
                if task == 1 {
                    event!(Sent { id });
                    if id == forbidden {
                        AFTER.set(AFTER.get() + 1);
                    }
                }
                thread::yield_now();
            }
        });
    }
}

#[test]
fn a_final_verdict_ends_the_run_at_once_and_stops_what_it_spawned() {
    let law = scheduled(|| endless(5)).over_time(never(is!(Sent { id: =5 })));
    let summary = runner("forbidden").tests(20).run(&law);
    assert_eq!(reason(&summary).code, "formula-false");
    assert_eq!(reason(&summary).lines()[1], "  event 6: Sent { id: 5 }");
    assert_eq!((ALIVE.get(), AFTER.get()), (0, 0));
}

#[test]
fn an_endless_program_is_cut_and_nothing_of_it_is_left() {
    let law = TraceLaw::new(never(is!(Received { .. }))).max_events(100);
    let summary = runner("endless").tests(20).run(&scheduled(|| endless(5)).over_time(law));
    assert!(summary.is_success());
    assert_eq!(ALIVE.get(), 0);
}

#[test]
fn a_task_that_only_emits_events_is_cut_too() {
    fn chatters() {
        loop {
            event!(Sent { id: 1 });
        }
    }
    let law = TraceLaw::new(eventually(is!(Received { .. }))).max_events(100);
    let law = scheduled(chatters).schedules(2).over_time(law);
    // No task had its turns, so nothing is owed for too long.
    assert!(runner("chatters").tests(2).run(&law).is_success());
}

#[test]
fn what_has_to_stay_as_it_is_is_no_debt() {
    // Longer than the fair tail: that the run is too short for it is not the program's fault.
    let stays_silent = TraceLaw::new(eventually(some!(Sent { .. } => {
        stays(rounds(100_000), !is!(Received { .. }))
    })));
    let law = scheduled(|| endless(5)).over_time(stays_silent.max_events(50).max_points(500));
    let summary = runner("stays").tests(5).run(&law);
    assert!(summary.is_success(), "{:?}", summary.failure().map(|failure| failure.reason.lines()));
}

/// Two tasks that share nothing, one of which has a while between its two events.
fn independent() {
    let other = thread::spawn(|| {
        let steps = AtomicU32::new(0);
        for _ in 0..6 {
            steps.fetch_add(1, SeqCst);
        }
    });
    let steps = AtomicU32::new(0);
    event!(Sent { id: 1 });
    for _ in 0..4 {
        steps.fetch_add(1, SeqCst);
    }
    event!(Received { id: 1 });
    other.join().unwrap();
}

#[test]
fn an_exhaustive_search_tries_all_numbers_of_rounds() {
    let received = |id: u32| is!(Received { id: =id });
    for law in [
        always(is!(Sent { .. }).implies(within(rounds(2), is!(Received { .. })))),
        always(when!(Sent { id } => within(rounds(2), received(id)))),
    ] {
        let law = scheduled(independent).search(Search::Exhaustive).over_time(law);
        assert_eq!(law.explore(1).broken.map(|reason| reason.code), Some("formula-false"));
    }
}

#[test]
fn values_that_appear_late_look_back_at_events_and_not_at_rounds() {
    fn late() {
        event!(Sent { id: 1 });
        event!(Sent { id: 1 });
        (0..50).for_each(|_| thread::yield_now());
        event!(Received { id: 5 });
    }
    let soon = each!(Received { id } => afterwards(within(rounds(3), is!(Received { id: =id }))));
    let calm = each!(Received { id } => afterwards(stays(rounds(3), !is!(Received { id: =id }))));
    assert!(!runner("soon").tests(3).run(&scheduled(late).over_time(soon)).is_success());
    assert!(runner("calm").tests(3).run(&scheduled(late).over_time(calm)).is_success());
}

#[test]
fn tasks_that_may_wait_may_wait_for_each_other() {
    fn circle() {
        let locks = Arc::new((Mutex::new(()), Mutex::new(())));
        let (one, other) = (locks.clone(), locks);
        thread::spawn(move || {
            let _first = one.0.lock().unwrap();
            let _second = one.1.lock().unwrap();
        });
        thread::spawn(move || {
            let _second = other.1.lock().unwrap();
            let _first = other.0.lock().unwrap();
        });
        for id in 0..20 {
            event!(Sent { id });
            thread::yield_now();
        }
    }
    let law = || TraceLaw::new(exactly(20, is!(Sent { .. })));
    let summary = runner("waits").tests(100).run(&scheduled(circle).over_time(law().may_wait()));
    assert!(summary.is_success(), "{:?}", summary.failure().map(|failure| failure.reason.lines()));
    let summary = runner("deadlock").tests(100).run(&scheduled(circle).over_time(law()));
    assert_eq!(reason(&summary).code, "deadlock");
}

#[test]
fn a_formula_may_have_more_atoms_than_a_word_has_bits() {
    let any = any_of((0..70_u32).map(|id| is!(Sent { id: =id })));
    for formula in [always(&any), always(when!(Sent { .. } => any.clone()))] {
        let law = scheduled(|| event!(Sent { id: 69 })).over_time(formula);
        assert!(runner("atoms").tests(2).run(&law).is_success());
    }
}

#[test]
fn a_panic_before_the_run_is_stopped_is_not_lost() {
    fn panics(ends: fn()) {
        thread::spawn(|| panic!("lost"));
        (0..5).for_each(|_| thread::yield_now());
        ends();
    }
    let endings: [fn(); 2] = [
        || loop {
            event!(Sent { id: 1 });
        },
        lawful::pulse::end_run,
    ];
    for ends in endings {
        let law = scheduled(move || panics(ends)).over_time(always(is!(Sent { .. })));
        let summary = runner("panics").tests(2).run(&law);
        assert_eq!(reason(&summary).panic().map(|(message, _)| message), Some("lost"));
    }
}

#[test]
fn a_formula_that_panics_is_a_misuse_whatever_the_program_does() {
    fn ignores() {
        let _ = thread::spawn(|| event!(Sent { id: 1 })).join();
    }
    let panics = event_where("panics", |event: &Mail| match event {
        Sent { .. } => panic!("not this one"),
        Received { .. } => true,
    });
    let law = scheduled(ignores).over_time(always(panics));
    let run = || runner("formula").tests(5).run(&law);
    let misuse = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
    let told = match misuse {
        Ok(summary) => format!("{:?}", summary.stopped),
        Err(payload) => payload.downcast_ref::<String>().cloned().unwrap_or_default(),
    };
    assert!(
        told.contains("the watcher of the run panicked") && told.contains("not this one"),
        "{told}"
    );
}

#[test]
fn a_deadline_that_is_not_over_is_no_debt() {
    /// Answers after two and a half minutes, in steps of a second.
    fn slow() {
        loop {
            event!(Sent { id: 1 });
            (0..150).for_each(|_| thread::sleep(Duration::from_secs(1)));
            event!(Received { id: 1 });
        }
    }
    fn hangs() {
        event!(Sent { id: 1 });
        loop {
            thread::yield_now();
        }
    }
    let hour = Duration::from_secs(3600);
    let law = || {
        TraceLaw::new(is!(Sent { .. }).implies(within(hour, is!(Received { .. })))).max_points(100)
    };
    assert!(runner("slow").tests(3).run(&scheduled(slow).over_time(law())).is_success());
    // Where time stands still, the hour is never over.
    assert!(!runner("hangs").tests(3).run(&scheduled(hangs).over_time(law())).is_success());
}

#[test]
fn events_that_own_something_own_it_in_every_run() {
    #[derive(Debug)]
    struct Holds(#[expect(dead_code, reason = "it is dropped")] Option<mpsc::Sender<u8>>);
    fn program() {
        let (sender, receiver) = mpsc::channel();
        event!(Holds(Some(sender)));
        // Nothing is sent, and the sender is alive as long as its event is.
        if receiver.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout) {
            event!(Holds(None));
        }
    }
    let law = scheduled(program).over_time(at_most(1, is!(Holds(_))));
    let summary = runner("holds").tests(3).run(&law);
    assert_eq!(reason(&summary).code, "formula-false");
    assert!(summary.unstable.is_empty());
}

#[test]
fn each_conjunct_is_a_failure_of_its_own() {
    let law = scheduled(|| mail(3, Some(2)))
        .over_time(delivered() & at_most(2, is!(Sent { .. })).named("two letters at most"));
    let summary = Runner::named("conjuncts").seed(1).tests(20).run(&law);
    let titles: Vec<&str> =
        summary.failures().iter().map(|failure| &*failure.reason.title).collect();
    // The run ends where the second one is false, so that the first is never judged.
    assert_eq!(titles, ["two letters at most"]);
}

#[test]
fn a_failure_is_replayed() {
    let law = || {
        for_all(0..20_u32, |letters| {
            scheduled(move || mail(letters, Some(4))).over_time(delivered())
        })
    };
    let summary = runner("replayed").tests(50).run(&law());
    let failure = summary.failure().unwrap();
    let mut config = Config::default();
    config.replay = Some(failure.token.clone());
    let again = Runner::named("replayed").with(config).run(&law());
    assert_eq!(again.failure().unwrap().reason, failure.reason);
    assert_eq!(again.failure().unwrap().arguments, failure.arguments);
}

#[law(tests = 40, jobs = 2, isolated = true)]
fn right_programs_pass_on_two_jobs_in_processes_of_their_own(letters: u8) -> impl Law {
    scheduled(move || mail(u32::from(letters % 8), None)).schedules(4).over_time(delivered())
}

#[test]
fn a_law_without_events_says_so() {
    let law = scheduled(|| thread::yield_now()).over_time(delivered());
    let summary = runner("silent").tests(5).run(&law);
    let told = format!("{:?}", summary.warnings);
    assert!(told.contains("no run had an event of type"), "{told}");
}

#[test]
fn all_schedules_of_a_small_program_are_judged() {
    // The order of two events is a race: one of the two orders breaks the law.
    let program = || {
        let other = thread::spawn(|| event!(Sent { id: 1 }));
        event!(Sent { id: 2 });
        other.join().unwrap();
    };
    let ordered =
        |first: u32, second: u32| order(is!(Sent { id: =first }), is!(Sent { id: =second }));
    for (first, second) in [(1, 2), (2, 1)] {
        let law = scheduled(program).search(Search::Exhaustive).over_time(ordered(first, second));
        let explored = law.explore(1);
        assert_eq!(explored.broken.map(|reason| reason.code), Some("formula-false"));
    }
    let law = scheduled(program).search(Search::Exhaustive).ignore_arc_counts();
    let explored = law.over_time(exactly(2, is!(Sent { .. }))).explore(1);
    assert!(explored.broken.is_none() && explored.complete);
}

#[test]
fn messages_of_the_scheduler_are_events() {
    #[derive(Debug)]
    enum Seen {
        Send,
        Deliver,
    }
    use Seen::*;
    let law = |formula| {
        TraceLaw::new(formula).observing(&[EventKind::Send, EventKind::Deliver], |event| {
            Some(if event.kind() == EventKind::Send { Send } else { Deliver })
        })
    };
    let exact = || exactly(3, is!(Send)) & exactly(3, is!(Deliver));
    let summary =
        runner("three").tests(20).run(&scheduled(|| mail(3, None)).over_time(law(exact())));
    assert!(summary.is_success());
    let summary =
        runner("four").tests(20).run(&scheduled(|| mail(4, None)).over_time(law(exact())));
    assert_eq!(reason(&summary).code, "formula-false");
}

/// A reply after a second, beside a task that computes.
fn timed(early: Duration) {
    thread::spawn(move || {
        event!(Sent { id: 1 });
        thread::sleep(early);
        event!(Received { id: 1 });
    });
    let busy = Arc::new(AtomicU32::new(0));
    while busy.fetch_add(1, SeqCst) < 40 {}
}

#[test]
fn deadlines_are_judged_by_virtual_time() {
    let in_time =
        || always(when!(Sent { id } => within(Duration::from_secs(1), is!(Received { id: =id }))));
    for (early, holds) in [(1_000, true), (1_001, false)] {
        let program = scheduled(move || timed(Duration::from_millis(early)));
        let summary = runner("timed").tests(20).run(&program.over_time(in_time()));
        assert_eq!(summary.is_success(), holds, "{:?}", summary.failure());
    }
}

#[test]
fn a_deadline_that_passes_without_an_event_is_missed() {
    let law =
        always(when!(Sent { id } => within(Duration::from_secs(1), is!(Received { id: =id }))));
    fn silence() {
        event!(Sent { id: 1 });
        loop {
            thread::sleep(Duration::from_millis(300));
        }
    }
    let summary = runner("silence").tests(3).run(&scheduled(silence).over_time(law));
    assert_eq!(reason(&summary).code, "formula-false");
    assert_eq!(
        reason(&summary).lines()[1..],
        [
            "  event 1: Sent { id: 1 }",
            "    not within 1s: Received { id: 1 }   [event 1, where the trace was cut]",
        ]
    );
}

/// Two tasks: a worker with three steps, and a timer that must not be over before them.
fn timer_and_worker() {
    let worker = thread::spawn(|| {
        let steps = AtomicU32::new(0);
        while steps.fetch_add(1, SeqCst) < 3 {}
        event!(Received { id: 1 });
    });
    thread::sleep(Duration::from_secs(1));
    event!(Sent { id: 1 });
    worker.join().unwrap();
}

#[test]
fn time_does_not_pass_while_tasks_are_starved_unless_the_law_asks() {
    let law = || TraceLaw::new(order(is!(Received { .. }), is!(Sent { .. })));
    let summary = runner("fair").tests(200).run(&scheduled(timer_and_worker).over_time(law()));
    assert!(summary.is_success());
    let unfair = scheduled(timer_and_worker).over_time(law().unfair_time());
    assert!(!runner("unfair").tests(200).run(&unfair).is_success());
}

/// Fault of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// Some requests are dropped.
    Drops,
    /// The server waits for something that never comes.
    Hangs,
    /// Requests are served youngest first, so that old ones starve.
    YoungestFirst,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Call {
    Request { client: usize, number: u32 },
    Answer { client: usize, number: u32 },
}
use Call::*;

/// A server with four clients and a task that spins. None of them ends.
fn served(fault: Fault) {
    const CLIENTS: usize = 4;
    let queue = Arc::new(Mutex::new(std::collections::VecDeque::new()));
    let answered: Arc<Vec<AtomicU32>> = Arc::new((0..CLIENTS).map(|_| AtomicU32::new(0)).collect());
    for client in 0..CLIENTS {
        let (queue, answered) = (queue.clone(), answered.clone());
        thread::spawn(move || {
            for number in 1.. {
                event!(Request { client, number });
                queue.lock().unwrap().push_back((client, number));
                while answered[client].load(SeqCst) < number {
                    thread::yield_now();
                }
            }
        });
    }
    thread::spawn(|| {
        let turns = AtomicU32::new(0);
        loop {
            turns.fetch_add(1, SeqCst);
        }
    });
    let mut served = 0;
    loop {
        let next = match fault {
            Fault::YoungestFirst => queue.lock().unwrap().pop_back(),
            _ => queue.lock().unwrap().pop_front(),
        };
        let Some((client, number)) = next else {
            thread::yield_now();
            continue;
        };
        served += 1;
        match fault {
            Fault::Drops if served == 4 => continue,
            Fault::Hangs if served == 4 => loop {
                thread::park();
            },
            _ => {}
        }
        event!(Answer { client, number });
        answered[client].store(number, SeqCst);
    }
}

fn answered() -> Formula<Call> {
    always(when!(Request { client, number } => {
        eventually(is!(Answer { client: =client, number: =number }))
    }))
}

fn served_over_time(
    fault: Fault,
    search: Search,
    schedules: u64,
) -> impl Fn(u64) -> Option<Box<Reason>> {
    let law = TraceLaw::new(answered()).max_points(200).may_wait();
    let law = scheduled(move || served(fault)).search(search).schedules(schedules).over_time(law);
    move |seed| law.explore(seed).broken
}

/// Searches by which endless programs are tried. With one schedule the portfolio is that without a context switch.
const SEARCHES: [(Search, &str); 3] = [
    (Search::Random, "uniform"),
    (Search::Pct { depth: 3 }, "PCT"),
    (Search::Portfolio, "no switch"),
];

fn runs() -> u64 {
    let runs = std::env::var("LAWFUL_TEMPORAL_RUNS").ok().and_then(|runs| runs.parse().ok());
    runs.unwrap_or(40)
}

#[test]
fn no_false_alarm_of_liveness_on_an_endless_right_program() {
    for (search, name) in SEARCHES {
        let law = served_over_time(Fault::None, search, 1);
        let alarms = (0..runs()).filter(|seed| law(*seed).is_some()).count();
        println!("right program, {name}: {alarms} alarms in {} runs", runs());
        assert_eq!(alarms, 0, "{name}");
    }
}

#[test]
fn wrong_variants_of_an_endless_program_are_found_in_every_run() {
    for fault in [Fault::Drops, Fault::Hangs, Fault::YoungestFirst] {
        for (search, name) in SEARCHES {
            let law = served_over_time(fault, search, 1);
            let found = (0..runs()).filter(|seed| law(*seed).is_some()).count() as u64;
            println!("{fault:?}, {name}: found in {found} of {} runs", runs());
            assert_eq!(found, runs(), "{fault:?}, {name}");
        }
    }
}

#[test]
fn what_is_owed_too_long_is_explained() {
    let law = TraceLaw::new(answered()).max_points(200).may_wait();
    let law = scheduled(|| served(Fault::Hangs)).over_time(law);
    let summary = runner("hangs").tests(3).run(&law);
    let reason = reason(&summary);
    assert_eq!(reason.code, "owed-too-long");
    let lines = reason.lines();
    assert!(
        lines[1].starts_with("  owed since event ") && lines[1].contains("turns of every task"),
        "{lines:?}"
    );
    assert!(lines.len() <= 15, "{lines:?}");
}
