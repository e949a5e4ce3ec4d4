//! Ranges as values. (As generators they are in `generate/range.rs`.)

use std::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

use super::super::{Arbitrary, FuncKey, Shape, Shapes};
use crate::choice::{KeyDigest, Source};

/// Two ends, in order but for one time in eight. Both orders are values of the type, but a range that
/// runs backwards is an edge and not half of what there is.
fn ends<T: Arbitrary + PartialOrd>(source: &mut Source) -> (T, T) {
    let backwards = source.pick(2, |random| random.one_in(8).into()) == 1;
    let (start, end) = (source.any::<T>(), source.any::<T>());
    if (start > end) == backwards { (start, end) } else { (end, start) }
}

impl<T: Arbitrary + PartialOrd> Arbitrary for Range<T> {
    fn arbitrary(source: &mut Source) -> Self {
        let (start, end) = ends(source);
        start..end
    }
    fn shape(shapes: &mut Shapes) -> Shape {
        <(T, T)>::shape(shapes)
    }
}

impl<T: Arbitrary + PartialOrd> Arbitrary for RangeInclusive<T> {
    fn arbitrary(source: &mut Source) -> Self {
        let (start, end) = ends(source);
        start..=end
    }
    fn shape(shapes: &mut Shapes) -> Shape {
        <(T, T)>::shape(shapes)
    }
}

macro_rules! one_end {
    ($($type:ident $end:ident),*) => {$(
        impl<T: Arbitrary> Arbitrary for $type<T> {
            fn arbitrary(source: &mut Source) -> Self {
                $type { $end: source.any() }
            }
            fn shape(shapes: &mut Shapes) -> Shape {
                T::shape(shapes)
            }
        }

        impl<T: FuncKey> FuncKey for $type<T> {
            fn digest(&self, digest: &mut KeyDigest) {
                self.$end.digest(digest);
            }
        }
    )*};
}
one_end!(RangeFrom start, RangeTo end, RangeToInclusive end);

impl<T: FuncKey> FuncKey for Range<T> {
    fn digest(&self, digest: &mut KeyDigest) {
        self.start.digest(digest);
        self.end.digest(digest);
    }
}

impl<T: FuncKey> FuncKey for RangeInclusive<T> {
    fn digest(&self, digest: &mut KeyDigest) {
        self.start().digest(digest);
        self.end().digest(digest);
    }
}

/// `Unbounded` is the simplest.
impl<T: Arbitrary> Arbitrary for Bound<T> {
    fn arbitrary(source: &mut Source) -> Self {
        // A recursive value that must end has nothing more inside.
        match source.branch(if source.growth().ends() { 1 } else { 3 }) {
            0 => Bound::Unbounded,
            1 => Bound::Included(source.any()),
            _ => Bound::Excluded(source.any()),
        }
    }
    fn shape(shapes: &mut Shapes) -> Shape {
        Option::<T>::shape(shapes)
    }
}

impl<T: FuncKey> FuncKey for Bound<T> {
    fn digest(&self, digest: &mut KeyDigest) {
        match self {
            Bound::Unbounded => digest.word(0),
            Bound::Included(end) => (1, end).digest(digest),
            Bound::Excluded(end) => (2, end).digest(digest),
        }
    }
}
