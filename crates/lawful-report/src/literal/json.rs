//! The types of `serde_json`: documents as the macro `json!` has them.

use super::expression::{Expression, Shape};
use super::value::{Value, Word};

/// A document inside of `json!`.
pub(super) struct Document(Expression);

impl Document {
    /// As an expression of its own.
    pub(super) fn called(self) -> Expression {
        Expression::call("json!", self.0)
    }
}

/// A `Value`, or nothing if the text is not one.
pub(super) fn value(value: &Value) -> Option<Document> {
    inside(value).map(Document)
}

fn inside(value: &Value) -> Option<Expression> {
    match value {
        Value::Word(Word::Name, "Null") => Some(Expression::word("null")),
        Value::Constructor { name, items } => match (*name, &items[..]) {
            ("Bool" | "String", [Value::Word(_, text)]) => Some(Expression::word(*text)),
            ("Number", [Value::Word(Word::Number, text)]) => Some(Expression::word(literal(text))),
            _ => None,
        },
        Value::Tagged { name: "Array", content } => {
            let Value::List(items) = &**content else {
                return None;
            };
            let mut documents = Vec::new();
            for item in items {
                documents.push(inside(item)?);
            }
            Some(Expression::group("[", documents, "]", Shape::List))
        }
        Value::Tagged { name: "Object", content } => {
            let mut members = Vec::new();
            for (key, value) in entries(content)? {
                members.push(inside(value)?.prefixed(&format!("{}: ", key.quoted()?)));
            }
            Some(Expression::group("{", members, "}", Shape::Entries))
        }
        _ => None,
    }
}

/// A `Map`.
pub(super) fn map(value: &Value) -> Option<Expression> {
    let mut members = Vec::new();
    for (key, value) in entries(value)? {
        let key = Expression::call("String::from", Expression::word(key.quoted()?));
        members.push(Expression::tuple(vec![key, self::value(value)?.called()]));
    }
    match members.is_empty() {
        true => Some(Expression::word("Map::new()")),
        false => Some(Expression::group("Map::from_iter([", members, "])", Shape::List)),
    }
}

/// A `Number`.
pub(super) fn number(value: &Value) -> Option<Expression> {
    let Value::Constructor { name: "Number", items } = value else {
        return None;
    };
    let text = items.first()?.number()?;
    Some(match is_float(text) {
        true => Expression::group(
            "Number::from_f64(",
            vec![Expression::word(text)],
            ").unwrap()",
            Shape::Call,
        ),
        false => Expression::call("Number::from", Expression::word(literal(text))),
    })
}

fn entries<'v, 'a>(value: &'v Value<'a>) -> Option<&'v [(Value<'a>, Value<'a>)]> {
    match value {
        Value::Map(entries) => Some(entries),
        Value::Set(items) if items.is_empty() => Some(&[]),
        _ => None,
    }
}

fn is_float(text: &str) -> bool {
    text.contains(['.', 'e'])
}

/// A literal that fits into its type says no more.
fn literal(text: &str) -> String {
    match text {
        _ if is_float(text) || text.parse::<i32>().is_ok() => text.to_string(),
        _ if text.parse::<i64>().is_ok() => format!("{text}i64"),
        _ => format!("{text}u64"),
    }
}
