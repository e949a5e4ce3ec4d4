//! Laws under cargo-nextest, where it is installed.

use crate::shop;

#[test]
fn a_law_is_a_test_to_nextest_too() {
    if !shop::cargo("nextest --version").run().success {
        println!("skipped: cargo-nextest is not installed");
        return;
    }
    let run = "nextest run --no-fail-fast --test laws";
    let output = shop::cargo(run).env("LAWFUL_SEED", "7").run();
    assert!(!output.success);
    let name = "lists::distinct_leaves_nothing_twice";
    assert!(output.stderr.contains(&format!("law broken: laws::{name}")), "{}", output.all());
    assert!(output.stderr.contains("    list = vec![0, 1]\n"), "{}", output.all());

    // A test that passes is shown by nextest only where that is asked for.
    let told = shop::cargo("nextest run --test laws has_ --success-output immediate").run();
    assert!(told.success, "{}", told.all());
    assert!(told.stderr.contains("law laws::has_tables: 100% any; "), "{}", told.all());
}
