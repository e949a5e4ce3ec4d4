//! The passes, one file each. They know kinds and spans, not values.

pub(super) mod alike_blocks;
pub(super) mod blocks;
pub(super) mod compress;
pub(super) mod delete_and_move;
pub(super) mod delete_by_number;
pub(super) mod delete_elements;
pub(super) mod delete_index;
pub(super) mod delete_single;
pub(super) mod delete_spans;
pub(super) mod delete_together;
pub(super) mod delete_two;
pub(super) mod flip_signs;
pub(super) mod fresh_small;
pub(super) mod hoist;
pub(super) mod keep_values;
pub(super) mod lower_branch;
pub(super) mod lower_by_two;
pub(super) mod lower_equal;
pub(super) mod lower_number;
pub(super) mod merge_lists;
pub(super) mod move_picks;
pub(super) mod multiply;
pub(super) mod pairs;
pub(super) mod raise_later;
pub(super) mod redistribute;
pub(super) mod rename;
pub(super) mod rows;
pub(super) mod shared_units;
pub(super) mod shift;
pub(super) mod sort_siblings;
pub(super) mod swap_picks;
pub(super) mod swap_spans;
pub(super) mod zero_all;
pub(super) mod zero_chunks;
pub(super) mod zero_spans;

use super::outline::{At, Edit, List, Outline, SpanAt};
use super::shrinker::Shrinker;
use crate::choice::{Scalar, Tape, Token};
use crate::generate::{Listed, sort_by};

/// The scalar at a place of the best tape, if the place still holds one.
fn scalar_at(shrinker: &Shrinker<'_>, at: At) -> Option<Scalar> {
    match shrinker.best().section(at.section).get(at.index) {
        Some(Token::Scalar(scalar)) => Some(*scalar),
        _ => None,
    }
}

/// Tries other values for scalars of the best tape.
fn try_values(shrinker: &mut Shrinker<'_>, values: &[(At, u64, bool)]) -> bool {
    let mut candidate = shrinker.best().clone();
    for &(at, magnitude, negative) in values {
        let Some(scalar) = scalar_at(shrinker, at) else { return false };
        let changed = scalar.with(magnitude, negative);
        if changed.magnitude != magnitude {
            return false;
        }
        candidate.set(at, changed);
    }
    shrinker.consider(candidate)
}

/// Deletes elements of something that has an order, from the back: on success twice as many, on
/// failure half as many, until so many single ones could not be deleted. `left` tells how many
/// elements there are and how many may go; `without` makes a candidate.
fn delete_ranges(
    shrinker: &mut Shrinker<'_>,
    mut chunk: usize,
    mut failures: u32,
    left: impl Fn(&Shrinker<'_>) -> (usize, usize),
    without: impl Fn(&Shrinker<'_>, std::ops::Range<usize>) -> Option<Tape>,
) {
    let mut end = left(shrinker).0;
    while end > 0 && failures > 0 && !shrinker.is_over() {
        let (count, spare) = left(shrinker);
        end = end.min(count);
        chunk = chunk.min(end).min(spare);
        if chunk == 0 {
            return;
        }
        let candidate = without(shrinker, end - chunk..end);
        if candidate.is_some_and(|candidate| shrinker.consider(candidate)) {
            end -= chunk;
            chunk *= 2;
        } else if chunk > 1 {
            chunk /= 2;
        } else {
            end -= 1;
            failures -= 1;
        }
    }
}

/// The tokens of a span, with its brackets.
fn tokens_of(tape: &Tape, span: &SpanAt) -> Vec<Token> {
    tape.section(span.open.section)[span.open.index..=span.close].to_vec()
}

fn shorten(tape: &mut Tape, length: At, by: u64) -> Option<()> {
    let Token::Scalar(scalar) = tape.section(length.section)[length.index] else { return None };
    let shorter = scalar.magnitude.checked_sub(by)?;
    tape.set(length, scalar.with(shorter, false));
    Some(())
}

fn remove_elements(tape: &mut Tape, outline: &Outline, list: &List, range: std::ops::Range<usize>) {
    for &element in list.elements[range].iter().rev() {
        let span = &outline.spans[element];
        tape.replace(span.open.section, span.open.index..span.close + 1, Vec::new());
    }
}
