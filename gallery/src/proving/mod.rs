//! Propositional theorem proving: quickcheck-2000, section 5.3.
//!
//! Two methods that check each other. The law found three assumptions nobody had justified; each
//! can be switched on here.

pub mod clause;
pub mod davis_putnam;
pub mod laws;
pub mod stalmarck;

#[cfg(test)]
mod tests;

use clause::{Assumptions, Clause, NOTHING_ASSUMED};
use lawful::Law;
use lawful::for_all;
use laws::{clauses, methods_agree};

use crate::exhibit::{Exhibit, Study};
use crate::finding::{Finding, arguments};

static STUDY: Study =
    Study::of("proving", "quickcheck-2000, 5.3", "davis_putnam_assumes_no_literal_twice");

fn agreement(davis_putnam: Assumptions, stalmarck: Assumptions) -> impl Law + 'static {
    for_all!(clauses: Vec<Clause> = clauses(), level: u32 = 0..=3 => {
        methods_agree(davis_putnam, stalmarck, clauses, level)
    })
}

/// The laws of this study.
pub fn exhibits() -> Vec<Exhibit> {
    let no_literal_twice = Assumptions { no_literal_twice: true, ..NOTHING_ASSUMED };
    let no_empty_clause = Assumptions { no_empty_clause: true, ..NOTHING_ASSUMED };
    vec![
        STUDY.breaks(
            "davis_putnam_assumes_no_literal_twice",
            "The method of Davis and Putnam takes a literal out of a clause once, and finds a \
             model where there is none.",
            agreement(no_literal_twice, NOTHING_ASSUMED),
        )
        .finds(
            arguments(["[[not(0)], [is(0), is(0)]]", "0"])
                .or_arguments(["[[is(0)], [not(0), not(0)]]", "0"]),
        ),
        STUDY.breaks(
            "stalmarck_assumes_no_literal_twice",
            "Stålmarck's method counts the literals that are refuted, and looks for one that is \
             left where none is.",
            agreement(NOTHING_ASSUMED, no_literal_twice),
        )
        .finds(Finding::default().such_that("two literals, or three at level 0", |failure| {
            let expected = if failure.arguments[1].debug == "0" { 3 } else { 2 };
            failure.arguments[0].debug.matches('(').count() == expected
        })),
        STUDY.breaks(
            "stalmarck_assumes_no_empty_clause",
            "And it takes a clause of less than two literals to have one.",
            agreement(NOTHING_ASSUMED, no_empty_clause),
        )
        .finds(arguments(["[[]]", "0"])),
        STUDY.holds(
            "methods_agree",
            "Without these assumptions the methods agree. The table shows how often there is a \
             contradiction, about half of the time in the paper; here that follows from the number of clauses and literals \
             that were chosen. It also shows how many literals are found.",
            agreement(NOTHING_ASSUMED, NOTHING_ASSUMED),
        )
        .tests(1_000)
        .share("contradiction", 40.0, 60.0),
    ]
}
