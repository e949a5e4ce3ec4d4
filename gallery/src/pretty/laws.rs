//! The law that compares the two printers, and its generator.

use lawful::generate::{frequency, just};
use lawful::{Arbitrary, Generator, Source, any};

use super::document::Document;
use super::imperative::Mistake;
use super::{functional, imperative};

impl Arbitrary for Document {
    fn arbitrary(source: &mut Source) -> Self {
        // A few characters are enough to fill a line.
        let text = (1..=3usize).mapped(|length| Document::Text("x".repeat(length)));
        let leaf = [
            (1, just(Document::Empty).boxed()),
            (3, just(Document::Line).boxed()),
            (4, text.boxed()),
        ];
        if source.size() == 0 {
            return source.draw(&frequency(leaf));
        }
        let inner = any::<Document>().resize(source.size() / 2).boxed();
        let nested = (1..=3usize, inner.clone());
        let beside = (inner.clone(), inner.clone());
        let composed = [
            (2, nested.mapped(|(indent, inner)| Document::Nest(indent, inner.into())).boxed()),
            (4, inner.mapped(|inner| Document::Group(inner.into())).boxed()),
            (8, beside.mapped(|(left, right)| Document::Beside(left.into(), right.into())).boxed()),
        ];
        source.draw(&frequency(leaf.into_iter().chain(composed).collect::<Vec<_>>()))
    }
}

/// Both printers print the same.
pub fn printers_agree(width: usize, document: &Document, mistake: Mistake) {
    let expected = functional::print(width, document);
    assert_eq!(imperative::print(width, document, mistake), expected);
}
