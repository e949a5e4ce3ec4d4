//! Case `planted`: a store of numbers with a fault that takes four commands to be seen.
//!
//! A number from 50 is held in a cell of its own, which a copy shares until one of the two changes. The
//! fault is that `add` changes the cell in place, and so the other key too:
//!
//! `put(a, 50..), copy(a, b), add(a or b, n), get(the other)`
//!
//! With fifty keys about one sequence of a hundred commands in twenty holds such a four in order, mostly
//! near its end. Which keys are the two must agree across all four commands, a swap or another copy may
//! lie between, and numbers may have grown to 50 by additions.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::record;

/// Commands of one test.
pub const LENGTH: usize = 100;

pub const KEYS: RangeInclusive<u8> = 0..=49;
pub const NUMBERS: RangeInclusive<u32> = 0..=99;
pub const ADDED: RangeInclusive<u32> = 1..=9;

/// From here on a number is held in a cell that copies share.
const SHARED_FROM: u32 = 50;

/// The smallest sequences that show the fault: in none of them can an argument be smaller, unless another
/// becomes larger. Which of two keys is the first, and which of the two changes, is left open, so that no
/// subject's order among equals is held against it.
pub const SMALLEST: [[Command; 4]; 4] = {
    use Command::{Add, Copy, Get, Put};
    [
        [Put(0, SHARED_FROM), Copy(0, 1), Add(0, 1), Get(1)],
        [Put(0, SHARED_FROM), Copy(0, 1), Add(1, 1), Get(0)],
        [Put(1, SHARED_FROM), Copy(1, 0), Add(0, 1), Get(1)],
        [Put(1, SHARED_FROM), Copy(1, 0), Add(1, 1), Get(0)],
    ]
};

/// What can be asked of the store. Subjects draw the six with the same weight, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Sets a key's number.
    Put(u8, u32),
    /// Reads a key's number. Its result is the only one, and is compared with the model.
    Get(u8),
    /// Adds to the number of a key, which must be there.
    Add(u8, u32),
    /// Sets a key to the number of another, the first, which must be there.
    Copy(u8, u8),
    /// Takes a key away, if it is there.
    Remove(u8),
    /// Exchanges the numbers of two keys; either may be absent.
    Swap(u8, u8),
}

/// What the store should hold.
#[derive(Clone, Debug, Default)]
pub struct Model {
    numbers: BTreeMap<u8, u32>,
}

impl Model {
    pub fn holds(&self, key: u8) -> bool {
        self.numbers.contains_key(&key)
    }

    /// Whether the command may be run now.
    pub fn allows(&self, command: &Command) -> bool {
        match *command {
            Command::Add(key, _) | Command::Copy(key, _) => self.holds(key),
            _ => true,
        }
    }

    /// Follows a command that is allowed.
    pub fn apply(&mut self, command: &Command) {
        match *command {
            Command::Put(key, number) => drop(self.numbers.insert(key, number)),
            Command::Get(_) => {}
            Command::Add(key, added) => {
                self.numbers.entry(key).and_modify(|number| *number += added);
            }
            Command::Copy(from, to) => drop(self.numbers.insert(to, self.numbers[&from])),
            Command::Remove(key) => drop(self.numbers.remove(&key)),
            Command::Swap(one, other) => swap(&mut self.numbers, one, other),
        }
    }
}

/// The system.
#[derive(Clone)]
pub struct Store {
    entries: BTreeMap<u8, Entry>,
    cells: Vec<u32>,
    history: Vec<Command>,
}

#[derive(Clone, Copy)]
enum Entry {
    Number(u32),
    /// An index into the cells.
    Cell(usize),
}

impl Store {
    /// An empty store; counts as the start of a run.
    pub fn new() -> Store {
        record::run();
        Store { entries: BTreeMap::new(), cells: Vec::new(), history: Vec::new() }
    }

    /// Runs a command, and says what was found if it is a `get` and the key is there.
    pub fn run(&mut self, command: &Command) -> Option<u32> {
        self.history.push(*command);
        match *command {
            Command::Put(key, number) => self.put(key, number),
            Command::Get(key) => return self.number(key),
            Command::Add(key, added) => self.add(key, added),
            Command::Copy(from, to) => drop(self.entries.insert(to, self.entries[&from])),
            Command::Remove(key) => drop(self.entries.remove(&key)),
            Command::Swap(one, other) => swap(&mut self.entries, one, other),
        }
        None
    }

    fn number(&self, key: u8) -> Option<u32> {
        self.entries.get(&key).map(|entry| match *entry {
            Entry::Number(number) => number,
            Entry::Cell(index) => self.cells[index],
        })
    }

    fn put(&mut self, key: u8, number: u32) {
        let entry = if number < SHARED_FROM {
            Entry::Number(number)
        } else {
            self.cells.push(number);
            Entry::Cell(self.cells.len() - 1)
        };
        self.entries.insert(key, entry);
    }

    fn add(&mut self, key: u8, added: u32) {
        match self.entries[&key] {
            Entry::Number(number) => self.put(key, number + added),
            // The fault that is to be found: another key may share the cell.
            Entry::Cell(index) => self.cells[index] += added,
        }
    }
}

fn swap<T>(entries: &mut BTreeMap<u8, T>, one: u8, other: u8) {
    let (first, second) = (entries.remove(&one), entries.remove(&other));
    // Where both are the same key, the first is its entry and is put back.
    entries.extend(first.map(|entry| (other, entry)));
    entries.extend(second.map(|entry| (one, entry)));
}

/// Runs a command that the model allows, before or after the model followed it, and tells whether store
/// and model agree.
pub fn agrees(store: &mut Store, model: &Model, command: &Command) -> bool {
    let found = store.run(command);
    let agree = match command {
        Command::Get(key) => found == model.numbers.get(key).copied(),
        _ => true,
    };
    if !agree {
        record::failure(&store.history);
    }
    agree
}

#[cfg(test)]
mod tests {
    use super::Command::{Add, Copy, Get, Put, Remove, Swap};
    use super::*;

    /// Few keys, but one more than the fault needs; numbers on both sides of the bound, and additions that
    /// cross it.
    fn small_commands() -> Vec<Command> {
        let keys = 0..=2;
        let mut commands = Vec::new();
        for key in keys.clone() {
            commands.extend([Get(key), Remove(key)]);
            commands.extend([0, 45, 49, 50, 51].map(|number| Put(key, number)));
            commands.extend([1, 2, 9].map(|added| Add(key, added)));
            commands.extend(keys.clone().flat_map(|other| [Copy(key, other), Swap(key, other)]));
        }
        commands
    }

    /// All sequences of so many small commands that are allowed and end in the first failure.
    fn failing(length: usize) -> Vec<Vec<Command>> {
        fn extend(
            left: usize,
            store: &Store,
            model: &Model,
            commands: &[Command],
            failing: &mut Vec<Vec<Command>>,
        ) {
            for command in commands.iter().filter(|command| model.allows(command)) {
                let (mut store, mut model) = (store.clone(), model.clone());
                let agree = agrees(&mut store, &model, command);
                model.apply(command);
                match (agree, left) {
                    (false, 1) => failing.push(store.history),
                    (false, _) | (true, 1) => {}
                    (true, _) => extend(left - 1, &store, &model, commands, failing),
                }
            }
        }
        let mut failures = Vec::new();
        extend(length, &Store::new(), &Model::default(), &small_commands(), &mut failures);
        failures
    }

    fn arguments(history: &[Command]) -> Vec<u32> {
        let pair = |command: &Command| match *command {
            Put(key, number) | Add(key, number) => [key.into(), number],
            Get(key) | Remove(key) => [key.into(), 0],
            Copy(one, other) | Swap(one, other) => [one.into(), other.into()],
        };
        history.iter().flat_map(pair).collect()
    }

    #[test]
    fn three_commands_do_not_show_the_fault() {
        for length in 1..=3 {
            assert_eq!(failing(length), Vec::<Vec<Command>>::new());
        }
    }

    #[test]
    fn four_commands_show_it_and_these_are_the_smallest() {
        let failing = failing(4);
        let shape =
            |history: &Vec<Command>| matches!(history[..], [Put(..), Copy(..), Add(..), Get(_)]);
        assert!(failing.iter().all(shape));
        let smallest: Vec<&Vec<Command>> = failing
            .iter()
            .filter(|history| {
                let mine = arguments(history);
                let below = |other: &Vec<Command>| {
                    let other = arguments(other);
                    other != mine && other.iter().zip(&mine).all(|(other, mine)| other <= mine)
                };
                !failing.iter().any(below)
            })
            .collect();
        assert_eq!(smallest.len(), SMALLEST.len());
        assert!(SMALLEST.iter().all(|core| smallest.iter().any(|history| history[..] == core[..])));
    }
}
