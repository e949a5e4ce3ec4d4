//! Text, JSON and pictures of rankings.

use lawful::prelude::*;
use lawful::rank::{Assignment, Ranking};

fn greatest() -> Ranking {
    Assignment::new(any::<Vec<u8>>())
        .reference(|list| list.iter().max().copied())
        .answer("last", |list| list.last().copied())
        .answer("sorted", |list| {
            let mut sorted = list.clone();
            sorted.sort_unstable();
            sorted.pop()
        })
        .answer("unwrapped", |list| Some(*list.iter().max().unwrap()))
        .answer("first", |list| list.first().copied())
        .answer("none", |_| None)
        .patience(1_000)
        .small_tests(1_000)
        .rank()
}

#[test]
fn as_text() {
    let text = greatest().to_string();
    let (body, end) = text.rsplit_once("\n\n").unwrap();
    println!("{text}");
    assert_eq!(body, include_str!("greatest.txt").trim_end());
    assert!(end.ends_with("the last 1,000 showed no other bug (seed 0)\n"), "{end}");
}

#[test]
fn as_json() {
    let json = greatest().to_json();
    for part in [
        r#""oracle": "a reference""#,
        r#"{"name": "sorted", "place": 1, "score": 4, "bugs": []}"#,
        r#"{"test": "[]", "expected": "None", "answers": ["#,
        r#"{"verdict": "crashed", "text": "called `Option::unwrap()` on a `None` value"}"#,
        r#""edges": [{"above": 0, "below": "#,
        r#""end": "no news""#,
    ] {
        assert!(json.contains(part), "{part}\n{json}");
    }
}

#[test]
fn as_a_picture() {
    let svg = greatest().to_svg();
    assert_eq!(svg.matches("<polyline").count(), greatest().diagram().edges.len());
    assert_eq!(svg.matches("<g>").count(), greatest().diagram().classes.len());
    assert!(svg.contains("<title>fails on:\n"), "{svg}");
    assert!(svg.trim_end().ends_with("</svg>"));
}

#[test]
fn a_hostile_value_is_text_in_a_picture() {
    let hostile = "</text><script>alert('x & \"y\"')</script>\u{0}";
    let ranking = Assignment::new(lawful::generate::elements([hostile.to_string(), "z".into()]))
        .reference(|text| text.clone())
        .answer(hostile, |text| text.chars().rev().collect())
        .answer("right", |text| text.clone())
        .rank();
    let svg = ranking.to_svg();
    assert!(!svg.contains("<script") && !svg.contains('\u{0}'), "{svg}");
    assert!(svg.contains("&lt;script&gt;"), "{svg}");
}

#[test]
fn hostile_text_does_not_write_over_the_table() {
    let ranking = Assignment::new(0..3u8)
        .reference(|x| *x)
        .answer("A\u{1b}[31m\nB", |_| panic!("\u{1b}[2J\u{7}place 1"))
        .rank();
    let text = ranking.to_string();
    assert!(!text.contains(['\u{1b}', '\u{7}']), "{text:?}");
    assert!(text.contains("A\\u{1b}[31m\\nB") && text.contains("\\u{1b}[2J"), "{text}");
}

#[test]
fn outputs_that_differ_late_are_told_apart() {
    let long = |end: u8| format!("{}{end}", "q".repeat(100));
    let task = Assignment::new(0..3u8).reference(move |x| long(*x));
    let ranking = task.answer("A", move |x| long(x + 1)).patience(30).rank();
    assert!(ranking.to_string().contains("(differs from letter 102 on)"), "{ranking}");
}
