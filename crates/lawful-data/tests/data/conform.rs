//! JSON of records, read by serde_json and compared with the tables of the page.

use std::collections::{BTreeMap, BTreeSet};

use lawful::prelude::*;
use lawful_data::codec::{from_json, to_json};
use lawful_data::{Record, StoredFailure};
use serde_json::{Map, Value};

use crate::generate::{Draw, Made};
use crate::page::{Members, Type, listed, types};

/// Compares values with the types of the page, and notes what it met.
pub struct Checker {
    types: BTreeMap<String, Type>,
    /// Values of each member and variant, up to two different ones.
    met: BTreeMap<String, BTreeSet<String>>,
}

impl Checker {
    pub fn new() -> Self {
        Checker { types: types(), met: BTreeMap::new() }
    }

    /// Checks that a value is of a type. Returns the value as a later writer of the same version may write it: every struct
    /// has one more member, and members that are `null` are missing.
    pub fn check(&mut self, kind: &str, value: &Value) -> Value {
        if let Some(kind) = kind.strip_suffix(" or null") {
            return if value.is_null() { Value::Null } else { self.check(kind, value) };
        }
        if let Some(pair) = kind.strip_prefix("list of pairs of ") {
            return items(value, |item| self.pair(pair, item));
        }
        if let Some(kind) = kind.strip_prefix("list of lists of ") {
            return items(value, |row| items(row, |item| self.check(kind, item)));
        }
        if let Some(kind) = kind.strip_prefix("list of ") {
            return items(value, |item| self.check(kind, item));
        }
        if let Some(pair) = kind.strip_prefix("pair of ") {
            return self.pair(pair, value);
        }
        if let Some(kind) = kind.strip_prefix("map of ") {
            let members = value.as_object().unwrap_or_else(|| panic!("no map: {value}"));
            return members.iter().map(|(name, one)| (name, self.check(kind, one))).collect();
        }
        match kind {
            "text" => assert!(value.is_string(), "no text: {value}"),
            "integer" | "duration" => assert!(is_integer(value), "no integer: {value}"),
            "number" => assert!(is_number(value), "no number: {value}"),
            "boolean" => assert!(value.is_boolean(), "no boolean: {value}"),
            "tape" => assert!(is_tape(value), "no tape: {value}"),
            name => {
                let of = self.types.get(name).unwrap_or_else(|| panic!("no type {name}")).clone();
                return match of.is_enum {
                    true => self.variant(name, &of.members, value),
                    false => self.members(name, &of.members, value),
                };
            }
        }
        value.clone()
    }

    fn pair(&mut self, kinds: &str, value: &Value) -> Value {
        let (one, other) = kinds.split_once(" and ").expect("a pair is of two types");
        let items = value.as_array().filter(|items| items.len() == 2);
        let items = items.unwrap_or_else(|| panic!("no pair: {value}"));
        Value::Array(vec![self.check(one, &items[0]), self.check(other, &items[1])])
    }

    fn members(&mut self, name: &str, members: &Members, value: &Value) -> Value {
        let object = value.as_object().unwrap_or_else(|| panic!("no object for {name}: {value}"));
        let names: Vec<&String> = members.keys().collect();
        assert_eq!(object.keys().collect::<BTreeSet<_>>(), names.into_iter().collect(), "{name}");
        let mut later = Map::new();
        for (member, kind) in members {
            let value = &object[member];
            self.meet(format!("{name}.{member}"), value);
            let checked = self.check(kind, value);
            if !checked.is_null() {
                later.insert(member.clone(), checked);
            }
        }
        later.insert("member of a later writer".into(), serde_json::json!([{ "a": null }]));
        Value::Object(later)
    }

    fn variant(&mut self, name: &str, variants: &Members, value: &Value) -> Value {
        let (variant, content) = match value {
            Value::String(variant) => (variant, None),
            Value::Object(members) if members.len() == 1 => {
                let (variant, content) = members.iter().next().expect("there is one");
                (variant, Some(content))
            }
            _ => panic!("no variant of {name}: {value}"),
        };
        let kind = variants.get(variant).unwrap_or_else(|| panic!("no variant of {name}: {value}"));
        let name = format!("{name}.{variant}");
        let Some(content) = content else {
            assert_eq!(kind, "none", "{name} has content");
            self.meet(name, value);
            return value.clone();
        };
        assert_ne!(kind, "none", "{name} has no content");
        let content = match kind.starts_with('`') {
            true => self.members(&name, &listed(kind), content),
            false => {
                self.meet(name, content);
                self.check(kind, content)
            }
        };
        serde_json::json!({ variant.clone(): content })
    }

    fn meet(&mut self, name: String, value: &Value) {
        let values = self.met.entry(name).or_default();
        if values.len() < 2 {
            values.insert(value.to_string());
        }
    }
}

/// Checks the items of a list.
fn items(value: &Value, check: impl FnMut(&Value) -> Value) -> Value {
    let items = value.as_array().unwrap_or_else(|| panic!("no list: {value}"));
    items.iter().map(check).collect()
}

/// An integer is a number as far as all readers agree on it, and beyond that a text.
fn is_integer(value: &Value) -> bool {
    const LARGEST: u64 = 1 << 53;
    match value {
        Value::Number(number) => number.as_u64().is_some_and(|number| number <= LARGEST),
        Value::String(digits) => {
            let number = digits.parse::<u64>();
            number.is_ok_and(|number| number > LARGEST && number.to_string() == *digits)
        }
        _ => false,
    }
}

fn is_number(value: &Value) -> bool {
    value.is_number() || ["inf", "-inf", "NaN"].iter().any(|text| value == text)
}

fn is_tape(value: &Value) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    value.as_str().is_some_and(|text| text.chars().all(is_letter))
}

/// Records from a fixed seed, until all that the page has was met.
#[test]
fn records_are_what_the_page_says_and_all_that_it_says() {
    let mut checker = Checker::new();
    for seed in 0..3_000 {
        let mut source = Source::from_seed(seed, 30);
        let mut draw = Draw { source: &mut source, has_bounds: false };
        let (record, stored) = (Record::made(&mut draw), StoredFailure::made(&mut draw));
        check(&mut checker, "Record", &record);
        check(&mut checker, "StoredFailure", &stored);
    }
    let mut expected = BTreeMap::new();
    for (name, of) in types() {
        for (member, kind) in &of.members {
            match kind.starts_with('`') {
                true => expected.extend(
                    listed(kind).into_keys().map(|inner| (format!("{name}.{member}.{inner}"), 2)),
                ),
                false => {
                    let values = if of.is_enum && kind == "none" { 1 } else { 2 };
                    expected.insert(format!("{name}.{member}"), values);
                }
            }
        }
    }
    let met: BTreeMap<String, usize> =
        checker.met.into_iter().map(|(name, values)| (name, values.len())).collect();
    assert!(expected.len() > 280, "{}", expected.len());
    assert_eq!(met, expected);
}

/// Checks the JSON of a record, and that what a later writer writes of it is read as the same.
pub fn check<T>(checker: &mut Checker, kind: &str, record: &T)
where
    T: lawful_data::codec::Coded + PartialEq + std::fmt::Debug,
{
    let json = to_json(record);
    let value: Value =
        serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}: {json}"));
    let later = checker.check(kind, &value);
    assert_eq!(from_json::<T>(&later.to_string()).as_ref(), Ok(record));
}
