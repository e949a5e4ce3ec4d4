//! The characters of a class, in the order of simplicity.

use regex_syntax::hir::{ClassBytes, ClassUnicode};

use super::super::text::{ASCII, AWKWARD};
use crate::choice::Random;

/// The members of a class. A member is a number on the tape, its place: those of ASCII come first,
/// letters before digits and both before the rest, then all others by code point.
#[derive(Clone, Debug)]
pub(super) struct Class {
    ascii: Vec<u8>,
    /// How many of `ascii` are printable.
    printable: u32,
    /// Code points above ASCII, with the place of the first of each range.
    ranges: Vec<(u32, u32)>,
    count: u32,
    /// The places of characters that programs stumble over.
    awkward: Vec<u32>,
    /// Whether the members are bytes, and not code points.
    bytes: bool,
}

/// A class up to this size is drawn from evenly. In a larger one, real texts are not an even mixture.
const MOST_EVEN: u32 = 256;

impl Class {
    pub(super) fn unicode(class: &ClassUnicode) -> Self {
        // The code points on the two sides of the surrogates.
        let sides = |low: u32, high: u32| [(low, high.min(0xd7ff)), (low.max(0xe000), high)];
        let ranges = class.iter().flat_map(|range| sides(range.start().into(), range.end().into()));
        Class::new(&ranges.filter(|(low, high)| low <= high).collect::<Vec<_>>(), false)
    }

    pub(super) fn bytes(class: &ClassBytes) -> Self {
        let ranges = class.iter().map(|range| (range.start().into(), range.end().into()));
        Class::new(&ranges.collect::<Vec<_>>(), true)
    }

    fn new(ranges: &[(u32, u32)], bytes: bool) -> Self {
        let has = |byte: u8| ranges.iter().any(|(low, high)| (*low..=*high).contains(&byte.into()));
        let ascii: Vec<u8> = ASCII.iter().copied().filter(|byte| has(*byte)).collect();
        let is_printable = |byte: &&u8| (b' '..=b'~').contains(*byte);
        let printable = ascii.iter().filter(is_printable).count() as u32;
        let mut count = ascii.len() as u32;
        let mut above = Vec::new();
        for (low, high) in ranges.iter().map(|&(low, high)| (low.max(128), high)) {
            if low <= high {
                above.push((count, low));
                count += high - low + 1;
            }
        }
        let mut class =
            Class { ascii, printable, ranges: above, count, awkward: Vec::new(), bytes };
        if !bytes && count > MOST_EVEN {
            class.awkward = AWKWARD.into_iter().filter_map(|one| class.place_of(one)).collect();
        }
        class
    }

    pub(super) fn count(&self) -> u32 {
        self.count
    }

    fn place_of(&self, character: char) -> Option<u32> {
        if let Some(place) = self.ascii.iter().position(|byte| char::from(*byte) == character) {
            return Some(place as u32);
        }
        let code = u32::from(character);
        let at = self.ranges.partition_point(|(_, low)| *low <= code).checked_sub(1)?;
        let (first, low) = self.ranges[at];
        let end = self.ranges.get(at + 1).map_or(self.count, |(next, _)| *next);
        Some(first + (code - low)).filter(|place| *place < end)
    }

    /// Writes the member at a place.
    #[inline]
    pub(super) fn write(&self, place: u32, written: &mut Vec<u8>) {
        match self.ascii.get(place as usize) {
            Some(byte) => written.push(*byte),
            None => self.write_above(place, written),
        }
    }

    fn write_above(&self, place: u32, written: &mut Vec<u8>) {
        let at = self.ranges.partition_point(|(first, _)| *first <= place).saturating_sub(1);
        let (first, low) = self.ranges[at];
        let code = low + (place - first);
        match char::from_u32(code).filter(|_| !self.bytes) {
            None => written.push(code as u8),
            Some(character) => {
                written.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
    }

    /// Draws so many places.
    #[inline]
    pub(super) fn sample(&self, random: &mut Random, length: u64, mut draw: impl FnMut(u32)) {
        if self.count <= MOST_EVEN {
            return even(random, length, self.count, draw);
        }
        // As for any text, what the characters are like is decided once a string.
        match random.below(4) {
            0 | 1 if self.printable > 0 => even(random, length, self.printable, draw),
            2 => (0..length).for_each(|_| draw(self.sample_awkward(random))),
            _ => (0..length).for_each(|_| draw(random.below(self.count.into()) as u32)),
        }
    }

    fn sample_awkward(&self, random: &mut Random) -> u32 {
        let word = random.next_word();
        let below = |bound: u32| (((word >> 32) * u64::from(bound)) >> 32) as u32;
        match word & 3 {
            0 if !self.awkward.is_empty() => {
                self.awkward[below(self.awkward.len() as u32) as usize]
            }
            1 => below(self.count.min(0x500)),
            _ if self.printable > 0 => below(self.printable),
            _ => below(self.count),
        }
    }
}

/// Four places out of one word: 16 bits are enough for so few.
#[inline]
fn even(random: &mut Random, length: u64, count: u32, mut draw: impl FnMut(u32)) {
    let place = |word: u64| ((word & 0xffff) as u32 * count) >> 16;
    for _ in 0..length / 4 {
        let word = random.next_word();
        draw(place(word >> 48));
        draw(place(word >> 32));
        draw(place(word >> 16));
        draw(place(word));
    }
    let mut word = if length.is_multiple_of(4) { 0 } else { random.next_word() };
    for _ in 0..length % 4 {
        draw(place(word >> 48));
        word <<= 16;
    }
}
