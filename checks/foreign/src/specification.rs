//! What a table should do, wherever it is.

use std::collections::BTreeMap;
use std::fmt::Debug;

use lawful::machine::symbolic::*;
use lawful::prelude::*;

/// Something that keeps numbers under numbers, and may fail to answer.
pub trait Store: 'static {
    /// Why there is no answer.
    type Failure: Debug;

    /// What is kept under a key.
    fn get(&mut self, key: i32) -> Result<Option<i32>, Self::Failure>;
    /// Keeps a value, and says which one had been kept under the key.
    fn put(&mut self, key: i32, value: i32) -> Result<Option<i32>, Self::Failure>;
    /// Forgets a key, and says what was kept under it.
    fn delete(&mut self, key: i32) -> Result<Option<i32>, Self::Failure>;
    /// How many keys there are.
    fn count(&mut self) -> Result<u32, Self::Failure>;
}

/// What is kept.
pub type Model = BTreeMap<i32, i32>;

/// A store keeps what it is given.
pub fn machine<S: Store>(store: impl Fn() -> S + 'static) -> Machine<Model, S> {
    Machine::new(Model::new, store)
        .command_with(get, |command| command.weight(2))
        .command_with(put, |command| command.weight(3))
        .command_with(delete, |command| command.weight(2))
        .command(count)
}

/// So few that they meet each other.
fn key<S>(step: &Step<S>) -> i32 {
    step.draw(0..=9)
}

fn get<S: Store>(model: &mut Model, step: Step<S>) -> StepResult {
    let key = key(&step);
    let expected = model.get(&key).copied();
    step.call(key, |store, _, key| store.get(key))?.succeeds()?.returns(expected)
}

fn put<S: Store>(model: &mut Model, step: Step<S>) -> StepResult {
    let entry = (key(&step), step.draw(any::<i32>()));
    let old = model.insert(entry.0, entry.1);
    step.call(entry, |store, _, (key, value)| store.put(key, value))?.succeeds()?.returns(old)
}

fn delete<S: Store>(model: &mut Model, step: Step<S>) -> StepResult {
    let key = key(&step);
    let old = model.remove(&key);
    step.call(key, |store, _, key| store.delete(key))?.succeeds()?.returns(old)
}

fn count<S: Store>(model: &mut Model, step: Step<S>) -> StepResult {
    let expected = model.len() as u32;
    step.call((), |store, _, ()| store.count())?.succeeds()?.returns(expected)
}
