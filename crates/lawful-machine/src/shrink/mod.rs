//! Passes for sequences of commands, and how many commands a case has.
//!
//! A pass knows what the tape tells of a command: which one it is, its values, and which earlier commands
//! it refers to. It knows no model and no system.

mod collapse_detours;
mod commands;
mod delete_commands;
mod delete_last;
mod delete_unlinked;
mod more_elsewhere;
mod move_commands;

use lawful_core::extend::{Extension, Measure, Pass, Stage};

macro_rules! pass {
    ($stage:ident, $name:ident) => {
        Pass { name: stringify!($name), stage: Stage::$stage, run: $name::run }
    };
}

/// Contribution of machines to shrinking.
pub static EXTENSION: Extension = Extension {
    passes: &[
        pass!(First, delete_unlinked),
        pass!(First, delete_commands),
        pass!(First, collapse_detours),
        pass!(Polish, delete_commands),
        pass!(Polish, delete_last),
        pass!(Polish, collapse_detours),
        pass!(Polish, move_commands),
        pass!(Last, more_elsewhere),
    ],
    measures: &[Measure {
        unit: ("command", "commands"),
        of: |tape| tape.weight().steps,
        prove: None,
    }],
    deletes_steps: true,
};
