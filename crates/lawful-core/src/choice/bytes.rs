//! A fuzzer's input read as a tape.

use super::float::Order;
use super::source::Feeder;
use lawful_data::tape::{Block, Kind, Scalar};

/// Reads choices from bytes. A fuzzer finds its way by small changes of the input and by copying into
/// it what the program compared with something, so
///
/// - a choice takes as many bytes as its bounds need, and past the end every choice reads 0;
/// - a number within its bounds stands in the input as it does in memory, least significant byte first;
/// - lengths and characters, which are small as a rule, take one byte where they are, and the units of
///   a block stand side by side.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use lawful::extend::{Bytes, Recording};
/// use lawful::prelude::*;
///
/// let mut recording = Recording::fed(Arc::new(Mutex::new(Bytes::new(&[1, 200]))), 100);
/// assert_eq!(recording.draw(&any::<(bool, u8, u64)>()), (true, 200, 0));
/// ```
#[derive(Debug)]
pub struct Bytes {
    bytes: Vec<u8>,
    at: usize,
}

impl Bytes {
    /// Reads from the start of `bytes`.
    pub fn new(bytes: &[u8]) -> Self {
        Bytes { bytes: bytes.to_vec(), at: 0 }
    }

    /// Reads as many bytes as `most` has, least significant byte first.
    fn read_word(&mut self, most: u64) -> u64 {
        let mut word = 0;
        for place in 0..width(most) {
            let byte = self.bytes.get(self.at).copied().unwrap_or(0);
            self.at += 1;
            word |= u64::from(byte) << (8 * place);
        }
        word
    }

    /// Reads a number that can reach `most`.
    fn read(&mut self, most: u64) -> u64 {
        within(self.read_word(most), most)
    }

    /// Reads a number that is small as a rule: in one byte, or after a byte from `ESCAPE` on whole.
    fn read_small(&mut self, most: u64) -> u64 {
        match self.bytes.get(self.at) {
            Some(&byte) if most > 0xff && byte >= ESCAPE => {
                self.at += 1;
                self.read(most)
            }
            _ => self.read(most.min(0xff)),
        }
    }

    /// Reads a length. Elements past the end of the input would all be the simplest.
    fn read_length(&mut self, most: u64) -> u64 {
        let length = self.read_small(most.min(0xffff));
        length.min(self.bytes.len().saturating_sub(self.at) as u64)
    }

    /// Reads a number between `down` below its origin and `up` above it.
    fn read_number(&mut self, request: Scalar) -> Scalar {
        let Some(span) = request.up.checked_add(request.down) else {
            let word = self.read(u64::MAX);
            return request.with_value(word);
        };
        let word = self.read_word(span);
        if request.down == 0 {
            return request.with(within(word, span), false);
        }
        // As in memory: the upper half of what the bytes can hold is negative.
        let unused = 64 - 8 * width(span);
        let value = (word << unused).cast_signed() >> unused;
        let (magnitude, negative) = (value.unsigned_abs(), value < 0);
        match magnitude <= if negative { request.down } else { request.up } {
            true => request.with(magnitude, negative),
            false => match within(word, span).checked_sub(request.up) {
                Some(below @ 1..) => request.with(below, true),
                _ => request.with(within(word, span), false),
            },
        }
    }
}

/// The bytes from here on do not stand for themselves where a number is small as a rule.
const ESCAPE: u8 = 0xf0;

/// How many bytes a number takes that can reach `most`.
fn width(most: u64) -> u32 {
    (64 - most.leading_zeros()).div_ceil(8)
}

/// A word out of bounds is another within them.
fn within(word: u64, most: u64) -> u64 {
    most.checked_add(1).map_or(word, |count| word % count)
}

impl Feeder for Bytes {
    fn scalar(&mut self, request: Scalar) -> Scalar {
        match request.kind {
            Kind::Float => {
                let value = f64::from_bits(self.read(u64::MAX));
                let order = Order::of(&request);
                let index = order.index_of(if value == 0.0 { value } else { value.abs() });
                request.with(index, value < 0.0)
            }
            Kind::Length => {
                let length = self.read_length(request.up);
                request.with(length, false)
            }
            _ => self.read_number(request),
        }
    }

    fn block(&mut self, mut request: Block) -> Block {
        let length = request.fewest + self.read_length(request.most - request.fewest);
        let most = u64::from(request.bound.saturating_sub(1));
        request.units = (0..length).map(|_| self.read_small(most) as u32).collect();
        request
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::choice::Source;
    use crate::generate::Arbitrary;

    fn source(bytes: &[u8]) -> Source {
        Source::fed(Arc::new(Mutex::new(Bytes::new(bytes))), 100)
    }

    fn check<T: Arbitrary + Debug + PartialEq>(bytes: &[u8], expected: T) {
        assert_eq!(source(bytes).any::<T>(), expected, "{bytes:?}");
    }

    #[test]
    fn numbers_stand_as_in_memory() {
        check(&0x1234_5678_u32.to_le_bytes(), 0x1234_5678_u32);
        for number in [0, 1, -1, i32::MIN, i32::MAX, -559_038_737] {
            check(&number.to_le_bytes(), number);
        }
        for number in [0, -1, i64::MIN, i64::MAX] {
            check(&number.to_le_bytes(), number);
        }
        for number in i8::MIN..=i8::MAX {
            check(&number.to_le_bytes(), number);
        }
        for number in -100..=100i8 {
            let mut source = source(&number.to_le_bytes());
            assert_eq!(source.draw(&(-100..=100i8)), number);
        }
        // What is out of bounds is something within them.
        assert!((-100..=100).contains(&source(&[120]).draw(&(-100..=100i8))));
        check(&1.5f64.to_le_bytes(), 1.5);
    }

    #[test]
    fn lengths_take_a_byte_and_units_stand_side_by_side() {
        check(b"\x04LAWFgivers", b"LAWF".to_vec());
        check(b"\xefLAWF", b"LAWF".to_vec());
        check(b"\xf0\x02\x00LAWF", b"LA".to_vec());
        check(b"\x02\x01\x00\x02\x00", vec![1u16, 2]);
        check(b"\x01\x05\x02\x07\x08", (vec![5u8], vec![7u8, 8]));
        check(b"", Vec::<u8>::new());
    }

    #[test]
    fn a_character_that_is_common_takes_a_byte() {
        let mut source = source(b"\x03\x00\x01\x02!");
        let text: String = source.any();
        assert_eq!(text.chars().count(), 3);
        assert!(text.is_ascii(), "{text:?}");
        assert_eq!(source.any::<u8>(), b'!');
    }
}
