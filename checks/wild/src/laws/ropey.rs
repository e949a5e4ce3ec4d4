//! ropey: a text in chunks promises the order of the text.
//!
//! #120: a comparison loses its place where the chunks of two texts end at different places. No release mends it.

use lawful::bundles;
use lawful::prelude::*;
use ropey::Rope;

use crate::bug::Bug;

/// Published bugs, and the laws that find them.
pub const BUGS: &[Bug] = &[Bug {
    package: "ropey",
    version: "1.6.1",
    published: "#120",
    defect: "`cmp` loses its place where chunks end at different places",
    law: "ropes put together from several texts obey `bundles::ord`",
    minimal: &[
        "a = [\"*\"], b = [\"*\", \"*\"], c = []",
        "a = [\"*\", \"*\"], b = [\"*\"], c = []",
    ],
    reached: 3,
    make: || Box::new(ropes_are_ordered()),
    ..Bug::COMMON
}];

/// Ropes that were put together from several texts, so that the same text may be in other chunks.
fn ropes() -> impl Generator<Value = Rope> {
    any::<Vec<String>>().mapped(|parts| {
        let mut rope = Rope::new();
        parts.iter().for_each(|part| rope.append(Rope::from_str(part)));
        rope
    })
}

/// Ropes obey the laws of `Ord`.
fn ropes_are_ordered() -> impl Law {
    bundles::ord(ropes())
}
