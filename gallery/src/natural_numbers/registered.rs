//! `nat_gen`: one server, which everybody knows by its name.

use lawful::machine::symbolic::*;

use super::server::{Count, Server, Stopped};

/// What the name `nat_gen_server` stands for. In Erlang names are known to the whole system; here every
/// case has its own, so that cases can run beside each other.
#[derive(Debug)]
pub struct Registered {
    count: fn() -> Count,
    server: Option<Server>,
}

impl Registered {
    fn start(&mut self) {
        self.server = Some(Server::start((self.count)()));
    }

    fn next(&self) -> Result<u64, Stopped> {
        self.server.as_ref().ok_or(Stopped)?.next()
    }

    fn stop(&mut self) {
        self.server = None;
    }
}

/// The states of figure 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// There is no server yet: `init_server` in the paper.
    ToStart,
    /// The server runs, and this is its next number.
    Next(u64),
    /// There is none any more.
    Stopped,
}

/// From this number on a server is only stopped: one that works up to here works further on.
const ENOUGH: u64 = 10;

/// A server gives the numbers from 0 on.
pub fn numbers(count: fn() -> Count) -> Machine<State, Registered> {
    Machine::new(|| State::ToStart, move || Registered { count, server: None })
        .command(start)
        .command_with(next, |command| command.weight(3))
        .command(stop)
        .until(|state| *state == State::Stopped)
}

fn start(state: &mut State, step: Step<Registered>) -> StepResult {
    step.require(*state == State::ToStart)?;
    step.call((), |registered, _, ()| registered.start())?;
    *state = State::Next(0);
    Ok(())
}

fn next(state: &mut State, step: Step<Registered>) -> StepResult {
    let State::Next(number @ ..ENOUGH) = *state else { return step.refuse() };
    step.call((), |registered, _, ()| registered.next())?.returns(Ok(number))?;
    *state = State::Next(number + 1);
    Ok(())
}

fn stop(state: &mut State, step: Step<Registered>) -> StepResult {
    step.require(matches!(state, State::Next(_)))?;
    step.call((), |registered, _, ()| registered.stop())?;
    *state = State::Stopped;
    Ok(())
}
