//! The specification: what it finds, how small it gets, and that it finds nothing else.

use std::time::Duration;

use lawful::machine::symbolic::Testing;
use lawful::prelude::*;
use lawful::report::terminal;
use lawful::run::Warning;

use super::super::hunts::{Catch, Hunt};
use super::super::old_release::work_through;
use super::super::specification::{linked, media_proxy, media_proxy_in, media_proxy_over_tcp};
use super::super::{Faults, Form, Link, exhibits, hunts};
use crate::Exhibit;
use crate::checking::{assert_as_expected, assert_as_expected_with};

#[law]
fn the_proxy_follows_its_model() -> impl Law {
    media_proxy(Faults::default())
}

#[law]
fn the_proxy_refuses_what_it_should() -> impl Law {
    media_proxy_in(Form::Binary, Faults::default()).testing(Testing::Negative)
}

#[test]
fn every_exhibit_is_as_expected() {
    // What passes takes its time, and is tested elsewhere too.
    let (failing, passing): (Vec<_>, Vec<_>) = exhibits().into_iter().partition(Exhibit::fails);
    assert_as_expected(&failing);
    assert_as_expected_with(&passing, 1..=1);
}

fn caught(hunt: &Hunt, seed: u64) -> Catch {
    let caught = hunt.run(seed);
    caught.unwrap_or_else(|| panic!("{} is not found with seed {seed}", hunt.name))
}

/// Eight of nine shrink to the minimal commands with the root seeds 1 to 20. Where the last mode is lost, a stream would have to
/// leave the Add and the Modify together, so that some cases keep streams that they do not need.
#[test]
fn every_fault_is_found_and_shrinks_to_the_program_of_the_paper() {
    for hunt in &hunts() {
        for seed in 1..=20 {
            let calls = caught(hunt, seed).calls;
            match hunt.name {
                "last_mode_lost" => assert_adds_and_modifies(&calls),
                name => assert_eq!(calls, hunt.smallest, "{name} with seed {seed}"),
            }
        }
    }
}

fn assert_adds_and_modifies(calls: &[String]) {
    let [add, modify] = calls else { panic!("{calls:#?}") };
    assert!(add.starts_with("let v1 = add(None, [Stream(1), Stream(2)"), "{add}");
    assert!(modify.starts_with("modify(v1.context, v1.termination, [Stream("), "{modify}");
    assert!(modify.ends_with(", SendReceive)]);"), "{modify}");
}

#[test]
fn every_fault_is_found_in_the_binary_form_too() {
    for hunt in hunts() {
        let machine = media_proxy_in(Form::Binary, hunt.faults).testing(hunt.testing);
        let check = Runner::named(hunt.name).tests(2_000).seed(1).first_failure();
        let summary = check.run(&machine.commands(hunt.lengths));
        let failure = summary.failure().unwrap_or_else(|| panic!("{} is not found", hunt.name));
        assert_eq!(failure.calls().len(), hunt.smallest.len(), "{}", terminal::report(&summary));
    }
}

#[test]
fn the_mended_proxy_passes() {
    for (testing, form) in [(Testing::Positive, Form::Binary), (Testing::Negative, Form::Text)] {
        // Long cases are for the laws above.
        let machine = media_proxy_in(form, Faults::default()).testing(testing).commands(..=20);
        let summary = Runner::named("mended").tests(2_000).seed(1).run(&machine);
        assert!(summary.is_success(), "{}", terminal::report(&summary));
        // How long arguments take is a matter of the machine that the test runs on.
        let of_cases = |warning: &&Warning| !matches!(warning, Warning::SlowGeneration { .. });
        let warnings = summary.warnings.iter().filter(of_cases).count();
        assert_eq!(warnings, 0, "{}", terminal::report(&summary));
    }
}

/// The smallest programs in the old release, where other faults are in the way of some.
fn smallest_in_old_release(hunt: &Hunt) -> &'static [&'static str] {
    match hunt.name {
        // To subtract the only one would crash, so there are two.
        "forgotten_context" => &[
            "let v1 = add(None, [Stream(1)]);",
            "let v2 = add(Some(v1.context), [Stream(1)]);",
            "subtract(v1.context, v1.termination);",
            "subtract(v1.context, v2.termination);",
            "add_to_dead_context(v1.context, [Stream(1)]);",
        ],
        "identifier_reused" => &[
            "let v1 = add(None, [Stream(1)]);",
            "let v2 = add(Some(v1.context), [Stream(1)]);",
            "subtract(v1.context, v1.termination);",
            "add(None, [Stream(1)]);",
        ],
        _ => hunt.smallest,
    }
}

#[test]
fn the_old_release_is_worked_through_in_nine_steps() {
    for seed in 1..=2 {
        let findings = work_through(Faults::old_release(), seed, 512);
        assert_eq!(findings.len(), 9, "seed {seed}: {findings:#?}");
        for hunt in hunts() {
            let finding = findings.iter().find(|finding| finding.fault == hunt.name);
            let calls = &finding.unwrap_or_else(|| panic!("seed {seed}: {}", hunt.name)).calls;
            if hunt.name == "last_mode_lost" {
                // Both terminations have as many streams, which would have to become fewer together: three
                // commands with 19 of 20 seeds, but eight with the first.
                let last = calls.last().unwrap();
                assert!(last.starts_with("modify(") && last.contains("), Stream("), "{last}");
            } else {
                assert_eq!(calls, smallest_in_old_release(&hunt), "seed {seed}");
            }
        }
    }
}

#[test]
fn what_is_known_and_mended_is_told() {
    let known = Faults { modify_alone: true, ..Faults::default() };
    let warnings = |faults| {
        let machine = linked(known, move || Link::in_memory(faults));
        Runner::named("known").seed(1).run(&machine).warnings
    };
    assert_eq!(warnings(known), []);
    let mended = |warning: &Warning| matches!(warning, Warning::KnownBugFixed { .. });
    assert!(warnings(Faults::default()).iter().any(mended));
}

#[test]
fn over_tcp_the_mended_proxy_passes() {
    let machine = media_proxy_over_tcp(Faults::default(), Duration::from_secs(60));
    let machine = machine.testing(Testing::Negative).commands(..=20);
    let summary = Runner::named("over TCP").tests(50).seed(1).run(&machine);
    assert!(summary.is_success(), "{}", terminal::report(&summary));
}

#[test]
fn over_tcp_a_third_add_has_no_answer() {
    let faults = Faults { third_add_unanswered: true, ..Faults::default() };
    let machine = media_proxy_over_tcp(faults, Duration::from_millis(50));
    let check = Runner::named("over TCP").seed(1).first_failure();
    let summary = check.run(&machine.testing(Testing::Negative));
    let failure = summary.failure().expect("a third add is tried");
    // A busy machine may miss the limit for other commands too.
    let last = failure.calls().last().expect("a failure has steps");
    assert_eq!(last.result.as_deref(), Some("Err(NoAnswer)"), "{}", terminal::report(&summary));
}
