//! The specification of the registry that the paper ends up with.

use lawful::machine::symbolic::*;

use super::system::{NAMES, Name, Pid, Registry};

/// Which processes there are, and what they are registered as.
#[derive(Debug, Default)]
pub struct Model {
    pub(super) pids: Vec<Var<Pid>>,
    pub(super) registered: Vec<(Name, Var<Pid>)>,
}

impl AsRef<Model> for Model {
    fn as_ref(&self) -> &Model {
        self
    }
}

impl Model {
    pub(super) fn is_free(&self, name: Name, pid: Var<Pid>) -> bool {
        self.registered.iter().all(|known| known.0 != name && known.1 != pid)
    }

    pub(super) fn find(&self, name: Name) -> Option<Var<Pid>> {
        self.registered.iter().find(|known| known.0 == name).map(|known| known.1)
    }
}

/// The registry, while no process dies.
pub fn registry() -> Machine<Model, Registry> {
    Machine::new(Model::default, Registry::default)
        .command(spawn)
        .command(register)
        .command(unregister)
        .command(whereis)
}

pub(super) fn spawn(model: &mut Model, step: Step<Registry>) -> StepResult {
    let pid = step.call((), |registry, _, ()| registry.spawn())?;
    model.pids.push(pid.var());
    Ok(())
}

fn register(model: &mut Model, step: Step<Registry>) -> StepResult {
    let name = step.pick(&NAMES)?;
    let pid = step.pick(&model.pids)?;
    let free = model.is_free(name, pid);
    let result =
        step.call((name, pid), |registry, real, (name, pid)| registry.register(name, real[pid]))?;
    result.ensure("to succeed if and only if both are free", |result, _| result.is_ok() == free)?;
    if free {
        model.registered.push((name, pid));
    }
    Ok(())
}

pub(super) fn unregister(model: &mut Model, step: Step<Registry>) -> StepResult {
    let name = step.pick(&NAMES)?;
    let known = model.find(name).is_some();
    let result = step.call(name, |registry, _, name| registry.unregister(name))?;
    result.ensure("to succeed for names in use", |result, _| result.is_ok() == known)?;
    model.registered.retain(|known| known.0 != name);
    Ok(())
}

pub(super) fn whereis(model: &mut Model, step: Step<Registry>) -> StepResult {
    let name = step.pick(&NAMES)?;
    let expected = model.find(name);
    let result = step.call(name, |registry, _, name| registry.whereis(name))?;
    result.ensure("to find what is registered", |result, real| {
        *result == expected.map(|pid| real[pid])
    })
}
