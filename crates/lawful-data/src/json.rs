//! JSON: values, written as text and read from it.

use std::fmt;

use crate::codec::Fault;
use crate::lists::{Listed, sort_by};

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
pub(crate) const LARGEST_SAFE: u64 = 1 << 53;

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

    /// The member of an object that has a name.
    pub fn get(&self, name: &str) -> Option<&Json> {
        let Json::Object(members) = self else { return None };
        members.iter().find(|(other, _)| other == name).map(|(_, value)| value)
    }

    /// Reads a value.
    ///
    /// ```
    /// use lawful::data::Json;
    ///
    /// let json = Json::parse(r#"{"a": [1, "b\n", null]}"#).unwrap();
    /// assert_eq!(json.get("a").unwrap().to_string(), r#"[1, "b\n", null]"#);
    /// assert_eq!(Json::parse("[1,").unwrap_err().to_string(), "byte 3: a value is missing");
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not one JSON value.
    pub fn parse(text: &str) -> Result<Json, Fault> {
        let mut parser = Parser { text, at: 0 };
        let value = parser.value(0)?;
        parser.space();
        match parser.at == text.len() {
            true => Ok(value),
            false => Err(parser.fault("something follows the value")),
        }
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
            Json::Text(text) => write_quoted(out, text),
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
                    write_quoted(out, name)?;
                    write!(out, ": {value}")?;
                }
                out.write_str("}")
            }
        }
    }
}

/// A text in quotes. Everything from the space on may stand as it is, but for the quote and the
/// backslash; two more are escaped because they end a line where JSON is read as JavaScript.
pub(crate) fn write_quoted(out: &mut dyn fmt::Write, text: &str) -> fmt::Result {
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

/// Values in each other that are read at most; more would overflow the stack.
const DEEPEST: u32 = 200;

/// A name that two members have.
fn twice(members: &[(String, Json)]) -> Option<&str> {
    let mut names = members.iter().map(|(name, _)| name.as_str()).listed();
    sort_by(&mut names, &Ord::cmp);
    names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn fault(&self, what: &str) -> Fault {
        Fault::new(format!("byte {}: {what}", self.at))
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    /// Takes a byte after white space, if it is this one.
    fn takes(&mut self, byte: u8) -> bool {
        self.space();
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn value(&mut self, depth: u32) -> Result<Json, Fault> {
        if depth > DEEPEST {
            return Err(self.fault("too many values in each other"));
        }
        self.space();
        for (word, value) in
            [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))]
        {
            if self.text[self.at..].starts_with(word) {
                self.at += word.len();
                return Ok(value);
            }
        }
        match self.peek() {
            Some(b'"') => self.quoted().map(Json::Text),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'[') => {
                self.at += 1;
                let mut items = Vec::new();
                while !self.takes(b']') {
                    if !items.is_empty() && !self.takes(b',') {
                        return Err(self.fault("`,` or `]` is missing"));
                    }
                    items.push(self.value(depth + 1)?);
                }
                Ok(Json::List(items))
            }
            Some(b'{') => {
                self.at += 1;
                let mut members = Vec::new();
                while !self.takes(b'}') {
                    if !members.is_empty() && !self.takes(b',') {
                        return Err(self.fault("`,` or `}` is missing"));
                    }
                    self.space();
                    let name = self.quoted()?;
                    if !self.takes(b':') {
                        return Err(self.fault("`:` is missing"));
                    }
                    members.push((name, self.value(depth + 1)?));
                }
                // Of two, one reader would take the first and another the last.
                match twice(&members) {
                    Some(name) => Err(self.fault(&format!("the member {name:?} comes twice"))),
                    None => Ok(Json::Object(members)),
                }
            }
            _ => Err(self.fault("a value is missing")),
        }
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        self.at - start
    }

    fn number(&mut self) -> Result<Json, Fault> {
        let start = self.at;
        self.at += usize::from(self.peek() == Some(b'-'));
        let is_zero_first = self.peek() == Some(b'0');
        let whole_digits = self.digits();
        if is_zero_first && whole_digits > 1 {
            return Err(self.fault("a number begins with 0"));
        }
        let mut is_whole = whole_digits > 0;
        if self.peek() == Some(b'.') {
            self.at += 1;
            is_whole &= self.digits() > 0;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            is_whole &= self.digits() > 0;
        }
        match is_whole {
            true => Ok(Json::Number(self.text[start..self.at].to_string())),
            false => Err(self.fault("a digit is missing")),
        }
    }

    fn quoted(&mut self) -> Result<String, Fault> {
        if self.peek() != Some(b'"') {
            return Err(self.fault("a text is missing"));
        }
        self.at += 1;
        let mut text = String::new();
        loop {
            let rest = &self.text[self.at..];
            let Some(plain) = rest.find(['"', '\\']) else {
                return Err(self.fault("a text does not end"));
            };
            if rest[..plain].contains(|letter: char| letter < ' ') {
                return Err(self.fault("a control character is in a text"));
            }
            text.push_str(&rest[..plain]);
            self.at += plain + 1;
            if rest.as_bytes()[plain] == b'"' {
                return Ok(text);
            }
            text.push(self.escaped()?);
        }
    }

    fn escaped(&mut self) -> Result<char, Fault> {
        let escape = self.peek();
        self.at += usize::from(escape.is_some_and(|byte| byte.is_ascii()));
        Ok(match escape {
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(plain @ (b'"' | b'\\' | b'/')) => char::from(plain),
            Some(b'u') => {
                let first = self.hexadecimal()?;
                // A character beyond the first plane is a pair of escapes.
                let is_pair =
                    (0xd800..0xdc00).contains(&first) && self.text[self.at..].starts_with("\\u");
                let code = match is_pair {
                    false => first,
                    true => {
                        self.at += 2;
                        let second = self.hexadecimal()?;
                        let low = second.checked_sub(0xdc00).filter(|low| *low < 0x400);
                        let low = low.ok_or_else(|| self.fault("half of a character"))?;
                        0x10000 + ((first - 0xd800) << 10) + low
                    }
                };
                char::from_u32(code).ok_or_else(|| self.fault("half of a character"))?
            }
            _ => return Err(self.fault("an escape that JSON has not")),
        })
    }

    fn hexadecimal(&mut self) -> Result<u32, Fault> {
        let digits = self.text.get(self.at..self.at + 4);
        let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let code = code.ok_or_else(|| self.fault("four hexadecimal digits are missing"))?;
        self.at += 4;
        Ok(code)
    }
}
