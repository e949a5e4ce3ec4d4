//! Which events of a trace are shown where it is long: its start, its end, and what is around the
//! switches, since an order that breaks a law is made there.

use std::ops::Range;

use lawful_data::Listed;
use lawful_data::{Trace, TracedEvent};

/// How many rows are shown.
const ROWS: usize = 60;
/// How many events are shown of the start and of the end, at least.
const START: usize = 3;
const END: usize = 8;
/// How many events around a switch are shown, at most.
const AROUND: usize = 20;
/// How many switches are shown where even a row for each is too much. A switch takes its row and
/// that of what is left out before it.
const SWITCHES: usize = (ROWS - START - END - 1) / 2;

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Row {
    /// An event.
    Event(usize),
    /// Events that are left out.
    Left(Range<usize>),
}

/// The rows of a trace.
pub(super) fn rows(trace: &Trace) -> Vec<Row> {
    let events = trace.events.len();
    if events <= ROWS {
        return (0..events).map(Row::Event).listed();
    }
    let is_marked = |event: &TracedEvent| event.switched || !event.label.is_empty();
    let switches = (0..events).filter(|event| is_marked(&trace.events[*event]));
    let switches: Vec<usize> = switches.listed();
    let mut around = AROUND;
    loop {
        let rows = around_switches(events, &switches, around);
        match around.checked_sub(1) {
            _ if rows.len() <= ROWS => return rows,
            Some(narrower) => around = narrower,
            None => break,
        }
    }
    // The last switches are the nearest to the failure.
    around_switches(events, &switches[switches.len().saturating_sub(SWITCHES)..], 0)
}

fn around_switches(events: usize, switches: &[usize], around: usize) -> Vec<Row> {
    let mut shown = vec![false; events];
    shown[..(START + around).min(events)].fill(true);
    shown[events.saturating_sub(END + around)..].fill(true);
    for switch in switches {
        shown[switch.saturating_sub(around)..(switch + around + 1).min(events)].fill(true);
    }
    let mut rows = Vec::new();
    let mut next = 0;
    while next < events {
        let end = (next..events).find(|event| shown[*event]).unwrap_or(events);
        match end - next {
            // The row that would say that one event is left out has room for the event.
            0 | 1 => rows.push(Row::Event(next)),
            _ => rows.push(Row::Left(next..end)),
        }
        next = end.max(next + 1);
    }
    rows
}
