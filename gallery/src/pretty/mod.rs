//! Pretty printing: quickcheck-2000, section 5.4.
//!
//! Gill wrote a variant of Wadler's printer functionally and then imperatively, and compared the
//! two by laws, which found three problems. So it is here. He also changed QuickCheck to look for
//! smaller counterexamples, among parts of the one found: the first step towards shrinking.

pub mod document;
pub mod functional;
pub mod imperative;
pub mod laws;

#[cfg(test)]
mod tests;

use document::Document;
use imperative::Mistake;
use lawful::{Law, classify, for_all};
use laws::printers_agree;

use crate::exhibit::{Exhibit, Study};

const STUDY: Study = Study("pretty");

fn agreement(mistake: Mistake) -> impl Law + 'static {
    for_all!(document: Document => printers_agree(&document, mistake))
}

/// The laws of this study.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        STUDY.breaks(
            "exact_fit",
            "The imperative printer breaks a group that fits exactly.",
            agreement(Mistake::ExactFit),
        ),
        STUDY.breaks(
            "indent_forgotten",
            "After a new line the imperative printer counts columns from the margin, not from \
             the indentation.",
            agreement(Mistake::IndentForgotten),
        ),
        STUDY.breaks(
            "modes_merged",
            "Two concepts are merged: how a group is printed, and how what follows it is. Gill's \
             third problem was of that kind.",
            agreement(Mistake::ModesMerged),
        ),
        STUDY.holds(
            "printers_agree",
            "With the three mistakes mended, the two printers print the same. The labels tell \
             how many documents the width matters for.",
            for_all!(document: Document => {
                let (wide, narrow) = (functional::print(100, &document), functional::print(0, &document));
                classify!(wide != narrow, "broken if narrow");
                classify!(wide.contains('\n'), "broken even if wide");
                printers_agree(&document, Mistake::None)
            }),
        ),
    ]
}
