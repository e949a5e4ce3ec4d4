//! Ranking (stub page).

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
