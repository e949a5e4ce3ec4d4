//! `dashmap::DashMap`: a map that many use at once, which one call after the other is a map like any other.

use std::collections::BTreeMap;
use std::sync::Arc;

use dashmap::DashMap;
use lawful::Runner;
use lawful::machine::shared::*;
use lawful::parallel::Parallel;
use lawful::report;

use super::assert_holds;
use crate::checking::assert_smallest_program;

type Map = Arc<DashMap<u8, u8>>;

#[derive(Clone, Debug, Default, PartialEq)]
struct Model {
    entries: BTreeMap<u8, u8>,
}

/// The map has what was inserted.
fn map() -> Machine<Model, Map> {
    Machine::new(Model::default, Map::default)
        .command(contains_key)
        .command(get)
        .command(remove)
        .command_with(insert, |command| command.weight(2))
        .command_with(entry_or_insert, |command| command.weight(2))
        .cover(30.0, "an entry was changed", |counts| counts.of("insert") > 3)
}

/// Few, so that calls meet.
fn key(step: &Step<Map>) -> u8 {
    step.draw(0..=2u8)
}

fn value(step: &Step<Map>) -> u8 {
    step.draw(0..=2u8)
}

fn contains_key(model: &mut Model, step: Step<Map>) -> StepResult {
    let key = key(&step);
    let expected = model.entries.contains_key(&key);
    step.call(key, |map, _, key| map.contains_key(&key))?.returns(expected)
}

/// What `get` gives holds a lock of the map, so the value is copied at once.
fn get(model: &mut Model, step: Step<Map>) -> StepResult {
    let key = key(&step);
    let expected = model.entries.get(&key).copied();
    step.call(key, |map, _, key| map.get(&key).map(|value| *value))?.returns(expected)
}

fn remove(model: &mut Model, step: Step<Map>) -> StepResult {
    let key = key(&step);
    let expected = model.entries.remove_entry(&key);
    step.call(key, |map, _, key| map.remove(&key))?.returns(expected)
}

fn insert(model: &mut Model, step: Step<Map>) -> StepResult {
    let entry = (key(&step), value(&step));
    let old = model.entries.insert(entry.0, entry.1);
    step.call(entry, |map, _, (key, value)| map.insert(key, value))?.returns(old)
}

fn entry_or_insert(model: &mut Model, step: Step<Map>) -> StepResult {
    let entry = (key(&step), value(&step));
    let expected = *model.entries.entry(entry.0).or_insert(entry.1);
    step.call(entry, |map, _, (key, value)| *map.entry(key).or_insert(value))?.returns(expected)
}

#[test]
fn the_map_has_what_was_inserted() {
    assert_holds("dashmap", &map());
}

/// With calls at once, on threads: the map knows nothing of any scheduler.
#[test]
fn the_calls_of_the_map_are_atomic() {
    let law = Parallel::threads(map());
    let summary = Runner::named("dashmap at once").tests(100).seed(1).run(&law);
    assert!(summary.is_success(), "{}", report::terminal::report(&summary));
}

/// A model in which whoever comes last wins. An entry that was there is what the call gives.
#[test]
fn a_model_in_which_or_insert_changes_an_entry_is_refuted() {
    let machine = map().named_command("entry_or_change", |model, step| {
        let entry = (key(&step), value(&step));
        model.entries.insert(entry.0, entry.1);
        step.call(entry, |map, _, (key, value)| *map.entry(key).or_insert(value))?.returns(entry.1)
    });
    assert_smallest_program(&machine, &["insert(0, 0);", "entry_or_change(0, 1);"]);
}
