//! A detour collapses: a command that leads from one name to another drops out, and what was called by the
//! one is called by the other from the beginning, or to the end.

use lawful_core::extend::{Edit, Shrinker};

use super::commands::{Commands, Name, name};

const TRIES: usize = 40;

pub(super) fn run(shrinker: &mut Shrinker<'_>) {
    for ordinal in shrinker.outline().sequences() {
        let Some(commands) = Commands::of(shrinker, ordinal) else { continue };
        let mut tries = 0;
        for number in 0..commands.commands.len() {
            for (one, other) in pairs(&commands, number) {
                for (from, to) in [(0, number), (number + 1, commands.commands.len())] {
                    for both_ways in [true, false] {
                        tries += 1;
                        let call = Renaming { one, other, from, to, both_ways };
                        if tries > TRIES || try_without(shrinker, &commands, number, &call) {
                            return;
                        }
                    }
                }
            }
        }
    }
}

/// The different names of one kind in a command, in twos.
fn pairs(commands: &Commands, number: usize) -> Vec<(Name, Name)> {
    let names: Vec<Name> = commands.commands[number].names().collect();
    let mut pairs = Vec::new();
    for (index, one) in names.iter().enumerate() {
        for other in &names[index + 1..] {
            let alike = (one.0, one.1, one.2) == (other.0, other.1, other.2);
            if alike && one.3 != other.3 {
                pairs.push((*one, *other));
            }
        }
    }
    pairs
}

struct Renaming {
    one: Name,
    other: Name,
    from: usize,
    to: usize,
    /// Whether the names change places, or the second one takes the place of the first.
    both_ways: bool,
}

fn try_without(
    shrinker: &mut Shrinker<'_>,
    commands: &Commands,
    number: usize,
    renaming: &Renaming,
) -> bool {
    let mut candidate = shrinker.best().clone();
    let mut changed = false;
    for command in &commands.commands[renaming.from..renaming.to] {
        for &(at, scalar) in &command.values {
            let new = match name(&scalar) {
                old if old == renaming.one => renaming.other,
                old if old == renaming.other && renaming.both_ways => renaming.one,
                _ => continue,
            };
            candidate.set(at, scalar.with_value(new.3));
            changed = true;
        }
    }
    let dropped: Vec<bool> =
        (0..commands.commands.len()).map(|command| command == number).collect();
    let candidate = changed.then(|| commands.without(&candidate, &dropped)).flatten();
    candidate.is_some_and(|candidate| shrinker.consider(candidate))
}
