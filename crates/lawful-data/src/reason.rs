//! Reasons: why a law failed, as data and as a document.

use std::time::Duration;

use super::document::{Block, Document};
use super::statement::Mark;

/// Why a law failed.
///
/// The component and the code say what kind of failure it is; both are stable, and tools may rely on them.
/// The title says it in words without values, so that two failures with one title are one bug unless the
/// component tells them apart by an [identity](Reason::identified_by) of its own.
///
/// ```
/// use lawful::data::Reason;
///
/// let reason = Reason::new("cache", "stale-read", "a read returned an old value")
///     .field("key", "7")
///     .with_code_block(|| "it returned 1\ninstead of  2".into());
/// assert_eq!((reason.component, reason.code), ("cache", "stale-read"));
/// assert_eq!(reason.get("key"), Some("7"));
/// assert_eq!(reason.lines()[0], "a read returned an old value:");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Component that judged the case; [`Reason::ENGINE`] for the engine itself.
    pub component: &'static str,
    /// Stable code of the kind of failure, unique within the component.
    pub code: &'static str,
    /// Statement of what is wrong, without values.
    pub title: String,
    /// Named values: the data of the failure.
    pub fields: Vec<(&'static str, String)>,
    /// Document that a person reads below the title; only where details are wanted.
    pub document: Document,
    /// Text that tells this failure from others, if it is not the title.
    pub identity: Option<String>,
}

/// Cause of the death of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Death {
    /// The case ran for longer than it may.
    TimeLimit(Duration),
    /// The stack overflowed.
    StackOverflow,
    /// Memory ran out.
    OutOfMemory,
    /// The process ended itself with this code.
    Exit(i32),
    /// A signal.
    Signal(i32),
    /// Unknown cause.
    Unknown,
}

impl Reason {
    /// Name of the engine among the components.
    pub const ENGINE: &'static str = "lawful";

    /// A reason without fields and document.
    pub fn new(component: &'static str, code: &'static str, title: impl Into<String>) -> Self {
        let (title, fields, document) = (title.into(), Vec::new(), Document::default());
        Reason { component, code, title, fields, document, identity: None }
    }

    /// Adds a named value.
    pub fn field(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.fields.push((name, value.into()));
        self
    }

    /// Tells failures apart by this text instead of by the title.
    pub fn identified_by(mut self, identity: impl Into<String>) -> Self {
        self.identity = Some(identity.into());
        self
    }

    /// Adds a block of code to the document.
    pub fn with_code_block(mut self, text: impl FnOnce() -> String) -> Self {
        self.document.push(Block::Code(text()));
        self
    }

    /// The value of a field.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(other, _)| *other == name).map(|(_, value)| value.as_str())
    }

    /// Returns whether both are reasons for the same failure.
    pub fn is_same_failure(&self, other: &Reason) -> bool {
        self.identity() == other.identity()
    }

    /// Component, code, and title or own identity: all that tells failures apart.
    pub fn identity(&self) -> (&'static str, &'static str, &str) {
        (self.component, self.code, self.identity.as_deref().unwrap_or(&self.title))
    }

    /// Text of the document, without the title.
    pub fn message(&self) -> String {
        let line = |mark: &Mark| format!("{:1$}{2}", "", 2 * mark.depth as usize, mark.text);
        let text = |block: &Block| match block {
            Block::Paragraph(text) | Block::Code(text) => Some(text.clone()),
            Block::Marks(marks) => Some(marks.iter().map(line).collect::<Vec<_>>().join("\n")),
            _ => None,
        };
        self.document.blocks.iter().filter_map(text).collect::<Vec<String>>().join("\n")
    }

    /// Title and document as lines of text.
    pub fn lines(&self) -> Vec<String> {
        let below = self.document.lines();
        let end = if below.is_empty() { "" } else { ":" };
        let mut lines: Vec<String> = match self.component {
            Reason::ENGINE => self.own_lines(),
            _ => vec![format!("{}{end}", self.title)],
        };
        lines.extend(below);
        lines
    }

    /// The law returned `false`.
    pub fn returned_false() -> Self {
        Reason::new(Reason::ENGINE, "false", "the law returned false")
    }

    /// The law returned an error, given as its `Debug` text. The name of its variant tells it from others;
    /// what follows are values.
    pub fn returned_error(error: String) -> Self {
        let name = error.split(|c: char| !c.is_alphanumeric() && c != '_').next();
        let is_name = |name: &&str| !name.starts_with(|c: char| c.is_numeric());
        let name = name.filter(is_name).unwrap_or_default().to_string();
        Reason::new(Reason::ENGINE, "error", "the law returned an error")
            .field("error", error)
            .identified_by(name)
    }

    /// The law panicked.
    pub fn panicked(message: String, location: String) -> Self {
        Reason::new(Reason::ENGINE, "panic", "the law panicked")
            .identified_by(location.clone())
            .field("message", message)
            .field("location", location)
    }

    /// The process of the case died.
    pub fn died(death: &Death) -> Self {
        let (code, number) = match death {
            Death::TimeLimit(limit) => ("time-limit", Some(limit.as_nanos().to_string())),
            Death::StackOverflow => ("stack-overflow", None),
            Death::OutOfMemory => ("out-of-memory", None),
            Death::Exit(code) => ("exit", Some(code.to_string())),
            Death::Signal(signal) => ("signal", Some(signal.to_string())),
            Death::Unknown => ("died", None),
        };
        let reason = Reason::new(Reason::ENGINE, code, "the process of the case died");
        match (death, number) {
            (_, None) => reason,
            // How long the limit is does not make it another failure.
            (Death::TimeLimit(_), Some(number)) => reason.field("nanoseconds", number),
            (_, Some(number)) => reason.identified_by(&*number).field("number", number),
        }
    }

    /// Cause of death, if the process of the case died.
    pub fn death(&self) -> Option<Death> {
        let number = || self.get("number")?.parse().ok();
        Some(match (self.component, self.code) {
            (Reason::ENGINE, "time-limit") => {
                Death::TimeLimit(Duration::from_nanos(self.get("nanoseconds")?.parse().ok()?))
            }
            (Reason::ENGINE, "stack-overflow") => Death::StackOverflow,
            (Reason::ENGINE, "out-of-memory") => Death::OutOfMemory,
            (Reason::ENGINE, "exit") => Death::Exit(number()?),
            (Reason::ENGINE, "signal") => Death::Signal(number()?),
            (Reason::ENGINE, "died") => Death::Unknown,
            _ => return None,
        })
    }

    /// Message and location, if the law panicked.
    pub fn panic(&self) -> Option<(&str, &str)> {
        match (self.component, self.code) {
            (Reason::ENGINE, "panic") => Some((self.get("message")?, self.get("location")?)),
            _ => None,
        }
    }

    /// Sentences for the engine's own codes, which need no document: their fields say all.
    fn own_lines(&self) -> Vec<String> {
        if let Some((message, location)) = self.panic() {
            let message = message.lines().map(String::from);
            return message.chain([format!("at {location}")]).collect();
        }
        if let Some(death) = self.death() {
            return vec![death.sentence()];
        }
        vec![match self.code {
            "false" => String::from("The law returned false."),
            "error" => format!("The law returned Err({}).", self.get("error").unwrap_or_default()),
            _ if self.document.is_empty() => self.title.clone(),
            _ => format!("{}:", self.title),
        }]
    }
}

impl Death {
    fn sentence(&self) -> String {
        match self {
            Death::TimeLimit(limit) => {
                format!("The case did not end within {} s and was stopped.", limit.as_secs_f64())
            }
            Death::StackOverflow => String::from("The stack overflowed, which ended the process."),
            Death::OutOfMemory => String::from("Memory ran out, which ended the process."),
            Death::Exit(code) => format!("The law ended the process, with exit code {code}."),
            Death::Signal(signal) => match signal_name(*signal) {
                Some(name) => format!("The process was ended by signal {signal} ({name})."),
                None => format!("The process was ended by signal {signal}."),
            },
            Death::Unknown => String::from("The process ended; it is not known why."),
        }
    }
}

/// Signals that have the same number wherever there are signals.
fn signal_name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        4 => "SIGILL, an illegal instruction",
        6 => "SIGABRT, an abort",
        8 => "SIGFPE, an arithmetic exception",
        9 => "SIGKILL",
        11 => "SIGSEGV, a bad access to memory",
        13 => "SIGPIPE",
        15 => "SIGTERM",
        _ => return None,
    })
}
