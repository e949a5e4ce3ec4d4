//! From the text form to messages: a recursive descent through the ABNF grammar (H.248.1, annex
//! B.2), as far as the types of messages go.
//!
//! Case does not matter, short words are as good as long ones, and white space and comments may be
//! wherever the grammar has them. In one place the decoder knows more than the grammar: the
//! identifier of a termination may begin with a number. The papers' decoder let that through too,
//! so that it came to the proxy.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use super::message::*;
use super::word::{self, Word, is_name};

/// A text is not a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// The line where it goes wrong, from 1.
    pub line: usize,
    /// The character in that line, from 1.
    pub column: usize,
    /// What should be there.
    pub expected: &'static str,
    /// What is there.
    pub found: String,
    /// How far it was understood.
    pub within: Within,
}

/// What a text is known to be about when it goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// Nothing is known.
    Message,
    /// The transaction of this number.
    Transaction(u32),
    /// The transaction of this number, and in it the context.
    Action(u32, ContextId),
}

impl Display for DecodeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DecodeError { line, column, expected, found, .. } = self;
        write!(formatter, "line {line}, column {column}: expected {expected}, found {found}")
    }
}

impl Error for DecodeError {}

/// The message of a text.
pub fn decode(text: &str) -> Result<Message, DecodeError> {
    let mut decoder = Decoder { text, position: 0, within: Within::Message };
    let message = decoder.message()?;
    decoder.skip_space();
    match decoder.rest().is_empty() {
        true => Ok(message),
        false => decoder.expected("the end of the message"),
    }
}

struct Decoder<'a> {
    text: &'a str,
    /// Up to which byte the text is read.
    position: usize,
    within: Within,
}

type Decoded<T> = Result<T, DecodeError>;

/// The grammar, from the message down.
impl Decoder<'_> {
    fn message(&mut self) -> Decoded<Message> {
        self.keyword(word::MEGACO, "`MEGACO`")?;
        self.symbol("/", "`/`")?;
        self.skip_space();
        let before_version = self.position;
        let version: u16 = self.number("version 1")?;
        if version != 1 {
            self.position = before_version;
            return self.expected("version 1");
        }
        let sender = self.sender()?;
        let choices = [
            (word::TRANSACTION, Self::request as fn(&mut Self) -> Decoded<Body>),
            (word::REPLY, Self::reply),
            (word::ERROR, |decoder| decoder.error().map(Body::Error)),
        ];
        let rest = self.one_of(&choices, "`Transaction`, `Reply` or `Error`")?;
        Ok(Message { sender, body: rest(self)? })
    }

    fn sender(&mut self) -> Decoded<Sender> {
        self.symbol("[", "`[`")?;
        self.skip_space();
        let length = self.length(|byte| byte.is_ascii_digit() || byte == b'.');
        let Ok(address) = self.rest()[..length].parse() else {
            return self.expected("an address such as 127.0.0.1");
        };
        self.position += length;
        self.symbol("]", "`]`")?;
        let port = match self.takes(":") {
            true => Some(self.number("a port")?),
            false => None,
        };
        Ok(Sender { address, port })
    }

    fn request(&mut self) -> Decoded<Body> {
        let transaction = self.transaction()?;
        self.open()?;
        self.keyword(word::CONTEXT, "`Context`")?;
        let context = self.context(transaction)?;
        self.open()?;
        let command = self.command()?;
        self.close()?;
        self.close()?;
        Ok(Body::Request(Request { transaction, context, command }))
    }

    fn reply(&mut self) -> Decoded<Body> {
        let transaction = self.transaction()?;
        self.open()?;
        let is_error = [(word::CONTEXT, false), (word::ERROR, true)];
        let body = match self.one_of(&is_error, "`Context` or `Error`")? {
            true => ReplyBody::Refused(self.error()?),
            false => {
                let context = self.context(transaction)?;
                self.open()?;
                let result = self.command_reply()?;
                self.close()?;
                ReplyBody::Action { context, result }
            }
        };
        self.close()?;
        Ok(Body::Reply(Reply { transaction, body }))
    }

    fn transaction(&mut self) -> Decoded<u32> {
        self.equals()?;
        let transaction = self.number("the number of a transaction")?;
        self.within = Within::Transaction(transaction);
        Ok(transaction)
    }

    fn context(&mut self, transaction: u32) -> Decoded<ContextId> {
        self.equals()?;
        let context = match self.takes("$") {
            true => ContextId::Choose,
            false => ContextId::Number(self.number("`$` or the number of a context")?),
        };
        self.within = Within::Action(transaction, context);
        Ok(context)
    }

    fn command(&mut self) -> Decoded<Command> {
        let kind = self.one_of(&commands(), "`Add`, `Modify` or `Subtract`")?;
        let termination = self.termination()?;
        let media = match kind {
            CommandKind::Subtract => return Ok(Command::Subtract { termination }),
            CommandKind::Add | CommandKind::Modify => self.media()?,
        };
        Ok(match kind {
            CommandKind::Add => Command::Add { termination, media },
            _ => Command::Modify { termination, media },
        })
    }

    fn command_reply(&mut self) -> Decoded<Result<CommandReply, ErrorDescriptor>> {
        let [add, modify, subtract] = commands().map(|(word, kind)| (word, Some(kind)));
        let choices = [add, modify, subtract, (word::ERROR, None)];
        match self.one_of(&choices, "`Add`, `Modify`, `Subtract` or `Error`")? {
            None => Ok(Err(self.error()?)),
            Some(command) => {
                let termination = self.termination()?;
                let media = match self.sees("{") {
                    true => Some(self.media()?),
                    false => None,
                };
                Ok(Ok(CommandReply { command, termination, media }))
            }
        }
    }

    fn termination(&mut self) -> Decoded<TerminationId> {
        self.equals()?;
        if self.takes("$") {
            return Ok(TerminationId::Choose);
        }
        let mut parts = vec![self.part()?];
        while self.rest().starts_with('/') {
            if parts.len() == MOST_PARTS {
                return self.expected("at most four parts of a termination's identifier");
            }
            self.position += 1;
            parts.push(self.part()?);
        }
        Ok(TerminationId::Path(parts))
    }

    fn part(&mut self) -> Decoded<Part> {
        let part = self.word();
        let part = match part.starts_with(|first: char| first.is_ascii_digit()) {
            // With a zero before it the same number would be another identifier.
            true if part.starts_with('0') && part != "0" => None,
            true => part.parse().ok().map(Part::Number),
            false => is_name(part).then(|| Part::Name(part.to_string())),
        };
        let Some(part) = part else {
            return self.expected("a name or a number");
        };
        self.position += self.word().len();
        Ok(part)
    }

    fn media(&mut self) -> Decoded<MediaDescriptor> {
        self.open()?;
        self.keyword(word::MEDIA, "`Media`")?;
        self.open()?;
        let media = match word::STREAM.is(self.word()) {
            true => MediaDescriptor::Streams(self.streams()?),
            false => MediaDescriptor::OneStream(
                self.parameters("`Stream`, `LocalControl`, `Local` or `Remote`")?,
            ),
        };
        self.close()?;
        self.close()?;
        Ok(media)
    }

    fn streams(&mut self) -> Decoded<Vec<StreamDescriptor>> {
        let mut streams = Vec::new();
        loop {
            self.keyword(word::STREAM, "`Stream`")?;
            self.equals()?;
            let id = StreamId(self.number("the number of a stream")?);
            self.open()?;
            let parameters = self.parameters("`LocalControl`, `Local` or `Remote`")?;
            self.close()?;
            streams.push(StreamDescriptor { id, parameters });
            if !self.takes(",") {
                return Ok(streams);
            }
        }
    }

    /// At least one parameter, each at most once, in any order.
    fn parameters(&mut self, expected: &'static str) -> Decoded<StreamParameters> {
        let choices = [
            (word::LOCAL_CONTROL, Parameter::LocalControl),
            (word::LOCAL, Parameter::Local),
            (word::REMOTE, Parameter::Remote),
        ];
        let mut parameters = StreamParameters::default();
        loop {
            self.skip_space();
            let before = self.position;
            let twice = match self.one_of(&choices, expected)? {
                Parameter::LocalControl => {
                    parameters.local_control.replace(self.local_control()?).is_some()
                }
                Parameter::Local => parameters.local.replace(self.session()?).is_some(),
                Parameter::Remote => parameters.remote.replace(self.session()?).is_some(),
            };
            if twice {
                self.position = before;
                return self.expected("every parameter of a stream at most once");
            }
            if !self.takes(",") {
                return Ok(parameters);
            }
        }
    }

    fn local_control(&mut self) -> Decoded<LocalControl> {
        self.open()?;
        self.keyword(word::MODE, "`Mode`")?;
        self.equals()?;
        let modes = [Mode::Inactive, Mode::SendReceive, Mode::SendOnly, Mode::ReceiveOnly];
        let choices = modes.map(|mode| (mode.word(), mode));
        let expected = "`Inactive`, `SendReceive`, `SendOnly` or `ReceiveOnly`";
        let mode = self.one_of(&choices, expected)?;
        self.close()?;
        Ok(LocalControl { mode })
    }

    /// Everything up to a brace that is not escaped, line by line.
    fn session(&mut self) -> Decoded<SessionDescription> {
        self.open()?;
        self.skip_space();
        let mut lines = Vec::new();
        while !self.rest().starts_with('}') {
            lines.push(self.session_line()?);
            self.position += self.length(|byte| byte.is_ascii_whitespace());
        }
        self.close()?;
        Ok(SessionDescription { lines })
    }

    fn session_line(&mut self) -> Decoded<SessionLine> {
        let rest = self.rest();
        let kind = rest.chars().next().filter(char::is_ascii_alphabetic);
        let (Some(kind), Some(b'=')) = (kind, rest.as_bytes().get(1)) else {
            return self.expected("a line such as `v=0`, or `}`");
        };
        self.position += 2;
        let mut value = String::new();
        loop {
            let rest = self.rest();
            let length = rest.find(['}', '\n', '\r']).unwrap_or(rest.len());
            let (piece, escaped) = match rest[..length].strip_suffix('\\') {
                Some(piece) if rest[length..].starts_with('}') => (piece, true),
                _ => (&rest[..length], false),
            };
            value.push_str(piece);
            self.position += length;
            if !escaped {
                break;
            }
            value.push('}');
            self.position += 1;
        }
        value.truncate(value.trim_end_matches([' ', '\t']).len());
        Ok(SessionLine { kind, value })
    }

    fn error(&mut self) -> Decoded<ErrorDescriptor> {
        self.equals()?;
        self.skip_space();
        if self.length(|byte| byte.is_ascii_digit()) > 4 {
            return self.expected("an error code of at most four digits");
        }
        let code = self.number("an error code")?;
        self.open()?;
        let text = match self.takes("\"") {
            true => self.quoted()?,
            false => String::new(),
        };
        self.close()?;
        Ok(ErrorDescriptor { code, text })
    }

    /// What is left of a quoted text after the first quote.
    fn quoted(&mut self) -> Decoded<String> {
        let rest = self.rest();
        let end = |character: char| character == '"' || character.is_control();
        let length = rest.find(end).unwrap_or(rest.len());
        let text = rest[..length].to_string();
        self.position += length;
        if !self.rest().starts_with('"') {
            return self.expected("a quote");
        }
        self.position += 1;
        Ok(text)
    }
}

#[derive(Clone, Copy)]
enum Parameter {
    LocalControl,
    Local,
    Remote,
}

fn commands() -> [(Word, CommandKind); 3] {
    [CommandKind::Add, CommandKind::Modify, CommandKind::Subtract].map(|kind| (kind.word(), kind))
}

/// The pieces that the grammar is made of.
impl<'a> Decoder<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    /// How many of the next bytes are of a kind.
    fn length(&self, of_kind: impl Fn(u8) -> bool) -> usize {
        self.rest().bytes().take_while(|byte| of_kind(*byte)).count()
    }

    /// White space, and comments to the end of their line.
    fn skip_space(&mut self) {
        loop {
            self.position += self.length(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
            if !self.rest().starts_with(';') {
                return;
            }
            self.position += self.length(|byte| !matches!(byte, b'\r' | b'\n'));
        }
    }

    fn sees(&mut self, symbol: &str) -> bool {
        self.skip_space();
        self.rest().starts_with(symbol)
    }

    fn takes(&mut self, symbol: &str) -> bool {
        let seen = self.sees(symbol);
        if seen {
            self.position += symbol.len();
        }
        seen
    }

    fn symbol(&mut self, symbol: &str, expected: &'static str) -> Decoded<()> {
        match self.takes(symbol) {
            true => Ok(()),
            false => self.expected(expected),
        }
    }

    fn equals(&mut self) -> Decoded<()> {
        self.symbol("=", "`=`")
    }

    fn open(&mut self) -> Decoded<()> {
        self.symbol("{", "`{`")
    }

    fn close(&mut self) -> Decoded<()> {
        self.symbol("}", "`}`")
    }

    /// The next word, which is not taken yet.
    fn word(&mut self) -> &'a str {
        self.skip_space();
        let rest = self.rest();
        match rest.starts_with('!') {
            true => &rest[..1],
            false => &rest[..self.length(|byte| byte.is_ascii_alphanumeric() || byte == b'_')],
        }
    }

    fn keyword(&mut self, word: Word, expected: &'static str) -> Decoded<()> {
        self.one_of(&[(word, ())], expected)
    }

    fn one_of<T: Copy>(&mut self, choices: &[(Word, T)], expected: &'static str) -> Decoded<T> {
        let found = self.word();
        match choices.iter().find(|(word, _)| word.is(found)) {
            Some((_, meaning)) => {
                self.position += found.len();
                Ok(*meaning)
            }
            None => self.expected(expected),
        }
    }

    fn number<T: FromStr>(&mut self, expected: &'static str) -> Decoded<T> {
        self.skip_space();
        let length = self.length(|byte| byte.is_ascii_digit());
        match self.rest()[..length].parse() {
            Ok(number) => {
                self.position += length;
                Ok(number)
            }
            Err(_) => self.expected(expected),
        }
    }

    #[cold]
    fn expected<T>(&self, expected: &'static str) -> Decoded<T> {
        let before = &self.text[..self.position];
        let line_start = before.rfind('\n').map_or(0, |index| index + 1);
        Err(DecodeError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            expected,
            found: found(self.rest()),
            within: self.within,
        })
    }
}

/// The next word or sign of a text, as it is shown in an error.
fn found(rest: &str) -> String {
    let is_word = |character: &char| character.is_alphanumeric() || *character == '_';
    let word: String = rest.chars().take_while(is_word).take(40).collect();
    match rest.chars().next() {
        None => String::from("the end of the text"),
        Some(_) if !word.is_empty() => format!("`{word}`"),
        Some(sign) => format!("`{}`", sign.escape_debug()),
    }
}
