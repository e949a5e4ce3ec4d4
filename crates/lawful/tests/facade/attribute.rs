//! Everything `#[law]` can do. A law is a test, and a test is a function: so these laws run by
//! themselves, and are called once more here to see what they did.

mod asynchronous;
mod dependent;
mod generics;
mod kept;
mod options;
mod outcomes;
mod patterns;
mod references;

use std::cell::RefCell;
use std::fmt::Debug;
use std::panic::catch_unwind;

thread_local! {
    /// The cases that the law on this thread was run with.
    static CASES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Response by a law to tell its case.
fn ran(case: impl Debug) {
    CASES.with_borrow_mut(|cases| cases.push(format!("{case:?}")));
}

/// Runs a law that holds, and gives the cases it was run with.
fn check(law: fn()) -> Vec<String> {
    CASES.take();
    law();
    CASES.take()
}

/// Runs a law that fails its test, and gives the cases it was run with, the last being the one
/// that is reported.
fn check_fails(law: fn()) -> Vec<String> {
    CASES.take();
    let payload = catch_unwind(law).expect_err("the law should fail its test");
    let message = payload.downcast_ref::<String>().expect("the payload is a text");
    assert!(message.starts_with("law "), "{message}");
    CASES.take()
}
