//! Commands of a sequence that have nothing to do with the last one drop out, all at once.
//!
//! The last command is where a law was broken. Commands have to do with each other if they share a value: a
//! key, a name, an index. So what is kept is the last command and those that share a value with it; then
//! also those that share one with these, and so on, while that is not all.

use lawful_core::extend::Shrinker;

use super::commands::{Commands, Name};

/// Maximum distance of a command from the last one.
const DEPTH: usize = 5;
/// A sequence shorter than this is left to the other passes.
const SHORT: usize = 5;

pub(super) fn run(shrinker: &mut Shrinker<'_>) {
    for ordinal in shrinker.outline().sequences() {
        if let Some(commands) =
            Commands::of(shrinker, ordinal).filter(|all| all.commands.len() >= SHORT)
        {
            keep_linked(shrinker, &commands);
        }
    }
}

fn keep_linked(shrinker: &mut Shrinker<'_>, commands: &Commands) {
    let last = commands.commands.len() - 1;
    let mut dropped = vec![true; last + 1];
    dropped[last] = false;
    let mut known: Vec<Name> = commands.commands[last].names().collect();
    for _ in 0..DEPTH {
        let mut more = Vec::new();
        for (command, dropped) in commands.commands.iter().zip(&mut dropped) {
            if *dropped && command.names().any(|name| known.contains(&name)) {
                *dropped = false;
                more.extend(command.names());
            }
        }
        known.append(&mut more);
        keep_references(commands, &mut dropped);
        if !dropped.contains(&true) || commands.try_without(shrinker, &dropped) {
            return;
        }
    }
}

/// Keeps what is referred to by what is kept.
fn keep_references(commands: &Commands, dropped: &mut [bool]) {
    for number in (0..commands.commands.len()).rev() {
        if !dropped[number] {
            for command in commands.commands[number].references() {
                dropped.get_mut(command - 1).into_iter().for_each(|dropped| *dropped = false);
            }
        }
    }
}
