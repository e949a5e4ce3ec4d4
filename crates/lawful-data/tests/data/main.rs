//! The codec and the files of this crate, against what is not ours: serde_json, and the page of the format.

mod codec;
mod conform;
mod damage;
mod format;
mod generate;
mod json;
mod page;
mod settings;
