//! The limit: the same numbers made by a plain loop over the random generator.

use lawful::extend::Random;

use super::addition_commutes;
use crate::generation::sample;

pub fn two_i32(tests: u64) -> u64 {
    let mut random = Random::from_seed(tests);
    for _ in 0..tests {
        let (a, b) = (sample::integer::<i32>(&mut random), sample::integer::<i32>(&mut random));
        assert!(addition_commutes(a, b));
    }
    tests
}
