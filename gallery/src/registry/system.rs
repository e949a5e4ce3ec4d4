//! The process registry of Erlang, in small: names for processes, which may die.

use std::collections::BTreeMap;

/// The names that processes are registered under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Name {
    /// The paper's `a`.
    A,
    /// `b`.
    B,
    /// `c`.
    C,
}

/// All names.
pub const NAMES: [Name; 3] = [Name::A, Name::B, Name::C];

/// A process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pid(u32);

/// The exception of Erlang.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadArg;

/// Processes, and the names of some of them.
#[derive(Debug, Default)]
pub struct Registry {
    alive: Vec<bool>,
    names: BTreeMap<Name, Pid>,
}

impl Registry {
    /// Starts a process.
    pub fn spawn(&mut self) -> Pid {
        self.alive.push(true);
        Pid(self.alive.len() as u32 - 1)
    }

    /// Kills a process, and lets the registry know.
    pub fn stop(&mut self, pid: Pid) {
        self.alive[pid.0 as usize] = false;
        self.names.retain(|_, other| *other != pid);
    }

    /// Gives a process a name. A dead one gets none, and nobody is told.
    pub fn register(&mut self, name: Name, pid: Pid) -> Result<(), BadArg> {
        if !self.alive[pid.0 as usize] {
            return Ok(());
        }
        if self.names.contains_key(&name) || self.names.values().any(|other| *other == pid) {
            return Err(BadArg);
        }
        self.names.insert(name, pid);
        Ok(())
    }

    /// Takes a name back.
    pub fn unregister(&mut self, name: Name) -> Result<(), BadArg> {
        self.names.remove(&name).map(|_| ()).ok_or(BadArg)
    }

    /// Who has the name.
    pub fn whereis(&self, name: Name) -> Option<Pid> {
        self.names.get(&name).copied()
    }

    /// Returns the number of names in use.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns whether no name is in use.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}
