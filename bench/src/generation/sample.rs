//! Lawful's distributions written out as plain functions of the random generator, for the subject
//! `direct`. They are the same draws in the same order, so `direct` makes the same data.

use lawful::extend::Random;
use lawful_core::generate::Integer;

#[derive(Clone, Copy)]
struct Step {
    keep: u64,
    set: u64,
    shift: u32,
}

const fn steps(width: u32) -> [Step; 128] {
    const fn exactly(number: u64) -> Step {
        Step { keep: 0, set: number, shift: 0 }
    }
    let greatest = u64::MAX >> (64 - width);
    let narrow = [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7];
    let mut table = [exactly(greatest); 128];
    table[2] = exactly(greatest - 1);
    table[3] = exactly(1 << (width - 1));
    table[4] = exactly(0xff & greatest);
    table[5] = exactly(0x100 & greatest);
    table[6] = exactly(0xffff & greatest);
    table[7] = exactly(0xffff_ffff & greatest);
    let mut entry = 8;
    while entry < 128 {
        let bits = match entry {
            ..68 => narrow[entry % 15],
            _ => 7 + width.saturating_sub(7) * (entry as u32 - 67) / 60,
        };
        let bits = if bits < width { bits } else { width };
        table[entry] = match bits {
            0 => exactly(0),
            _ => Step { keep: u64::MAX, set: 0, shift: 64 - bits },
        };
        entry += 1;
    }
    table
}

struct Table<T>(std::marker::PhantomData<T>);

impl<T: Integer> Table<T> {
    const STEPS: [Step; 128] = steps(T::WIDTH);
}

/// Small, boundary and full-range integers.
#[inline]
pub fn integer<T: Integer>(random: &mut Random) -> T {
    let word = random.next_word();
    let decide = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let step = &Table::<T>::STEPS[(decide >> 57) as usize];
    let magnitude = (word & step.keep | step.set) >> step.shift;
    match T::SIGNED && decide >> 56 & 1 == 1 {
        true => T::from_word(!magnitude),
        false => T::from_word(magnitude),
    }
}

/// Even bytes, or bytes of few values.
pub fn bytes(random: &mut Random, most: u64) -> Vec<u8> {
    let length = random.below(most + 1) as usize;
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

const ASCII: &[u8; 128] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 \
_-.,:;!?'\"/\\()[]{}<>@#$%&*+=^`|~\n\t\r\0\x01\x02\x03\x04\x05\x06\x07\x08\x0b\x0c\x0e\x0f\x10\
\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f";

const AWKWARD: [char; 32] = [
    '\0',
    '\n',
    '\r',
    '\t',
    '"',
    '\'',
    '\\',
    '\u{7f}',
    '\u{80}',
    '\u{a0}',
    'ß',
    'İ',
    'ı',
    'ﬁ',
    'Σ',
    'ς',
    '\u{301}',
    '\u{200b}',
    '\u{200d}',
    '\u{202e}',
    '\u{2028}',
    '\u{feff}',
    '\u{fffd}',
    '\u{ffff}',
    '\u{d7ff}',
    '\u{e000}',
    '\u{10000}',
    '\u{10ffff}',
    '💥',
    '👩',
    '🇸',
    'ﷺ',
];

/// Printable, awkward or any characters, one of the three for a whole text.
pub fn text(random: &mut Random, most: u64) -> String {
    let length = random.below(most + 1);
    let style = random.below(4);
    (0..length).map(|_| character(random.next_word(), style)).collect()
}

#[inline]
fn character(word: u64, style: u64) -> char {
    let printable = || char::from(ASCII[((word >> 32) * 95 >> 32) as usize]);
    match (style, word & 3) {
        (0 | 1, _) => printable(),
        (2, 0) => AWKWARD[(word >> 2) as usize % AWKWARD.len()],
        (2, 1) => at((word >> 2) % 0x500),
        (2, _) => printable(),
        (_, 0) => at((word >> 2) % 0x3000),
        _ => at((word >> 32) * 0x10_f800 >> 32),
    }
}

#[inline]
fn at(index: u64) -> char {
    match index {
        0..128 => char::from(ASCII[index as usize]),
        128..0xd800 => char::from_u32(index as u32).unwrap_or('\u{fffd}'),
        _ => char::from_u32(index as u32 + 0x800).unwrap_or('\u{fffd}'),
    }
}

/// Whole numbers, fractions, all magnitudes, and what is not a number.
pub fn float(random: &mut Random) -> f64 {
    let word = random.next_word();
    let whole = word as i64 >> 44;
    match word & 15 {
        0..=3 => f64::from_bits(random.next_word()),
        4..=7 => whole as f64 / 1024.0,
        8..=11 => (whole >> (word >> 4 & 15)) as f64,
        12 => awkward_float(word >> 4),
        _ => (whole as f64 / 1024.0) * 10f64.powi((word >> 8 & 31) as i32 - 16),
    }
}

#[cold]
fn awkward_float(word: u64) -> f64 {
    let step = f64::EPSILON;
    let least = f64::MIN_POSITIVE;
    let table = [
        f64::NAN,
        f64::INFINITY,
        f64::INFINITY,
        0.0,
        f64::MAX,
        least,
        least * step,
        least / 2.0,
        step,
        1.0 + step,
        1.0 - step / 2.0,
        1.0 / step,
        2.0 / step,
        0.1,
        1.0 / 3.0,
        1.0,
    ];
    let value = table[(word % 16) as usize];
    if word / 16 & 1 == 1 { -value } else { value }
}
