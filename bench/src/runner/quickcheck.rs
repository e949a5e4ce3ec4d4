//! quickcheck, by `QuickCheck::quicktest`.

use quickcheck::QuickCheck;

use super::addition_commutes;

pub fn two_i32(tests: u64) -> u64 {
    fn law(a: i32, b: i32) -> bool {
        addition_commutes(a, b)
    }
    QuickCheck::new()
        .tests(tests)
        .max_tests(tests)
        .quicktest(law as fn(i32, i32) -> bool)
        .expect("the law holds")
}
