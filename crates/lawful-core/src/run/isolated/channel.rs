//! The connection between a run and the process that its cases run in.
//!
//! Standard streams belong to the law: it may print, close them, or read. So the connection is a socket of its own, closed
//! in whatever the law starts. On Unix it comes to the child as standard input, where it is taken away before
//! the law runs; elsewhere the child connects to a port of the loopback interface. An argument of the command line, which
//! no other process inherits, says that a process is such a child: to the test harness it is one more
//! filter, which no test has as its name.

use std::io::{self, Read, Write};
use std::process::Stdio;

#[cfg(not(unix))]
pub(super) use by_port::{accept, connect, offer};
#[cfg(unix)]
pub(super) use by_stdin::{accept, connect, offer};

/// Beginning of the argument that makes a process a child.
const MARK: &str = "lawful-child-";
/// Length of a frame that is read at most; a longer one is none of ours.
const LONGEST: u32 = 1 << 30;

#[cfg(unix)]
pub(super) type Stream = std::os::unix::net::UnixStream;
#[cfg(not(unix))]
pub(super) type Stream = std::net::TcpStream;

/// The parent's side before the child is there.
pub(super) struct Offer {
    /// Argument that tells the child of it.
    pub argument: String,
    /// Standard input of the child.
    pub stdin: Stdio,
    pub waiting: Waiting,
}

#[cfg(unix)]
pub(super) type Waiting = Stream;
#[cfg(not(unix))]
pub(super) type Waiting = std::net::TcpListener;

/// Text after the mark in the arguments of this process, if it is a child.
pub(super) fn marked() -> Option<String> {
    let arguments = std::env::args_os().skip(1);
    let mut marked = arguments.filter_map(|one| one.to_str()?.strip_prefix(MARK).map(String::from));
    marked.next()
}

/// Writes a frame: its length, and then its bytes.
pub(super) fn write_frame(stream: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).map_err(|_| io::ErrorKind::InvalidData)?;
    // In one piece, so that it is one packet.
    stream.write_all(&[&length.to_le_bytes(), bytes].concat())
}

/// Reads the next frame, if there is one.
pub(super) fn read_frame(stream: &mut impl Read) -> Option<Vec<u8>> {
    let mut length = [0; 4];
    stream.read_exact(&mut length).ok()?;
    let length = Some(u32::from_le_bytes(length)).filter(|length| *length <= LONGEST)?;
    let mut bytes = vec![0; length as usize];
    stream.read_exact(&mut bytes).ok()?;
    Some(bytes)
}

#[cfg(unix)]
mod by_stdin {
    use std::os::fd::OwnedFd;

    use super::*;

    pub fn offer(word: &str) -> io::Result<Offer> {
        let (waiting, theirs) = Stream::pair()?;
        let stdin = Stdio::from(OwnedFd::from(theirs));
        Ok(Offer { argument: format!("{MARK}{word}"), stdin, waiting })
    }

    pub fn accept(waiting: Waiting, _: impl FnMut() -> bool) -> io::Result<Stream> {
        Ok(waiting)
    }

    /// The connection, and the word that the parent says first.
    pub fn connect(marked: &str) -> io::Result<(Stream, String)> {
        Ok((Stream::from(lawful_system::take_stdin()?), marked.to_string()))
    }
}

/// Compiled on Unix for its test alone.
#[cfg(any(test, not(unix)))]
#[cfg_attr(unix, allow(dead_code))]
mod by_port {
    use std::net::{Ipv4Addr, TcpListener, TcpStream};
    use std::time::Duration;

    use super::*;

    pub struct PortOffer {
        pub argument: String,
        pub waiting: TcpListener,
    }

    fn offer_port(word: &str) -> io::Result<PortOffer> {
        let waiting = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let port = waiting.local_addr()?.port();
        Ok(PortOffer { argument: format!("{MARK}{port}-{word}"), waiting })
    }

    #[cfg(not(unix))]
    pub fn offer(word: &str) -> io::Result<Offer> {
        let PortOffer { argument, waiting } = offer_port(word)?;
        Ok(Offer { argument, stdin: Stdio::null(), waiting })
    }

    /// Waits for the child to connect, as long as `goes_on` says.
    pub fn accept(
        waiting: TcpListener,
        mut goes_on: impl FnMut() -> bool,
    ) -> io::Result<TcpStream> {
        waiting.set_nonblocking(true)?;
        loop {
            match waiting.accept() {
                Ok((stream, _)) => {
                    stream.set_nonblocking(false)?;
                    stream.set_nodelay(true)?;
                    return Ok(stream);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock && goes_on() => {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Err(error) => return Err(error),
            }
        }
    }

    pub fn connect(marked: &str) -> io::Result<(TcpStream, String)> {
        let (port, word) = marked.split_once('-').ok_or(io::ErrorKind::InvalidInput)?;
        let port: u16 = port.parse().map_err(|_| io::ErrorKind::InvalidInput)?;
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
        stream.set_nodelay(true)?;
        Ok((stream, word.to_string()))
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn frames_go_to_and_fro_over_a_port() {
            let PortOffer { argument, waiting } = offer_port("word").unwrap();
            let marked = argument.strip_prefix(MARK).unwrap().to_string();
            let child = std::thread::spawn(move || {
                let (mut stream, word) = connect(&marked).unwrap();
                let frame = read_frame(&mut stream).unwrap();
                write_frame(&mut stream, &[frame, word.into_bytes()].concat()).unwrap();
            });
            let mut stream = accept(waiting, || true).unwrap();
            write_frame(&mut stream, b"a long ").unwrap();
            assert_eq!(read_frame(&mut stream).unwrap(), b"a long word");
            assert_eq!(read_frame(&mut stream), None, "the other end is closed");
            child.join().unwrap();
        }

        #[test]
        fn a_child_that_never_connects_is_given_up() {
            let mut looks = 0;
            let PortOffer { waiting, .. } = offer_port("word").unwrap();
            let goes_on = || {
                looks += 1;
                looks < 3
            };
            assert!(accept(waiting, goes_on).is_err());
        }
    }
}
