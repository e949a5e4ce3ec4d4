//! The crate `serde_json`.

use ::serde_json::{Map, Number, Value};

use crate::choice::{ELEMENT, KeyDigest, ONE_GOES_ON, Random, Source};
use crate::generate::collection::distinct_entries;
use crate::generate::{Arbitrary, FuncKey, Generator, Lengths, any, floats};

/// Integers from the least `i64` to the greatest `u64`, and floats that are numbers. The simplest is 0.
impl Arbitrary for Number {
    fn arbitrary(source: &mut Source) -> Self {
        match source.branch(3) {
            0 => source.any::<i64>().into(),
            1 => source.any::<u64>().into(),
            _ => Number::from_f64(floats::<f64>().finite().generate(source))
                .unwrap_or_else(|| 0.into()),
        }
    }
}

/// Documents of any form. Lists and objects get shorter the deeper they lie. The simplest is `null`.
impl Arbitrary for Value {
    fn arbitrary(source: &mut Source) -> Self {
        let is_leaf = source.size() == 0 || source.growth().ends();
        let has_room = !source.room().is_used_up();
        let sample = |random: &mut Random| {
            let is_leaf = is_leaf || !has_room && !random.one_in(ONE_GOES_ON);
            random.below(if is_leaf { 4 } else { 6 })
        };
        source.spend(u64::from(ELEMENT));
        match source.pick(if is_leaf { 4 } else { 6 }, sample) {
            0 => Value::Null,
            1 => Value::Bool(source.any()),
            2 => Value::Number(source.any()),
            3 => Value::String(source.any()),
            4 => Value::Array(inside(source, |source| source.any())),
            _ => Value::Object(source.any()),
        }
    }
}

/// Keys of any text, the empty one included. The simplest is empty.
impl Arbitrary for Map<String, Value> {
    fn arbitrary(source: &mut Source) -> Self {
        inside(source, |source| {
            let (key, value) = (any::<String>(), any::<Value>());
            distinct_entries(&key, &value, source, Lengths::by_size()).into_iter().collect()
        })
    }
}

/// The square root of the size, and in the end less, so that documents come to an end.
fn inside<T>(source: &mut Source, draw: impl FnOnce(&mut Source) -> T) -> T {
    let size = source.size();
    source.resize(size.isqrt().min(size.saturating_sub(1)), draw)
}

impl FuncKey for Number {
    fn digest(&self, digest: &mut KeyDigest) {
        digest.hash(self);
    }
}

/// The order of an object's keys counts only where it counts for `==`.
impl FuncKey for Value {
    fn digest(&self, digest: &mut KeyDigest) {
        digest.hash(self);
    }
}
