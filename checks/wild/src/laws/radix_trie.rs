//! radix_trie: a map whose keys may be prefixes of one another promises to do what a map does.
//!
//! - #40: `remove` of a key that is not there panics.
//! - #50: `remove` of a key that is not there removes another.

use std::collections::BTreeMap;

use lawful::machine::symbolic::*;
use lawful::prelude::*;
use radix_trie::{Trie, TrieCommon};

use crate::bug::Bug;

/// What both bugs share: one law finds them.
const OF_EDITS: Bug = Bug {
    package: "radix_trie",
    version: "0.1.3",
    fixed: Some("0.1.5"),
    law: "machine: edits of a trie against a `BTreeMap`",
    make: || Box::new(edits()),
    ..Bug::COMMON
};

/// Published bugs, and the laws that find them.
pub const BUGS: &[Bug] = &[
    Bug {
        published: "#40",
        defect: "`remove` of an absent key panics",
        minimal: &[
            "insert(String::from(\"aa\"), 0); remove(String::from(\"a\"));",
            "insert(String::from(\"a\"), 0); remove(String::from(\"b\"));",
        ],
        ..OF_EDITS
    },
    Bug {
        published: "#50",
        defect: "`remove` of an absent key removes others",
        shows: "entries of the model",
        minimal: &["insert(String::from(\"*\"), 0); insert(String::from(\"*\"), 0); \
                  remove(String::from(\"*\"));"],
        ..OF_EDITS
    },
];

type Map = BTreeMap<String, u8>;
type System = Trie<String, u8>;

fn insert(model: &mut Map, step: Step<System>) -> StepResult {
    let (key, value) = step.draw(any::<(String, u8)>());
    let result =
        step.call((key.clone(), value), |trie, _, (key, value)| trie.insert(key, value))?;
    result.returns(model.insert(key, value))
}

fn get(model: &mut Map, step: Step<System>) -> StepResult {
    let key = step.draw(any::<String>());
    let result = step.call(key.clone(), |trie, _, key| trie.get(&key).copied())?;
    result.returns(model.get(&key).copied())
}

fn remove(model: &mut Map, step: Step<System>) -> StepResult {
    let key = step.draw(any::<String>());
    let result = step.call(key.clone(), |trie, _, key| trie.remove(&key))?;
    result.returns(model.remove(&key))
}

fn remove_present(model: &mut Map, step: Step<System>) -> StepResult {
    let key = step.pick(model.keys())?;
    let result = step.call(key.clone(), |trie, _, key| trie.remove(&key))?;
    result.returns(model.remove(&key))
}

/// Every edit of a trie does what it does to a `BTreeMap`.
fn edits() -> impl Law {
    Machine::new(Map::new, System::new)
        .command(insert)
        .command(get)
        .command(remove)
        .command(remove_present)
        .invariant("the entries of the model", |model, trie, _| {
            let entries = trie.iter().map(|(key, value)| (key.clone(), *value));
            entries.collect::<Map>() == *model && trie.len() == model.len()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shrinking ends at characters of three or four bytes for #50, where two bytes are enough.
    #[test]
    fn characters_of_two_bytes_are_enough() {
        let mut trie = System::new();
        trie.insert("\u{80}".into(), 0);
        trie.insert("\u{90}".into(), 0);
        assert_eq!(trie.remove("\u{81}"), None);
        assert_eq!(trie.get("\u{80}"), None);
    }
}
