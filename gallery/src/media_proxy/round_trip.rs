//! The property that the papers tested their generators with: what is encoded decodes to the same.

use lawful::{Law, for_all};

use super::encode::EncodeError;
use super::faults::Faults;
use super::generate::{Grammar, request};
use super::{decode, encode};

/// Requests by the ASN.1 grammar go through the text form, which has another; the encoder may refuse
/// those that it has no text for.
pub fn round_trip(faults: Faults) -> impl Law {
    for_all(request(Grammar::Binary), move |message| match encode(&message, faults) {
        Err(error) => assert_eq!(error, EncodeError::EmptyParameters),
        Ok(text) => assert_eq!(decode(&text), Ok(message)),
    })
}
