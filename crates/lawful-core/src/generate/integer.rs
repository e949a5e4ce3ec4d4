//! Integers: small ones, boundaries and the full range, all common.
//!
//! Uniform integers miss the edges, which is what users of other tools complain about most after
//! shrinking. An arbitrary integer therefore has a width drawn from a table, half of it narrow,
//! and one draw in sixteen is a boundary. All of it comes out of a single random word.

use super::{Arbitrary, Generator, Lengths, Ranged, draw_list};
use crate::choice::{Random, Source};

/// The integer types. What they need of one another is in two's complement, 64 bits wide on every
/// platform.
pub trait Integer: Copy + Ord + std::fmt::Debug {
    /// The least value.
    const LEAST: Self;
    /// The greatest value.
    const GREATEST: Self;
    /// Whether there are values below 0.
    const SIGNED: bool;
    /// How many bits carry magnitude.
    const WIDTH: u32;
    /// The value in two's complement.
    fn to_word(self) -> u64;
    /// The value that `word` stands for.
    fn from_word(word: u64) -> Self;
}

/// How a random word becomes a number: some bits are kept, some set, and the rest shifted out. A
/// table of such steps has no branch that a processor could guess wrong, which was half the cost
/// of a draw when boundaries were a case of their own.
#[derive(Clone, Copy)]
struct Step {
    keep: u64,
    set: u64,
    shift: u32,
}

const STEPS: usize = 128;

/// Of 128 steps 8 are boundaries, 60 are narrow (up to 7 bits), the others go up evenly to the full
/// width.
const fn steps(width: u32) -> [Step; STEPS] {
    let greatest = ones(width);
    let mut table = [exactly(greatest); STEPS];
    table[2] = exactly(greatest - 1);
    table[3] = exactly(1 << (width - 1));
    table[4] = exactly(0xff & greatest);
    table[5] = exactly(0x100 & greatest);
    table[6] = exactly(0xffff & greatest);
    table[7] = exactly(0xffff_ffff & greatest);
    let mut entry = 8;
    while entry < 68 {
        let narrow = [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7][entry % 15];
        table[entry] = below(if narrow < width { narrow } else { width });
        entry += 1;
    }
    while entry < STEPS {
        let wide = 7 + width.saturating_sub(7) * (entry as u32 - 67) / 60;
        table[entry] = below(if wide < width { wide } else { width });
        entry += 1;
    }
    table
}

/// Any number of so many bits.
const fn below(width: u32) -> Step {
    match width {
        0 => exactly(0),
        _ => Step { keep: u64::MAX, set: 0, shift: 64 - width },
    }
}

/// One number.
const fn exactly(number: u64) -> Step {
    Step { keep: 0, set: number, shift: 0 }
}

const fn ones(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

struct Steps<T>(std::marker::PhantomData<T>);

impl<T: Integer> Steps<T> {
    const TABLE: [Step; STEPS] = steps(T::WIDTH);
}

/// Draws any integer of the type.
#[inline]
pub(super) fn sample_any<T: Integer>(random: &mut Random) -> T {
    let word = random.next_word();
    // The upper bits of a multiple depend on all bits of the word, those of the magnitude too, but
    // loosely enough for what they decide.
    let decide = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let step = &Steps::<T>::TABLE[(decide >> 57) as usize];
    let magnitude = (word & step.keep | step.set) >> step.shift;
    // The complement turns the greatest number into the least, so both are boundaries.
    let sign = if T::SIGNED { 0u64.wrapping_sub(decide >> 56 & 1) } else { 0 };
    T::from_word(magnitude ^ sign)
}

/// Draws from `low` to `high`: one in sixteen from the ends, a quarter of those from wide ranges
/// near the origin, the rest evenly.
#[inline]
fn sample_range(random: &mut Random, origin: u64, down: u64, up: u64) -> u64 {
    let low = origin.wrapping_sub(down);
    let span = up.wrapping_add(down);
    let word = random.next_word();
    // As in `sample_any`: what decides must not be bits of the number.
    let decide = word.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    let even = |word: u64| match span.checked_add(1) {
        Some(count) => ((u128::from(word) * u128::from(count)) >> 64) as u64,
        None => word,
    };
    let offset = match decide & 15 {
        0 => match decide >> 4 & 3 {
            0 => 0,
            1 => span,
            2 => span.min(1),
            _ => span.saturating_sub(1),
        },
        1..=4 if span > 1_000 => {
            let width = (decide >> 4 & 15) as u32;
            let near = word & ((1 << width) - 1);
            let above = decide >> 8 & 1 == 0;
            match above || down == 0 {
                true => down.wrapping_add(near.min(up)),
                false => down - near.min(down),
            }
        }
        _ => even(word),
    };
    low.wrapping_add(offset)
}

/// Draws a number between two bounds, both included. The simplest is the one nearest to 0.
#[inline]
pub(super) fn draw_range<T: Integer>(source: &mut Source, low: T, high: T) -> T {
    let zero = T::from_word(0);
    let origin = if low > zero { low } else { high.min(zero) };
    let (low, high, origin) = (low.to_word(), high.to_word(), origin.to_word());
    let (down, up) = (origin.wrapping_sub(low), high.wrapping_sub(origin));
    T::from_word(source.number(origin, down, up, |random| sample_range(random, origin, down, up)))
}

#[inline]
fn draw_any<T: Integer>(source: &mut Source) -> T {
    let down = 0u64.wrapping_sub(T::LEAST.to_word());
    let word =
        source.number(0, down, T::GREATEST.to_word(), |random| sample_any::<T>(random).to_word());
    T::from_word(word)
}

/// A list of arbitrary integers: what the draws have in common is decided once a list.
#[inline]
pub(super) fn draw_any_list<T: Integer + Arbitrary>(
    source: &mut Source,
    lengths: Lengths,
) -> Vec<T> {
    if !source.is_plain() {
        return draw_list(&super::any::<T>(), source, lengths);
    }
    let length = lengths.draw(source);
    sample_list(source.random(), length)
}

/// A function of its own, so that the loop has the registers to itself.
#[inline(never)]
fn sample_list<T: Integer>(random: &mut Random, length: usize) -> Vec<T> {
    let mut list = Vec::with_capacity(length);
    list.extend((0..length).map(|_| sample_any::<T>(random)));
    list
}

macro_rules! integers {
    ($($type:ident $signed:literal),*) => {$(
        impl Integer for $type {
            const LEAST: Self = $type::MIN;
            const GREATEST: Self = $type::MAX;
            const SIGNED: bool = $signed;
            const WIDTH: u32 = $type::BITS - $signed as u32;
            #[inline]
            fn to_word(self) -> u64 {
                self as u64
            }
            #[inline]
            fn from_word(word: u64) -> Self {
                word as Self
            }
        }

        impl Ranged for $type {
            const LEAST: Self = $type::MIN;
            const GREATEST: Self = $type::MAX;
            #[inline]
            fn draw_through(source: &mut Source, low: Self, high: Self) -> Option<Self> {
                (low <= high).then(|| draw_range(source, low, high))
            }
            #[inline]
            fn before(self) -> Option<Self> {
                self.checked_sub(1)
            }
        }
    )*};
}
integers!(i8 true, i16 true, i32 true, i64 true, isize true);
integers!(u8 false, u16 false, u32 false, u64 false, usize false);

macro_rules! arbitrary_integers {
    ($($type:ident),*) => {$(
        impl Arbitrary for $type {
            #[inline]
            fn arbitrary(source: &mut Source) -> Self {
                draw_any(source)
            }
            #[inline]
            fn arbitrary_list(source: &mut Source, lengths: Lengths) -> Vec<Self> {
                draw_any_list(source, lengths)
            }
        }
    )*};
}
arbitrary_integers!(i8, i16, i32, i64, isize, u16, u32, u64, usize);

impl Arbitrary for u8 {
    #[inline]
    fn arbitrary(source: &mut Source) -> Self {
        draw_any(source)
    }

    /// Bytes are one block on the tape.
    fn arbitrary_list(source: &mut Source, lengths: Lengths) -> Vec<Self> {
        if source.is_plain() {
            let length = lengths.draw_text(source);
            return sample_bytes(source.random(), length);
        }
        let units = lengths.draw_block(source, 256, |random, length| {
            sample_bytes(random, length as usize).into_iter().map(u32::from).collect()
        });
        units.into_iter().map(|unit| unit as u8).collect()
    }
}

/// Even bytes, or in one list of four bytes of a few values, so that runs and repeats occur.
fn sample_bytes(random: &mut Random, length: usize) -> Vec<u8> {
    let word = random.next_word();
    let mask = match word & 15 {
        0 => 0,
        1 => 0x0101_0101_0101_0101,
        2 | 3 => 0x0303_0303_0303_0303 << (word >> 4 & 6),
        _ => u64::MAX,
    };
    let mut bytes = Vec::with_capacity(length + 7);
    while bytes.len() < length {
        bytes.extend_from_slice(&(random.next_word() & mask).to_le_bytes());
    }
    bytes.truncate(length);
    bytes
}

/// The 128-bit integers are a sign and two words: the tape holds words.
macro_rules! wide_integers {
    ($($type:ident),*) => {$(
        impl Ranged for $type {
            const LEAST: Self = $type::MIN;
            const GREATEST: Self = $type::MAX;
            #[inline]
            fn draw_through(source: &mut Source, low: Self, high: Self) -> Option<Self> {
                if low > high {
                    return None;
                }
                let origin = if low > 0 { low } else { high.min(0) };
                let up = high.wrapping_sub(origin) as u128;
                let down = origin.wrapping_sub(low) as u128;
                let (magnitude, negative) = draw_wide(source, up, down);
                Some(match negative {
                    true => origin.wrapping_sub(magnitude as $type),
                    false => origin.wrapping_add(magnitude as $type),
                })
            }
            #[inline]
            fn before(self) -> Option<Self> {
                self.checked_sub(1)
            }
        }

        impl Arbitrary for $type {
            #[inline]
            fn arbitrary(source: &mut Source) -> Self {
                ($type::MIN..=$type::MAX).generate(source)
            }
        }
    )*};
}
wide_integers!(i128, u128);

/// A magnitude up to `up`, or with a minus up to `down`. A wide number costs more choices than a
/// narrow one, so the upper word is drawn only where the width says so.
#[inline]
fn draw_wide(source: &mut Source, up: u128, down: u128) -> (u128, bool) {
    let sides = if down > 0 && up > 0 { 2 } else { 1 };
    let negative = source.pick(sides, |random| random.below(sides)) == 1 || up == 0 && down > 0;
    let most = if negative { down } else { up };
    let most_upper = (most >> 64) as u64;
    let upper = source.number(0, 0, most_upper, |random| match random.below(2) {
        0 => 0,
        _ => sample_range(random, 0, 0, most_upper),
    });
    let most_lower = if upper == most_upper { most as u64 } else { u64::MAX };
    let lower = source.number(0, 0, most_lower, |random| sample_range(random, 0, 0, most_lower));
    let magnitude = u128::from(upper) << 64 | u128::from(lower);
    (magnitude, negative && magnitude > 0)
}
