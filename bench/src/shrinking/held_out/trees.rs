//! Recursive values.

use lawful::Generator;
use lawful::any;
use lawful::generate::{just, one_of, recursive, vec};

use crate::shrinking::case::{Case, exactly, law};

pub const CASES: &[Case] = &[
    // A quotation mark in a key, however deep, is not escaped.
    Case {
        name: "json_key",
        law: || law(json(), |json| !json.has_key_with('"')),
        smallest: || exactly(r#"Object([("\"", Null)])"#),
    },
    // A difference printed without parentheses is read from the left.
    Case {
        name: "subtraction_regrouped",
        law: || {
            law(expression(), |expression| {
                let terms = expression.terms();
                expression.value() == terms[1..].iter().fold(terms[0], |sum, term| sum - term)
            })
        },
        smallest: || exactly("Subtract(Number(0), Subtract(Number(0), Number(1)))"),
    },
    Case {
        name: "twin_subtrees",
        law: || law(tree(), |tree| !tree.has_twins()),
        smallest: || exactly("Node(Node(Leaf, 0, Leaf), 0, Node(Leaf, 0, Leaf))"),
    },
];

#[derive(Clone, Debug)]
#[allow(dead_code, reason = "leaves are only shown")]
enum Json {
    Null,
    Bool(bool),
    Number(i32),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

fn json() -> impl Generator<Value = Json> {
    let leaf = one_of([
        just(Json::Null).boxed(),
        any().mapped(Json::Bool).boxed(),
        any().mapped(Json::Number).boxed(),
        any().mapped(Json::Text).boxed(),
    ]);
    recursive(leaf, |json| {
        one_of([
            vec(json.clone(), 0..=4).mapped(Json::List).boxed(),
            vec((any::<String>(), json), 0..=4).mapped(Json::Object).boxed(),
        ])
    })
}

impl Json {
    fn has_key_with(&self, character: char) -> bool {
        match self {
            Json::List(list) => list.iter().any(|json| json.has_key_with(character)),
            Json::Object(entries) => entries
                .iter()
                .any(|(key, json)| key.contains(character) || json.has_key_with(character)),
            _ => false,
        }
    }
}

#[derive(Clone, Debug)]
enum Expression {
    Number(i8),
    Subtract(Box<Expression>, Box<Expression>),
}

fn expression() -> impl Generator<Value = Expression> {
    recursive(any().mapped(Expression::Number), |inner| {
        let two = (inner.clone(), inner);
        two.mapped(|(left, right)| Expression::Subtract(Box::new(left), Box::new(right)))
    })
}

impl Expression {
    fn value(&self) -> i64 {
        match self {
            Expression::Number(number) => i64::from(*number),
            Expression::Subtract(left, right) => left.value() - right.value(),
        }
    }

    fn terms(&self) -> Vec<i64> {
        match self {
            Expression::Number(number) => vec![i64::from(*number)],
            Expression::Subtract(left, right) => [left.terms(), right.terms()].concat(),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Tree {
    Leaf,
    Node(Box<Tree>, u32, Box<Tree>),
}

fn tree() -> impl Generator<Value = Tree> {
    recursive(just(Tree::Leaf), |inner| {
        let node = (inner.clone(), 0..=3, inner);
        node.mapped(|(left, number, right)| Tree::Node(Box::new(left), number, Box::new(right)))
    })
}

impl Tree {
    /// Whether some node has two subtrees that are equal and not leaves.
    fn has_twins(&self) -> bool {
        match self {
            Tree::Leaf => false,
            Tree::Node(left, _, right) => {
                let here = left == right && **left != Tree::Leaf;
                here || left.has_twins() || right.has_twins()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrinking::brute_force::{Within, check};

    #[test]
    fn no_smaller_case_breaks_the_law() {
        let of_size = |size, numbers, weight| Within { size, numbers, lengths: 1, weight };
        check(
            CASES,
            &[
                ("json_key", of_size(1, 80, 5)),
                ("subtraction_regrouped", of_size(4, 1, 6)),
                ("twin_subtrees", of_size(4, 1, 7)),
            ],
        );
    }
}
