//! Rows of lanes: they drop out to the simplest answer, or to that of another row.

use super::*;
use crate::choice::{DEFAULT_ROW, RowKey, own_choices};

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    drop_rows(shrinker);
    share_rows(shrinker);
    unshare_rows(shrinker);
    sort_rows(shrinker);
}

/// A row that is missing reads 0: for a generated function that is its default.
fn drop_rows(shrinker: &mut Shrinker<'_>) {
    let keys: Vec<RowKey> = shrinker.best().rows.keys().copied().listed();
    for key in keys.into_iter().rev() {
        let mut candidate = shrinker.best().clone();
        if candidate.rows.remove(&key).is_some_and(|tokens| !is_zero(&tokens)) {
            shrinker.consider(candidate);
        }
    }
}

/// Gives the default of a lane the choices of one of its rows, so that all rows like it drop out.
fn share_rows(shrinker: &mut Shrinker<'_>) {
    let rows: Vec<_> = shrinker.best().rows.iter().map(|(k, t)| (*k, t.clone())).listed();
    for (key, tokens) in rows {
        if key.row == DEFAULT_ROW || !shrinker.best().rows.contains_key(&key) {
            continue;
        }
        let Some(answer) = own_choices(&tokens) else { continue };
        let mut candidate = shrinker.best().clone();
        candidate.rows.insert(RowKey { row: DEFAULT_ROW, ..key }, answer.to_vec());
        candidate.rows.retain(|other, held| {
            other.lane != key.lane || other.row == DEFAULT_ROW || *held != tokens
        });
        shrinker.consider(candidate);
    }
}

/// The reverse: the default becomes the simplest answer, the rows that had it get it as their own,
/// and those that had the simplest answer as their own drop out.
fn unshare_rows(shrinker: &mut Shrinker<'_>) {
    let keys: Vec<RowKey> = shrinker.best().rows.keys().copied().listed();
    for default in keys.into_iter().filter(|key| key.row == DEFAULT_ROW) {
        let mut candidate = shrinker.best().clone();
        let Some(answer) = candidate.rows.remove(&default) else { continue };
        if is_zero(&answer) {
            continue;
        }
        let of_lane = |key: &RowKey| key.lane == default.lane;
        candidate.rows.retain(|key, tokens| {
            !of_lane(key) || own_choices(tokens).is_none_or(|answer| !is_zero(answer))
        });
        for (_, tokens) in candidate.rows.iter_mut().filter(|(key, _)| of_lane(key)) {
            if let [Token::Scalar(own)] = tokens.as_slice()
                && own.is_zero()
            {
                *tokens = vec![Token::Scalar(own.with(1, false))];
                tokens.extend_from_slice(&answer);
            }
        }
        shrinker.consider(candidate);
    }
}

/// Swaps what two rows hold where that puts the smaller first.
fn sort_rows(shrinker: &mut Shrinker<'_>) {
    let keys: Vec<RowKey> = shrinker.best().rows.keys().copied().listed();
    for (index, one) in keys.iter().enumerate() {
        if shrinker.is_over() {
            return;
        }
        for other in &keys[index + 1..] {
            let rows = &shrinker.best().rows;
            let (Some(first), Some(second)) = (rows.get(one), rows.get(other)) else { continue };
            // The default has no choice of whether there is an answer.
            let alike = (one.row == DEFAULT_ROW) == (other.row == DEFAULT_ROW);
            if !alike || super::sort_siblings::order(first, second).is_le() {
                continue;
            }
            let mut candidate = shrinker.best().clone();
            candidate.rows.insert(*one, second.clone());
            candidate.rows.insert(*other, first.clone());
            shrinker.consider(candidate);
        }
    }
}

fn is_zero(tokens: &[Token]) -> bool {
    tokens.iter().all(|token| match token {
        Token::Scalar(scalar) => scalar.is_zero(),
        Token::Block(block) => block.units.is_empty(),
        _ => true,
    })
}
