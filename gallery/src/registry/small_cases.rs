//! All small command sequences, run against the three wrong specifications by hand: no machine, no shrinking.

use std::collections::BTreeMap;

/// A command, with processes by the step that spawned them, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Call {
    Spawn,
    Register(char, usize),
    Unregister(char),
    Whereis(char),
}

impl Call {
    fn command(self) -> &'static str {
        match self {
            Call::Spawn => "spawn",
            Call::Register(..) => "register",
            Call::Unregister(_) => "unregister",
            Call::Whereis(_) => "whereis",
        }
    }

    /// The call as it is shown, as step number `step`.
    fn text(self, step: usize) -> String {
        match self {
            Call::Spawn => format!("let v{step} = spawn();"),
            Call::Register(name, pid) => format!("register(Name::{name}, v{pid});"),
            Call::Unregister(name) => format!("unregister(Name::{name});"),
            Call::Whereis(name) => format!("whereis(Name::{name});"),
        }
    }
}

/// Expectation of a wrong specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// No call fails.
    First,
    /// Only `unregister` fails, for names that the model does not know.
    Second,
    /// `register` fails for what the model knows, and is entered in the model all the same.
    Third,
}

/// The shortest sequences in which the last call fails and none before it, for each command that can be that
/// call: with at most `most` commands, over two names.
pub fn minimal(wrong: Wrong, most: usize) -> BTreeMap<&'static str, Vec<Vec<String>>> {
    let mut minimal: BTreeMap<&'static str, Vec<Vec<String>>> = BTreeMap::new();
    let mut sequences = vec![Vec::new()];
    for _ in 0..most {
        let mut longer = Vec::new();
        for sequence in &sequences {
            for call in calls_after(sequence) {
                let sequence: Vec<Call> = [sequence.as_slice(), &[call]].concat();
                if !fails_last(wrong, &sequence) {
                    longer.push(sequence);
                    continue;
                }
                let known = minimal.entry(call.command()).or_default();
                if known.first().is_none_or(|first| first.len() == sequence.len()) {
                    let texts = sequence.iter().zip(1..).map(|(call, step)| call.text(step));
                    known.push(texts.collect());
                }
            }
        }
        sequences = longer;
    }
    minimal
}

fn calls_after(sequence: &[Call]) -> Vec<Call> {
    let spawned = (1..).zip(sequence).filter(|(_, call)| **call == Call::Spawn);
    let spawned: Vec<usize> = spawned.map(|(step, _)| step).collect();
    let mut calls = vec![Call::Spawn];
    for name in ['A', 'B'] {
        calls.extend([Call::Unregister(name), Call::Whereis(name)]);
        calls.extend(spawned.iter().map(|pid| Call::Register(name, *pid)));
    }
    calls
}

/// Returns whether the last call does not do what the specification says. The calls before it do.
fn fails_last(wrong: Wrong, sequence: &[Call]) -> bool {
    let (mut registry, mut model) = (Vec::new(), Vec::new());
    let mut fails = false;
    for call in sequence {
        let taken = |list: &[(char, usize)], name, pid| {
            list.iter().any(|known: &(char, usize)| known.0 == name || known.1 == pid)
        };
        let knows = |list: &[(char, usize)], name| list.iter().any(|known| known.0 == name);
        match *call {
            Call::Spawn | Call::Whereis(_) => fails = false,
            Call::Register(name, pid) => {
                let is_error = taken(&registry, name, pid);
                fails = is_error != (wrong == Wrong::Third && taken(&model, name, pid));
                if !is_error {
                    registry.push((name, pid));
                }
                model.push((name, pid));
            }
            Call::Unregister(name) => {
                let is_error = !knows(&registry, name);
                fails = is_error != (wrong != Wrong::First && !knows(&model, name));
                registry.retain(|known| known.0 != name);
                model.retain(|known| known.0 != name);
            }
        }
    }
    fails
}
