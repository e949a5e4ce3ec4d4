//! The walk over a value and its type.

use lawful_data::Listed;

use super::derived;
use super::expression::Expression;
use super::foreign;
use super::standard;
use super::type_name::{Named, Origin, Type};
use super::untyped;
use super::value::Value;

/// The value as Rust. Where its text is not what its type would print, it stays as it is.
pub(super) fn expression(known: &Type, value: &Value) -> Expression {
    understood(known, value).unwrap_or_else(|| match known {
        Type::Named(named) if !known.is_primitive() => untyped::foreign(named.name, value).guess(),
        Type::Named(_) => untyped::expression(value),
        _ => untyped::expression(value).guess(),
    })
}

fn understood(known: &Type, value: &Value) -> Option<Expression> {
    match known {
        Type::Unknown => None,
        Type::Named(named) => match named.origin {
            Origin::Primitive => float(named, value),
            Origin::Standard => standard::expression(named, value),
            Origin::Foreign => {
                derived::expression(named, value).or_else(|| foreign::expression(named, value))
            }
        },
        Type::Tuple(types) => tuple(types, value),
        Type::Array(element) | Type::Slice(element) => list("[", element, value, "]"),
        Type::Reference { mutable, target } => Some(reference(*mutable, target, value)),
    }
}

/// The list of values of type `element`, between these brackets.
pub(super) fn list(
    open: &str,
    element: &Type,
    value: &Value,
    close: &'static str,
) -> Option<Expression> {
    let Value::List(items) = value else {
        return None;
    };
    let items = items.iter().map(|item| expression(element, item)).listed();
    Some(Expression::list(open, items, close, element.is_primitive()))
}

/// What can be borrowed without being built first: the literal of a type without a size, as a
/// reference to it.
pub(super) fn borrowed_literal(target: &Type, value: &Value) -> Option<Expression> {
    let Type::Named(named) = target else {
        return None;
    };
    let quoted = value.quoted()?;
    match (named.origin, named.name) {
        (Origin::Primitive, "str") => Some(Expression::word(quoted)),
        (Origin::Standard, "CStr") => Some(Expression::word(quoted).prefixed("c")),
        (Origin::Standard, "Path" | "OsStr") => {
            let function = format!("{}::new", named.name);
            Some(Expression::call(&function, Expression::word(quoted)))
        }
        _ => None,
    }
}

fn reference(mutable: bool, target: &Type, value: &Value) -> Expression {
    let sign = if mutable { "&mut " } else { "&" };
    borrowed_literal(target, value).unwrap_or_else(|| expression(target, value).prefixed(sign))
}

fn tuple(types: &[Type], value: &Value) -> Option<Expression> {
    let Value::Tuple(items) = value else {
        return None;
    };
    if items.len() != types.len() {
        return None;
    }
    let mut expressions = Vec::new();
    for (known, item) in types.iter().zip(items) {
        expressions.push(expression(known, item));
    }
    Some(Expression::tuple(expressions))
}

/// The floats that have a name instead of digits.
fn float(named: &Named, value: &Value) -> Option<Expression> {
    let ("f32" | "f64", Value::Word(_, text)) = (named.name, value) else {
        return None;
    };
    let constant = match *text {
        "inf" => "INFINITY",
        "-inf" => "NEG_INFINITY",
        "NaN" => "NAN",
        _ => return None,
    };
    Some(Expression::word(format!("{}::{constant}", named.name)))
}
