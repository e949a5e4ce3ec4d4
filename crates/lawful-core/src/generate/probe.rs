//! What a derive does with a field whose type may or may not implement a trait.
//!
//! A derive sees tokens, not types, and a bound on a type that is not generic must hold or nothing
//! compiles. So it asks the compiler by way of method lookup, which takes the first of several
//! candidates that applies: the one behind fewer references. (David Tolnay's autoref-based
//! specialization.)

use std::hash::Hash;
use std::marker::PhantomData;

use super::{Arbitrary, Field, FuncKey, Shape, Shapes};
use crate::choice::KeyDigest;

/// A part of an argument. `(&&&Part(&field)).digest_into(digest)` adds it by its [`FuncKey`], else by
/// its `Hash`, else not at all: values that differ only there share an answer, and a generated
/// function stays a function. (Not by its `Debug`: that of a hash map is another in every run.)
///
/// ```
/// use lawful::generate::KeyDigest;
/// use lawful_core::generate::probe::{ByArgument, ByHash, ByNothing, Part};
///
/// struct Opaque;
/// let mut digest = KeyDigest::default();
/// (&&&Part(&Opaque)).digest_into(&mut digest);
/// assert_eq!(digest.row(), KeyDigest::default().row());
/// (&&&Part(&5)).digest_into(&mut digest);
/// assert_ne!(digest.row(), KeyDigest::default().row());
/// ```
#[derive(Debug)]
pub struct Part<'a, T: ?Sized>(pub &'a T);

/// See [`Part`].
pub trait ByArgument {
    /// Adds the part to a digest.
    fn digest_into(&self, digest: &mut KeyDigest);
}

impl<T: FuncKey + ?Sized> ByArgument for &&Part<'_, T> {
    fn digest_into(&self, digest: &mut KeyDigest) {
        self.0.digest(digest);
    }
}

/// See [`Part`].
pub trait ByHash {
    /// Adds the part to a digest.
    fn digest_into(&self, digest: &mut KeyDigest);
}

impl<T: Hash + ?Sized> ByHash for &Part<'_, T> {
    fn digest_into(&self, digest: &mut KeyDigest) {
        digest.hash(self.0);
    }
}

/// See [`Part`].
pub trait ByNothing {
    /// Adds nothing to a digest.
    fn digest_into(&self, digest: &mut KeyDigest);
}

impl<T: ?Sized> ByNothing for Part<'_, T> {
    fn digest_into(&self, _: &mut KeyDigest) {}
}

/// A field that is drawn by its type. `ByType::<T>::field(name)` is [`Field::any`] if the type is arbitrary. If it is not,
/// the error comes where the field is drawn, and this is a field that is skipped: one error a field is enough.
#[derive(Debug)]
pub struct ByType<T>(PhantomData<T>);

impl<T: Arbitrary> ByType<T> {
    /// Describes the field.
    pub const fn field(name: &'static str) -> Field {
        Field::any::<T>(name)
    }
}

/// See [`ByType`]. What a type has itself comes before what a trait gives it, wherever its bounds are met.
pub trait NotArbitrary {
    /// Describes the field.
    fn field(name: &'static str) -> Field;
}

impl<T> NotArbitrary for ByType<T> {
    fn field(name: &'static str) -> Field {
        Field::skipped::<T>(name)
    }
}

/// A field with a generator of its own. `(&&Shaped::<T>::NEW).shape(shapes)` is the shape of its type,
/// or a leaf if it has none.
///
/// ```
/// use lawful_core::generate::probe::{ByArbitrary, ByLeaf, Shaped};
/// use lawful::generate::{Shape, Shapes};
///
/// struct Opaque;
/// let mut shapes = Shapes::default();
/// assert_eq!((&&Shaped::<Opaque>::NEW).shape(&mut shapes), Shape::leaf());
/// assert_ne!((&&Shaped::<Vec<u8>>::NEW).shape(&mut shapes), Shape::leaf());
/// ```
#[derive(Debug)]
pub struct Shaped<T>(PhantomData<T>);

impl<T> Shaped<T> {
    /// It holds nothing.
    pub const NEW: Self = Shaped(PhantomData);
}

/// See [`Shaped`].
pub trait ByArbitrary {
    /// The shape of the type.
    fn shape(&self, shapes: &mut Shapes) -> Shape;
}

impl<T: Arbitrary> ByArbitrary for &Shaped<T> {
    fn shape(&self, shapes: &mut Shapes) -> Shape {
        T::shape(shapes)
    }
}

/// See [`Shaped`].
pub trait ByLeaf {
    /// A leaf.
    fn shape(&self, shapes: &mut Shapes) -> Shape;
}

impl<T> ByLeaf for Shaped<T> {
    fn shape(&self, _: &mut Shapes) -> Shape {
        Shape::leaf()
    }
}
