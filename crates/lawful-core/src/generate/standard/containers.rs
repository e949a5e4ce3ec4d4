//! What holds any number of values, or one of several.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::hash::{BuildHasher, Hash};
use std::ops::ControlFlow;
use std::task::Poll;

use super::super::collection;
use super::super::plan::second_ends_sooner;
use super::super::{
    Arbitrary, FuncKey, Generator, Lengths, Shape, Shapes, any, option_of, result_of,
};
use crate::choice::{KeyDigest, Source};

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
        option_of(any()).generate(source)
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
            return result_of(any(), any()).generate(source);
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

/// `Continue` is the simpler.
impl<B: Arbitrary, C: Arbitrary> Arbitrary for ControlFlow<B, C> {
    fn arbitrary(source: &mut Source) -> Self {
        match Result::<C, B>::arbitrary(source) {
            Ok(value) => ControlFlow::Continue(value),
            Err(value) => ControlFlow::Break(value),
        }
    }
    fn shape(shapes: &mut Shapes) -> Shape {
        Result::<C, B>::shape(shapes)
    }
}

impl<B: FuncKey, C: FuncKey> FuncKey for ControlFlow<B, C> {
    fn digest(&self, digest: &mut KeyDigest) {
        digest.word(self.is_break().into());
        match self {
            ControlFlow::Continue(value) => value.digest(digest),
            ControlFlow::Break(value) => value.digest(digest),
        }
    }
}

/// `Pending` is the simpler.
impl<T: Arbitrary> Arbitrary for Poll<T> {
    fn arbitrary(source: &mut Source) -> Self {
        Option::arbitrary(source).map_or(Poll::Pending, Poll::Ready)
    }
    fn shape(shapes: &mut Shapes) -> Shape {
        Option::<T>::shape(shapes)
    }
}

impl<T: FuncKey> FuncKey for Poll<T> {
    fn digest(&self, digest: &mut KeyDigest) {
        digest.word(self.is_ready().into());
        if let Poll::Ready(value) = self {
            value.digest(digest);
        }
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
