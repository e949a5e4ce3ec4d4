//! What a law's body may return.

use std::fmt::Debug;

use super::case::{self, Reason};
use super::{Law, Verdict};
use crate::choice::Source;
use crate::generate::sorted_debug;

/// What a law's body returns: nothing, a truth value, a result, or another law.
#[diagnostic::on_unimplemented(
    message = "a law cannot return `{Self}`",
    note = "a law returns `()`, `bool`, a `Result` or another law"
)]
pub trait Outcome {
    /// The verdict; a law inside a law draws from the source to come to it.
    fn conclude(self, source: &mut Source) -> Verdict;

    /// The law that a function without arguments states. What the function returns is judged anew
    /// in every test; where it is a law itself, that is made once and serves all of them.
    fn stated(make: impl Fn() -> Self, run: &mut dyn FnMut(&dyn Law))
    where
        Self: Sized,
    {
        run(&|source: &mut Source| make().conclude(source));
    }
}

/// An outcome that says nothing, for a case whose assumption is not met.
#[diagnostic::on_unimplemented(
    message = "`assume!` cannot return from here: `{Self}` is not what a law returns",
    note = "`assume!` works in the body of a law; in a helper, call `lawful::discard()` instead"
)]
pub trait Vacuous {
    /// It.
    fn vacuous() -> Self;
}

/// Marks the case as discarded and gives what the body is to return. See
/// [`assume!`](crate::assume).
#[cold]
pub fn assumption_unmet<T: Vacuous>() -> T {
    case::set_discarded();
    T::vacuous()
}

/// The verdict of a body that came to its end: an unmet assumption overrides what it says.
#[inline]
fn unless_discarded(verdict: Verdict) -> Verdict {
    match case::is_touched() {
        false => verdict,
        true => discarded_or(verdict),
    }
}

#[cold]
fn discarded_or(verdict: Verdict) -> Verdict {
    let mut discarded = false;
    case::change(|case| discarded = case.discarded);
    if discarded { Verdict::Discarded } else { verdict }
}

/// The verdict that one of the several laws in this one is broken.
///
/// `law` says which, in words without values: a failure is told apart from others by it, so shrinking
/// keeps to it. `message` says what was seen.
///
/// ```
/// use lawful_core::generate::any;
/// use lawful_core::law::{Reason, Verdict, broken, for_all};
/// use lawful_core::run::Check;
///
/// let halving = for_all(any::<u8>(), |x| match x / 2 * 2 == x {
///     true => Verdict::Held,
///     false => broken("halving loses something", format!("{x} becomes {}", x / 2 * 2)),
/// });
/// let summary = Check::new("halving").run(&halving);
/// let Reason::Named { law, message } = &summary.failure().unwrap().reason else { panic!() };
/// assert_eq!((law.as_str(), message.as_str()), ("halving loses something", "1 becomes 0"));
/// ```
pub fn broken(law: impl Into<String>, message: impl Into<String>) -> Verdict {
    case::set_reason(Reason::Named { law: law.into(), message: message.into() });
    unless_discarded(Verdict::Broken)
}

/// The verdict that the law is broken for a reason that is known already.
pub fn broken_by(reason: Reason) -> Verdict {
    case::set_reason(reason);
    unless_discarded(Verdict::Broken)
}

impl Outcome for () {
    #[inline]
    fn conclude(self, _: &mut Source) -> Verdict {
        unless_discarded(Verdict::Held)
    }
}

impl Outcome for bool {
    #[inline]
    fn conclude(self, _: &mut Source) -> Verdict {
        if self {
            return unless_discarded(Verdict::Held);
        }
        case::set_reason(Reason::False);
        unless_discarded(Verdict::Broken)
    }
}

impl<T: Outcome, E: Debug> Outcome for Result<T, E> {
    #[inline]
    fn conclude(self, source: &mut Source) -> Verdict {
        match self {
            Ok(outcome) => outcome.conclude(source),
            Err(error) => {
                let text = sorted_debug(std::any::type_name::<E>(), &error);
                case::set_reason(Reason::Error(text));
                unless_discarded(Verdict::Broken)
            }
        }
    }
}

impl Outcome for Verdict {
    fn conclude(self, _: &mut Source) -> Verdict {
        self
    }
}

impl<L: Law> Outcome for L {
    #[inline]
    fn conclude(self, source: &mut Source) -> Verdict {
        self.test(source)
    }

    fn stated(make: impl Fn() -> Self, run: &mut dyn FnMut(&dyn Law)) {
        run(&make());
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
