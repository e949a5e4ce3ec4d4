//! The types that have a generator of their own.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::hash::{BuildHasher, Hash};
use std::marker::PhantomData;
use std::num::Wrapping;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::collection::{self, Lengths, draw_list};
use super::plan::second_ends_sooner;
use super::text::{any_char, any_char_list, any_text};
use super::{Generator, Shape, Shapes, fallible, floats, maybe};
use crate::choice::Source;

/// A type whose values can be generated.
///
/// ```
/// use lawful_core::choice::Source;
/// use lawful_core::generate::Arbitrary;
///
/// struct Point { x: i32, y: i32 }
///
/// impl Arbitrary for Point {
///     fn arbitrary(source: &mut Source) -> Self {
///         Point { x: source.any(), y: source.any() }
///     }
/// }
/// let Point { x, y } = Source::fresh(1, 100).any();
/// assert_eq!(x.wrapping_add(y), y.wrapping_add(x));
/// ```
#[diagnostic::on_unimplemented(
    message = "no arbitrary `{Self}` can be generated",
    label = "`{Self}` does not implement `Arbitrary`",
    note = "derive it with `#[derive(Arbitrary)]`, or name a generator with `#[from(..)]`"
)]
pub trait Arbitrary: Sized {
    /// Makes any value, drawing what it needs.
    fn arbitrary(source: &mut Source) -> Self;

    /// Gives back what the value holds, for the next one to use. The engine calls it for the
    /// arguments of laws that borrow them. A recursive type that passes its boxes on is made two
    /// to three times as fast; one that does not is dropped.
    ///
    /// ```
    /// use lawful_core::choice::Source;
    /// use lawful_core::generate::Arbitrary;
    ///
    /// #[derive(Debug)]
    /// enum Tree { Leaf(u8), Fork(Box<Tree>, Box<Tree>) }
    ///
    /// impl Arbitrary for Tree {
    ///     fn arbitrary(source: &mut Source) -> Self {
    ///         match source.size() {
    ///             0 => Tree::Leaf(source.any()),
    ///             _ => source.smaller(|source| Tree::Fork(source.any(), source.any())),
    ///         }
    ///     }
    ///     fn recycle(self, source: &mut Source) {
    ///         if let Tree::Fork(left, right) = self {
    ///             left.recycle(source);
    ///             right.recycle(source);
    ///         }
    ///     }
    /// }
    /// ```
    #[inline]
    fn recycle(self, _: &mut Source) {
        drop(self);
    }

    /// What a value holds, for derived types that hold one: they find out from it whether they lead
    /// back to themselves, and by which fields. A type that holds no derived one need not say
    /// anything. One that does says what it is like, most simply as a tuple:
    ///
    /// ```
    /// use lawful_core::choice::Source;
    /// use lawful_core::generate::{Arbitrary, Shape, Shapes};
    ///
    /// struct Interned<T> { value: T, number: u32 }
    ///
    /// impl<T: Arbitrary> Arbitrary for Interned<T> {
    ///     fn arbitrary(source: &mut Source) -> Self {
    ///         Interned { value: source.any(), number: 0 }
    ///     }
    ///     fn shape(shapes: &mut Shapes) -> Shape {
    ///         <(T, u32)>::shape(shapes)
    ///     }
    /// }
    /// ```
    fn shape(_: &mut Shapes) -> Shape {
        Shape::leaf()
    }

    /// Makes a list; see [`Generator::generate_list`].
    fn arbitrary_list(source: &mut Source, lengths: Lengths) -> Vec<Self> {
        draw_list(&any::<Self>(), source, lengths)
    }
}

/// The generator of arbitrary values of a type.
///
/// ```
/// use lawful_core::choice::Source;
/// use lawful_core::generate::{Generator, any};
///
/// let even = any::<i32>().mapped(|number| number & !1);
/// assert_eq!(Source::fresh(1, 100).draw(&even) % 2, 0);
/// ```
#[inline]
pub fn any<T: Arbitrary>() -> Any<T> {
    Any(PhantomData)
}

/// See [`any`].
pub struct Any<T>(PhantomData<fn() -> T>);

impl<T> Clone for Any<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Any<T> {}

impl<T: Arbitrary> Generator for Any<T> {
    type Value = T;
    #[inline]
    fn generate(&self, source: &mut Source) -> T {
        T::arbitrary(source)
    }
    #[inline]
    fn generate_list(&self, source: &mut Source, lengths: Lengths) -> Vec<T> {
        T::arbitrary_list(source, lengths)
    }
    #[inline]
    fn recycle(&self, value: T, source: &mut Source) {
        value.recycle(source);
    }
}

impl Arbitrary for () {
    fn arbitrary(_: &mut Source) -> Self {}
}

impl<T: ?Sized> Arbitrary for PhantomData<T> {
    fn arbitrary(_: &mut Source) -> Self {
        PhantomData
    }
}

impl Arbitrary for bool {
    #[inline]
    fn arbitrary(source: &mut Source) -> Self {
        source.pick(2, |random| random.next_word() >> 63) == 1
    }
}

impl Arbitrary for char {
    fn arbitrary(source: &mut Source) -> Self {
        any_char(source)
    }
    fn arbitrary_list(source: &mut Source, lengths: Lengths) -> Vec<Self> {
        any_char_list(source, lengths)
    }
}

impl Arbitrary for String {
    fn arbitrary(source: &mut Source) -> Self {
        any_text(source, Lengths::by_size())
    }
}

impl Arbitrary for f64 {
    #[inline]
    fn arbitrary(source: &mut Source) -> Self {
        floats::<f64>().generate(source)
    }
}

impl Arbitrary for f32 {
    #[inline]
    fn arbitrary(source: &mut Source) -> Self {
        floats::<f32>().generate(source)
    }
}

impl<T: Arbitrary> Arbitrary for Vec<T> {
    #[inline]
    fn arbitrary(source: &mut Source) -> Self {
        T::arbitrary_list(source, Lengths::by_size())
    }
    fn shape(shapes: &mut Shapes) -> Shape {
        Shape::many(T::shape(shapes))
    }
}

impl<T: Arbitrary> Arbitrary for Option<T> {
    fn arbitrary(source: &mut Source) -> Self {
        maybe(any()).generate(source)
    }
    #[inline]
    fn recycle(self, source: &mut Source) {
        if let Some(value) = self {
            value.recycle(source);
        }
    }
    fn shape(shapes: &mut Shapes) -> Shape {
        Shape::either([Shape::leaf(), T::shape(shapes)])
    }
}

impl<T: Arbitrary, E: Arbitrary> Arbitrary for Result<T, E> {
    fn arbitrary(source: &mut Source) -> Self {
        if !source.growth().ends() {
            return fallible(any(), any()).generate(source);
        }
        source.pick(1, |_| 0);
        match second_ends_sooner::<T, E>() {
            false => Ok(source.any()),
            true => Err(source.any()),
        }
    }
    fn shape(shapes: &mut Shapes) -> Shape {
        Shape::either([T::shape(shapes), E::shape(shapes)])
    }
}

impl<T: Arbitrary, const N: usize> Arbitrary for [T; N] {
    fn arbitrary(source: &mut Source) -> Self {
        std::array::from_fn(|_| source.any())
    }
    fn shape(shapes: &mut Shapes) -> Shape {
        Shape::times(N, T::shape(shapes))
    }
}

macro_rules! wrapped {
    ($($type:ident $make:expr),*) => {$(
        impl<T: Arbitrary> Arbitrary for $type<T> {
            fn arbitrary(source: &mut Source) -> Self {
                $make(source.any())
            }
            fn shape(shapes: &mut Shapes) -> Shape {
                T::shape(shapes)
            }
        }
    )*};
}
wrapped!(Rc Rc::new, Arc Arc::new, Wrapping Wrapping, Cell Cell::new, RefCell RefCell::new);

impl<T: Arbitrary + 'static> Arbitrary for Box<T> {
    #[inline]
    fn arbitrary(source: &mut Source) -> Self {
        let value = source.any::<T>();
        source.boxed(value, T::recycle)
    }
    #[inline]
    fn recycle(self, source: &mut Source) {
        // What is inside is given back when the box is used again.
        source.give_back(self);
    }
    fn shape(shapes: &mut Shapes) -> Shape {
        T::shape(shapes)
    }
}

impl Arbitrary for Duration {
    fn arbitrary(source: &mut Source) -> Self {
        Duration::new(source.any(), source.draw(&(0..1_000_000_000)))
    }
}

impl<B: ToOwned + ?Sized> Arbitrary for Cow<'_, B>
where
    B::Owned: Arbitrary,
{
    fn arbitrary(source: &mut Source) -> Self {
        Cow::Owned(source.any())
    }
    fn shape(shapes: &mut Shapes) -> Shape {
        B::Owned::shape(shapes)
    }
}

macro_rules! collections {
    ($($type:ident [$($bound:path),*] $make:path),*) => {$(
        impl<T: Arbitrary $(+ $bound)*> Arbitrary for $type<T> {
            fn arbitrary(source: &mut Source) -> Self {
                $make(any::<T>(), Lengths::by_size()).generate(source)
            }
            fn shape(shapes: &mut Shapes) -> Shape {
                Shape::many(T::shape(shapes))
            }
        }
    )*};
}
collections!(
    VecDeque [] collection::vec_deque,
    LinkedList [] collection::linked_list,
    BinaryHeap [Ord] collection::binary_heap,
    BTreeSet [Ord] collection::btree_set
);

impl<T: Arbitrary + Eq + Hash, S: BuildHasher + Default> Arbitrary for HashSet<T, S> {
    fn arbitrary(source: &mut Source) -> Self {
        collection::distinct_list(&any::<T>(), source, Lengths::by_size()).into_iter().collect()
    }
    fn shape(shapes: &mut Shapes) -> Shape {
        Shape::many(T::shape(shapes))
    }
}

impl<K: Arbitrary + Ord, V: Arbitrary> Arbitrary for BTreeMap<K, V> {
    fn arbitrary(source: &mut Source) -> Self {
        collection::btree_map(any(), any(), Lengths::by_size()).generate(source)
    }
    fn shape(shapes: &mut Shapes) -> Shape {
        Shape::many(<(K, V)>::shape(shapes))
    }
}

impl<K: Arbitrary + Eq + Hash, V: Arbitrary, S: BuildHasher + Default> Arbitrary
    for HashMap<K, V, S>
{
    fn arbitrary(source: &mut Source) -> Self {
        let entries = collection::distinct_entries(&any(), &any(), source, Lengths::by_size());
        entries.into_iter().collect()
    }
    fn shape(shapes: &mut Shapes) -> Shape {
        Shape::many(<(K, V)>::shape(shapes))
    }
}
