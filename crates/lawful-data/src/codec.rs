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

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use crate::json::{Json, LARGEST_SAFE, write_quoted};
use crate::ordered::Ordered;
use crate::settings::Factor;
use crate::tape::{RowKey, from_letters, read_number, to_letters, write_number};
use crate::{Counter, Feature};

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

impl Coded for u64 {
    fn write(&self, to: &mut Writer) {
        to.number(*self);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, Fault> {
        from.number()
    }
}

/// Types that are written as a number.
macro_rules! by_number {
    ($($name:ty: |$value:ident| $write:expr, |$number:ident| $read:expr;)+) => {
        $(impl Coded for $name {
            fn write(&self, to: &mut Writer) {
                let $value = self;
                to.number($write);
            }

            fn read(from: &mut Reader<'_>) -> Result<Self, Fault> {
                let $number = from.number()?;
                let read: Option<Self> = $read;
                read.ok_or_else(|| Fault::new("is out of range"))
            }
        })+
    };
}

by_number! {
    u8: |value| u64::from(*value), |number| number.try_into().ok();
    u32: |value| u64::from(*value), |number| number.try_into().ok();
    usize: |value| *value as u64, |number| number.try_into().ok();
    Duration: |value| u64::try_from(value.as_nanos()).unwrap_or(u64::MAX), |number| {
        Some(Duration::from_nanos(number))
    };
}

impl Coded for bool {
    fn write(&self, to: &mut Writer) {
        to.either(|bytes| bytes.push(u8::from(*self)), || Json::Bool(*self));
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, Fault> {
        match from {
            Reader::Json(Json::Bool(truth)) => Ok(*truth),
            Reader::Json(_) => Err(Fault::new("is neither true nor false")),
            Reader::Binary(_) => Ok(from.number()? == 1),
        }
    }
}

impl Coded for f64 {
    fn write(&self, to: &mut Writer) {
        to.either(|bytes| write_number(bytes, self.to_bits()), || Json::number(*self));
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, Fault> {
        match from {
            Reader::Json(json) => {
                let number = match json {
                    // A number that is too large would be an infinity.
                    Json::Number(digits) => digits.parse().ok().filter(|n: &f64| n.is_finite()),
                    Json::Text(text) => match text.as_str() {
                        "inf" => Some(f64::INFINITY),
                        "-inf" => Some(f64::NEG_INFINITY),
                        "NaN" => Some(f64::NAN),
                        _ => None,
                    },
                    _ => None,
                };
                number.ok_or_else(|| Fault::new("is not a number"))
            }
            Reader::Binary(_) => from.number().map(f64::from_bits),
        }
    }
}

/// A number as it is written: a reader need not know that it is exact.
impl Coded for Factor {
    fn write(&self, to: &mut Writer) {
        match to.form {
            Form::Binary => to.text(&self.to_string()),
            Form::Json => to.bytes.extend_from_slice(self.to_string().as_bytes()),
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, Fault> {
        let text = match from {
            // Other writers have exponents: `1e-7`.
            Reader::Json(Json::Number(digits)) if digits.contains(['e', 'E']) => {
                digits.parse::<f64>().map_or_else(|_| String::new(), |number| number.to_string())
            }
            Reader::Json(Json::Number(digits)) => digits.clone(),
            Reader::Json(_) => String::new(),
            Reader::Binary(_) => from.text()?,
        };
        Factor::parse(&text).ok_or_else(|| Fault::new("is not a decimal number above 0"))
    }
}

/// Types that are written as a text.
macro_rules! by_text {
    ($($name:ty: |$value:ident| $write:expr, |$text:ident| $read:expr;)+) => {
        $(impl Coded for $name {
            fn write(&self, to: &mut Writer) {
                let $value = self;
                to.text($write);
            }

            fn read(from: &mut Reader<'_>) -> Result<Self, Fault> {
                let $text = from.text()?;
                Ok($read)
            }
        })+
    };
}

by_text! {
    String: |value| value, |text| text;
    &'static str: |value| value, |text| interned(text);
    PathBuf: |value| &value.to_string_lossy(), |text| PathBuf::from(text);
}

impl<T: Coded> Coded for Option<T> {
    fn write(&self, to: &mut Writer) {
        if !to.is_json() {
            self.is_some().write(to);
        }
        match self {
            Some(value) => value.write(to),
            None => to.either(|_| {}, || Json::Null),
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, Fault> {
        let is_some = match from {
            Reader::Json(json) => **json != Json::Null,
            Reader::Binary(_) => bool::read(from)?,
        };
        match is_some {
            true => T::read(from).map(Some),
            false => Ok(None),
        }
    }

    fn missing() -> Option<Self> {
        Some(None)
    }
}

impl<T: Coded> Coded for Vec<T> {
    fn write(&self, to: &mut Writer) {
        if !to.is_json() {
            to.number(self.len() as u64);
        }
        to.begin_list();
        self.iter().for_each(|item| to.item(item));
        to.end_list();
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, Fault> {
        from.items()
    }
}

impl<T: Coded> Coded for Box<T> {
    fn write(&self, to: &mut Writer) {
        (**self).write(to);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, Fault> {
        T::read(from).map(Box::new)
    }
}

impl<A: Coded, B: Coded> Coded for (A, B) {
    fn write(&self, to: &mut Writer) {
        to.begin_list();
        to.item(&self.0);
        to.item(&self.1);
        to.end_list();
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, Fault> {
        Ok((from.item(2, 0)?, from.item(2, 1)?))
    }
}

/// A key of a map that is an object in JSON.
trait TextKey: Coded + Ord {
    fn as_text(&self) -> &str;
    fn of_text(text: &str) -> Self;
}

impl TextKey for String {
    fn as_text(&self) -> &str {
        self
    }

    fn of_text(text: &str) -> Self {
        text.to_string()
    }
}

impl TextKey for &'static str {
    fn as_text(&self) -> &str {
        self
    }

    fn of_text(text: &str) -> Self {
        interned(text.to_string())
    }
}

fn write_map<'a, K: TextKey + 'a, V: Coded + 'a>(
    to: &mut Writer,
    count: usize,
    entries: impl Iterator<Item = (&'a K, &'a V)>,
) {
    if !to.is_json() {
        to.number(count as u64);
    }
    to.begin();
    for (key, value) in entries {
        match to.is_json() {
            true => to.member(key.as_text(), value),
            false => {
                key.write(to);
                value.write(to);
            }
        }
    }
    to.end();
}

fn read_map<K: TextKey, V: Coded>(from: &mut Reader<'_>) -> Result<Vec<(K, V)>, Fault> {
    let members = match from {
        Reader::Binary(_) => return from.items(),
        Reader::Json(Json::Object(members)) => members,
        Reader::Json(_) => return Err(Fault::new("is not an object")),
    };
    let mut entries = Vec::new();
    for (name, value) in members {
        let value = from_parsed(value).map_err(|fault| fault.within(name))?;
        entries.push((K::of_text(name), value));
    }
    Ok(entries)
}

macro_rules! map_by_text {
    ($($key:ty),+) => {
        $(impl<V: Coded> Coded for Ordered<$key, V> {
            fn write(&self, to: &mut Writer) {
                write_map(to, self.len(), self.iter());
            }

            fn read(from: &mut Reader<'_>) -> Result<Self, Fault> {
                Ok(ordered(read_map(from)?))
            }
        })+
    };
}

map_by_text!(String, &'static str);

impl<V: Coded> Coded for BTreeMap<String, V> {
    fn write(&self, to: &mut Writer) {
        write_map(to, self.len(), self.iter());
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, Fault> {
        Ok(read_map(from)?.into_iter().collect())
    }
}

/// Maps whose keys are no texts: lists of pairs.
macro_rules! map_by_pairs {
    ($($key:ty),+) => {
        $(impl<V: Coded> Coded for Ordered<$key, V> {
            fn write(&self, to: &mut Writer) {
                if !to.is_json() {
                    to.number(self.len() as u64);
                }
                to.begin_list();
                for (key, value) in self.iter() {
                    to.separate();
                    to.begin_list();
                    to.item(key);
                    to.item(value);
                    to.end_list();
                }
                to.end_list();
            }

            fn read(from: &mut Reader<'_>) -> Result<Self, Fault> {
                from.items().map(ordered)
            }
        })+
    };
}

map_by_pairs!(Counter, Feature, RowKey);

/// The map of some pairs.
fn ordered<K: Ord, V>(pairs: Vec<(K, V)>) -> Ordered<K, V> {
    let mut map = Ordered::default();
    pairs.into_iter().for_each(|(key, value)| map.insert(key, value));
    map
}

/// A text that lives as long as the program. Names of arguments, types and tables are constants in the program that ran
/// the law, and cost a passing test nothing; a program that reads them keeps each different one once.
fn interned(text: String) -> &'static str {
    static ALL: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut all = ALL.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(known) = all.get(text.as_str()) {
        return known;
    }
    let text: &'static str = Box::leak(text.into_boxed_str());
    all.insert(text);
    text
}
