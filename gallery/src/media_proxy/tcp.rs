//! A proxy behind a TCP connection on the loopback interface.
//!
//! Messages go in TPKT packets (RFC 1006, section 6), as H.248.1, annex D.2, wants it: a byte 3, a
//! byte 0, and the length of the packet in two bytes, these four included.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use lawful::Outcome;
use lawful::extend::attempt;

use super::link::{LinkError, message_of};
use super::proxy::Proxy;

const HEADER: usize = 4;

/// A controller's end of a connection to a proxy.
#[derive(Debug)]
pub(super) struct Connection {
    stream: TcpStream,
    /// What has come and is not a whole packet yet. It may come in parts, also after a time limit.
    received: Vec<u8>,
    /// The thread of the proxy, until it is joined. It gives what a crash said.
    server: Option<JoinHandle<Option<String>>>,
}

impl Connection {
    /// Starts a thread for a proxy, and connects to it.
    pub fn to(proxy: Proxy) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let stream = TcpStream::connect(listener.local_addr()?)?;
        let accepted = accept_from(&listener, &stream)?;
        stream.set_nodelay(true)?;
        accepted.set_nodelay(true)?;
        let name = String::from("media proxy");
        let server = thread::Builder::new().name(name).spawn(move || crash_of(proxy, accepted))?;
        Ok(Connection { stream, received: Vec::new(), server: Some(server) })
    }

    pub fn send(&mut self, message: &[u8]) -> Result<(), LinkError> {
        match self.stream.write_all(&packet(message)?) {
            Err(error) if is_closed(&error) => Err(self.crash()),
            sent => Ok(sent?),
        }
    }

    /// The next message that comes before a moment.
    pub fn receive(&mut self, deadline: Instant) -> Result<Vec<u8>, LinkError> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(LinkError::NoAnswer);
        }
        // Replies are so short that they come in one piece. If one does not, the limit is for each
        // piece, and the reply may be a little late.
        self.stream.set_read_timeout(Some(left))?;
        match next_packet(&mut self.stream, &mut self.received) {
            Ok(Some(message)) => Ok(message),
            Ok(None) => Err(self.crash()),
            Err(error) if is_closed(&error) => Err(self.crash()),
            // A time limit is the one or the other, by operating system.
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                Err(LinkError::NoAnswer)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The proxy closes a connection only by crashing, so its thread has ended or is about to.
    fn crash(&mut self) -> LinkError {
        let ended = self.server.take().map(JoinHandle::join);
        match ended {
            Some(Ok(Some(message))) => LinkError::Crashed(message),
            _ => LinkError::Network(String::from("the connection was closed")),
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // The thread reads the end of the connection, and ends too. If that fails, it is not waited
        // for: a thread too many is better than a test that hangs.
        if self.stream.shutdown(Shutdown::Both).is_ok()
            && let Some(server) = self.server.take()
        {
            let _ = server.join();
        }
    }
}

/// The other end of a stream that is connected already. Someone else on the machine may have
/// found the port, and is not let in.
fn accept_from(listener: &TcpListener, stream: &TcpStream) -> io::Result<TcpStream> {
    loop {
        let (accepted, peer) = listener.accept()?;
        if peer == stream.local_addr()? {
            return Ok(accepted);
        }
    }
}

/// Serves, and gives what a crash said, if that is how it ends. A crash is what tests look for, so
/// that it is as silent here as panics are in the thread of a law.
fn crash_of(proxy: Proxy, stream: TcpStream) -> Option<String> {
    let mut crash = None;
    let served = attempt(|| {
        crash = catch_unwind(AssertUnwindSafe(|| serve(proxy, stream))).err();
        Outcome::Passed
    });
    debug_assert!(served.is_ok(), "serving uses no generators");
    crash.map(|panic| message_of(&*panic))
}

/// Answers until the other end closes the connection. A crash of the proxy closes it, too.
fn serve(mut proxy: Proxy, mut stream: TcpStream) {
    let mut received = Vec::new();
    while let Ok(Some(message)) = next_packet(&mut stream, &mut received) {
        if let Some(reply) = proxy.handle_bytes(&message)
            && packet(&reply).and_then(|packet| stream.write_all(&packet)).is_err()
        {
            return;
        }
    }
}

/// Waits for a packet. None comes after the end of the connection.
fn next_packet(stream: &mut TcpStream, received: &mut Vec<u8>) -> io::Result<Option<Vec<u8>>> {
    loop {
        if let Some(message) = take_packet(received)? {
            return Ok(Some(message));
        }
        let mut buffer = [0; 4096];
        match stream.read(&mut buffer) {
            Ok(0) => return Ok(None),
            Ok(count) => received.extend_from_slice(&buffer[..count]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn packet(message: &[u8]) -> io::Result<Vec<u8>> {
    let too_long = |_| io::Error::new(ErrorKind::InvalidInput, "a message of more than a packet");
    let length = u16::try_from(HEADER + message.len()).map_err(too_long)?;
    let [high, low] = length.to_be_bytes();
    Ok([&[3, 0, high, low], message].concat())
}

/// Takes the first packet out of what has come, if it is whole.
fn take_packet(received: &mut Vec<u8>) -> io::Result<Option<Vec<u8>>> {
    let Some(&[version, _, high, low]) = received.first_chunk::<HEADER>() else { return Ok(None) };
    let length = usize::from(u16::from_be_bytes([high, low]));
    if version != 3 || length < HEADER {
        return Err(io::Error::new(ErrorKind::InvalidData, "not a TPKT packet"));
    }
    if received.len() < length {
        return Ok(None);
    }
    let packet: Vec<u8> = received.drain(..length).collect();
    Ok(Some(packet[HEADER..].to_vec()))
}

fn is_closed(error: &io::Error) -> bool {
    let kinds = [ErrorKind::ConnectionReset, ErrorKind::ConnectionAborted, ErrorKind::BrokenPipe];
    kinds.contains(&error.kind())
}
