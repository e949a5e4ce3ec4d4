//! Memory of monitors: it depends on what is open, and not on the number of events.

use lawful::temporal::*;
use lawful::{Runner, for_all};

use crate::agreement::{Event, Random, Timed, plain, trace_of, translated};

/// Steps a monitor through the events of a function from `from` on.
fn step_all<E: 'static>(
    monitor: &mut Monitor<E>,
    numbers: std::ops::Range<u64>,
    event: impl Fn(u64) -> E,
) {
    for number in numbers {
        monitor.step(&event(number), Stamp { round: number, ..Stamp::default() });
    }
}

/// One residual is as large after 300 events as the canonical form allows, and no larger after 600.
#[test]
fn formulas_without_data_need_no_more_memory_with_more_events() {
    let cases = (lawful::any::<Random>(), lawful::generate::vec(lawful::any::<Timed>(), 1..=6));
    let is_flat = for_all(cases, |(random, timed): (Random, Vec<Timed>)| {
        let formula: Formula<Event> = translated(&plain(&random), &[]);
        let trace = trace_of(&timed);
        let event = |number: u64| trace.entries[number as usize % trace.len()].event;
        let mut monitor = Monitor::new(&formula);
        step_all(&mut monitor, 0..300, event);
        let half = monitor.memory();
        step_all(&mut monitor, 300..600, event);
        assert_eq!(monitor.memory(), half, "bytes after 600 events and after 300");
    });
    Runner::named("flat").tests(300).max_size(20).seed(1).check(&is_flat);
}

#[derive(Clone, Copy, Debug)]
enum Message {
    Sent { id: u64 },
    Received { id: u64 },
}

use Message::{Received, Sent};

#[test]
fn memory_is_as_large_as_what_is_open() {
    let formula = always(when!(Sent { id } => eventually(is!(Received { id: =id }))));
    let of = |open: u64| {
        let event = move |number: u64| match number % 2 {
            0 => Sent { id: number / 2 + open },
            _ => Received { id: number / 2 },
        };
        let mut monitor = Monitor::new(&formula);
        step_all(&mut monitor, 0..open, |id| Sent { id });
        step_all(&mut monitor, 0..10_000, event);
        let half = (monitor.open(), monitor.memory());
        step_all(&mut monitor, 10_000..20_000, event);
        assert_eq!((monitor.open(), monitor.memory()), half);
        half
    };
    // The law itself is open too.
    let (few, many) = (of(10), of(1_000));
    assert_eq!((few.0, many.0), (11, 1_001));
    assert!(many.1 < 1_000 * 450, "{} bytes", many.1);
}

/// Closures cannot be compared, so the instance of a value has to be known while it is alive, also after it has changed.
#[test]
fn an_obligation_by_closure_is_kept_once() {
    let formula = always(when!(Sent { id } => {
        let received = move || event_where("received", move |event| matches!(event, Received { id: other } if *other == id));
        eventually(received() & afterwards(eventually(received())))
    }));
    let mut monitor = Monitor::new(&formula);
    let event = |number: u64| match number % 100 {
        round @ 0..50 => Sent { id: round },
        round if number < 100 => Received { id: round % 50 },
        round => Sent { id: round % 50 },
    };
    step_all(&mut monitor, 0..1_000, event);
    let open = monitor.open();
    step_all(&mut monitor, 1_000..5_000, event);
    assert_eq!(monitor.open(), open);
    assert!(open <= 101, "{open} obligations of 50 values");
}
