//! JSON as it is written, read by another crate.

use lawful_data::Json;
use serde_json::Value;

fn read(json: &Json) -> Value {
    let text = json.to_string();
    assert!(!text.contains('\n'), "a line is a line: {text}");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn every_letter_comes_back() {
    for letter in '\0'..=char::MAX {
        // Planes beyond the first are alike, so a sample of them is enough.
        if u32::from(letter) < 0x3000 || u32::from(letter).is_multiple_of(257) {
            let text = format!("a{letter}z");
            assert_eq!(read(&Json::text(&text)), Value::String(text));
        }
    }
    let text = "\"\\/\u{8}\u{c}\n\r\t\0\u{1b}\u{7f}é\u{2028}\u{ffff}😀𝕃";
    assert_eq!(read(&Json::text(text)), Value::String(text.into()));
    assert_eq!(read(&Json::Object(vec![(text.into(), Json::Null)]))[text], Value::Null);
}

#[test]
fn numbers_are_numbers_and_what_is_none_is_a_text() {
    for number in [0.0, -0.0, 1.5, 1e300, 5e-324, -1e21, f64::MAX, 1.0 / 3.0] {
        assert_eq!(read(&Json::number(number)).as_f64(), Some(number));
    }
    assert_eq!(read(&Json::number(f64::INFINITY)), "inf");
    assert_eq!(read(&Json::number(f64::NAN)), "NaN");
}

#[test]
fn debug_texts_are_what_they_look_like() {
    let check = |debug: &str, expected: Value| assert_eq!(read(&Json::of_debug(debug)), expected);
    check("true", true.into());
    check("-7", (-7).into());
    check("9007199254740992", 9_007_199_254_740_992_u64.into());
    check("9007199254740993", "9007199254740993".into());
    check("18446744073709551615", "18446744073709551615".into());
    check("1.5", 1.5.into());
    check("1e100", 1e100.into());
    check("inf", "inf".into());
    check("NaN", "NaN".into());
    check("[1, 2]", "[1, 2]".into());
    check("\"7\"", "\"7\"".into());
    check("infinity", "infinity".into());
}

#[test]
fn lists_and_objects_nest() {
    let json = Json::object([
        ("list", Json::List(vec![Json::Null, Json::Bool(false), Json::number(2.0)])),
        ("nothing", Json::object([])),
    ]);
    assert_eq!(json.to_string(), r#"{"list": [null, false, 2.0], "nothing": {}}"#);
    assert_eq!(read(&json)["list"][2], 2.0);
}
