//! The chat server of appendix C.1, and the clients of appendix C.3.1: processes, on threads or under the scheduler.

use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use lawful::pulse::process::{
    Down, Message, Pid, demonitor, exit_self, kill, monitor, receive, receive_as,
    receive_as_within, self_pid, send, spawn,
};

/// What is said in a chat.
pub trait Text: fmt::Debug + Clone + Send + 'static {}
impl<T: fmt::Debug + Clone + Send + 'static> Text for T {}

/// What is wrong with a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A message is also delivered to its sender: the paper's incorrect implementation.
    Echoes,
    /// There is no case for messages from the client on the first chair, and the server dies of one.
    /// The paper shows the report of such an error, a `case_clause` after a `send`, and not its cause.
    ForgetsTheFirst,
    /// Clients that have left are still counted.
    CountsTheGone,
    /// A message goes only to the first of the others.
    ThinksOfTwo,
}

/// Request to the server, with the process that asks.
#[derive(Debug)]
pub enum Request<T> {
    /// To end, which all clients are told.
    Stop(Pid),
    /// To give the process a chair.
    Connect(Pid),
    /// To take the chair away. There is no answer.
    Disconnect(Pid),
    /// For the number of chairs that are taken.
    NumberOfClients(Pid),
    /// To tell all others something. There is no answer.
    Post(Pid, T),
}

/// Answers of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The request was done.
    Ok,
    /// All chairs are taken.
    Full,
    /// The number of clients.
    Clients(usize),
}

/// Text of another client, from the server.
#[derive(Debug)]
pub struct Said<T>(pub T);

/// Tells a client that the server has stopped.
#[derive(Debug)]
pub struct Stopped;

/// The server. The paper's has two chairs, and says which messages it does not expect; this one ignores those.
pub fn serve<T: Text>(chairs: usize, fault: Option<Fault>) {
    let mut chairs: Vec<Option<Pid>> = vec![None; chairs];
    let mut gone = 0;
    loop {
        match receive_as() {
            Request::Stop(asker) => {
                chairs.iter().flatten().for_each(|client| send(*client, Stopped));
                return send(asker, Answer::Ok);
            }
            Request::Connect(client) => match chairs.iter_mut().find(|chair| chair.is_none()) {
                Some(chair) => {
                    *chair = Some(client);
                    send(client, Answer::Ok);
                }
                None => send(client, Answer::Full),
            },
            Request::Disconnect(client) => {
                let own = chairs.iter_mut().filter(|chair| **chair == Some(client));
                own.for_each(|chair| {
                    *chair = None;
                    gone += 1;
                });
            }
            Request::NumberOfClients(asker) => {
                let counted = if fault == Some(Fault::CountsTheGone) { gone } else { 0 };
                send(asker, Answer::Clients(chairs.iter().flatten().count() + counted));
            }
            Request::Post(sender, text) => post::<T>(&chairs, sender, text, fault),
        }
    }
}

fn post<T: Text>(chairs: &[Option<Pid>], sender: Pid, text: T, fault: Option<Fault>) {
    if chairs.first() == Some(&Some(sender)) && fault == Some(Fault::ForgetsTheFirst) {
        exit_self("case_clause".into());
    }
    let most = if fault == Some(Fault::ThinksOfTwo) { 1 } else { usize::MAX };
    let is_meant = |client: &&Pid| **client != sender || fault == Some(Fault::Echoes);
    let others = chairs.iter().flatten().filter(is_meant);
    others.take(most).for_each(|client| send(*client, Said(text.clone())));
}

/// No answer came, since the process that should give it is dead: in the paper a timeout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoAnswer;

/// Why a client is not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotConnected {
    /// All chairs are taken.
    ServerIsFull,
    /// There is no server.
    NoAnswer,
}

/// Sends a request to a process and waits for its answer, which is a message of type `A`.
fn call<R: fmt::Debug + Send + 'static, A: 'static>(pid: Pid, request: R) -> Result<A, NoAnswer> {
    let watch = monitor(pid);
    send(pid, request);
    let answer = receive(|message: Message| {
        let answer = message.into_value().map(Ok);
        answer.or_else(|message| {
            message.take_if(|down: &Down| down.monitor == watch, |_| Err(NoAnswer))
        })
    });
    demonitor(watch);
    answer
}

/// A server that was started, for those who call it. It is killed when this is dropped.
pub struct Server<T> {
    pid: Pid,
    text: PhantomData<fn(T)>,
}

/// A client that was let in, which is a process of its own. It is killed when this is dropped.
pub struct Client<T> {
    pid: Pid,
    text: PhantomData<fn(T)>,
}

impl<T: Text> Server<T> {
    /// Starts a server with so many chairs.
    pub fn start(chairs: usize, fault: Option<Fault>) -> Self {
        Server { pid: spawn(move || serve::<T>(chairs, fault)), text: PhantomData }
    }

    /// The process.
    pub fn pid(&self) -> Pid {
        self.pid
    }

    /// Lets a client in.
    pub fn connect(&self) -> Result<Client<T>, NotConnected> {
        let (spawner, server) = (self_pid(), self.pid);
        let pid = spawn(move || client::<T>(spawner, server));
        let client = Client { pid, text: PhantomData };
        let Connected(_, answer) = receive(|message: Message| {
            message.take_if(|Connected(client, _)| *client == pid, |connected| connected)
        });
        match answer {
            Ok(Answer::Ok) => Ok(client),
            Ok(_) => Err(NotConnected::ServerIsFull),
            Err(NoAnswer) => Err(NotConnected::NoAnswer),
        }
    }

    /// How many clients there are.
    pub fn number_of_clients(&self) -> Result<usize, NoAnswer> {
        number_of_clients::<T>(self.pid)
    }

    /// Stops the server.
    pub fn stop(&self) -> Result<(), NoAnswer> {
        call::<Request<T>, Answer>(self.pid, Request::Stop(self_pid())).map(drop)
    }
}

fn number_of_clients<T: Text>(server: Pid) -> Result<usize, NoAnswer> {
    match call::<Request<T>, Answer>(server, Request::NumberOfClients(self_pid()))? {
        Answer::Clients(number) => Ok(number),
        Answer::Ok | Answer::Full => Err(NoAnswer),
    }
}

/// Order to a client, with the process that gives it.
#[derive(Debug)]
enum Command<T> {
    Disconnect(Pid),
    Send(Pid, T),
    Receive(Pid),
}

/// Tells the process that spawned a client what the server answered.
#[derive(Debug)]
struct Connected(Pid, Result<Answer, NoAnswer>);

/// A command of a client was carried out.
#[derive(Debug)]
struct Done;

/// Text that a client received, if there was one.
#[derive(Debug)]
struct Received<T>(Result<T, NoAnswer>);

/// A client: the paper's `client` and `client_loop`.
fn client<T: Text>(spawner: Pid, server: Pid) {
    let answer = call::<Request<T>, Answer>(server, Request::Connect(self_pid()));
    send(spawner, Connected(self_pid(), answer));
    if answer != Ok(Answer::Ok) {
        return;
    }
    loop {
        match receive_as::<Command<T>>() {
            Command::Disconnect(asker) => {
                send(server, Request::<T>::Disconnect(self_pid()));
                return send(asker, Done);
            }
            Command::Send(asker, text) => {
                send(server, Request::Post(self_pid(), text));
                send(asker, Done);
            }
            Command::Receive(asker) => {
                // What the server sent before this answer has arrived before it, so there is nothing to wait for. The
                // paper waits for a second.
                let _ = number_of_clients::<T>(server);
                let said = receive_as_within::<Said<T>>(Duration::ZERO);
                send(asker, Received(said.map(|Said(text)| text).ok_or(NoAnswer)));
            }
        }
    }
}

impl<T: Text> Client<T> {
    /// Leaves.
    pub fn disconnect(&self) -> Result<(), NoAnswer> {
        self.tell(Command::Disconnect(self_pid()))
    }

    /// Says something to all others. The server does not answer, so it is not noticed here if it dies of it.
    pub fn send(&self, text: T) -> Result<(), NoAnswer> {
        self.tell(Command::Send(self_pid(), text))
    }

    /// The oldest text that was not received yet.
    pub fn receive(&self) -> Result<T, NoAnswer> {
        let Received(text) = call(self.pid, Command::<T>::Receive(self_pid()))?;
        text
    }

    fn tell(&self, command: Command<T>) -> Result<(), NoAnswer> {
        call(self.pid, command).map(|Done| ())
    }
}

impl<T> Drop for Server<T> {
    fn drop(&mut self) {
        kill(self.pid);
    }
}

impl<T> Drop for Client<T> {
    fn drop(&mut self) {
        kill(self.pid);
    }
}

/// Processes on threads are numbered through a program, so that the number would be another in every test.
impl<T> fmt::Debug for Server<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Server").finish_non_exhaustive()
    }
}

impl<T> fmt::Debug for Client<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Client").finish_non_exhaustive()
    }
}
