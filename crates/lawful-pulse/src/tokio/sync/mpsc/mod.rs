//! Channels from many to one.

mod bounded;
mod channel;
pub mod error;
mod unbounded;

pub use bounded::{OwnedPermit, Permit, Receiver, Sender, WeakSender, channel};
pub use unbounded::{UnboundedReceiver, UnboundedSender, WeakUnboundedSender, unbounded_channel};
