//! Strings that match a regular expression.
//!
//! The pattern is read by `regex-syntax` into its own form, which has case, Unicode tables and flags
//! worked out already, and from there into a tree of [`Node`]s that write a match. A match is made, not
//! searched for, so nothing is thrown away, but for patterns with assertions inside them.
//!
//! What repeats a class is one block on the tape, as texts are; all other repetitions are lists.

mod class;
mod looks;
mod node;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::Location;
use std::sync::Arc;

use regex_syntax::ParserBuilder;

use super::{Generator, Misuse};
use crate::choice::Source;
use crate::data::Starved;
use looks::Looks;
use node::Node;

/// Strings that match a regular expression, in the syntax of the crate `regex`. The whole of a string
/// matches, whether the pattern has anchors or not.
///
/// ```
/// use lawful::generate::matching;
/// use lawful::prelude::*;
///
/// check(matching(r"[a-z]{1,8}@[a-z]+\.(com|org)"), |address| {
///     assert!(address.ends_with(".com") || address.ends_with(".org"));
/// });
/// ```
///
/// What repeats without a bound repeats up to the size. Shrinking makes repetitions short, takes the
/// first of alternatives, and of a class its first letter, or else its first digit. Word boundaries and
/// anchors inside a pattern are kept by drawing again what does not meet them, as a filter would.
///
/// A pattern that is wrong, or that nothing matches, is a misuse that is reported with the line of
/// this call.
#[track_caller]
#[doc(alias("string_regex", "from_regex", "regex"))]
pub fn matching(pattern: &str) -> Matching {
    Matching { pattern: Pattern::cached(pattern, true), made_at: Location::caller() }
}

/// Bytes that match a regular expression, in the syntax of the module `bytes` of the crate `regex`:
/// with `(?-u)` also what is not UTF-8.
///
/// ```
/// use lawful::generate::matching_bytes;
/// use lawful::prelude::*;
///
/// check(matching_bytes(r"(?s-u)\x00.{4}\xff"), |record| assert_eq!(record.len(), 6));
/// ```
#[track_caller]
pub fn matching_bytes(pattern: &str) -> MatchingBytes {
    MatchingBytes(Matching {
        pattern: Pattern::cached(pattern, false),
        made_at: Location::caller(),
    })
}

/// See [`matching`].
#[derive(Clone, Debug)]
pub struct Matching {
    pattern: Arc<Pattern>,
    made_at: &'static Location<'static>,
}

/// See [`matching_bytes`].
#[derive(Clone, Debug)]
pub struct MatchingBytes(Matching);

impl Generator for Matching {
    type Value = String;
    fn generate(&self, source: &mut Source) -> String {
        // The parser has made sure that only UTF-8 can match.
        String::from_utf8(self.draw(source))
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
    }
}

impl Generator for MatchingBytes {
    type Value = Vec<u8>;
    fn generate(&self, source: &mut Source) -> Vec<u8> {
        self.0.draw(source)
    }
}

/// How often a string is drawn whose assertions do not hold.
const TRIES: u32 = 100;

impl Matching {
    /// Returns why the pattern cannot be used, if it cannot: for patterns that come from outside of the program.
    ///
    /// ```
    /// assert!(lawful::generate::matching("[a-z").problem().unwrap().contains("unclosed character class"));
    /// assert_eq!(lawful::generate::matching("[a-z]").problem(), None);
    /// ```
    pub fn problem(&self) -> Option<&str> {
        self.pattern.node.as_ref().err().map(String::as_str)
    }

    fn draw(&self, source: &mut Source) -> Vec<u8> {
        let node = match &self.pattern.node {
            Ok(node) => node,
            Err(wrong) => self.misused(wrong),
        };
        let mut written = Vec::new();
        let mut looks = Looks::default();
        if !self.pattern.has_looks {
            node.write(source, &mut written, &mut looks);
            return written;
        }
        for _ in 0..TRIES {
            let mark = source.mark();
            node.write(source, &mut written, &mut looks);
            if looks.hold(&written) {
                return written;
            }
            // What was refused leaves the tape, as in a filter.
            source.retract(mark);
            written.clear();
            looks.clear();
        }
        Starved::raise(self.made_at, TRIES, None)
    }

    #[cold]
    fn misused(&self, wrong: &str) -> ! {
        let Pattern { text, .. } = &*self.pattern;
        Misuse::raise(format!(
            "the pattern {text:?} made at {} cannot be used: {wrong}",
            self.made_at
        ))
    }
}

/// A pattern that was read.
#[derive(Debug)]
struct Pattern {
    text: String,
    node: Result<Node, String>,
    has_looks: bool,
}

thread_local! {
    /// The field of a derived type makes its generator for every value, and reading a pattern costs
    /// more than what is then made from it. What is kept here has no influence on any value.
    static READ: RefCell<BTreeMap<(bool, String), Arc<Pattern>>> =
        const { RefCell::new(BTreeMap::new()) };
}

/// Patterns that are made at run time, each another, must not fill the memory.
const MOST_CACHED: usize = 256;

impl Pattern {
    fn cached(text: &str, utf8: bool) -> Arc<Self> {
        READ.with_borrow_mut(|read| {
            let key = (utf8, text.to_string());
            if let Some(pattern) = read.get(&key) {
                return pattern.clone();
            }
            if read.len() >= MOST_CACHED {
                read.clear();
            }
            let pattern = Arc::new(Pattern::read(text, utf8));
            read.insert(key, pattern.clone());
            pattern
        })
    }

    fn read(text: &str, utf8: bool) -> Self {
        let node = ParserBuilder::new()
            .utf8(utf8)
            .build()
            .parse(text)
            .map_err(|error| error.to_string())
            .and_then(|parsed| Node::new(&parsed).ok_or("nothing matches it".to_string()))
            .map(Node::without_outer_anchors);
        let has_looks = node.as_ref().is_ok_and(Node::has_looks);
        Pattern { text: text.to_string(), node, has_looks }
    }
}
