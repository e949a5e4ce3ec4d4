//! Which passes there are, and in which order they run.
//!
//! Which passes exist matters; their order hardly does, but for two things that measurements
//! settled: structure comes before polish, and once few numbers are left, pairs of them come
//! before single ones, or a number and its partner creep down by one.

use super::creeping::Creeping;
use super::extension::{Extension, Pass, Stage};
use super::passes::*;
use super::shrinker::Shrinker;

macro_rules! passes {
    ($stage:ident: $($name:ident),* $(,)?) => {
        [$(Pass { name: stringify!($name), stage: Stage::$stage, run: $name::run }),*]
    };
}

/// Tried first, once.
const START: [Pass; 3] = passes![First:
    zero_all,
    fresh_small,
    rename,
];

/// Tried round after round, until a round gains nothing.
const STRUCTURE: [Pass; 12] = passes![Structure:
    delete_elements,
    delete_by_number,
    zero_spans,
    hoist,
    rows,
    compress,
    zero_chunks,
    lower_equal,
    alike_blocks,
    blocks,
    merge_lists,
    sort_siblings,
];

/// Tried when structure gains nothing, always all three: two of them alone can go on for ever, one
/// giving back what the other took.
const NUMBERS: [Pass; 3] = passes![Structure: pairs, redistribute, lower_number];

/// Tried when numbers gain nothing; the first gain goes back to structure.
const POLISH: [Pass; 17] = passes![Polish:
    lower_branch,
    delete_index,
    delete_together,
    delete_two,
    delete_and_move,
    lower_by_two,
    swap_spans,
    keep_values,
    raise_later,
    delete_single,
    delete_spans,
    multiply,
    flip_signs,
    shift,
    move_picks,
    swap_picks,
    shared_units,
];

pub(super) fn run_all(shrinker: &mut Shrinker<'_>, extensions: &[&'static Extension]) {
    let of = |stage: Stage, own: &[Pass]| -> Vec<Pass> {
        let mut passes = Vec::new();
        extensions.iter().for_each(|extension| passes.extend_from_slice(extension.passes));
        passes.retain(|pass: &Pass| pass.stage == stage);
        passes.extend_from_slice(own);
        passes
    };
    for pass in of(Stage::First, &START) {
        (pass.run)(shrinker);
    }
    let structure = of(Stage::Structure, &STRUCTURE);
    let mut polish = of(Stage::Polish, &POLISH);
    polish.extend(of(Stage::Last, &[]));
    let mut creeping = Creeping::default();
    loop {
        while run_round(shrinker, &structure) || run_round(shrinker, &NUMBERS) {
            creeping.escape(shrinker);
        }
        let gained = polish.iter().position(|pass| gains(shrinker, pass));
        match gained {
            // What worked is tried first next time.
            Some(place) => polish[..=place].rotate_right(1),
            None => return,
        }
        if shrinker.is_over() {
            return;
        }
    }
}

fn run_round(shrinker: &mut Shrinker<'_>, passes: &[Pass]) -> bool {
    let before = shrinker.steps();
    for pass in passes {
        (pass.run)(shrinker);
    }
    shrinker.steps() > before && !shrinker.is_over()
}

fn gains(shrinker: &mut Shrinker<'_>, pass: &Pass) -> bool {
    let before = shrinker.steps();
    (pass.run)(shrinker);
    shrinker.steps() > before
}
