//! Planted mistakes in serde's traits.

use ::serde::de::{Deserialize, Deserializer, Error};
use ::serde::ser::{Error as _, Serialize, SerializeMap, Serializer};
use lawful_bundles::serde;
use lawful_core::generate::{Generator, any};

use crate::{finds, holds};

/// An account, written as a map by hand; `HOW` is which mistake it is written or read with.
#[derive(Clone, Debug, PartialEq)]
struct Account<const HOW: u8> {
    name: Option<String>,
    balance: i64,
}

const RIGHT: u8 = 0;
const OTHER_NAME: u8 = 1;
const DROPS_EMPTY: u8 = 2;
const AS_FLOAT: u8 = 3;
const REFUSES: u8 = 4;
const HUMAN: u8 = 5;

impl<const HOW: u8> Serialize for Account<HOW> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if HOW == REFUSES && self.balance < -1_000 {
            return Err(S::Error::custom("too deep in debt"));
        }
        let mut map = serializer.serialize_map(None)?;
        // `skip_serializing_if` with too much that is skipped.
        let skipped = HOW == DROPS_EMPTY && self.name.as_deref() == Some("");
        if !skipped {
            map.serialize_entry("name", &self.name)?;
        }
        let key = if HOW == OTHER_NAME && self.balance < 0 { "debt" } else { "balance" };
        match HOW {
            AS_FLOAT => map.serialize_entry(key, &(self.balance as f64))?,
            HUMAN => map.serialize_entry(key, &self.balance.to_string())?,
            _ => map.serialize_entry(key, &self.balance)?,
        }
        map.end()
    }
}

impl<'de, const HOW: u8> Deserialize<'de> for Account<HOW> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let map = serde_json::Map::deserialize(deserializer)?;
        let balance = map.get("balance").ok_or_else(|| D::Error::missing_field("balance"))?;
        let number = match HOW {
            AS_FLOAT => balance.as_f64().map(|number| number as i64),
            // Reads digits and forgets the sign.
            HUMAN => balance.as_str().and_then(|text| text.parse().ok()).map(i64::wrapping_abs),
            _ => balance.as_i64(),
        };
        let balance = number.ok_or_else(|| D::Error::custom("no number"))?;
        let name = map.get("name").and_then(|name| name.as_str()).map(String::from);
        Ok(Account { name, balance })
    }
}

fn accounts<const HOW: u8>() -> impl Generator<Value = Account<HOW>> {
    any::<(Option<String>, i64)>().mapped(|(name, balance)| Account { name, balance })
}

#[test]
fn right() {
    holds(serde(accounts::<RIGHT>()));
}

#[test]
fn a_field_has_another_name() {
    finds(
        serde(accounts::<OTHER_NAME>()),
        "Deserialize does not read what Serialize writes",
        &["Account { name: None, balance: -1 }"],
    );
}

#[test]
fn too_much_is_skipped() {
    finds(
        serde(accounts::<DROPS_EMPTY>()),
        "Deserialize reads something else than Serialize wrote",
        &["Account { name: Some(\"\"), balance: 0 }"],
    );
}

#[test]
fn a_number_loses_its_last_digits() {
    finds(
        serde(accounts::<AS_FLOAT>()),
        "Deserialize reads something else than Serialize wrote",
        &["Account { name: None, balance: 9007199254740993 }"],
    );
}

#[test]
fn a_value_cannot_be_written() {
    finds(
        serde(accounts::<REFUSES>()),
        "Serialize cannot write a value",
        &["Account { name: None, balance: -1001 }"],
    );
}

#[test]
fn a_sign_is_lost() {
    finds(
        serde(accounts::<HUMAN>()),
        "Deserialize reads something else than Serialize wrote",
        &["Account { name: None, balance: -1 }"],
    );
}

#[test]
fn the_text_alone_is_right() {
    /// Asks whether a person reads it, as times and addresses do, and mistakes the answer.
    #[derive(Debug, PartialEq)]
    struct Borrowed(String);
    impl Serialize for Borrowed {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_str(&self.0)
        }
    }
    impl<'de> Deserialize<'de> for Borrowed {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            // Only a text that needs no escapes can be borrowed, and a value never can.
            <&str>::deserialize(deserializer).map(|text| Borrowed(text.to_string()))
        }
    }
    finds(
        serde(any::<u8>().mapped(|n| Borrowed(n.to_string()))),
        "Serialize and Deserialize do not agree on a JSON value",
        &["Borrowed(\"0\")"],
    );
    finds(
        serde(any::<String>().mapped(Borrowed).filtered(|text| text.0.contains('"'))),
        "Deserialize does not read what Serialize writes",
        &["Borrowed(\"\\\"\")"],
    );
}
