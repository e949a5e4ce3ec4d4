//! The exhibits, their labels, and what the laws rely on.

use lawful::prelude::*;

use super::exhibits;
use super::term::{Name, Substitution, Term, Variable};
use super::unifier::{careless_unifier, unifier};
use crate::checking::{assert_as_expected, assert_smallest, find, percent_labelled, smallest};

#[test]
fn every_exhibit_is_as_expected() {
    assert_as_expected(&exhibits());
}

#[test]
fn a_variable_that_stands_for_itself_is_the_smallest_cycle() {
    let substitution = "Substitution({Variable(0): Var(Variable(0))})";
    let arguments = [substitution, "Var(Variable(0))"];
    assert_smallest(exhibits(), "substituting_twice", &arguments);
}

/// What `apply` takes for unending is what `is_acyclic` takes for a cycle.
#[law]
fn only_cycles_never_end(substitution: Substitution) {
    let ends = |variable: &Variable| substitution.apply(&Term::Var(*variable)).is_ok();
    assert_eq!(substitution.0.keys().all(ends), substitution.is_acyclic());
}

#[test]
fn the_better_generator_makes_fewer_trivial_cases() {
    let percent = |name: &str| percent_labelled(&find(exhibits(), name), "trivial");
    // Over 95% and then 20-25% in the paper.
    let any_pair = percent("unify_any_pair");
    assert!(any_pair > 95.0, "{any_pair}");
    let probable_pair = percent("unify_probable_pair");
    assert!((16.0..=28.0).contains(&probable_pair), "{probable_pair}");
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
    unifier(one, other).is_none_or(|found| {
        let (one, other) = (found.apply(one), found.apply(other));
        one.is_ok() && one == other
    })
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
    // Shrinking counts choices, and so may have a node more instead of a second variable or name.
    for arguments in smallest(exhibits(), "unify_carelessly") {
        let nodes = arguments[0].matches("Constr").count() + arguments[0].matches("Var(").count();
        assert!((6..=7).contains(&nodes), "{}", arguments[0]);
    }
}
