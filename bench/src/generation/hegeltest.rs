//! hegeltest: draws from a `TestCase`, run by the runner behind `#[hegel::standalone_function]`.

use std::cell::Cell;

use hegel::generators::{self as gs, Generator};
use hegel::{HealthCheck, Settings, TestCase};

use super::value::{DEPTH, Expression, Law, Mixed};

pub struct Hegeltest;

impl super::Subject for Hegeltest {
    const NAME: &'static str = "hegeltest";

    fn vec_i64<L: Law>(tests: u64) -> u64 {
        counted(|ran| vec_i64::<L>(tests, ran))
    }

    fn string<L: Law>(tests: u64) -> u64 {
        counted(|ran| string::<L>(tests, ran))
    }

    fn bytes<L: Law>(tests: u64) -> u64 {
        counted(|ran| bytes::<L>(tests, ran))
    }

    fn tree<L: Law>(tests: u64) -> u64 {
        counted(|ran| tree::<L>(tests, ran))
    }

    fn struct8<L: Law>(tests: u64) -> u64 {
        counted(|ran| struct8::<L>(tests, ran))
    }
}

fn counted(check: impl FnOnce(&Cell<u64>)) -> u64 {
    let ran = Cell::new(0);
    check(&ran);
    ran.get()
}

fn settings(tests: u64) -> Settings {
    Settings::new()
        .test_cases(tests)
        .database(None)
        // On a busy machine this check fails runs by wall time.
        .suppress_health_check([HealthCheck::TooSlow])
}

#[hegel::standalone_function(settings(tests))]
fn vec_i64<L: Law>(tc: TestCase, tests: u64, ran: &Cell<u64>) {
    let value = tc.draw(gs::vecs(gs::integers::<i64>()).max_size(100));
    ran.set(ran.get() + 1);
    L::hold(&value);
}

#[hegel::standalone_function(settings(tests))]
fn string<L: Law>(tc: TestCase, tests: u64, ran: &Cell<u64>) {
    let value = tc.draw(gs::text().max_size(100));
    ran.set(ran.get() + 1);
    L::hold(&value);
}

#[hegel::standalone_function(settings(tests))]
fn bytes<L: Law>(tc: TestCase, tests: u64, ran: &Cell<u64>) {
    let value = tc.draw(gs::binary().max_size(4096));
    ran.set(ran.get() + 1);
    L::hold(&value);
}

#[hegel::standalone_function(settings(tests))]
fn tree<L: Law>(tc: TestCase, tests: u64, ran: &Cell<u64>) {
    let value = tc.draw(expression());
    ran.set(ran.get() + 1);
    L::hold(&value);
}

#[hegel::standalone_function(settings(tests))]
fn struct8<L: Law>(tc: TestCase, tests: u64, ran: &Cell<u64>) {
    let value = tc.draw(mixed());
    ran.set(ran.get() + 1);
    L::hold(&value);
}

fn expression() -> impl hegel::PrintableGenerator<Expression> {
    // The size aimed at is drawn from 1 up to the bound on leaves.
    gs::recursive(gs::integers::<i64>().map(Expression::Lit), |inner| {
        let pair = || hegel::tuples!(inner.clone(), inner.clone());
        hegel::one_of!(
            inner.clone().map(|inner| Expression::Neg(Box::new(inner))),
            pair().map(|(left, right)| Expression::Add(Box::new(left), Box::new(right))),
            pair().map(|(left, right)| Expression::Mul(Box::new(left), Box::new(right))),
        )
    })
    .max_depth(DEPTH)
    .max_leaves(32)
}

#[hegel::composite]
fn mixed(tc: &TestCase) -> Mixed {
    Mixed {
        small: tc.draw(gs::integers()),
        number: tc.draw(gs::integers()),
        large: tc.draw(gs::integers()),
        flag: tc.draw(gs::booleans()),
        real: tc.draw(gs::floats()),
        text: tc.draw(gs::text().max_size(20)),
        perhaps: tc.draw(gs::optional(gs::integers())),
        list: tc.draw(gs::vecs(gs::integers()).max_size(10)),
    }
}
