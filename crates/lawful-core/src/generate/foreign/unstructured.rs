//! Types with the `Arbitrary` of the crate of that name, which fuzzers use, as generators.

use std::fmt;
use std::marker::PhantomData;
use std::panic::Location;

use arbitrary::{Arbitrary, Error, Unstructured};

use crate::choice::{Random, Source};
use crate::data::Starved;
use crate::generate::Generator;

/// The values of a type that implements `Arbitrary` of the crate `arbitrary`.
///
/// ```
/// use lawful::generate::from_unstructured;
/// use lawful::prelude::*;
///
/// let pairs = from_unstructured::<(bool, u8)>();
/// check(pairs, |(flag, number)| assert!(number < 128 || number.leading_zeros() == 0 || flag));
/// ```
///
/// The type takes its decisions from a block of bytes, which shrinks to fewer and smaller ones. Bytes that
/// it refuses are drawn again, and more of them if they were not enough.
#[track_caller]
pub fn from_unstructured<T: for<'a> Arbitrary<'a>>() -> FromUnstructured<T> {
    FromUnstructured { made_at: Location::caller(), value: PhantomData }
}

/// See [`from_unstructured`].
pub struct FromUnstructured<T> {
    made_at: &'static Location<'static>,
    value: PhantomData<fn() -> T>,
}

impl<T> fmt::Debug for FromUnstructured<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("FromUnstructured")
    }
}

/// How often bytes are drawn that the type refuses.
const TRIES: u32 = 10;
const MOST_BYTES: u64 = 1 << 20;

impl<T: for<'a> Arbitrary<'a>> Generator for FromUnstructured<T> {
    type Value = T;
    fn generate(&self, source: &mut Source) -> T {
        let (least, greatest) = T::size_hint(0);
        let least = (least as u64).min(MOST_BYTES);
        let most = greatest.map_or(MOST_BYTES, |most| (most as u64).clamp(least, MOST_BYTES));
        let size = u64::from(source.size());
        // A list of numbers needs some bytes for each of them.
        let mut reach = 16 * size;
        for _ in 0..TRIES {
            let mark = source.mark();
            let bytes = source.block(256, least, most, |random| {
                let length = least + random.below(reach.min(most - least) + 1);
                sample(random, length)
            });
            let bytes: Vec<u8> = bytes.into_iter().map(|byte| byte as u8).collect();
            match T::arbitrary_take_rest(Unstructured::new(&bytes)) {
                Ok(value) => return value,
                Err(Error::NotEnoughData) => reach = (2 * reach).max(16),
                Err(_) => {}
            }
            // What was refused leaves the tape, as in a filter.
            source.retract(mark);
        }
        Starved::raise(self.made_at, TRIES, None)
    }
}

/// Even bytes, or bytes that are nearly all odd. A list of that crate goes on for as long as it reads odd
/// bytes, so with even ones alone it would have one element on average.
fn sample(random: &mut Random, length: u64) -> Vec<u32> {
    let mostly_odd = random.below(2) == 1;
    let byte = |random: &mut Random| {
        let word = random.next_word();
        let odd = mostly_odd && word >> 8 & 31 != 0;
        (word & 0xff) as u32 | u32::from(odd)
    };
    (0..length).map(|_| byte(random)).collect()
}
