//! JSON as text: as much of it as is written here, and nothing to read it with.

use std::fmt;

use lawful_core::generate::Listed;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    /// A number as it is written.
    Number(String),
    Text(String),
    List(Vec<Json>),
    /// Members in the order they are written; no name comes twice.
    Object(Vec<(String, Json)>),
}

/// Integers up to here are the same to every reader: most read all numbers as `f64`.
const LARGEST_SAFE: u64 = 1 << 53;

impl Json {
    pub fn text(text: impl Into<String>) -> Self {
        Json::Text(text.into())
    }

    /// JSON has no infinities and nothing that is not a number: those are texts.
    pub fn number(number: f64) -> Self {
        match number.is_finite() {
            true => Json::Number(format!("{number:?}")),
            false => Json::Text(number.to_string()),
        }
    }

    /// An object out of names and values.
    pub fn object<const N: usize>(mut members: [(&str, Json); N]) -> Self {
        Json::taken(&mut members)
    }

    /// An object for any number of members: an array of each length would have code of its own.
    fn taken(members: &mut [(&str, Json)]) -> Self {
        let take = |(name, value): &mut (&str, Json)| {
            (name.to_string(), std::mem::replace(value, Json::Null))
        };
        Json::Object(members.iter_mut().map(take).listed())
    }

    /// What a value's `Debug` text says: a truth value or a number if it is one, else the text.
    pub fn of_debug(debug: &str) -> Self {
        match (debug.parse::<bool>(), debug.parse::<i64>(), debug.parse::<f64>()) {
            (Ok(truth), ..) => Json::Bool(truth),
            (_, Ok(number), _) if number.unsigned_abs() <= LARGEST_SAFE => {
                Json::Number(number.to_string())
            }
            // The integers that are left are not safe; `inf` and `NaN` have no digit.
            (_, Err(_), Ok(number)) if debug.contains(['.', 'e']) => Json::number(number),
            _ => Json::text(debug),
        }
    }
}

impl fmt::Display for Json {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => out.write_str("null"),
            Json::Bool(truth) => write!(out, "{truth}"),
            Json::Number(number) => out.write_str(number),
            Json::Text(text) => write_text(out, text),
            Json::List(items) => {
                out.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    out.write_str(if index == 0 { "" } else { ", " })?;
                    write!(out, "{item}")?;
                }
                out.write_str("]")
            }
            Json::Object(members) => {
                out.write_str("{")?;
                for (index, (name, value)) in members.iter().enumerate() {
                    out.write_str(if index == 0 { "" } else { ", " })?;
                    write_text(out, name)?;
                    write!(out, ": {value}")?;
                }
                out.write_str("}")
            }
        }
    }
}

/// A text in quotes. Everything from the space on may stand as it is, but for the quote and the
/// backslash; two more are escaped because they end a line where JSON is read as JavaScript.
fn write_text(out: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    out.write_str("\"")?;
    for letter in text.chars() {
        match letter {
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            '\n' => out.write_str("\\n")?,
            '\r' => out.write_str("\\r")?,
            '\t' => out.write_str("\\t")?,
            '\0'..' ' | '\u{7f}' | '\u{2028}' | '\u{2029}' => {
                write!(out, "\\u{:04x}", u32::from(letter))?;
            }
            letter => write!(out, "{letter}")?,
        }
    }
    out.write_str("\"")
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let check =
            |debug: &str, expected: Value| assert_eq!(read(&Json::of_debug(debug)), expected);
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
}
