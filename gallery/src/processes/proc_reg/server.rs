//! The server, which hears of the end of processes.

use lawful::pulse::process::{Down, Pid, demonitor, is_alive, monitor, receive, send};

use super::Version;
use super::table::{Key, Name, Table, Value};

/// A call, which is answered.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// Who asks.
    pub client: Pid,
    /// Tells this call from others.
    pub tag: u64,
    /// What for.
    pub request: Request,
}

/// What the server is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// To remove the name of a process that is dead, if it is one.
    Audit(Name),
    /// To remove a name that is in use.
    Unregister(Name),
}

/// The answer to a call: whether there was something to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// That of the call.
    pub tag: u64,
    /// The answer.
    pub done: bool,
}

/// A client made a forward entry; nobody waits for an answer.
#[derive(Clone, Copy, Debug)]
pub struct Cast(pub Name, pub Pid);

enum Task {
    Complete(Name, Pid),
    Answer(Call),
    Forget(Pid),
}

/// Serves for ever.
pub fn serve(table: &Table, version: Version) {
    loop {
        let task = receive(|message| {
            message
                .take(|Cast(name, pid)| Task::Complete(name, pid))
                .or_else(|message| message.take(Task::Answer))
                .or_else(|message| message.take(|down: Down| Task::Forget(down.pid)))
        });
        match task {
            Task::Complete(name, pid) => complete(table, version, name, pid),
            Task::Answer(Call { client, tag, request }) => {
                let done = answer(table, request);
                send(client, Reply { tag, done });
            }
            Task::Forget(pid) => {
                for name in table.names(pid) {
                    remove(table, name, pid);
                }
            }
        }
    }
}

/// Completes a registration that a client began. Where clients make a reverse entry it is overwritten; one
/// that is missing was removed since, with all that belongs to it.
fn complete(table: &Table, version: Version, name: Name, pid: Pid) {
    let key = Key::Reverse(pid, name);
    if version == Version::Original || table.lookup(key).is_some() {
        let watch = monitor(pid);
        table.insert(key, Value::Monitor(Some(watch)));
    }
}

fn answer(table: &Table, request: Request) -> bool {
    match request {
        Request::Audit(name) => {
            let Some(pid) = table.process(name).filter(|pid| !is_alive(*pid)) else { return false };
            // What has no reverse entry is not known here.
            let is_known = table.lookup(Key::Reverse(pid, name)).is_some();
            if is_known {
                remove(table, name, pid);
            }
            is_known
        }
        Request::Unregister(name) => {
            let Some(pid) = table.process(name) else { return false };
            // The dead have no names, also while their DOWN messages are on their way.
            let is_in_use = is_alive(pid);
            remove(table, name, pid);
            is_in_use
        }
    }
}

/// Removes both entries of a registration, and its monitor.
fn remove(table: &Table, name: Name, pid: Pid) {
    if let Some(Value::Monitor(Some(watch))) = table.lookup(Key::Reverse(pid, name)) {
        demonitor(watch);
    }
    if table.process(name) == Some(pid) {
        table.delete(Key::Forward(name));
    }
    table.delete(Key::Reverse(pid, name));
}
