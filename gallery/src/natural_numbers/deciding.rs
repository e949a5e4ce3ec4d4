//! `nat_gen_3`: the server decides how far it goes, and the model takes its word for it.

use lawful::machine::dynamic::*;

use super::server::{Count, Server};
use super::started::Starter;

/// What is known of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// There is none yet.
    ToStart,
    /// The server, and the lowest number that it may come up with.
    AtLeast(Var<Server>, u64),
    /// It is stopped.
    Stopped,
}

const ENOUGH: u64 = 10;

/// A server gives higher and higher numbers.
pub fn numbers(count: fn() -> Count) -> Machine<State, Starter> {
    Machine::new(|| State::ToStart, move || Starter { count })
        .command(start)
        .command_with(next, |command| command.weight(3))
        .command(stop)
        .until(|state| *state == State::Stopped)
}

fn start(state: &mut State, step: Step<Starter>) -> StepResult {
    step.require(*state == State::ToStart)?;
    let server = step.call((), |starter, _, ()| starter.start())?;
    *state = State::AtLeast(server.var(), 0);
    Ok(())
}

fn next(state: &mut State, step: Step<Starter>) -> StepResult {
    let State::AtLeast(server, lowest @ ..ENOUGH) = *state else { return step.refuse() };
    let result = step.call(server, |_, real, server| real[server].next())?.succeeds()?;
    result.ensure("a number higher than the one before", |number, _| *number >= lowest)?;
    *state = State::AtLeast(server, result.value() + 1);
    Ok(())
}

fn stop(state: &mut State, step: Step<Starter>) -> StepResult {
    let State::AtLeast(server, _) = *state else { return step.refuse() };
    step.call(server, |_, real, server| real[server].stop())?;
    *state = State::Stopped;
    Ok(())
}
