//! Laws: statements over generated values, their verdicts, and what a case says of itself.

mod block_on;
pub(crate) mod case;
mod combinator;
mod exists;
mod for_all;
mod outcome;
mod panics;
mod plan;
mod tally;
mod trace;

pub use block_on::{block_on, block_on_until};
pub use case::{
    Case, Death, Label, Reason, Shown, ShownStep, branch_name, classify, collect, count, cover,
    discard, forget_steps, is_shown, known, label, note, note_lazily, once_a_case, searched,
    show_step, show_trace, sometimes, target,
};
pub use combinator::{Always, And, ExpectFailure, Or, WhenFail};
pub use exists::{Exists, exists};
pub use for_all::{ForAll, ForAllMany, ForAllRef, for_all, for_all_ref};
pub use outcome::{Outcome, Vacuous, assumption_unmet, broken, broken_by};
pub use panics::{Ended, after_failure, attempt, judge_alone, panicked};
pub use plan::{Batch, Plan};
pub use tally::{Counted, Tally};
pub use trace::{EventKind, TaskEnd, Trace, TracedEvent, TracedTask};

use crate::choice::Source;

/// What a law says of one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Held,
    /// It is broken; [`Case::reason`] says how.
    Broken,
    /// An assumption was not met, so the case says nothing.
    Discarded,
    /// The body was not run, because a gate refused the arguments.
    Refused,
}

/// A statement that must hold whatever choices the source makes.
///
/// Any closure from a source to a verdict is a law; most are made by [`for_all`] or `#[law]`. Laws are
/// values, and can be combined:
///
/// ```
/// use lawful_core::generate::any;
/// use lawful_core::law::{Law, for_all};
/// use lawful_core::run::Check;
///
/// let doubles = for_all(any::<u16>(), |x| x.wrapping_mul(2) == x.wrapping_add(x));
/// let squares = for_all(any::<u16>(), |x| x.wrapping_mul(x) >= x);
/// assert!(Check::new("either").run(&doubles.clone().or(squares.clone())).is_success());
/// assert!(Check::new("both").run(&doubles.and(squares).expect_failure()).is_success());
/// ```
pub trait Law {
    /// Draws a case and judges it.
    fn test(&self, source: &mut Source) -> Verdict;

    /// Runs tests until one of them needs the runner's attention. It is a method so that the loop
    /// over passing tests is compiled with the law inside it, even behind `dyn Law`.
    fn run_batch(&self, batch: &mut Batch<'_>) -> Verdict {
        batch.run(|source| self.test(source))
    }

    /// What the numbers stand for that the law [counts](count) by, from 0 on.
    fn counted(&self) -> Vec<Counted> {
        Vec::new()
    }

    /// What the counts of all tests say of how well the law was tested, each a warning.
    fn remarks(&self, _: &Tally) -> Vec<String> {
        Vec::new()
    }

    /// Whether cases that break the law in the same way are different failures if their smallest ones
    /// take different alternatives. A law that says for itself what is broken can say no.
    fn tells_failures_by_shape(&self) -> bool {
        true
    }

    /// Whether the law as a whole is expected to be broken.
    fn expects_failure(&self) -> bool {
        false
    }

    /// Holds where both laws hold.
    fn and<L: Law>(self, other: L) -> And<Self, L>
    where
        Self: Sized,
    {
        And(self, other)
    }

    /// Holds where at least one of the laws holds.
    fn or<L: Law>(self, other: L) -> Or<Self, L>
    where
        Self: Sized,
    {
        Or(self, other)
    }

    /// Holds where the law holds `times` times in a row for the same choices. For laws over code
    /// that is not deterministic, such as real threads.
    fn always(self, times: u32) -> Always<Self>
    where
        Self: Sized,
    {
        Always { law: self, times }
    }

    /// The run is a success if the law is broken, and a failure if no broken case is found.
    fn expect_failure(self) -> ExpectFailure<Self>
    where
        Self: Sized,
    {
        ExpectFailure(self)
    }

    /// Does something for the smallest broken case, before it is reported.
    fn when_fail<F: Fn()>(self, action: F) -> WhenFail<Self, F>
    where
        Self: Sized,
    {
        WhenFail { law: self, action }
    }
}

impl<F: Fn(&mut Source) -> Verdict> Law for F {
    #[inline]
    fn test(&self, source: &mut Source) -> Verdict {
        self(source)
    }
}

/// Discards the case unless the condition holds: the implication of the papers.
///
/// It returns from the law, so it is free when the condition holds and cheap when it does not. In
/// a helper that returns something else, use [`law::discard`](crate::law::discard).
///
/// ```
/// use lawful_core::{assume, law::for_all, generate::any};
///
/// let law = for_all(any::<(i32, i32)>(), |(x, y)| {
///     assume!(x <= y);
///     assert_eq!(x.max(y), y);
/// });
/// assert!(lawful_core::run::Check::new("example").run(&law).is_success());
/// ```
#[macro_export]
macro_rules! assume {
    ($condition:expr $(,)?) => {
        if !$condition {
            return $crate::law::assumption_unmet();
        }
    };
}

/// A law over several named arguments, as a value: what `#[law]` makes a test of.
///
/// An argument is drawn by its type, or from the generator after `=`:
///
/// ```
/// use lawful_core::{for_all, run::Check};
///
/// let law = for_all!(xs: Vec<u8>, n: usize = 1..=9 => xs.chunks(n).count() < 3);
/// let summary = Check::new("chunks").tests(1_000).run(&law);
/// assert_eq!(summary.failure().unwrap().arguments[1].name, "n");
/// ```
#[macro_export]
macro_rules! for_all {
    ($($name:ident : $type:ty $(= $generator:expr)?),+ $(,)? => $body:expr) => {
        move |source: &mut $crate::choice::Source| -> $crate::law::Verdict {
            $(
                let $name: $type = source.argument(
                    ::std::stringify!($name),
                    $crate::for_all!(@generator $type $(= $generator)?),
                );
            )+
            if !source.admit() {
                return $crate::law::Verdict::Refused;
            }
            // A closure, so that `assume!` can return from it. It takes what it uses up and borrows
            // the rest: what the law captured is needed for the next case.
            let body = || $body;
            $crate::law::Outcome::conclude(body(), source)
        }
    };
    (@generator $type:ty) => { &$crate::generate::any::<$type>() };
    (@generator $type:ty = $generator:expr) => { &$generator };
}

/// Puts the case under a label; the report tells how many cases had it. It must be said in the thread
/// that runs the law: what other threads say is not counted.
///
/// ```
/// use lawful_core::{generate::any, label, law::for_all, run::Check};
///
/// let law = for_all(any::<i32>(), |x| label!("sign {}", x.signum()));
/// assert_eq!(Check::new("signs").run(&law).tables.labels.len(), 3);
/// ```
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
/// use lawful_core::{collect, generate::any, law::for_all, run::Check};
///
/// let law = for_all(any::<Vec<u8>>(), |xs| collect!(xs.is_empty()));
/// let summary = Check::new("lists").run(&law);
/// assert_eq!(summary.tables.collected["xs.is_empty()"].counts.len(), 2);
/// ```
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
/// the verdict to be wrong less than once in a hundred thousand runs.
#[macro_export]
macro_rules! cover {
    ($condition:expr, $percent:expr, $($format:tt)+) => {
        $crate::law::cover($condition, $percent, ::std::format!($($format)+))
    };
}

/// Declares a known failure: `known!(xs.is_empty(), "issue 17: empty lists")`.
///
/// A case that meets the condition and breaks the law is counted and skipped, so that the search
/// goes on for what is not known yet. If cases meet the condition and none of them breaks the law any
/// more, the report says so: the failure is mended, and the line can go.
///
/// ```
/// use lawful_core::{generate::any, known, law::for_all, run::Check};
///
/// let law = for_all(any::<u8>(), |x| {
///     known!(x == 0, "zero has no inverse");
///     1 / x <= 1
/// });
/// assert!(Check::new("inverses").tests(1_000).run(&law).is_success());
/// ```
#[macro_export]
macro_rules! known {
    ($condition:expr, $($format:tt)+) => {
        if $condition {
            $crate::law::known(true, ::std::format!($($format)+));
        }
    };
}

/// Gives a score to climb: `target!(queue.len())`. After the random tests the runner changes the
/// cases with the highest scores, step by step upwards, in search of a broken one.
///
/// ```
/// use lawful_core::{generate::vec, law::for_all, run::Check, target};
///
/// let law = for_all(vec(0..=1000u32, 0..=20), |list| {
///     let sum: u32 = list.iter().sum();
///     target!(sum);
///     sum < 17_000
/// });
/// assert!(Check::new("sums").tests(2_000).seed(1).run(&law).failure().is_some());
/// ```
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
/// use lawful_core::{generate::any, law::for_all, run::Check, sometimes};
///
/// let law = for_all(any::<Vec<u8>>(), |xs| sometimes!(xs.len() > 1_000, "long"));
/// let summary = Check::new("lists").run(&law);
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
/// use lawful_core::{generate::any, law::for_all, note, run::Check};
///
/// let law = for_all(any::<u8>(), |x| {
///     note!("in binary {x:b}");
///     x < 9
/// });
/// assert_eq!(Check::new("noted").run(&law).failure().unwrap().notes, ["in binary 1001"]);
/// ```
#[macro_export]
macro_rules! note {
    ($($format:tt)+) => {
        $crate::law::note_lazily(|| ::std::format!($($format)+))
    };
}
