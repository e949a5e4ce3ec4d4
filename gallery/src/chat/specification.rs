//! The specification of appendix C.3.

use std::collections::VecDeque;

use lawful::machine::Symbolic;
use lawful::machine::symbolic::*;
use lawful::parallel::{Parallel, Schedules, Share};
use lawful::pulse::process::{Order, order};

use super::server::{self, Fault, NotConnected};

/// Messages of a chat.
pub type Message = u8;
type Server = server::Server<Message>;
type Client = server::Client<Message>;

pub use Messages::{One, Several};

/// What is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Messages {
    /// Always the same, as in the paper.
    One,
    /// One of several.
    Several,
}

/// The system under test starts servers. All else is up to them and their clients.
#[derive(Clone, Debug)]
pub struct Starter {
    chairs: usize,
    fault: Option<Fault>,
}

/// Many use it at once; what they start is theirs.
impl Share for Starter {
    fn share(&self) -> Self {
        self.clone()
    }
}

/// The paper's `#state`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chat {
    phase: Phase,
    server: Option<Var<Server>>,
    clients: Vec<Var<Client>>,
    /// Messages that were sent, the oldest first, and who has not received them yet.
    queue: VecDeque<(Message, Vec<Var<Client>>)>,
    /// How many commands there were.
    commands: u32,
    chairs: usize,
    messages: Messages,
}

/// The paper's `main_state`. It takes commands that do nothing to get from one phase to the next
/// there; here the phase follows from the rest of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Init,
    Normal,
    /// Nobody connects or sends any more.
    Stopping,
    Stop,
}

/// After so many commands the clients leave, if there are two chairs, and later if there are more.
const MANY: u32 = 10;

/// A server with so many chairs serves its clients.
pub fn chat(chairs: usize, messages: Messages, fault: Option<Fault>) -> Machine<Chat, Starter> {
    let starter = move || {
        // In a scheduled run all processes are on one node, as in the paper. Outside of it they always are.
        order(Order::Mailbox);
        Starter { chairs, fault }
    };
    Machine::new(move || Chat::new(chairs, messages), starter)
        .command(start_server)
        .command(connect)
        .command(disconnect)
        .command_with(send, |command| command.weight(2))
        .command_with(client_receive, |command| command.weight(4))
        .command(stop_server)
        .command_with(connect_when_full, |command| command.negative())
        .until(|chat| chat.phase == Phase::Stop)
        .invariant("the server knows how many clients it has", |chat, _, real| match chat.server {
            Some(server) => real[server].number_of_clients() == Ok(chat.clients.len()),
            None => true,
        })
}

/// Calls of several at once, under the scheduler: each is a step, as far as its callers can tell.
pub fn at_once(
    chairs: usize,
    messages: Messages,
    fault: Option<Fault>,
) -> Parallel<Chat, Starter, Symbolic, Schedules> {
    Parallel::scheduled(chat(chairs, messages, fault)).branches(2)
}

impl Chat {
    fn new(chairs: usize, messages: Messages) -> Self {
        let (clients, queue) = (Vec::new(), VecDeque::new());
        let phase = Phase::Init;
        Chat { phase, server: None, clients, queue, commands: 0, chairs, messages }
    }

    fn counted(&mut self) {
        self.commands += 1;
        if self.commands == MANY * self.chairs as u32 / 2 {
            self.phase = Phase::Stopping;
        }
    }
}

fn start_server(chat: &mut Chat, step: Step<Starter>) -> StepResult {
    step.require(chat.phase == Phase::Init)?;
    let server = step.call((), |starter, _, ()| Server::start(starter.chairs, starter.fault))?;
    chat.server = Some(server.var());
    chat.phase = Phase::Normal;
    Ok(())
}

fn connect(chat: &mut Chat, step: Step<Starter>) -> StepResult {
    step.require(chat.phase == Phase::Normal && chat.clients.len() < chat.chairs)?;
    let server = step.pick(&chat.server)?;
    let client = step.call(server, |_, real, server| real[server].connect())?.succeeds()?;
    chat.clients.push(client.var());
    chat.counted();
    Ok(())
}

fn connect_when_full(chat: &mut Chat, step: Step<Starter>) -> StepResult {
    step.require(chat.phase == Phase::Normal && chat.clients.len() == chat.chairs)?;
    let server = step.pick(&chat.server)?;
    let refusal = step.call(server, |_, real, server| real[server].connect())?.fails()?;
    refusal.returns(NotConnected::ServerIsFull)?;
    chat.counted();
    Ok(())
}

fn disconnect(chat: &mut Chat, step: Step<Starter>) -> StepResult {
    let client = step.pick(&chat.clients)?;
    step.call(client, |_, real, client| real[client].disconnect())?.succeeds()?;
    chat.clients.retain(|other| *other != client);
    chat.queue.iter_mut().for_each(|(_, to)| to.retain(|other| *other != client));
    chat.queue.retain(|(_, to)| !to.is_empty());
    chat.counted();
    Ok(())
}

fn send(chat: &mut Chat, step: Step<Starter>) -> StepResult {
    step.require(chat.phase == Phase::Normal)?;
    let client = step.pick(&chat.clients)?;
    let message = step.draw(if chat.messages == One { 0..=0 } else { 0..=9 });
    step.call((client, message), |_, real, (client, message)| real[client].send(message))?
        .succeeds()?;
    let to: Vec<_> = chat.clients.iter().copied().filter(|other| *other != client).collect();
    if !to.is_empty() {
        chat.queue.push_back((message, to));
    }
    chat.counted();
    Ok(())
}

fn client_receive(chat: &mut Chat, step: Step<Starter>) -> StepResult {
    let Some((message, to)) = chat.queue.front_mut() else { return step.refuse() };
    let client = step.pick(&*to)?;
    step.call(client, |_, real, client| real[client].receive())?.returns(Ok(*message))?;
    to.retain(|other| *other != client);
    if to.is_empty() {
        chat.queue.pop_front();
    }
    chat.counted();
    Ok(())
}

fn stop_server(chat: &mut Chat, step: Step<Starter>) -> StepResult {
    step.require(chat.phase == Phase::Stopping && chat.clients.is_empty())?;
    let server = step.pick(&chat.server)?;
    step.call(server, |_, real, server| real[server].stop())?.succeeds()?;
    (chat.phase, chat.server) = (Phase::Stop, None);
    Ok(())
}
