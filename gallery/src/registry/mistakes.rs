//! The three wrong specifications that the paper tells of, in the order in which testing found them. Each has all
//! four commands, and promises no more than the paper's at that moment.
//!
//! What is an exception in Erlang is an error here, and [`Response::succeeds`](lawful::machine::Response::succeeds)
//! fails the law where the paper's tests fail by an exception.

use lawful::machine::symbolic::*;

use super::specification::{Model, spawn, unregister};
use super::system::{NAMES, Registry};

/// The first: nothing is promised, so that only an exception fails.
pub fn unregister_always_succeeds() -> Machine<Model, Registry> {
    Machine::new(Model::default, Registry::default)
        .command(spawn)
        .named_command("register", register_anything)
        .named_command("unregister", unregister_anything)
        .named_command("whereis", whereis_anything)
}

/// The second: unregistering fails for names that are not in use; any process can be registered as anything.
pub fn register_always_succeeds() -> Machine<Model, Registry> {
    Machine::new(Model::default, Registry::default)
        .command(spawn)
        .named_command("register", register_anything)
        .command(unregister)
        .named_command("whereis", whereis_anything)
}

/// The third: registering fails where it should, but the model takes it as done all the same.
pub fn failures_change_the_model() -> Machine<Model, Registry> {
    Machine::new(Model::default, Registry::default)
        .command(spawn)
        .command(register)
        .command(unregister)
        .named_command("whereis", whereis_anything)
}

fn register_anything(model: &mut Model, step: Step<Registry>) -> StepResult {
    let name = step.pick(&NAMES)?;
    let pid = step.pick(&model.pids)?;
    let result =
        step.call((name, pid), |registry, real, (name, pid)| registry.register(name, real[pid]))?;
    result.succeeds()?;
    model.registered.push((name, pid));
    Ok(())
}

fn unregister_anything(model: &mut Model, step: Step<Registry>) -> StepResult {
    let name = step.pick(&NAMES)?;
    step.call(name, |registry, _, name| registry.unregister(name))?.succeeds()?;
    model.registered.retain(|known| known.0 != name);
    Ok(())
}

fn whereis_anything(_: &mut Model, step: Step<Registry>) -> StepResult {
    let name = step.pick(&NAMES)?;
    step.call(name, |registry, _, name| registry.whereis(name))?;
    Ok(())
}

fn register(model: &mut Model, step: Step<Registry>) -> StepResult {
    let name = step.pick(&NAMES)?;
    let pid = step.pick(&model.pids)?;
    let free = model.is_free(name, pid);
    let result =
        step.call((name, pid), |registry, real, (name, pid)| registry.register(name, real[pid]))?;
    result.ensure("to succeed if and only if both are free", |result, _| result.is_ok() == free)?;
    model.registered.push((name, pid));
    Ok(())
}
