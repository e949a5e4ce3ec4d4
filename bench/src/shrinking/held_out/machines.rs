//! Sequences of operations against a model, and infinite streams.

use std::collections::BTreeMap;

use lawful::any;
use lawful::generate::{Stream, one_of, vec};
use lawful::{Generator, Law, Source};

use crate::shrinking::case::{Case, exactly, law};

pub const CASES: &[Case] = &[
    // What was removed comes back with its old value.
    Case {
        name: "store_reinserts",
        law: store,
        smallest: || exactly("[Insert(0, 0), Remove(0), Insert(0, 1), Get(0)]"),
    },
    // Undoing the removal of the last character puts it first, which shows once there are two that
    // differ.
    Case {
        name: "editor_undo",
        law: editor,
        smallest: || exactly("[Insert(0, 'a'), Insert(0, 'b'), Delete(1), Undo]"),
    },
    // All five are drawn, so the two that matter are the last.
    Case {
        name: "stream_tail",
        law: || {
            law(any::<Stream<u8>>(), |numbers| {
                numbers.iter().take(5).filter(|number| *number >= 8).count() < 2
            })
        },
        smallest: || exactly("[0, 0, 0, 8, 8, ..]"),
    },
];

#[derive(Clone, Debug)]
enum Command {
    Insert(u8, u8),
    Remove(u8),
    Get(u8),
}

fn store() -> Box<dyn Law> {
    let key = || 0..=3u8;
    let command = one_of([
        (key(), any::<u8>()).mapped(|(key, value)| Command::Insert(key, value)).boxed(),
        key().mapped(Command::Remove).boxed(),
        key().mapped(Command::Get).boxed(),
    ]);
    law(vec(command, ..), |commands| {
        let (mut store, mut model) = (Store::default(), BTreeMap::new());
        commands.into_iter().all(|command| match command {
            Command::Insert(key, value) => {
                store.insert(key, value);
                model.insert(key, value);
                true
            }
            Command::Remove(key) => {
                store.remove(key);
                model.remove(&key);
                true
            }
            Command::Get(key) => store.get(key) == model.get(&key).copied(),
        })
    })
}

/// A map that only marks what is removed.
#[derive(Default)]
struct Store(BTreeMap<u8, Slot>);

struct Slot {
    value: u8,
    is_removed: bool,
}

impl Store {
    fn insert(&mut self, key: u8, value: u8) {
        match self.0.get_mut(&key) {
            // The fault that is to be found: the value should be replaced here too.
            Some(slot) if slot.is_removed => slot.is_removed = false,
            _ => drop(self.0.insert(key, Slot { value, is_removed: false })),
        }
    }

    fn remove(&mut self, key: u8) {
        if let Some(slot) = self.0.get_mut(&key) {
            slot.is_removed = true;
        }
    }

    fn get(&self, key: u8) -> Option<u8> {
        self.0.get(&key).filter(|slot| !slot.is_removed).map(|slot| slot.value)
    }
}

#[derive(Clone, Debug)]
enum Edit {
    Insert(usize, char),
    Delete(usize),
    Undo,
}

/// Edits at places that exist; how many characters there are depends on the edits before.
fn edits(source: &mut Source) -> Vec<Edit> {
    let count = source.draw(&(0..=12usize));
    let mut lengths = vec![0usize];
    let mut edits = Vec::new();
    for _ in 0..count {
        let length = lengths[lengths.len() - 1];
        let edit = source.draw(&|source: &mut Source| match source.branch(3) {
            0 => Edit::Insert(source.draw(&(0..=length)), source.draw(&('a'..='e'))),
            1 if length > 0 => Edit::Delete(source.draw(&(0..length))),
            _ => Edit::Undo,
        });
        match edit {
            Edit::Insert(..) => lengths.push(length + 1),
            Edit::Delete(_) => lengths.push(length - 1),
            Edit::Undo if lengths.len() > 1 => drop(lengths.pop()),
            Edit::Undo => {}
        }
        edits.push(edit);
    }
    edits
}

fn editor() -> Box<dyn Law> {
    law(edits, |edits| {
        let mut editor = Editor::default();
        let mut versions = vec![Vec::new()];
        edits.into_iter().all(|edit| {
            let mut text = versions[versions.len() - 1].clone();
            match edit {
                Edit::Insert(at, character) => {
                    text.insert(at, character);
                    versions.push(text);
                }
                Edit::Delete(at) => {
                    text.remove(at);
                    versions.push(text);
                }
                Edit::Undo if versions.len() > 1 => drop(versions.pop()),
                Edit::Undo => {}
            }
            editor.apply(edit);
            Some(&editor.text) == versions.last()
        })
    })
}

/// A text with a history of what would undo each edit.
#[derive(Default)]
struct Editor {
    text: Vec<char>,
    history: Vec<Edit>,
}

impl Editor {
    fn apply(&mut self, edit: Edit) {
        match edit {
            Edit::Undo => {
                if let Some(edit) = self.history.pop() {
                    self.change(edit);
                }
            }
            edit => {
                let undoes = self.change(edit);
                self.history.push(undoes);
            }
        }
    }

    /// Makes an edit and gives the one that undoes it.
    fn change(&mut self, edit: Edit) -> Edit {
        match edit {
            Edit::Insert(at, character) => {
                self.text.insert(at, character);
                Edit::Delete(at)
            }
            Edit::Delete(at) => {
                let character = self.text.remove(at);
                // The fault that is to be found: at the end the place is lost.
                let at = if at < self.text.len() { at } else { 0 };
                Edit::Insert(at, character)
            }
            Edit::Undo => Edit::Undo,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrinking::brute_force::{Within, check};

    #[test]
    fn no_smaller_case_breaks_the_law() {
        let machines = |numbers, lengths, weight| Within { size: 10, numbers, lengths, weight };
        check(
            CASES,
            &[
                ("store_reinserts", machines(1, 4, 9)),
                ("editor_undo", machines(4, 0, 8)),
                ("stream_tail", machines(8, 0, 5)),
            ],
        );
    }
}
