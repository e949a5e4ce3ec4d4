//! bolero, by `check!`.

use super::addition_commutes;

pub fn two_i32(tests: u64) -> u64 {
    let mut ran = 0;
    check(tests, &mut ran);
    ran
}

/// `check!` may return from the function around it, which therefore returns nothing.
fn check(tests: u64, ran: &mut u64) {
    bolero::check!().with_iterations(tests as usize).with_type::<(i32, i32)>().cloned().for_each(
        |(a, b)| {
            *ran += 1;
            addition_commutes(a, b)
        },
    );
}
