//! serde's `Serialize` and `Deserialize`.

use std::fmt::Debug;

use lawful_core::generate::Generator;
use lawful_core::law::Law;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::bundle::{both, bundle, hold};

/// `Deserialize` reads what `Serialize` writes, as JSON text and as a JSON value, and the two
/// ways agree.
///
/// Only what equals itself is held to it. JSON has no infinite floats and no `NaN`: a type with
/// floats in it needs a generator of finite ones.
///
/// ```
/// use lawful::bundles::serde;
/// use lawful::prelude::*;
///
/// assert!(Runner::named("texts").run(&serde(any::<Vec<Option<String>>>())).is_success());
/// ```
#[allow(clippy::eq_op, reason = "what does not equal itself does not equal what is read")]
pub fn serde<G>(generator: G) -> impl Law
where
    G: Generator<Value: Serialize + DeserializeOwned + PartialEq + Debug>,
{
    bundle(["a"], generator, |[a]| {
        if a != a {
            return Ok(());
        }
        let written = serde_json::to_string(a);
        hold(written.is_ok(), "Serialize cannot write a value", || format!("{written:?}"))?;
        let text = written.unwrap_or_default();
        let read = serde_json::from_str::<G::Value>(&text);
        hold(read.is_ok(), "Deserialize does not read what Serialize writes", || {
            format!("a is written as {text}\nwhich does not read: {}", error_of(&read))
        })?;
        let same = read.as_ref().is_ok_and(|read| read == a);
        hold(same, "Deserialize reads something else than Serialize wrote", || {
            format!("a is written as {text}\nwhich reads as {:?}", read.as_ref().ok())
        })?;
        // Through a value, maps may come in another order and numbers in another type.
        let through = serde_json::to_value(a).and_then(serde_json::from_value::<G::Value>);
        let same = through.as_ref().is_ok_and(|through| through == a);
        hold(same, "Serialize and Deserialize do not agree on a JSON value", || {
            both("a", a, "through a value", &through)
        })
    })
}

fn error_of<T>(read: &Result<T, serde_json::Error>) -> String {
    read.as_ref().err().map(ToString::to_string).unwrap_or_default()
}
