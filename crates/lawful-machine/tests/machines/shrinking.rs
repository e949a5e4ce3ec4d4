//! What is found has as few commands as any program that breaks the law: small machines with planted
//! mistakes, against all programs there are.

use std::collections::BTreeMap;

use lawful_core::run::Runner;
use lawful_machine::{Dynamic, Kind, Machine, Step, StepResult, Symbolic, Var};

const SEEDS: std::ops::Range<u64> = 0..50;

/// What a program of plain operations comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The model does not allow it.
    Invalid,
    Holds,
    /// The last operation breaks the law.
    Breaks,
}

/// The length of the shortest programs that break the law. Goes through all of them.
fn fewest<T: Copy>(operations: &[T], run: impl Fn(&[T]) -> End) -> usize {
    let mut programs: Vec<Vec<T>> = vec![Vec::new()];
    for length in 1..=6 {
        let mut longer = Vec::new();
        for program in &programs {
            for operation in operations {
                let program = [program.as_slice(), &[*operation]].concat();
                match run(&program) {
                    End::Invalid => {}
                    End::Holds => longer.push(program),
                    End::Breaks => return length,
                }
            }
        }
        programs = longer;
    }
    panic!("no program breaks the law");
}

/// Expects programs of this length, whatever the seed.
#[track_caller]
fn assert_fewest<M: std::fmt::Debug, S, K: Kind>(machine: &Machine<M, S, K>, fewest: usize)
where
    Machine<M, S, K>: lawful_core::law::Law,
{
    for seed in SEEDS {
        let summary =
            Runner::named("shrinking").tests(1_000).seed(seed).first_failure().run(machine);
        let failure = summary.failure().unwrap_or_else(|| panic!("seed {seed} finds nothing"));
        let calls = lawful_report::sequence::calls(failure.calls());
        assert_eq!(calls.len(), fewest, "seed {seed}: {calls:#?}");
    }
}

/// After three pushes what is popped is the first item and not the last.
#[derive(Default)]
struct Stack {
    items: Vec<u8>,
    pushes: u32,
}

impl Stack {
    fn push(&mut self, item: u8) {
        self.items.push(item);
        self.pushes += 1;
    }

    fn pop(&mut self) -> Option<u8> {
        match self.pushes {
            3.. if !self.items.is_empty() => Some(self.items.remove(0)),
            _ => self.items.pop(),
        }
    }
}

fn push<K: Kind>(model: &mut Vec<u8>, step: Step<'_, Stack, K>) -> StepResult {
    let item = step.draw(0..=9u8);
    step.call(item, |stack, _, item| stack.push(item))?;
    model.push(item);
    Ok(())
}

fn pop<K: Kind>(model: &mut Vec<u8>, step: Step<'_, Stack, K>) -> StepResult {
    step.require(!model.is_empty())?;
    let popped = step.call((), |stack: &mut Stack, _, ()| stack.pop())?;
    popped.returns(model.pop())
}

fn stack<K: Kind>() -> Machine<Vec<u8>, Stack, K> {
    Machine::new(Vec::new, Stack::default).command(push).command(pop)
}

/// A push of an item, or a pop.
fn run_stack(program: &[Option<u8>]) -> End {
    let (mut stack, mut model) = (Stack::default(), Vec::new());
    for operation in program {
        match operation {
            Some(item) => {
                stack.push(*item);
                model.push(*item);
            }
            None if model.is_empty() => return End::Invalid,
            None if stack.pop() != model.pop() => return End::Breaks,
            None => {}
        }
    }
    End::Holds
}

#[test]
fn a_stack_that_is_wrong_after_three_pushes() {
    let fewest = fewest(&[Some(0), Some(1), None], run_stack);
    assert_eq!(fewest, 4);
    assert_fewest(&stack::<Symbolic>(), fewest);
    assert_fewest(&stack::<Dynamic>(), fewest);
}

/// A key that was deleted has its old value when it is inserted again.
#[derive(Default)]
struct Map {
    values: BTreeMap<u8, u8>,
    deleted: BTreeMap<u8, u8>,
}

impl Map {
    fn insert(&mut self, key: u8, value: u8) {
        self.values.insert(key, self.deleted.remove(&key).unwrap_or(value));
    }

    fn delete(&mut self, key: u8) {
        self.values.remove(&key).and_then(|value| self.deleted.insert(key, value));
    }

    fn get(&self, key: u8) -> Option<u8> {
        self.values.get(&key).copied()
    }
}

type Entries = BTreeMap<u8, u8>;

fn insert<K: Kind>(model: &mut Entries, step: Step<'_, Map, K>) -> StepResult {
    let (key, value) = (step.draw(0..=5u8), step.draw(0..=99u8));
    step.call((key, value), |map, _, (key, value)| map.insert(key, value))?;
    model.insert(key, value);
    Ok(())
}

fn delete<K: Kind>(model: &mut Entries, step: Step<'_, Map, K>) -> StepResult {
    let key = step.pick(&model.keys().copied().collect::<Vec<_>>())?;
    step.call(key, |map, _, key| map.delete(key))?;
    model.remove(&key);
    Ok(())
}

fn get<K: Kind>(model: &mut Entries, step: Step<'_, Map, K>) -> StepResult {
    let key = step.draw(0..=5u8);
    step.call(key, |map, _, key| map.get(key))?.returns(model.get(&key).copied())
}

fn map<K: Kind>() -> Machine<Entries, Map, K> {
    Machine::new(Entries::new, Map::default).command(insert).command(delete).command(get)
}

#[derive(Clone, Copy)]
enum OnMap {
    Insert(u8, u8),
    Delete(u8),
    Get(u8),
}

fn run_map(program: &[OnMap]) -> End {
    let (mut map, mut model) = (Map::default(), Entries::new());
    for operation in program {
        match *operation {
            OnMap::Insert(key, value) => {
                map.insert(key, value);
                model.insert(key, value);
            }
            OnMap::Delete(key) if model.remove(&key).is_none() => return End::Invalid,
            OnMap::Delete(key) => map.delete(key),
            OnMap::Get(key) if map.get(key) != model.get(&key).copied() => return End::Breaks,
            OnMap::Get(_) => {}
        }
    }
    End::Holds
}

#[test]
fn a_map_that_remembers_what_was_deleted() {
    let mut operations = Vec::new();
    for key in [0, 1] {
        operations.extend([OnMap::Insert(key, 0), OnMap::Insert(key, 1)]);
        operations.extend([OnMap::Delete(key), OnMap::Get(key)]);
    }
    let fewest = fewest(&operations, run_map);
    assert_eq!(fewest, 4);
    assert_fewest(&map::<Symbolic>(), fewest);
    assert_fewest(&map::<Dynamic>(), fewest);
}

/// Handles are numbered from 1. The second one can be used after it is closed.
#[derive(Default)]
struct Handles {
    opened: u32,
    closed: Vec<u32>,
}

impl Handles {
    fn open(&mut self) -> u32 {
        self.opened += 1;
        self.opened
    }

    fn close(&mut self, handle: u32) {
        self.closed.push(handle);
    }

    fn is_of_use(&self, handle: u32) -> bool {
        handle == 2 || !self.closed.contains(&handle)
    }
}

/// The handles, with whether they are open.
type Known = Vec<(Var<u32>, bool)>;

fn open<K: Kind>(model: &mut Known, step: Step<'_, Handles, K>) -> StepResult {
    let handle = step.call((), |handles: &mut Handles, _, ()| handles.open())?;
    model.push((handle.var(), true));
    Ok(())
}

fn close<K: Kind>(model: &mut Known, step: Step<'_, Handles, K>) -> StepResult {
    let handle = step.pick(model.iter().filter(|known| known.1).map(|known| &known.0))?;
    step.call(handle, |handles, real, handle| handles.close(real[handle]))?;
    model.iter_mut().filter(|known| known.0 == handle).for_each(|known| known.1 = false);
    Ok(())
}

fn touch<K: Kind>(model: &mut Known, step: Step<'_, Handles, K>) -> StepResult {
    let (handle, is_open) = step.pick(&*model)?;
    step.call(handle, |handles, real, handle| handles.is_of_use(real[handle]))?.returns(is_open)
}

fn handles<K: Kind>() -> Machine<Known, Handles, K> {
    Machine::new(Known::new, Handles::default).command(open).command(close).command(touch)
}

#[derive(Clone, Copy)]
enum OnHandles {
    Open,
    Close(u32),
    Touch(u32),
}

fn run_handles(program: &[OnHandles]) -> End {
    let (mut handles, mut model) = (Handles::default(), BTreeMap::new());
    for operation in program {
        match *operation {
            OnHandles::Open => {
                model.insert(handles.open(), true);
            }
            OnHandles::Close(handle) => match model.insert(handle, false) {
                Some(true) => handles.close(handle),
                _ => return End::Invalid,
            },
            OnHandles::Touch(handle) => match model.get(&handle) {
                Some(is_open) if *is_open == handles.is_of_use(handle) => {}
                Some(_) => return End::Breaks,
                None => return End::Invalid,
            },
        }
    }
    End::Holds
}

#[test]
fn handles_of_which_the_second_is_never_closed() {
    let mut operations = vec![OnHandles::Open];
    (1..=3).for_each(|handle| {
        operations.extend([OnHandles::Close(handle), OnHandles::Touch(handle)]);
    });
    let fewest = fewest(&operations, run_handles);
    assert_eq!(fewest, 4);
    assert_fewest(&handles::<Symbolic>(), fewest);
    assert_fewest(&handles::<Dynamic>(), fewest);
}

/// What is read depends on which of many are meant, so that these must go on to be meant when others drop
/// out.
#[test]
fn what_is_referred_to_stays_the_same_while_others_drop_out() {
    fn make<K: Kind>(model: &mut Vec<Var<u32>>, step: Step<'_, (), K>) -> StepResult {
        let number = step.draw(0..=1_000u32);
        let made = step.call(number, |(), _, number| number)?;
        model.push(made.var());
        Ok(())
    }
    fn read<K: Kind>(model: &mut Vec<Var<u32>>, step: Step<'_, (), K>) -> StepResult {
        let (one, other) = (step.pick(&*model)?, step.pick(&*model)?);
        let read = step.call((one, other), |(), real, (one, other)| (real[one], real[other]))?;
        read.ensure("not to be such", |(one, other), _| {
            !(900..940).contains(one) || !(300..340).contains(other)
        })
    }
    fn check<K: Kind>() -> u64 {
        let machine = Machine::<_, _, K>::new(Vec::new, || ()).command(make).command(read);
        let machine = machine.commands(40..=60);
        let mut runs = 0;
        for seed in SEEDS {
            let summary =
                Runner::named("meant").tests(1_000).seed(seed).first_failure().run(&machine);
            let failure = summary.failure().expect("some are such");
            let calls = lawful_report::sequence::calls(failure.calls());
            let expected = ["let v1 = make(300);", "let v2 = make(900);", "read(v2, v1);"];
            assert_eq!(calls, expected, "seed {seed}");
            runs += failure.runs;
        }
        runs / SEEDS.end
    }
    // It takes about sixty for programs of about fifty commands.
    assert!(check::<Symbolic>() < 100);
    assert!(check::<Dynamic>() < 100);
}

/// Not only as few commands as can be, but the simplest of these.
#[test]
fn the_smallest_programs_are_the_same_for_every_seed() {
    #[track_caller]
    fn check<M: std::fmt::Debug + 'static, S: 'static>(
        machine: &Machine<M, S, Symbolic>,
        expected: &[&str],
    ) {
        for seed in SEEDS {
            let summary =
                Runner::named("shrinking").tests(1_000).seed(seed).first_failure().run(machine);
            let failure = summary.failure().expect("the machine has a mistake");
            assert_eq!(lawful_report::sequence::calls(failure.calls()), expected, "seed {seed}");
        }
    }
    check(&stack(), &["push(0);", "push(0);", "push(1);", "pop();"]);
    check(&map(), &["insert(0, 0);", "delete(0);", "insert(0, 1);", "get(0);"]);
    check(&handles(), &["let v1 = open();", "let v2 = open();", "close(v2);", "touch(v2);"]);
}
