//! A store in shards whose `rename` takes a value out of one shard, and then puts it into another.
//!
//! Each half is right by itself. Between them the value is nowhere, and whoever looks for it finds it under neither
//! key. What concerns more than one shard needs the locks of all of them at once.

use std::collections::BTreeMap;

use lawful::machine::shared::*;
use lawful::pulse::sync::{Arc, Mutex, MutexGuard};

use super::Version;

type Shard = BTreeMap<u8, u8>;

/// How many shards there are.
const SHARDS: usize = 2;

/// Values under keys, with a lock for every other key.
#[derive(Debug)]
pub struct Store {
    version: Version,
    shards: [Mutex<Shard>; SHARDS],
}

impl Store {
    /// An empty store.
    pub fn new(version: Version) -> Self {
        Store { version, shards: Default::default() }
    }

    /// Puts a value under a key, and gives the one that was there.
    pub fn insert(&self, key: u8, value: u8) -> Option<u8> {
        self.shard(key).insert(key, value)
    }

    /// The value under a key.
    pub fn get(&self, key: u8) -> Option<u8> {
        self.shard(key).get(&key).copied()
    }

    /// Removes the value under a key.
    pub fn remove(&self, key: u8) -> Option<u8> {
        self.shard(key).remove(&key)
    }

    /// Moves a value to another key, in place of any that is there. Says whether there was one to move.
    pub fn rename(&self, from: u8, to: u8) -> bool {
        match self.version {
            Version::Mistaken => {
                let Some(value) = self.remove(from) else { return false };
                self.insert(to, value);
            }
            Version::Right => {
                let mut shards = self.all();
                let Some(value) = shards[place(from)].remove(&from) else { return false };
                shards[place(to)].insert(to, value);
            }
        }
        true
    }

    /// How many values there are.
    pub fn count(&self) -> usize {
        self.all().iter().map(|shard| shard.len()).sum()
    }

    fn shard(&self, key: u8) -> MutexGuard<'_, Shard> {
        self.shards[place(key)].lock().unwrap()
    }

    /// All shards at once, always locked in the same order.
    fn all(&self) -> [MutexGuard<'_, Shard>; SHARDS] {
        self.shards.each_ref().map(|shard| shard.lock().unwrap())
    }
}

/// The shard of a key.
fn place(key: u8) -> usize {
    usize::from(key) % SHARDS
}

/// The values under their keys.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    values: BTreeMap<u8, u8>,
}

/// What the calls of a store do, one after the other.
pub fn machine(version: Version) -> Machine<Model, Arc<Store>> {
    Machine::new(Model::default, move || Arc::new(Store::new(version)))
        .command(count)
        .command(get)
        .command(remove)
        .command_with(insert, |command| command.weight(2))
        .command_with(rename, |command| command.weight(2))
}

fn key(step: &Step<Arc<Store>>) -> u8 {
    step.draw(0..=2u8)
}

fn count(model: &mut Model, step: Step<Arc<Store>>) -> StepResult {
    step.call((), |store, _, ()| store.count())?.returns(model.values.len())
}

fn get(model: &mut Model, step: Step<Arc<Store>>) -> StepResult {
    let key = key(&step);
    let expected = model.values.get(&key).copied();
    step.call(key, |store, _, key| store.get(key))?.returns(expected)
}

fn remove(model: &mut Model, step: Step<Arc<Store>>) -> StepResult {
    let key = key(&step);
    let expected = model.values.remove(&key);
    step.call(key, |store, _, key| store.remove(key))?.returns(expected)
}

fn insert(model: &mut Model, step: Step<Arc<Store>>) -> StepResult {
    let (key, value) = (key(&step), step.draw(0..=1u8));
    let old = model.values.insert(key, value);
    step.call((key, value), |store, _, (key, value)| store.insert(key, value))?.returns(old)
}

fn rename(model: &mut Model, step: Step<Arc<Store>>) -> StepResult {
    let (from, to) = (key(&step), key(&step));
    let value = model.values.remove(&from);
    model.values.extend(value.map(|value| (to, value)));
    step.call((from, to), |store, _, (from, to)| store.rename(from, to))?.returns(value.is_some())
}
