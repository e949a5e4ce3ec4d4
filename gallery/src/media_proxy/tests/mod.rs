//! The two forms, the proxy with and without its faults, the two links, and the specification.

mod binary;
mod faults;
mod links;
mod proxy;
mod specification;
mod text;

use super::message::*;

fn termination(text: &str) -> TerminationId {
    let part = |part: &str| match part.parse() {
        Ok(number) => Part::Number(number),
        Err(_) => Part::Name(part.to_string()),
    };
    TerminationId::Path(text.split('/').map(part).collect())
}

fn with_mode(mode: Mode) -> StreamParameters {
    let local_control = Some(LocalControl { mode });
    StreamParameters { local_control, ..StreamParameters::default() }
}

/// Streams 1, 2 and so on, of one mode.
fn media(count: u16, mode: Mode) -> MediaDescriptor {
    let stream = |id| StreamDescriptor { id: StreamId(id), parameters: with_mode(mode) };
    MediaDescriptor::Streams((1..=count).map(stream).collect())
}

/// An Add with so many inactive streams, which leaves the choice of the termination.
fn add(count: u16) -> Command {
    Command::Add { termination: TerminationId::Choose, media: media(count, Mode::Inactive) }
}
