//! Negative testing: what the system should turn down.

use std::cell::Cell;

use lawful_core::run::Runner;
use lawful_machine::{CommandOptions, Dynamic, Kind, Machine, Step, StepResult, Symbolic, Testing};

fn accept<K: Kind>(_: &mut (), step: Step<'_, (), K>) -> StepResult {
    step.call((), |_, _, ()| Ok::<(), ()>(()))?.succeeds()?;
    Ok(())
}

fn turn_down<K: Kind>(_: &mut (), step: Step<'_, (), K>) -> StepResult {
    step.call((), |_, _, ()| Err::<(), ()>(()))?.fails()?;
    Ok(())
}

/// How often commands of each name ran, in thousandths of all.
fn shares<K: Kind>(machine: Machine<(), (), K>) -> Vec<(String, u64)> {
    let machine = machine.commands(20);
    let summary = Runner::named("negative").tests(2_000).seed(1).run(&machine);
    assert!(summary.is_success(), "{:?}", summary.stopped);
    let ran = summary.counts.into_iter().filter(|(counted, _)| counted.table == "commands");
    let ran: Vec<(String, u64)> = ran.map(|(counted, count)| (counted.name, count)).collect();
    let all: u64 = ran.iter().map(|(_, count)| count).sum();
    ran.into_iter().map(|(name, count)| (name, 1_000 * count / all)).collect()
}

fn machine<K: Kind>() -> Machine<(), (), K> {
    Machine::new(|| (), || ())
        .command_with(accept, |command| command.weight(5))
        .named_command("accept too", accept)
        .command_with(turn_down, |command| command.negative())
        .command_with(turn_down, |command| command.name("turn down too").weight(3).negative())
        .command_with(turn_down, |command| command.name("turn down as well").negative())
}

#[test]
fn no_negative_command_runs_unless_it_is_asked_for() {
    fn check<K: Kind>() {
        let shares = shares(machine::<K>());
        assert!(shares[2..].iter().all(|(_, share)| *share == 0), "{shares:?}");
        assert!((820..=847).contains(&shares[0].1), "five in six: {shares:?}");
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

#[test]
fn a_third_of_all_commands_is_negative_where_it_is_asked_for_whatever_their_weights() {
    fn check<K: Kind>() {
        let shares = shares(machine::<K>().testing(Testing::Negative));
        let negative: u64 = shares[2..].iter().map(|(_, share)| share).sum();
        assert!((318..=348).contains(&negative), "{shares:?}");
        // Among them the weights count as ever.
        assert!((185..=215).contains(&shares[3].1), "three in five: {shares:?}");
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

#[test]
fn a_weight_can_be_a_matter_of_the_state() {
    fn one<K: Kind>(model: &mut u32, step: Step<'_, (), K>) -> StepResult {
        step.call((), |_, _, ()| ())?;
        *model += 1;
        Ok(())
    }
    fn other<K: Kind>(model: &mut u32, step: Step<'_, (), K>) -> StepResult {
        one(model, step)
    }
    fn check<K: Kind>() {
        let machine = Machine::<u32, (), K>::new(|| 0, || ())
            .command_with(one, |command| command.weight_by(|model| u32::from(*model < 5)))
            .command_with(other, |command| {
                command.weight_by(|model| u32::from((5..8).contains(model)))
            })
            .commands(20)
            .cover(99.0, "five, then three, then none", |counts| {
                (counts.of("one"), counts.of("other"), counts.commands()) == (5, 3, 8)
            });
        let summary = Runner::named("weights").seed(1).run(&machine);
        assert!(summary.is_success(), "{:?} {:?}", summary.stopped, summary.counts);
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

thread_local! {
    /// How often `never` ran.
    static RAN: Cell<u32> = const { Cell::new(0) };
}

fn never<K: Kind>(_: &mut u32, step: Step<'_, (), K>) -> StepResult {
    step.call((), |_, _, ()| RAN.set(RAN.get() + 1))?;
    Ok(())
}

fn count<K: Kind>(model: &mut u32, step: Step<'_, (), K>) -> StepResult {
    *model += 1;
    step.call(*model, |_, _, number| number < 4)?.returns(true)
}

/// A machine with `never` in the first place, where shrinking goes.
fn starting_with_never<K: Kind>(
    options: impl FnOnce(CommandOptions<u32>) -> CommandOptions<u32>,
) -> Machine<u32, (), K> {
    Machine::new(|| 0, || ()).command_with(never, options).command(count)
}

/// Finds a failure and shrinks it, and expects that `never` does not run for that.
#[track_caller]
fn assert_never_runs<K: Kind>(machine: &Machine<u32, (), K>) {
    let summary = Runner::named("weights").seed(1).run(machine);
    let failure = summary.failure().expect("the fourth number is too much");
    let calls = lawful_report::sequence::calls(failure.calls());
    assert_eq!(calls, ["count(1);", "count(2);", "count(3);", "count(4);"]);
    assert_eq!(RAN.get(), 0);
}

#[test]
fn a_command_of_weight_0_does_not_run_while_a_failure_shrinks_either() {
    assert_never_runs(&starting_with_never::<Symbolic>(|never| never.weight(0)));
    assert_never_runs(&starting_with_never::<Dynamic>(|never| never.weight(0)));
}

#[test]
fn a_command_that_the_state_forbids_does_not_run_while_a_failure_shrinks_either() {
    assert_never_runs(&starting_with_never::<Symbolic>(|never| never.weight_by(|_| 0)));
    assert_never_runs(&starting_with_never::<Dynamic>(|never| never.weight_by(|_| 0)));
}
