//! The media proxy: telecoms-2006, and fun-and-profit-2007, section 7.
//!
//! Ericsson's Media Proxy lets the media of calls through a firewall, as a controller tells it by
//! the H.248 protocol. This is a small one with the same commands, in the text form of the
//! protocol, and with the faults of the papers. The papers could not choose their faults; here
//! each can be switched on: see [`Faults`].
//!
//! | file | what it has |
//! |---|---|
//! | [`message`] | what controller and proxy say to each other |
//! | [`encode`](mod@encode), [`decode`](mod@decode) | its text form |
//! | [`generate`] | generators of it |
//! | [`proxy`] | the proxy, which is a function from text to text |
//! | [`faults`] | what can be wrong with it |
//! | [`link`] | how a test talks to it, in memory or over TCP |

mod context;
pub mod decode;
pub mod encode;
mod error_code;
pub mod faults;
pub mod generate;
pub mod link;
pub mod message;
pub mod proxy;
mod tcp;
mod word;

#[cfg(test)]
mod tests;

pub use decode::decode;
pub use encode::encode;
pub use error_code::ErrorCode;
pub use faults::Faults;
pub use link::{Link, LinkError};
pub use proxy::Proxy;
