//! The exhibits, their table, and both methods against truth tables.

use lawful::prelude::*;

use super::clause::{Assumptions, Clause, Literal, Model, NOTHING_ASSUMED, is, not};
use super::davis_putnam::davis_putnam;
use super::exhibits;
use super::laws::{agree, clauses};
use super::stalmarck::stalmarck;
use crate::checking::{assert_as_expected, assert_smallest, lists, panics};

#[test]
fn every_exhibit_is_as_expected() {
    assert_as_expected(&exhibits());
}

/// All assignments to five variables under which the clauses hold.
fn satisfying(clauses: &[Clause]) -> Vec<u32> {
    let holds = |assignment: u32, literal: &Literal| {
        (assignment >> literal.variable & 1 == 1) != literal.denied
    };
    let all_hold = |assignment: &u32| {
        let clause_holds =
            |clause: &Clause| clause.iter().any(|literal| holds(*assignment, literal));
        clauses.iter().all(clause_holds)
    };
    (0..32).filter(all_hold).collect()
}

#[law]
fn davis_putnam_finds_all_models(#[from(clauses())] clauses: Vec<Clause>) {
    let models = davis_putnam(&clauses, NOTHING_ASSUMED);
    let under = |model: &Model| {
        let facts: Vec<Clause> = model.iter().map(|literal| vec![*literal]).collect();
        satisfying(&facts)
    };
    let mut found: Vec<u32> = models.iter().flat_map(under).collect();
    found.sort();
    assert_eq!(found, satisfying(&clauses));
}

#[law]
fn stalmarck_is_sound(#[from(clauses())] clauses: Vec<Clause>, #[from(0..=3)] level: u32) {
    let satisfying = satisfying(&clauses);
    match stalmarck(level, &clauses, NOTHING_ASSUMED) {
        None => assert!(satisfying.is_empty()),
        Some(model) => {
            let says = |literal: &Literal| (1 << literal.variable, literal.denied);
            let agrees = |assignment: u32| {
                let mut literals = model.iter().map(says);
                literals.all(|(bit, denied)| (assignment & bit == 0) == denied)
            };
            assert!(satisfying.into_iter().all(agrees));
        }
    }
}

/// Whether the law breaks, by a disagreement or a panic.
fn breaks(
    davis_putnam_assumes: Assumptions,
    stalmarck_assumes: Assumptions,
    clauses: &[Clause],
    level: u32,
) -> bool {
    panics(|| {
        let found = stalmarck(level, clauses, stalmarck_assumes);
        let models = davis_putnam(clauses, davis_putnam_assumes);
        assert!(agree(found.as_ref(), &models));
    })
}

/// All sets of clauses with so many literals of two variables, none of the clauses empty.
fn sets(literals: usize) -> Vec<Vec<Clause>> {
    if literals == 0 {
        return vec![Vec::new()];
    }
    let beginning_with = |length: usize| {
        let rests = sets(literals - length);
        lists(&[is(0), not(0), is(1), not(1)], length).into_iter().flat_map(move |first| {
            let first = vec![first];
            rests.clone().into_iter().map(move |rest| [first.clone(), rest].concat())
        })
    };
    (1..=literals).flat_map(beginning_with).collect()
}

/// The fewest literals with which the law breaks at a level.
fn fewest_literals(davis_putnam: Assumptions, stalmarck: Assumptions, level: u32) -> usize {
    let broken = |literals: &usize| {
        sets(*literals).iter().any(|clauses| breaks(davis_putnam, stalmarck, clauses, level))
    };
    (0..).find(broken).expect("the law breaks")
}

const NO_LITERAL_TWICE: Assumptions = Assumptions { no_literal_twice: true, ..NOTHING_ASSUMED };

#[test]
fn davis_putnam_is_wrong_with_three_literals() {
    for level in 0..=3 {
        assert_eq!(fewest_literals(NO_LITERAL_TWICE, NOTHING_ASSUMED, level), 3);
    }
    // The two sets that the exhibit expects are of that size, and break.
    for set in [[vec![not(0)], vec![is(0), is(0)]], [vec![is(0)], vec![not(0), not(0)]]] {
        assert!(breaks(NO_LITERAL_TWICE, NOTHING_ASSUMED, &set, 0));
    }
}

#[test]
fn stalmarck_is_wrong_with_two_literals_or_three() {
    // At level 0 a fact must refute the literal; at level 1 it is supposed not to hold.
    assert_eq!(fewest_literals(NOTHING_ASSUMED, NO_LITERAL_TWICE, 0), 3);
    assert_eq!(fewest_literals(NOTHING_ASSUMED, NO_LITERAL_TWICE, 1), 2);
}

#[test]
fn an_empty_clause_is_enough() {
    assert_smallest(exhibits(), "stalmarck_assumes_no_empty_clause", &["[[]]", "0"]);
}
