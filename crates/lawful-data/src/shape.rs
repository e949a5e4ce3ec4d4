//! When are two smallest cases two bugs?
//!
//! Failures of different identity are different bugs. Where the identity is the same (one assertion
//! at the end of a law shows every bug there is) the shapes of the smallest cases decide: a shape is
//! what is on the tape besides numbers: which spans there are, and which alternatives were taken. Two
//! smallest cases are one bug if the shape of the one is that of the other with something more in it.
//! So `[Neg(1)]` and `[Neg(7), Add(0)]` are one bug, and `[Neg(1)]` and `[Mul(0)]` are two.

use crate::tape::{Kind, Tape, Token};

/// Everything on a tape besides numbers: which spans there are, and which alternatives were taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape(Vec<Mark>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Open(u64),
    Close,
    Lane,
    Length,
    Block,
    Pick(u64),
    Number,
}

impl Shape {
    /// The shape of a tape.
    pub fn of(tape: &Tape) -> Self {
        Shape(tape.tokens().filter_map(mark).collect())
    }

    /// Returns whether the one is the other with something more in it.
    pub fn is_akin(&self, other: &Self) -> bool {
        self.is_within(other) || other.is_within(self)
    }

    /// Returns whether the other is this with something more in it.
    pub fn is_within(&self, other: &Self) -> bool {
        let mut rest = other.0.iter();
        self.0.iter().all(|mark| rest.any(|other| other == mark))
    }
}

fn mark(token: &Token) -> Option<Mark> {
    Some(match token {
        Token::Open(label) => Mark::Open(*label),
        Token::Close => Mark::Close,
        Token::Lane(_) => Mark::Lane,
        Token::Block(_) => Mark::Block,
        // How a component ran the case is no part of what the case is.
        Token::Keyed(_) => return None,
        Token::Scalar(scalar) => match scalar.kind {
            Kind::Length => Mark::Length,
            Kind::Pick | Kind::Step => Mark::Pick(scalar.magnitude),
            Kind::Number | Kind::Float | Kind::Reference => Mark::Number,
        },
    })
}
