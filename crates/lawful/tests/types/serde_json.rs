use lawful::prelude::*;
use serde_json::{Map, Number, Value, json};

use super::{check_all, check_common, check_smallest};

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(list) => 1 + list.iter().map(depth).max().unwrap_or(0),
        Value::Object(map) => 1 + map.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

#[test]
fn documents() {
    check_common::<Value>("null", Value::is_null);
    check_common::<Value>("flat", |value| depth(value) == 1);
    check_common::<Value>("deep", |value| depth(value) >= 3);
    check_all(any::<Value>(), |value| depth(value) < 10);
    // Floats need a feature of serde_json to come back exactly.
    check_all(any::<Value>(), |value| value.to_string().parse::<Value>().is_ok());
    check_smallest!(Value, |_| false, json!(null));
    check_smallest!(Value, |value| !value.is_array(), json!([]));
    check_smallest!(
        Value,
        |value| value.as_array().is_none_or(|list| list.len() < 2),
        json!([null, null])
    );
    check_smallest!(Value, |value| value.get("").is_none(), json!({"": null}));
    check_smallest!(Value, |value| value.as_u64() < Some(5_000_000_000), json!(5000000000i64));
    check_smallest!(Value, |value| value.as_str() != Some("\""), json!("\""));
}

#[test]
fn numbers_and_maps() {
    check_common::<Number>("the greatest", |number| number.as_u64() == Some(u64::MAX));
    check_common::<Number>("the least", |number| number.as_i64() == Some(i64::MIN));
    check_smallest!(Number, |_| false, Number::from(0));
    check_smallest!(Number, |number| !number.is_f64(), Number::from_f64(0.0).unwrap());
    check_smallest!(Map<String, Value>, |_| false, Map::new());
    check_smallest!(
        Map<String, Value>,
        |map| map.is_empty(),
        Map::from_iter([(String::from(""), json!(null))])
    );
}
