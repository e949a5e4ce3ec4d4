//! The registry when processes die, of which the documentation says nothing. Testing found out.

use lawful::machine::symbolic::*;

use super::specification::{self, Model, spawn, unregister, whereis};
use super::system::{NAMES, Pid, Registry};

/// The model, and who is dead.
#[derive(Debug, Default)]
pub struct Mortal {
    model: Model,
    dead: Vec<Var<Pid>>,
}

impl AsRef<Model> for Mortal {
    fn as_ref(&self) -> &Model {
        &self.model
    }
}

/// What is found out in the end: the dead are not registered any more, and to register one of them
/// seems to succeed and does nothing.
pub fn with_deaths() -> Machine<Mortal, Registry> {
    Machine::new(Mortal::default, Registry::default)
        .named_command("spawn", |mortal, step| spawn(&mut mortal.model, step))
        .command(register)
        .named_command("unregister", |mortal, step| unregister(&mut mortal.model, step))
        .named_command("whereis", |mortal, step| whereis(&mut mortal.model, step))
        .command(stop)
}

/// What the documentation would make one believe: nothing changes when a process dies.
pub fn deaths_go_unnoticed() -> Machine<Model, Registry> {
    specification::registry().named_command("stop", |model, step| {
        let pid = step.pick(&model.pids)?;
        step.call(pid, |registry, real, pid| registry.stop(real[pid]))?;
        Ok(())
    })
}

/// The next attempt: the dead are not registered any more, but are registered like anybody else.
pub fn the_dead_are_like_the_living() -> Machine<Model, Registry> {
    specification::registry().named_command("stop", |model, step| {
        let pid = step.pick(&model.pids)?;
        step.call(pid, |registry, real, pid| registry.stop(real[pid]))?;
        model.registered.retain(|known| known.1 != pid);
        Ok(())
    })
}

fn register(mortal: &mut Mortal, step: Step<Registry>) -> StepResult {
    let name = step.pick(&NAMES)?;
    let pid = step.pick(&mortal.model.pids)?;
    let (dead, free) = (mortal.dead.contains(&pid), mortal.model.is_free(name, pid));
    let result =
        step.call((name, pid), |registry, real, (name, pid)| registry.register(name, real[pid]))?;
    result.ensure("to succeed if both are free or the process is dead", |result, _| {
        result.is_ok() == (dead || free)
    })?;
    if free && !dead {
        mortal.model.registered.push((name, pid));
    }
    Ok(())
}

fn stop(mortal: &mut Mortal, step: Step<Registry>) -> StepResult {
    let pid = step.pick(&mortal.model.pids)?;
    step.call(pid, |registry, real, pid| registry.stop(real[pid]))?;
    mortal.dead.push(pid);
    mortal.model.registered.retain(|known| known.1 != pid);
    Ok(())
}
