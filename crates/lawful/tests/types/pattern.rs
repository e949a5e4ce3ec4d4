use lawful::extend::Misuse;
use lawful::extend::Recording;
use lawful::generate::{matching, matching_bytes};
use lawful::prelude::*;
use lawful::run::Stopped;

use super::{check_all, smallest};

/// Patterns, and the smallest string that matches each.
const PATTERNS: &[(&str, &str)] = &[
    ("a|b|c", "a"),
    ("[a-z]{0,100}", ""),
    (r"[a-z]{1,8}@[a-z]+\.(com|org)", "a@a.com"),
    (".*", ""),
    (".+", "a"),
    ("(?s).+", "a"),
    ("(?i)straße", "straße"),
    (r"\w+", "a"),
    (r"\W", " "),
    (r"\d{4}-\d{2}-\d{2}", "0000-00-00"),
    (r"\s+", " "),
    (r"\S", "a"),
    (r"\PC{3}", "aaa"),
    (r"\p{Greek}{2}", "ͰͰ"),
    (r"\p{Lu}\p{Ll}*", "A"),
    (r"[^\x00-\x7f]", "\u{80}"),
    (r"[\x00-\x{10ffff}]", "a"),
    ("[zxy]", "x"),
    ("[0-9a]?[!-/]", "-"),
    (r"\A[0-9a-f]{8}\z", "aaaaaaaa"),
    (r"a+\b.\b[a-z]+", "a a"),
    (r"\Ba\B|x", "x"),
    ("(ab|cd){2,3}", "abab"),
    ("((a*b*)*c)*", ""),
    ("(a(b(c(d)?)?)?)?", ""),
    ("(foo|foobar)(baz)?", "foo"),
    ("a{3,}", "aaa"),
    ("[[:alpha:]&&[^aeiou]]+", "b"),
    (r"(?-u:\w)x", "ax"),
    (r#""([^"\\]|\\.)*""#, "\"\""),
    (r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", "0"),
    (r"(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}", "250.250.250.250"),
    ("😀|[😁-😃]", "😀"),
];

/// Patterns that only one string matches. A law of them alone would draw nothing.
const CONSTANTS: &[(&str, &str)] = &[
    ("", ""),
    ("abc", "abc"),
    ("^abc$", "abc"),
    (r"\bword\b", "word"),
    (r"(?m)^a$\n^b$", "a\nb"),
    ("(?x) a b # comment", "ab"),
];

#[test]
fn constants_are_drawn() {
    for (pattern, expected) in CONSTANTS {
        assert_eq!(Source::from_seed(1, 100).draw(&matching(pattern)), *expected, "for {pattern}");
    }
}

/// The crate `regex` is an oracle of its own: it shares the parser, but matches instead of making.
#[test]
fn every_string_matches() {
    for (pattern, _) in PATTERNS {
        let whole = regex::Regex::new(&format!("\\A(?:{pattern})\\z")).unwrap();
        check_all(matching(pattern), |text| whole.is_match(text));
    }
}

#[test]
fn bytes_match_too() {
    for pattern in ["abc", r"(?-u)[\x80-\xff]{2,5}", r"(?s-u).*\xff\x00.*", r"\w+(?-u:\xff)", "é+"]
    {
        let whole = regex::bytes::Regex::new(&format!("\\A(?:{pattern})\\z")).unwrap();
        check_all(matching_bytes(pattern), |bytes| whole.is_match(bytes));
    }
    assert_eq!(smallest(matching_bytes(r"(?-u)[\x80-\xff]{2,5}"), |_| false), "vec![128, 128]");
}

#[test]
fn the_smallest_match_is_found() {
    for (pattern, expected) in PATTERNS {
        let shown = smallest(matching(pattern), |_| false);
        assert_eq!(shown, format!("String::from({expected:?})"), "for {pattern}");
    }
}

#[test]
fn the_smallest_match_with_something_in_it_is_found() {
    let email = r"[a-z]{1,8}@[a-z]+\.(com|org)";
    let is_com = |text: &String| text.ends_with("com");
    assert_eq!(smallest(matching(email), is_com), "String::from(\"a@a.org\")");
    let has_no_b = |text: &String| !text.contains("b.");
    assert_eq!(smallest(matching(email), has_no_b), "String::from(\"a@b.com\")");
    let has_no_z = |text: &String| !text.contains('z');
    assert_eq!(smallest(matching("[a-z]{3,100}"), has_no_z), "String::from(\"aaz\")");
    let few = |text: &String| text.matches(',').count() < 3;
    assert_eq!(smallest(matching("([a-z]+,)*"), few), "String::from(\"a,a,a,\")");
    assert_eq!(smallest(matching(".*"), |text| text.is_ascii()), "String::from(\"\\u{80}\")");
}

#[test]
fn lengths_go_up_to_the_size() {
    let lengths = |pattern: &str, size| {
        let generator = matching(pattern);
        let length = |seed| Source::from_seed(seed, size).draw(&generator).chars().count();
        (0..2_000).map(length).max().unwrap()
    };
    assert_eq!(lengths("a*", 30), 30);
    assert_eq!(lengths("a{3,}", 30), 33);
    assert_eq!(lengths("[a-z]{0,50}", 100), 50);
    assert!(lengths("((a*)*)*", 100) < 4_000);
}

#[test]
fn recorded_runs_draw_what_plain_ones_do() {
    for (pattern, _) in PATTERNS {
        let generator = matching(pattern);
        for seed in 0..50 {
            let plain = Source::from_seed(seed, 40).draw(&generator);
            assert_eq!(Recording::new(seed, 40).draw(&generator), plain, "for {pattern}");
        }
    }
}

fn misuse(pattern: &str) -> (Misuse, u32) {
    let line = line!() + 1;
    let law = for_all(matching(pattern), |_| true);
    match Runner::named("misused").run(&law).stopped {
        Stopped::Misused(misuse) => (misuse, line),
        other => panic!("not misused: {other:?}"),
    }
}

#[test]
fn wrong_patterns_are_named() {
    for (pattern, wrong) in [
        ("[a-z", "unclosed character class"),
        ("(?=a)", "look-around"),
        (r"(a)\1", "backreferences are not supported"),
        ("[a&&b]", "nothing matches it"),
        (r"a(?-u:\xff)", "invalid UTF-8"),
    ] {
        let (misuse, line) = misuse(pattern);
        let message = misuse.to_string();
        assert!(message.contains(wrong), "{message}");
        assert!(message.contains(&format!("pattern.rs:{line}:")), "{message}");
    }
}

#[test]
fn a_pattern_whose_assertions_never_hold_starves() {
    let law = for_all(matching("a^b"), |_| true);
    let stopped = Runner::named("never").seed(1).run(&law).stopped;
    assert!(matches!(stopped, Stopped::GaveUp { starved: Some(_) }), "{stopped:?}");
}
