//! The exhibits, both printers against layouts written by hand, and the smallest documents.

use super::document::Document::{self, Beside, Empty, Group, Line, Nest, Text};
use super::imperative::Mistake;
use super::laws::printers_agree;
use super::{exhibits, functional, imperative};
use crate::checking::{assert_as_expected, panics, smallest};

#[test]
fn every_exhibit_is_as_expected() {
    assert_as_expected(&exhibits());
}

fn row(documents: impl IntoIterator<Item = Document>) -> Document {
    let all = documents.into_iter();
    all.reduce(|left, right| Beside(left.into(), right.into())).unwrap_or(Empty)
}

fn text(text: &str) -> Document {
    Text(text.into())
}

#[track_caller]
fn assert_printed(width: usize, document: &Document, expected: &str) {
    assert_eq!(functional::print(width, document), expected);
    assert_eq!(imperative::print(width, document, Mistake::None), expected);
}

#[test]
fn a_call_is_broken_where_it_does_not_fit() {
    let arguments = row([Line, text("one,"), Line, text("two")]);
    let call = Group(row([text("call("), Nest(2, arguments.into()), text(")")]).into());
    assert_printed(14, &call, "call(\n  one,\n  two)");
    assert_printed(15, &call, "call( one, two)");
}

#[test]
fn what_follows_a_group_counts() {
    let document = row([Group(row([text("a"), Line, text("b")]).into()), text("cc")]);
    assert_printed(5, &document, "a bcc");
    assert_printed(4, &document, "a\nbcc");
}

/// All documents of a number of nodes, with texts and indents of 1.
fn documents(nodes: usize) -> Vec<Document> {
    if nodes == 0 {
        return Vec::new();
    }
    if nodes == 1 {
        return vec![Empty, Line, text("x")];
    }
    let mut all = Vec::new();
    for inner in documents(nodes - 1) {
        all.extend([Nest(1, inner.clone().into()), Group(inner.into())]);
    }
    for left in 1..nodes - 1 {
        for one in documents(left) {
            let rights = documents(nodes - 1 - left).into_iter();
            all.extend(rights.map(|other| Beside(one.clone().into(), other.into())));
        }
    }
    all
}

/// All documents of the fewest nodes for which a mistake shows, with the width at which it does.
fn smallest_cases(mistake: Mistake) -> Vec<String> {
    let shows =
        |width: usize, document: &Document| panics(|| printers_agree(width, document, mistake));
    let broken = |nodes: usize| -> Vec<String> {
        let cases = documents(nodes)
            .into_iter()
            .flat_map(|document| (0..=2 * nodes).map(move |width| (width, document.clone())));
        let found = cases.filter(|(width, document)| shows(*width, document));
        found.map(|(width, document)| format!("{width}, {document:?}")).collect()
    };
    (1..).map(broken).find(|broken| !broken.is_empty()).expect("the mistake shows")
}

/// Expects that a mistake shows with this case, and with no case of fewer nodes; and that some seed ends there.
#[track_caller]
fn assert_smallest_case(name: &str, mistake: Mistake, example: &str) {
    let expected = smallest_cases(mistake);
    assert!(expected.iter().any(|case| case == example), "{expected:?}");
    let found = smallest(exhibits(), name).into_iter().map(|arguments| arguments.join(", "));
    let found: Vec<String> = found.collect();
    assert!(found.iter().any(|case| expected.contains(case)), "{found:#?}");
}

#[test]
fn an_exact_fit_shows_with_two_nodes() {
    assert_smallest_case("exact_fit", Mistake::ExactFit, "1, Group(Line)");
}

#[test]
fn a_forgotten_indent_shows_with_five_nodes() {
    let example = "1, Beside(Nest(1, Line), Group(Line))";
    assert_smallest_case("indent_forgotten", Mistake::IndentForgotten, example);
}

#[test]
fn merged_modes_show_with_five_nodes() {
    let example = "1, Beside(Group(Line), Group(Line))";
    assert_smallest_case("modes_merged", Mistake::ModesMerged, example);
}
