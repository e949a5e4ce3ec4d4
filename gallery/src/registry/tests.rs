//! The exhibits, and the paper's smallest programs.

use lawful::prelude::*;

use super::{crashes, exhibits, mistakes, specification};
use crate::checking::{assert_as_expected, assert_smallest_program};

#[law]
fn the_registry_follows_its_model() -> impl Law {
    specification::registry()
}

#[test]
fn every_exhibit_is_as_expected() {
    assert_as_expected(&exhibits());
}

#[test]
fn the_mistakes_shrink_to_the_programs_of_the_paper() {
    let calls = ["unregister_anything(Name::A);"];
    assert_smallest_program(&mistakes::unregister_always_succeeds(), &calls);
    assert_smallest_program(
        &mistakes::register_always_succeeds(),
        &[
            "let v1 = spawn();",
            "register_anything(Name::A, v1);",
            "register_anything(Name::A, v1);",
        ],
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

#[test]
fn the_dead_can_be_registered_over_and_over() {
    let twice = "register(Name::A, v1);";
    let calls = ["let v1 = spawn();", twice, "stop(v1);", twice];
    assert_smallest_program(&crashes::deaths_go_unnoticed(), &calls);
    let calls = ["let v1 = spawn();", "stop(v1);", twice, twice];
    assert_smallest_program(&crashes::the_dead_are_like_the_living(), &calls);
}

/// "At most 90 lines including the system's calls."
#[test]
fn the_specification_is_short() {
    let lines = include_str!("specification.rs").lines().count();
    assert!(lines <= 90, "{lines}");
}
