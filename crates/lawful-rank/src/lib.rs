#![cfg_attr(docsrs, feature(doc_cfg))]
//! Ranking: which of these programs is better, and which bugs does each have?
//!
//! Given many programs for one task and an oracle, ranking infers the bugs from behaviour alone, finds the smallest test
//! for each, counts the bugs of each program, and shows the evidence. It is the method of Claessen, Hughes, Pałka,
//! Smallbone and Svensson (*Ranking Programs using Black Box Testing*): for grading, for comparing rewrites, and for
//! choosing among generated candidates.
//!
//! ```
//! use lawful::prelude::*;
//! use lawful::rank::Assignment;
//!
//! let ranking = Assignment::new(any::<Vec<u8>>())
//!     .reference(|list| list.iter().max().copied())
//!     .answer("last", |list| list.last().copied())
//!     .answer("sorted", |list| {
//!         let mut sorted = list.clone();
//!         sorted.sort();
//!         sorted.pop()
//!     })
//!     .answer("unwrapped", |list| Some(*list.iter().max().unwrap()))
//!     .answer("first", |list| list.first().copied())
//!     .answer("none", |_| None)
//!     .rank();
//! println!("{ranking}");
//! assert_eq!(ranking.answers()[0].name, "sorted");
//! ```
//!
//! # What it prints
//!
//! ```text
//! 5 answers, 4 bugs, judged by a reference
//!
//!   place  answer     bugs     passed  1 2 3 4
//!       1  sorted        0     4 of 4  · · · ·
//!       2  last          1     3 of 4  · · · ×
//!       2  unwrapped     1     3 of 4  ! · · ·
//!       2  first         1     3 of 4  · · × ·
//!       5  none          3     1 of 4  · × × ×
//!
//!   · passed   × wrong output   ! crashed   t timed out   m over a limit
//!
//! bug 1   []
//!   expected   None
//!   unwrapped  crashed: called `Option::unwrap()` on a `None` value
//!
//! bug 2   [0]
//!   expected  Some(0)
//!   none      None
//! ..
//! order (better passes all that worse passes, and the test that is named)
//!   sorted > unwrapped   []
//!   sorted > first       [0, 1]
//!   sorted > last        [1, 0]
//!   first  > none        [0] and 1 other
//!   last   > none        [0] and 1 other
//! ```
//!
//! # What a bug is
//!
//! Tests on which the same answers fail are not told apart: no behaviour gives a reason to. A test whose failing answers are
//! the union of those of other tests shows several bugs at once. Each set of failing answers that is no such union is a
//! bug, and an answer has it if it is in the set. So a bug counts once however many inputs show it, and the distribution
//! of random tests hardly matters. Two mistakes that show on the same inputs are one bug, and one mistake may hide another:
//! see [`Ranking::interactions`].
//!
//! An answer is better than another one if it passes all that the other passes, and more. That is a partial order: many
//! answers are not comparable, and stay so in [`Ranking::diagram`]. Places go by the number of bugs.
//!
//! # Parts
//!
//! | | |
//! |---|---|
//! | inputs, oracle and answers | [`Assignment`]: a [reference](Assignment::reference), a [property](Assignment::property), or [majority vote](Assignment::majority) |
//! | results | [`Ranking`]: as text, [JSON](Ranking::to_json) and [a picture](Ranking::to_svg) |
//! | better, worse, incomparable | [`Ranking::compare`], [`Ranking::diagram`] |
//! | spread over runs with other seeds | [`Assignment::stability`] |
//! | two answers in changing company | [`Assignment::relative_stability`] |
//! | faults that subsume or cancel each other | [`Ranking::interactions`] |
//! | two groups of answers | [`Ranking::compare_groups`] |
//! | test suites, by the answers that they catch | [`Assignment::grade_suites`] |
//! | bugs of a table of failures that is there already | [`infer_bugs`] |
//! | executables as answers (feature `rank-executables`) | `Executables` |
//! | the command (feature `rank-command`) | `cargo lawful rank`, and `command::main` with a generator of your own |
//! | answers of another kind | [`Panel`] |
//!
//! # The command
//!
//! ```console
//! cargo lawful rank --reference ./model --input '[a-z@. ]{0,12}' --svg order.svg answers/*
//! ```
//!
//! Answers are executables in any language. They run under limits of time, memory and output; on Linux they are confined
//! as well: a working directory of their own that is empty for every case, files that they can only read, no
//! network, and no view of other answers, of the reference or of other processes. What a case leaves running is
//! killed. Where the system has no unprivileged namespaces, the report says that answers were not confined.
//!
//! # What it promises
//!
//! - A ranking is a function of the inputs, the answers and the [seed](Assignment::seed), on any number of threads. Limits of
//!   time are the exception, and are named where they fire: also that of a case, where an answer takes about as long.
//! - All tests that were run are explained by the bugs that are shown. Tests that were not run may show more:
//!   [`Assignment::patience`] and [`Assignment::small_tests`] say how many are. An executable that goes over its limits too
//!   often is left out of the search: it is judged on the tests that are shown, and its order is not known.
//! - Answers must be deterministic; one that is seen to pass and fail the same test is named, and counts as failing.
//! - A Rust function that runs for ever cannot be stopped, and one that aborts ends the process. Rank such answers as
//!   executables.

mod answer_set;
mod assignment;
mod bugs;
#[cfg(feature = "command")]
#[cfg_attr(docsrs, doc(cfg(feature = "command")))]
pub mod command;
#[cfg(feature = "executables")]
mod executables;
mod functions;
mod groups;
mod interactions;
mod order;
mod page;
mod panel;
mod ranking;
mod search;
mod show;
mod stability;
mod suites;
mod svg;
mod work;

pub use answer_set::AnswerSet;
pub use assignment::Assignment;
pub use bugs::infer_bugs;
#[cfg(feature = "executables")]
#[cfg_attr(docsrs, doc(cfg(feature = "executables")))]
pub use executables::{CaseInput, Comparison, Confinement, Executables, RunLimits};
pub use functions::{Functions, out_of_time};
pub use groups::{GroupComparison, GroupScores, compare_scores};
pub use interactions::{Cancelled, Interactions, Subsumed};
pub use order::{AnswerClass, Diagram, Edge};
pub use panel::{OracleKind, Panel, RankingError, Replies, Reply, Verdict};
pub use ranking::{Bug, RankedAnswer, Ranking};
pub use search::SearchEnd;
pub use stability::{RankSpread, RelativeStability, Stability};
pub use suites::{SuiteGrade, SuiteGrades};
