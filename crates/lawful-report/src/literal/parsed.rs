//! Types of std whose value is best written as text that is parsed, or as a sum.

use lawful_data::Listed;

use super::duration;
use super::expression::{Expression, Shape};
use super::type_name::Named;
use super::value::{Value, Word};

/// `"text".parse::<Type>().unwrap()`: what is bare, or a number, or in quotes already.
pub(super) fn expression(type_text: &str, value: &Value) -> Option<Expression> {
    let Value::Word(Word::Bare | Word::Number, text) = value else {
        return None;
    };
    Some(Expression::word(format!("\"{text}\".parse::<{type_text}>().unwrap()")))
}

/// `Ipv4Addr::new(127, 0, 0, 1)`.
pub(super) fn address(named: &Named, value: &Value) -> Option<Expression> {
    let Value::Word(Word::Bare, text) = value else {
        return None;
    };
    let parts: Vec<Expression> = text.split('.').map(Expression::word).listed();
    let open = format!("{}::new(", named.name);
    (parts.len() == 4).then(|| Expression::group(open, parts, ")", Shape::Call))
}

/// The distance from 1970, as it is kept on Unix.
pub(super) fn system_time(value: &Value) -> Option<Expression> {
    const EPOCH: &str = "SystemTime::UNIX_EPOCH";
    let Value::Struct { fields, .. } = value else {
        return None;
    };
    let [("tv_sec", seconds), ("tv_nsec", fraction)] = &fields[..] else {
        return None;
    };
    let seconds: i128 = seconds.number()?.parse().ok()?;
    let fraction: i128 = fraction.number()?.parse().ok()?;
    let nanoseconds = seconds * 1_000_000_000 + fraction;
    let sign = match nanoseconds {
        0 => return Some(Expression::word(EPOCH)),
        1.. => '+',
        _ => '-',
    };
    let distance = duration::of_nanoseconds(nanoseconds.unsigned_abs());
    Some(distance.prefixed(&format!("{EPOCH} {sign} ")))
}
