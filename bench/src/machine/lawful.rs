//! lawful: symbolic machines.

use lawful::Runner;
use lawful::machine::symbolic::*;

use super::counter::{self, Counter};
use super::record;
use super::store::{self, Command, Model, Store, agrees};

pub fn counter(tests: u64) -> u64 {
    counter::executed(|| {
        let machine = Machine::new(|| 0, Counter::new)
            .command(increment)
            .command(decrement)
            .command(add)
            .command(read)
            .commands(counter::LENGTH);
        let summary = Runner::named("counter").tests(tests).run(&machine);
        assert!(summary.is_success(), "the law holds");
    })
}

fn increment(model: &mut u64, step: Step<Counter>) -> StepResult {
    step.call((), |counter, _, ()| counter.increment())?;
    *model += 1;
    Ok(())
}

fn decrement(model: &mut u64, step: Step<Counter>) -> StepResult {
    step.require(*model > 0)?;
    step.call((), |counter, _, ()| counter.decrement())?;
    *model -= 1;
    Ok(())
}

fn add(model: &mut u64, step: Step<Counter>) -> StepResult {
    let number = step.draw(counter::ADDED);
    step.call(number, |counter, _, number| counter.add(number))?;
    *model += number;
    Ok(())
}

fn read(model: &mut u64, step: Step<Counter>) -> StepResult {
    step.call((), |counter, _, ()| counter.read())?.returns(*model)
}

pub fn planted(seed: u64) -> Option<Vec<Command>> {
    let machine = Machine::new(Model::default, Store::new)
        .named_command("put", |model, step| {
            let command = Command::Put(step.draw(store::KEYS), step.draw(store::NUMBERS));
            run(model, step, command)
        })
        .named_command("get", |model, step| {
            let command = Command::Get(step.draw(store::KEYS));
            run(model, step, command)
        })
        .named_command("add", |model, step| {
            let command = Command::Add(step.draw(store::KEYS), step.draw(store::ADDED));
            run(model, step, command)
        })
        .named_command("copy", |model, step| {
            let command = Command::Copy(step.draw(store::KEYS), step.draw(store::KEYS));
            run(model, step, command)
        })
        .named_command("remove", |model, step| {
            let command = Command::Remove(step.draw(store::KEYS));
            run(model, step, command)
        })
        .named_command("swap", |model, step| {
            let command = Command::Swap(step.draw(store::KEYS), step.draw(store::KEYS));
            run(model, step, command)
        })
        .commands(store::LENGTH);
    // Enough that a failure is found. The smallest case is run last, to be shown.
    let check = Runner::named("planted").tests(1_000_000).seed(seed).first_failure();
    check.run(&machine).failure()?;
    record::last_failure()
}

/// The command of the subjects that have one type for all of them.
fn run(model: &mut Model, step: Step<Store>, command: Command) -> StepResult {
    step.require(model.allows(&command))?;
    let expected = (command, model.clone());
    let result =
        step.call(expected, |store, _, (command, model)| agrees(store, &model, &command))?;
    model.apply(&command);
    result.ensure("to agree with the model", |agree, _| *agree)
}
