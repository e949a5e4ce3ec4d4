//! Commands of a sequence drop out: all of one kind, then as many as can go. A command that cannot go costs
//! a run, but few cannot: unlike the elements of other lists, most commands do nothing for the failure.

use lawful_core::extend::Shrinker;

use super::commands::Commands;

/// A sequence shorter than this has no kinds worth a try.
const SHORT: usize = 12;

pub(super) fn run(shrinker: &mut Shrinker<'_>) {
    for ordinal in shrinker.outline().sequences() {
        delete_kinds(shrinker, ordinal);
        delete_with_dependents(shrinker, ordinal);
        delete_any(shrinker, ordinal);
    }
}

/// Deletes all commands of one kind, for every kind that the last command is not of.
fn delete_kinds(shrinker: &mut Shrinker<'_>, ordinal: usize) {
    let mut tried = Vec::new();
    while let Some(commands) =
        Commands::of(shrinker, ordinal).filter(|all| all.commands.len() >= SHORT)
    {
        let kinds = commands.commands.iter().map(|command| command.kind);
        let last = kinds.clone().next_back();
        let next = kinds.clone().find(|kind| Some(*kind) != last && !tried.contains(kind));
        let Some(next) = next else { return };
        tried.push(next);
        let dropped: Vec<bool> = kinds.map(|kind| kind == next).collect();
        commands.try_without(shrinker, &dropped);
    }
}

/// Deletes a command together with those that refer to it, for every command that the last one can do without.
fn delete_with_dependents(shrinker: &mut Shrinker<'_>, ordinal: usize) {
    let mut number = 0;
    while let Some(commands) = Commands::of(shrinker, ordinal) {
        let last = commands.commands.len() - 1;
        if number >= last || shrinker.is_over() {
            return;
        }
        let dropped = commands.with_dependents(number);
        let several = dropped.iter().filter(|dropped| **dropped).count() > 1;
        if !several || dropped[last] || !commands.try_without(shrinker, &dropped) {
            number += 1;
        }
    }
}

/// Deletes commands from the back, the last one excepted: more at a time where that succeeds, fewer where it does not.
fn delete_any(shrinker: &mut Shrinker<'_>, ordinal: usize) {
    let Some(commands) = Commands::of(shrinker, ordinal) else { return };
    let mut end = commands.commands.len() - 1;
    let mut chunk = end.div_ceil(2);
    while end > 0 && !shrinker.is_over() {
        let Some(commands) = Commands::of(shrinker, ordinal) else { return };
        let count = commands.commands.len();
        end = end.min(count.saturating_sub(1));
        chunk = chunk.clamp(1, end.max(1));
        let range = end.saturating_sub(chunk)..end;
        let dropped: Vec<bool> = (0..count).map(|command| range.contains(&command)).collect();
        if commands.try_without(shrinker, &dropped) {
            // More may have gone than was asked for, since what needs a command goes with it.
            let left =
                Commands::of(shrinker, ordinal).map_or(0, |commands| commands.commands.len());
            end = range.start.min(left.saturating_sub(1));
            chunk *= 2;
        } else if chunk > 1 {
            chunk = chunk.div_ceil(2);
        } else {
            end -= 1;
            // The next that can go are likely to be as many as the last ones.
            chunk = 2;
        }
    }
}
