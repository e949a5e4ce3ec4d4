//! The law that compares the two printers, and its generator.

use lawful::generate::{frequency, just, vec};
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
        let composed = [
            (2, nested.mapped(|(indent, inner)| Document::Nest(indent, inner.into())).boxed()),
            (4, inner.clone().mapped(|inner| Document::Group(inner.into())).boxed()),
            (6, vec(inner, 2..=5).mapped(row).boxed()),
        ];
        source.draw(&frequency(leaf.into_iter().chain(composed).collect::<Vec<_>>()))
    }
}

/// Documents in a row, drawn as a list so that any of them can be left out when the case shrinks.
fn row(documents: Vec<Document>) -> Document {
    let beside = |right, left| Document::Beside(Box::new(left), Box::new(right));
    documents.into_iter().rev().reduce(beside).unwrap_or(Document::Empty)
}

/// Both printers print the same, at every width that matters for so small a document. The width is
/// not drawn: it would have to shrink in step with the document.
pub fn printers_agree(document: &Document, mistake: Mistake) {
    for width in 0..=12 {
        let expected = functional::print(width, document);
        let printed = imperative::print(width, document, mistake);
        assert_eq!(printed, expected, "at width {width}");
    }
}
