//! The reader of JSON against serde_json.

use lawful::generate::{elements, vec};
use lawful::prelude::*;
use lawful_data::Json;
use serde_json::Value;

/// Pieces of JSON, right and wrong.
const PIECES: [&str; 52] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    " ",
    "\t",
    "\n",
    "\r",
    "\u{b}",
    "\u{feff}",
    "\u{a0}",
    "null",
    "nul",
    "true",
    "false",
    "0",
    "-0",
    "-",
    "01",
    "-01",
    "1.",
    "1.5",
    ".5",
    "1e5",
    "1E+05",
    "1e",
    "1e-",
    "+1",
    "--1",
    "9007199254740993",
    "\"a\"",
    "\"b\"",
    "\"\"",
    "\"",
    "\\",
    "\"\\n\\u0041\"",
    "\"\\x\"",
    "\"\\u12\"",
    "\"\\ud83d\\ude00\"",
    "\"\\udbff\\udfff\"",
    "\"\\ud800\\udc00\"",
    "\"\\ud800\"",
    "\"\\udc00\"",
    "\"\\ud800\\u0041\"",
    "\"\u{1}\"",
    "\"\u{7f}é𝕃\"",
    "\"\\/\"",
    "'a'",
    "NaN",
    "//",
];

/// Reads a text with both. They must agree whether it is JSON, and on its value.
fn check_text(text: &str) {
    let ours = Json::parse(text);
    if ours.as_ref().is_err_and(|fault| fault.to_string().ends_with("comes twice")) {
        // The other reader takes the last of them.
        return;
    }
    let theirs = serde_json::from_str::<Value>(text);
    if theirs.as_ref().is_err_and(|error| error.to_string().starts_with("number out of range")) {
        // Ours keeps numbers as they are written, however large.
        return;
    }
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => {
            assert_same(&ours, &theirs);
            // What is written of it is the same value again.
            assert_eq!(Json::parse(&ours.to_string()), Ok(ours));
        }
        (Err(_), Err(_)) => {}
        (ours, theirs) => panic!("{text:?}: {ours:?}, {theirs:?}"),
    }
}

fn assert_same(ours: &Json, theirs: &Value) {
    match (ours, theirs) {
        (Json::Null, Value::Null) => {}
        (Json::Bool(one), Value::Bool(other)) => assert_eq!(one, other),
        (Json::Number(digits), Value::Number(number)) => {
            assert_eq!(digits.parse::<f64>().ok(), number.as_f64(), "{digits}");
        }
        (Json::Text(one), Value::String(other)) => assert_eq!(one, other),
        (Json::List(ours), Value::Array(theirs)) => {
            assert_eq!(ours.len(), theirs.len());
            ours.iter().zip(theirs).for_each(|(one, other)| assert_same(one, other));
        }
        (Json::Object(ours), Value::Object(theirs)) => {
            assert_eq!(ours.len(), theirs.len());
            ours.iter().for_each(|(name, one)| assert_same(one, &theirs[name]));
        }
        _ => panic!("{ours:?}, {theirs:?}"),
    }
}

#[law(tests = 20_000)]
fn any_pieces_are_json_to_both_or_to_none(
    #[from(vec(elements(PIECES), 0..12))] pieces: Vec<&'static str>,
) {
    let text = pieces.concat();
    cover!(serde_json::from_str::<Value>(&text).is_ok(), 2.0, "JSON");
    check_text(&text);
}

#[law(tests = 2_000)]
fn any_value_is_read_as_it_is(value: Value) {
    let text = value.to_string();
    assert_same(&Json::parse(&text).unwrap(), &value);
    assert_same(&Json::parse(&format!("{value:#}")).unwrap(), &value);
    assert_eq!(
        serde_json::from_str::<Value>(&Json::parse(&text).unwrap().to_string()).ok(),
        Some(value)
    );
}

#[law(tests = 5_000)]
fn a_value_that_is_changed_is_json_to_both_or_to_none(
    value: Value,
    at: usize,
    #[from(elements(PIECES))] piece: &'static str,
    replaces: bool,
) {
    let text = value.to_string();
    let places: Vec<usize> = text.char_indices().map(|(place, _)| place).collect();
    let at = places[at % places.len()];
    let end = if replaces { at + text[at..].chars().next().map_or(0, char::len_utf8) } else { at };
    check_text(&[&text[..at], piece, &text[end..]].concat());
}

#[law]
fn any_text_is_refused_or_read(text: String) {
    check_text(&text);
}

/// On a stack that is a quarter of a thread's.
#[test]
fn values_in_each_other_are_bounded() {
    let read = || {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let nested = |depth: usize| format!("{}0{}", open.repeat(depth), close.repeat(depth));
            let json = Json::parse(&nested(200)).unwrap();
            assert_eq!(json.to_string().replace(' ', ""), nested(200));
            let fault = Json::parse(&nested(1_000_000)).unwrap_err().to_string();
            assert!(fault.ends_with("too many values in each other"), "{fault}");
        }
    };
    let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(read);
    thread.unwrap().join().unwrap();
}

#[test]
fn names_come_once_in_an_object() {
    for (text, fault) in [
        (r#"{"a": 1, "a": 2}"#, "byte 16: the member \"a\" comes twice"),
        (r#"[{"b": {"\u0061": 1, "c": 2, "a": 3}}]"#, "byte 36: the member \"a\" comes twice"),
    ] {
        assert_eq!(Json::parse(text).unwrap_err().to_string(), fault);
    }
    assert!(Json::parse(r#"{"a": {"a": 1}, "b": {"a": 1}, "": 1}"#).is_ok());
}

#[test]
fn a_large_object_is_read_in_no_time() {
    let members: Vec<String> = (0..200_000).map(|name| format!("\"{name}\": 0")).collect();
    let started = std::time::Instant::now();
    let Ok(Json::Object(read)) = Json::parse(&format!("{{{}}}", members.join(", "))) else {
        panic!("it is an object")
    };
    assert_eq!(read.len(), members.len());
    // Names compared in pairs would take minutes.
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}
