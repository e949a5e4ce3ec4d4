//! The races of the paper, found by calls at once and cut down to its own test cases.

use lawful::data::ShownCall;
use lawful::report::sequence;
use lawful::{Law, Runner};

use super::tests::assert_overtaken;
use super::{
    Version, calls_are_atomic, calls_are_atomic_on_threads, calls_of_three_are_atomic, soak,
};

/// The smallest case for each of some seeds, with the results in order: which branch comes to which is
/// the schedule's business. All are found within 1,000 tests.
fn smallest(law: &dyn Law, seeds: u64) -> Vec<(Vec<String>, Vec<String>)> {
    let of_seed = |seed: u64| {
        let summary = Runner::named("proc_reg").tests(1_000).seed(seed).first_failure().run(law);
        let failure = summary.failure().expect("a case breaks the law");
        let (before, at_once): (Vec<_>, Vec<_>) =
            failure.calls().iter().cloned().partition(|step| step.column.is_none());
        let call = |step: &ShownCall| {
            let alone = ShownCall { column: None, ..step.clone() };
            let result = step.result.as_deref().unwrap_or_default();
            format!("{} {result}", sequence::calls(&[alone]).concat())
        };
        let mut at_once: Vec<String> = at_once.iter().map(call).collect();
        at_once.sort();
        (sequence::calls(&before), at_once)
    };
    (1..=seeds).map(of_seed).collect()
}

#[track_caller]
fn assert_smallest(law: &dyn Law, before: &[&str], at_once: &[&str]) {
    for (found, then) in smallest(law, 1) {
        assert_eq!((found, then), (owned(before), owned(at_once)));
    }
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| text.to_string()).collect()
}

/// Section 6.1.
#[test]
fn the_first_race_is_cut_down_to_the_papers_case() {
    let before = ["let v1 = spawn();", "kill(v1);"];
    let at_once = ["register(\"a\", v1); Err(BadArgument)", "register(\"a\", v1); Ok(())"];
    assert_smallest(&calls_are_atomic(Version::Original), &before, &at_once);
}

/// Section 6.2.
#[test]
fn the_second_race_is_cut_down_to_the_papers_case() {
    let before = ["let v1 = spawn();", "kill(v1);", "register(\"a\", v1);"];
    let at_once = ["register(\"a\", v1); Err(BadArgument)", "register(\"a\", v1); Ok(())"];
    assert_smallest(&calls_are_atomic(Version::DummyReverse), &before, &at_once);
}

/// Section 7, with one name. In the smallest case somebody else than the one who registers a dying process
/// kills it, and then does not get its name for a living one.
#[test]
fn the_third_race_needs_no_third_branch() {
    let law = calls_of_three_are_atomic(Version::LivenessCheck);
    for (before, at_once) in smallest(&law, 1) {
        assert_eq!(before.len() + at_once.len(), 6, "{before:#?} {at_once:#?}");
        assert!(at_once.iter().any(|call| call.starts_with("kill(")), "{at_once:#?}");
        let refused = |call: &&String| call.ends_with("Err(BadArgument)");
        assert_eq!(at_once.iter().filter(refused).count(), 1, "{at_once:#?}");
    }
}

#[test]
fn who_registers_only_itself_is_atomic() {
    for count in soak() {
        assert!(count.run(1, 400).held, "{}", count.name);
    }
}

/// Figure 2.4: the message of the client that came first is delivered after the request that overtakes it.
#[test]
fn the_picture_shows_the_overtaking() {
    let law = calls_are_atomic(Version::Original);
    let summary = Runner::named("proc_reg").tests(1_000).seed(1).first_failure().run(&law);
    let trace = summary.failure().and_then(|failure| failure.trace()).expect("it is traced");
    assert_overtaken(trace, "Cast(\"a\", ", "Audit(\"a\")");
    let calls = trace.events.iter().filter(|event| event.text.starts_with("calls register"));
    assert_eq!(calls.count(), 2, "the calls are part of the picture");
    assert!(!trace.races().is_empty(), "so are the effects that race");
}

/// Section 4.4: what is right passes on real threads. What is not fails there with some luck, which the bench counts with
/// one core and with two (`bench parallel --case proc_reg_threads`).
#[test]
fn who_registers_only_itself_is_atomic_on_threads() {
    let law = calls_are_atomic_on_threads(Version::OnlyOneself);
    let summary = Runner::named("on threads").tests(20).seed(1).run(&law);
    assert!(summary.is_success(), "{}", lawful::report::terminal::report(&summary));
}
