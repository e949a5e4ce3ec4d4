//! From messages to their text form (H.248.1, annex B.2), with the long words; and what the text form and the
//! binary form both refuse.

use std::error::Error;
use std::fmt::{self, Display, Write};

use super::faults::Faults;
use super::message::*;
use super::word::{self, Word, is_name};

/// Why a message has no text form, or no binary form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EncodeError {
    /// Stream parameters say nothing, which the text form cannot.
    EmptyParameters,
    /// A media descriptor has no streams, which the text form cannot say.
    NoStreams,
    /// A context has a number that means something else in the binary form.
    Context(u32),
    /// A termination's identifier has no part, or too many.
    Parts(usize),
    /// A part of a termination's identifier is not a name.
    Name(String),
    /// A line of a session description would not come back as it is.
    Line(SessionLine),
    /// An error code has more than four digits.
    Code(u16),
    /// The text of an error cannot stand between quotes, or is not ASCII in the binary form.
    Text(String),
}

impl Display for EncodeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncodeError::EmptyParameters => write!(
                formatter,
                "the parameters of a stream are empty; give LocalControl, Local or Remote"
            ),
            EncodeError::NoStreams => {
                write!(formatter, "a media descriptor has no streams; give at least one")
            }
            EncodeError::Context(number) => write!(
                formatter,
                "context {number} is NULL, CHOOSE or ALL in the binary form; give another number"
            ),
            EncodeError::Parts(count) => write!(
                formatter,
                "the identifier of a termination has {count} parts; give 1 to {MOST_PARTS}"
            ),
            EncodeError::Name(name) => write!(
                formatter,
                "{name:?} is not a name; begin with a letter, go on with letters, digits and `_`, \
                 at most 64 in all"
            ),
            EncodeError::Line(SessionLine { kind, value }) => write!(
                formatter,
                "{kind:?} = {value:?} is not a line of a session description; give a letter and \
                 one line without white space at its end"
            ),
            EncodeError::Code(code) => {
                write!(formatter, "the error code {code} has more than four digits")
            }
            EncodeError::Text(text) => write!(
                formatter,
                "the text {text:?} of an error has a quote or a control character, or is not ASCII"
            ),
        }
    }
}

impl Error for EncodeError {}

/// The text form of a message.
///
/// With [`Faults::empty_parameters_encode`] that also is what the decoder refuses.
pub fn encode(message: &Message, faults: Faults) -> Result<String, EncodeError> {
    let text = String::with_capacity(512);
    let mut encoder = Encoder { text, empty_parameters: faults.empty_parameters_encode };
    encoder.message(message)?;
    Ok(encoder.text)
}

struct Encoder {
    text: String,
    /// Whether stream parameters may be empty.
    empty_parameters: bool,
}

type Encoded = Result<(), EncodeError>;

impl Encoder {
    fn message(&mut self, message: &Message) -> Encoded {
        let Sender { address, port } = message.sender;
        self.write(format_args!("{}/1 [{address}]", word::MEGACO.long));
        if let Some(port) = port {
            self.write(format_args!(":{port}"));
        }
        self.push(" ");
        match &message.body {
            Body::Request(request) => self.request(request),
            Body::Reply(reply) => self.reply(reply),
            Body::Error(error) => self.error(error),
        }
    }

    fn request(&mut self, request: &Request) -> Encoded {
        self.equation(word::TRANSACTION, request.transaction);
        self.braces(|encoder| {
            encoder.context(request.context);
            encoder.braces(|encoder| encoder.command(&request.command))
        })
    }

    fn reply(&mut self, reply: &Reply) -> Encoded {
        self.equation(word::REPLY, reply.transaction);
        self.braces(|encoder| match &reply.body {
            ReplyBody::Refused(error) => encoder.error(error),
            ReplyBody::Action { context, result } => {
                encoder.context(*context);
                encoder.braces(|encoder| match result {
                    Ok(reply) => encoder.command_reply(reply),
                    Err(error) => encoder.error(error),
                })
            }
        })
    }

    fn context(&mut self, context: ContextId) {
        match context {
            ContextId::Choose => self.equation(word::CONTEXT, "$"),
            ContextId::Number(number) => self.equation(word::CONTEXT, number),
        }
    }

    fn command(&mut self, command: &Command) -> Encoded {
        let word = command.kind().word();
        match command {
            Command::Add { termination, media } | Command::Modify { termination, media } => {
                self.termination(word, termination)?;
                self.braces(|encoder| encoder.media(media))
            }
            Command::Subtract { termination } => self.termination(word, termination),
        }
    }

    fn command_reply(&mut self, reply: &CommandReply) -> Encoded {
        self.termination(reply.command.word(), &reply.termination)?;
        match &reply.media {
            Some(media) => self.braces(|encoder| encoder.media(media)),
            None => Ok(()),
        }
    }

    fn termination(&mut self, command: Word, termination: &TerminationId) -> Encoded {
        check_path(termination)?;
        self.equation(command, termination);
        Ok(())
    }

    fn media(&mut self, media: &MediaDescriptor) -> Encoded {
        self.push(word::MEDIA.long);
        self.braces(|encoder| match media {
            MediaDescriptor::OneStream(parameters) => encoder.parameters(parameters),
            MediaDescriptor::Streams(streams) => encoder.streams(streams),
        })
    }

    fn streams(&mut self, streams: &[StreamDescriptor]) -> Encoded {
        if streams.is_empty() {
            return Err(EncodeError::NoStreams);
        }
        for (index, stream) in streams.iter().enumerate() {
            self.comma_unless(index == 0);
            self.equation(word::STREAM, stream.id.0);
            self.braces(|encoder| encoder.parameters(&stream.parameters))?;
        }
        Ok(())
    }

    fn parameters(&mut self, parameters: &StreamParameters) -> Encoded {
        if parameters.is_empty() && !self.empty_parameters {
            return Err(EncodeError::EmptyParameters);
        }
        if let Some(LocalControl { mode }) = parameters.local_control {
            self.push(word::LOCAL_CONTROL.long);
            self.push(" { ");
            self.equation(word::MODE, mode.word().long);
            self.push(" }");
        }
        let mut first = parameters.local_control.is_none();
        for (word, session) in
            [(word::LOCAL, &parameters.local), (word::REMOTE, &parameters.remote)]
        {
            if let Some(session) = session {
                self.comma_unless(first);
                first = false;
                self.push(word.long);
                self.session(session)?;
            }
        }
        Ok(())
    }

    fn session(&mut self, session: &SessionDescription) -> Encoded {
        // The line break before the closing brace also keeps a backslash at the end of the last
        // value from escaping that brace.
        self.push(" {\n");
        for line in &session.lines {
            if !can_be_read_back(line) {
                return Err(EncodeError::Line(line.clone()));
            }
            self.text.push(line.kind);
            self.text.push('=');
            for character in line.value.chars() {
                if character == '}' {
                    self.text.push('\\');
                }
                self.text.push(character);
            }
            self.text.push('\n');
        }
        self.push("}");
        Ok(())
    }

    fn error(&mut self, error: &ErrorDescriptor) -> Encoded {
        check_error(error)?;
        self.equation(word::ERROR, error.code);
        self.braces(|encoder| {
            if !error.text.is_empty() {
                encoder.write(format_args!("\"{}\"", error.text));
            }
            Ok(())
        })
    }

    fn braces(&mut self, inside: impl FnOnce(&mut Self) -> Encoded) -> Encoded {
        self.push(" { ");
        let begin = self.text.len();
        inside(self)?;
        self.push(if self.text.len() == begin { "}" } else { " }" });
        Ok(())
    }

    fn equation(&mut self, left: Word, right: impl Display) {
        self.write(format_args!("{} = {right}", left.long));
    }

    fn comma_unless(&mut self, first: bool) {
        if !first {
            self.push(", ");
        }
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn write(&mut self, arguments: fmt::Arguments<'_>) {
        self.text.write_fmt(arguments).expect("a string takes any text");
    }
}

/// Checks the parts of a termination's identifier.
pub(super) fn check_path(termination: &TerminationId) -> Encoded {
    let TerminationId::Path(parts) = termination else { return Ok(()) };
    if !(1..=MOST_PARTS).contains(&parts.len()) {
        return Err(EncodeError::Parts(parts.len()));
    }
    parts.iter().try_for_each(|part| match part {
        Part::Name(name) if !is_name(name) => Err(EncodeError::Name(name.clone())),
        _ => Ok(()),
    })
}

/// Checks that an error has a code of at most four digits, and a text that can stand between quotes.
pub(super) fn check_error(error: &ErrorDescriptor) -> Encoded {
    if error.code > 9999 {
        return Err(EncodeError::Code(error.code));
    }
    match error.text.contains(|character: char| character == '"' || character.is_control()) {
        true => Err(EncodeError::Text(error.text.clone())),
        false => Ok(()),
    }
}

/// Returns whether a line of a session description is a letter and one line without white space at its end.
pub(super) fn can_be_read_back(line: &SessionLine) -> bool {
    line.kind.is_ascii_alphabetic()
        && !line.value.contains(['\n', '\r', '\0'])
        && line.value.trim_end_matches([' ', '\t']).len() == line.value.len()
}
