//! The types that have a generator of their own. Those of std are in `standard`, those of other
//! crates in `foreign`.

use std::marker::PhantomData;

use super::{Generator, Lengths, Shape, Shapes, draw_list};
use crate::choice::Source;

/// A type whose values can be generated.
///
/// ```
/// use lawful::prelude::*;
///
/// #[derive(Debug)]
/// struct Point { x: i32, y: i32 }
///
/// impl Arbitrary for Point {
///     fn arbitrary(source: &mut Source) -> Self {
///         Point { x: source.any(), y: source.any() }
///     }
/// }
/// check(any::<Point>(), |Point { x, y }| assert_eq!(x.wrapping_add(y), y.wrapping_add(x)));
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
    /// use lawful::prelude::*;
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

    /// Describes what a value holds, for derived types that hold one: they find out from it whether they lead
    /// back to themselves, and by which fields. A type that holds no derived one need not say
    /// anything. One that does says what it is like, most simply as a tuple:
    ///
    /// ```
    /// use lawful::generate::{Shape, Shapes};
    /// use lawful::prelude::*;
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
/// use lawful::prelude::*;
///
/// let even = any::<i32>().mapped(|number| number & !1);
/// check(even, |even| assert_eq!(even % 2, 0));
/// ```
#[inline]
#[doc(alias("arbitrary", "from_type"))]
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
