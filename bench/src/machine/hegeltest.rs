//! hegeltest: `#[hegel::state_machine]`, with `assume` for what a rule needs.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hegel::generators::{self as gs, PrintableGenerator};
use hegel::stateful::machine;
use hegel::{HealthCheck, Settings, TestCase, Verbosity};

use super::counter::{self, Counter};
use super::record;
use super::store::{self, Command, Model, Store};

pub fn counter(tests: u64) -> u64 {
    counter::executed(|| counter_law(tests, AtZero::Rejects))
}

/// Each test draws which rules it uses. One that uses only `decrement` tries it a thousand times, and all
/// are rejected; where the rule returns instead, this costs little, but such a step executes no command.
pub fn counter_returning(tests: u64) -> u64 {
    counter::executed(|| counter_law(tests, AtZero::Returns))
}

pub fn planted(seed: u64) -> Option<Vec<Command>> {
    // A law that is broken panics at the end, after what is reported was run once more.
    let _ = catch_unwind(AssertUnwindSafe(|| store_law(seed)));
    record::last_failure()
}

fn settings() -> Settings {
    Settings::new()
        .database(None)
        .verbosity(Verbosity::Quiet)
        // On a busy machine this check fails runs by wall time.
        .suppress_health_check([HealthCheck::TooSlow])
}

#[hegel::standalone_function(settings().test_cases(tests))]
fn counter_law(tc: TestCase, tests: u64, at_zero: AtZero) {
    let counter = CounterTest { counter: Counter::new(), model: 0, at_zero };
    machine(counter).steps(counter::LENGTH as i64).run(tc);
}

struct CounterTest {
    counter: Counter,
    model: u64,
    at_zero: AtZero,
}

/// What the rule `decrement` does where the model is 0.
#[derive(Clone, Copy, PartialEq)]
enum AtZero {
    /// As the documentation says: by an assumption at its start.
    Rejects,
    Returns,
}

#[hegel::state_machine]
impl CounterTest {
    #[rule]
    fn increment(&mut self, _: TestCase) {
        self.counter.increment();
        self.model += 1;
    }

    #[rule]
    fn decrement(&mut self, tc: TestCase) {
        if self.model == 0 && self.at_zero == AtZero::Returns {
            return;
        }
        tc.assume(self.model > 0);
        self.counter.decrement();
        self.model -= 1;
    }

    #[rule]
    fn add(&mut self, tc: TestCase) {
        let (least, most) = counter::ADDED.into_inner();
        let number = tc.draw(gs::integers().min_value(least).max_value(most));
        self.counter.add(number);
        self.model += number;
    }

    #[rule]
    fn read(&mut self, _: TestCase) {
        assert_eq!(self.counter.read(), self.model);
    }
}

// Enough tests that a failure is found.
#[hegel::standalone_function(settings().seed(Some(seed)).test_cases(100_000))]
fn store_law(tc: TestCase, seed: u64) {
    let store = StoreTest { store: Store::new(), model: Model::default() };
    machine(store).steps(store::LENGTH as i64).run(tc);
}

struct StoreTest {
    store: Store,
    model: Model,
}

#[hegel::state_machine]
impl StoreTest {
    #[rule]
    fn put(&mut self, tc: TestCase) {
        let (least, most) = store::NUMBERS.into_inner();
        let key = tc.draw(key());
        let number = tc.draw(gs::integers().min_value(least).max_value(most));
        self.step(Command::Put(key, number));
    }

    #[rule]
    fn get(&mut self, tc: TestCase) {
        let key = tc.draw(key());
        self.step(Command::Get(key));
    }

    #[rule]
    fn add(&mut self, tc: TestCase) {
        let (least, most) = store::ADDED.into_inner();
        let key = tc.draw(key());
        tc.assume(self.model.holds(key));
        let added = tc.draw(gs::integers().min_value(least).max_value(most));
        self.step(Command::Add(key, added));
    }

    #[rule]
    fn copy(&mut self, tc: TestCase) {
        let from = tc.draw(key());
        tc.assume(self.model.holds(from));
        let to = tc.draw(key());
        self.step(Command::Copy(from, to));
    }

    #[rule]
    fn remove(&mut self, tc: TestCase) {
        let key = tc.draw(key());
        self.step(Command::Remove(key));
    }

    #[rule]
    fn swap(&mut self, tc: TestCase) {
        let one = tc.draw(key());
        let other = tc.draw(key());
        self.step(Command::Swap(one, other));
    }

    fn step(&mut self, command: Command) {
        assert!(store::agrees(&mut self.store, &self.model, &command));
        self.model.apply(&command);
    }
}

fn key() -> impl PrintableGenerator<u8> {
    let (least, most) = store::KEYS.into_inner();
    gs::integers().min_value(least).max_value(most)
}
