//! Sets of integers as lists of intervals: section 2.2.2.
//!
//! The set {1, 2, 3, 7, 8} is `[(1, 3), (7, 8)]`. A list is *canonical* if its intervals are in order, not empty,
//! disjoint, and not adjacent, so that equal sets are equal lists. All operations take canonical lists and must
//! return canonical ones. There are many special cases: an element inserted between two intervals may make one of
//! them.
//!
//! [`answers`] are wrong as students get things wrong; [`suites`] are the tests that such students write.
//!
//! Over [`small_calls`] no two wrong answers fail on the same calls. A9, the right one, is above A1, A4, A6, A10, A11,
//! A18 and A19. Below them:
//!
//! - A1 is above A13 and A20, A4 above A2 and A3, A2 above A5 and A20, A3 above A5, A6 above A7, A12 and A17. A10 and
//!   A20 are above A8, A15 and A17; A5 is above A8; A8, A11, A12 and A13 are above A16.
//! - A14 is below A7, A15, A16, A17, A18 and A19, and so below all.
//!
//! Some of that was not planned. Filling a gap needs both neighbours, so A4, which joins one, fails on fewer calls than
//! A2 and A3, which never join the one of a side. A merge that returns the first set (A13) is wrong wherever one that
//! leaves neighbours apart (A1) is.

mod answers;
mod calls;
mod delete;
mod insert;
mod member;
mod merge;
pub mod suites;

pub use answers::answers;
pub use calls::{calls, sets, small_calls};

use lawful::Generator;
use lawful::rank::{Assignment, Functions};

/// Set of integers as a list of intervals with both their ends.
pub type IntervalSet = Vec<(i32, i32)>;

/// Call of one of the operations, which is a test case: its sets are canonical.
#[derive(Clone, Debug, PartialEq)]
pub enum Call {
    /// Asks if a number is in a set.
    Member(i32, IntervalSet),
    /// Adds a number to a set.
    Insert(i32, IntervalSet),
    /// Removes a number from a set.
    Delete(i32, IntervalSet),
    /// Unites two sets.
    Merge(IntervalSet, IntervalSet),
}

/// Result of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// Result of [`Call::Member`].
    Truth(bool),
    /// Result of the other calls.
    Set(IntervalSet),
}

/// Answer to the problem: a program that performs all calls.
pub type Program = fn(&Call) -> Reply;

/// Performs a call rightly.
///
/// ```
/// use lawful_gallery::ranking::intervals::{Call, Reply, model};
///
/// let fill_the_gap = Call::Insert(1, vec![(-2, 0), (2, 3)]);
/// assert_eq!(model(&fill_the_gap), Reply::Set(vec![(-2, 3)]));
/// ```
pub fn model(call: &Call) -> Reply {
    perform(call, member::right, insert::right, delete::right, merge::right)
}

/// Ranks the answers on [`calls`], beside [`model`].
///
/// ```
/// use lawful_gallery::ranking::intervals::task;
///
/// let ranking = task(1).patience(1_000).small_tests(1_000).rank();
/// assert_eq!(ranking.answers()[0].name, "A9");
/// assert!(ranking.bugs().iter().any(|bug| bug.test == "Delete(0, [])"));
/// ```
pub fn task(
    seed: u64,
) -> Assignment<impl Generator<Value = Call>, Functions<'static, Call, Reply>> {
    let task = Assignment::new(calls()).reference(model);
    answers().into_iter().fold(task, |task, (name, answer)| task.answer(name, answer)).seed(seed)
}

type Member = fn(i32, &[(i32, i32)]) -> bool;
type Update = fn(i32, &[(i32, i32)]) -> IntervalSet;
type Merge = fn(&[(i32, i32)], &[(i32, i32)]) -> IntervalSet;

/// Performs a call with the operations of one answer.
fn perform(call: &Call, member: Member, insert: Update, delete: Update, merge: Merge) -> Reply {
    match call {
        Call::Member(element, set) => Reply::Truth(member(*element, set)),
        Call::Insert(element, set) => Reply::Set(insert(*element, set)),
        Call::Delete(element, set) => Reply::Set(delete(*element, set)),
        Call::Merge(one, other) => Reply::Set(merge(one, other)),
    }
}
