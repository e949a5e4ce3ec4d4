//! Specifications that are ready.

mod key_value;
mod register;

pub use key_value::{KeyValue, KeyValueCall, KeyValueDone, Store};
pub use register::{Register, RegisterCall};
