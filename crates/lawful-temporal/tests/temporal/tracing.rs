//! Events from `tracing`: what code that knows nothing of laws says, under the scheduler and on threads.

use lawful::prelude::*;
use lawful::pulse::{scheduled, thread};
use lawful::temporal::tracing_events::Kind;
use lawful::temporal::{
    Formula, OverTime, TraceLaw, Tracing, afterwards, always, eventually, inherit, is, never, when,
};
use tracing::{info, info_span};

/// What a request does, by the number in its span.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Request {
    Opened { id: u64 },
    Step { id: u64, task: u64 },
    Closed { id: u64 },
}
use Request::*;

fn requests() -> Tracing<Request> {
    Tracing::new(|record| {
        let id = record.in_span("request")?.get("id")?;
        match record.kind() {
            Kind::Opened => Some(Opened { id }),
            Kind::Event => Some(Step { id, task: record.get("task")? }),
            Kind::Closed => Some(Closed { id }),
            _ => None,
        }
    })
}

/// A request whose span is entered while other tasks run.
fn serve(id: u64) {
    let span = info_span!("request", id);
    let _entered = span.enter();
    for _ in 0..2 {
        thread::yield_now();
        info!(task = id, "step");
    }
}

fn server() {
    let threads: Vec<_> = (1..=3).map(|id| thread::spawn(move || serve(id))).collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

/// The span that an event is in is that of its own task.
fn spans_belong_to_tasks() -> Formula<Request> {
    never(is!(Step { id, task } if id != task))
}

fn spans_close() -> Formula<Request> {
    always(when!(Opened { id } => eventually(is!(Closed { id: =id }))))
        & always(when!(Closed { id } => afterwards(never(is!(Step { id: =id, .. })))))
}

#[test]
fn each_task_has_a_current_span_of_its_own() {
    let law = TraceLaw::new(spans_belong_to_tasks() & spans_close()).events_from(requests());
    let summary = Runner::named("spans").seed(1).tests(200).run(&scheduled(server).over_time(law));
    assert!(summary.is_success(), "{:?}", summary.failure().map(|failure| failure.reason.lines()));
    assert!(summary.warnings.is_empty());
}

#[test]
fn a_law_over_spans_is_broken_by_the_schedule_that_breaks_it() {
    // That the first request is over before the second one begins is not so.
    let law = TraceLaw::new(always(when!(Opened { id } => {
        afterwards((!is!(Opened { .. })).unless(is!(Closed { id: =id })))
    })));
    let law = scheduled(server).over_time(law.events_from(requests()));
    let summary = Runner::named("one at a time").seed(1).first_failure().run(&law);
    let lines = summary.failure().unwrap().reason.lines();
    assert_eq!(
        lines[1..],
        [
            "  event 1: Opened { id: 1 }",
            "    event 2: Opened { id: 2 }",
            "    before any Closed { id: 1 }",
        ]
    );
}

#[test]
fn threads_hand_the_subscriber_on() {
    let ((), trace) = requests().record(|| {
        let seen = inherit(|| serve(1));
        std::thread::spawn(seen).join().unwrap();
        // This one has no subscriber.
        std::thread::spawn(|| serve(2)).join().unwrap();
    });
    assert!(spans_close().satisfied_by(&trace));
    let opened = trace.events().filter(|event| matches!(event, Opened { .. })).count();
    assert_eq!(opened, 1);
}

#[test]
fn tests_beside_each_other_see_their_own_records() {
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..20 {
                    let ((), trace) = requests().record(|| serve(1));
                    assert_eq!(trace.len(), 4);
                }
            });
        }
    });
}
