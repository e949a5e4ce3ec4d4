//! The trait that a component implements, and laws as the engine sees them.

use super::case::Case;
use super::combinator::{And, ExpectFailure, Or, Repeat, WhenFail};
use super::counters::Counters;
use super::outcome::{IntoOutcome, Outcome};
use super::plan::Batch;
use crate::choice::Source;
use crate::shrink::Extension;

/// A kind of law, in two steps: a case is drawn, and then it is run.
///
/// Between the two the engine decides whether the case is worth running: while it shrinks, most candidates
/// are seen to be known or too large when they are drawn. Where it only wants to look at cases, it draws
/// and does not run. Every `Component` is a [`Law`].
///
/// A component whose cases are drawn while they run has nothing to draw beforehand: `Drawn` is `()`.
pub trait Component {
    /// A case that is drawn and not run yet.
    type Drawn;

    /// Draws a case.
    fn draw(&self, case: &mut Case) -> Self::Drawn;

    /// Runs a case.
    fn run(&self, drawn: Self::Drawn, case: &mut Case) -> Outcome;

    /// Draws a case and runs it. Only a component that does both at once in a passing test, because
    /// that is faster, has one of its own; it must come to the same outcome.
    #[inline]
    fn draw_and_run(&self, case: &mut Case) -> Outcome {
        in_two_steps(self, case)
    }

    /// Contribution to shrinking: passes, and measures of size with their proofs.
    fn extensions() -> Vec<&'static Extension>
    where
        Self: Sized,
    {
        Vec::new()
    }

    /// [`Component::extensions`] of this very law, where its type does not tell.
    fn own_extensions(&self) -> Vec<&'static Extension>
    where
        Self: Sized,
    {
        Self::extensions()
    }

    /// Warnings about tests that passed, from what they counted.
    fn remarks(&self, _: &Counters) -> Vec<String> {
        Vec::new()
    }

    /// Returns whether cases that fail for the same reason are different failures if their minimal ones
    /// take different alternatives. A component whose reasons say what is wrong can say no.
    fn tells_failures_by_shape(&self) -> bool {
        true
    }

    /// Returns whether the law as a whole is expected to fail.
    fn expects_failure(&self) -> bool {
        false
    }
}

/// Draws a case and runs it, unless the engine sees that it is not worth running: the one place where it is
/// asked.
#[inline]
pub fn in_two_steps<C: Component + ?Sized>(component: &C, case: &mut Case) -> Outcome {
    let drawn = component.draw(case);
    match case.source.admit() {
        true => component.run(drawn, case),
        false => Outcome::Skipped,
    }
}

/// A statement that must hold whatever choices the source makes.
///
/// Any closure from a source to what a law returns is a law; most are made by
/// [`for_all`](super::for_all) or `#[law]`. Laws are values, and can be combined. Components implement
/// [`Component`], which makes them laws.
///
/// ```
/// use lawful::prelude::*;
///
/// let doubles = for_all(any::<u16>(), |x| x.wrapping_mul(2) == x.wrapping_add(x));
/// let squares = for_all(any::<u16>(), |x| x.wrapping_mul(x) >= x);
/// assert!(Runner::named("either").run(&doubles.clone().or(squares.clone())).is_success());
/// assert!(Runner::named("both").run(&doubles.and(squares).expect_failure()).is_success());
/// ```
pub trait Law {
    /// Draws a case and judges it.
    fn test(&self, case: &mut Case) -> Outcome;

    /// Runs tests until one of them needs the runner's attention. It is a method so that the loop
    /// over passing tests is compiled with the law inside it, even behind `dyn Law`.
    fn run_batch(&self, batch: &mut Batch<'_>) -> Outcome;

    /// See [`Component::extensions`].
    fn extensions() -> Vec<&'static Extension>
    where
        Self: Sized;

    /// [`Law::extensions`] of a law whose type is not known.
    fn own_extensions(&self) -> Vec<&'static Extension>;

    /// See [`Component::remarks`].
    fn remarks(&self, counters: &Counters) -> Vec<String>;

    /// See [`Component::tells_failures_by_shape`].
    fn tells_failures_by_shape(&self) -> bool;

    /// See [`Component::expects_failure`].
    fn expects_failure(&self) -> bool;

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
    fn repeat(self, times: u32) -> Repeat<Self>
    where
        Self: Sized,
    {
        Repeat { law: self, times }
    }

    /// The run is a success if the law fails, and a failure if no counterexample is found.
    fn expect_failure(self) -> ExpectFailure<Self>
    where
        Self: Sized,
    {
        ExpectFailure(self)
    }

    /// Does something for the minimal counterexample, before it is reported.
    fn when_fail<F: Fn()>(self, action: F) -> WhenFail<Self, F>
    where
        Self: Sized,
    {
        WhenFail { law: self, action }
    }
}

impl<C: Component> Law for C {
    #[inline]
    fn test(&self, case: &mut Case) -> Outcome {
        self.draw_and_run(case)
    }

    fn run_batch(&self, batch: &mut Batch<'_>) -> Outcome {
        batch.run(|case| self.draw_and_run(case))
    }

    fn extensions() -> Vec<&'static Extension> {
        C::extensions()
    }

    fn own_extensions(&self) -> Vec<&'static Extension> {
        Component::own_extensions(self)
    }

    fn remarks(&self, counters: &Counters) -> Vec<String> {
        Component::remarks(self, counters)
    }

    fn tells_failures_by_shape(&self) -> bool {
        Component::tells_failures_by_shape(self)
    }

    fn expects_failure(&self) -> bool {
        Component::expects_failure(self)
    }
}

/// A law of any type: a body may return one or another. Inside of another law its type tells nothing, so the
/// passes of a component in the box take part only where the box is the whole law.
impl Component for Box<dyn Law + '_> {
    type Drawn = ();

    fn draw(&self, _: &mut Case) {}

    fn run(&self, (): (), case: &mut Case) -> Outcome {
        (**self).test(case)
    }

    fn draw_and_run(&self, case: &mut Case) -> Outcome {
        (**self).test(case)
    }

    fn own_extensions(&self) -> Vec<&'static Extension> {
        (**self).own_extensions()
    }

    fn remarks(&self, counters: &Counters) -> Vec<String> {
        (**self).remarks(counters)
    }

    fn tells_failures_by_shape(&self) -> bool {
        (**self).tells_failures_by_shape()
    }

    fn expects_failure(&self) -> bool {
        (**self).expects_failure()
    }
}

/// A closure draws while it runs, and nothing tells where the one ends and the other begins: so it is run
/// even where a case is only to be drawn.
impl<F: Fn(&mut Source) -> R, R: IntoOutcome> Component for F {
    type Drawn = ();

    fn draw(&self, _: &mut Case) {}

    fn run(&self, (): (), case: &mut Case) -> Outcome {
        case.source.tell_arguments();
        self(&mut case.source).into_outcome(case)
    }

    #[inline]
    fn draw_and_run(&self, case: &mut Case) -> Outcome {
        self.run((), case)
    }

    fn extensions() -> Vec<&'static Extension> {
        R::extensions()
    }
}

/// A law out of two closures: one draws a case, the other judges it. See [`steps`].
#[derive(Clone, Copy, Debug)]
pub struct Steps<D, B> {
    draw: D,
    body: B,
}

/// The law that draws a case with one closure and judges it with another: what `#[law]` and
/// [`for_all!`](crate::for_all) make.
///
/// ```
/// use lawful::extend::steps;
/// use lawful::prelude::*;
///
/// let law = steps(|case| case.argument("x", &any::<u8>()), |x| x < 100);
/// assert_eq!(Runner::named("small").run(&law).failure().unwrap().arguments[0].debug, "100");
/// ```
pub fn steps<T, R, D, B>(draw: D, body: B) -> Steps<D, B>
where
    D: Fn(&mut Case) -> T,
    B: Fn(T) -> R,
    R: IntoOutcome,
{
    Steps { draw, body }
}

impl<T, R, D, B> Component for Steps<D, B>
where
    D: Fn(&mut Case) -> T,
    B: Fn(T) -> R,
    R: IntoOutcome,
{
    type Drawn = T;

    #[inline]
    fn draw(&self, case: &mut Case) -> T {
        (self.draw)(case)
    }

    #[inline]
    fn run(&self, drawn: T, case: &mut Case) -> Outcome {
        (self.body)(drawn).into_outcome(case)
    }

    fn extensions() -> Vec<&'static Extension> {
        R::extensions()
    }
}
