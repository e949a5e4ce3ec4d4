//! Linearizability: concurrent calls of a key-value store whose results no sequential order explains.
//!
//! ```console
//! cargo run -p lawful --example linearizability --features parallel,pulse
//! ```

use std::collections::BTreeMap;

use lawful::machine::symbolic::*;
use lawful::parallel::Parallel;
use lawful::prelude::*;
use lawful::pulse::sync::{Arc, RwLock};
use lawful::report::terminal::report;

/// System under test: numbers by key.
#[derive(Default)]
struct Store(RwLock<BTreeMap<u8, u32>>);

impl Store {
    fn get(&self, key: u8) -> u32 {
        self.0.read().unwrap().get(&key).copied().unwrap_or_default()
    }

    /// Adds to a number and returns the sum. The bug: it reads under one lock and writes under another.
    fn add(&self, key: u8, number: u32) -> u32 {
        let sum = self.get(key) + number;
        self.0.write().unwrap().insert(key, sum);
        sum
    }
}

type Model = BTreeMap<u8, u32>;

fn get(model: &mut Model, step: Step<Arc<Store>>) -> StepResult {
    let key = step.draw(0..=2u8);
    let got = step.call(key, |store, _, key| store.get(key))?;
    got.returns(model.get(&key).copied().unwrap_or_default())
}

fn add(model: &mut Model, step: Step<Arc<Store>>) -> StepResult {
    let (key, number) = (step.draw(0..=2u8), step.draw(1..=9u32));
    let sum = step.call((key, number), |store, _, (key, number)| store.add(key, number))?;
    let entry = model.entry(key).or_default();
    *entry += number;
    sum.returns(*entry)
}

/// Runs the law, prints its report, and asserts what it found.
pub fn main() {
    let machine = || Machine::new(Model::new, Arc::<Store>::default).command(get).command(add);
    // Sequentially, the calls agree with the model.
    assert!(Runner::named("calls in order").seed(1).run(&machine()).is_success());
    // In a test: #[law] fn calls_are_atomic() -> impl Law { Parallel::scheduled(..) }
    let summary = Runner::named("concurrent calls").seed(1).run(&Parallel::scheduled(machine()));
    print!("{}", report(&summary));

    let failure = summary.failure().expect("the law is broken");
    assert_eq!(failure.reason.code, "not-linearizable");
    assert_eq!(failure.calls().len(), 2);
}
