//! Resources that are used and are then not available: telecoms-2006, section 4.2.2.
//!
//! The first example of testing with commands, and the smallest: a command with a side effect, and an
//! assertion that the side effect makes false.

pub mod specification;
pub mod system;

#[cfg(test)]
mod tests;

use crate::exhibit::{Exhibit, Study};
use crate::finding::calls;

static STUDY: Study = Study::of("resources", "telecoms-2006, 4.2.2", "always_available");

/// The machines of this study.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        STUDY.breaks(
            "always_available",
            "Assertions succeed, whatever commands ran before: of course they do not. The paper shrinks ten \
             commands to two, `use(2)` and `available(2)`; here the number gets smaller too.",
            specification::always_available(),
        )
        .finds(calls(["use(1);", "available(1);"]).with_reason(["that it is not in use"])),
        STUDY.holds(
            "available_if_not_in_use",
            "The same with a model that knows what is in use.",
            specification::available_if_not_in_use(),
        ),
    ]
}
