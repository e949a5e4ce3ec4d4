//! Processes under a scheduler: "Finding Race Conditions in Erlang with QuickCheck and PULSE" (2009).
//!
//! | study | what it is about |
//! |---|---|
//! | [`figures`] | the small programs of figures 2.1 to 2.3, and their pictures |
//! | [`proc_reg`] | the process registry of sections 2 and 6, and its fixes |
//! | [`philosophers`] | forks that are processes, and philosophers who wait for each other |
//! | [`election`] | leaders that crash and come back: fun-and-profit-2007, section 8 |
//! | [`bully`] | the other election of that section, with time-outs |

pub mod bully;
pub mod election;
pub mod figures;
pub mod philosophers;
pub mod proc_reg;

#[cfg(test)]
pub(crate) mod exploring;
#[cfg(test)]
mod tests;

use crate::exhibit::{Exhibit, Study};

static STUDY: Study = Study::of(
    "processes",
    "pulse-2009, 2 and 5 to 7; fun-and-profit-2007, 8",
    "proc_reg_overtaken",
);

/// The laws of all of them.
pub fn exhibits() -> Vec<Exhibit> {
    let exhibits = [
        figures::exhibits(),
        philosophers::exhibits(),
        proc_reg::exhibits(),
        election::exhibits(),
        bully::exhibits(),
    ];
    exhibits.into_iter().flatten().collect()
}
