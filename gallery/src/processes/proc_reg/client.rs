//! What clients do themselves.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use lawful::parallel::Share;
use lawful::pulse::process::{Message, Pid, is_alive, kill, receive, self_pid, send, spawn};

use super::Version;
use super::server::{Call, Cast, Reply, Request, serve};
use super::table::{Key, Name, Table, Value};

/// A registry, for those who use it.
#[derive(Clone, Debug)]
pub struct ProcReg {
    version: Version,
    server: Pid,
    table: Table,
    /// Numbers the calls, which is not for others to notice.
    calls: Arc<AtomicU64>,
    /// Counts the audits that were asked for, which is for tests.
    audits: Arc<AtomicU64>,
}

/// What Erlang calls `badarg`: the name is in use, or is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadArgument;

impl fmt::Display for BadArgument {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("bad argument")
    }
}

impl std::error::Error for BadArgument {}

/// A registry is used by many at once.
impl Share for ProcReg {
    fn share(&self) -> Self {
        self.clone()
    }
}

impl ProcReg {
    /// Starts the server.
    pub fn start(version: Version) -> Self {
        let table = Table::default();
        let own = table.clone();
        let server = spawn(move || serve(&own, version));
        ProcReg { version, server, table, calls: Arc::default(), audits: Arc::default() }
    }

    /// Ends the server.
    pub fn stop(&self) {
        kill(self.server);
    }

    /// Returns the number of audits that clients have asked for.
    pub fn audits(&self) -> u64 {
        self.audits.load(Ordering::Relaxed)
    }

    /// The version that it is.
    pub fn version(&self) -> Version {
        self.version
    }

    /// `reg`: gives a process a name.
    pub fn register(&self, name: Name, pid: Pid) -> Result<(), BadArgument> {
        if self.version >= Version::OnlyOneself && pid != self_pid() {
            return Err(BadArgument);
        }
        if self.version >= Version::LivenessCheck && !is_alive(pid) {
            // Nothing is inserted, but a name that is in use is none that the process could have had.
            return if self.whereis(name).is_none() { Ok(()) } else { Err(BadArgument) };
        }
        if self.insert(name, pid) {
            return Ok(());
        }
        if self.whereis(name).is_some() {
            return Err(BadArgument);
        }
        // Whoever has the name is dead, and the server has still to hear of it.
        self.audits.fetch_add(1, Ordering::Relaxed);
        self.call(Request::Audit(name));
        if self.insert(name, pid) { Ok(()) } else { Err(BadArgument) }
    }

    /// Makes the forward entry, and tells the server to do the rest. Says whether it could.
    fn insert(&self, name: Name, pid: Pid) -> bool {
        let forward = (Key::Forward(name), Value::Process(pid));
        let reverse = (Key::Reverse(pid, name), Value::Monitor(None));
        let is_new = match self.version {
            Version::Original => self.table.insert_new(&[forward]),
            _ => self.table.insert_new(&[forward, reverse]),
        };
        if is_new {
            send(self.server, Cast(name, pid));
        }
        is_new
    }

    /// `where`: the process of a name, if it is alive.
    pub fn whereis(&self, name: Name) -> Option<Pid> {
        self.table.process(name).filter(|pid| is_alive(*pid))
    }

    /// `unreg`: takes a name away.
    pub fn unregister(&self, name: Name) -> Result<(), BadArgument> {
        if self.call(Request::Unregister(name)) { Ok(()) } else { Err(BadArgument) }
    }

    /// `send`: sends a message to the process of a name.
    pub fn send<M: fmt::Debug + Send + 'static>(
        &self,
        name: Name,
        message: M,
    ) -> Result<(), BadArgument> {
        let pid = self.whereis(name).ok_or(BadArgument)?;
        send(pid, message);
        Ok(())
    }

    fn call(&self, request: Request) -> bool {
        let tag = self.calls.fetch_add(1, Ordering::Relaxed);
        send(self.server, Call { client: self_pid(), tag, request });
        receive(|message: Message| {
            message.take_if(|reply: &Reply| reply.tag == tag, |reply| reply.done)
        })
    }
}
