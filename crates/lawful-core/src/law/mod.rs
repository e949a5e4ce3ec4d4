//! Laws: statements over generated values, their outcomes, and what a case says of itself.

mod backtrace;
mod block_on;
mod case;
mod combinator;
mod component;
mod counters;
mod exists;
mod for_all;
mod outcome;
mod panics;
mod plan;
pub(crate) mod said;
mod settings;
pub(crate) mod threads;

pub use crate::data::Counter;
pub use backtrace::Backtraces;
pub use block_on::{block_on, block_on_until};
pub use case::{Case, shown_value};
pub use combinator::{And, ExpectFailure, Or, Repeat, WhenFail};
pub use component::{Component, Law, Steps, in_two_steps, steps};
pub(crate) use counters::Group;
pub use counters::{Counters, StepCounts};
pub use exists::{Exists, exists};
pub use for_all::{ForAll, ForAllMany, ForAllRef, for_all, for_all_ref};
pub use outcome::{IntoOutcome, Outcome, Vacuous, assumption_unmet};
pub(crate) use panics::{OutOfTime, attempt_shown};
pub use panics::{after_failure, attempt, panicked, raise};
pub use plan::{Batch, Plan};
pub use said::{
    classify, collect, cover, discard, known_bug, label, muted, note, note_lazily, once_per_case,
    sometimes, target,
};
pub use settings::{Setting, Settings};

/// Discards the case unless the condition holds: the implication of the papers.
///
/// A message may follow the condition, as in `assert!`. A law that gives up says how many cases each `assume!`
/// discarded, by its line.
///
/// It returns from the law, so it is free when the condition holds and cheap when it does not. In
/// a helper that returns something else, use [`law::discard`](crate::law::discard).
///
/// ```
/// use lawful::prelude::*;
///
/// let law = for_all(any::<(i32, i32)>(), |(x, y)| {
///     assume!(x <= y);
///     assert_eq!(x.max(y), y);
/// });
/// assert!(lawful::Runner::named("example").run(&law).is_success());
/// ```
#[doc(alias("prop_assume", "TestResult"))]
#[macro_export]
macro_rules! assume {
    ($condition:expr $(,)?) => {
        if !$condition {
            return $crate::law::assumption_unmet(::std::concat!(
                "assume!(", ::std::stringify!($condition), ")"
            ));
        }
    };
    ($condition:expr, $($format:tt)+) => {
        if !$condition {
            return $crate::law::assumption_unmet(::std::format!($($format)+));
        }
    };
}

/// A law over several named arguments, as a value: what `#[law]` makes a test of.
///
/// An argument is drawn by its type, or from the generator after `=`:
///
/// ```
/// use lawful::prelude::*;
///
/// let law = for_all!(xs: Vec<u8>, n: usize = 1..=9 => xs.chunks(n).count() < 3);
/// let summary = Runner::named("chunks").tests(1_000).run(&law);
/// assert_eq!(summary.failure().unwrap().arguments[1].name, "n");
/// ```
#[doc(alias("proptest", "forall"))]
#[macro_export]
macro_rules! for_all {
    ($($name:ident : $type:ty $(= $generator:expr)?),+ $(,)? => $body:expr) => {
        $crate::law::steps(
            move |case: &mut $crate::law::Case| {
                ($(case.argument(
                    ::std::stringify!($name),
                    $crate::for_all!(@generator $type $(= $generator)?),
                ),)+)
            },
            move |($($name,)+): ($($type,)+)| $body,
        )
    };
    (@generator $type:ty) => { &$crate::generate::any::<$type>() };
    (@generator $type:ty = $generator:expr) => { &$generator };
}

/// Puts the case under a label; the report tells how many cases had it. It must be said in the thread
/// that runs the law: what other threads say is not counted.
///
/// ```
/// use lawful::prelude::*;
///
/// let law = for_all(any::<i32>(), |x| label!("sign {}", x.signum()));
/// assert_eq!(Runner::named("signs").run(&law).tables.labels.len(), 3);
/// ```
#[doc(alias("event", "classify"))]
#[macro_export]
macro_rules! label {
    ($($format:tt)+) => {
        $crate::law::label(::std::format!($($format)+))
    };
}

/// Puts the case under a label if a condition holds: `classify!(xs.is_empty(), "trivial")`.
#[macro_export]
macro_rules! classify {
    ($condition:expr, $($format:tt)+) => {
        if $condition {
            $crate::law::label(::std::format!($($format)+));
        }
    };
}

/// Gathers a value from every case; the report shows how they are distributed.
///
/// ```
/// use lawful::prelude::*;
///
/// let law = for_all(any::<Vec<u8>>(), |xs| collect!(xs.is_empty()));
/// let summary = Runner::named("lists").run(&law);
/// assert_eq!(summary.tables.collected["xs.is_empty()"].counts.len(), 2);
/// ```
#[doc(alias("event", "statistics"))]
#[macro_export]
macro_rules! collect {
    ($value:expr $(,)?) => {
        $crate::law::collect(::std::stringify!($value), &$value)
    };
}

/// Demands that at least so many per cent of the cases meet a condition:
/// `cover!(xs.len() > 3, 20.0, "long")`.
///
/// The demand is judged statistically: it is met when the lower end of Wilson's interval is at
/// least nine tenths of it, and not met when the upper end is below it. While neither is the case
/// more tests are run, up to a hundred times as many as asked for. The interval is wide enough for
/// the verdict to be wrong less than once in a hundred thousand runs. Where all cases are run because they are few, random
/// tests follow for the demand; with `exhaustive`, where there are none, one case that meets the condition is enough.
#[doc(alias("checkCoverage"))]
#[macro_export]
macro_rules! cover {
    ($condition:expr, $percent:expr, $($format:tt)+) => {
        $crate::law::cover($condition, $percent, ::std::format!($($format)+))
    };
}

/// Declares a known failure: `known_bug!(xs.is_empty(), "issue 17: empty lists")`.
///
/// A case that meets the condition and breaks the law is counted and skipped, so that the search
/// goes on for what is not known yet. If cases meet the condition and none of them breaks the law any
/// more, the report says so: the failure is mended, and the line can go.
///
/// ```
/// use lawful::prelude::*;
///
/// let law = for_all(any::<u8>(), |x| {
///     known_bug!(x == 0, "zero has no inverse");
///     1 / x <= 1
/// });
/// assert!(Runner::named("inverses").tests(1_000).run(&law).is_success());
/// ```
#[doc(alias("known", "xfail"))]
#[macro_export]
macro_rules! known_bug {
    ($condition:expr, $($format:tt)+) => {
        if $condition {
            $crate::law::known_bug(true, ::std::format!($($format)+));
        }
    };
}

/// Gives a score to climb: `target!(queue.len())`. After the random tests the runner changes the
/// cases with the highest scores, step by step upwards, in search of a broken one.
///
/// ```
/// use lawful::generate::vec;
/// use lawful::prelude::*;
///
/// let law = for_all(vec(0..=1000u32, 0..=20), |list| {
///     let sum: u32 = list.iter().sum();
///     target!(sum);
///     sum < 17_000
/// });
/// assert!(Runner::named("sums").tests(2_000).seed(1).run(&law).failure().is_some());
/// ```
#[doc(alias("hypothesis_target"))]
#[macro_export]
macro_rules! target {
    ($score:expr $(,)?) => {
        $crate::law::target(::std::stringify!($score), $score as f64)
    };
    ($score:expr, $name:literal $(,)?) => {
        $crate::law::target($name, $score as f64)
    };
}

/// Promises that some case meets a condition: `sometimes!(cache.is_full(), "full")`. If none of all
/// cases does, the report of a law that holds warns of it.
///
/// ```
/// use lawful::prelude::*;
///
/// let law = for_all(any::<Vec<u8>>(), |xs| sometimes!(xs.len() > 1_000, "long"));
/// let summary = Runner::named("lists").run(&law);
/// assert_eq!(summary.warnings.len(), 1);
/// ```
#[macro_export]
macro_rules! sometimes {
    ($condition:expr, $($format:tt)+) => {
        $crate::law::sometimes($condition, ::std::format!($($format)+))
    };
}

/// A line for the report of a failure. It is formatted for the case that is shown and no other.
///
/// ```
/// use lawful::prelude::*;
///
/// let law = for_all(any::<u8>(), |x| {
///     note!("in binary {x:b}");
///     x < 9
/// });
/// assert_eq!(Runner::named("noted").run(&law).failure().unwrap().notes, ["in binary 1001"]);
/// ```
#[doc(alias("println", "counterexample"))]
#[macro_export]
macro_rules! note {
    ($($format:tt)+) => {
        $crate::law::note_lazily(|| ::std::format!($($format)+))
    };
}
