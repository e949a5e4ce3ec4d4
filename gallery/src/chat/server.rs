//! The chat server of appendix C.1. A process there, it is here an object that its clients share.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;
use std::rc::Rc;

/// What is said in a chat.
pub type Message = u8;

/// What is wrong with a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A message is also delivered to its sender: the paper's incorrect implementation.
    Echoes,
    /// There is no case for messages from the client on the first chair, and the server dies of one.
    /// It is the error that the paper shows, a `case_clause` after a `send`.
    ForgetsTheFirst,
    /// Clients that have left are still counted.
    CountsTheGone,
    /// A message goes only to the first of the others.
    ThinksOfTwo,
}

/// No answer came: in the paper a timeout.
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

/// A server.
pub struct Server {
    room: Rc<RefCell<Room>>,
}

/// A client that was let in.
pub struct Client {
    number: u32,
    room: Rc<RefCell<Room>>,
    mailbox: Mailbox,
}

/// Messages that were delivered, the oldest first.
type Mailbox = Rc<RefCell<VecDeque<Message>>>;

impl Server {
    /// Starts a server with so many chairs.
    pub fn start(chairs: usize, fault: Option<Fault>) -> Self {
        let chairs = vec![None; chairs];
        let room = Room { runs: true, chairs, connected: 0, gone: 0, fault };
        Server { room: Rc::new(RefCell::new(room)) }
    }

    /// Lets a client in.
    pub fn connect(&self) -> Result<Client, NotConnected> {
        let mut room = self.room.borrow_mut();
        room.running().map_err(|NoAnswer| NotConnected::NoAnswer)?;
        let mailbox = Mailbox::default();
        let number = room.seat(mailbox.clone()).ok_or(NotConnected::ServerIsFull)?;
        Ok(Client { number, room: self.room.clone(), mailbox })
    }

    /// How many clients there are.
    pub fn number_of_clients(&self) -> Result<usize, NoAnswer> {
        let room = self.room.borrow();
        room.running()?;
        Ok(room.count())
    }

    /// Stops the server.
    pub fn stop(&self) -> Result<(), NoAnswer> {
        let mut room = self.room.borrow_mut();
        room.running()?;
        room.runs = false;
        Ok(())
    }
}

impl Client {
    /// Leaves.
    pub fn disconnect(&self) -> Result<(), NoAnswer> {
        let mut room = self.room.borrow_mut();
        room.running()?;
        room.unseat(self.number);
        Ok(())
    }

    /// Says something to all others. Nobody answers, so it is not noticed here if the server dies of it.
    pub fn send(&self, message: Message) -> Result<(), NoAnswer> {
        let mut room = self.room.borrow_mut();
        room.running()?;
        room.deliver(self.number, message);
        Ok(())
    }

    /// The oldest message that was not received yet.
    pub fn receive(&self) -> Result<Message, NoAnswer> {
        self.mailbox.borrow_mut().pop_front().ok_or(NoAnswer)
    }
}

/// What the server knows.
struct Room {
    runs: bool,
    /// Who sits where. In the paper there are two chairs.
    chairs: Vec<Option<Seated>>,
    /// How many clients were ever let in.
    connected: u32,
    /// How many have left.
    gone: usize,
    fault: Option<Fault>,
}

#[derive(Clone)]
struct Seated {
    number: u32,
    mailbox: Mailbox,
}

impl Room {
    fn running(&self) -> Result<(), NoAnswer> {
        if self.runs { Ok(()) } else { Err(NoAnswer) }
    }

    fn seat(&mut self, mailbox: Mailbox) -> Option<u32> {
        let chair = self.chairs.iter_mut().find(|chair| chair.is_none())?;
        self.connected += 1;
        *chair = Some(Seated { number: self.connected, mailbox });
        Some(self.connected)
    }

    fn unseat(&mut self, number: u32) {
        let sits = |seated: &Seated| seated.number == number;
        let chair = self.chairs.iter_mut().find(|chair| chair.as_ref().is_some_and(sits));
        if let Some(chair) = chair {
            *chair = None;
            self.gone += 1;
        }
    }

    fn deliver(&mut self, sender: u32, message: Message) {
        let first = self.chairs.first().and_then(Option::as_ref);
        let is_first = first.is_some_and(|seated| seated.number == sender);
        if is_first && self.fault == Some(Fault::ForgetsTheFirst) {
            self.runs = false;
            return;
        }
        let echoes = self.fault == Some(Fault::Echoes);
        let most = if self.fault == Some(Fault::ThinksOfTwo) { 1 } else { usize::MAX };
        let seated = self.chairs.iter().flatten();
        for to in seated.filter(|to| echoes || to.number != sender).take(most) {
            to.mailbox.borrow_mut().push_back(message);
        }
    }

    fn count(&self) -> usize {
        let seated = self.chairs.iter().flatten().count();
        if self.fault == Some(Fault::CountsTheGone) { seated + self.gone } else { seated }
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Server").finish_non_exhaustive()
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Client({})", self.number)
    }
}
