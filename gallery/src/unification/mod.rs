//! Unification: quickcheck-2000, section 5.1, which calls it "rather pathological".
//!
//! The paper's substitution loops if it is cyclic, which was found by printing every case before it is run. Here the law is
//! isolated: its cases run in a process of their own, which is ended after a quarter of a second. So a case that loops
//! fails like any other, and is shrunk.

pub mod action;
pub mod generate;
pub mod laws;
pub mod term;
pub mod unifier;

#[cfg(test)]
mod tests;

use std::time::Duration;

use generate::{Deed, probably_unifiable_pair};
use lawful::Func;
use lawful::for_all;
use laws::*;
use term::{Substitution, Term, Variable};
use unifier::{careless_unifier, unifier};

use crate::exhibit::{Exhibit, Study};
use crate::finding::{Finding, arguments};

static STUDY: Study = Study::of("unification", "quickcheck-2000, 5.1", "substituting_twice");

/// Time for a case of the law that loops. Others take some microseconds.
const LIMIT: Duration = Duration::from_millis(250);

/// A variable that stands for itself.
const CYCLE: &str = "Substitution({Variable(0): Var(Variable(0))})";

/// The laws of this study.
pub fn exhibits() -> Vec<Exhibit> {
    let mut all = actions();
    all.extend(substitutions());
    all.extend(unifiers());
    all
}

fn actions() -> Vec<Exhibit> {
    vec![
        STUDY.holds(
            "set_then_get",
            "Actions that read and write variables are functions, so they are compared by what \
             they do from any substitution.",
            for_all!(begin: Substitution, variable: Variable, term: Term => {
                setting_then_getting(begin, variable, term)
            }),
        ),
        STUDY.holds(
            "left_unit",
            "The first monad law, over generated functions from terms to actions.",
            for_all!(begin: Substitution, term: Term, next: Func<Term, Deed> => {
                pure_is_a_left_unit(begin, term, next)
            }),
        ),
        STUDY.holds(
            "right_unit",
            "The second monad law.",
            for_all!(begin: Substitution, deed: Deed => pure_is_a_right_unit(begin, deed)),
        ),
        STUDY.holds(
            "associativity",
            "The third monad law.",
            for_all!(
                begin: Substitution,
                first: Deed,
                second: Func<Term, Deed>,
                third: Func<Term, Deed> => bind_is_associative(begin, first, second, third)
            ),
        ),
    ]
}

fn substitutions() -> Vec<Exhibit> {
    vec![
        STUDY
            .breaks(
                "substituting_twice",
                "Substituting until nothing is left to substitute, twice, is the same as once. It is for no cyclic \
                 substitution: the paper's test looped, and so does this one, until its process is ended. Look for the \
                 smallest cycle.",
                for_all!(substitution: Substitution, term: Term => {
                    substituting_twice(&substitution, &term)
                }),
            )
            .isolated(LIMIT)
            .finds(arguments([CYCLE, "Var(Variable(0))"]).with_reason(["did not end within 0.25 s"])),
        STUDY.holds(
            "substituting_twice_if_acyclic",
            "The law as it was corrected.",
            for_all!(substitution: Substitution, term: Term => {
                substituting_twice_if_acyclic(substitution, term)
            }),
        ),
    ]
}

fn unifiers() -> Vec<Exhibit> {
    vec![
        STUDY.holds(
            "unify_any_pair",
            "Two terms are equal under their unifier. It holds, but look at the label: in more \
             than 95% of the cases one of the terms is a variable. A false sense of security.",
            for_all!(one: Term, other: Term => unified_terms_are_equal(unifier, one, other)),
        )
        .tests(2_000)
        .share("trivial", 95.0, 100.0),
        STUDY.holds(
            "unify_probable_pair",
            "The same for two terms made from one, with variables put in here and there. The \
             paper saw 20-25% trivial cases; here the share follows from the weight chosen for a variable, one \
             in eleven parts.",
            for_all!(pair: (Term, Term) = probably_unifiable_pair => {
                unified_terms_are_equal(unifier, pair.0, pair.1)
            }),
        )
        .tests(2_000)
        .share("trivial", 5.0, 30.0),
        STUDY
            .breaks(
                "unify_carelessly",
                "A unifier that forgets what a variable stands for already. The better generator \
             finds it at once. The two ways of putting in variables are drawn one after the other, as the paper \
             does, so a part of the term cannot be left out of both in one step, and the case that is shown is \
             often larger than the smallest one, of six nodes.",
                for_all!(pair: (Term, Term) = probably_unifiable_pair => {
                    unified_terms_are_equal(careless_unifier, pair.0, pair.1)
                }),
            )
            .ours()
            .finds(Finding::default().such_that("a variable occurs twice", |failure| {
    let pair = &failure.arguments[0].debug;
    (0..9).any(|number| pair.matches(&format!("Variable({number})")).count() > 1)
})),
    ]
}
