//! Tapes as bytes, for files and replay tokens.
//!
//! Only what a replay reads is written: values, not bounds. Bounds are the generator's business
//! and come back when the tape is replayed.

use crate::choice::{Block, KeyedChoice, Kind, RowKey, Scalar, Tape, Token};

/// The bytes do not hold a tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Garbled;

/// Whether the spans are written too. A token does without them, to be short.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Spans {
    Kept,
    LeftOut,
}

const OPEN: u8 = 0;
const CLOSE: u8 = 1;
const BLOCK: u8 = 2;
const LANE: u8 = 3;
const SCALAR: u8 = 4;
/// Beyond all scalars.
const KEYED: u8 = 255;
/// They are stored by their place in this list, so new ones come last.
pub(super) const KINDS: [Kind; 6] =
    [Kind::Number, Kind::Length, Kind::Pick, Kind::Float, Kind::Step, Kind::Reference];

pub(super) fn encode(tape: &Tape, spans: Spans) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_number(&mut bytes, u64::from(tape.size));
    write_tokens(&mut bytes, &tape.main, spans);
    for (key, tokens) in tape.rows.iter() {
        bytes.extend_from_slice(&key.lane.to_le_bytes());
        bytes.extend_from_slice(&key.row.to_le_bytes());
        write_tokens(&mut bytes, tokens, spans);
    }
    bytes
}

pub(super) fn decode(bytes: &[u8]) -> Result<Tape, Garbled> {
    let mut reader = Reader { bytes };
    let size = u32::try_from(reader.number()?).map_err(|_| Garbled)?;
    let mut tape = Tape { size, main: reader.tokens()?, ..Tape::default() };
    while !reader.bytes.is_empty() {
        let key = RowKey { lane: reader.word()?, row: reader.word()? };
        tape.rows.insert(key, reader.tokens()?);
    }
    Ok(tape)
}

fn write_tokens(bytes: &mut Vec<u8>, tokens: &[Token], spans: Spans) {
    let written =
        |token: &&Token| spans == Spans::Kept || !matches!(token, Token::Open(_) | Token::Close);
    write_number(bytes, tokens.iter().filter(written).count() as u64);
    for token in tokens.iter().filter(written) {
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
                    write_number(bytes, u64::from(keyed.owner));
                    write_number(bytes, keyed.at);
                    write_number(bytes, keyed.choice);
                }
            }
            Token::Block(block) => {
                bytes.push(BLOCK);
                write_number(bytes, block.units.len() as u64);
                block.units.iter().for_each(|&unit| write_number(bytes, u64::from(unit)));
            }
            Token::Scalar(scalar) => {
                let kind = KINDS.iter().position(|kind| *kind == scalar.kind).unwrap_or(0) as u8;
                bytes.push(SCALAR + 2 * kind + u8::from(scalar.negative));
                write_number(bytes, scalar.magnitude);
            }
        }
    }
}

/// Seven bits a byte, the lowest first.
pub(super) fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The counterpart of [`write_number`].
pub(super) fn read_number(bytes: &mut &[u8]) -> Option<u64> {
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

struct Reader<'a> {
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn byte(&mut self) -> Result<u8, Garbled> {
        let (&byte, rest) = self.bytes.split_first().ok_or(Garbled)?;
        self.bytes = rest;
        Ok(byte)
    }

    fn word(&mut self) -> Result<u64, Garbled> {
        let (word, rest) = self.bytes.split_first_chunk().ok_or(Garbled)?;
        self.bytes = rest;
        Ok(u64::from_le_bytes(*word))
    }

    fn number(&mut self) -> Result<u64, Garbled> {
        read_number(&mut self.bytes).ok_or(Garbled)
    }

    fn tokens(&mut self) -> Result<Vec<Token>, Garbled> {
        let count = self.number()?;
        // Each token is a byte at least: a count beyond that is not ours, and must not allocate.
        if count > self.bytes.len() as u64 {
            return Err(Garbled);
        }
        (0..count).map(|_| self.token()).collect()
    }

    fn token(&mut self) -> Result<Token, Garbled> {
        match self.byte()? {
            OPEN => Ok(Token::Open(self.word()?)),
            CLOSE => Ok(Token::Close),
            LANE => Ok(Token::Lane(self.word()?)),
            BLOCK => {
                let count = self.number()?;
                if count > self.bytes.len() as u64 {
                    return Err(Garbled);
                }
                let unit = |_| u32::try_from(self.number()?).map_err(|_| Garbled);
                let units = (0..count).map(unit).collect::<Result<_, _>>()?;
                let most = count;
                Ok(Token::Block(Block { units, bound: u32::MAX, fewest: 0, most }))
            }
            KEYED => {
                let count = self.number()?;
                if count > self.bytes.len() as u64 {
                    return Err(Garbled);
                }
                let keyed = |_| {
                    let owner = u32::try_from(self.number()?).map_err(|_| Garbled)?;
                    Ok(KeyedChoice { owner, at: self.number()?, choice: self.number()? })
                };
                Ok(Token::Keyed((0..count).map(keyed).collect::<Result<_, _>>()?))
            }
            scalar => {
                let kind = *KINDS.get(usize::from(scalar - SCALAR) / 2).ok_or(Garbled)?;
                let negative = scalar % 2 == 1;
                let magnitude = self.number()?;
                let bounds = Scalar::simplest(kind, 0, u64::MAX, u64::MAX);
                Ok(Token::Scalar(bounds.with(magnitude, negative)))
            }
        }
    }
}
