//! Random specifications with whatever can be said of them, or less, beside brute force.
//!
//! A specification is a table, so that what holds of a call can be read off it. Each hint is given or
//! withheld by lot: calls that are alike may come with different effects.

use std::cell::Cell;

use lawful_core::choice::Source;
use lawful_core::law::for_all;
use lawful_core::run::Runner;
use lawful_history::{Consistency, Effect, History, RecordedCall, Specification, Verdict, verify};

const STATES: usize = 4;

/// Where a call leads from each state that allows it.
type Row = [Option<usize>; STATES];

#[derive(Clone, Debug)]
struct Table {
    rows: Vec<Row>,
    effects: Vec<Effect>,
    /// Calls with equal rows and equal numbers are said to be alike.
    groups: Vec<usize>,
    /// How many states a fingerprint tells apart.
    fingerprints: usize,
}

impl Specification for Table {
    /// The row.
    type Call = usize;
    type State = usize;

    fn start(&self) -> usize {
        0
    }

    fn apply(&self, state: &usize, call: &usize) -> Option<usize> {
        self.rows[*call][*state]
    }

    fn fingerprint(&self, state: &usize) -> u64 {
        (state % self.fingerprints) as u64
    }

    fn effect(&self, call: &usize) -> Effect {
        self.effects[*call]
    }

    fn alike(&self, one: &usize, other: &usize) -> bool {
        self.groups[*one] != 0
            && self.groups[*one] == self.groups[*other]
            && self.rows[*one] == self.rows[*other]
    }
}

fn row(source: &mut Source) -> Row {
    let state = |source: &mut Source| source.branch(STATES);
    match source.branch(6) {
        0 | 1 => {
            let read = state(source);
            std::array::from_fn(|from| (from == read).then_some(from))
        }
        2 | 3 => [Some(state(source)); STATES],
        4 => {
            let (expected, new) = (state(source), state(source));
            std::array::from_fn(|from| (from == expected).then_some(new))
        }
        _ => std::array::from_fn(|_| (source.branch(3) > 0).then(|| state(source))),
    }
}

/// The most that can be said of a row.
fn effect(row: &Row) -> Effect {
    if row.iter().enumerate().all(|(from, to)| to.is_none_or(|to| to == from)) {
        Effect::Observes
    } else if row[0].is_some() && row.iter().all(|to| *to == row[0]) {
        Effect::Overwrites
    } else {
        Effect::Changes
    }
}

fn table(source: &mut Source) -> Table {
    let count = source.branch(6) + 2;
    let mut rows: Vec<Row> = (0..count).map(|_| row(source)).collect();
    // Some rows are there twice, perhaps with other hints.
    rows.push(rows[source.branch(count)]);
    let withheld = source.branch(3);
    let hint = |row: &Row| if source.branch(4) < withheld { Effect::Changes } else { effect(row) };
    let effects = rows.iter().map(hint).collect();
    let most_groups = source.branch(3) + 1;
    let groups = rows.iter().map(|_| source.branch(most_groups)).collect();
    Table { rows, effects, groups, fingerprints: source.branch(STATES) + 1 }
}

/// A history of an object that follows the table but for some mistakes.
fn history(source: &mut Source, table: &Table, most_calls: usize) -> History<usize> {
    let processes = source.branch(6) + 2;
    let (mistakes, deaths) = (source.branch(10) + 2, source.branch(10) + 3);
    let mut numbers: Vec<u64> = (0..processes as u64).collect();
    // The call that a process has open, and whether it has taken effect.
    let mut open: Vec<Option<(usize, bool)>> = vec![None; processes];
    let mut calls: Vec<RecordedCall<usize>> = Vec::new();
    let mut state = 0;
    for now in 0..(3 * most_calls) as u64 {
        let process = source.branch(processes);
        match open[process].take() {
            None if calls.len() < most_calls => {
                open[process] = Some((calls.len(), false));
                let call = source.branch(table.rows.len());
                let process = numbers[process];
                calls.push(RecordedCall { process, invoked: now, returned: None, call });
            }
            None => {}
            Some(_) if source.branch(deaths) == 1 => numbers[process] += processes as u64,
            Some((index, false)) => {
                let allowed =
                    (0..table.rows.len()).filter(|call| table.apply(&state, call).is_some());
                let allowed: Vec<usize> = allowed.collect();
                if !allowed.is_empty() && source.branch(mistakes) != 1 {
                    calls[index].call = allowed[source.branch(allowed.len())];
                }
                state = table.apply(&state, &calls[index].call).unwrap_or(state);
                open[process] = Some((index, true));
            }
            Some((index, true)) => calls[index].returned = Some(now),
        }
    }
    let coarse = source.branch(3) as u64 + 1;
    let stamped = calls.iter().map(|call| RecordedCall {
        invoked: call.invoked / coarse,
        returned: call.returned.map(|returned| returned / coarse),
        ..call.clone()
    });
    // With coarse stamps, calls of one process may seem to overlap.
    History::from_stamps(stamped)
        .or_else(|_| History::from_stamps(calls.iter().cloned()))
        .expect("processes make one call after the other")
}

/// How many returned calls the best order has: all sets of calls with all states they can leave.
fn most_returned(table: &Table, history: &History<usize>, order: Consistency) -> usize {
    let count = history.len();
    let mut before = vec![0_usize; count];
    for (call, mask) in before.iter_mut().enumerate() {
        let earlier = (0..count).filter(|earlier| comes_before(history, order, *earlier, call));
        *mask = earlier.map(|earlier| 1 << earlier).sum();
    }
    let returned: usize =
        (0..count).filter(|call| has_returned(history, *call)).map(|call| 1 << call).sum();
    let mut states = vec![[false; STATES]; 1 << count];
    states[0][0] = true;
    let mut most = 0;
    for set in 0..states.len() {
        for state in (0..STATES).filter(|state| states[set][*state]).collect::<Vec<_>>() {
            most = most.max((set & returned).count_ones() as usize);
            for call in 0..count {
                if set >> call & 1 == 0
                    && before[call] & !set == 0
                    && let Some(next) = table.apply(&state, &history.call(call).call)
                {
                    states[set | 1 << call][next] = true;
                }
            }
        }
    }
    most
}

fn comes_before(history: &History<usize>, order: Consistency, one: usize, other: usize) -> bool {
    let (first, second) = (history.call(one), history.call(other));
    match order {
        Consistency::Linearizable => history.precedes(one, other),
        Consistency::Sequential => {
            first.process == second.process && first.invoked < second.invoked
        }
    }
}

fn has_returned(history: &History<usize>, call: usize) -> bool {
    history.call(call).returned.is_some()
}

/// The state after an order that is in keeping with time or processes, and allowed.
fn end(
    table: &Table,
    history: &History<usize>,
    order: Consistency,
    calls: &[usize],
) -> Option<usize> {
    let mut state = table.start();
    for (position, call) in calls.iter().enumerate() {
        let mut earlier =
            (0..history.len()).filter(|one| comes_before(history, order, *one, *call));
        if !earlier.all(|earlier| calls[..position].contains(&earlier)) {
            return None;
        }
        if calls[..position].contains(call) {
            return None;
        }
        state = table.apply(&state, &history.call(*call).call)?;
    }
    Some(state)
}

fn judge(
    table: &Table,
    history: &History<usize>,
    order: Consistency,
    most: usize,
    verdict: &Verdict,
) {
    let count = |calls: &[usize]| calls.iter().filter(|call| has_returned(history, **call)).count();
    let all: Vec<usize> = (0..history.len()).collect();
    match verdict {
        Verdict::Consistent { order: calls } => {
            assert_eq!((count(calls), most), (count(&all), count(&all)), "{verdict:?}");
            assert!(end(table, history, order, calls).is_some(), "{verdict:?}");
            for position in (0..calls.len()).filter(|at| !has_returned(history, calls[*at])) {
                let mut rest = calls.clone();
                rest.remove(position);
                assert!(end(table, history, order, &rest).is_none(), "idle: {verdict:?}");
            }
        }
        Verdict::Inconsistent { longest, stuck } => {
            assert!(most < count(&all), "{verdict:?}");
            assert_eq!(count(longest), most, "{verdict:?}");
            let state = end(table, history, order, longest).expect("an order that is allowed");
            let can_be_next = |call: &usize| {
                !longest.contains(call)
                    && has_returned(history, *call)
                    && (0..history.len())
                        .filter(|one| comes_before(history, order, *one, *call))
                        .all(|one| longest.contains(&one))
            };
            let next: Vec<usize> = all.iter().copied().filter(can_be_next).collect();
            let mut sorted = stuck.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, next, "{verdict:?}");
            assert!(
                stuck.iter().all(|call| table.apply(&state, &history.call(*call).call).is_none())
            );
        }
        Verdict::GaveUp { .. } => panic!("there was no limit"),
    }
}

/// The same history among so many more calls that are always allowed and leave every state as it is: half
/// are open throughout, half never return. Their row is added to the table.
fn crowded(
    source: &mut Source,
    table: &Table,
    history: &History<usize>,
) -> (Table, History<usize>) {
    let mut table = table.clone();
    let idle = table.rows.len();
    table.rows.push(std::array::from_fn(Some));
    table.effects.push(Effect::Observes);
    table.groups.push(source.branch(2));
    let later = |stamp| stamp + 1;
    let last = history.calls().iter().filter_map(|call| call.returned.or(Some(call.invoked))).max();
    let end = last.map_or(1, later) + 1;
    let calls = history.calls().iter().map(|call| RecordedCall {
        invoked: later(call.invoked),
        returned: call.returned.map(later),
        ..call.clone()
    });
    let calls: Vec<_> = calls.collect();
    let more = (0..140).map(|number| RecordedCall {
        process: 1_000 + number,
        invoked: 0,
        returned: (number % 2 == 0).then_some(end),
        call: idle,
    });
    let crowded = History::from_stamps(calls.into_iter().chain(more));
    (table, crowded.expect("the other processes are new"))
}

fn check_wide(name: &str, most_calls: usize, tests: u64, order: Consistency) {
    let law = for_all(
        |source: &mut Source| {
            let table = table(source);
            let history = history(source, &table, most_calls);
            let (wide_table, wide) = crowded(source, &table, &history);
            (table, history, wide_table, wide)
        },
        |(table, history, wide_table, wide): (Table, History<usize>, Table, History<usize>)| {
            let verdict = verify(&wide_table, &wide, order);
            let most = most_returned(&table, &history, order);
            judge(&wide_table, &wide, order, most + 70, &verdict);
        },
    );
    let summary = Runner::named(name).tests(tests).seed(1).run(&law);
    assert!(summary.is_success(), "{name}: {:?}", summary.stopped);
}

#[test]
fn more_open_calls_than_a_word_has_bits_change_nothing() {
    check_wide("wide", 9, 100, Consistency::Linearizable);
    check_wide("wide", 9, 100, Consistency::Sequential);
}

fn check(name: &str, most_calls: usize, tests: u64, order: Consistency) {
    let explained = Cell::new(0);
    let law = for_all(
        |source: &mut Source| {
            let table = table(source);
            let history = history(source, &table, most_calls);
            (table, history)
        },
        |(table, history): (Table, History<usize>)| {
            let verdict = verify(&table, &history, order);
            let most = most_returned(&table, &history, order);
            judge(&table, &history, order, most, &verdict);
            explained.set(explained.get() + u64::from(verdict.is_consistent()));
        },
    );
    let summary = Runner::named(name).tests(tests).seed(1).run(&law);
    assert!(summary.is_success(), "{name}: {:?}", summary.stopped);
    let share = explained.get() as f64 / tests as f64;
    assert!((0.1..0.9).contains(&share), "{name}: {share} of the histories are explained");
}

#[test]
fn whatever_is_said_of_calls_the_verdict_is_right() {
    check("small", 8, 15_000, Consistency::Linearizable);
    check("small", 8, 15_000, Consistency::Sequential);
    check("larger", 10, 300, Consistency::Linearizable);
    check("larger", 10, 300, Consistency::Sequential);
}
