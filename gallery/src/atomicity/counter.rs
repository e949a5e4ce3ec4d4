//! A counter that adds with a load and a store: what another call adds in between is lost.

use lawful::machine::shared::*;
use lawful::pulse::sync::Arc;
use lawful::pulse::sync::atomic::AtomicU32;
use lawful::pulse::sync::atomic::Ordering::SeqCst;

use super::Version;

/// A number that is added to.
#[derive(Debug)]
pub struct Counter {
    version: Version,
    count: AtomicU32,
}

impl Counter {
    /// A counter at 0.
    pub fn new(version: Version) -> Self {
        Counter { version, count: AtomicU32::new(0) }
    }

    /// Adds to the number, and says what it was before.
    pub fn add(&self, amount: u32) -> u32 {
        match self.version {
            Version::Mistaken => {
                let before = self.count.load(SeqCst);
                self.count.store(before + amount, SeqCst);
                before
            }
            Version::Right => self.count.fetch_add(amount, SeqCst),
        }
    }

    /// The number.
    pub fn get(&self) -> u32 {
        self.count.load(SeqCst)
    }
}

/// The sum of all that was added.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    count: u32,
}

/// What the calls of a counter do, one after the other.
pub fn machine(version: Version) -> Machine<Model, Arc<Counter>> {
    Machine::new(Model::default, move || Arc::new(Counter::new(version))).command(get).command(add)
}

fn get(model: &mut Model, step: Step<Arc<Counter>>) -> StepResult {
    step.call((), |counter, _, ()| counter.get())?.returns(model.count)
}

fn add(model: &mut Model, step: Step<Arc<Counter>>) -> StepResult {
    let amount = step.draw(1..=2u32);
    step.call(amount, |counter, _, amount| counter.add(amount))?.returns(model.count)?;
    model.count += amount;
    Ok(())
}
