//! The words of the text form (H.248.1, annex B.2). Encoder and decoder share them.

use super::message::{CommandKind, Mode};

/// A word and its short form. Case does not matter.
#[derive(Clone, Copy)]
pub(super) struct Word {
    pub long: &'static str,
    pub short: &'static str,
}

const fn word(long: &'static str, short: &'static str) -> Word {
    Word { long, short }
}

pub(super) const ADD: Word = word("Add", "A");
pub(super) const CONTEXT: Word = word("Context", "C");
pub(super) const ERROR: Word = word("Error", "ER");
pub(super) const INACTIVE: Word = word("Inactive", "IN");
pub(super) const LOCAL: Word = word("Local", "L");
pub(super) const LOCAL_CONTROL: Word = word("LocalControl", "O");
pub(super) const MEDIA: Word = word("Media", "M");
pub(super) const MEGACO: Word = word("MEGACO", "!");
pub(super) const MODE: Word = word("Mode", "MO");
pub(super) const MODIFY: Word = word("Modify", "MF");
pub(super) const RECEIVE_ONLY: Word = word("ReceiveOnly", "RC");
pub(super) const REMOTE: Word = word("Remote", "R");
pub(super) const REPLY: Word = word("Reply", "P");
pub(super) const SEND_ONLY: Word = word("SendOnly", "SO");
pub(super) const SEND_RECEIVE: Word = word("SendReceive", "SR");
pub(super) const STREAM: Word = word("Stream", "ST");
pub(super) const SUBTRACT: Word = word("Subtract", "S");
pub(super) const TRANSACTION: Word = word("Transaction", "T");

impl Word {
    pub fn is(self, text: &str) -> bool {
        text.eq_ignore_ascii_case(self.long) || text.eq_ignore_ascii_case(self.short)
    }
}

impl CommandKind {
    pub(super) fn word(self) -> Word {
        match self {
            CommandKind::Add => ADD,
            CommandKind::Modify => MODIFY,
            CommandKind::Subtract => SUBTRACT,
        }
    }
}

impl Mode {
    pub(super) fn word(self) -> Word {
        match self {
            Mode::Inactive => INACTIVE,
            Mode::SendReceive => SEND_RECEIVE,
            Mode::SendOnly => SEND_ONLY,
            Mode::ReceiveOnly => RECEIVE_ONLY,
        }
    }
}

/// Whether a text is a `NAME` of the grammar: a letter, then up to 63 letters, digits and
/// underscores.
pub(super) fn is_name(text: &str) -> bool {
    text.len() <= 64
        && text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
