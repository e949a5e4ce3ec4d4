//! Words mixed into one: how digests are made, and how the engine derives one seed from another.

const STEP: u64 = 0xa076_1d64_78bd_642f;
const SALT: u64 = 0xe703_7ed1_a0b4_28db;

/// Multiplies two words and folds the product into one.
#[doc(hidden)]
#[inline]
pub fn fold(left: u64, right: u64) -> u64 {
    let product = u128::from(left) * u128::from(right);
    (product >> 64) as u64 ^ product as u64
}

/// Mixes two words into one; how seeds of tests, lanes and rows are derived from one another.
#[inline]
pub fn mix(left: u64, right: u64) -> u64 {
    let first = fold(left ^ 0x2d35_8dcc_aa6c_78a5, right ^ 0x8bb8_4b93_962e_acc9);
    fold(first ^ STEP, left ^ SALT)
}

/// Mixes the bytes of a name into one word.
pub fn mix_bytes(bytes: &[u8]) -> u64 {
    let mut hash = mix(bytes.len() as u64, STEP);
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash = mix(hash, u64::from_le_bytes(word));
    }
    hash
}
