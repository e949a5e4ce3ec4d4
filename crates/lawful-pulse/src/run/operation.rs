//! What a task is about to do, or waits for.

use std::panic::Location;
use std::sync::atomic::Ordering;

/// A line of the program under test.
pub(crate) type Place = &'static Location<'static>;

/// Something that tasks share: where it lives, and where it was made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Object {
    pub address: usize,
    pub made: Option<Place>,
}

impl Object {
    /// What is not about anything in particular.
    pub const NONE: Object = Object { address: 0, made: None };
    /// Whatever lies outside of the program: effects may all touch the same.
    pub const WORLD: Object = Object { address: 1, made: None };

    /// What every step may touch: whether it comes before or after such an operation matters.
    pub const EVERYTHING: Object = Object { address: 3, made: None };

    /// Whatever futures share that knows nothing of the scheduler.
    pub const FUTURES: Object = Object { address: 2, made: None };

    /// Trace of the events that a watcher sees, in one order.
    pub const TRACE: Object = Object { address: 4, made: None };

    pub fn new<T: ?Sized>(thing: &T, made: Place) -> Self {
        Object { address: (&raw const *thing).addr(), made: Some(made) }
    }
}

/// What is done to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    Start,
    Yield,
    Lock,
    TryLock,
    Unlock,
    ReadLock,
    WriteLock,
    Wait,
    Notify,
    Load,
    Store,
    Update,
    Exchange,
    After,
    Send,
    Receive,
    Acquire,
    Change,
    Spawn,
    Join,
    Park,
    Unpark,
    Meet,
    Initialise,
    Sleep,
    Poll,
    Read,
    Write,
    Effect,
    Pick,
}

/// An operation: what is done, and to what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operation {
    pub verb: Verb,
    pub object: Object,
    /// The order that an atomic operation asks for.
    pub order: Option<Ordering>,
}

impl Operation {
    pub const fn new(verb: Verb, object: Object) -> Self {
        Operation { verb, object, order: None }
    }

    /// Whether its object is held after it.
    pub fn takes(&self) -> bool {
        let tries = matches!(self.verb, Verb::TryLock | Verb::Initialise);
        tries || matches!(self.verb, Verb::Lock | Verb::ReadLock | Verb::WriteLock)
    }

    /// Whether it leaves its object as it is.
    pub fn reads(&self) -> bool {
        matches!(self.verb, Verb::Load | Verb::Read | Verb::ReadLock)
    }

    /// The operation in words, of the thing that is called so.
    pub fn text(&self, thing: &str) -> String {
        let verb = match self.verb {
            Verb::Start => return String::from("starts"),
            Verb::Yield => return String::from("yields"),
            Verb::Park => return String::from("parks"),
            Verb::Sleep => return String::from("sleeps"),
            Verb::Poll => return String::from("awaits"),
            Verb::Pick => return String::from("picks"),
            Verb::Receive if thing.is_empty() => return String::from("receives"),
            Verb::Receive => return format!("receives from {thing}"),
            Verb::Send => return format!("sends to {thing}"),
            Verb::Wait => return format!("waits on {thing}"),
            Verb::Meet => return format!("comes to {thing}"),
            Verb::Acquire => return format!("acquires from {thing}"),
            Verb::Change => return format!("looks for a change of {thing}"),
            Verb::Lock => "locks",
            Verb::TryLock => "tries to lock",
            Verb::Unlock => "unlocks",
            Verb::ReadLock => "locks for reading",
            Verb::WriteLock => "locks for writing",
            Verb::Notify => "notifies",
            Verb::Load | Verb::Read => "reads",
            Verb::Store | Verb::Write => "writes",
            Verb::Update | Verb::Exchange => "updates",
            Verb::After => return String::from("goes on"),
            Verb::Spawn => "spawns",
            Verb::Join => "joins",
            Verb::Unpark => "unparks",
            Verb::Initialise => "initialises",
            Verb::Effect if thing.is_empty() => return String::from("comes to an effect"),
            Verb::Effect => "calls",
        };
        format!("{verb} {thing}")
    }
}
