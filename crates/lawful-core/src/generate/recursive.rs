//! Generators of recursive values, which end by size.

use std::cell::OnceCell;
use std::rc::{Rc, Weak};

use super::{Boxed, Generator, Misuse};
use crate::choice::{ELEMENT, ONE_GOES_ON, Source};

/// A generator made when it is first needed, so that it may mention itself.
///
/// ```
/// use lawful::generate::{Boxed, just, lazy, one_of};
/// use lawful::prelude::*;
///
/// /// How deep a nest is; it ends by chance, and surely when the size is used up.
/// fn depth() -> Boxed<'static, u32> {
///     let deeper = |source: &mut Source| source.smaller(|source| source.draw(&lazy(depth)) + 1);
///     let either = one_of((just(0), deeper));
///     let by_size = move |source: &mut Source| match source.size() {
///         0 => 0,
///         _ => source.draw(&either),
///     };
///     by_size.boxed()
/// }
/// check(depth(), |depth| assert!(depth <= 7));
/// ```
#[doc(alias("deferred", "LazyJust"))]
pub fn lazy<G: Generator, F: Fn() -> G>(make: F) -> Lazy<G, F> {
    Lazy { make, made: OnceCell::new() }
}

/// See [`lazy`].
pub struct Lazy<G, F> {
    make: F,
    made: OnceCell<G>,
}

impl<G: Generator, F: Fn() -> G> Generator for Lazy<G, F> {
    type Value = G::Value;
    fn generate(&self, source: &mut Source) -> G::Value {
        let made = self.made.get_or_init(&self.make);
        match source.nested(|source| made.generate(source)) {
            Some(value) => value,
            None => Misuse::raise(
                "a `lazy` generator does not come to an end; let it choose a leaf when \
                 `source.size()` is 0, and draw its parts with `source.smaller(..)`, or use \
                 `recursive`, which does",
            ),
        }
    }
}

/// A recursive value: a leaf, or what `grow` builds around smaller values of the same kind.
///
/// The depth is bounded by the logarithm of the size, and every level is halfway to leaves, so
/// generation ends at every size without help.
///
/// ```
/// use lawful::generate::{recursive, vec};
/// use lawful::prelude::*;
///
/// #[derive(Debug)]
/// enum Json { Number(i32), List(Vec<Json>) }
///
/// let json = recursive(any::<i32>().mapped(Json::Number), |json| {
///     vec(json, 0..=4).mapped(Json::List)
/// });
/// fn depth(json: &Json) -> usize {
///     match json {
///         Json::Number(_) => 0,
///         Json::List(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
///     }
/// }
/// check(json, |json| assert!(depth(&json) < 100));
/// ```
#[doc(alias = "prop_recursive")]
pub fn recursive<'a, T: 'a, G: Generator<Value = T> + 'a>(
    leaf: impl Generator<Value = T> + 'a,
    grow: impl Fn(Boxed<'a, T>) -> G,
) -> Boxed<'a, T> {
    let body = Rc::new_cyclic(|body: &Weak<Body<_, G>>| {
        let body = body.clone();
        // What `grow` gets must not keep the generator that keeps it alive.
        let inner = move |source: &mut Source| match body.upgrade() {
            Some(body) => body.generate(source),
            None => Misuse::raise("a part of a `recursive` generator outlived the whole"),
        };
        Body { leaf, grown: grow(inner.boxed()) }
    });
    (move |source: &mut Source| body.generate(source)).boxed()
}

struct Body<L, G> {
    leaf: L,
    grown: G,
}

impl<L: Generator, G: Generator<Value = L::Value>> Body<L, G> {
    fn generate(&self, source: &mut Source) -> L::Value {
        // At size 0 the leaf is forced; the pick is on the tape all the same.
        let alternatives = if source.size() == 0 { 1 } else { 2 };
        let has_room = !source.room().is_used_up();
        let deeper = source.pick(alternatives, |random| match alternatives {
            1 => 0,
            _ if !has_room && !random.one_in(ONE_GOES_ON) => 0,
            _ => u64::from(random.below(4) != 0),
        });
        source.spend(u64::from(ELEMENT));
        match deeper {
            1 => source.smaller(|source| source.draw(&self.grown)),
            _ => source.draw(&self.leaf),
        }
    }
}
