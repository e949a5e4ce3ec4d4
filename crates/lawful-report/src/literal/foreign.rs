//! The types of other crates for which Lawful has generators. They are known by the name of the crate: a
//! type of the same name elsewhere is not.

use super::expression::{Expression, Shape};
use super::json;
use super::parsed;
use super::type_name::{Named, Type};
use super::value::{Value, Word};

/// The value as Rust, or nothing if the type is not known or its text is not what it prints.
pub(super) fn expression(named: &Named, value: &Value) -> Option<Expression> {
    let (origin, _) = named.text.split_once("::")?;
    match (origin, named.name) {
        ("bytes", "Bytes" | "BytesMut") => buffer(named, value),
        ("chrono", "DateTime") => moment(named, value),
        ("chrono", "TimeDelta") => time_delta(value),
        ("chrono", "NaiveDate" | "NaiveTime" | "NaiveDateTime" | "FixedOffset") => {
            parsed::expression(named.name, value)
        }
        ("jiff", "Date" | "Time" | "DateTime" | "Timestamp") => {
            parsed::expression(named.name, value)
        }
        ("num_bigint", "BigInt" | "BigUint") => big_number(named, value),
        ("rust_decimal", "Decimal") => parsed::expression(named.name, value),
        ("serde_json", "Value") => Some(json::value(value)?.called()),
        ("serde_json", "Map") => json::map(value),
        ("serde_json", "Number") => json::number(value),
        ("url", "Url") => location(value),
        ("uuid", "Uuid") => parsed::expression(named.name, value),
        _ => None,
    }
}

fn buffer(named: &Named, value: &Value) -> Option<Expression> {
    let Value::Word(Word::Bytes, text) = value else {
        return None;
    };
    Some(Expression::word(match named.name {
        "Bytes" => format!("Bytes::from_static({text})"),
        _ => format!("BytesMut::from(&{text}[..])"),
    }))
}

fn moment(named: &Named, value: &Value) -> Option<Expression> {
    let Type::Named(zone) = named.argument(0) else {
        return None;
    };
    match zone.name {
        "Utc" | "FixedOffset" => {
            parsed::expression(&format!("{}<{}>", named.name, zone.name), value)
        }
        _ => None,
    }
}

fn time_delta(value: &Value) -> Option<Expression> {
    let Value::Struct { fields, .. } = value else {
        return None;
    };
    let [("secs", seconds), ("nanos", nanoseconds)] = &fields[..] else {
        return None;
    };
    let parts = vec![Expression::word(seconds.number()?), Expression::word(nanoseconds.number()?)];
    Some(Expression::group("TimeDelta::new(", parts, ").unwrap()", Shape::Call))
}

/// A literal where it fits into the type that a literal has.
fn big_number(named: &Named, value: &Value) -> Option<Expression> {
    let number = value.number()?;
    if number.parse::<i32>().is_err() {
        return parsed::expression(named.name, value);
    }
    let suffix = if named.name == "BigUint" { "u32" } else { "" };
    let open = format!("{}::from", named.name);
    Some(Expression::call(&open, Expression::word(format!("{number}{suffix}"))))
}

/// `Debug` shows the parts of a location; together they are its text.
fn location(value: &Value) -> Option<Expression> {
    let Value::Struct { fields, .. } = value else {
        return None;
    };
    let field =
        |name: &str| fields.iter().find(|(field, _)| *field == name).map(|(_, value)| value);
    // The text between the quotes, escapes and all.
    let quoted = |value: &Value| value.quoted().map(|text| text[1..text.len() - 1].to_string());
    let text = |name: &str| quoted(field(name)?);
    let option = |name: &str, sign: &str| match field(name)? {
        Value::Constructor { name: "Some", items } => Some(match &items[..] {
            [Value::Word(Word::Number, number)] => format!("{sign}{number}"),
            [item] => format!("{sign}{}", quoted(item)?),
            _ => return None,
        }),
        _ => Some(String::new()),
    };
    let before = match field("host")? {
        Value::Constructor { items, .. } => {
            let user = text("username")? + &option("password", ":")?;
            let at = if user.is_empty() { "" } else { "@" };
            format!("//{user}{at}{}{}", host(items.first()?)?, option("port", ":")?)
        }
        _ if text("scheme")? == "file" => "//".to_string(),
        _ => String::new(),
    };
    let after = text("path")? + &option("query", "?")? + &option("fragment", "#")?;
    let whole = format!("\"{}:{before}{after}\"", text("scheme")?);
    let open = "Url::parse(";
    Some(Expression::group(open, vec![Expression::word(whole)], ").unwrap()", Shape::Call))
}

fn host(value: &Value) -> Option<String> {
    let Value::Constructor { name, items } = value else {
        return None;
    };
    match (*name, items.first()?) {
        ("Domain", Value::Word(Word::Text, text)) => Some(text[1..text.len() - 1].to_string()),
        ("Ipv4", Value::Word(_, text)) => Some(text.to_string()),
        ("Ipv6", Value::Word(_, text)) => Some(format!("[{text}]")),
        _ => None,
    }
}
