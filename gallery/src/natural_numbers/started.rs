//! `nat_gen_2`: a server is what `start` returns. The model has a variable for it.
//!
//! Nothing here depends on results, so the commands are written once, for both kinds of machine.

use lawful::machine::{Kind, Machine, Step, StepResult, Var};

use super::server::{Count, Server};

/// The system under test is what starts servers; those that run belong to whoever started them.
#[derive(Debug)]
pub struct Starter {
    pub(super) count: fn() -> Count,
}

impl Starter {
    /// Starts a server.
    pub fn start(&self) -> Server {
        Server::start((self.count)())
    }
}

/// What is known of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// There is none yet.
    ToStart,
    /// The server, and its next number.
    Next(Var<Server>, u64),
    /// It is stopped.
    Stopped,
}

const ENOUGH: u64 = 10;

/// A server gives the numbers from 0 on.
pub fn numbers<K: Kind>(count: fn() -> Count) -> Machine<State, Starter, K> {
    Machine::new(|| State::ToStart, move || Starter { count })
        .command(start)
        .command_with(next, |command| command.weight(3))
        .command(stop)
        .until(|state| *state == State::Stopped)
}

fn start<K: Kind>(state: &mut State, step: Step<'_, Starter, K>) -> StepResult {
    step.require(*state == State::ToStart)?;
    let server = step.call((), |starter, _, ()| starter.start())?;
    *state = State::Next(server.var(), 0);
    Ok(())
}

fn next<K: Kind>(state: &mut State, step: Step<'_, Starter, K>) -> StepResult {
    let State::Next(server, number @ ..ENOUGH) = *state else { return step.refuse() };
    step.call(server, |_, real, server| real[server].next())?.returns(Ok(number))?;
    *state = State::Next(server, number + 1);
    Ok(())
}

fn stop<K: Kind>(state: &mut State, step: Step<'_, Starter, K>) -> StepResult {
    let State::Next(server, _) = *state else { return step.refuse() };
    step.call(server, |_, real, server| real[server].stop())?;
    *state = State::Stopped;
    Ok(())
}
