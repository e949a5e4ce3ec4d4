//! The outcome of a case, and what a law's body may return to say it.

use std::fmt::Debug;
use std::panic::Location;

use super::case::Case;
use super::{Law, said};
use crate::choice::Source;
use crate::data::{Reason, Verdict};
use crate::generate::sorted_debug;
use crate::shrink::Extension;

/// Outcome of one case, by value: two words, which are returned in registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The law passed.
    Passed,
    /// An assumption was not met, so the case says nothing.
    Discarded,
    /// The case was drawn and is not worth running: the engine's answer between drawing and running.
    Skipped,
    /// The law failed.
    Failed(Box<Reason>),
}

impl Outcome {
    /// A failure for a reason.
    #[cold]
    pub fn failed(reason: Reason) -> Self {
        Outcome::Failed(Box::new(reason))
    }

    /// Returns whether the law passed.
    #[inline]
    pub fn is_passed(&self) -> bool {
        matches!(self, Outcome::Passed)
    }

    /// Returns whether the law failed.
    pub fn is_failed(&self) -> bool {
        matches!(self, Outcome::Failed(_))
    }

    /// The reason of a failure.
    pub fn reason(&self) -> Option<&Reason> {
        match self {
            Outcome::Failed(reason) => Some(reason),
            _ => None,
        }
    }

    /// The outcome, unless the case said that an assumption is not met. The engine asks when a law is at its
    /// end; a component that goes on after a part of one asks itself.
    #[inline]
    pub fn unless_discarded(self) -> Self {
        said::unless_discarded(self)
    }

    /// The outcome without its reason.
    pub fn verdict(&self) -> Verdict {
        match self {
            Outcome::Passed => Verdict::Passed,
            Outcome::Discarded => Verdict::Discarded,
            Outcome::Skipped => Verdict::Skipped,
            Outcome::Failed(_) => Verdict::Failed,
        }
    }
}

/// A value that a law's body may return: nothing, a truth value, a result, or another law.
#[diagnostic::on_unimplemented(
    message = "a law cannot return `{Self}`",
    note = "a law returns `()`, `bool`, another law, or a `Result` of them whose error implements `Debug`"
)]
pub trait IntoOutcome {
    /// Comes to an outcome; a law inside a law draws from the case to do so.
    fn into_outcome(self, case: &mut Case) -> Outcome;

    /// Contribution of components to shrinking laws that return this.
    fn extensions() -> Vec<&'static Extension>
    where
        Self: Sized,
    {
        Vec::new()
    }

    /// The law that a function without arguments states. What the function returns is judged anew
    /// in every test; where it is a law itself, that is made once and serves all of them.
    fn stated(make: impl Fn() -> Self, run: &mut dyn FnMut(&dyn Law))
    where
        Self: Sized,
    {
        run(&|_: &mut Source| make());
    }
}

/// A return value that says nothing, for a case whose assumption is not met.
#[diagnostic::on_unimplemented(
    message = "`assume!` cannot return from here: `{Self}` is not what a law returns",
    note = "`assume!` works in the body of a law; in a helper, call `lawful::discard()` instead"
)]
pub trait Vacuous {
    /// The value.
    fn vacuous() -> Self;
}

/// Marks the case as discarded and gives what the body is to return. See
/// [`assume!`](crate::assume).
#[cold]
#[track_caller]
pub fn assumption_unmet<T: Vacuous>(text: impl Into<String>) -> T {
    said::set_discarded(text.into(), Location::caller());
    T::vacuous()
}

impl IntoOutcome for () {
    #[inline]
    fn into_outcome(self, _: &mut Case) -> Outcome {
        Outcome::Passed
    }
}

impl IntoOutcome for bool {
    #[inline]
    fn into_outcome(self, _: &mut Case) -> Outcome {
        match self {
            true => Outcome::Passed,
            false => Outcome::failed(Reason::returned_false()),
        }
    }
}

impl<T: IntoOutcome, E: Debug> IntoOutcome for Result<T, E> {
    #[inline]
    fn into_outcome(self, case: &mut Case) -> Outcome {
        match self {
            Ok(outcome) => outcome.into_outcome(case),
            Err(error) => {
                let text = sorted_debug(std::any::type_name::<E>(), &error);
                Outcome::failed(Reason::returned_error(text))
            }
        }
    }

    fn extensions() -> Vec<&'static Extension> {
        T::extensions()
    }
}

impl IntoOutcome for Outcome {
    #[inline]
    fn into_outcome(self, _: &mut Case) -> Outcome {
        self
    }
}

impl<L: Law> IntoOutcome for L {
    #[inline]
    fn into_outcome(self, case: &mut Case) -> Outcome {
        self.test(case)
    }

    fn extensions() -> Vec<&'static Extension> {
        L::extensions()
    }

    fn stated(make: impl Fn() -> Self, run: &mut dyn FnMut(&dyn Law)) {
        run(&make());
    }
}

impl Vacuous for Outcome {
    fn vacuous() -> Self {
        Outcome::Discarded
    }
}

impl Vacuous for () {
    fn vacuous() -> Self {}
}

impl Vacuous for bool {
    fn vacuous() -> Self {
        true
    }
}

impl<T: Vacuous, E> Vacuous for Result<T, E> {
    fn vacuous() -> Self {
        Ok(T::vacuous())
    }
}
