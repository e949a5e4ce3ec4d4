//! Machines that cannot test anything, and what is said of them.

use lawful_core::law::{Outcome, attempt};
use lawful_core::run::{Check, Stopped};
use lawful_machine::symbolic::{Flow, Machine, Step};

fn machine() -> Machine<(), ()> {
    Machine::new(|| (), || ())
}

fn next(_: &mut (), step: Step<()>) -> Flow {
    step.call((), |_, _, ()| ())?;
    Ok(())
}

/// What is said of a machine, when it is built or when it runs.
#[track_caller]
fn misuse(build: impl FnOnce() -> Machine<(), ()>) -> String {
    let mut stopped = None;
    let ended = attempt(|| {
        stopped = Some(Check::new("misused").seed(1).run(&build()).stopped);
        Outcome::Passed
    });
    match (ended, stopped) {
        (Err(misuse), _) | (_, Some(Stopped::Misused(misuse))) => misuse.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_closure_needs_a_name_and_a_weight_needs_a_command() {
    let message = misuse(|| machine().command(|(), step| step.refuse()));
    assert!(message.starts_with(concat!("the command at ", file!(), ":")), "{message}");
    assert!(
        message.ends_with(" is a closure, which has no name; add it with `.named(\"..\", ..)`"),
        "{message}"
    );
    assert_needs_a_command("weight", || machine().weight(3));
    assert_needs_a_command("weight_by", || machine().weight_by(|()| 3));
    assert_needs_a_command("negative", || machine().negative());
}

#[track_caller]
fn assert_needs_a_command(name: &str, build: impl FnOnce() -> Machine<(), ()>) {
    let message = misuse(build);
    assert!(message.starts_with(&format!("`.{name}(..)` at {}:", file!())), "{message}");
    let rest = " is for the command before it, and there is none yet";
    assert!(message.ends_with(rest), "{message}");
}

#[test]
fn there_must_be_a_command_that_can_be_chosen() {
    assert_eq!(
        misuse(machine),
        "a machine without commands tests nothing; add some with `.command(..)`"
    );
    assert_eq!(
        misuse(|| machine().command(next).weight(0)),
        "no command of the machine is ever chosen: each has weight 0, or is negative where only \
         positive ones are asked for"
    );
}

#[test]
#[allow(clippy::reversed_empty_ranges)]
fn there_must_be_a_length_that_a_case_can_have() {
    let message = misuse(|| machine().command(next).commands(3..=2));
    assert!(message.starts_with("the range of lengths made at "), "{message}");
    assert!(message.contains(file!()), "{message}");
}

/// There is nobody to listen where it is built.
#[test]
fn what_is_wrong_with_how_a_machine_is_built_is_said_when_it_runs() {
    for built in [machine().weight(3), machine().command(|(), step| step.refuse())] {
        let stopped = Check::new("built").run(&built).stopped;
        assert!(matches!(stopped, Stopped::Misused(_)), "{stopped:?}");
    }
}

#[test]
fn a_name_is_for_one_command_only() {
    for message in [
        misuse(|| machine().command(next).command(next)),
        misuse(|| machine().command(next).named("next", |(), step| step.refuse())),
    ] {
        assert!(message.starts_with(concat!("the command at ", file!(), ":")), "{message}");
        let rest = " is the second one of the name `next`; add it with `.named(\"..\", ..)` and \
                    another name";
        assert!(message.ends_with(rest), "{message}");
    }
}

#[test]
fn a_runtime_must_run_a_future_to_its_end() {
    fn wait(_: &mut (), step: Step<()>) -> Flow {
        step.call_async((), async |_, _, ()| ())?;
        Ok(())
    }
    assert_eq!(
        misuse(|| machine().command(wait).block_on(|_| {})),
        "`block_on` returned before the future was at its end; it must run it to there"
    );
}
