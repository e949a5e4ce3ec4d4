//! Laws that are values, run inside a test with one call.

use std::panic::{AssertUnwindSafe, catch_unwind};

use lawful::prelude::*;

/// Message of the panic with which a call ends.
fn panic_of(run: impl FnOnce()) -> String {
    let payload = catch_unwind(AssertUnwindSafe(run)).expect_err("the law is broken");
    *payload.downcast::<String>().expect("the message is a text")
}

#[test]
fn a_check_with_settings_panics_with_the_counterexample() {
    let law = for_all!(x: u8, y: u8 => assert!(x < 100 || y < 3, "{x} and {y}"));
    let line = line!() + 1;
    let message = panic_of(|| Runner::new().tests(100_000).seed(1).check(&law));
    let name = format!(
        "law broken: lawful::facade::runner::a_check_with_settings_panics_with_the_counterexample:{line}: \
         100 and 3"
    );
    assert!(message.starts_with(&name), "{message}");
    // Fewer tests do not find it.
    Runner::new().tests(1).seed(1).max_size(1).check(&for_all!(x: u8 => x < 100));
}

#[test]
fn a_name_of_its_own_and_a_summary() {
    let law = for_all(any::<u8>(), |x| x < 10);
    let message = panic_of(|| Runner::named("small bytes").check(&law));
    assert!(message.starts_with("law broken: small bytes"), "{message}");
    let summary = Runner::named("small bytes").run(&law);
    assert_eq!(summary.failure().unwrap().arguments[0].debug, "10");
    let test = summary.about.test.expect("a test runs it");
    assert_eq!(test.path, "runner::a_name_of_its_own_and_a_summary");
}

/// The cases of a seed and a name are the same wherever the law runs: on another thread there is no test.
#[test]
fn a_named_runner_does_not_depend_on_its_test() {
    let token = || {
        let law = for_all(any::<u64>(), |x| x < 1_000_000);
        Runner::named("elsewhere").seed(7).run(&law).failure().unwrap().token.clone()
    };
    let other = std::thread::Builder::new().name("main".into()).spawn(token).unwrap();
    assert_eq!(other.join().unwrap(), token());
}
