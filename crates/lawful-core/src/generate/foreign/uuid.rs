//! The crate `uuid`.

use ::uuid::Uuid;

use super::by_hash;
use crate::choice::{Random, Source};
use crate::generate::Arbitrary;

/// Any 128 bits, most of them a valid identifier of one of the versions 1 to 8, and often the nil or the
/// greatest one. The simplest is nil.
impl Arbitrary for Uuid {
    fn arbitrary(source: &mut Source) -> Self {
        let bytes = source.block(256, 16, 16, sample);
        Uuid::from_bytes(std::array::from_fn(|index| bytes[index] as u8))
    }
}

fn sample(random: &mut Random) -> Vec<u32> {
    let kind = random.below(16);
    let [upper, lower] = [random.next_word(), random.next_word()].map(u64::to_be_bytes);
    let mut bytes: Vec<u32> = upper.into_iter().chain(lower).map(u32::from).collect();
    let version = match kind {
        0 => return vec![0; 16],
        1 => return vec![0xff; 16],
        2..4 => return bytes,
        4..10 => 4,
        10 | 11 => 7,
        _ => 1 + random.below(8) as u32,
    };
    bytes[6] = bytes[6] & 0x0f | version << 4;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    bytes
}

by_hash!(Uuid);
