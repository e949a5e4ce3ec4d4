//! Paths, and the texts that the system and C have.

use std::ffi::{CStr, CString, OsStr, OsString};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use super::super::text::any_text;
use super::super::{Arbitrary, FuncKey, Lengths, vec};
use crate::choice::{KeyDigest, Source};

/// What a part of a path is, the simplest first. A part without anything in it makes two slashes in a
/// row, or one at the end.
const PARTS: [&str; 8] = ["a", "b", ".", "..", "", "a.b", ".a", "a b"];

/// Relative and absolute ones, with `.`, `..`, doubled slashes, hidden files, extensions and names of
/// any text. The simplest is the empty path. All of it is Unicode with `/` between the parts, so that
/// a seed gives the same paths on every platform.
impl Arbitrary for PathBuf {
    #[inline]
    fn arbitrary(source: &mut Source) -> Self {
        let absolute = source.pick(2, |random| u64::from(random.one_in(4))) == 1;
        let parts = source.draw(&vec(part, ..=6)).join("/");
        PathBuf::from(if absolute { format!("/{parts}") } else { parts })
    }
}

#[inline]
fn part(source: &mut Source) -> String {
    match source.pick(2, |random| random.one_in(4).into()) {
        0 => PARTS[source.branch(PARTS.len())].to_string(),
        // A slash would end the part, and no system has names with a 0 in them.
        _ => any_text(source, Lengths::from(1..=12)).replace(['/', '\0'], "_"),
    }
}

/// Any text. What is not Unicode is left out, because it is another on every platform.
impl Arbitrary for OsString {
    #[inline]
    fn arbitrary(source: &mut Source) -> Self {
        String::arbitrary(source).into()
    }
}

/// Any bytes but 0, not always UTF-8.
impl Arbitrary for CString {
    #[inline]
    fn arbitrary(source: &mut Source) -> Self {
        let is_text = source.branch(2) == 0;
        let mut bytes = match is_text {
            true => String::arbitrary(source).into_bytes(),
            false => Vec::arbitrary(source),
        };
        bytes.iter_mut().filter(|byte| **byte == 0).for_each(|byte| *byte = b'0');
        CString::new(bytes).unwrap_or_default()
    }
}

macro_rules! behind {
    ($($pointer:ident),*) => {$(
        impl Arbitrary for $pointer<Path> {
            #[inline]
            fn arbitrary(source: &mut Source) -> Self {
                PathBuf::arbitrary(source).into()
            }
        }

        impl Arbitrary for $pointer<OsStr> {
            #[inline]
            fn arbitrary(source: &mut Source) -> Self {
                OsString::arbitrary(source).into()
            }
        }

        impl Arbitrary for $pointer<CStr> {
            #[inline]
            fn arbitrary(source: &mut Source) -> Self {
                CString::arbitrary(source).into()
            }
        }
    )*};
}
behind!(Box, Rc, Arc);

macro_rules! by_hash {
    ($($type:ty),*) => {$(
        impl FuncKey for $type {
            #[inline]
            fn digest(&self, digest: &mut KeyDigest) {
                digest.hash(self);
            }
        }
    )*};
}
by_hash!(Path, PathBuf, OsStr, OsString, CStr, CString);
