//! Values of derived types, which describe their fields.

use lawful_data::{DescribedVariant, Description};

use super::expression::{Expression, Shape};
use super::type_name::{self, Named};
use super::typed;
use super::untyped::field_name;
use super::value::{Value, Word};

/// The value as Rust, or nothing if the type is not described or the text is not what
/// `#[derive(Debug)]` writes for it.
pub(super) fn expression(named: &Named, value: &Value) -> Option<Expression> {
    let description = named.types.iter().find(|known| known.type_name == named.text)?;
    let name = value.name()?;
    let variant = description.variants.iter().find(|variant| variant.name == name)?;
    let path = path(named, description, variant);
    let expression = match value {
        Value::Word(Word::Name, _) if variant.fields.is_empty() => {
            Some(Expression::word(path + variant.brackets))
        }
        Value::Constructor { items, .. } => tuple(named, &path, variant, items),
        Value::Struct { fields, non_exhaustive: false, .. } => {
            structure(named, &path, variant, fields)
        }
        _ => None,
    };
    expression.map(|expression| expression.of_derived(description.type_name))
}

/// `Type::Variant`, or `Type` for a struct.
fn path(named: &Named, description: &Description, variant: &DescribedVariant) -> String {
    match description.is_enum {
        true => format!("{}::{}", named.name, field_name(variant.name)),
        false => named.name.to_string(),
    }
}

fn tuple(
    named: &Named,
    path: &str,
    variant: &DescribedVariant,
    items: &[Value],
) -> Option<Expression> {
    let is_tuple = variant.fields.iter().enumerate().all(|(at, (name, _))| at.to_string() == *name);
    if !is_tuple || items.len() != variant.fields.len() {
        return None;
    }
    let mut expressions = Vec::new();
    for (at, item) in items.iter().enumerate() {
        expressions.push(field(named, variant.fields[at].1, item));
    }
    Some(Expression::group(format!("{path}("), expressions, ")", Shape::Call))
}

fn structure(
    named: &Named,
    path: &str,
    variant: &DescribedVariant,
    fields: &[(&str, Value)],
) -> Option<Expression> {
    if fields.len() != variant.fields.len() {
        return None;
    }
    let mut expressions = Vec::new();
    for (at, (name, value)) in fields.iter().enumerate() {
        let (declared, kind) = variant.fields[at];
        if *name != declared {
            return None;
        }
        let prefix = format!("{}: ", field_name(name));
        expressions.push(field(named, kind, value).prefixed(&prefix));
    }
    Some(Expression::group(format!("{path} {{"), expressions, "}", Shape::Fields))
}

fn field(named: &Named, kind: &str, value: &Value) -> Expression {
    typed::expression(&type_name::parse(kind, named.types), value)
}
