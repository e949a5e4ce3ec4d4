//! The specification of the registry: section 3.
//!
//! It says what calls do one after the other. That they do so at once as well, whatever the schedule, is the
//! law that the versions break. A registry runs only under a scheduler, so a program of this machine is made
//! outside of a run, and its calls are made inside.
//!
//! To register a dead process changes nothing. It succeeds where the name is free, as the paper's condition in
//! Erlang says; its text has it succeed in any case, which even the last version but one does not do.

use std::fmt;

use lawful::machine::shared::*;
use lawful::pulse::process::{
    Down, Message, Monitor, Order, Pid, demonitor, is_alive, monitor, order, receive, receive_as,
    self_pid, send, spawn,
};

use super::Version;
use super::client::{BadArgument, ProcReg};
use super::table::Name;

/// The names that processes are registered under.
pub const NAMES: [Name; 4] = ["a", "b", "c", "d"];

/// Which processes there are, which are dead, and what the living are registered as. The lists are in the order
/// of names and of variables: what was done in another order is still the same state.
#[derive(Clone, PartialEq)]
pub struct Model {
    /// The same in every state.
    names: &'static [Name],
    pids: Vec<Var<Pid>>,
    killed: Vec<Var<Pid>>,
    registered: Vec<(Name, Var<Pid>)>,
}

impl fmt::Debug for Model {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut model = out.debug_struct("Model");
        model.field("pids", &self.pids).field("killed", &self.killed);
        model.field("registered", &self.registered).finish()
    }
}

impl Model {
    fn find(&self, name: Name) -> Option<Var<Pid>> {
        self.registered.iter().find(|known| known.0 == name).map(|known| known.1)
    }

    fn is_dead(&self, pid: Var<Pid>) -> bool {
        self.killed.contains(&pid)
    }
}

/// The registry, and processes to use as data. The system is a registry that was just started. Messages overtake
/// each other as far as nobody who knows of the first sends the second: what was sent before the branches of a case
/// begin is not overtaken by them.
pub fn machine(version: Version) -> Machine<Model, ProcReg> {
    machine_under(version, Order::Causal, &NAMES)
}

/// The same with another order of messages, and with names of one's own.
pub fn machine_under(
    version: Version,
    promised: Order,
    names: &'static [Name],
) -> Machine<Model, ProcReg> {
    let model =
        move || Model { names, pids: Vec::new(), killed: Vec::new(), registered: Vec::new() };
    let system = move || {
        order(promised);
        ProcReg::start(version)
    };
    let machine = Machine::new(model, system)
        .named_command("spawn", spawn_process)
        .named_command("kill", kill_process);
    let machine = match version {
        Version::OnlyOneself => machine.command(register_itself),
        _ => machine.command(register),
    };
    machine.command(unregister).command(whereis)
}

/// The machine on threads, where what a case started has to be ended when it is over.
pub fn machine_on_threads(version: Version) -> Machine<Model, ProcReg> {
    machine(version).cleanup(|model, registry, real| {
        model.pids.iter().for_each(|pid| lawful_pulse::process::kill(real[*pid]));
        registry.stop();
    })
}

fn spawn_process(model: &mut Model, step: Step<ProcReg>) -> StepResult {
    let pid = step.call((), |registry, _, ()| subject(registry))?;
    insert_in_order(&mut model.pids, pid.var());
    Ok(())
}

fn kill_process(model: &mut Model, step: Step<ProcReg>) -> StepResult {
    let pid = step.pick(&model.pids)?;
    step.call(pid, |_, real, pid| kill(real[pid]))?;
    if !model.is_dead(pid) {
        insert_in_order(&mut model.killed, pid);
    }
    model.registered.retain(|known| known.1 != pid);
    Ok(())
}

fn register(model: &mut Model, step: Step<ProcReg>) -> StepResult {
    let name = step.pick(model.names)?;
    let pid = step.pick(&model.pids)?;
    let free = model.find(name).is_none();
    let result =
        step.call((name, pid), |registry, real, (name, pid)| registry.register(name, real[pid]))?;
    result.returns(if free { Ok(()) } else { Err(BadArgument) })?;
    if free && !model.is_dead(pid) {
        insert_in_order(&mut model.registered, (name, pid));
    }
    Ok(())
}

/// Where processes can register only themselves, one is asked to do so.
fn register_itself(model: &mut Model, step: Step<ProcReg>) -> StepResult {
    let name = step.pick(model.names)?;
    let pid = step.pick(&model.pids)?;
    let (dead, free) = (model.is_dead(pid), model.find(name).is_none());
    let result = step.call((name, pid), |_, real, (name, pid)| ask_to_register(name, real[pid]))?;
    result.ensure("that a living process gets a name that is free", |asked, _| match asked {
        Asked::Registered(result) => !dead && result.is_ok() == free,
        // What it did before its end nobody knows.
        Asked::Gone => true,
    })?;
    if free && !dead {
        insert_in_order(&mut model.registered, (name, pid));
    }
    Ok(())
}

fn unregister(model: &mut Model, step: Step<ProcReg>) -> StepResult {
    let name = step.pick(model.names)?;
    let known = model.find(name).is_some();
    let result = step.call(name, |registry, _, name| registry.unregister(name))?;
    result.returns(if known { Ok(()) } else { Err(BadArgument) })?;
    model.registered.retain(|known| known.0 != name);
    Ok(())
}

/// The paper's `where`, which is a keyword here.
fn whereis(model: &mut Model, step: Step<ProcReg>) -> StepResult {
    let name = step.pick(model.names)?;
    let expected = model.find(name);
    let result = step.call(name, |registry, _, name| registry.whereis(name))?;
    result.ensure("to find what is registered", |result, real| {
        *result == expected.map(|pid| real[pid])
    })
}

fn insert_in_order<T: Ord>(list: &mut Vec<T>, new: T) {
    let place = list.partition_point(|other| *other < new);
    list.insert(place, new);
}

/// Spawns a process that is there to be registered.
pub fn subject(registry: &ProcReg) -> Pid {
    let registry = registry.clone();
    spawn(move || {
        loop {
            let RegisterYourself { name, client, watch } = receive_as();
            let result = registry.register(name, self_pid());
            send(client, Registered { watch, result });
        }
    })
}

/// Kills a process, and returns when it is dead. To ask for that is enough: the question does not overtake
/// the signal.
pub fn kill(pid: Pid) {
    lawful_pulse::process::kill(pid);
    is_alive(pid);
}

/// What comes of asking a process to register itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// It did, or could not.
    Registered(Result<(), BadArgument>),
    /// It is dead.
    Gone,
}

/// Asks a process to register itself.
pub fn ask_to_register(name: Name, pid: Pid) -> Asked {
    let watch = monitor(pid);
    send(pid, RegisterYourself { name, client: self_pid(), watch });
    let asked = receive(|message: Message| {
        message
            .take_if(
                |reply: &Registered| reply.watch == watch,
                |reply| Asked::Registered(reply.result),
            )
            .or_else(|message| {
                message.take_if(|down: &Down| down.monitor == watch, |_| Asked::Gone)
            })
    });
    demonitor(watch);
    assert!(asked != Asked::Gone || !is_alive(pid), "only the dead are gone");
    asked
}

/// Asks a process to register itself.
#[derive(Clone, Copy, Debug)]
struct RegisterYourself {
    name: Name,
    client: Pid,
    /// Tells this request from others.
    watch: Monitor,
}

/// What came of it.
#[derive(Clone, Copy, Debug)]
struct Registered {
    watch: Monitor,
    result: Result<(), BadArgument>,
}
