//! Replay tokens: a case in one short word, for one law.

use std::fmt;

use crate::About;
use crate::tape::{Detail, Tape, decode, encode, from_letters, mix_bytes, to_letters};

/// A case of one law, as a word that can be put into `LAWFUL_REPLAY`.
#[derive(Clone, Copy, Debug)]
pub struct ReplayToken;

/// Why a token cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TokenError {
    /// Failure of another law.
    AnotherLaw {
        /// Which, as far as the token says.
        law: String,
    },
    /// Text that is no token, or not a whole one.
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

/// Mark of the token of a case that does not fail every time.
const UNSTABLE: char = '~';
/// Number of bytes of the law's digest in a token.
const DIGEST: usize = 3;

impl ReplayToken {
    /// The token of a tape.
    pub fn write(about: &About, tape: &Tape) -> String {
        let mut bytes = digest(about).to_vec();
        bytes.extend(encode(tape, Detail::Choices));
        format!("{}:{}", about.short_name(), to_letters(&bytes))
    }

    /// The token of a tape that does not fail every time.
    pub fn write_unstable(about: &About, tape: &Tape) -> String {
        let token = ReplayToken::write(about, tape);
        match token.rsplit_once(':') {
            Some((law, letters)) => format!("{law}:{UNSTABLE}{letters}"),
            None => token,
        }
    }

    /// Returns whether a token is that of a case that does not fail every time.
    pub fn is_unstable(token: &str) -> bool {
        token.rsplit_once(':').is_some_and(|(_, letters)| letters.starts_with(UNSTABLE))
    }

    /// Returns whether a token is that of a law, as far as the token says.
    pub fn is_of(about: &About, token: &str) -> bool {
        ReplayToken::read(about, token).is_ok()
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
        decode(tape, Detail::Choices).ok_or(TokenError::Garbled)
    }
}

fn digest(about: &About) -> [u8; DIGEST] {
    let bytes = mix_bytes(about.identity().as_bytes()).to_le_bytes();
    [bytes[0], bytes[1], bytes[2]]
}
