//! The exhibits, and the paper's smallest programs.

use std::collections::BTreeSet;

use lawful::machine::var;
use lawful::prelude::*;
use lawful::pulse::process::Pid;

use super::on_processes::{PAPER, Stop, follows_its_specification};
use super::small_cases::{Wrong, minimal};
use super::system::Name;
use super::{crashes, exhibits, mistakes, on_processes, specification};
use crate::Expected;
use crate::checking::{assert_as_expected, assert_smallest_program, find};
use crate::processes::exploring::outcomes;

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
fn the_sequence_of_the_paper_is_among_the_failures() {
    assert_smallest_program(&follows_its_specification(Stop::OnlyKills), &PAPER);
    assert_smallest_program(&follows_its_specification(Stop::Yields), &PAPER);
}

/// "May or may not succeed": all schedules of the paper's sequence. Only a `stop` that waits makes one of them
/// impossible.
#[test]
fn what_unregister_returns_depends_on_the_schedule() {
    let succeeds = |stop: Stop| {
        outcomes(move || {
            let machine = on_processes::specification(stop);
            let commands = machine
                .build_sequence()
                .command("spawn", ())
                .command("register", (Name::A, var::<Pid>(1)))
                .command("stop", (var::<Pid>(1),))
                .command("unregister", (Name::A,))
                .build();
            let run = machine.run_commands(&commands);
            let last = run.history().last().and_then(|call| call.result.clone());
            assert_eq!(run.result().is_passed(), last.as_deref() == Some("false"));
            last
        })
    };
    let either = BTreeSet::from(["false", "true"].map(|text| Some(text.to_string())));
    assert_eq!(succeeds(Stop::OnlyKills), either);
    assert_eq!(succeeds(Stop::Yields), either);
    assert_eq!(succeeds(Stop::WaitsForNotice), BTreeSet::from([Some("false".to_string())]));
}
