//! The crate `num-bigint`.

use ::num_bigint::{BigInt, BigUint, Sign};

use super::by_hash;
use crate::choice::{Random, Source};
use crate::generate::Arbitrary;
use crate::generate::collection::list_label;

/// How many words of 64 bits a number has at most.
const MOST_WORDS: u64 = 1 << 12;

/// Numbers of one word as often as not, and more of them with the size: 14 words at size 100. The words
/// have the boundaries that integers have. The simplest is 0.
impl Arbitrary for BigUint {
    fn arbitrary(source: &mut Source) -> Self {
        let size = u64::from(source.size());
        let sample = |random: &mut Random| match random.below(8) {
            0..4 => 1,
            4 | 5 => 2,
            _ => random.below((size / 8).min(MOST_WORDS) + 3),
        };
        // The first word counts most, so that the order of tapes is the order of numbers.
        source.span(list_label::<BigUint>, |source| {
            let count = source.length(0, MOST_WORDS, sample);
            let words = (0..count).flat_map(|_| source.any::<u64>().to_be_bytes());
            BigUint::from_bytes_be(&words.collect::<Vec<u8>>())
        })
    }
}

/// As many below 0 as above it; the simplest is 0.
impl Arbitrary for BigInt {
    fn arbitrary(source: &mut Source) -> Self {
        let sign = [Sign::Plus, Sign::Minus][source.branch(2)];
        BigInt::from_biguint(sign, source.any())
    }
}

by_hash!(BigUint, BigInt);
