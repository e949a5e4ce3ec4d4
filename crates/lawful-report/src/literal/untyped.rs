//! A value whose type is not known, or is a user's own: its `Debug` text, nearly as it is.

use lawful_data::Listed;

use super::expression::{Expression, Shape};
use super::order;
use super::value::{Value, Word};

/// The value as `Debug` has it, except that what stands in braces is sorted.
///
/// Without its type a `HashMap` cannot be told from a `BTreeMap`, and the text of a case must be
/// the same in every run.
pub(super) fn expression(value: &Value) -> Expression {
    match value {
        Value::Word(Word::Phantom, _) => Expression::word("PhantomData"),
        Value::Word(_, text) => Expression::word(*text),
        Value::Tuple(items) => Expression::tuple(all(items)),
        Value::Constructor { name, items } => constructor(name, items),
        Value::Struct { name, fields, non_exhaustive } => structure(name, fields, *non_exhaustive),
        Value::Tagged { name, content } => expression(content).prefixed(&format!("{name} ")),
        Value::List(items) => list(items),
        Value::Set(items) => set(order::sorted(all(items))),
        Value::Map(entries) => map(order::sorted_entries(both(entries))),
        Value::Range { start, operator, end } => {
            range(start.as_deref(), operator, end.as_deref(), expression)
        }
    }
}

/// The value of a user's type of that name.
///
/// A text that begins with another name than the type's is a variant's. A collection that is not
/// std's keeps its order, which may be part of its value, unless it says that it hashes.
pub(super) fn foreign(type_name: &str, value: &Value) -> Expression {
    match value {
        Value::Set(items) if !type_name.starts_with("Hash") => set(all(items)),
        Value::Map(entries) if !type_name.starts_with("Hash") => map(both(entries)),
        _ => match value.name() {
            Some(name) if name != type_name => {
                expression(value).prefixed(&format!("{type_name}::"))
            }
            _ => expression(value),
        },
    }
}

pub(super) fn range(
    start: Option<&Value>,
    operator: &str,
    end: Option<&Value>,
    operand: impl Fn(&Value) -> Expression,
) -> Expression {
    let flat = |value: Option<&Value>| value.map(|value| operand(value).flat()).unwrap_or_default();
    Expression::word(format!("{}{operator}{}", flat(start), flat(end)))
}

/// Booleans, characters and numbers are of a type that is `Copy`, as `[x; 9]` asks for.
fn list(items: &[Value]) -> Expression {
    let is_copy = |item: &Value| {
        let Value::Word(word, _) = item else {
            return false;
        };
        matches!(word, Word::Boolean | Word::Character | Word::Number)
    };
    let may_repeat = items.iter().all(is_copy);
    Expression::list("[", all(items), "]", may_repeat)
}

fn constructor(name: &str, items: &[Value]) -> Expression {
    Expression::group(format!("{name}("), all(items), ")", Shape::Call)
}

fn structure(name: &str, fields: &[(&str, Value)], non_exhaustive: bool) -> Expression {
    let mut items = Vec::new();
    for (field, value) in fields {
        items.push(expression(value).prefixed(&format!("{}: ", field_name(field))));
    }
    if non_exhaustive {
        items.push(Expression::word(".."));
    }
    Expression::group(format!("{name} {{"), items, "}", Shape::Fields)
}

fn set(items: Vec<Expression>) -> Expression {
    Expression::group("{", items, "}", Shape::List)
}

fn map(entries: Vec<(Expression, Expression)>) -> Expression {
    let entries = entries
        .into_iter()
        .map(|(key, value)| value.prefixed(&format!("{}: ", key.flat())))
        .listed();
    Expression::group("{", entries, "}", Shape::Entries)
}

fn all(items: &[Value]) -> Vec<Expression> {
    items.iter().map(expression).listed()
}

fn both(entries: &[(Value, Value)]) -> Vec<(Expression, Expression)> {
    entries.iter().map(|(key, value)| (expression(key), expression(value))).listed()
}

/// `#[derive(Debug)]` takes the `r#` off the names of fields.
pub(super) fn field_name(name: &str) -> String {
    if KEYWORDS.contains(&name) { format!("r#{name}") } else { name.to_string() }
}

const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];
