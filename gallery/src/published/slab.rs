//! `slab::Slab`: values under keys that the slab chooses, and chooses again when they are free.

use lawful::machine::symbolic::*;
use lawful::prelude::*;
use slab::Slab;

use super::assert_holds;
use crate::checking::assert_smallest_program;

/// What is stored, under which keys. The keys are the slab's to choose, so the model has variables for
/// them: two of them may well stand for the same number, if the first was removed before the second
/// was given out.
#[derive(Debug, Default)]
struct Model {
    stored: Vec<(Var<usize>, u8)>,
    removed: Vec<Var<usize>>,
}

impl Model {
    fn keys(&self) -> Vec<Var<usize>> {
        self.stored.iter().map(|stored| stored.0).collect()
    }

    fn find(&self, key: Var<usize>) -> Option<u8> {
        self.stored.iter().find(|stored| stored.0 == key).map(|stored| stored.1)
    }
}

/// A slab has what was stored in it, under the key that it was given.
fn slab() -> Machine<Model, Slab<u8>> {
    Machine::new(Model::default, Slab::new)
        .command_with(insert, |command| command.weight(3))
        .command(get)
        .command(replace)
        .command(remove)
        .command(vacant_key)
        .command(retain)
        .command(compact)
        .invariant("it has what was stored, and nothing else", |model, slab, real| {
            let mut stored: Vec<(usize, u8)> =
                model.stored.iter().map(|(key, value)| (real[*key], *value)).collect();
            stored.sort_unstable();
            slab.iter().map(|(key, value)| (key, *value)).eq(stored)
        })
        .invariant("the lengths agree", |model, slab, _| slab.len() == model.stored.len())
        .cover(30.0, "a key could be given out again", |counts| counts.pair("remove", "insert") > 0)
}

/// The same with a model that believes in keys for life.
fn with_keys_for_life() -> Machine<Model, Slab<u8>> {
    slab().command(try_remove)
}

fn insert(model: &mut Model, step: Step<Slab<u8>>) -> StepResult {
    let value = step.draw(any::<u8>());
    let used = model.keys();
    let key = step.call(value, |slab, _, value| slab.insert(value))?;
    key.ensure("a key that is not in use", |key, real| {
        used.iter().all(|used| real[*used] != *key)
    })?;
    model.stored.push((key.var(), value));
    Ok(())
}

fn get(model: &mut Model, step: Step<Slab<u8>>) -> StepResult {
    let key = step.pick(&model.keys())?;
    let expected = model.find(key);
    step.call(key, |slab, real, key| slab.get(real[key]).copied())?.returns(expected)
}

fn replace(model: &mut Model, step: Step<Slab<u8>>) -> StepResult {
    let key = step.pick(&model.keys())?;
    let new = step.draw(any::<u8>());
    let stored = model.stored.iter_mut().find(|stored| stored.0 == key);
    let old = stored.map(|stored| std::mem::replace(&mut stored.1, new));
    step.call((key, new), |slab, real, (key, new)| {
        slab.get_mut(real[key]).map(|value| std::mem::replace(value, new))
    })?
    .returns(old)
}

fn remove(model: &mut Model, step: Step<Slab<u8>>) -> StepResult {
    let key = step.pick(&model.keys())?;
    let expected = model.find(key);
    let result = step.call(key, |slab, real, key| slab.remove(real[key]))?;
    result.ensure("what was stored", |value, _| Some(*value) == expected)?;
    model.stored.retain(|stored| stored.0 != key);
    model.removed.push(key);
    Ok(())
}

/// A key that was removed is good for nothing: true only until it is given out again.
fn try_remove(model: &mut Model, step: Step<Slab<u8>>) -> StepResult {
    let key = step.pick(&model.removed)?;
    step.call(key, |slab, real, key| slab.try_remove(real[key]))?.returns(None)
}

fn vacant_key(model: &mut Model, step: Step<Slab<u8>>) -> StepResult {
    let used = model.keys();
    let key = step.call((), |slab, _, ()| slab.vacant_key())?;
    key.ensure("a key that is not in use", |key, real| used.iter().all(|used| real[*used] != *key))
}

fn retain(model: &mut Model, step: Step<Slab<u8>>) -> StepResult {
    let least = step.draw(any::<u8>());
    step.call(least, |slab, _, least| slab.retain(|_, value| *value >= least))?;
    let removed = model.stored.extract_if(.., |stored| stored.1 < least).map(|stored| stored.0);
    model.removed.extend(removed);
    Ok(())
}

/// Nothing may move here: to follow what does, a model would have to know the numbers.
fn compact(_: &mut Model, step: Step<Slab<u8>>) -> StepResult {
    step.call((), |slab, _, ()| slab.compact(|_, _, _| false))?;
    Ok(())
}

#[test]
fn a_slab_has_what_was_stored_in_it() {
    assert_holds("slab", &slab());
}

/// The second value gets the key of the first, which was removed, and loses it to whoever kept that.
#[test]
fn keys_are_given_out_again() {
    let calls = ["let v1 = insert(0);", "remove(v1);", "let v3 = insert(0);", "try_remove(v1);"];
    assert_smallest_program(&with_keys_for_life(), &calls);
}
