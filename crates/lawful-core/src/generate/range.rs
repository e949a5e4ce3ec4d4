//! Ranges are generators of what lies in them.

use std::fmt;
use std::ops::{Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

use super::{Generator, Misuse};
use crate::choice::Source;

/// A type whose ranges are generators. The implementations for ranges are generic over it, so that
/// the type of a literal such as `0..60` follows from what the value is used for.
pub trait Ranged: Copy + fmt::Debug {
    /// The least value.
    const LEAST: Self;
    /// The greatest value.
    const GREATEST: Self;
    /// A value from `low` to `high`, both included, or nothing if there is none.
    fn draw_through(source: &mut Source, low: Self, high: Self) -> Option<Self>;
    /// The value before this one.
    fn before(self) -> Option<Self>;
}

#[cold]
fn empty_range<T: fmt::Debug>(low: T, dots: &str, high: T) -> ! {
    let wanted = if dots == ".." { "lie below" } else { "not lie above" };
    Misuse::raise(format!(
        "the range {low:?}{dots}{high:?} is empty, so nothing can be drawn from it; \
         its start must {wanted} its end"
    ))
}

impl<T: Ranged> Generator for Range<T> {
    type Value = T;
    #[inline]
    fn generate(&self, source: &mut Source) -> T {
        let last = self.end.before();
        match last.and_then(|last| T::draw_through(source, self.start, last)) {
            Some(value) => value,
            None => empty_range(self.start, "..", self.end),
        }
    }
}

impl<T: Ranged> Generator for RangeInclusive<T> {
    type Value = T;
    #[inline]
    fn generate(&self, source: &mut Source) -> T {
        match T::draw_through(source, *self.start(), *self.end()) {
            Some(value) => value,
            None => empty_range(*self.start(), "..=", *self.end()),
        }
    }
}

impl<T: Ranged> Generator for RangeFrom<T> {
    type Value = T;
    #[inline]
    fn generate(&self, source: &mut Source) -> T {
        (self.start..=T::GREATEST).generate(source)
    }
}

impl<T: Ranged> Generator for RangeTo<T> {
    type Value = T;
    #[inline]
    fn generate(&self, source: &mut Source) -> T {
        (T::LEAST..self.end).generate(source)
    }
}

impl<T: Ranged> Generator for RangeToInclusive<T> {
    type Value = T;
    #[inline]
    fn generate(&self, source: &mut Source) -> T {
        (T::LEAST..=self.end).generate(source)
    }
}
