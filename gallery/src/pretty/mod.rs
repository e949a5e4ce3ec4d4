//! Pretty printing: quickcheck-2000, section 5.4.
//!
//! Gill wrote a variant of Wadler's printer functionally and then imperatively, and compared the
//! two by laws, which found three problems. So it is here. He also changed QuickCheck to look for
//! smaller counterexamples, among parts of the one found: the first step towards shrinking.
//!
//! The width of the page is an argument of the law. A part of the document that takes up room can often not be deleted
//! unless the width becomes smaller by as much in the same step, which no pass of the shrinker does; so the case that is
//! shown is often larger than the smallest one.

pub mod document;
pub mod functional;
pub mod imperative;
pub mod laws;

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use document::Document;
use imperative::Mistake;
use lawful::run::Failure;
use lawful::{Law, classify, for_all};
use laws::printers_agree;

use crate::exhibit::{Exhibit, Study};
use crate::finding::{Finding, reason};

static STUDY: Study = Study::of("pretty", "quickcheck-2000, 5.4", "modes_merged");

fn agreement(mistake: Mistake) -> impl Law + 'static {
    for_all!(width: usize = WIDTHS, document: Document => printers_agree(width, &document, mistake))
}

/// Number of tests that is sure to find a mistake, which needs a document and a width that fit each other.
const TESTS: u64 = 5_000;

/// Both printers print the same but for a document with so many groups. Which is the smallest, the tests find out; it is
/// not always reached.
fn has_groups(count: usize) -> Finding {
    let finding = reason(["left == right"]);
    match count {
        1 => finding.such_that("a group", |failure| groups(failure) >= 1),
        _ => finding.such_that("two groups", |failure| groups(failure) >= 2),
    }
}

fn groups(failure: &Failure) -> usize {
    failure.arguments[1].debug.matches("Group(").count()
}

/// Widths of a page that matter for documents of this size.
const WIDTHS: RangeInclusive<usize> = 0..=40;

/// The laws of this study.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        STUDY.breaks(
            "exact_fit",
            "The imperative printer breaks a group that fits exactly.",
            agreement(Mistake::ExactFit),
        )
        .ours()
        .finds(has_groups(1)).tests(TESTS),
        STUDY.breaks(
            "indent_forgotten",
            "After a new line the imperative printer counts columns from the margin, not from \
             the indentation.",
            agreement(Mistake::IndentForgotten),
        )
        .ours()
        .finds(
            has_groups(1).such_that("an indentation", |failure| {
                failure.arguments[1].debug.contains("Nest(")
            }),
        ).tests(TESTS),
        STUDY.breaks(
            "modes_merged",
            "Two concepts are merged: how a group is printed, and how what follows it is. Gill's \
             third problem was of that kind.",
            agreement(Mistake::ModesMerged),
        )
        .ours()
        .finds(has_groups(2)).tests(TESTS),
        STUDY.holds(
            "printers_agree",
            "With the three mistakes mended, the two printers print the same. The labels tell \
             how many documents the width matters for.",
            for_all!(width: usize = WIDTHS, document: Document => {
                let (wide, narrow) = (functional::print(100, &document), functional::print(0, &document));
                classify!(wide != narrow, "broken if narrow");
                classify!(wide.contains('\n'), "broken even if wide");
                printers_agree(width, &document, Mistake::None)
            }),
        ),
    ]
}
