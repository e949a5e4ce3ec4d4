//! The three wrong specifications that the paper tells of, in the order in which testing found them.

use lawful::machine::symbolic::*;

use super::specification::{Model, spawn, unregister, whereis};
use super::system::{NAMES, Registry};

/// The first: unregistering succeeds, whatever the state.
pub fn unregister_always_succeeds() -> Machine<Model, Registry> {
    Machine::new(Model::default, Registry::default)
        .command(spawn)
        .command(unregister_anything)
        .command(whereis)
}

/// The second: any process can be registered as anything.
pub fn register_always_succeeds() -> Machine<Model, Registry> {
    Machine::new(Model::default, Registry::default)
        .command(spawn)
        .command(register_anything)
        .command(unregister)
        .command(whereis)
}

/// The third: registering fails where it should, but the model takes it as done all the same. In the
/// paper nothing is promised yet of the other calls, which would notice with fewer commands.
pub fn failures_change_the_model() -> Machine<Model, Registry> {
    Machine::new(Model::default, Registry::default).command(spawn).command(register)
}

fn unregister_anything(model: &mut Model, step: Step<Registry>) -> StepResult {
    let name = step.pick(&NAMES)?;
    step.call(name, |registry, _, name| registry.unregister(name))?.succeeds()?;
    model.registered.retain(|known| known.0 != name);
    Ok(())
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
