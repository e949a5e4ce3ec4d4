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

const STUDY: Study = Study("proving");

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
        ),
        STUDY.breaks(
            "stalmarck_assumes_no_literal_twice",
            "Stålmarck's method counts the literals that are refuted, and looks for one that is \
             left where none is.",
            agreement(NOTHING_ASSUMED, no_literal_twice),
        ),
        STUDY.breaks(
            "stalmarck_assumes_no_empty_clause",
            "And it takes a clause of less than two literals to have one.",
            agreement(NOTHING_ASSUMED, no_empty_clause),
        ),
        STUDY.holds(
            "methods_agree",
            "Without these assumptions the methods agree. The table shows how often there is a \
             contradiction, about half of the time in the paper, and how many literals are found.",
            agreement(NOTHING_ASSUMED, NOTHING_ASSUMED),
        ),
    ]
}
