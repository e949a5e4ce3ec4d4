//! Numbers in types that are more than a number.

use std::num::NonZero;
use std::sync::atomic::{
    AtomicBool, AtomicI8, AtomicI16, AtomicI32, AtomicIsize, AtomicU8, AtomicU16, AtomicU32,
    AtomicUsize, Ordering,
};
#[cfg(target_has_atomic = "64")]
use std::sync::atomic::{AtomicI64, AtomicU64};

use super::super::integer::sample_any;
use super::super::{Arbitrary, FuncKey, Generator, Integer};
use crate::choice::{KeyDigest, Source};

/// Draws any integer but 0, with the boundaries that integers have. The simplest is 1. On the tape a
/// number above 0 is one less, so that there is no place for 0.
fn draw_non_zero<T: Integer>(source: &mut Source) -> T {
    let down = 0u64.wrapping_sub(T::LEAST.to_word());
    let zero = T::from_word(0);
    let place = source.number(0, down, T::GREATEST.to_word() - 1, |random| {
        let number = sample_any::<T>(random);
        number.to_word().wrapping_sub(u64::from(number > zero))
    });
    let is_negative = T::from_word(place) < zero;
    T::from_word(place.wrapping_add(u64::from(!is_negative)))
}

macro_rules! non_zero {
    ($($type:ident $draw:expr),*) => {$(
        impl Arbitrary for NonZero<$type> {
            #[inline]
            fn arbitrary(source: &mut Source) -> Self {
                const ONE: NonZero<$type> = NonZero::new(1).unwrap();
                let draw: fn(&mut Source) -> $type = $draw;
                NonZero::new(draw(source)).unwrap_or(ONE)
            }
        }

        impl FuncKey for NonZero<$type> {
            #[inline]
            fn digest(&self, digest: &mut KeyDigest) {
                self.get().digest(digest);
            }
        }
    )*};
}
non_zero!(
    i8 draw_non_zero, i16 draw_non_zero, i32 draw_non_zero, i64 draw_non_zero,
    isize draw_non_zero, u8 draw_non_zero, u16 draw_non_zero, u32 draw_non_zero,
    u64 draw_non_zero, usize draw_non_zero,
    u128 |source| (1..=u128::MAX).generate(source),
    i128 |source| match source.branch(2) {
        0 => (1..=i128::MAX).generate(source),
        _ => (i128::MIN..=-1).generate(source),
    }
);

macro_rules! atomic {
    ($($type:ident),*) => {$(
        impl Arbitrary for $type {
            #[inline]
            fn arbitrary(source: &mut Source) -> Self {
                $type::new(source.any())
            }
        }

        /// What it holds now.
        impl FuncKey for $type {
            #[inline]
            fn digest(&self, digest: &mut KeyDigest) {
                self.load(Ordering::SeqCst).digest(digest);
            }
        }
    )*};
}
atomic!(AtomicBool, AtomicI8, AtomicI16, AtomicI32, AtomicIsize, AtomicU8, AtomicU16, AtomicU32);
atomic!(AtomicUsize);
// Some platforms cannot change 64 bits at once.
#[cfg(target_has_atomic = "64")]
atomic!(AtomicI64, AtomicU64);
