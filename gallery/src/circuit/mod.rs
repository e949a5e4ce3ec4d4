//! Circuits: quickcheck-2000, section 5.2.
//!
//! A small library in the manner of Lava. What only testing can do, the paper says, is to check
//! laws of combinators for arbitrary circuits: here they are generated functions with a latch.

pub mod adder;
pub mod combinator;
pub mod laws;
pub mod signal;

#[cfg(test)]
mod tests;

use adder::{forgetful_adder, full_adder, half_adder};
use lawful::Func;
use lawful::for_all;
use laws::*;

use crate::exhibit::{Exhibit, Study};
use crate::finding::{Finding, arguments};

static STUDY: Study = Study::of("circuit", "quickcheck-2000, 5.2", "forgetful_adder");

/// The laws of this study.
pub fn exhibits() -> Vec<Exhibit> {
    let mut all = gates();
    all.extend(combinators());
    all.extend(adders());
    all
}

fn gates() -> Vec<Exhibit> {
    vec![
        STUDY.holds(
            "half_adder_commutes",
            "Lava proves this with a theorem prover; testing it is quicker.",
            for_all!(ticks: Vec<(bool, bool)> => commutative(half_adder, &ticks)),
        ),
        STUDY
            .breaks(
                "and_not_commutes",
                "The same law for a circuit that does not commute. One tick is enough to see it.",
                for_all!(ticks: Vec<(bool, bool)> => commutative(and_not, &ticks)),
            )
            .ours()
            .finds(arguments(["[(false, true)]"])),
        STUDY
            .holds(
                "latch_moves_over_gate",
                "Sequential circuits are tested on sequences of inputs: a latch may be moved from \
             behind an and-gate to before it.",
                for_all!(ticks: Vec<(bool, bool)> => latch_moves_over_gate(ticks)),
            )
            .ours(),
        STUDY
            .breaks(
                "latch_moves_over_inverter",
                "It may not be moved over an inverter: the first tick tells.",
                for_all!(signal: Vec<bool> => latch_moves_over_inverter(signal)),
            )
            .ours()
            .finds(arguments(["[false]"])),
    ]
}

fn combinators() -> Vec<Exhibit> {
    vec![
        STUDY.holds(
            "compositions_interchange",
            "Serial and parallel composition, for four arbitrary circuits.",
            for_all!(circuits: [Func<u8, u8>; 4], input: (u8, u8) => {
                compositions_interchange(circuits, input)
            }),
        )
        .ours(),
        STUDY.holds(
            "column_distributes",
            "A column distributes over serial composition, for two arbitrary circuits with \
             latches. No prover connected to Lava could say so for all circuits.",
            for_all!(one: Machine, two: Machine, inputs: Inputs = inputs => {
                column_distributes(one, two, inputs)
            }),
        ),
        STUDY.breaks(
            "column_distributes_over_plain_composition",
            "The paper does not give the types. If serial composition is that of functions, the \
             circuits share a vertical wire and the law is false: look at the two circuits.",
            for_all!(one: Machine, two: Machine, inputs: Inputs = inputs => {
                column_distributes_over_plain_composition(one, two, inputs)
            }),
        )
        .ours()
        .finds(
            Finding::default()
                .such_that("two wires come from the left and two from below", |failure| {
                    failure.arguments[2].debug.matches("Signal").count() == 4
                }),
        ),
    ]
}

fn adders() -> Vec<Exhibit> {
    vec![
        STUDY.holds(
            "adder",
            "A column of full adders adds numbers of any two widths.",
            for_all!(one: Vec<bool> = number(), two: Vec<bool> = number() => {
                cells_add(full_adder, one, two)
            }),
        ),
        STUDY
            .breaks(
                "forgetful_adder",
                "The first kind of mistake the paper found is logical: a carry is lost.",
                for_all!(one: Vec<bool> = number(), two: Vec<bool> = number() => {
                    cells_add(forgetful_adder, one, two)
                }),
            )
            .ours()
            .finds(arguments(["[true]", "[true, true]"])),
        STUDY
            .breaks(
                "recursive_adder",
                "The second kind is a size that was forgotten. A random input has a random width, \
             so it is found: nothing plus one bit.",
                for_all!(one: Vec<bool> = number(), two: Vec<bool> = number() => {
                    recursion_adds(one, two)
                }),
            )
            .ours()
            .finds(arguments(["[]", "[false]"])),
        STUDY
            .holds(
                "serial_adder",
                "An adder for numbers that arrive bit by bit, with the carry in a latch.",
                for_all!(one: Vec<bool> = number(), two: Vec<bool> = number() => {
                    serial_adds(one, two)
                }),
            )
            .ours(),
    ]
}
