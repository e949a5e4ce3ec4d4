//! A command that adds to something drops out, and there is more of it in another command: in the last one
//! before it that has a name in common with it, or in the nearest of its kind.

use lawful_core::extend::{At, Edit, Kind, Scalar, Shrinker};

use super::commands::{Command, Commands, Name, name};

/// Maximum number of commands that are tried.
const TRIES: usize = 20;

pub(super) fn run(shrinker: &mut Shrinker<'_>) {
    for ordinal in shrinker.outline().sequences() {
        let Some(commands) = Commands::of(shrinker, ordinal) else { continue };
        for number in (0..commands.commands.len()).rev().take(TRIES) {
            for other in others(&commands.commands, number) {
                if try_more(shrinker, &commands, number, other) {
                    return;
                }
            }
        }
    }
}

fn others(commands: &[Command], number: usize) -> Vec<usize> {
    let names: Vec<Name> = commands[number].names().collect();
    let is_linked = |other: &usize| commands[*other].names().any(|name| names.contains(&name));
    let is_alike = |other: &usize| commands[*other].kind == commands[number].kind;
    let mut others: Vec<usize> = (0..number).rev().find(is_linked).into_iter().collect();
    others.extend((0..number).rev().find(is_alike));
    others.extend((number + 1..commands.len()).find(is_alike));
    others.dedup();
    others
}

/// Does without a command, with numbers of another at their greatest: those that are no names, or else all.
fn try_more(shrinker: &mut Shrinker<'_>, commands: &Commands, number: usize, other: usize) -> bool {
    let is_number = |scalar: &Scalar| scalar.kind == Kind::Number && scalar.magnitude < scalar.up;
    let numbers = commands.commands[other].values.iter().enumerate();
    let numbers: Vec<(usize, At, Scalar)> = numbers
        .filter(|(_, (_, scalar))| is_number(scalar))
        .map(|(place, (at, scalar))| (place, *at, *scalar))
        .collect();
    let amounts: Vec<(usize, At, Scalar)> = numbers
        .iter()
        .filter(|(place, _, scalar)| !is_name(commands, number, other, *place, scalar))
        .copied()
        .collect();
    let raised = if amounts.is_empty() { numbers } else { amounts };
    let mut candidate = shrinker.best().clone();
    for (_, at, scalar) in &raised {
        candidate.set(*at, scalar.with(scalar.up, false));
    }
    let dropped: Vec<bool> =
        (0..commands.commands.len()).map(|command| command == number).collect();
    let candidate = (!raised.is_empty()).then(|| commands.without(&candidate, &dropped)).flatten();
    candidate.is_some_and(|candidate| shrinker.consider(candidate))
}

/// Returns whether a value is a name: the other command has it too, as the same argument if it is of the same kind.
fn is_name(
    commands: &Commands,
    number: usize,
    other: usize,
    place: usize,
    scalar: &Scalar,
) -> bool {
    let (one, other) = (&commands.commands[number], &commands.commands[other]);
    match one.kind == other.kind {
        true => one.values.get(place).is_some_and(|(_, same)| name(same) == name(scalar)),
        false => one.names().any(|same| same == name(scalar)),
    }
}
