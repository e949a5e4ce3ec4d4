//! The table: what Erlang Term Storage does for the registry. Each operation is one step.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use lawful::pulse::effect::effect;
use lawful::pulse::process::{Monitor, Pid};

/// The name of a process.
pub type Name = &'static str;

/// What an entry is found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// From a name to its process.
    Forward(Name),
    /// From a process, and a name of it, to the monitor.
    Reverse(Pid, Name),
}

/// What an entry says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The process of a name.
    Process(Pid),
    /// The monitor of a process; none in an entry that a client made.
    Monitor(Option<Monitor>),
}

/// A table that processes share.
#[derive(Clone, Debug, Default)]
pub struct Table(Arc<Mutex<BTreeMap<Key, Value>>>);

impl Table {
    /// Inserts all entries if none of their keys is in use; says whether it did.
    pub fn insert_new(&self, entries: &[(Key, Value)]) -> bool {
        effect(format_args!("insert_new {entries:?}"), || {
            let mut table = self.entries();
            let is_new = entries.iter().all(|(key, _)| !table.contains_key(key));
            if is_new {
                table.extend(entries.iter().copied());
            }
            is_new
        })
    }

    /// Inserts an entry in place of any other with its key.
    pub fn insert(&self, key: Key, value: Value) {
        effect(format_args!("insert {key:?} {value:?}"), || {
            self.entries().insert(key, value);
        });
    }

    /// The value of a key.
    pub fn lookup(&self, key: Key) -> Option<Value> {
        effect(format_args!("lookup {key:?}"), || self.entries().get(&key).copied())
    }

    /// The process of a name.
    pub fn process(&self, name: Name) -> Option<Pid> {
        match self.lookup(Key::Forward(name)) {
            Some(Value::Process(pid)) => Some(pid),
            _ => None,
        }
    }

    /// The names of a process, by its reverse entries.
    pub fn names(&self, pid: Pid) -> Vec<Name> {
        effect(format_args!("match {pid:?}"), || {
            let table = self.entries();
            let names = table.keys().filter_map(|key| match key {
                Key::Reverse(owner, name) if *owner == pid => Some(*name),
                _ => None,
            });
            names.collect()
        })
    }

    /// Deletes the entry of a key.
    pub fn delete(&self, key: Key) {
        effect(format_args!("delete {key:?}"), || {
            self.entries().remove(&key);
        });
    }

    /// The lock is held inside of effects only, so nobody waits for it.
    fn entries(&self) -> MutexGuard<'_, BTreeMap<Key, Value>> {
        self.0.lock().expect("no operation of the table panics")
    }
}
