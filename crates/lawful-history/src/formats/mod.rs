//! Readers of recorded histories.
//!
//! | format | reader | calls |
//! |---|---|---|
//! | JSON, an event a line | [`json_lines`] | [`JsonCall`], to be made the user's own |
//! | Jepsen's log of a register of etcd | [`etcd_log`] | [`RegisterCall`](crate::objects::RegisterCall) |
//! | a log of a store of texts, an event a line | [`key_value_log`] | [`KeyValueCall`](crate::objects::KeyValueCall) |

mod error;
mod etcd;
mod json;
mod key_value;
mod pairs;

pub use error::ReadError;
pub use etcd::etcd_log;
pub use json::{JsonCall, JsonEvent, json_events, json_lines};
pub use key_value::key_value_log;
pub use pairs::Kind;
