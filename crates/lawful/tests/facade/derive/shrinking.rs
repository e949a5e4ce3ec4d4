//! Derived recursive types shrink to the smallest value, on every seed.

use lawful::prelude::*;

use super::check_smallest;

#[derive(Debug, Arbitrary)]
enum Expression {
    Number(i32),
    Sum(Box<Expression>, Box<Expression>),
    Quotient(Box<Expression>, Box<Expression>),
}

impl Expression {
    fn divides_by_zero(&self) -> bool {
        match self {
            Expression::Number(_) => false,
            Expression::Sum(left, right) => left.divides_by_zero() || right.divides_by_zero(),
            Expression::Quotient(left, right) => {
                matches!(**right, Expression::Number(0))
                    || left.divides_by_zero()
                    || right.divides_by_zero()
            }
        }
    }
}

#[test]
fn a_division_by_zero_is_found_inside() {
    check_smallest::<Expression>("Quotient(Number(0), Number(0))", |tree| !tree.divides_by_zero());
}

#[derive(Debug, Arbitrary)]
enum Tree {
    Fork(Box<Tree>, u8, Box<Tree>),
    Leaf,
}

impl Tree {
    fn depth(&self) -> usize {
        match self {
            Tree::Fork(left, _, right) => 1 + left.depth().max(right.depth()),
            Tree::Leaf => 0,
        }
    }

    fn numbers(&self) -> Vec<u8> {
        match self {
            Tree::Fork(left, number, right) => {
                [left.numbers(), vec![*number], right.numbers()].concat()
            }
            Tree::Leaf => Vec::new(),
        }
    }
}

#[test]
fn trees_keep_only_what_breaks_the_law() {
    let chain = |tree: &Tree| tree.depth() < 3;
    for seed in 0..10 {
        let text = super::smallest(seed, chain);
        assert_eq!(text.matches("Fork").count(), 3, "seed {seed}: {text}");
        assert_eq!(text.matches(", 0, ").count(), 3, "seed {seed}: {text}");
    }
    check_smallest::<Tree>("Fork(Leaf, 100, Leaf)", |tree| {
        tree.numbers().iter().all(|number| *number < 100)
    });
}

#[derive(Debug, Arbitrary)]
struct Rose<T> {
    value: T,
    children: Vec<Rose<T>>,
}

impl<T> Rose<T> {
    fn nodes(&self) -> usize {
        1 + self.children.iter().map(Rose::nodes).sum::<usize>()
    }

    fn any(&self, holds: &impl Fn(&T) -> bool) -> bool {
        holds(&self.value) || self.children.iter().any(|child| child.any(holds))
    }
}

#[test]
fn rose_trees() {
    check_smallest::<Rose<u8>>("Rose { value: 50, children: [] }", |rose| {
        !rose.any(&|value| *value >= 50)
    });
    for seed in 0..10 {
        let text = super::smallest(seed, |rose: &Rose<u8>| rose.nodes() <= 5);
        assert_eq!(text.matches("value: 0").count(), 6, "seed {seed}: {text}");
    }
}

#[derive(Debug, Arbitrary)]
enum Statement {
    Block(Vec<Statement>),
    Set(String, Term),
}

#[derive(Debug, Arbitrary)]
enum Term {
    Closure(Box<Statement>),
    Number(u8),
}

impl Statement {
    fn largest(&self) -> u8 {
        match self {
            Statement::Block(list) => list.iter().map(Statement::largest).max().unwrap_or(0),
            Statement::Set(_, Term::Closure(body)) => body.largest(),
            Statement::Set(_, Term::Number(number)) => *number,
        }
    }

    /// How deep closures are nested.
    fn closures(&self) -> usize {
        match self {
            Statement::Block(list) => list.iter().map(Statement::closures).max().unwrap_or(0),
            Statement::Set(_, Term::Closure(body)) => 1 + body.closures(),
            Statement::Set(..) => 0,
        }
    }
}

#[test]
fn types_that_lead_to_each_other() {
    check_smallest::<Statement>("Set(\"\", Number(99))", |one| one.largest() < 99);
    let nested = "Set(\"\", Closure(Set(\"\", Closure(Block([])))))";
    check_smallest::<Statement>(nested, |one| one.closures() < 2);
}
