//! hegeltest, by `#[hegel::standalone_function]`.

use std::cell::Cell;

use hegel::generators as gs;
use hegel::{HealthCheck, Settings, TestCase};

use super::addition_commutes;

pub fn two_i32(tests: u64) -> u64 {
    let ran = Cell::new(0);
    law(tests, &ran);
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
fn law(tc: TestCase, tests: u64, ran: &Cell<u64>) {
    let a = tc.draw(gs::integers::<i32>());
    let b = tc.draw(gs::integers::<i32>());
    ran.set(ran.get() + 1);
    assert!(addition_commutes(a, b));
}
