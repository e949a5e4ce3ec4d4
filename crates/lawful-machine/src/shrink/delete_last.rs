//! The last command drops out, for as long as that goes. Other passes keep it, since most failures are those of the last
//! command; one that is seen after the last command, by `finally`, in the drain phase or by a watcher, may do without it.

use lawful_core::extend::Shrinker;

use super::commands::Commands;

pub(super) fn run(shrinker: &mut Shrinker<'_>) {
    for ordinal in shrinker.outline().sequences() {
        while let Some(commands) = Commands::of(shrinker, ordinal) {
            let count = commands.commands.len();
            let dropped: Vec<bool> = (1..=count).map(|number| number == count).collect();
            if !commands.try_without(shrinker, &dropped) {
                break;
            }
        }
    }
}
