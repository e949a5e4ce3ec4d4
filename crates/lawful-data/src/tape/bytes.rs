//! Tapes as bytes: the one encoder, for files, replay tokens and the processes of isolated laws.

use super::{Block, KeyedChoice, Kind, RowKey, Scalar, Tape, Token};

/// Parts of a tape that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Choices alone, for a token that is to be short. A replay finds the spans by itself where nothing changed.
    Choices,
    /// Choices and spans: all that a replay reads. Bounds are the generator's business and come back when the tape is
    /// replayed.
    Spans,
    /// Everything, for another process that goes on shrinking.
    Bounds,
}

const OPEN: u8 = 0;
const CLOSE: u8 = 1;
const BLOCK: u8 = 2;
const LANE: u8 = 3;
const SCALAR: u8 = 4;
/// Beyond all scalars.
const KEYED: u8 = 255;
/// They are stored by their place in this list, so new ones come last.
const KINDS: [Kind; 6] =
    [Kind::Number, Kind::Length, Kind::Pick, Kind::Float, Kind::Step, Kind::Reference];

/// Writes a tape.
///
/// ```
/// use lawful::data::tape::{Detail, Tape, decode, encode};
///
/// let tape = Tape { size: 7, ..Tape::default() };
/// assert_eq!(decode(&encode(&tape, Detail::Spans), Detail::Spans), Some(tape));
/// ```
pub fn encode(tape: &Tape, detail: Detail) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_number(&mut bytes, u64::from(tape.size));
    write_tokens(&mut bytes, &tape.main, detail);
    for (key, tokens) in tape.rows.iter() {
        bytes.extend_from_slice(&key.lane.to_le_bytes());
        bytes.extend_from_slice(&key.row.to_le_bytes());
        write_tokens(&mut bytes, tokens, detail);
    }
    bytes
}

/// Reads a tape that was written with the same detail; nothing if the bytes hold none.
pub fn decode(mut bytes: &[u8], detail: Detail) -> Option<Tape> {
    let size = u32::try_from(read_number(&mut bytes)?).ok()?;
    let mut tape = Tape { size, main: read_tokens(&mut bytes, detail)?, ..Tape::default() };
    while !bytes.is_empty() {
        let key = RowKey { lane: word(&mut bytes)?, row: word(&mut bytes)? };
        tape.rows.insert(key, read_tokens(&mut bytes, detail)?);
    }
    Some(tape)
}

pub(crate) fn write_tokens(bytes: &mut Vec<u8>, tokens: &[Token], detail: Detail) {
    let written = |token: &&Token| {
        detail != Detail::Choices || !matches!(token, Token::Open(_) | Token::Close)
    };
    write_number(bytes, tokens.iter().filter(written).count() as u64);
    tokens.iter().filter(written).for_each(|token| write_token(bytes, token, detail));
}

pub(crate) fn write_token(bytes: &mut Vec<u8>, token: &Token, detail: Detail) {
    let has_bounds = detail == Detail::Bounds;
    match token {
        Token::Open(label) => {
            bytes.push(OPEN);
            bytes.extend_from_slice(&label.to_le_bytes());
        }
        Token::Close => bytes.push(CLOSE),
        Token::Lane(name) => {
            bytes.push(LANE);
            bytes.extend_from_slice(&name.to_le_bytes());
        }
        Token::Keyed(choices) => {
            bytes.push(KEYED);
            write_number(bytes, choices.len() as u64);
            for keyed in choices {
                let KeyedChoice { owner, at, choice } = *keyed;
                [u64::from(owner), at, choice]
                    .iter()
                    .for_each(|number| write_number(bytes, *number));
            }
        }
        Token::Block(block) => {
            bytes.push(BLOCK);
            write_number(bytes, block.units.len() as u64);
            block.units.iter().for_each(|&unit| write_number(bytes, u64::from(unit)));
            if has_bounds {
                let bounds = [u64::from(block.bound), block.fewest, block.most];
                bounds.iter().for_each(|number| write_number(bytes, *number));
            }
        }
        Token::Scalar(scalar) => {
            let kind = KINDS.iter().position(|kind| *kind == scalar.kind).unwrap_or(0) as u8;
            bytes.push(SCALAR + 2 * kind + u8::from(scalar.negative));
            write_number(bytes, scalar.magnitude);
            if has_bounds {
                [scalar.up, scalar.down, scalar.origin]
                    .iter()
                    .for_each(|number| write_number(bytes, *number));
            }
        }
    }
}

pub(crate) fn read_tokens(bytes: &mut &[u8], detail: Detail) -> Option<Vec<Token>> {
    // Each token is a byte at least: a count beyond that is not ours, and must not allocate.
    let count = read_count(bytes)?;
    (0..count).map(|_| read_token(bytes, detail)).collect()
}

pub(crate) fn read_token(bytes: &mut &[u8], detail: Detail) -> Option<Token> {
    let has_bounds = detail == Detail::Bounds;
    let (&first, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(match first {
        OPEN => Token::Open(word(bytes)?),
        CLOSE => Token::Close,
        LANE => Token::Lane(word(bytes)?),
        BLOCK => {
            let count = read_count(bytes)?;
            let unit = |_| u32::try_from(read_number(bytes)?).ok();
            let units = (0..count).map(unit).collect::<Option<_>>()?;
            let mut block = Block { units, bound: u32::MAX, fewest: 0, most: count };
            if has_bounds {
                block.bound = u32::try_from(read_number(bytes)?).ok()?;
                (block.fewest, block.most) = (read_number(bytes)?, read_number(bytes)?);
            }
            Token::Block(block)
        }
        KEYED => {
            let count = read_count(bytes)?;
            let keyed = |_| {
                let owner = u32::try_from(read_number(bytes)?).ok()?;
                Some(KeyedChoice { owner, at: read_number(bytes)?, choice: read_number(bytes)? })
            };
            Token::Keyed((0..count).map(keyed).collect::<Option<_>>()?)
        }
        scalar => {
            let kind = *KINDS.get(usize::from(scalar - SCALAR) / 2)?;
            let (negative, magnitude) = (scalar % 2 == 1, read_number(bytes)?);
            let bounds = Scalar::simplest(kind, 0, u64::MAX, u64::MAX).with(magnitude, negative);
            Token::Scalar(match has_bounds {
                false => bounds,
                true => {
                    let (up, down) = (read_number(bytes)?, read_number(bytes)?);
                    Scalar { kind, negative, magnitude, up, down, origin: read_number(bytes)? }
                }
            })
        }
    })
}

fn read_count(bytes: &mut &[u8]) -> Option<u64> {
    read_number(bytes).filter(|count| *count <= bytes.len() as u64)
}

fn word(bytes: &mut &[u8]) -> Option<u64> {
    let (word, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*word))
}

/// Seven bits a byte, the lowest first.
pub(crate) fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The counterpart of [`write_number`].
pub(crate) fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for place in 0..10 {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << (7 * place);
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Writes bytes as letters: base64 with `-` and `_`, without padding.
///
/// ```
/// use lawful::data::tape::{from_letters, to_letters};
///
/// assert_eq!(to_letters(b"law"), "bGF3");
/// assert_eq!(from_letters("bGF3"), Some(b"law".to_vec()));
/// assert_eq!(from_letters("?"), None);
/// ```
pub fn to_letters(bytes: &[u8]) -> String {
    let mut letters = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk
            .iter()
            .enumerate()
            .fold(0u32, |word, (place, &byte)| word | u32::from(byte) << (16 - 8 * place));
        for place in 0..=chunk.len() {
            letters.push(char::from(LETTERS[(word >> (18 - 6 * place) & 63) as usize]));
        }
    }
    letters
}

/// Reads bytes that were written as letters.
pub fn from_letters(letters: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for chunk in letters.as_bytes().chunks(4) {
        let mut word = 0u32;
        for (place, letter) in chunk.iter().enumerate() {
            let value = LETTERS.iter().position(|other| other == letter)? as u32;
            word |= value << (18 - 6 * place);
        }
        let whole = [(word >> 16) as u8, (word >> 8) as u8, word as u8];
        bytes.extend_from_slice(&whole[..chunk.len().checked_sub(1)?]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_come_back_as_bytes() {
        for length in 0..20u8 {
            let bytes: Vec<u8> = (0..length).map(|byte| byte.wrapping_mul(37)).collect();
            assert_eq!(from_letters(&to_letters(&bytes)), Some(bytes));
        }
        assert_eq!(from_letters("?"), None);
    }
}
