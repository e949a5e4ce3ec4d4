//! Planted mistakes in algebra.

use std::num::Wrapping;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use lawful_bundles::{
    Ring, abelian_group, add, add_assign, additive_group, arithmetic, associative, commutative,
    commutative_monoid, distributes, group, identity, lattice, monoid, ring,
};
use lawful_core::generate::{Generator, any};

use crate::{finds, holds};

#[test]
fn one_law_each() {
    let minus = i32::wrapping_sub;
    finds(commutative(any::<i32>(), minus), "the operation is not commutative", &["0", "1"]);
    finds(associative(any::<i32>(), minus), "the operation is not associative", &["0", "0", "1"]);
    let law = "the operation has no identity on the left";
    finds(identity(any::<i32>(), minus, 0), law, &["1"]);
    let law = "the operation does not distribute from the left";
    finds(distributes(any::<u8>(), u8::wrapping_add, u8::max), law, &["1", "0", "255"]);
    holds(distributes(any::<u8>(), u8::min, u8::max));
}

#[test]
fn monoids_and_groups() {
    let law = "the operation has no identity on the left";
    finds(monoid(any::<u8>(), u8::max, 1), law, &["0", "0", "0"]);
    let first = |a: u8, b: u8| if a == 0 { b } else { a };
    holds(monoid(any::<u8>(), first, 0));
    let law = "the operation is not commutative";
    finds(commutative_monoid(any::<u8>(), first, 0), law, &["1", "2", "0"]);
    holds(commutative_monoid(any::<u8>(), u8::saturating_add, 0));
    let law = "the operation has no inverse on the left";
    finds(group(any::<u8>(), u8::wrapping_add, 0, |a| a ^ 255), law, &["0", "0", "0"]);
    holds(group(any::<u8>(), u8::wrapping_add, 0, u8::wrapping_neg));
    // Doubling gives nothing.
    let op = |a: u8, b: u8| if a == b { 0 } else { a.wrapping_add(b) };
    let law = "the operation is not associative";
    finds(abelian_group(any::<u8>(), op, 0, u8::wrapping_neg), law, &["1", "1", "2"]);
}

/// Turns of a cube are a group that does not commute; permutations of three stand for them.
#[test]
fn a_group_that_does_not_commute() {
    let turns = || lawful_core::generate::permutation(vec![0usize, 1, 2]);
    let after = |a: Vec<usize>, b: Vec<usize>| b.iter().map(|at| a[*at]).collect::<Vec<_>>();
    let undo = |a: Vec<usize>| (0..3).map(|x| a.iter().position(|y| *y == x).unwrap()).collect();
    holds(group(turns(), after, vec![0, 1, 2], undo));
    let summary = lawful_core::run::Runner::named("turns").seed(1).run(&abelian_group(
        turns(),
        after,
        vec![0, 1, 2],
        undo,
    ));
    assert!(summary.failure().is_some());
}

#[test]
fn rings() {
    let operations = |times: fn(u32, u32) -> u32| Ring {
        plus: u32::wrapping_add,
        zero: 0,
        negate: u32::wrapping_neg,
        times,
        one: 1,
    };
    holds(ring(any::<u32>(), operations(u32::wrapping_mul)));
    finds(
        ring(
            any::<u32>(),
            operations(|a, b| {
                if a == 1 {
                    b
                } else if b == 1 {
                    a
                } else {
                    0
                }
            }),
        ),
        "multiplication does not distribute from the left",
        &["2", "1", "1"],
    );
    finds(
        ring(any::<u32>(), operations(|a, b| a.wrapping_mul(b).wrapping_add(1))),
        "multiplication has no identity on the left",
        &["0", "0", "0"],
    );
}

#[test]
fn lattices() {
    holds(lattice(any::<u8>(), |a, b| a | b, |a, b| a & b));
    finds(
        lattice(any::<u8>(), |a, b| a | b, |a, b| a & b & !1),
        "meet is not idempotent",
        &["1", "0", "0"],
    );
    finds(
        lattice(any::<u8>(), u8::max, u8::max),
        "join does not absorb the other operation",
        &["0", "1", "0"],
    );
}

/// Seconds of an hour, with one mistake.
#[derive(Clone, Debug, Default, PartialEq)]
struct Clock<const HOW: u8>(i64);

impl<const HOW: u8> Add for Clock<HOW> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        match HOW {
            // Past the hour it stops.
            1 => Clock((self.0 + other.0).min(3599)),
            _ => Clock((self.0 + other.0) % 3600),
        }
    }
}
impl<const HOW: u8> Sub for Clock<HOW> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        match HOW {
            2 => Clock((self.0 - other.0) % 3600),
            _ => Clock((self.0 - other.0).rem_euclid(3600)),
        }
    }
}
impl<const HOW: u8> Neg for Clock<HOW> {
    type Output = Self;
    fn neg(self) -> Self {
        Clock((-self.0).rem_euclid(3600))
    }
}
impl<const HOW: u8> Mul for Clock<HOW> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Clock(self.0 * other.0 % 3600)
    }
}
impl<const HOW: u8> AddAssign for Clock<HOW> {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
        if HOW != 3 {
            self.0 %= 3600;
        }
    }
}
fn clocks<const HOW: u8>() -> impl Generator<Value = Clock<HOW>> {
    (0..3600i64).mapped(Clock)
}

#[test]
fn operators() {
    holds(arithmetic(clocks::<0>(), Clock(1)));
    holds(add(clocks::<0>()));
    holds(add_assign(clocks::<0>()));
    let law = "+ has no inverse on the left";
    finds(additive_group(clocks::<1>()), law, &["Clock(1)", "Clock(0)", "Clock(0)"]);
    let law = "- does not undo +";
    finds(additive_group(clocks::<2>()), law, &["Clock(0)", "Clock(1)", "Clock(0)"]);
    let law = "* has no identity on the left";
    finds(arithmetic(clocks::<0>(), Clock(2)), law, &["Clock(1)", "Clock(0)", "Clock(0)"]);
    let law = "+= does not do what + does";
    finds(add_assign(clocks::<3>()), law, &["Clock(1)", "Clock(3599)"]);
    holds(additive_group(any::<Wrapping<i8>>()));
    let law = "+ is not associative";
    finds(add((0..10u8).mapped(Lossy)), law, &["Lossy(1)", "Lossy(1)", "Lossy(9)"]);
}

/// A digit that begins again where it should carry.
#[derive(Clone, Debug, Default, PartialEq)]
struct Lossy(u8);

impl Add for Lossy {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let sum = self.0 + other.0;
        Lossy(if sum > 9 { 0 } else { sum })
    }
}
