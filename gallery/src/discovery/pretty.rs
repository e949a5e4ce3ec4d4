//! Pretty-printing combinators of Hughes, *The design of a pretty-printing library* (1995): an example
//! of QuickSpec's, of which quickspec-2011 tells in its introduction and paper I does not.
//!
//! A document is its layout here: lines, each with its indentation. There are no alternatives to
//! choose from, so neither `sep` nor `fill`, and `$$` does not put a line into the space that is left
//! at the end of the one above.

use lawful::generate::{string_of, vec};
use lawful::{Arbitrary, Generator, Source};

/// A laid out document of one line or more.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Doc {
    /// Indentations and texts of the lines before the last.
    above: Vec<(i32, String)>,
    /// Indentation and text of the last line.
    last: (i32, String),
}

/// Up to four lines of few letters, with small indentations to either side.
impl Arbitrary for Doc {
    fn arbitrary(source: &mut Source) -> Self {
        let line = (-3..=3, string_of("ab", 0..=3));
        let last = line.generate(source);
        Doc { above: source.draw(&vec(line, 0..=3)), last }
    }
}

/// Returns the document of one line, which is not indented.
pub fn text(text: &str) -> Doc {
    Doc { above: Vec::new(), last: (0, text.to_string()) }
}

/// Indents a document by `n` more places; indentations wrap.
pub fn nest(n: i32, doc: &Doc) -> Doc {
    let nested = |(indentation, text): &(i32, String)| (indentation.wrapping_add(n), text.clone());
    Doc { above: doc.above.iter().map(nested).collect(), last: nested(&doc.last) }
}

/// Puts one document above the other: Hughes's `$$`.
pub fn above(upper: &Doc, lower: &Doc) -> Doc {
    let mut lines = upper.above.clone();
    lines.push(upper.last.clone());
    lines.extend_from_slice(&lower.above);
    Doc { above: lines, last: lower.last.clone() }
}

/// Puts `right` at the end of the last line of `left`: Hughes's `<>`. The further lines of `right`
/// keep their place relative to its first.
pub fn beside(left: &Doc, right: &Doc) -> Doc {
    let (indentation, text) = &left.last;
    let first = right.above.first().unwrap_or(&right.last);
    let column = indentation.wrapping_add(text.chars().count() as i32);
    let mut moved = nest(column.wrapping_sub(first.0), right);
    let first = moved.above.first_mut().unwrap_or(&mut moved.last);
    *first = (*indentation, append(text, &first.1));
    Doc { above: [left.above.as_slice(), &moved.above].concat(), last: moved.last }
}

/// Returns the characters of `s`, then those of `t`.
pub fn append(s: &str, t: &str) -> String {
    [s, t].concat()
}

#[cfg(test)]
mod tests {
    use lawful::prelude::*;

    use super::*;

    #[law]
    fn both_compositions_are_associative(d: &Doc, e: &Doc, f: &Doc) {
        assert_eq!(above(&above(d, e), f), above(d, &above(e, f)));
        assert_eq!(beside(&beside(d, e), f), beside(d, &beside(e, f)));
        assert_eq!(beside(&above(d, e), f), above(d, &beside(e, f)));
    }

    #[law]
    fn nesting_adds_up(n: i32, m: i32, d: &Doc) {
        assert_eq!(nest(0, d), *d);
        assert_eq!(nest(n, &nest(m, d)), nest(m, &nest(n, d)));
        assert_eq!(nest(n.wrapping_add(m), d), nest(n, &nest(m, d)));
    }

    #[law]
    fn nesting_of_compositions(n: i32, d: &Doc, e: &Doc) {
        assert_eq!(beside(d, &nest(n, e)), beside(d, e));
        assert_eq!(beside(&nest(n, d), e), nest(n, &beside(d, e)));
        assert_eq!(above(&nest(n, d), &nest(n, e)), nest(n, &above(d, e)));
    }

    #[law]
    fn texts(s: &str, t: &str, d: &Doc) {
        assert_eq!(beside(&text(s), &text(t)), text(&append(s, t)));
        assert_eq!(beside(d, &text("")), *d);
    }

    #[test]
    fn an_empty_text_to_the_left_is_not_neutral() {
        let indented = nest(1, &text("a"));
        assert_eq!(beside(&text(""), &indented), text("a"));
        assert_ne!(beside(&text(""), &indented), indented);
    }

    #[test]
    fn further_lines_keep_their_place_below_the_first() {
        let left = above(&text("a"), &nest(2, &text("bb")));
        let right = above(&nest(1, &text("c")), &nest(2, &text("d")));
        let line = |indentation: i32, text: &str| (indentation, text.to_string());
        let expected = Doc { above: vec![line(0, "a"), line(2, "bbc")], last: line(5, "d") };
        assert_eq!(beside(&left, &right), expected);
    }
}
