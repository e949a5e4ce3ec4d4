//! Passes and proofs for schedules.
//!
//! A schedule is a list of keyed choices: the owner is the task that was running, the count is how many
//! decisions it came to before, and the choice is the task that ran instead of the simplest one.

mod delete_switches;
mod few_switches;
mod proof;

use lawful_core::extend::{Extension, Measure, Pass, Stage, Tape, Token};

use crate::run::is_needs;

/// Number of context switches of the schedules on a tape.
fn switches(tape: &Tape) -> u64 {
    let schedules = tape.tokens().filter_map(|token| match token {
        Token::Keyed(schedule) => Some(schedule),
        _ => None,
    });
    schedules.flatten().filter(|entry| !is_needs(entry)).count() as u64
}

const fn delete_switches(stage: Stage) -> Pass {
    Pass { name: "delete_switches", stage, run: delete_switches::run }
}

/// Contribution of schedules to shrinking.
pub(crate) static EXTENSION: Extension = Extension {
    passes: &[delete_switches(Stage::First), delete_switches(Stage::Polish)],
    measures: &[Measure {
        unit: ("context switch", "context switches"),
        of: switches,
        prove: Some(proof::prove),
    }],
    deletes_steps: false,
};
