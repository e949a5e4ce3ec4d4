//! The exhibits, and the paper's smallest programs.

use lawful::prelude::*;

use super::small_cases::{Wrong, minimal};
use super::{crashes, exhibits, mistakes, specification};
use crate::Expected;
use crate::checking::{assert_as_expected, assert_smallest_program, find};

#[law]
fn the_registry_follows_its_model() -> impl Law {
    super::property::registration(specification::registry())
}

#[test]
fn every_exhibit_is_as_expected() {
    assert_as_expected(&exhibits());
}

#[test]
fn the_mistakes_shrink_to_the_programs_of_the_paper() {
    let calls = ["unregister(Name::A);"];
    assert_smallest_program(&mistakes::unregister_always_succeeds(), &calls);
    assert_smallest_program(
        &mistakes::register_always_succeeds(),
        &["let v1 = spawn();", "register(Name::A, v1);", "register(Name::A, v1);"],
    );
    // The paper's has the second `spawn` after the first `register`.
    assert_smallest_program(
        &mistakes::failures_change_the_model(),
        &[
            "let v1 = spawn();",
            "let v2 = spawn();",
            "register(Name::A, v1);",
            "register(Name::A, v2);",
            "register(Name::B, v2);",
        ],
    );
}

/// By going through all sequences with at most five commands: there are no shorter ones, and no other calls fail.
#[test]
fn the_exhibits_name_minimal_cases() {
    let studies = [
        (Wrong::First, "unregister_always_succeeds", vec![("register", 3), ("unregister", 1)]),
        (Wrong::Second, "register_always_succeeds", vec![("register", 3)]),
        (Wrong::Third, "failures_change_the_model", vec![("register", 5), ("unregister", 4)]),
    ];
    for (wrong, name, lengths) in studies {
        let minimal = minimal(wrong, 5);
        let found = minimal.iter().map(|(command, cases)| (*command, cases[0].len()));
        assert_eq!(found.collect::<Vec<_>>(), lengths, "{name}");
        let Expected::Fails(finding) = find(exhibits(), name).expected else { panic!("{name}") };
        for calls in finding.expected_calls() {
            assert!(minimal.values().flatten().any(|case| case == calls), "{name}: {calls:?}");
        }
    }
}

#[test]
fn the_dead_can_be_registered_over_and_over() {
    let twice = "register(Name::A, v1);";
    let calls = ["let v1 = spawn();", twice, "stop(v1);", twice];
    assert_smallest_program(&crashes::deaths_go_unnoticed(), &calls);
    let calls = ["let v1 = spawn();", "stop(v1);", twice, twice];
    assert_smallest_program(&crashes::the_dead_are_like_the_living(), &calls);
}

#[test]
fn temp() {
    crate::checking::assert_as_expected_with(&exhibits(), 1..=150);
}
