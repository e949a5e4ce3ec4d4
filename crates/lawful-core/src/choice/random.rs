//! The random generator: one word of state, one multiplication a draw.
//!
//! The generator is wyrand (Wang Yi). It was chosen because a test starts a stream of its own: a
//! seed has to become a generator in a nanosecond, and generators with more state lose there what
//! they win per draw. Its output is the same on every platform.

use lawful_data::tape::fold;

/// A stream of random words, a pure function of its seed.
///
/// ```
/// use lawful::extend::Random;
///
/// let mut one = Random::from_seed(7);
/// let mut other = Random::from_seed(7);
/// assert_eq!(one.next_word(), other.next_word());
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

const STEP: u64 = 0xa076_1d64_78bd_642f;
const SALT: u64 = 0xe703_7ed1_a0b4_28db;

impl Random {
    /// The stream that belongs to `seed`.
    #[inline]
    pub fn from_seed(seed: u64) -> Self {
        Random { state: seed }
    }

    /// The next 64 random bits.
    #[inline]
    pub fn next_word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        fold(self.state, self.state ^ SALT)
    }

    /// A number from 0 to `bound - 1`. A bound of 0 gives 0.
    ///
    /// The bias of the multiplication method is below `bound / 2^64`, far under what any number of
    /// tests could notice, and rejecting it would make the number of draws vary.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next_word()) * u128::from(bound)) >> 64) as u64
    }

    /// True once in `one_in` times.
    #[inline]
    pub fn one_in(&mut self, one_in: u64) -> bool {
        self.below(one_in) == 0
    }
}

/// The seed of a test: one multiplication, because it is paid for every test.
#[inline]
pub(crate) fn mix_index(seed: u64, index: u64) -> u64 {
    fold(seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15), 0x8bb8_4b93_962e_acc9) ^ seed
}

/// A label from a name: one multiplication for eight bytes, since every span has one.
pub(crate) fn label_bytes(bytes: &[u8]) -> u64 {
    let (chunks, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = chunks.iter().chain(std::iter::once(&last));
    words.fold(bytes.len() as u64, |label, word| {
        fold(label ^ STEP, u64::from_le_bytes(*word) ^ SALT)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lawful_data::tape::mix;

    #[test]
    fn below_keeps_its_bound_and_reaches_every_value() {
        let mut random = Random::from_seed(1);
        let mut seen = [false; 7];
        for _ in 0..1_000 {
            seen[random.below(7) as usize] = true;
        }
        assert_eq!(seen, [true; 7]);
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn seeds_of_neighbours_are_unrelated() {
        // Every bit of the mixed word should flip about half the time between neighbours.
        for bit in 0..64 {
            let flips =
                (0..2_000u64).filter(|&i| (mix(5, i) ^ mix(5, i + 1)) >> bit & 1 == 1).count();
            assert!((800..1_200).contains(&flips), "bit {bit}: {flips}");
        }
    }
}
