//! The codec: each type says once, field by field, how it is written and read.
//!
//! There are two forms. The binary one is short, has no names and no version, and is for two processes of one program: the
//! child of an isolated law and its parent. [`to_json`] and [`from_json`] are for files and for other programs:
//!
//! - a struct is an object; members that a reader does not know are to be ignored, and an optional one may be missing;
//! - a variant without content is its name; any other is an object of one member, `{"Test": {"index": 3}}`;
//! - a map with texts as keys is an object, any other a list of pairs;
//! - a whole number beyond 2^53 is a text of its digits, since most readers of JSON would round it; infinities and NaN
//!   are texts;
//! - a duration is a number of nanoseconds;
//! - a tape is a text, base64 with `-` and `_`, that only the engine understands.

mod values;

use std::fmt;

use crate::json::{Json, LARGEST_SAFE, write_quoted};
use crate::tape::{from_letters, read_number, to_letters, write_number};

/// A value that can be written and read.
pub trait Coded: Sized {
    /// Writes the value.
    fn write(&self, to: &mut Writer);

    /// Reads a value.
    ///
    /// # Errors
    ///
    /// If what is read is not such a value.
    fn read(from: &mut Reader<'_>) -> Result<Self, Fault>;

    /// The value of a member of an object that is missing, if one may be.
    fn missing() -> Option<Self> {
        None
    }
}

/// Writes a value as JSON, on one line.
///
/// ```
/// use lawful::data::codec::to_json;
/// use lawful::data::Found;
///
/// assert_eq!(to_json(&Found::Test { index: 3 }), r#"{"Test": {"index": 3}}"#);
/// ```
pub fn to_json<T: Coded>(value: &T) -> String {
    let mut writer = Writer { form: Form::Json, bytes: Vec::new() };
    value.write(&mut writer);
    // What is written are texts, and the characters that JSON puts between them.
    String::from_utf8(writer.bytes).unwrap_or_default()
}

/// Reads a value from JSON.
///
/// ```
/// use lawful::data::codec::from_json;
/// use lawful::data::Found;
///
/// assert_eq!(from_json(r#"{"Test": {"index": 3, "later": true}}"#), Ok(Found::Test { index: 3 }));
/// let fault = from_json::<Found>(r#"{"Test": {}}"#).unwrap_err();
/// assert_eq!(fault.to_string(), "`Test.index` is missing");
/// ```
///
/// # Errors
///
/// If the text is not JSON, or not of such a value.
pub fn from_json<T: Coded>(text: &str) -> Result<T, Fault> {
    from_parsed(&Json::parse(text)?)
}

/// Reads a value from JSON that is parsed already.
///
/// # Errors
///
/// If it is not the JSON of such a value.
pub fn from_parsed<T: Coded>(json: &Json) -> Result<T, Fault> {
    T::read(&mut Reader::Json(json))
}

/// Writes a value in the binary form.
#[doc(hidden)]
pub fn to_bytes<T: Coded>(value: &T) -> Vec<u8> {
    let mut writer = Writer { form: Form::Binary, bytes: Vec::new() };
    value.write(&mut writer);
    writer.bytes
}

/// Reads a value from its binary form.
#[doc(hidden)]
pub fn from_bytes<T: Coded>(bytes: &[u8]) -> Option<T> {
    T::read(&mut Reader::Binary(bytes)).ok()
}

/// Fault of what was read: where it is, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Names of members and indices of items, the innermost first.
    path: Vec<String>,
    what: String,
}

impl Fault {
    /// A fault at the value that is read.
    pub fn new(what: impl Into<String>) -> Self {
        Fault { path: Vec::new(), what: what.into() }
    }

    fn within(mut self, name: impl Into<String>) -> Self {
        self.path.push(name.into());
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path: Vec<&str> = self.path.iter().rev().map(String::as_str).collect();
        match path.is_empty() {
            true => formatter.write_str(&self.what),
            false => write!(formatter, "`{}` {}", path.join("."), self.what),
        }
    }
}

impl std::error::Error for Fault {}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Binary,
    Json,
}

/// Takes what a value writes.
#[derive(Debug)]
pub struct Writer {
    form: Form,
    bytes: Vec<u8>,
}

impl Writer {
    /// Writes a whole number.
    pub fn number(&mut self, number: u64) {
        match self.form {
            Form::Binary => write_number(&mut self.bytes, number),
            Form::Json if number > LARGEST_SAFE => self.text(&number.to_string()),
            Form::Json => self.bytes.extend_from_slice(number.to_string().as_bytes()),
        }
    }

    /// Writes a text.
    pub fn text(&mut self, text: &str) {
        match self.form {
            Form::Binary => {
                self.number(text.len() as u64);
                self.bytes.extend_from_slice(text.as_bytes());
            }
            Form::Json => {
                let mut quoted = String::new();
                // Writing to a string does not fail.
                let _ = write_quoted(&mut quoted, text);
                self.bytes.extend_from_slice(quoted.as_bytes());
            }
        }
    }

    /// Writes a value that differs between the forms.
    fn either(&mut self, binary: impl FnOnce(&mut Vec<u8>), json: impl FnOnce() -> Json) {
        match self.form {
            Form::Binary => binary(&mut self.bytes),
            Form::Json => self.bytes.extend_from_slice(json().to_string().as_bytes()),
        }
    }

    /// Writes bytes that have a form of their own; in JSON as letters.
    pub fn raw(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        match self.form {
            Form::Binary => write(&mut self.bytes),
            Form::Json => {
                let mut bytes = Vec::new();
                write(&mut bytes);
                self.text(&to_letters(&bytes));
            }
        }
    }

    /// Returns whether other programs may read what is written.
    pub fn is_json(&self) -> bool {
        self.form == Form::Json
    }

    /// Writes a bracket, which JSON has and the binary form has not.
    fn bracket(&mut self, bracket: u8) {
        if self.form == Form::Json {
            self.bytes.push(bracket);
        }
    }

    /// Writes the comma between two items or members.
    fn separate(&mut self) {
        if self.form == Form::Json && !matches!(self.bytes.last(), Some(b'[' | b'{')) {
            self.bytes.extend_from_slice(b", ");
        }
    }

    /// Begins an object.
    pub fn begin(&mut self) {
        self.bracket(b'{');
    }

    /// Writes a member of an object.
    pub fn member<T: Coded>(&mut self, name: &str, value: &T) {
        self.member_name(name);
        value.write(self);
    }

    fn member_name(&mut self, name: &str) {
        self.separate();
        if self.form == Form::Json {
            self.text(name);
            self.bytes.extend_from_slice(b": ");
        }
    }

    /// Ends an object.
    pub fn end(&mut self) {
        self.bracket(b'}');
    }

    /// Begins a list.
    pub fn begin_list(&mut self) {
        self.bracket(b'[');
    }

    /// Writes an item of a list.
    pub fn item<T: Coded>(&mut self, item: &T) {
        self.separate();
        item.write(self);
    }

    /// Ends a list.
    pub fn end_list(&mut self) {
        self.bracket(b']');
    }

    /// Writes which variant follows, by its number or its name; a variant without content is its name alone.
    pub fn variant(&mut self, number: u8, name: &str, has_content: bool) {
        match self.form {
            Form::Binary => self.bytes.push(number),
            Form::Json if has_content => {
                self.begin();
                self.member_name(name);
            }
            Form::Json => self.text(name),
        }
    }

    /// Ends the content of a variant.
    pub fn end_variant(&mut self, has_content: bool) {
        if has_content {
            self.end();
        }
    }
}

/// Gives what a value reads.
#[derive(Debug)]
pub enum Reader<'a> {
    /// The rest of some bytes.
    #[doc(hidden)]
    Binary(&'a [u8]),
    /// One value.
    #[doc(hidden)]
    Json(&'a Json),
}

const CUT_OFF: &str = "is cut off";

impl<'a> Reader<'a> {
    /// Reads a whole number.
    pub fn number(&mut self) -> Result<u64, Fault> {
        match self {
            Reader::Binary(bytes) => read_number(bytes).ok_or_else(|| Fault::new(CUT_OFF)),
            Reader::Json(Json::Number(digits) | Json::Text(digits)) => {
                // A sign is no digit, though `parse` takes one.
                let is_number = digits.bytes().all(|digit| digit.is_ascii_digit());
                let number = digits.parse().ok().filter(|_| is_number);
                number.ok_or_else(|| Fault::new("is not a whole number"))
            }
            Reader::Json(_) => Err(Fault::new("is not a whole number")),
        }
    }

    /// Reads a text.
    pub fn text(&mut self) -> Result<String, Fault> {
        match self {
            Reader::Binary(_) => {
                let length = usize::read(self)?;
                let Reader::Binary(bytes) = self else { return Err(Fault::new(CUT_OFF)) };
                let cut = bytes.split_at_checked(length).ok_or_else(|| Fault::new(CUT_OFF))?;
                *bytes = cut.1;
                String::from_utf8(cut.0.to_vec()).map_err(|_| Fault::new("is not a text"))
            }
            Reader::Json(Json::Text(text)) => Ok(text.clone()),
            Reader::Json(_) => Err(Fault::new("is not a text")),
        }
    }

    /// Reads bytes that have a form of their own.
    pub fn raw<T>(&mut self, read: impl FnOnce(&mut &[u8]) -> Option<T>) -> Result<T, Fault> {
        match self {
            Reader::Binary(bytes) => read(bytes).ok_or_else(|| Fault::new(CUT_OFF)),
            Reader::Json(_) => {
                let bytes = from_letters(&self.text()?);
                let bytes = bytes.ok_or_else(|| Fault::new("is not base64"))?;
                let mut rest = &bytes[..];
                let read = read(&mut rest).filter(|_| rest.is_empty());
                read.ok_or_else(|| Fault::new("is damaged"))
            }
        }
    }

    /// Reads a member of an object.
    pub fn member<T: Coded>(&mut self, name: &str) -> Result<T, Fault> {
        let json = match self {
            Reader::Binary(_) => return T::read(self),
            Reader::Json(json) => *json,
        };
        let Json::Object(_) = json else { return Err(Fault::new("is not an object")) };
        match json.get(name) {
            Some(value) => from_parsed(value).map_err(|fault| fault.within(name)),
            None => T::missing().ok_or_else(|| Fault::new("is missing").within(name)),
        }
    }

    /// Reads one of several items that are not a list in the binary form.
    pub fn item<T: Coded>(&mut self, count: usize, index: usize) -> Result<T, Fault> {
        match self {
            Reader::Json(Json::List(items)) if count > 1 => {
                let item = items.get(index).ok_or_else(|| Fault::new("is too short"))?;
                from_parsed(item).map_err(|fault| fault.within(index.to_string()))
            }
            Reader::Json(_) if count > 1 => Err(Fault::new("is not a list")),
            _ => T::read(self),
        }
    }

    /// Reads all items of a list.
    fn items<T: Coded>(&mut self) -> Result<Vec<T>, Fault> {
        let mut list = Vec::new();
        match self {
            Reader::Json(Json::List(items)) => {
                for (index, item) in items.iter().enumerate() {
                    list.push(from_parsed(item).map_err(|fault| fault.within(index.to_string()))?);
                }
            }
            Reader::Json(_) => return Err(Fault::new("is not a list")),
            Reader::Binary(_) => {
                let length = usize::read(self)?;
                // Each item is a byte at least: a count beyond that is not ours, and must not allocate.
                match self {
                    Reader::Binary(bytes) if length <= bytes.len() => list.reserve(length),
                    _ => return Err(Fault::new(CUT_OFF)),
                }
                for _ in 0..length {
                    list.push(T::read(self)?);
                }
            }
        }
        Ok(list)
    }

    /// Reads which variant follows, and goes on to its content.
    pub fn variant(&mut self, variants: &[(u8, &str)]) -> Result<u8, Fault> {
        let unknown = |name: &str| Fault::new(format!("is {name:?}, which is not known"));
        match self {
            Reader::Binary(bytes) => {
                let (&number, rest) = bytes.split_first().ok_or_else(|| Fault::new(CUT_OFF))?;
                *bytes = rest;
                Ok(number)
            }
            Reader::Json(json) => {
                let (name, content) = match json {
                    Json::Text(name) => (name, &Json::Null),
                    Json::Object(members) if members.len() == 1 => (&members[0].0, &members[0].1),
                    _ => return Err(Fault::new("is not a variant")),
                };
                let found = variants.iter().find(|(_, known)| known == name);
                let (number, _) = found.ok_or_else(|| unknown(name))?;
                *self = Reader::Json(content);
                Ok(*number)
            }
        }
    }
}

/// Reads the content of a variant, whose name is a part of where a fault is.
#[doc(hidden)]
pub fn content<T>(
    variants: &[(u8, &str)],
    number: u8,
    read: impl FnOnce() -> Result<T, Fault>,
) -> Result<T, Fault> {
    read().map_err(|fault| match variants.iter().find(|(known, _)| *known == number) {
        Some((_, name)) => fault.within(*name),
        None => fault,
    })
}

/// Structs by their fields, and enums by the numbers and names of their variants.
#[doc(hidden)]
#[macro_export]
macro_rules! coded {
    ($(struct $name:ident { $($field:ident),+ $(,)? })+) => {
        $(impl $crate::codec::Coded for $name {
            fn write(&self, to: &mut $crate::codec::Writer) {
                to.begin();
                $(to.member(::core::stringify!($field), &self.$field);)+
                to.end();
            }

            fn read(
                from: &mut $crate::codec::Reader<'_>,
            ) -> ::core::result::Result<Self, $crate::codec::Fault> {
                $(let $field = from.member(::core::stringify!($field))?;)+
                Ok($name { $($field),+ })
            }
        })+
    };
    ($(enum $name:ident { $($number:literal: $variant:ident
        $(($($item:ident),+))? $({ $($field:ident),+ })?),+ $(,)? })+) => {
        $(impl $crate::codec::Coded for $name {
            fn write(&self, to: &mut $crate::codec::Writer) {
                match self {
                    $($name::$variant $(($($item),+))? $({ $($field),+ })? => {
                        let has_content = $crate::coded!(@content $($($item)+)? $($($field)+)?);
                        to.variant($number, ::core::stringify!($variant), has_content);
                        $(
                            let count = [$(::core::stringify!($item)),+].len();
                            if count > 1 { to.begin_list(); }
                            $(if count > 1 { to.item($item) } else {
                                $crate::codec::Coded::write($item, to)
                            })+
                            if count > 1 { to.end_list(); }
                        )?
                        $(
                            to.begin();
                            $(to.member(::core::stringify!($field), $field);)+
                            to.end();
                        )?
                        to.end_variant(has_content);
                    })+
                }
            }

            // The index is counted up after the last item too.
            #[allow(unused_assignments)]
            fn read(
                from: &mut $crate::codec::Reader<'_>,
            ) -> ::core::result::Result<Self, $crate::codec::Fault> {
                let known = [$(($number, ::core::stringify!($variant))),+];
                let number = from.variant(&known)?;
                $crate::codec::content(&known, number, || match number {
                    $($number => {
                        $(
                            let count = [$(::core::stringify!($item)),+].len();
                            let mut index = 0;
                            $(
                                let $item = from.item(count, index)?;
                                index += 1;
                            )+
                        )?
                        $($(let $field = from.member(::core::stringify!($field))?;)+)?
                        ::core::result::Result::Ok(
                            $name::$variant $(($($item),+))? $({ $($field),+ })?
                        )
                    })+
                    number => ::core::result::Result::Err($crate::codec::Fault::new(
                        ::std::format!("has a variant {number}, which is not known"),
                    )),
                })
            }
        })+
    };
    (@content) => { false };
    (@content $($word:ident)+) => { true };
}
pub use coded;
