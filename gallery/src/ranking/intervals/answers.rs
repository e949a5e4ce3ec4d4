//! Answers to the problem, most of them wrong.

use super::{Call, IntervalSet, Program, Reply, delete, insert, member, merge, perform};

/// Returns the answers with their names: A9 is right, A14 is completely undefined, the others have bugs.
///
/// | answer | `member` | `insert` | `delete` | `merge` |
/// |---|---|---|---|---|
/// | A1 | | | | leaves neighbours apart |
/// | A2 | | leaves the right neighbour apart | | |
/// | A3 | | leaves the left neighbour apart | does not split | |
/// | A4 | | does not fill gaps | | |
/// | A5 | | leaves neighbours apart | does not split | |
/// | A6 | | | leaves empty intervals | |
/// | A7 | excludes the end | | leaves empty intervals | |
/// | A8 | | leaves neighbours apart | drops the interval | keeps overlaps |
/// | A9 | | | | |
/// | A10 | | | | takes the later end |
/// | A11 | sees the first interval only | | from the first interval only | |
/// | A12 | | | undefined | |
/// | A13 | | | forgets the upper part | returns the first set |
/// | A14 | undefined | undefined | undefined | undefined |
/// | A15 | | at the end of the list | | concatenates |
/// | A16 | sees the first interval only | leaves neighbours apart | undefined | undefined |
/// | A17 | excludes the start | always adds an interval | leaves empty intervals | keeps overlaps |
/// | A18 | no case for [] | no case for [] | | returns [] if a set is empty |
/// | A19 | sees the ends only | | | inserts the ends only |
/// | A20 | | leaves neighbours apart | | leaves neighbours apart |
pub fn answers() -> Vec<(&'static str, Program)> {
    vec![
        ("A1", |call| {
            perform(call, member::right, insert::right, delete::right, merge::without_neighbours)
        }),
        ("A2", |call| {
            let insert = insert::without_the_right_neighbour;
            perform(call, member::right, insert, delete::right, merge::right)
        }),
        ("A3", |call| {
            let insert = insert::without_the_left_neighbour;
            perform(call, member::right, insert, delete::without_splitting, merge::right)
        }),
        ("A4", |call| {
            let insert = insert::without_filled_gaps;
            perform(call, member::right, insert, delete::right, merge::right)
        }),
        ("A5", |call| {
            let insert = insert::without_neighbours;
            perform(call, member::right, insert, delete::without_splitting, merge::right)
        }),
        ("A6", |call| {
            let delete = delete::leaving_empty_intervals;
            perform(call, member::right, insert::right, delete, merge::right)
        }),
        ("A7", |call| {
            let delete = delete::leaving_empty_intervals;
            perform(call, member::without_the_end, insert::right, delete, merge::right)
        }),
        ("A8", |call| {
            let (insert, delete) = (insert::without_neighbours, delete::dropping_the_interval);
            perform(call, member::right, insert, delete, merge::with_overlaps)
        }),
        ("A9", element_by_element),
        ("A10", |call| {
            perform(call, member::right, insert::right, delete::right, merge::with_the_later_end)
        }),
        ("A11", |call| {
            let (member, delete) = (member::of_the_first_interval, delete::from_the_first_interval);
            perform(call, member, insert::right, delete, merge::right)
        }),
        ("A12", |call| {
            perform(call, member::right, insert::right, delete::undefined, merge::right)
        }),
        ("A13", |call| {
            let (delete, merge) = (delete::without_the_upper_part, merge::without_the_second_set);
            perform(call, member::right, insert::right, delete, merge)
        }),
        ("A14", |call| panic!("nothing is implemented, {call:?} neither")),
        ("A15", |call| {
            perform(call, member::right, insert::at_the_end, delete::right, merge::concatenated)
        }),
        ("A16", |call| {
            let (member, insert) = (member::of_the_first_interval, insert::without_neighbours);
            perform(call, member, insert, delete::undefined, merge::undefined)
        }),
        ("A17", |call| {
            let (member, insert) = (member::without_the_start, insert::without_a_look);
            perform(call, member, insert, delete::leaving_empty_intervals, merge::with_overlaps)
        }),
        ("A18", |call| {
            let (member, insert) = (member::without_the_empty_set, insert::without_the_empty_set);
            perform(call, member, insert, delete::right, merge::until_one_ends)
        }),
        ("A19", |call| {
            perform(call, member::among_the_ends, insert::right, delete::right, merge::of_the_ends)
        }),
        ("A20", |call| {
            let (insert, merge) = (insert::without_neighbours, merge::without_neighbours);
            perform(call, member::right, insert, delete::right, merge)
        }),
    ]
}

/// Performs a call on a list of all elements: right, and unlike the model.
fn element_by_element(call: &Call) -> Reply {
    match call {
        Call::Member(element, set) => Reply::Truth(elements(set).contains(element)),
        Call::Insert(element, set) => {
            Reply::Set(intervals([elements(set), vec![*element]].concat()))
        }
        Call::Delete(element, set) => Reply::Set(intervals(
            elements(set).into_iter().filter(|other| other != element).collect(),
        )),
        Call::Merge(one, other) => Reply::Set(intervals([elements(one), elements(other)].concat())),
    }
}

fn elements(set: &IntervalSet) -> Vec<i32> {
    set.iter().flat_map(|&(start, end)| start..=end).collect()
}

fn intervals(mut elements: Vec<i32>) -> IntervalSet {
    elements.sort();
    elements.dedup();
    let runs = elements.chunk_by(|one, next| one + 1 == *next);
    runs.map(|run| (run[0], run[run.len() - 1])).collect()
}
