//! Rows of lanes: they drop out to the simplest answer, or to that of another row.

use super::*;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    drop_rows(shrinker);
    share_rows(shrinker);
}

/// A row that is missing reads 0: for a generated function that is its default.
fn drop_rows(shrinker: &mut Shrinker<'_>) {
    let mut section = shrinker.best().rows.len();
    while section > 0 {
        let candidate = shrinker.best().without_row(section);
        shrinker.consider(&candidate);
        section = (section - 1).min(shrinker.best().rows.len());
    }
}

/// Gives the default of a lane the choices of one of its rows, so that all rows like it drop out.
fn share_rows(shrinker: &mut Shrinker<'_>) {
    let rows: Vec<_> = shrinker.best().rows.iter().map(|(k, t)| (*k, t.clone())).collect();
    for (key, tokens) in rows {
        if key.row == 0 || !shrinker.best().rows.contains_key(&key) {
            continue;
        }
        // The first choice of a row says whether it has an answer of its own.
        let Some(own) = tokens.iter().position(|token| matches!(token, Token::Scalar(_))) else {
            continue;
        };
        let mut candidate = shrinker.best().clone();
        let default = crate::choice::RowKey { lane: key.lane, row: 0 };
        candidate.rows.insert(default, tokens[own + 1..].to_vec());
        candidate
            .rows
            .retain(|other, held| other.lane != key.lane || other.row == 0 || *held != tokens);
        shrinker.consider(&candidate);
    }
}
