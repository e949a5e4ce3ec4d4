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
            let items = items.iter().map(inside).collect::<Option<_>>()?;
            Some(Expression::group("[", items, "]", Shape::List))
        }
        Value::Tagged { name: "Object", content } => {
            let entry = |(key, value): &(Value, Value)| {
                Some(inside(value)?.prefixed(&format!("{}: ", key.quoted()?)))
            };
            let entries = entries(content)?.iter().map(entry).collect::<Option<_>>()?;
            Some(Expression::group("{", entries, "}", Shape::Entries))
        }
        _ => None,
    }
}

/// A `Map`.
pub(super) fn map(value: &Value) -> Option<Expression> {
    let entry = |(key, value): &(Value, Value)| {
        let key = Expression::call("String::from", Expression::word(key.quoted()?));
        Some(Expression::tuple(vec![key, self::value(value)?.called()]))
    };
    let entries: Vec<Expression> = entries(value)?.iter().map(entry).collect::<Option<_>>()?;
    match entries.is_empty() {
        true => Some(Expression::word("Map::new()")),
        false => Some(Expression::group("Map::from_iter([", entries, "])", Shape::List)),
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
