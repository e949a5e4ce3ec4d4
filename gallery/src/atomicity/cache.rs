//! A cache whose `get` looks up under one lock, and says what was used under another.
//!
//! Values and the order of their use have a lock each. Between the two another call can remove the entry; its
//! key then comes back, but only in the order. When that key is the one to go, no entry goes, and the
//! cache holds more than it has room for.

use std::collections::BTreeMap;

use lawful::machine::shared::*;
use lawful::pulse::sync::{Arc, Mutex};

use super::Version;

/// How many entries there is room for.
const CAPACITY: usize = 2;

/// A cache with room for two entries, which keeps those that were used last.
#[derive(Debug)]
pub struct Cache {
    version: Version,
    /// The lock that is taken first, where both are.
    values: Mutex<BTreeMap<u8, u8>>,
    /// The keys, that used last first.
    order: Mutex<Vec<u8>>,
}

impl Cache {
    /// An empty cache.
    pub fn new(version: Version) -> Self {
        Cache { version, values: Mutex::default(), order: Mutex::default() }
    }

    /// Adds or changes an entry, and gives the value that it had. The entry that was used least recently
    /// goes if there is no room.
    pub fn put(&self, key: u8, value: u8) -> Option<u8> {
        let mut values = self.values.lock().unwrap();
        let mut order = self.order.lock().unwrap();
        let old = values.insert(key, value);
        touch(&mut order, key);
        if values.len() > CAPACITY {
            let oldest = order.pop().expect("every entry is in the order");
            values.remove(&oldest);
        }
        old
    }

    /// The value of a key, which is used by that.
    pub fn get(&self, key: u8) -> Option<u8> {
        let values = self.values.lock().unwrap();
        let value = values.get(&key).copied()?;
        match self.version {
            Version::Mistaken => {
                drop(values);
                touch(&mut self.order.lock().unwrap(), key);
            }
            Version::Right => touch(&mut self.order.lock().unwrap(), key),
        }
        Some(value)
    }

    /// How many entries there are.
    pub fn count(&self) -> usize {
        self.values.lock().unwrap().len()
    }
}

/// Makes a key the one that was used last.
fn touch(order: &mut Vec<u8>, key: u8) {
    order.retain(|other| *other != key);
    order.insert(0, key);
}

/// The entries, that used last first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    entries: Vec<(u8, u8)>,
}

impl Model {
    /// Takes an entry out.
    fn take(&mut self, key: u8) -> Option<u8> {
        let index = self.entries.iter().position(|entry| entry.0 == key)?;
        Some(self.entries.remove(index).1)
    }
}

/// What the calls of a cache do, one after the other.
pub fn machine(version: Version) -> Machine<Model, Arc<Cache>> {
    Machine::new(Model::default, move || Arc::new(Cache::new(version)))
        .command(count)
        .command_with(get, |command| command.weight(2))
        .command_with(put, |command| command.weight(3))
}

/// Two keys more than there is room for: one that was removed, and another for which one should go.
fn key(step: &Step<Arc<Cache>>) -> u8 {
    step.draw(0..=3u8)
}

fn count(model: &mut Model, step: Step<Arc<Cache>>) -> StepResult {
    step.call((), |cache, _, ()| cache.count())?.returns(model.entries.len())
}

fn get(model: &mut Model, step: Step<Arc<Cache>>) -> StepResult {
    let key = key(&step);
    let expected = model.take(key);
    step.call(key, |cache, _, key| cache.get(key))?.returns(expected)?;
    if let Some(value) = expected {
        model.entries.insert(0, (key, value));
    }
    Ok(())
}

fn put(model: &mut Model, step: Step<Arc<Cache>>) -> StepResult {
    let (key, value) = (key(&step), step.draw(0..=1u8));
    let old = model.take(key);
    step.call((key, value), |cache, _, (key, value)| cache.put(key, value))?.returns(old)?;
    model.entries.insert(0, (key, value));
    model.entries.truncate(CAPACITY);
    Ok(())
}
