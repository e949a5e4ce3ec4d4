//! Machines that cannot test anything, and what is said of them.

use lawful_core::law::{Outcome, attempt};
use lawful_core::run::{Runner, Stopped};
use lawful_machine::symbolic::{Machine, Step, StepResult};

fn machine() -> Machine<(), ()> {
    Machine::new(|| (), || ())
}

fn next(_: &mut (), step: Step<()>) -> StepResult {
    step.call((), |_, _, ()| ())?;
    Ok(())
}

/// What is said of a machine, when it is built or when it runs.
#[track_caller]
fn misuse(build: impl FnOnce() -> Machine<(), ()>) -> String {
    let mut stopped = None;
    let ended = attempt(|| {
        stopped = Some(Runner::named("misused").seed(1).run(&build()).stopped);
        Outcome::Passed
    });
    match (ended, stopped) {
        (Err(misuse), _) | (_, Some(Stopped::Misused(misuse))) => misuse.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_closure_needs_a_name() {
    let message = misuse(|| machine().command(|(), step| step.refuse()));
    assert!(message.starts_with(concat!("the command at ", file!(), ":")), "{message}");
    assert!(
        message.ends_with(
            " is a closure, which has no name; add it with `.named_command(\"..\", ..)`"
        ),
        "{message}"
    );
    let renamed = machine().command_with(|(), step| step.refuse(), |command| command.name("idle"));
    assert!(Runner::named("named").run(&renamed.command(next)).is_success());
}

#[test]
fn there_must_be_a_command_that_can_be_chosen() {
    assert_eq!(
        misuse(machine),
        "a machine without commands tests nothing; add some with `.command(..)`"
    );
    assert_eq!(
        misuse(|| machine().command_with(next, |command| command.weight(0))),
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
    for built in [machine(), machine().command(|(), step| step.refuse())] {
        let stopped = Runner::named("built").run(&built).stopped;
        assert!(matches!(stopped, Stopped::Misused(_)), "{stopped:?}");
    }
}

#[test]
fn a_name_is_for_one_command_only() {
    for message in [
        misuse(|| machine().command(next).command(next)),
        misuse(|| machine().command(next).named_command("next", |(), step| step.refuse())),
    ] {
        assert!(message.starts_with(concat!("the command at ", file!(), ":")), "{message}");
        let rest = " is the second one of the name `next`; add it with `.named_command(\"..\", ..)` and \
                    another name";
        assert!(message.ends_with(rest), "{message}");
    }
}

#[test]
fn a_runtime_must_run_a_future_to_its_end() {
    fn wait(_: &mut (), step: Step<()>) -> StepResult {
        step.call_async((), async |_, _, ()| ())?;
        Ok(())
    }
    assert_eq!(
        misuse(|| machine().command(wait).block_on(|_| {})),
        "`block_on` returned before the future completed"
    );
}
