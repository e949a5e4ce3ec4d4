//! Whatever is run, in a test or while it is shrunk, is what the model allows.

use std::cell::Cell;

use lawful_core::run::Runner;
use lawful_machine::{Dynamic, Kind, Machine, Step, StepResult, Symbolic, Var};

thread_local! {
    /// How often a system was asked for what it need not expect.
    static VIOLATIONS: Cell<u32> = const { Cell::new(0) };
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

fn expect(condition: bool) {
    CALLS.set(CALLS.get() + 1);
    if !condition {
        VIOLATIONS.set(VIOLATIONS.get() + 1);
    }
}

const MOST: usize = 4;

/// Files that are open, by number; numbers are not used again.
#[derive(Default)]
struct Files {
    open: Vec<u32>,
    opened: u32,
    copied: u32,
}

#[derive(Debug, Default)]
struct Model {
    open: Vec<Var<u32>>,
    opened: usize,
    written: i32,
}

fn open<K: Kind>(model: &mut Model, step: Step<'_, Files, K>) -> StepResult {
    step.require(model.open.len() < MOST)?;
    let file = step.call((), |files: &mut Files, _, ()| {
        expect(files.open.len() < MOST);
        files.opened += 1;
        files.open.push(files.opened);
        files.opened
    })?;
    model.opened += 1;
    model.open.push(file.var());
    Ok(())
}

fn close<K: Kind>(model: &mut Model, step: Step<'_, Files, K>) -> StepResult {
    let file = step.pick(&model.open)?;
    step.call(file, |files: &mut Files, real, file| {
        expect(files.open.contains(&real[file]));
        files.open.retain(|open| *open != real[file]);
    })?;
    model.open.retain(|open| *open != file);
    Ok(())
}

/// Positive and negative in turns, which is a matter of arguments and model together.
fn write<K: Kind>(model: &mut Model, step: Step<'_, Files, K>) -> StepResult {
    let file = step.pick(&model.open)?;
    let number = step.draw(-100..=100);
    step.require((number >= 0) == (model.written <= 0))?;
    let all = (file, number, model.written);
    step.call(all, |files: &mut Files, real, (file, number, written)| {
        expect(files.open.contains(&real[file]) && (number >= 0) == (written <= 0));
    })?;
    model.written = number;
    Ok(())
}

/// Two files at least must have been opened, and all that are copied are open.
fn copy<K: Kind>(model: &mut Model, step: Step<'_, Files, K>) -> StepResult {
    if model.opened < 2 {
        return step.refuse();
    }
    let files = step.pick_several(&model.open, 1..=3)?;
    let copied = step.call(files, |system: &mut Files, real, files| {
        expect(system.opened >= 2 && (1..=3).contains(&files.len()));
        expect(files.iter().all(|file| system.open.contains(&real[*file])));
        system.copied += files.len() as u32;
        // The mistake that is looked for.
        if system.copied >= 5 && system.opened > 3 { 0 } else { system.copied }
    })?;
    copied.ensure("to say how many", |copied, _| *copied > 0)
}

fn machine<K: Kind>() -> Machine<Model, Files, K> {
    Machine::new(Model::default, Files::default)
        .command(open)
        .command(close)
        .command_with(write, |command| command.weight(3))
        .command_with(copy, |command| command.weight(2))
}

#[test]
fn no_run_of_any_search_meets_a_precondition_that_does_not_hold() {
    fn check<K: Kind>() {
        for seed in 0..60 {
            let summary = Runner::named("files").seed(seed).first_failure().run(&machine::<K>());
            assert!(summary.failure().is_some_and(|failure| failure.runs > 10), "seed {seed}");
            assert_eq!(VIOLATIONS.get(), 0, "seed {seed}");
        }
        assert!(CALLS.replace(0) > 10_000);
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

/// Refused again and again in a row, a case is over.
#[test]
fn a_machine_that_refuses_everything_comes_to_an_end() {
    fn never<K: Kind>(_: &mut Model, step: Step<'_, Files, K>) -> StepResult {
        step.refuse()
    }
    fn check<K: Kind>() {
        let machine = Machine::<Model, Files, K>::new(Model::default, Files::default);
        let summary = Runner::named("never").seed(1).run(&machine.command(never).commands(5..));
        assert!(summary.is_success(), "{:?}", summary.stopped);
    }
    check::<Symbolic>();
    check::<Dynamic>();
}
