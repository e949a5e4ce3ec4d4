//! The paper's `until`, of which section 2.2 gives three meanings that contradict each other.
//!
//! | meaning of `A U B` | in the paper | here |
//! |---|---|---|
//! | if A ever comes, B holds at every state before the first A | the definition | [`by_definition`] |
//! | the path is empty, or A holds, or B *fails* and the rest is so | the last equation | [`by_equation`] |
//! | not B can happen only if A happened before | example 11, where B is not M and A is L | [`by_words`] |
//!
//! Random traces tell the three apart at once. The equation without its negation is what example 11 says: weak until, which
//! Lawful has as [`unless`](Formula::unless). Example 11 is what section 3.4.2 wants to say of its missile.

use lawful::assume;
use lawful::temporal::*;
use lawful::{Law, for_all};

use super::STUDY;
use crate::exhibit::Exhibit;
use crate::finding::arguments;

/// State of a path: whether A holds in it, and whether B does.
pub type State = (bool, bool);

/// Judgement of a path by a meaning of `A U B`.
pub type Meaning = fn(&[State]) -> bool;

/// Judges by the definition: where i is the first state with A, B holds in all states before it.
pub fn by_definition(path: &[State]) -> bool {
    let is_first = |i: usize| path[i].0 && path[..i].iter().all(|(a, _)| !a);
    (0..path.len()).all(|i| !is_first(i) || path[..i].iter().all(|(_, b)| *b))
}

/// Judges by the equation as it is printed: the path is empty, or A holds, or B does not and the rest of the path is so.
pub fn by_equation(path: &[State]) -> bool {
    match path {
        [] => true,
        [(a, b), rest @ ..] => *a || (!b && by_equation(rest)),
    }
}

/// Judges by the equation without its negation.
pub fn by_mended_equation(path: &[State]) -> bool {
    match path {
        [] => true,
        [(a, b), rest @ ..] => *a || (*b && by_mended_equation(rest)),
    }
}

/// Judges by the words of example 11: not B can happen only if A happened before, or happens in the same state.
pub fn by_words(path: &[State]) -> bool {
    let happened = |i: usize| path[..=i].iter().any(|(a, _)| *a);
    (0..path.len()).all(|i| path[i].1 || happened(i))
}

/// Judges a path by a formula of Lawful.
fn satisfies(path: &[State], formula: &Formula<State>) -> bool {
    formula.satisfied_by(&path.iter().copied().collect())
}

fn a() -> Formula<State> {
    event_where("A", |state: &State| state.0)
}

fn b() -> Formula<State> {
    event_where("B", |state: &State| state.1)
}

/// Judges by Lawful's weak until.
pub fn by_unless(path: &[State]) -> bool {
    satisfies(path, &b().unless(a()))
}

/// Judges by Lawful's [`paper_until`].
pub fn by_paper_until(path: &[State]) -> bool {
    satisfies(path, &paper_until(a(), b()))
}

/// The law that two meanings are the same.
pub fn agree(one: Meaning, other: Meaning) -> impl Law {
    for_all!(path: Vec<State> => assert_eq!(one(&path), other(&path)))
}

/// The law that two meanings are the same on paths on which A comes.
fn agree_if_a_comes(one: Meaning, other: Meaning) -> impl Law {
    for_all!(path: Vec<State> => {
        assume!(path.iter().any(|(a, _)| *a));
        assert_eq!(one(&path), other(&path));
    })
}

/// The three meanings in pairs, and what they are in Lawful.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        STUDY.breaks(
            "until_definition_and_equation",
            "Section 2.2 defines `until`, and gives an equation by which QuickCheck is said to check it. They differ on a \
             path of one state, in which B holds and A does not.",
            agree(by_definition, by_equation),
        )
        .finds(arguments(["[(false, true)]"])),
        STUDY.breaks(
            "until_definition_and_words",
            "Example 11 puts `until` into words: M can happen only if L happened before. By the definition M may happen \
             if L never does.",
            agree(by_definition, by_words),
        )
        .finds(arguments(["[(false, false)]"])),
        STUDY.breaks(
            "until_equation_and_words",
            "The equation and example 11 differ on a path of one state, too: the equation wants B to fail.",
            agree(by_equation, by_words),
        )
        .finds(arguments(["[(false, false)]"])),
        STUDY.holds(
            "until_mended_equation",
            "Without its negation the equation is what example 11 says. That is ours; the paper has the negation in its \
             words as well.",
            agree(by_mended_equation, by_words),
        )
        .ours(),
        STUDY.holds(
            "until_is_unless",
            "Example 11 is weak until, `unless` in Lawful.",
            agree(by_words, by_unless),
        ),
        STUDY.holds(
            "until_is_paper_until",
            "The definition is `paper_until` in Lawful, so that formulas of the paper can be tried as they are.",
            agree(by_definition, by_paper_until),
        ),
        STUDY.holds(
            "until_where_a_comes",
            "On paths on which A comes, the definition and example 11 are the same.",
            agree_if_a_comes(by_definition, by_words),
        ),
    ]
}
