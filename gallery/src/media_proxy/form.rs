//! The two forms of a message: text and binary (telecoms-2006, 4.1).

use std::error::Error;
use std::fmt::{self, Display};

use super::binary::{BinaryDecodeError, decode_binary, encode_binary};
use super::decode::{DecodeError, Within, decode};
use super::encode::{EncodeError, encode};
use super::faults::Faults;
use super::generate::Grammar;
use super::message::Message;

/// Form of a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Text, by the standard's ABNF grammar.
    #[default]
    Text,
    /// Binary, by the standard's ASN.1 grammar.
    Binary,
}

/// Bytes are no message of their form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormError {
    /// The text is not one.
    Text(DecodeError),
    /// The binary form is not one.
    Binary(BinaryDecodeError),
}

impl Form {
    /// The form that bytes are in, as their first byte tells: the binary form begins with the tag of a sequence,
    /// 0x30, which is a zero in ASCII. No text begins with that.
    pub fn of(bytes: &[u8]) -> Self {
        match bytes.first() {
            Some(0x30) => Form::Binary,
            _ => Form::Text,
        }
    }

    /// The grammar of this form.
    pub fn grammar(self) -> Grammar {
        match self {
            Form::Text => Grammar::Text,
            Form::Binary => Grammar::Binary,
        }
    }

    /// Returns a message in this form. The fault of the encoder is in that of the text form.
    ///
    /// ```
    /// use lawful_gallery::media_proxy::message::*;
    /// use lawful_gallery::media_proxy::{Faults, Form};
    ///
    /// let media = MediaDescriptor::OneStream(StreamParameters::default());
    /// let command = Command::Add { termination: TerminationId::Choose, media };
    /// let message = Message::request(1, ContextId::Choose, command);
    /// let bytes = Form::Binary.encode(&message, Faults::default()).unwrap();
    /// assert_eq!(Form::of(&bytes), Form::Binary);
    /// assert_eq!(Form::Binary.decode(&bytes), Ok(message.clone()));
    /// // The text form cannot say that a stream has no parameters.
    /// assert!(Form::Text.encode(&message, Faults::default()).is_err());
    /// ```
    pub fn encode(self, message: &Message, faults: Faults) -> Result<Vec<u8>, EncodeError> {
        match self {
            Form::Text => encode(message, faults).map(String::into_bytes),
            Form::Binary => encode_binary(message),
        }
    }

    /// Returns the message of bytes in this form. In a text, what is not UTF-8 becomes U+FFFD.
    pub fn decode(self, bytes: &[u8]) -> Result<Message, FormError> {
        match self {
            Form::Text => decode(&String::from_utf8_lossy(bytes)).map_err(FormError::Text),
            Form::Binary => decode_binary(bytes).map_err(FormError::Binary),
        }
    }
}

impl FormError {
    /// Extent to which the bytes were understood.
    pub fn within(&self) -> Within {
        match self {
            FormError::Text(error) => error.within,
            FormError::Binary(error) => error.within,
        }
    }
}

impl Display for FormError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormError::Text(error) => error.fmt(formatter),
            FormError::Binary(error) => error.fmt(formatter),
        }
    }
}

impl Error for FormError {}
