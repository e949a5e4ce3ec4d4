//! The property that the papers tested their generators with, for both forms: what is encoded decodes to the same.

use lawful::{Law, classify, for_all};

use super::encode::EncodeError;
use super::faults::Faults;
use super::generate::{Grammar, message, request};
use super::message::Message;
use super::{decode, decode_binary, encode, encode_binary};

/// Requests by the ASN.1 grammar go through the text form, which has another; the encoder may refuse
/// those that it has no text for.
pub fn round_trip(faults: Faults) -> impl Law {
    for_all(request(Grammar::Binary), move |message| match encode(&message, faults) {
        Err(error) => assert_eq!(error, EncodeError::EmptyParameters),
        Ok(text) => assert_eq!(decode(&text), Ok(message)),
    })
}

/// Messages by the ASN.1 grammar are the same through either form, except for what only one of them can say: that
/// stream parameters are empty, or that a context has a number that is reserved in the other.
pub fn forms_agree() -> impl Law {
    for_all(message(Grammar::Binary), |message: Message| {
        let text = encode(&message, Faults::default());
        let binary = encode_binary(&message);
        if let Ok(text) = &text {
            assert_eq!(decode(text).as_ref(), Ok(&message), "text");
        }
        if let Ok(bytes) = &binary {
            assert_eq!(decode_binary(bytes).as_ref(), Ok(&message), "binary");
        }
        classify!(text.is_ok() && binary.is_ok(), "both forms");
        assert!(text.is_ok() || text == Err(EncodeError::EmptyParameters), "{text:?}");
        assert!(binary.is_ok() || matches!(binary, Err(EncodeError::Context(_))), "{binary:?}");
    })
}
