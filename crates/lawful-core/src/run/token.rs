//! Replay tokens: a case in one short word, for one law.

use std::fmt;

use super::codec::{Spans, decode, encode};
use crate::choice::{Tape, mix_bytes};
use crate::data::About;

/// A case of one law, as a word that can be put into `LAWFUL_REPLAY`.
#[derive(Clone, Copy, Debug)]
pub struct Token;

/// Why a token cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenError {
    /// Failure of another law.
    AnotherLaw {
        /// Which, as far as the token says.
        law: String,
    },
    /// It is not a token, or not a whole one.
    Garbled,
}

impl fmt::Display for TokenError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TokenError::AnotherLaw { law } => write!(
                formatter,
                "the replay token is one of the law `{law}`; run that law alone, or take the \
                 token from this one's report"
            ),
            TokenError::Garbled => formatter.write_str(
                "the replay token is not whole; copy it from the report once more, in quotes",
            ),
        }
    }
}

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// Mark of the token of a case that does not fail every time.
const UNSTABLE: char = '~';
/// How many bytes of the law's digest are in a token.
const DIGEST: usize = 3;

impl Token {
    /// The token of a tape.
    pub fn write(about: &About, tape: &Tape) -> String {
        let mut bytes = digest(about).to_vec();
        bytes.extend(encode(tape, Spans::LeftOut));
        format!("{}:{}", about.short_name(), to_letters(&bytes))
    }

    /// The token of a tape that does not fail every time.
    pub fn write_unstable(about: &About, tape: &Tape) -> String {
        let token = Token::write(about, tape);
        match token.rsplit_once(':') {
            Some((law, letters)) => format!("{law}:{UNSTABLE}{letters}"),
            None => token,
        }
    }

    /// Returns whether a token is that of a case that does not fail every time.
    pub fn is_unstable(token: &str) -> bool {
        token.rsplit_once(':').is_some_and(|(_, letters)| letters.starts_with(UNSTABLE))
    }

    /// The tape of a token.
    pub fn read(about: &About, token: &str) -> Result<Tape, TokenError> {
        let (law, letters) = token.trim().rsplit_once(':').ok_or(TokenError::Garbled)?;
        let letters = letters.strip_prefix(UNSTABLE).unwrap_or(letters);
        let bytes = from_letters(letters).ok_or(TokenError::Garbled)?;
        let (found, tape) = bytes.split_at_checked(DIGEST).ok_or(TokenError::Garbled)?;
        if found != digest(about) {
            return Err(TokenError::AnotherLaw { law: law.to_string() });
        }
        decode(tape).map_err(|_| TokenError::Garbled)
    }
}

fn digest(about: &About) -> [u8; DIGEST] {
    let bytes = mix_bytes(about.identity().as_bytes()).to_le_bytes();
    [bytes[0], bytes[1], bytes[2]]
}

pub(super) fn to_letters(bytes: &[u8]) -> String {
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

pub(super) fn from_letters(letters: &str) -> Option<Vec<u8>> {
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
    use crate::choice::Source;

    #[test]
    fn letters_come_back_as_bytes() {
        for length in 0..20u8 {
            let bytes: Vec<u8> = (0..length).map(|byte| byte.wrapping_mul(37)).collect();
            assert_eq!(from_letters(&to_letters(&bytes)), Some(bytes));
        }
        assert_eq!(from_letters("?"), None);
    }

    #[test]
    fn a_token_replays_its_case_and_no_other_laws() {
        let about = |name: &str| About::new(name, "", 0);
        let mut source = Source::recorded(5, 50);
        let drawn: (Vec<i32>, String, f64) = source.any();
        let tape = source.finish().tape;
        let token = Token::write(&about("a::law"), &tape);
        let read = Token::read(&about("a::law"), &token).unwrap();
        assert_eq!(Source::following(read).any::<(Vec<i32>, String, f64)>(), drawn);
        let unstable = Token::write_unstable(&about("a::law"), &tape);
        assert!(Token::is_unstable(&unstable) && !Token::is_unstable(&token));
        assert_eq!(Token::read(&about("a::law"), &unstable), Token::read(&about("a::law"), &token));
        let other = Token::read(&about("another"), &token);
        assert_eq!(other, Err(TokenError::AnotherLaw { law: "law".into() }));
        assert_eq!(Token::read(&about("a::law"), "law:AAA="), Err(TokenError::Garbled));
        assert_eq!(Token::read(&about("a::law"), "nonsense"), Err(TokenError::Garbled));
    }
}
