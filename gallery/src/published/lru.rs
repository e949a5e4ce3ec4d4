//! `lru::LruCache`: which entry goes when there is no room for another.

use std::num::NonZeroUsize;

use lawful::machine::symbolic::*;
use lawful::prelude::*;
use lru::LruCache;

use super::assert_holds;
use crate::checking::assert_smallest_program;

type Cache = LruCache<u8, u8>;

/// A list of all entries, those used last first.
#[derive(Debug)]
struct Model {
    entries: Vec<(u8, u8)>,
    capacity: usize,
    /// Whether looking counts as using, which it should not.
    peeking_is_using: bool,
}

impl Model {
    fn new(peeking_is_using: bool) -> Self {
        Model { entries: Vec::new(), capacity: 3, peeking_is_using }
    }

    fn take(&mut self, key: u8) -> Option<u8> {
        let index = self.entries.iter().position(|entry| entry.0 == key)?;
        Some(self.entries.remove(index).1)
    }

    fn find(&self, key: u8) -> Option<u8> {
        self.entries.iter().find(|entry| entry.0 == key).map(|entry| entry.1)
    }

    /// Uses an entry, if it is there.
    fn touch(&mut self, key: u8) -> Option<u8> {
        let value = self.take(key)?;
        self.entries.insert(0, (key, value));
        Some(value)
    }
}

/// The cache keeps what was used last.
fn cache(model: fn() -> Model) -> Machine<Model, Cache> {
    Machine::new(model, || Cache::new(NonZeroUsize::new(3).expect("3 is not 0")))
        .command_with(put, |command| command.weight(4))
        .command_with(get, |command| command.weight(2))
        .command(peek)
        .command(contains)
        .command(pop)
        .command(pop_lru)
        .command(push)
        .command(promote)
        .command(demote)
        .command(resize)
        .command(clear)
        .invariant("all entries are there, those used last first", |model, cache, _| {
            cache.iter().map(|(key, value)| (*key, *value)).eq(model.entries.iter().copied())
        })
        .invariant("the lengths agree", |model, cache, _| {
            let oldest = model.entries.last().map(|(key, value)| (key, value));
            cache.len() == model.entries.len()
                && cache.cap().get() == model.capacity
                && cache.peek_lru() == oldest
        })
        .cover(30.0, "goes beyond the capacity", |counts| counts.of("put") > 5)
}

fn key(step: &Step<Cache>) -> u8 {
    step.draw(0..=5)
}

fn put(model: &mut Model, step: Step<Cache>) -> StepResult {
    let entry = (key(&step), step.draw(any::<u8>()));
    let old = model.take(entry.0);
    step.call(entry, |cache, _, (key, value)| cache.put(key, value))?.returns(old)?;
    model.entries.insert(0, entry);
    model.entries.truncate(model.capacity);
    Ok(())
}

/// Like `put`, but says what had to go.
fn push(model: &mut Model, step: Step<Cache>) -> StepResult {
    let entry = (key(&step), step.draw(any::<u8>()));
    let old = model.take(entry.0).map(|value| (entry.0, value));
    model.entries.insert(0, entry);
    let beyond = (model.entries.len() > model.capacity).then(|| model.entries.pop()).flatten();
    step.call(entry, |cache, _, (key, value)| cache.push(key, value))?.returns(old.or(beyond))
}

fn get(model: &mut Model, step: Step<Cache>) -> StepResult {
    let key = key(&step);
    let expected = model.touch(key);
    step.call(key, |cache, _, key| cache.get(&key).copied())?.returns(expected)
}

fn peek(model: &mut Model, step: Step<Cache>) -> StepResult {
    let key = key(&step);
    let expected = if model.peeking_is_using { model.touch(key) } else { model.find(key) };
    step.call(key, |cache, _, key| cache.peek(&key).copied())?.returns(expected)
}

fn contains(model: &mut Model, step: Step<Cache>) -> StepResult {
    let key = key(&step);
    let expected = model.find(key).is_some();
    step.call(key, |cache, _, key| cache.contains(&key))?.returns(expected)
}

fn pop(model: &mut Model, step: Step<Cache>) -> StepResult {
    let key = key(&step);
    let expected = model.take(key);
    step.call(key, |cache, _, key| cache.pop(&key))?.returns(expected)
}

fn pop_lru(model: &mut Model, step: Step<Cache>) -> StepResult {
    let expected = model.entries.pop();
    step.call((), |cache, _, ()| cache.pop_lru())?.returns(expected)
}

fn promote(model: &mut Model, step: Step<Cache>) -> StepResult {
    let key = key(&step);
    let is_there = model.touch(key).is_some();
    step.call(key, |cache, _, key| cache.promote(&key))?.returns(is_there)
}

fn demote(model: &mut Model, step: Step<Cache>) -> StepResult {
    let key = key(&step);
    let value = model.take(key);
    model.entries.extend(value.map(|value| (key, value)));
    step.call(key, |cache, _, key| cache.demote(&key))?.returns(value.is_some())
}

fn resize(model: &mut Model, step: Step<Cache>) -> StepResult {
    let capacity = step.draw(1..=4usize);
    step.call(capacity, |cache, _, capacity| {
        cache.resize(NonZeroUsize::new(capacity).expect("a cache has room for something"));
    })?;
    model.capacity = capacity;
    model.entries.truncate(capacity);
    Ok(())
}

fn clear(model: &mut Model, step: Step<Cache>) -> StepResult {
    step.call((), |cache, _, ()| cache.clear())?;
    model.entries.clear();
    Ok(())
}

#[test]
fn the_cache_keeps_what_was_used_last() {
    assert_holds("lru", &cache(|| Model::new(false)));
}

/// Two entries, and a look at the older one.
#[test]
fn a_model_in_which_peeking_is_using_is_refuted() {
    let calls = ["put(0, 0);", "put(1, 0);", "peek(0);"];
    assert_smallest_program(&cache(|| Model::new(true)), &calls);
}
