//! A state machine: the shortest command sequence on which a cache differs from its model.
//!
//! ```console
//! cargo run -p lawful --example state_machine --features machine
//! ```

use std::collections::VecDeque;

use lawful::machine::symbolic::*;
use lawful::prelude::*;
use lawful::report::terminal::report;

const CAPACITY: usize = 3;

/// System under test: a cache that evicts the least recently used entry.
#[derive(Default)]
struct Cache {
    entries: VecDeque<(u8, u8)>,
}

impl Cache {
    fn put(&mut self, key: u8, value: u8) {
        self.entries.retain(|(other, _)| *other != key);
        if self.entries.len() == CAPACITY {
            self.entries.pop_front();
        }
        self.entries.push_back((key, value));
    }

    /// The bug: reading an entry counts as a use only if the entry is the oldest.
    fn get(&mut self, key: u8) -> Option<u8> {
        let place = self.entries.iter().position(|(other, _)| *other == key)?;
        let entry = self.entries[place];
        if place == 0 {
            self.entries.remove(0);
            self.entries.push_back(entry);
        }
        Some(entry.1)
    }
}

/// Keys and values in the order of their last use, the latest at the end.
type Model = Vec<(u8, u8)>;

fn put(model: &mut Model, step: Step<Cache>) -> StepResult {
    let (key, value) = (step.draw(0..=5u8), step.draw(any::<u8>()));
    step.call((key, value), |cache, _, (key, value)| cache.put(key, value))?;
    model.retain(|(other, _)| *other != key);
    model.push((key, value));
    let surplus = model.len().saturating_sub(CAPACITY);
    model.drain(..surplus);
    Ok(())
}

fn get(model: &mut Model, step: Step<Cache>) -> StepResult {
    let key = step.draw(0..=5u8);
    let got = step.call(key, |cache, _, key| cache.get(key))?;
    let place = model.iter().position(|(other, _)| *other == key);
    let entry = place.map(|place| model.remove(place));
    model.extend(entry);
    got.returns(entry.map(|(_, value)| value))
}

/// Runs the law, prints its report, and asserts what it found.
pub fn main() {
    // In a test: #[law] fn a_cache_follows_its_model() -> impl Law { .. }
    let machine = Machine::new(Model::new, Cache::default).command(put).command(get);
    let summary = Runner::named("a cache follows its model").seed(1).run(&machine);
    print!("{}", report(&summary));

    // Three entries, a read of the second, and two more entries, which evict two others: the second must remain.
    let calls = summary.failure().expect("the law is broken").calls();
    assert_eq!(calls.len(), 7);
}
