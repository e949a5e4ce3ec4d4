//! The exhibits, their labels, and what the laws rely on.

use lawful::prelude::*;

use super::exhibits;
use super::term::{Name, Substitution, Term, Variable};
use super::unifier::{careless_unifier, unifier};
use crate::checking::{assert_as_expected, assert_as_expected_with, assert_smallest};

#[test]
fn every_exhibit_is_as_expected() {
    // Each case that loops takes its whole limit of time.
    let (isolated, others): (Vec<_>, Vec<_>) =
        exhibits().into_iter().partition(|exhibit| exhibit.isolated.is_some());
    assert_as_expected(&others);
    assert_as_expected_with(&isolated, 1..=2);
}

#[test]
fn a_variable_that_stands_for_itself_is_the_smallest_cycle() {
    // No substitution without an entry is cyclic, and there is no smaller entry.
    assert!(Substitution::default().is_acyclic());
    let cycle = Substitution([(Variable(0), Term::Var(Variable(0)))].into());
    assert!(!cycle.is_acyclic());
    let arguments = [format!("{cycle:?}"), format!("{:?}", Term::Var(Variable(0)))];
    assert_smallest(exhibits(), "substituting_twice", &[&arguments[0], &arguments[1]]);
}

/// Acyclic substitutions are those under which no variable of the domain is left after as many rounds as there are
/// variables.
#[law]
fn only_cycles_never_end(substitution: Substitution) {
    let ends = |variable: &Variable| {
        let rounds = 0..substitution.0.len();
        let term = rounds.fold(Term::Var(*variable), |term, _| substitution.apply_once(&term));
        term.variables().iter().all(|variable| !substitution.0.contains_key(variable))
    };
    assert_eq!(substitution.0.keys().all(ends), substitution.is_acyclic());
}

/// All terms of a number of nodes, with one name and two variables.
fn terms(nodes: usize) -> Vec<Term> {
    let mut all = match nodes {
        0 => return Vec::new(),
        1 => vec![Term::Var(Variable(0)), Term::Var(Variable(1))],
        _ => Vec::new(),
    };
    let constructor = |arguments| Term::Constr(Name("v1".into()), arguments);
    all.extend(forests(nodes - 1).into_iter().map(constructor));
    all
}

/// All lists of terms of a number of nodes altogether.
fn forests(nodes: usize) -> Vec<Vec<Term>> {
    if nodes == 0 {
        return vec![Vec::new()];
    }
    let beginning_with = |first: usize| {
        let rests = forests(nodes - first);
        terms(first).into_iter().flat_map(move |term| {
            let term = vec![term];
            rests.clone().into_iter().map(move |rest| [term.clone(), rest].concat())
        })
    };
    (1..=nodes).flat_map(beginning_with).collect()
}

fn equal_under(
    unifier: fn(&Term, &Term) -> Option<Substitution>,
    one: &Term,
    other: &Term,
) -> bool {
    unifier(one, other)
        .is_none_or(|found| found.is_acyclic() && found.apply(one) == found.apply(other))
}

#[test]
fn carelessness_needs_a_variable_twice() {
    // Six nodes in both terms together are the fewest, such as f(X, X) and f(Y, f()).
    let pairs = |nodes: usize| {
        (1..nodes).flat_map(move |one| {
            let others = terms(nodes - one);
            terms(one).into_iter().flat_map(move |term| {
                others.clone().into_iter().map(move |other| (term.clone(), other))
            })
        })
    };
    let holds = |(one, other): &(Term, Term)| equal_under(careless_unifier, one, other);
    assert!((2..6).flat_map(pairs).all(|pair| holds(&pair)));
    assert!(!pairs(6).all(|pair| holds(&pair)));
    // The other unifier is right for all of them.
    assert!((2..=6).flat_map(pairs).all(|(one, other)| equal_under(unifier, &one, &other)));
}
