//! What is claimed of substitutions, of the unification monad and of unifiers.

use lawful::{Func, assume, classify};

use super::action::{Action, get, set};
use super::generate::Deed;
use super::term::{Substitution, Term, Variable};

impl Deed {
    fn action(&self) -> Action<Term> {
        match self.clone() {
            Deed::Give(term) => Action::pure(term),
            Deed::Read(variable) => get(variable),
            Deed::Write(variable, term) => set(variable, term.clone()).then(Action::pure(term)),
            Deed::Fail => Action::fail(),
        }
    }
}

/// The paper's `eqM`: two actions are equal if they do the same, wherever they begin.
fn do_the_same(one: &Action<Term>, other: &Action<Term>, begin: &Substitution) {
    assert_eq!(one.run(begin.clone()), other.run(begin.clone()));
}

/// Who sets a variable and gets it, gets what was set.
pub fn setting_then_getting(begin: Substitution, variable: Variable, term: Term) {
    let got = set(variable, term.clone()).then(get(variable));
    let given = set(variable, term.clone()).then(Action::pure(term));
    do_the_same(&got, &given, &begin);
}

/// The monad law of the left unit.
pub fn pure_is_a_left_unit(begin: Substitution, term: Term, next: Func<Term, Deed>) {
    let expected = next(term.clone()).action();
    let action = Action::pure(term).bind(move |term| next(term).action());
    do_the_same(&action, &expected, &begin);
}

/// The monad law of the right unit.
pub fn pure_is_a_right_unit(begin: Substitution, deed: Deed) {
    do_the_same(&deed.action().bind(Action::pure), &deed.action(), &begin);
}

/// The monad law of associativity.
pub fn bind_is_associative(
    begin: Substitution,
    first: Deed,
    second: Func<Term, Deed>,
    third: Func<Term, Deed>,
) {
    let (second_again, third_again) = (second.clone(), third.clone());
    let one_by_one = first
        .action()
        .bind(move |term| second(term).action())
        .bind(move |term| third(term).action());
    let nested = first.action().bind(move |term| {
        let third = third_again.clone();
        second_again(term).action().bind(move |term| third(term).action())
    });
    do_the_same(&one_by_one, &nested, &begin);
}

/// Substituting twice is substituting once. Not true if the substitution is cyclic: then not even
/// once comes to an end.
pub fn substituting_twice(substitution: &Substitution, term: &Term) {
    let once = substitution.apply(term);
    assert_eq!(substitution.apply(&once), once);
}

/// The law as the paper corrected it.
pub fn substituting_twice_if_acyclic(substitution: Substitution, term: Term) {
    assume!(substitution.is_acyclic());
    classify!(substitution.0.is_empty(), "nothing substituted");
    substituting_twice(&substitution, &term)
}

/// Two terms are equal under their unifier, if there is one. No unifier is cyclic.
pub fn unified_terms_are_equal(
    unifier: impl Fn(&Term, &Term) -> Option<Substitution>,
    one: Term,
    other: Term,
) {
    let found = unifier(&one, &other);
    assume!(found.is_some());
    classify!(one.is_variable() || other.is_variable(), "trivial");
    let unifier = found.unwrap_or_default();
    assert!(unifier.is_acyclic(), "the unifier is cyclic: {unifier:?}");
    assert_eq!(unifier.apply(&one), unifier.apply(&other));
}
