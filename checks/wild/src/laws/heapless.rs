//! heapless: an `IndexMap` of fixed capacity promises to do what a map does.
//!
//! #360: what `entry(key)` inserts is not always what it returns.

use std::collections::BTreeMap;

use heapless::{Entry, FnvIndexMap};
use lawful::machine::symbolic::*;
use lawful::prelude::*;

use crate::bug::Bug;

/// Published bugs, and the laws that find them.
pub const BUGS: &[Bug] = &[Bug {
    package: "heapless",
    version: "0.7.17",
    published: "#360",
    defect: "`VacantEntry::insert` returns a reference to another value",
    fixed: Some("0.8.0"),
    law: "machine: edits of an `IndexMap` against a `BTreeMap`",
    minimal: &["insert(*, 0); insert(*, 0); add(*, 1);", "insert(*, 0); add(*, 0); add(*, 1);"],
    reached: 4,
    make: || Box::new(edits()),
    ..Bug::COMMON
}];

type Map = BTreeMap<u8, u8>;
type System = FnvIndexMap<u8, u8, 8>;

fn insert(model: &mut Map, step: Step<System>) -> StepResult {
    let (key, value) = step.draw(any::<(u8, u8)>());
    step.require(model.len() < 8)?;
    let result = step.call((key, value), |map, _, (key, value)| map.insert(key, value))?;
    result.returns(Ok::<_, (u8, u8)>(model.insert(key, value)))
}

fn remove(model: &mut Map, step: Step<System>) -> StepResult {
    let key = step.pick(model.keys())?;
    step.call(key, |map, _, key| map.remove(&key))?.returns(model.remove(&key))
}

/// Adds a number to the value of a key, which is zero at first.
fn add(model: &mut Map, step: Step<System>) -> StepResult {
    let (key, number) = step.draw(any::<(u8, u8)>());
    step.require(model.len() < 8)?;
    step.call((key, number), |map, _, (key, number)| {
        let value = match map.entry(key) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(0).expect("there is room"),
        };
        *value = value.wrapping_add(number);
    })?;
    let value = model.entry(key).or_default();
    *value = value.wrapping_add(number);
    Ok(())
}

/// Every edit of an `IndexMap` does what it does to a `BTreeMap`.
fn edits() -> impl Law {
    Machine::new(Map::new, System::new)
        .command(insert)
        .command(remove)
        .command(add)
        .invariant("the entries of the model", |model, map, _| {
            map.iter().map(|(key, value)| (*key, *value)).collect::<Map>() == *model
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No two keys break the law, whichever they are, so three edits are the fewest.
    #[test]
    fn two_keys_are_too_few() {
        for (one, other) in (0..=255).flat_map(|one| (0..=255).map(move |other| (one, other))) {
            let mut map = System::new();
            for key in [one, other] {
                match map.entry(key) {
                    Entry::Occupied(entry) => *entry.into_mut() = key,
                    Entry::Vacant(entry) => *entry.insert(0).expect("there is room") = key,
                }
            }
            assert_eq!([map[&one], map[&other]], [one, other]);
        }
    }
}
