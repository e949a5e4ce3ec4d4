//! JSON as text: as much of it as is written here, and nothing to read it with.

use std::fmt;

/// A JSON value, which is written with `Display`.
///
/// ```
/// use lawful::data::Json;
///
/// let json = Json::object([("name", Json::text("A1")), ("bugs", Json::List(vec![Json::Null]))]);
/// assert_eq!(json.to_string(), r#"{"name": "A1", "bugs": [null]}"#);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// The value `null`.
    Null,
    /// A truth value.
    Bool(bool),
    /// A number as it is written.
    Number(String),
    /// A text, which is quoted and escaped when it is written.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// Members in the order they are written; no name comes twice.
    Object(Vec<(String, Json)>),
}

/// Integers up to here are the same to every reader: most read all numbers as `f64`.
const LARGEST_SAFE: u64 = 1 << 53;

impl Json {
    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Json::Text(text.into())
    }

    /// A text, or `null` where there is none.
    pub fn optional(text: Option<&str>) -> Self {
        text.map_or(Json::Null, Json::text)
    }

    /// A number that counts something.
    pub fn count(count: usize) -> Self {
        Json::Number(count.to_string())
    }

    /// A number. JSON has no infinities and nothing that is not a number: those are texts.
    pub fn number(number: f64) -> Self {
        match number.is_finite() {
            true => Json::Number(format!("{number:?}")),
            false => Json::Text(number.to_string()),
        }
    }

    /// A list of values.
    pub fn list(items: impl IntoIterator<Item = Json>) -> Self {
        Json::List(items.into_iter().collect())
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
        Json::Object(members.iter_mut().map(take).collect())
    }

    /// The value that a `Debug` text stands for: a truth value or a number if it is one, else the text.
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
