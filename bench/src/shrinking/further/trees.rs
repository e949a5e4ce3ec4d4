//! Recursive values and enumerations.

use lawful::Generator;
use lawful::any;
use lawful::generate::{just, one_of, recursive, vec};

use crate::shrinking::case::{Case, exactly, law, law_assuming};

pub const CASES: &[Case] = &[
    // A divisor that comes to 0 but is not written as 0. A sum is the simpler operation.
    Case {
        name: "calculator",
        law: || {
            law_assuming(
                expression(),
                |expression| !expression.divides_by_literal_zero(),
                |expression| expression.value().is_some(),
            )
        },
        smallest: || exactly("Divide(Number(0), Add(Number(0), Number(0)))"),
    },
    Case {
        name: "left_spine",
        law: || law(tree(), |tree| tree.left_depth() < 4),
        smallest: || exactly("Node(Node(Node(Node(Leaf, 0, Leaf), 0, Leaf), 0, Leaf), 0, Leaf)"),
    },
    // A narrower rectangle must be higher; one that is 1 wide cannot be high enough.
    Case {
        name: "rectangle_area",
        law: || {
            law(vec(shape(), ..), |shapes| {
                shapes.iter().all(|shape| match shape {
                    Shape::Rectangle { width, height } => width * height < 12,
                    Shape::Point | Shape::Circle { .. } => true,
                })
            })
        },
        smallest: || exactly("[Rectangle { width: 2, height: 6 }]"),
    },
];

#[derive(Clone, Debug)]
enum Expression {
    Number(i32),
    Add(Box<Expression>, Box<Expression>),
    Divide(Box<Expression>, Box<Expression>),
}

use Expression::{Add, Divide, Number};

fn expression() -> impl Generator<Value = Expression> {
    recursive(any::<i32>().mapped(Number), |inner| {
        let two = || (inner.clone().mapped(Box::new), inner.clone().mapped(Box::new));
        one_of([
            two().mapped(|(left, right)| Add(left, right)).boxed(),
            two().mapped(|(left, right)| Divide(left, right)).boxed(),
        ])
    })
}

impl Expression {
    fn divides_by_literal_zero(&self) -> bool {
        match self {
            Number(_) => false,
            Add(left, right) | Divide(left, right) => {
                let here = matches!((self, &**right), (Divide(..), Number(0)));
                here || left.divides_by_literal_zero() || right.divides_by_literal_zero()
            }
        }
    }

    fn value(&self) -> Option<i64> {
        match self {
            Number(number) => Some(i64::from(*number)),
            Add(left, right) => Some(left.value()?.wrapping_add(right.value()?)),
            Divide(left, right) => match (left.value()?, right.value()?) {
                (_, 0) => None,
                (left, right) => Some(left.wrapping_div(right)),
            },
        }
    }
}

#[derive(Clone, Debug)]
#[allow(dead_code, reason = "the number is only shown")]
enum Tree {
    Leaf,
    Node(Box<Tree>, i8, Box<Tree>),
}

fn tree() -> impl Generator<Value = Tree> {
    recursive(just(Tree::Leaf), |inner| {
        let node = (inner.clone(), any::<i8>(), inner);
        node.mapped(|(left, number, right)| Tree::Node(Box::new(left), number, Box::new(right)))
    })
}

impl Tree {
    fn left_depth(&self) -> usize {
        match self {
            Tree::Leaf => 0,
            Tree::Node(left, ..) => 1 + left.left_depth(),
        }
    }
}

#[derive(Clone, Debug)]
#[allow(dead_code, reason = "the radius is only shown")]
enum Shape {
    Point,
    Circle { radius: u32 },
    Rectangle { width: u32, height: u32 },
}

fn shape() -> impl Generator<Value = Shape> {
    let rectangle = (1..=10, 1..=10);
    one_of([
        just(Shape::Point).boxed(),
        (1..=10).mapped(|radius| Shape::Circle { radius }).boxed(),
        rectangle.mapped(|(width, height)| Shape::Rectangle { width, height }).boxed(),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrinking::brute_force::{Within, check};

    #[test]
    fn no_smaller_case_breaks_the_law() {
        let of_size = |size, numbers| Within { size, numbers, lengths: 2, weight: 6 };
        check(
            CASES,
            &[
                ("calculator", of_size(2, 1)),
                ("left_spine", Within { weight: 8, ..of_size(8, 0) }),
                ("rectangle_area", Within { weight: 4, ..of_size(10, 9) }),
            ],
        );
    }
}
