//! The `LAWFUL_*` variables.

use checks::Project;

use crate::shop;

#[test]
fn every_case_is_printed_when_asked() {
    let output = shop::cargo("test --test laws three_cases").env("LAWFUL_VERBOSE", "1").run();
    assert!(output.success, "{}", output.all());
    let lines: Vec<&str> = output.stderr.lines().filter(|line| line.starts_with("test ")).collect();
    let expected =
        (1..=3).flat_map(|test| [format!("test {test}: x = 7"), format!("test {test} passed")]);
    assert_eq!(lines, expected.collect::<Vec<_>>());
}

#[test]
fn the_number_of_tests_overrides_the_attribute() {
    let cargo = shop::cargo("test --test laws three_cases -- --nocapture");
    let output = cargo.env("LAWFUL_VERBOSE", "1").env("LAWFUL_TESTS", "1_0").run();
    assert_eq!(output.stderr.matches("x = 7").count(), 10, "{}", output.all());
}

#[test]
fn a_value_that_cannot_be_understood_is_named() {
    check_refused("LAWFUL_TESTS", "many", "a whole number");
    check_refused("LAWFUL_SEED", "0xnothing", "a whole number");
    let duration = "a whole number and its unit, such as 500ms, 30s, 2m or 1h";
    check_refused("LAWFUL_MAX_SHRINK_TIME", "-1s", duration);
    check_refused("LAWFUL_MAX_TIME", "30", duration);
    check_refused("LAWFUL_MAX_CASE_TIME", "5 minutes", duration);
}

fn check_refused(variable: &str, value: &str, wanted: &str) {
    let report = shop::cargo("test --test laws has_nothing").env(variable, value).run();
    let report = report.failure("has_nothing_to_tell");
    let message = format!("{variable}={value:?} cannot be understood; it must be {wanted}");
    assert!(report.starts_with("law misused: shop::laws::has_nothing_to_tell"), "{report}");
    assert!(report.ends_with(&message), "{report}");
}

const LIMITED: &str = r#"
use lawful::prelude::*;

#[law(seed = 1, max_shrink_time = "0s", max_failures = 1)]
fn limited(list: Vec<u64>) {
    assert!(list.iter().all(|x| *x < 1_000_000_000));
}
"#;

#[test]
fn the_time_for_shrinking_is_limited_by_an_option_that_a_variable_overrides() {
    let project = Project::new(env!("CARGO_TARGET_TMPDIR"), "limited", &[("laws", LIMITED)]);
    let stopped = "Shrinking stopped at its limit of time; raise it with LAWFUL_MAX_SHRINK_TIME.";
    let report = project.cargo("test --test laws").run().failure("limited");
    assert!(report.contains(stopped), "{report}");
    let raised = project.cargo("test --test laws").env("LAWFUL_MAX_SHRINK_TIME", "1m").run();
    let report = raised.failure("limited");
    assert!(report.contains("    list = vec![1000000000]\n"), "{report}");
    assert!(!report.contains(stopped), "{report}");
}
