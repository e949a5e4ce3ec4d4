//! A controller's link to a proxy: a call in memory, or a connection over TCP. Either way messages
//! go as bytes, in either form, and a test sees three things: the reply, that there is none, and a crash.

use std::any::Any;
use std::error::Error;
use std::fmt::{self, Display};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use super::encode::EncodeError;
use super::faults::Faults;
use super::form::{Form, FormError};
use super::message::Message;
use super::proxy::Proxy;
use super::tcp::Connection;

/// How long a reply over TCP may take, unless something else is said.
pub const REPLY_TIME_LIMIT: Duration = Duration::from_millis(200);

/// A link to a proxy of its own, which ends with the link.
#[derive(Debug)]
pub struct Link {
    route: Route,
    form: Form,
    faults: Faults,
    /// What a crash said. There is no proxy after it.
    crash: Option<String>,
}

#[derive(Debug)]
enum Route {
    Memory(Proxy),
    Tcp { connection: Connection, time_limit: Duration },
}

/// Why a request has no reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// The proxy never answers, or not in time.
    NoAnswer,
    /// The proxy crashed, now or before, with this message.
    Crashed(String),
    /// The request cannot be said in the form of the link.
    Encode(EncodeError),
    /// The reply is not a message in the form of the link.
    Decode(FormError),
    /// The network failed. That is not the proxy's fault.
    Network(String),
}

impl Display for LinkError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::NoAnswer => write!(formatter, "the proxy does not answer"),
            LinkError::Crashed(message) => write!(formatter, "the proxy crashed: {message}"),
            LinkError::Encode(error) => write!(formatter, "the request cannot be sent: {error}"),
            LinkError::Decode(error) => write!(formatter, "the reply is not a message: {error}"),
            LinkError::Network(error) => write!(formatter, "the network failed: {error}"),
        }
    }
}

impl Error for LinkError {}

impl From<EncodeError> for LinkError {
    fn from(error: EncodeError) -> Self {
        LinkError::Encode(error)
    }
}

impl From<FormError> for LinkError {
    fn from(error: FormError) -> Self {
        LinkError::Decode(error)
    }
}

impl From<io::Error> for LinkError {
    fn from(error: io::Error) -> Self {
        LinkError::Network(error.to_string())
    }
}

impl Link {
    /// A link to a new proxy that is called directly.
    ///
    /// ```
    /// use lawful_gallery::media_proxy::message::*;
    /// use lawful_gallery::media_proxy::{ErrorCode, Faults, Link};
    ///
    /// let mut link = Link::in_memory(Faults::default());
    /// let termination = TerminationId::Path(vec![Part::Name(String::from("ip"))]);
    /// let command = Command::Subtract { termination };
    /// let reply = link.request(&Message::request(1, ContextId::Number(9), command)).unwrap();
    /// assert_eq!(reply.error(), Some(&ErrorCode::UnknownContext.descriptor()));
    /// ```
    pub fn in_memory(faults: Faults) -> Self {
        Link::new(Route::Memory(Proxy::new(faults)), faults)
    }

    /// A link over TCP to a new proxy in a thread of its own.
    pub fn over_tcp(faults: Faults, time_limit: Duration) -> io::Result<Self> {
        let connection = Connection::to(Proxy::new(faults))?;
        Ok(Link::new(Route::Tcp { connection, time_limit }, faults))
    }

    fn new(route: Route, faults: Faults) -> Self {
        Link { route, form: Form::default(), faults, crash: None }
    }

    /// With requests in this form instead of text. Replies are in the form of their requests.
    pub fn speaking(self, form: Form) -> Self {
        Link { form, ..self }
    }

    /// Sends a request and waits for its reply.
    pub fn request(&mut self, message: &Message) -> Result<Message, LinkError> {
        if let Some(crash) = &self.crash {
            return Err(LinkError::Crashed(crash.clone()));
        }
        let bytes = self.form.encode(message, self.faults)?;
        let reply = self.route.exchange(self.form, &bytes, message.transaction());
        if let Err(LinkError::Crashed(message)) = &reply {
            self.crash = Some(message.clone());
        }
        reply
    }
}

impl Route {
    fn exchange(
        &mut self,
        form: Form,
        bytes: &[u8],
        transaction: Option<u32>,
    ) -> Result<Message, LinkError> {
        match self {
            Route::Memory(proxy) => {
                let handled = catch_unwind(AssertUnwindSafe(|| proxy.handle_bytes(bytes)));
                let reply = handled.map_err(|panic| LinkError::Crashed(message_of(&*panic)))?;
                Ok(form.decode(&reply.ok_or(LinkError::NoAnswer)?)?)
            }
            Route::Tcp { connection, time_limit } => {
                let deadline = Instant::now() + *time_limit;
                connection.send(bytes)?;
                loop {
                    let reply = form.decode(&connection.receive(deadline)?)?;
                    // An answer that comes too late is not the next request's.
                    let is_late = reply.transaction().is_some_and(|of| Some(of) != transaction);
                    if !is_late {
                        return Ok(reply);
                    }
                }
            }
        }
    }
}

/// What a panic said.
pub(super) fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or(panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a message").to_string()
}
