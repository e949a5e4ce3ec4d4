//! The exhibits, and the paper's smallest program.

use super::{exhibits, specification};
use crate::checking::{assert_as_expected, assert_smallest_program};

#[test]
fn every_exhibit_is_as_expected() {
    assert_as_expected(&exhibits());
}

/// The paper stops at the number 2, which QuickCheck of 2006 had no reason to make smaller.
#[test]
fn one_use_and_one_assertion_remain() {
    let calls = ["use(1);", "available(1);"];
    assert_smallest_program(&specification::always_available(), &calls);
}
