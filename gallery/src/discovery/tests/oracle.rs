//! A judge of laws that is independent of discovery: it has its own functions, and tries a law on all
//! combinations of a few values.

use std::fmt;

use super::term::{Law, Term};

/// A value of a term.
#[derive(Clone, PartialEq, Eq)]
pub enum Value {
    Truth(bool),
    /// Wide enough for sums that are brought into the range of `i32` afterwards.
    Number(i64),
    List(Vec<i64>),
    Text(String),
}

impl fmt::Debug for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Truth(value) => value.fmt(formatter),
            Value::Number(value) => value.fmt(formatter),
            Value::List(value) => value.fmt(formatter),
            Value::Text(value) => value.fmt(formatter),
        }
    }
}

/// Values that laws are tried on.
#[derive(Default)]
pub struct Scope {
    pub numbers: Vec<i64>,
    pub lists: Vec<Vec<i64>>,
    pub texts: Vec<String>,
}

type Assignment = Vec<(String, Value)>;

impl Scope {
    /// Returns values for which the sides of a law differ.
    pub fn refute(&self, law: &Law) -> Option<Assignment> {
        let mut names: Vec<String> = Vec::new();
        for side in [&law.left, &law.right] {
            side.for_each_head(&mut |head| {
                if self.values_of(head).is_some() && names.iter().all(|name| name != head) {
                    names.push(head.to_string());
                }
            });
        }
        let mut assigned = Assignment::new();
        self.refute_further(law, &names, &mut assigned).then_some(assigned)
    }

    fn refute_further(&self, law: &Law, names: &[String], assigned: &mut Assignment) -> bool {
        let Some((name, others)) = names.split_first() else {
            return evaluate(&law.left, assigned) != evaluate(&law.right, assigned);
        };
        for value in self.values_of(name).expect("a name is a variable's") {
            assigned.push((name.clone(), value));
            if self.refute_further(law, others, assigned) {
                return true;
            }
            assigned.pop();
        }
        false
    }

    /// Returns the values that a variable takes, if the name is one.
    fn values_of(&self, name: &str) -> Option<Vec<Value>> {
        match name {
            "x" | "y" | "z" => Some(self.numbers.iter().copied().map(Value::Number).collect()),
            "xs" | "ys" | "zs" => Some(self.lists.iter().cloned().map(Value::List).collect()),
            "s" | "t" | "u" => Some(self.texts.iter().cloned().map(Value::Text).collect()),
            _ => None,
        }
    }
}

fn evaluate(term: &Term, assigned: &Assignment) -> Value {
    if let Some((_, value)) = assigned.iter().find(|(name, _)| *name == term.head) {
        return value.clone();
    }
    let arguments: Vec<Value> =
        term.arguments.iter().map(|argument| evaluate(argument, assigned)).collect();
    let saturated = |sum: i64| Value::Number(sum.clamp(i32::MIN.into(), i32::MAX.into()));
    use Value::{List, Number, Text, Truth};
    match (term.head.as_str(), &arguments[..]) {
        ("true", []) => Truth(true),
        ("false", []) => Truth(false),
        ("0", []) => Number(0),
        ("[]", []) => List(Vec::new()),
        ("\"\"", []) => Text(String::new()),
        ("==", [one, other]) => Truth(one == other),
        (":", [Number(first), List(rest)]) => List([&[*first], rest.as_slice()].concat()),
        ("null", [List(list)]) => Truth(list.is_empty()),
        ("is_prefix_of", [List(one), List(other)]) => Truth(
            one.len() <= other.len() && one.iter().zip(other).all(|(one, other)| one == other),
        ),
        ("elem", [Number(wanted), List(list)]) => Truth(list.iter().any(|one| one == wanted)),
        ("delete", [Number(wanted), List(list)]) => {
            let kept = list.iter().take_while(|one| *one != wanted);
            let after = list.iter().skip_while(|one| *one != wanted).skip(1);
            List(kept.chain(after).copied().collect())
        }
        ("usort", [List(list)]) => {
            let ordered: std::collections::BTreeSet<i64> = list.iter().copied().collect();
            List(ordered.into_iter().collect())
        }
        ("saturating_add", [Number(one), Number(other)]) => saturated(one + other),
        ("saturating_sub", [Number(one), Number(other)]) => saturated(one - other),
        ("wrapping_neg", [Number(number)]) => Number(i64::from(-*number as i32)),
        ("min", [Number(one), Number(other)]) => Number(if one < other { *one } else { *other }),
        ("max", [Number(one), Number(other)]) => Number(if one < other { *other } else { *one }),
        ("to_uppercase", [Text(text)]) => Text(text.to_uppercase()),
        ("to_lowercase", [Text(text)]) => Text(text.to_lowercase()),
        ("len", [Text(text)]) => Number(text.len() as i64),
        ("rev", [Text(text)]) => Text(text.chars().rev().collect()),
        ("++", [Text(one), Text(other)]) => Text(format!("{one}{other}")),
        ("trim", [Text(text)]) => Text(text.trim().to_string()),
        ("trim_start", [Text(text)]) => Text(text.trim_start().to_string()),
        ("trim_end", [Text(text)]) => Text(text.trim_end().to_string()),
        ("is_empty", [Text(text)]) => Truth(text.is_empty()),
        ("starts_with", [Text(one), Text(other)]) => Truth(one.starts_with(other)),
        (head, arguments) => panic!("the oracle does not know {head} of {arguments:?}"),
    }
}
