//! From messages to their binary form.

use super::super::encode::{EncodeError, can_be_read_back, check_error, check_path};
use super::super::message::*;
use super::ber::{OCTETS, SEQUENCE, Writer, constructed, primitive};
use super::{BEFORE_LETTERS, CHOOSE, LETTERS, is_reserved};

/// Returns the binary form of a message.
///
/// ```
/// use lawful_gallery::media_proxy::message::*;
/// use lawful_gallery::media_proxy::{decode_binary, encode_binary};
///
/// let command = Command::Subtract { termination: TerminationId::Choose };
/// let message = Message::request(1, ContextId::Number(2), command);
/// let bytes = encode_binary(&message).unwrap();
/// assert_eq!(decode_binary(&bytes), Ok(message));
/// ```
pub fn encode_binary(message: &Message) -> Result<Vec<u8>, EncodeError> {
    let mut writer = Writer::default();
    writer.element(SEQUENCE, |writer| {
        writer.element(constructed(1), |writer| {
            writer.integer(primitive(0), 1);
            sender(writer, message.sender)?;
            writer.element(constructed(2), |writer| body(writer, &message.body))
        })
    })?;
    Ok(writer.bytes)
}

type Encoded = Result<(), EncodeError>;

fn sender(writer: &mut Writer, sender: Sender) -> Encoded {
    writer.element(constructed(1), |writer| {
        writer.element(constructed(0), |writer| {
            writer.octets(primitive(0), &sender.address.octets());
            if let Some(port) = sender.port {
                writer.integer(primitive(1), port.into());
            }
            Ok(())
        })
    })
}

fn body(writer: &mut Writer, body: &Body) -> Encoded {
    match body {
        Body::Error(descriptor) => error(writer, 0, descriptor),
        Body::Request(request) => writer.element(constructed(1), |writer| {
            writer.element(constructed(0), |writer| {
                writer.integer(primitive(0), request.transaction);
                writer.element(constructed(1), |writer| {
                    writer.element(SEQUENCE, |writer| action(writer, request))
                })
            })
        }),
        Body::Reply(of) => writer.element(constructed(1), |writer| {
            writer.element(constructed(2), |writer| {
                writer.integer(primitive(0), of.transaction);
                writer.element(constructed(2), |writer| reply(writer, &of.body))
            })
        }),
    }
}

fn action(writer: &mut Writer, request: &Request) -> Encoded {
    context(writer, request.context)?;
    writer.element(constructed(3), |writer| {
        writer.element(SEQUENCE, |writer| {
            writer.element(constructed(0), |writer| command(writer, &request.command))
        })
    })
}

fn reply(writer: &mut Writer, reply: &ReplyBody) -> Encoded {
    let (of, result) = match reply {
        ReplyBody::Refused(descriptor) => return error(writer, 0, descriptor),
        ReplyBody::Action { context, result } => (*context, result),
    };
    writer.element(constructed(1), |writer| {
        writer.element(SEQUENCE, |writer| {
            context(writer, of)?;
            if let Err(descriptor) = result {
                error(writer, 1, descriptor)?;
            }
            writer.element(constructed(3), |writer| match result {
                Ok(done) => command_reply(writer, done),
                Err(_) => Ok(()),
            })
        })
    })
}

fn context(writer: &mut Writer, context: ContextId) -> Encoded {
    let number = match context {
        ContextId::Choose => CHOOSE,
        ContextId::Number(number) if is_reserved(number) => {
            return Err(EncodeError::Context(number));
        }
        ContextId::Number(number) => number,
    };
    writer.integer(primitive(0), number);
    Ok(())
}

/// Number of a command's alternative; the standard's `Move` has 1.
pub(super) fn alternative(command: CommandKind) -> u8 {
    match command {
        CommandKind::Add => 0,
        CommandKind::Modify => 2,
        CommandKind::Subtract => 3,
    }
}

fn command(writer: &mut Writer, command: &Command) -> Encoded {
    writer.element(constructed(alternative(command.kind())), |writer| match command {
        Command::Add { termination: id, media: of }
        | Command::Modify { termination: id, media: of } => {
            termination(writer, id)?;
            writer.element(constructed(1), |writer| media(writer, 0, of))
        }
        Command::Subtract { termination: id } => termination(writer, id),
    })
}

fn command_reply(writer: &mut Writer, reply: &CommandReply) -> Encoded {
    writer.element(constructed(alternative(reply.command)), |writer| {
        termination(writer, &reply.termination)?;
        match &reply.media {
            Some(of) => writer.element(constructed(1), |writer| media(writer, 1, of)),
            None => Ok(()),
        }
    })
}

fn termination(writer: &mut Writer, termination: &TerminationId) -> Encoded {
    check_path(termination)?;
    writer.element(constructed(0), |writer| {
        writer.element(SEQUENCE, |writer| {
            // Left to choose: in an identifier of one octet, the level that begins at bit 7 and all below it. The
            // octet means nothing.
            let (wildcards, id): (&[u8], String) = match termination {
                TerminationId::Choose => (&[0x47], String::from("\0")),
                TerminationId::Path(_) => (&[], termination.to_string()),
            };
            writer.element(constructed(0), |writer| {
                wildcards.iter().for_each(|wildcard| writer.octets(OCTETS, &[*wildcard]));
                Ok(())
            })?;
            writer.octets(primitive(1), id.as_bytes());
            Ok(())
        })
    })
}

/// Writes a media descriptor. Its number as a descriptor of a request differs from that in a reply.
fn media(writer: &mut Writer, number: u8, media: &MediaDescriptor) -> Encoded {
    writer.element(constructed(number), |writer| {
        writer.element(constructed(1), |writer| match media {
            MediaDescriptor::OneStream(of) => parameters(writer, 0, of),
            MediaDescriptor::Streams(streams) => writer.element(constructed(1), |writer| {
                streams.iter().try_for_each(|stream| {
                    writer.element(SEQUENCE, |writer| {
                        writer.integer(primitive(0), stream.id.0.into());
                        parameters(writer, 1, &stream.parameters)
                    })
                })
            }),
        })
    })
}

fn parameters(writer: &mut Writer, number: u8, parameters: &StreamParameters) -> Encoded {
    writer.element(constructed(number), |writer| {
        if let Some(LocalControl { mode }) = parameters.local_control {
            writer.element(constructed(0), |writer| {
                writer.integer(primitive(0), of_mode(mode));
                writer.element(constructed(3), |_| Ok(()))
            })?;
        }
        let descriptors = [(1, &parameters.local), (2, &parameters.remote)];
        descriptors.into_iter().try_for_each(|(number, of)| match of {
            Some(of) => writer.element(constructed(number), |writer| session(writer, of)),
            None => Ok(()),
        })
    })
}

/// The standard's `StreamMode`.
pub(super) fn of_mode(mode: Mode) -> u32 {
    match mode {
        Mode::SendOnly => 0,
        Mode::ReceiveOnly => 1,
        Mode::SendReceive => 2,
        Mode::Inactive => 3,
    }
}

/// Writes the groups of a session description, each of which begins with a `v`.
fn session(writer: &mut Writer, session: &SessionDescription) -> Encoded {
    writer.element(constructed(0), |writer| {
        let mut left = session.lines.as_slice();
        while let [_, after @ ..] = left {
            let length = 1 + after.iter().take_while(|line| line.kind != 'v').count();
            let (group, rest) = left.split_at(length);
            left = rest;
            writer.element(SEQUENCE, |writer| {
                group.iter().try_for_each(|line| session_line(writer, line))
            })?;
        }
        Ok(())
    })
}

fn session_line(writer: &mut Writer, line: &SessionLine) -> Encoded {
    let index = LETTERS.iter().position(|letter| *letter == line.kind);
    let Some(index) = index.filter(|_| can_be_read_back(line)) else {
        return Err(EncodeError::Line(line.clone()));
    };
    let name = BEFORE_LETTERS + 1 + index as u32;
    writer.element(SEQUENCE, |writer| {
        writer.octets(primitive(0), &name.to_be_bytes());
        writer.element(constructed(1), |writer| {
            writer.octets(OCTETS, line.value.as_bytes());
            Ok(())
        })
    })
}

fn error(writer: &mut Writer, number: u8, error: &ErrorDescriptor) -> Encoded {
    check_error(error)?;
    if !error.text.is_ascii() {
        return Err(EncodeError::Text(error.text.clone()));
    }
    writer.element(constructed(number), |writer| {
        writer.integer(primitive(0), error.code.into());
        if !error.text.is_empty() {
            writer.octets(primitive(1), error.text.as_bytes());
        }
        Ok(())
    })
}
