//! Numbers, texts, lists and maps: what all other types are made of.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use super::{Coded, Fault, Form, Reader, Writer, from_parsed};
use crate::json::Json;
use crate::ordered::Ordered;
use crate::settings::Factor;
use crate::tape::{RowKey, write_number};
use crate::{Counter, Feature};

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

map_by_pairs!(u64, Counter, Feature, RowKey);

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
