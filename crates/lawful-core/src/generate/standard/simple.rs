//! What holds nothing else: the primitive types but for integers, and texts.

use std::cmp::Ordering;
use std::marker::PhantomData;
use std::ops::RangeFull;

use super::super::text::{any_char, any_char_list, any_text};
use super::super::{Arbitrary, FuncKey, Generator, Lengths, floats};
use crate::choice::{KeyDigest, Source};

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

/// `Equal` is the simplest: it is what two simplest values compare to.
impl Arbitrary for Ordering {
    fn arbitrary(source: &mut Source) -> Self {
        [Ordering::Equal, Ordering::Less, Ordering::Greater][source.branch(3)]
    }
}

impl Arbitrary for RangeFull {
    fn arbitrary(_: &mut Source) -> Self {
        ..
    }
}

impl FuncKey for RangeFull {
    fn digest(&self, _: &mut KeyDigest) {}
}
