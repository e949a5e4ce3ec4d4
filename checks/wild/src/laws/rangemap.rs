//! rangemap: a map whose keys are ranges, which joins ranges that touch and have equal values.
//!
//! - #72 (in 1.3.0): `==` compares where ranges start, and not where they end.
//! - #24 (in 0.1.8): ranges that touch and have equal values are not always joined.

use std::collections::BTreeMap;
use std::ops::Range;

use lawful::machine::symbolic::*;
use lawful::prelude::*;

use crate::bug::Bug;

/// Published bugs, and the laws that find them.
pub const BUGS: &[Bug] = &[
    Bug {
        package: "rangemap",
        version: "1.3.0",
        published: "#72",
        defect: "`==` compares where ranges start, and not where they end",
        fixed: Some("1.3.1"),
        law: "one more entry makes an equal map if and only if no key gets another value",
        minimal: &["entries = vec![(0..1, false)], range = 0..2, value = false"],
        make: || Box::new(equal_maps_have_equal_values()),
        ..Bug::COMMON
    },
    Bug {
        package: "rangemap",
        version: "0.1.8",
        published: "#24",
        defect: "ranges that touch and have one value are not always joined",
        fixed: Some("0.1.9"),
        law: "machine: edits of a `RangeMap` against the value of each key, in the fewest ranges",
        minimal: &[
            "insert(0..1, false); insert(1..2, true); insert(1..2, false);",
            "insert(0..2, true); insert(0..1, false); insert(1..2, false);",
        ],
        make: || Box::new(edits()),
        ..Bug::COMMON
    },
];

/// A range that is not empty, as both maps demand.
fn ranges() -> impl Generator<Value = Range<u8>> {
    any::<(u8, u8)>()
        .filtered(|(one, other)| one != other)
        .mapped(|(one, other)| one.min(other)..one.max(other))
}

/// The value of each key.
type Points = BTreeMap<u8, bool>;

fn map(entries: &[(Range<u8>, bool)]) -> rangemap::RangeMap<u8, bool> {
    entries.iter().cloned().collect()
}

fn points(entries: &[(Range<u8>, bool)]) -> Points {
    entries.iter().flat_map(|(range, value)| range.clone().map(|key| (key, *value))).collect()
}

/// One more entry makes another map if it changes the value of a key, and an equal map if not.
fn equal_maps_have_equal_values() -> impl Law {
    use lawful::generate::vec;
    for_all!(entries: Vec<(Range<u8>, bool)> = vec((ranges(), any::<bool>()), ..),
             range: Range<u8> = ranges(), value: bool => {
        let more = [entries.clone(), vec![(range, value)]].concat();
        assert_eq!(map(&entries) == map(&more), points(&entries) == points(&more));
    })
}

type System = rangemap_0_1::RangeMap<u8, bool>;

/// The longest ranges of keys with one value.
fn runs(points: &Points) -> Vec<(Range<u8>, bool)> {
    let mut runs: Vec<(Range<u8>, bool)> = Vec::new();
    for (&key, &value) in points {
        match runs.last_mut() {
            Some((range, last)) if range.end == key && *last == value => range.end += 1,
            _ => runs.push((key..key + 1, value)),
        }
    }
    runs
}

fn insert(model: &mut Points, step: Step<System>) -> StepResult {
    let (range, value) = step.draw((ranges(), any::<bool>()));
    step.call((range.clone(), value), |map, _, (range, value)| map.insert(range, value))?;
    model.extend(range.map(|key| (key, value)));
    Ok(())
}

fn remove(model: &mut Points, step: Step<System>) -> StepResult {
    let range = step.draw(ranges());
    step.call(range.clone(), |map, _, range| map.remove(range))?;
    model.retain(|key, _| !range.contains(key));
    Ok(())
}

/// Every edit of a `RangeMap` does what it does to the values of single keys, and leaves the fewest ranges.
fn edits() -> impl Law {
    Machine::new(Points::new, System::new).command(insert).command(remove).invariant(
        "the fewest ranges for these values",
        |model, map, _| {
            let entries = map.iter().map(|(range, value)| (range.clone(), *value));
            entries.collect::<Vec<_>>() == runs(model)
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    type Edit = (Range<u8>, Option<bool>);

    fn passes(edits: [&Edit; 2]) -> bool {
        let (mut map, mut points) = (System::new(), Points::new());
        for (range, value) in edits.into_iter().cloned() {
            match value {
                Some(value) => {
                    map.insert(range.clone(), value);
                    points.extend(range.map(|key| (key, value)));
                }
                None => {
                    map.remove(range.clone());
                    points.retain(|key, _| !range.contains(key));
                }
            }
        }
        let entries = map.iter().map(|(range, value)| (range.clone(), *value));
        entries.eq(runs(&points))
    }

    /// No two edits of ranges up to 4 break the law of edits, so three are the fewest.
    #[test]
    fn two_edits_are_too_few() {
        let edits: Vec<Edit> = (0..4)
            .flat_map(|start| (start + 1..=4).map(move |end| start..end))
            .flat_map(|range| [None, Some(false), Some(true)].map(|value| (range.clone(), value)))
            .collect();
        for one in &edits {
            assert!(edits.iter().all(|other| passes([one, other])), "after {one:?}");
        }
    }
}
