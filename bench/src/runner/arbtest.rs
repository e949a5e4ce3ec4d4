//! arbtest, by its search, with a buffer of just the eight bytes that two numbers need.

use std::time::Duration;

use arbtest::arbtest;

use super::addition_commutes;

pub fn two_i32(tests: u64) -> u64 {
    let mut ran = 0;
    arbtest(|source| {
        ran += 1;
        assert!(addition_commutes(source.arbitrary()?, source.arbitrary()?));
        Ok(())
    })
    .size_min(8)
    .size_max(8)
    // arbtest takes a time and no number of tests: it gets a microsecond for each.
    .budget(Duration::from_micros(tests))
    .run();
    ran
}
