//! Where lines end.

use super::super::rust_literal_wrapped;

/// Wraps the value at the column of the expected text's first line, up to `width`.
#[track_caller]
fn check(type_name: &str, debug: &str, width: usize, expected: &str) {
    let expected = expected.trim_matches('\n');
    let indent = expected.len() - expected.trim_start().len();
    let source = rust_literal_wrapped(type_name, debug, indent, width);
    assert_eq!(" ".repeat(indent) + &source, expected);
}

#[test]
fn what_fits_stays_on_one_line() {
    check("alloc::vec::Vec<i32>", "[1, 2]", 10, "vec![1, 2]");
    check("alloc::vec::Vec<i32>", "[1, 2]", 12, "  vec![1, 2]");
    check("my::P", "P { x: 1 }", 10, "P { x: 1 }");
    check("()", "()", 0, "()");
    check("&str", "\"a word has no place to break\"", 5, "\"a word has no place to break\"");
}

#[test]
fn short_words_fill_lines() {
    check(
        "alloc::vec::Vec<i32>",
        "[100, 200, 300, 400, 500, 600, 700]",
        20,
        "
    vec![
        100, 200,
        300, 400,
        500, 600,
        700,
    ]",
    );
    check(
        "[&str; 3]",
        r#"["short", "twelve long", "x"]"#,
        28,
        r#"
[
    "short",
    "twelve long",
    "x",
]"#,
    );
}

#[test]
fn the_outermost_brackets_break_first() {
    check(
        "my::Line",
        r#"Line { from: Point { x: 1, y: 2 }, to: Point { x: 3, y: 4 }, name: "a" }"#,
        40,
        r#"
Line {
    from: Point { x: 1, y: 2 },
    to: Point { x: 3, y: 4 },
    name: "a",
}"#,
    );
    check(
        "my::Line",
        "Line { from: Point { x: 1, y: 2 }, to: 1, .. }",
        30,
        "
Line {
    from: Point {
        x: 1,
        y: 2,
    },
    to: 1,
    ..
}",
    );
    check(
        "alloc::collections::btree::map::BTreeMap<alloc::string::String, alloc::vec::Vec<u8>>",
        r#"{"one": [1, 2, 3], "two": []}"#,
        40,
        r#"
    BTreeMap::from([
        (
            String::from("one"),
            vec![1, 2, 3],
        ),
        (String::from("two"), vec![]),
    ])"#,
    );
    check(
        "(i32,)",
        "(1234567890,)",
        10,
        "
(
    1234567890,
)",
    );
}

#[test]
fn brackets_around_a_single_item_do_not_break() {
    check(
        "alloc::vec::Vec<(alloc::string::String, i32)>",
        r#"[("first", 1)]"#,
        20,
        r#"
vec![(
    String::from("first"),
    1,
)]"#,
    );
    check(
        "[&str; 1]",
        r#"["a long sentence"]"#,
        10,
        r#"
[
    "a long sentence",
]"#,
    );
    check(
        "alloc::boxed::Box<core::option::Option<alloc::vec::Vec<i32>>>",
        "Some([100, 200, 300])",
        30,
        "
Box::new(Some(vec![
    100, 200, 300,
]))",
    );
    check(
        "core::option::Option<my::P>",
        "Some(P { first: 1, second: 2 })",
        20,
        "
Some(P {
    first: 1,
    second: 2,
})",
    );
    check(
        "alloc::string::String",
        r#""a long sentence""#,
        20,
        r#"String::from("a long sentence")"#,
    );
}

#[test]
fn a_text_outside_the_grammar_is_not_broken() {
    check("my::P", "<a custom text, [with, brackets]>", 10, "<a custom text, [with, brackets]>");
}
