//! Laws over the values of a generator.

use std::fmt::Debug;

use super::case::Case;
use super::component::Component;
use super::outcome::{IntoOutcome, Outcome};
use super::said;
use crate::generate::{Generator, Misuse};
use crate::shrink::Extension;

/// The law that `body` holds for all values of a generator.
///
/// The body may return another law, whose generator may depend on the value:
///
/// ```
/// use lawful::generate::vec;
/// use lawful::prelude::*;
///
/// let law = for_all(vec(any::<u8>(), 1..=20), |list| {
///     for_all(0..list.len(), move |index| list[index] <= *list.iter().max().unwrap())
/// });
/// assert!(lawful::Runner::named("example").run(&law).is_success());
/// ```
#[doc(alias("forall", "proptest"))]
pub fn for_all<G, F, R>(generator: G, body: F) -> ForAll<G, F>
where
    G: Generator<Value: Debug>,
    F: Fn(G::Value) -> R,
    R: IntoOutcome,
{
    ForAll { name: "", generator, body }
}

/// Like [`for_all`], for a body that borrows the value. The engine may then use what the value holds
/// again for the next one (see [`Arbitrary::recycle`](crate::generate::Arbitrary::recycle)).
///
/// ```
/// use lawful::for_all_ref;
/// use lawful::prelude::*;
///
/// let law = for_all_ref(any::<Vec<u8>>(), |list| list.iter().count() == list.len());
/// assert!(lawful::Runner::named("example").run(&law).is_success());
/// ```
pub fn for_all_ref<G, F, R>(generator: G, body: F) -> ForAllRef<G, F>
where
    G: Generator<Value: Debug>,
    F: Fn(&G::Value) -> R,
    R: IntoOutcome,
{
    ForAllRef { generator, body }
}

/// See [`for_all_ref`].
#[derive(Clone, Debug)]
pub struct ForAllRef<G, F> {
    generator: G,
    body: F,
}

impl<G, F, R> Component for ForAllRef<G, F>
where
    G: Generator<Value: Debug>,
    F: Fn(&G::Value) -> R,
    R: IntoOutcome,
{
    type Drawn = G::Value;

    #[inline]
    fn draw(&self, case: &mut Case) -> G::Value {
        case.argument("", &self.generator)
    }

    #[inline]
    fn run(&self, value: G::Value, case: &mut Case) -> Outcome {
        let outcome = (self.body)(&value).into_outcome(case);
        self.generator.recycle(value, &mut case.source);
        outcome
    }

    fn extensions() -> Vec<&'static Extension> {
        R::extensions()
    }
}

/// See [`for_all`].
#[derive(Clone, Debug)]
pub struct ForAll<G, F> {
    name: &'static str,
    generator: G,
    body: F,
}

impl<G, F> ForAll<G, F> {
    /// Names the value in the report.
    pub fn named(self, name: &'static str) -> Self {
        ForAll { name, ..self }
    }

    /// Judges `count` values instead of one: one expensive outer value serves many inner ones.
    /// The law is broken if it is broken for any of them; shrinking drops the others.
    ///
    /// ```
    /// use lawful::generate::vec;
    /// use lawful::prelude::*;
    ///
    /// let law = for_all(vec(any::<u8>(), 1..), |list| {
    ///     let table: Vec<u8> = list.clone(); // imagine that this is slow
    ///     for_all(0..list.len(), move |index| table[index] == list[index]).many(50)
    /// });
    /// assert!(lawful::Runner::named("example").run(&law).is_success());
    /// ```
    pub fn many(self, count: u32) -> ForAllMany<G, F> {
        ForAllMany { inner: self, count }
    }
}

impl<G, F, R> Component for ForAll<G, F>
where
    G: Generator<Value: Debug>,
    F: Fn(G::Value) -> R,
    R: IntoOutcome,
{
    type Drawn = G::Value;

    #[inline]
    fn draw(&self, case: &mut Case) -> G::Value {
        case.argument(self.name, &self.generator)
    }

    #[inline]
    fn run(&self, value: G::Value, case: &mut Case) -> Outcome {
        (self.body)(value).into_outcome(case)
    }

    fn extensions() -> Vec<&'static Extension> {
        R::extensions()
    }
}

/// See [`ForAll::many`].
#[derive(Clone, Debug)]
pub struct ForAllMany<G, F> {
    inner: ForAll<G, F>,
    count: u32,
}

impl<G, F, R> Component for ForAllMany<G, F>
where
    G: Generator<Value: Debug>,
    F: Fn(G::Value) -> R,
    R: IntoOutcome,
{
    type Drawn = ();

    fn draw(&self, _: &mut Case) {}

    fn run(&self, (): (), case: &mut Case) -> Outcome {
        let count = u64::from(self.count);
        if count == 0 {
            Misuse::raise("`many(0)` judges no value at all; give it at least 1");
        }
        case.span(crate::generate::label_of::<Self>, |case| {
            // All of them when fresh; a tape may ask for fewer, which is how the others drop out.
            let count = case.source.length(0, count, |_| count);
            let mut discarded = 0;
            for _ in 0..count {
                let element = crate::generate::label_of::<G::Value>;
                // A filter that starves, or `discard()`, unwinds; that ends the inner value alone.
                let outcome =
                    case.attempt(|case| case.span(element, |case| self.inner.draw_and_run(case)));
                match outcome {
                    Outcome::Passed => {}
                    Outcome::Discarded => {
                        discarded += 1;
                        said::forget_discard();
                    }
                    other => return other,
                }
            }
            // The case says nothing only if no inner value did.
            match discarded == count && count > 0 {
                true => Outcome::Discarded,
                false => Outcome::Passed,
            }
        })
    }

    /// Each value is judged when it is drawn, behind the gate of its own.
    fn draw_and_run(&self, case: &mut Case) -> Outcome {
        self.run((), case)
    }

    fn extensions() -> Vec<&'static Extension> {
        R::extensions()
    }
}
