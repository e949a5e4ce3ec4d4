//! A fuzzer's input read as a tape.

use super::float::Order;
use super::source::Feeder;
use super::tape::{Block, Kind, Scalar};

/// Reads choices from bytes. A choice takes as many bytes as its bounds need, so that a small
/// change of the input is a small change of the case; past the end every choice reads 0.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use lawful_core::choice::{Bytes, Source};
/// use lawful_core::generate::any;
///
/// let mut source = Source::fed(Arc::new(Mutex::new(Bytes::new(&[1, 200]))), 100);
/// assert_eq!(source.draw(&any::<(bool, u8, u64)>()), (true, 200, 0));
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

    /// Reads a number that can reach `most`, least significant byte first.
    fn read(&mut self, most: u64) -> u64 {
        let width = (64 - most.leading_zeros()).div_ceil(8);
        let mut word = 0;
        for place in 0..width {
            let byte = self.bytes.get(self.at).copied().unwrap_or(0);
            self.at += 1;
            word |= u64::from(byte) << (8 * place);
        }
        match most.checked_add(1) {
            Some(count) => word % count,
            None => word,
        }
    }
}

impl Feeder for Bytes {
    fn scalar(&mut self, request: Scalar) -> Scalar {
        if request.kind == Kind::Float {
            let value = f64::from_bits(self.read(u64::MAX));
            let order = Order::of(&request);
            let index = order.index_of(if value == 0.0 { value } else { value.abs() });
            return request.with(index, value < 0.0);
        }
        if request.kind == Kind::Length {
            // Elements past the end of the input would all be the simplest.
            let left = self.bytes.len().saturating_sub(self.at) as u64;
            return request.with(self.read(request.up.min(0xffff)).min(left), false);
        }
        match request.up.checked_add(request.down) {
            Some(span) => {
                let index = self.read(span);
                match index.checked_sub(request.up) {
                    Some(below) if below > 0 => request.with(below, true),
                    _ => request.with(index, false),
                }
            }
            None => {
                let word = self.read(u64::MAX);
                request.with_value(word)
            }
        }
    }

    fn block(&mut self, mut request: Block) -> Block {
        let left = self.bytes.len().saturating_sub(self.at) as u64;
        let span = request.most - request.fewest;
        let length = request.fewest + self.read(span.min(u64::from(u32::MAX))).min(left);
        let most = u64::from(request.bound.saturating_sub(1));
        request.units = (0..length).map(|_| self.read(most) as u32).collect();
        request
    }
}
