//! proptest, by `TestRunner`.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::addition_commutes;

pub fn two_i32(tests: u64) -> u64 {
    let config = Config { cases: tests as u32, failure_persistence: None, ..Config::default() };
    TestRunner::new(config)
        .run(&(any::<i32>(), any::<i32>()), |(a, b)| {
            prop_assert!(addition_commutes(a, b));
            Ok(())
        })
        .expect("the law holds");
    tests
}
