//! Characters and strings, the awkward ones included.

use super::{Generator, Lengths, Misuse, Ranged};
use crate::choice::{Random, Source};

/// Which characters a text is made of. A character is a number on the tape, its place in the
/// alphabet; earlier ones are simpler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alphabet {
    /// Every character: letters first, then the rest of ASCII, then all others by code point.
    Any,
    /// The 128 characters of ASCII, letters first, control characters last.
    Ascii,
    /// The given characters.
    Chars(Vec<char>),
}

/// ASCII in the order of simplicity.
pub(super) const ASCII: &[u8; 128] =
    b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 \
_-.,:;!?'\"/\\()[]{}<>@#$%&*+=^`|~\n\t\r\0\x01\x02\x03\x04\x05\x06\x07\x08\x0b\x0c\x0e\x0f\x10\
\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f";

/// How many of [`ASCII`] are printable.
const PRINTABLE: u64 = 95;

const SURROGATES: u32 = 0xd800;
const SURROGATE_COUNT: u32 = 0x800;
const CHARACTERS: u32 = 0x11_0000 - SURROGATE_COUNT;

/// What text-handling code stumbles over: case that changes length, combining marks, joiners,
/// directions, byte order marks, the edges of encodings.
pub(super) const AWKWARD: [char; 32] = [
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

/// The place of a character among all of them.
fn index_of(character: char) -> u32 {
    let code = u32::from(character);
    match code {
        0..128 => ASCII.iter().position(|&byte| u32::from(byte) == code).unwrap_or(0) as u32,
        SURROGATES.. => code - SURROGATE_COUNT,
        _ => code,
    }
}

/// The character at a place among all of them.
#[inline]
fn char_at(index: u32) -> char {
    let code = match index {
        0..128 => return char::from(ASCII[index as usize]),
        SURROGATES.. => index + SURROGATE_COUNT,
        _ => index,
    };
    char::from_u32(code).unwrap_or('\u{fffd}')
}

/// What the characters of one text are like. It is drawn once a text, because real texts are not
/// an even mixture, and because it is faster.
#[derive(Clone, Copy)]
enum Style {
    Printable,
    Awkward,
    Anything,
}

impl Style {
    fn sample(random: &mut Random) -> Self {
        match random.below(4) {
            0 | 1 => Style::Printable,
            2 => Style::Awkward,
            _ => Style::Anything,
        }
    }

    #[inline]
    fn sample_char(self, random: &mut Random) -> u32 {
        let word = random.next_word();
        let printable = (((word >> 32) * PRINTABLE) >> 32) as u32;
        match self {
            Style::Printable => printable,
            Style::Awkward => match word & 3 {
                0 => index_of(AWKWARD[(word >> 2) as usize % AWKWARD.len()]),
                1 => ((word >> 2) % 0x500) as u32,
                _ => printable,
            },
            Style::Anything => match word & 3 {
                0 => ((word >> 2) % 0x3000) as u32,
                _ => (((word >> 32) * u64::from(CHARACTERS)) >> 32) as u32,
            },
        }
    }
}

pub(super) fn any_char(source: &mut Source) -> char {
    let most = u64::from(CHARACTERS - 1);
    let index = source.number(0, 0, most, |random| {
        let style = Style::sample(random);
        u64::from(style.sample_char(random))
    });
    char_at(index as u32)
}

/// Draws the places of a text's characters as one block on the tape.
fn any_units(source: &mut Source, lengths: Lengths) -> Vec<u32> {
    lengths.draw_block(source, CHARACTERS, |random, length| {
        let style = Style::sample(random);
        (0..length).map(|_| style.sample_char(random)).collect()
    })
}

pub(super) fn any_char_list(source: &mut Source, lengths: Lengths) -> Vec<char> {
    any_units(source, lengths).into_iter().map(char_at).collect()
}

pub(super) fn any_text(source: &mut Source, lengths: Lengths) -> String {
    if !source.is_plain() {
        return any_units(source, lengths).into_iter().map(char_at).collect();
    }
    let length = lengths.draw_text(source);
    let random = source.random();
    let style = Style::sample(random);
    if let Style::Printable = style {
        let draw = |_| char::from(ASCII[style.sample_char(random) as usize]);
        return (0..length).map(draw).collect();
    }
    (0..length).map(|_| char_at(style.sample_char(random))).collect()
}

/// Texts of any characters.
///
/// ```
/// use lawful::generate::text;
/// use lawful::prelude::*;
///
/// check(text(..=20), |text| assert!(text.chars().count() <= 20));
/// ```
#[track_caller]
#[doc(alias("string", "any_string"))]
pub fn text(lengths: impl Into<Lengths>) -> Text {
    Text { alphabet: Alphabet::Any, lengths: lengths.into() }
}

/// Texts of ASCII characters, most of them printable.
///
/// ```
/// use lawful::generate::ascii;
/// use lawful::prelude::*;
///
/// check(ascii(..=20), |text| assert!(text.is_ascii()));
/// ```
#[track_caller]
pub fn ascii(lengths: impl Into<Lengths>) -> Text {
    Text { alphabet: Alphabet::Ascii, lengths: lengths.into() }
}

/// Texts of the given characters; earlier ones are simpler.
///
/// ```
/// use lawful::generate::string_of;
/// use lawful::prelude::*;
///
/// check(string_of("abc", 1..=8), |word| {
///     assert!(word.chars().all(|letter| "abc".contains(letter)));
/// });
/// ```
#[track_caller]
pub fn string_of(characters: &str, lengths: impl Into<Lengths>) -> Text {
    let alphabet = Alphabet::Chars(characters.chars().collect());
    Text { alphabet, lengths: lengths.into() }
}

/// See [`text`], [`ascii`] and [`string_of`].
#[derive(Clone, Debug)]
pub struct Text {
    alphabet: Alphabet,
    lengths: Lengths,
}

impl Generator for Text {
    type Value = String;
    fn generate(&self, source: &mut Source) -> String {
        match &self.alphabet {
            Alphabet::Any => any_text(source, self.lengths),
            Alphabet::Ascii => self.small(source, 128, |random| match random.below(8) {
                0 => random.below(128),
                _ => random.below(PRINTABLE),
            }),
            Alphabet::Chars(characters) => {
                let count = characters.len() as u64;
                if count == 0 {
                    Misuse::raise("`string_of` was given no characters; give it at least one");
                }
                self.small(source, count, |random| random.below(count))
            }
        }
    }
}

impl Text {
    fn small(
        &self,
        source: &mut Source,
        count: u64,
        sample: impl Fn(&mut Random) -> u64,
    ) -> String {
        let units = self.lengths.draw_block(source, count as u32, |random, length| {
            (0..length).map(|_| sample(random) as u32).collect()
        });
        let character = |unit: u32| match &self.alphabet {
            Alphabet::Chars(characters) => characters[unit as usize],
            _ => char_at(unit),
        };
        units.into_iter().map(character).collect()
    }
}

/// Characters of an alphabet.
///
/// ```
/// use lawful::generate::{Alphabet, chars};
/// use lawful::prelude::*;
///
/// check(chars(Alphabet::Ascii), |letter| assert!(letter.is_ascii()));
/// ```
pub fn chars(alphabet: Alphabet) -> impl Generator<Value = char> {
    move |source: &mut Source| match &alphabet {
        Alphabet::Any => any_char(source),
        Alphabet::Ascii => char_at(source.number(0, 0, 127, |random| random.below(128)) as u32),
        Alphabet::Chars(characters) => {
            let Some(most) = (characters.len() as u64).checked_sub(1) else {
                Misuse::raise("`chars` was given no characters; give it at least one")
            };
            characters[source.number(0, 0, most, |random| random.below(most + 1)) as usize]
        }
    }
}

impl Ranged for char {
    const LEAST: Self = char::MIN;
    const GREATEST: Self = char::MAX;
    /// The first character of a range is its simplest.
    fn draw_through(source: &mut Source, low: Self, high: Self) -> Option<Self> {
        let place = |character: char| match u32::from(character) {
            code @ SURROGATES.. => code - SURROGATE_COUNT,
            code => code,
        };
        let (low, span) = (place(low), u64::from(place(high).checked_sub(place(low))?));
        let place = low + source.number(0, 0, span, |random| random.below(span + 1)) as u32;
        char::from_u32(if place >= SURROGATES { place + SURROGATE_COUNT } else { place })
    }
    fn before(self) -> Option<Self> {
        (char::MIN..self).next_back()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_and_places_are_in_bijection() {
        for index in 0..CHARACTERS {
            assert_eq!(index_of(char_at(index)), index);
        }
        assert_eq!(char_at(0), 'a');
        assert_eq!(char_at(CHARACTERS - 1), '\u{10ffff}');
    }
}
