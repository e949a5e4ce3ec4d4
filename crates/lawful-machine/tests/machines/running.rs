//! A case from its beginning to its end: what is made, what is looked at, what is cleaned up.

use std::cell::RefCell;

use lawful_core::assume;
use lawful_core::run::{Config, Runner, Summary};
use lawful_machine::{Bindings, Dynamic, Kind, Machine, Step, StepResult, Symbolic};

thread_local! {
    /// What happened to all systems of a test, a letter each.
    static LOG: RefCell<String> = const { RefCell::new(String::new()) };
}

fn log(letter: char) {
    LOG.with_borrow_mut(|log| log.push(letter));
}

/// What was logged, system by system. Each is made when the one before it is gone.
fn logged() -> Vec<String> {
    let log = LOG.take();
    let mut systems = log.split('m');
    assert_eq!(systems.next(), Some(""), "nothing happens before a system is made");
    systems.map(String::from).collect()
}

/// Counts the calls, and logs what happens to it.
struct Logged {
    calls: u32,
}

impl Logged {
    fn new() -> Self {
        log('m');
        Logged { calls: 0 }
    }
}

impl Drop for Logged {
    fn drop(&mut self) {
        log('d');
    }
}

/// From 0 on, so that a model or a system from another case would be noticed.
fn next<K: Kind>(model: &mut u32, step: Step<'_, Logged, K>) -> StepResult {
    let number = step.call((), |system, _, ()| {
        log('n');
        system.calls += 1;
        system.calls
    })?;
    *model += 1;
    number.returns(*model)
}

/// The same, but the fourth call panics.
fn next_panicking<K: Kind>(model: &mut u32, step: Step<'_, Logged, K>) -> StepResult {
    step.call((), |system, _, ()| {
        log('n');
        system.calls += 1;
        assert!(system.calls < 4, "{} calls", system.calls);
    })?;
    *model += 1;
    Ok(())
}

fn logging<K: Kind>() -> Machine<u32, Logged, K> {
    Machine::new(|| 0, Logged::new).cleanup(|_, _, _| log('c'))
}

fn run<K: Kind>(machine: &Machine<u32, Logged, K>) -> Summary {
    Runner::named("running").seed(1).run(machine)
}

#[test]
fn every_case_has_a_model_and_a_system_of_its_own() {
    fn check<K: Kind>() {
        let summary = run(&logging::<K>().command(next));
        assert!(summary.is_success(), "{:?}", summary.stopped);
        let systems = logged();
        // A walk through all cases may have begun before the tests.
        assert!((0..=1).contains(&(systems.len() as u64 - summary.passed)));
        assert!(systems.iter().any(|system| system.len() > 50));
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

/// Expects that every system is cleaned up once, and is then dropped.
#[track_caller]
fn assert_all_cleaned_up<K: Kind>(machine: &Machine<u32, Logged, K>, breaks: bool) {
    let summary = run(machine);
    assert_eq!(summary.failure().is_some(), breaks);
    let systems = logged();
    assert!(!systems.is_empty());
    for system in systems {
        assert!(system.ends_with("cd"), "{system}");
        assert_eq!(system.matches(['c', 'd']).count(), 2, "{system}");
    }
}

#[test]
fn however_a_case_ends_its_system_is_cleaned_up_once_and_dropped() {
    fn check<K: Kind>() {
        assert_all_cleaned_up(&logging::<K>().command(next), false);
        assert_all_cleaned_up(&logging::<K>().command(next_panicking), true);
        let promised = logging::<K>().named_command("odd", |_, step| {
            step.call((), |system: &mut Logged, _, ()| {
                system.calls += 1;
                system.calls
            })?
            .ensure("few", |calls, _| *calls < 4)
        });
        assert_all_cleaned_up(&promised, true);
        let invariant = logging::<K>().command(next);
        let invariant = invariant.invariant("few", |_, system, _| system.calls < 4);
        assert_all_cleaned_up(&invariant, true);
        let from_the_beginning = logging::<K>().command(next).invariant("no", |_, _, _| false);
        assert_all_cleaned_up(&from_the_beginning, true);
        let panicking = logging::<K>().command(next);
        let panicking = panicking.invariant("few", |_, system, _| {
            assert!(system.calls < 4);
            true
        });
        assert_all_cleaned_up(&panicking, true);
        let finally = logging::<K>().command(next).finally("few", |_, system, _| system.calls < 4);
        assert_all_cleaned_up(&finally, true);
        let panicking = logging::<K>().command(next);
        let panicking = panicking.finally("few", |_, system, _| {
            assert!(system.calls < 4);
            true
        });
        assert_all_cleaned_up(&panicking, true);
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

#[test]
fn invariants_hold_before_the_first_command_and_after_every_one() {
    fn check<K: Kind>() {
        let machine = logging::<K>().command(next).invariant("looked at", |model, system, _| {
            log('i');
            *model == system.calls
        });
        assert!(run(&machine).is_success());
        for system in logged() {
            let commands = system.matches('n').count();
            assert_eq!(system, format!("i{}cd", "ni".repeat(commands)));
        }
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

#[test]
fn what_holds_finally_is_looked_at_once_and_only_after_whole_cases() {
    fn check<K: Kind>() {
        let machine = logging::<K>().command(next_panicking).finally("looked at", |_, _, _| {
            log('f');
            true
        });
        assert!(run(&machine).failure().is_some());
        let systems = logged();
        assert!(systems.iter().any(|system| system == "nnnncd"));
        for system in &systems {
            let commands = system.matches('n').count();
            let looked_at = if commands == 4 { "" } else { "f" };
            assert_eq!(*system, format!("{}{looked_at}cd", "n".repeat(commands)));
        }
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

#[test]
fn a_case_is_over_in_a_state_after_which_no_command_makes_sense() {
    fn check<K: Kind>() {
        let machine = logging::<K>().command(next).until(|model| *model == 3);
        assert!(run(&machine).is_success());
        let systems = logged();
        assert!(systems.iter().filter(|system| *system == "nnncd").count() > 200);
        assert!(systems.iter().all(|system| system.matches('n').count() <= 3));
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

/// Expects the place where `next_panicking` panics.
#[track_caller]
fn assert_is_place_of_panic(location: &str) {
    let line = include_str!("running.rs").lines().position(|line| line.contains("{} calls"));
    let place = format!("{}:{}:", file!(), line.expect("it is in this file") + 1);
    assert!(location.starts_with(&place), "{location} is not {place}");
}

#[test]
fn a_command_that_panics_is_marked_and_the_panic_is_told_with_its_place() {
    fn check<K: Kind>() {
        let summary = run(&logging::<K>().command(next_panicking));
        let failure = summary.failure().expect("the fourth call panics");
        let marks: Vec<bool> = failure.calls().iter().map(|step| step.failed).collect();
        assert_eq!(marks, [false, false, false, true]);
        assert!(failure.calls().iter().all(|step| step.name == "next_panicking"));
        assert_eq!(failure.calls()[3].before, "3");
        assert_eq!(failure.calls()[3].result, None);
        let (message, location) = failure.reason.panic().expect("it panics");
        assert_eq!(message, "4 calls");
        assert_is_place_of_panic(location);
        assert_eq!(summary.failures().len(), 1);
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

#[test]
fn a_step_after_which_an_invariant_breaks_is_marked_too() {
    fn check<K: Kind>() {
        let machine =
            logging::<K>().command(next).invariant("few", |_, system, _| system.calls < 4);
        let summary = run(&machine);
        let failure = summary.failure().expect("four are too many");
        let results: Vec<Option<&str>> =
            failure.calls().iter().map(|step| step.result.as_deref()).collect();
        assert_eq!(results, [Some("1"), Some("2"), Some("3"), Some("4")]);
        assert!(failure.calls()[3].failed && !failure.calls()[2].failed);
        let (law, message) = (&failure.reason.title, failure.reason.message());
        assert_eq!(law, "the machine promised `few`");
        assert_eq!(message, "the model is 4");
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

/// Nothing of such a case can be left out but everything.
#[test]
fn what_breaks_without_a_command_shrinks_to_none_and_replays() {
    fn check<K: Kind>() {
        let finally = logging::<K>().command(next).finally("never", |_, _, _| false);
        let begun = logging::<K>().command(next).invariant("never", |_, _, _| false);
        for machine in [finally, begun] {
            let summary = run(&machine);
            let failure = summary.failure().expect("it breaks in every case");
            assert!(failure.calls().is_empty());
            let config =
                Config::default().with(|config| config.replay = Some(failure.token.clone()));
            let again = Runner::named("running").with(config).run(&machine);
            assert_eq!(again.failure().map(|failure| &failure.reason), Some(&failure.reason));
        }
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

#[test]
fn a_refused_command_leaves_no_trace_in_the_numbers_of_variables() {
    fn make<K: Kind>(model: &mut u32, step: Step<'_, Logged, K>) -> StepResult {
        step.require(model.is_multiple_of(2))?;
        step.call((), |_, _, ()| ())?.var();
        *model += 1;
        Ok(())
    }
    fn turn<K: Kind>(model: &mut u32, step: Step<'_, Logged, K>) -> StepResult {
        step.require(!model.is_multiple_of(2))?;
        step.call((), |_, _, ()| ())?.var();
        *model += 1;
        Ok(())
    }
    fn check<K: Kind>() {
        let machine = logging::<K>().command(make).command(turn);
        let machine = machine.finally("few", |model, _, _| *model < 4);
        let summary = run(&machine);
        let failure = summary.failure().expect("four are too many");
        let names: Vec<Option<&str>> =
            failure.calls().iter().map(|step| step.variable.as_deref()).collect();
        assert_eq!(names, [Some("v1"), Some("v2"), Some("v3"), Some("v4")]);
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

#[test]
fn a_cleanup_that_panics_does_not_hide_the_failure() {
    fn machine<K: Kind>() -> Machine<u32, Logged, K> {
        let clean = |_: &u32, system: &mut Logged, _: &Bindings| {
            assert!(system.calls < 4, "it cannot be cleaned up");
        };
        Machine::new(|| 0, Logged::new).cleanup(clean)
    }
    fn named<K: Kind>(machine: &Machine<u32, Logged, K>) -> (String, String) {
        let summary = run(machine);
        assert_eq!(summary.failures().len(), 1);
        let reason = &summary.failures()[0].reason;
        (reason.title.clone(), reason.message())
    }
    fn check<K: Kind>() {
        let summary = run(&machine::<K>().command(next_panicking));
        assert_eq!(summary.failures().len(), 1);
        let failure = &summary.failures()[0];
        let (message, location) = failure.reason.panic().expect("it panics");
        assert_eq!(message, "4 calls");
        assert_is_place_of_panic(location);
        let promised = machine::<K>().named_command("next", |_, step| {
            step.call((), |system: &mut Logged, _, ()| {
                system.calls += 1;
                system.calls
            })?
            .ensure("few", |calls, _| *calls < 4)
        });
        let expected = ("`next` promised few", "it returned 4");
        assert_eq!(named(&promised), (expected.0.into(), expected.1.into()));
        let invariant = machine::<K>().command(next);
        let invariant = invariant.invariant("few", |_, system, _| system.calls < 4);
        let expected = ("the machine promised `few`", "the model is 4");
        assert_eq!(named(&invariant), (expected.0.into(), expected.1.into()));
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

/// The model of a symbolic machine panics before anything has run.
#[test]
fn a_model_that_panics_is_told_with_the_steps_up_to_there() {
    fn lower<K: Kind>(left: &mut u32, step: Step<'_, Logged, K>) -> StepResult {
        step.call(*left, |_, _, _| ())?;
        *left = left.checked_sub(1).expect("there is one left");
        Ok(())
    }
    fn check<K: Kind>() {
        let summary = run(&Machine::<u32, Logged, K>::new(|| 2, Logged::new).command(lower));
        let failure = summary.failure().expect("the third step panics");
        let (message, _) = failure.reason.panic().expect("it panics");
        assert_eq!(message, "there is one left");
        let steps: Vec<(&str, bool)> =
            failure.calls().iter().map(|step| (step.name.as_str(), step.failed)).collect();
        assert_eq!(steps, [("lower", false), ("lower", false), ("lower", true)]);
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

#[test]
fn a_case_in_which_a_command_assumes_too_much_is_discarded() {
    fn count<K: Kind>(model: &mut u32, step: Step<'_, Logged, K>) -> StepResult {
        assume!(*model < 2);
        next(model, step)
    }
    fn check<K: Kind>() {
        let summary = run(&logging::<K>().command(count));
        assert!(summary.discarded > 0, "{} held", summary.passed);
        assert!(summary.passed > 0 && summary.failure().is_none(), "{:?}", summary.stopped);
    }
    check::<Symbolic>();
    check::<Dynamic>();
}
