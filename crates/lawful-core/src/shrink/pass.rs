//! Which passes there are, and in which order they run.
//!
//! Which passes exist matters; their order hardly does, but for two things that measurements
//! settled: structure comes before polish, and once few numbers are left, pairs of them come
//! before single ones, or a number and its partner creep down by one.

use super::creeping::Creeping;
use super::passes::*;
use super::shrinker::Shrinker;

/// A way to propose smaller tapes.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// What it does, in a few words.
    pub name: &'static str,
    /// Proposes candidates until it has nothing more to gain.
    pub run: fn(&mut Shrinker<'_>),
}

macro_rules! passes {
    ($($name:ident),* $(,)?) => {
        [$(Pass { name: stringify!($name), run: $name::run }),*]
    };
}

/// Tried first, once.
const START: [Pass; 7] = passes![
    delete_switches,
    delete_unlinked,
    delete_steps,
    collapse_steps,
    zero_all,
    fresh_small,
    rename,
];

/// Tried round after round, until a round gains nothing.
const STRUCTURE: [Pass; 12] = passes![
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
const NUMBERS: [Pass; 3] = passes![pairs, redistribute, lower_number];

/// Tried when numbers gain nothing; the first gain goes back to structure.
const POLISH: [Pass; 22] = passes![
    delete_switches,
    delete_steps,
    collapse_steps,
    move_steps,
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
    more_elsewhere,
    swap_picks,
    shared_units,
];

pub(super) fn run_all(shrinker: &mut Shrinker<'_>, more: &[Pass]) {
    for pass in &START {
        (pass.run)(shrinker);
    }
    let mut polish: Vec<Pass> = POLISH.iter().chain(more).copied().collect();
    let mut creeping = Creeping::default();
    loop {
        while run_round(shrinker, &STRUCTURE) || run_round(shrinker, &NUMBERS) {
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
