//! The binary form of messages (H.248.1, annex A): the standard's ASN.1 grammar under the Basic Encoding
//! Rules, as far as the types of messages go.
//!
//! The module of the standard has automatic tags, so that the fields of a `SEQUENCE` and the alternatives of a
//! `CHOICE` are numbered from 0: `[0]`, `[1]` and so on, in the context class. Tags are implicit, except those of
//! fields that are a `CHOICE`. This is the grammar that is left, with the numbers of its tags:
//!
//! ```text
//! MegacoMessage      = { mess [1] Message }
//! Message            = { version [0] INTEGER, mId [1] MId, messageBody [2] CHOICE
//!                        { messageError [0] ErrorDescriptor, transactions [1] OF Transaction } }
//! MId                = CHOICE { ip4Address [0] { address [0] OCTETS, portNumber [1] INTEGER OPTIONAL } }
//! Transaction        = CHOICE { transactionRequest [0], transactionReply [2] }
//! TransactionRequest = { transactionId [0] INTEGER, actions [1] OF ActionRequest }
//! ActionRequest      = { contextId [0] INTEGER, commandRequests [3] OF { command [0] Command } }
//! Command            = CHOICE { addReq [0] AmmRequest, modReq [2] AmmRequest, subtractReq [3] }
//! AmmRequest         = { terminationID [0] OF TerminationID, descriptors [1] OF
//!                        CHOICE { mediaDescriptor [0] MediaDescriptor } }
//! SubtractRequest    = { terminationID [0] OF TerminationID }
//! TransactionReply   = { transactionId [0] INTEGER, transactionResult [2] CHOICE
//!                        { transactionError [0] ErrorDescriptor, actionReplies [1] OF ActionReply } }
//! ActionReply        = { contextId [0] INTEGER, errorDescriptor [1] ErrorDescriptor OPTIONAL,
//!                        commandReply [3] OF CommandReply }
//! CommandReply       = CHOICE { addReply [0] AmmsReply, modReply [2] AmmsReply, subtractReply [3] AmmsReply }
//! AmmsReply          = { terminationID [0] OF TerminationID, terminationAudit [1] OF
//!                        CHOICE { mediaDescriptor [1] MediaDescriptor } OPTIONAL }
//! MediaDescriptor    = { streams [1] CHOICE { oneStream [0] StreamParms,
//!                        multiStream [1] OF { streamID [0] INTEGER, streamParms [1] StreamParms } } }
//! StreamParms        = { localControlDescriptor [0] { streamMode [0] ENUMERATED, propertyParms [3] OF nothing }
//!                        OPTIONAL, localDescriptor [1] { propGrps [0] OF PropertyGroup } OPTIONAL,
//!                        remoteDescriptor [2] { propGrps [0] OF PropertyGroup } OPTIONAL }
//! PropertyGroup      = OF { name [0] OCTETS, value [1] OF OCTETS }
//! TerminationID      = { wildcard [0] OF OCTETS, id [1] OCTETS }
//! ErrorDescriptor    = { errorCode [0] INTEGER, errorText [1] IA5String OPTIONAL }
//! ```
//!
//! Where the two forms differ, as the two grammars do:
//!
//! - Stream parameters may all be missing, and a list of streams may be empty. The text form refuses both.
//! - Contexts 0, 4294967294 and 4294967295 are those of no call, to be chosen, and all; the text form has signs
//!   for that, so that they are numbers there.
//! - The text of an error is ASCII.
//! - A line of a session description is a property of annex C.11, which has the fifteen letters of the protocol;
//!   the text form takes any letter.
//!
//! In one place neither grammar is followed: the identifier of a termination has at most eight octets, whose
//! meaning is provisioned. The papers' `ip/12/162/1` is longer, so here the octets are its text.

mod ber;
mod decode;
mod encode;

pub use decode::{BinaryDecodeError, decode_binary};
pub use encode::encode_binary;

/// Context of a request that leaves the choice, the standard's `CHOOSE`.
const CHOOSE: u32 = 0xFFFF_FFFE;

/// The contexts that are none: `NULL`, `CHOOSE` and `ALL`.
fn is_reserved(context: u32) -> bool {
    matches!(context, 0 | CHOOSE | u32::MAX)
}

/// Letters of session descriptions, in the order of their properties: `v` is 0xB001 (annex C.11).
const LETTERS: [char; 15] =
    ['v', 'o', 's', 'i', 'u', 'e', 'p', 'c', 'b', 'z', 'k', 'a', 't', 'r', 'm'];

/// Properties before that of the first letter. The package is 0, as these belong to none.
const BEFORE_LETTERS: u32 = 0x0000_B000;
