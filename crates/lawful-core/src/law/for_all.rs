//! Laws over the values of a generator.

use std::fmt::Debug;

use super::{Ended, Law, Outcome, Verdict, attempt, case};
use crate::choice::Source;
use crate::generate::{Generator, Misuse};

/// The law that `body` holds for all values of a generator.
///
/// The body may return another law, whose generator may depend on the value:
///
/// ```
/// use lawful_core::law::for_all;
/// use lawful_core::generate::{any, vec};
///
/// let law = for_all(vec(any::<u8>(), 1..=20), |list| {
///     for_all(0..list.len(), move |index| list[index] <= *list.iter().max().unwrap())
/// });
/// assert!(lawful_core::run::Check::new("example").run(&law).is_success());
/// ```
pub fn for_all<G, F, R>(generator: G, body: F) -> ForAll<G, F>
where
    G: Generator<Value: Debug>,
    F: Fn(G::Value) -> R,
    R: Outcome,
{
    ForAll { name: "", generator, body }
}

/// Like [`for_all`], for a body that borrows the value. The engine may then use what the value holds
/// again for the next one (see [`Arbitrary::recycle`](crate::generate::Arbitrary::recycle)).
///
/// ```
/// use lawful_core::law::for_all_ref;
/// use lawful_core::generate::any;
///
/// let law = for_all_ref(any::<Vec<u8>>(), |list| list.iter().count() == list.len());
/// assert!(lawful_core::run::Check::new("example").run(&law).is_success());
/// ```
pub fn for_all_ref<G, F, R>(generator: G, body: F) -> ForAllRef<G, F>
where
    G: Generator<Value: Debug>,
    F: Fn(&G::Value) -> R,
    R: Outcome,
{
    ForAllRef { generator, body }
}

/// See [`for_all_ref`].
#[derive(Clone, Debug)]
pub struct ForAllRef<G, F> {
    generator: G,
    body: F,
}

impl<G, F, R> Law for ForAllRef<G, F>
where
    G: Generator<Value: Debug>,
    F: Fn(&G::Value) -> R,
    R: Outcome,
{
    #[inline]
    fn test(&self, source: &mut Source) -> Verdict {
        let value = source.argument("", &self.generator);
        if !source.admit() {
            return Verdict::Refused;
        }
        let verdict = (self.body)(&value).conclude(source);
        self.generator.recycle(value, source);
        verdict
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
    /// use lawful_core::law::for_all;
    /// use lawful_core::generate::{any, vec};
    ///
    /// let law = for_all(vec(any::<u8>(), 1..), |list| {
    ///     let table: Vec<u8> = list.clone(); // imagine that this is slow
    ///     for_all(0..list.len(), move |index| table[index] == list[index]).many(50)
    /// });
    /// assert!(lawful_core::run::Check::new("example").run(&law).is_success());
    /// ```
    pub fn many(self, count: u32) -> ForAllMany<G, F> {
        ForAllMany { inner: self, count }
    }
}

impl<G, F, R> Law for ForAll<G, F>
where
    G: Generator<Value: Debug>,
    F: Fn(G::Value) -> R,
    R: Outcome,
{
    #[inline]
    fn test(&self, source: &mut Source) -> Verdict {
        let value = source.argument(self.name, &self.generator);
        if !source.admit() {
            return Verdict::Refused;
        }
        (self.body)(value).conclude(source)
    }
}

/// See [`ForAll::many`].
#[derive(Clone, Debug)]
pub struct ForAllMany<G, F> {
    inner: ForAll<G, F>,
    count: u32,
}

impl<G, F, R> Law for ForAllMany<G, F>
where
    G: Generator<Value: Debug>,
    F: Fn(G::Value) -> R,
    R: Outcome,
{
    fn test(&self, source: &mut Source) -> Verdict {
        let list = || crate::generate::label_of::<Self>();
        source.span(list, |source| {
            let count = u64::from(self.count);
            if count == 0 {
                Misuse::raise("`many(0)` judges no value at all; give it at least 1");
            }
            // All of them when fresh; a tape may ask for fewer, which is how the others drop out.
            let count = source.length(0, count, |_| count);
            let mut discarded = 0;
            for _ in 0..count {
                let element = || crate::generate::label_of::<G::Value>();
                // A filter that starves, or `discard()`, unwinds; that ends the inner value alone.
                let before = source.before_unwinding();
                let ended = attempt(|| source.span(element, |source| self.inner.test(source)));
                match ended {
                    Ended::Verdict(Verdict::Held) => {}
                    Ended::Verdict(Verdict::Discarded) => {
                        source.after_unwinding(before);
                        discarded += 1;
                        case::change(|case| (case.discarded, case.starved) = (false, None));
                    }
                    Ended::Verdict(other) => return other,
                    Ended::Panicked => return Verdict::Broken,
                    Ended::Misused(misuse) => std::panic::resume_unwind(Box::new(misuse)),
                }
            }
            // The case says nothing only if no inner value did.
            match discarded == count && count > 0 {
                true => Verdict::Discarded,
                false => Verdict::Held,
            }
        })
    }
}
