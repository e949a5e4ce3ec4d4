//! proptest: the traits of proptest-state-machine, run by `TestRunner` as `prop_state_machine!` does,
//! with the limit on shrinking that it has with the default number of tests.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestError, TestRunner};
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest};

use super::counter::{self, Counter};
use super::store::{self, Command, Model, Store};

pub fn counter(tests: u64) -> u64 {
    let config = Config { cases: tests as u32, ..config() };
    counter::executed(|| {
        let broken = run::<CounterTest>(config, counter::LENGTH);
        assert!(broken.is_none(), "the law holds");
    })
}

pub fn planted(seed: u64) -> Option<Vec<Command>> {
    let config = Config {
        rng_seed: RngSeed::Fixed(seed),
        max_shrink_iters: Config::default().max_shrink_iters(),
        // Enough that a failure is found.
        cases: 1_000_000,
        ..config()
    };
    run::<StoreTest>(config, store::LENGTH)
}

fn config() -> Config {
    Config {
        failure_persistence: None,
        // A precondition that is not met counts as a rejection, over all tests.
        max_local_rejects: u32::MAX,
        ..Config::default()
    }
}

type Transition<T> = <<T as StateMachineTest>::Reference as ReferenceStateMachine>::Transition;

/// Runs tests of so many transitions each, and returns what is reported if one of them fails.
fn run<T: StateMachineTest>(config: Config, length: usize) -> Option<Vec<Transition<T>>> {
    let strategy = T::Reference::sequential_strategy(length);
    let result = TestRunner::new(config.clone()).run(&strategy, |(state, transitions, seen)| {
        T::test_sequential(config.clone(), state, transitions, seen);
        Ok(())
    });
    match result {
        Ok(()) => None,
        Err(TestError::Fail(_, (_, transitions, _))) => Some(transitions),
        Err(TestError::Abort(reason)) => panic!("the run was given up: {reason}"),
    }
}

#[derive(Clone, Debug)]
enum Step {
    Increment,
    Decrement,
    Add(u64),
    Read,
}

struct CounterTest;

impl ReferenceStateMachine for CounterTest {
    type State = u64;
    type Transition = Step;

    fn init_state() -> BoxedStrategy<u64> {
        Just(0).boxed()
    }

    fn transitions(_: &u64) -> BoxedStrategy<Step> {
        prop_oneof![
            Just(Step::Increment),
            Just(Step::Decrement),
            counter::ADDED.prop_map(Step::Add),
            Just(Step::Read),
        ]
        .boxed()
    }

    fn preconditions(model: &u64, step: &Step) -> bool {
        !matches!(step, Step::Decrement) || *model > 0
    }

    fn apply(model: u64, step: &Step) -> u64 {
        match step {
            Step::Increment => model + 1,
            Step::Decrement => model - 1,
            Step::Add(number) => model + number,
            Step::Read => model,
        }
    }
}

impl StateMachineTest for CounterTest {
    type SystemUnderTest = Counter;
    type Reference = CounterTest;

    fn init_test(_: &u64) -> Counter {
        Counter::new()
    }

    fn apply(mut counter: Counter, model: &u64, step: Step) -> Counter {
        match step {
            Step::Increment => counter.increment(),
            Step::Decrement => counter.decrement(),
            Step::Add(number) => counter.add(number),
            Step::Read => assert_eq!(counter.read(), *model),
        }
        counter
    }
}

struct StoreTest;

impl ReferenceStateMachine for StoreTest {
    type State = Model;
    type Transition = Command;

    fn init_state() -> BoxedStrategy<Model> {
        Just(Model::default()).boxed()
    }

    fn transitions(_: &Model) -> BoxedStrategy<Command> {
        use store::{ADDED, KEYS, NUMBERS};
        prop_oneof![
            (KEYS, NUMBERS).prop_map(|(key, number)| Command::Put(key, number)),
            KEYS.prop_map(Command::Get),
            (KEYS, ADDED).prop_map(|(key, added)| Command::Add(key, added)),
            (KEYS, KEYS).prop_map(|(from, to)| Command::Copy(from, to)),
            KEYS.prop_map(Command::Remove),
            (KEYS, KEYS).prop_map(|(one, other)| Command::Swap(one, other)),
        ]
        .boxed()
    }

    fn preconditions(model: &Model, command: &Command) -> bool {
        model.allows(command)
    }

    fn apply(mut model: Model, command: &Command) -> Model {
        model.apply(command);
        model
    }
}

impl StateMachineTest for StoreTest {
    type SystemUnderTest = Store;
    type Reference = StoreTest;

    fn init_test(_: &Model) -> Store {
        Store::new()
    }

    fn apply(mut store: Store, model: &Model, command: Command) -> Store {
        assert!(store::agrees(&mut store, model, &command));
        store
    }
}
