//! The table called from the process of the test.

use foreign::{Mistake, Table, machine};
use lawful::prelude::*;
use lawful::report::sequence;

use super::all_programs::{Call, first_wrong};

#[law(tests = 2_000)]
fn a_table_follows_its_model() -> impl Law {
    machine(|| Table::new(Mistake::None))
}

/// Two keys want the same slot, and the first goes. Whatever looks for the second does not find it, and
/// there are three calls that look.
pub const SMALLEST: [[&str; 4]; 3] = [
    ["put(0, 0);", "put(2, 0);", "delete(0);", "get(2);"],
    ["put(0, 0);", "put(2, 0);", "delete(0);", "put(2, 0);"],
    ["put(0, 0);", "put(2, 0);", "delete(0);", "delete(2);"],
];

#[test]
fn a_missing_tombstone_shows_in_three_ways() {
    let machine = machine(|| Table::new(Mistake::LeavesNoTombstone));
    for seed in 1..=10 {
        let summary = Runner::named("table").tests(1_000).seed(seed).run(&machine);
        let calls = |steps| sequence::calls(steps);
        let mut programs: Vec<_> =
            summary.failures().iter().map(|failure| calls(failure.calls())).collect();
        programs.sort_by_key(|calls| SMALLEST.iter().position(|smallest| calls == smallest));
        assert_eq!(programs, SMALLEST, "seed {seed}");
    }
}

#[test]
fn no_smaller_program_misses_the_tombstone() {
    let table = || Table::new(Mistake::LeavesNoTombstone);
    for length in 1..=3 {
        assert_eq!(first_wrong(length, table, |_| true), None);
    }
    let ways: [fn(Call) -> bool; 3] = [
        |call| matches!(call, Call::Get(_)),
        |call| matches!(call, Call::Put(..)),
        |call| matches!(call, Call::Delete(_)),
    ];
    for (is_like, smallest) in ways.into_iter().zip(SMALLEST) {
        let first = first_wrong(4, table, is_like).expect("there is one");
        assert_eq!(first, smallest);
    }
}

#[test]
fn the_smallest_program_is_shown_with_what_the_table_said() {
    let machine = machine(|| Table::new(Mistake::LeavesNoTombstone));
    let summary = Runner::named("table").tests(1_000).seed(1).run(&machine);
    let mut failures = summary.failures().iter();
    let failure = failures.find(|failure| sequence::calls(failure.calls()) == SMALLEST[0]);
    let lines = sequence::lines(failure.expect("it is among them").calls());
    assert_eq!(
        lines.join("\n"),
        "// {}\n\
         put(0, 0);  // Ok(None)\n\
         // {0: 0}\n\
         put(2, 0);  // Ok(None)\n\
         // {0: 0, 2: 0}\n\
         delete(0);  // Ok(Some(0))\n\
         // {2: 0}\n\
         get(2);     // Ok(None)  <-- broken here"
    );
}
