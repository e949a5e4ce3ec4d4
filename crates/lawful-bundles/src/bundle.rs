//! What all bundles are made of: related arguments, and laws told apart by name.

use lawful_core::extend::Choices;
use std::fmt::Debug;

use lawful_core::choice::{Neighbours, Source};
use lawful_core::data::Reason;
use lawful_core::generate::Generator;
use lawful_core::law::{Case, IntoOutcome, Law, Outcome, steps};

/// What a bundle says of a case: that all its laws hold, or which one is broken.
pub(crate) type Judged = Result<(), Broken>;

/// A law of a bundle that is broken.
pub(crate) struct Broken {
    /// What does not hold, in words without values. Failures are told apart by it.
    law: String,
    /// What was seen.
    seen: String,
}

/// Holds one law of a bundle to a condition. What was seen is told only if it is broken.
pub(crate) fn hold(condition: bool, law: &'static str, seen: impl FnOnce() -> String) -> Judged {
    match condition {
        true => Ok(()),
        false => Err(Broken { law: law.into(), seen: seen() }),
    }
}

/// The same for laws that hold of several things: `name` says of which.
pub(crate) fn hold_of(
    name: &str,
    condition: bool,
    law: &str,
    seen: impl FnOnce() -> String,
) -> Judged {
    match condition {
        true => Ok(()),
        false => Err(Broken { law: format!("{name} {law}"), seen: seen() }),
    }
}

/// The judgement as an outcome.
pub(crate) struct Conclusion(Judged);

impl IntoOutcome for Conclusion {
    fn into_outcome(self, case: &mut Case) -> Outcome {
        match self.0 {
            Ok(()) => Outcome::Passed,
            Err(Broken { law, seen }) => {
                let reason = Reason::new("bundles", "law-broken", law);
                case.fail(reason.field("seen", &*seen), || seen)
            }
        }
    }
}

/// A bundle that draws its arguments with one closure and judges them with another.
pub(crate) fn bundle_of<T>(
    draw: impl Fn(&mut Source) -> T,
    judge: impl Fn(T) -> Judged,
) -> impl Law {
    steps(move |case| draw(&mut case.source), move |drawn| Conclusion(judge(drawn)))
}

/// A bundle over some values of one generator. They are drawn near one another: most laws over two
/// values say something only of values that are equal, or that almost are.
pub(crate) fn bundle<G, const N: usize>(
    names: [&'static str; N],
    generator: G,
    judge: impl Fn(&[G::Value; N]) -> Judged,
) -> impl Law
where
    G: Generator<Value: Debug>,
{
    bundle_of(move |source| related(source, names, &generator), move |values| judge(&values))
}

/// Draws arguments of a law near one another.
pub(crate) fn related<G, const N: usize>(
    source: &mut Source,
    names: [&'static str; N],
    generator: &G,
) -> [G::Value; N]
where
    G: Generator<Value: Debug>,
{
    related_to(source, &mut Neighbours::default(), names, generator)
}

/// The same, near those that were drawn before, too.
pub(crate) fn related_to<G, const N: usize>(
    source: &mut Source,
    drawn: &mut Neighbours,
    names: [&'static str; N],
    generator: &G,
) -> [G::Value; N]
where
    G: Generator<Value: Debug>,
{
    names.map(|name| source.near(drawn, |source| source.argument(name, generator)))
}

/// What became of two expressions that should be equal, a line each.
pub(crate) fn both(left: &str, is: &dyn Debug, right: &str, and: &dyn Debug) -> String {
    format!("{left} = {is:?}\n{right} = {and:?}")
}
