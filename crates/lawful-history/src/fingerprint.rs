//! Fingerprints that are the same in every run.

use std::hash::{Hash, Hasher};

/// A number that is equal for equal values, in every run and on every machine with the same width of
/// words and the same order of bytes in them.
///
/// ```
/// use lawful::history::fingerprint;
///
/// assert_eq!(fingerprint(&vec![1, 2]), fingerprint(&vec![1, 2]));
/// assert_ne!(fingerprint(&vec![1, 2]), fingerprint(&vec![2, 1]));
/// ```
pub fn fingerprint(value: &impl Hash) -> u64 {
    let mut mixer = Mixer(0);
    value.hash(&mut mixer);
    mixer.finish()
}

/// Spreads what differs between two words over all of their bits.
pub(crate) fn mix(word: u64) -> u64 {
    let wide = u128::from(word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
    (wide >> 64) as u64 ^ wide as u64
}

/// Not std's own hasher, whose outcome may change with its version.
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.write_u64(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.write_u64(u64::from_le_bytes(last) ^ (rest.len() as u64) << 56);
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0.rotate_left(25) ^ number);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}
