//! Traces from files of JSON lines: a log in which every line is a JSON value.
//!
//! ```
//! use lawful::temporal::json_lines::JsonLines;
//! use std::time::Duration;
//!
//! #[derive(Debug, PartialEq, serde::Deserialize)]
//! #[serde(tag = "event", rename_all = "snake_case")]
//! enum Event {
//!     Sent { id: u32 },
//!     Received { id: u32 },
//! }
//!
//! let log = r#"
//! {"at": 1700000000.5, "event": "sent", "id": 1}
//! {"at": 1700000000.7, "event": "flushed"}
//! {"at": 1700000002.0, "event": "received", "id": 1}
//! "#;
//! let read = JsonLines::<Event>::new().seconds("at").read(log.as_bytes())?;
//! assert_eq!(read.trace.events().collect::<Vec<_>>(), [&Event::Sent { id: 1 }, &Event::Received { id: 1 }]);
//! assert_eq!(read.trace.end.time, Duration::from_millis(1500));
//! assert_eq!(read.not_understood.count, 1);
//! assert!(read.not_understood.to_string().contains("line 3: unknown variant `flushed`"));
//! # Ok::<(), lawful::temporal::json_lines::ReadError>(())
//! ```

use std::error::Error;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{EventTrace, Stamp};

/// Number of lines that are kept of those that were not understood.
const KEPT: usize = 5;
/// Number of characters that are kept of such a line.
const SHOWN: usize = 120;

/// Reader of traces of JSON lines, whose events are deserialized by their type. See [the module](self) for an example.
pub struct JsonLines<E> {
    time: Option<Time>,
    event: PhantomData<fn() -> E>,
}

type Time = Box<dyn Fn(&Value) -> Result<Option<Duration>, String>>;

/// A trace, and what was not understood of its file.
#[derive(Clone, Debug)]
pub struct JsonTrace<E> {
    /// The events. A file does not say why it ends: it is taken for that of a program that came to its end, so set
    /// [`ending`](EventTrace::ending) if the program was stopped.
    pub trace: EventTrace<E>,
    /// Lines that are not events.
    pub not_understood: NotUnderstood,
    /// Number of events with a time before that of an event above them. They have the later time in the trace, where
    /// time does not go backwards.
    pub out_of_order: u64,
}

/// Lines of a file that are not events. Its `Display` text is a message that shows the first few.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotUnderstood {
    /// Number of such lines.
    pub count: u64,
    /// Number of lines that are events.
    pub understood: u64,
    /// The first five of them.
    pub first: Vec<BadLine>,
    /// File that they are in, if it was opened by its path.
    pub path: Option<PathBuf>,
}

/// A line that is not an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// Number of the line, from 1.
    pub number: u64,
    /// Text of the line, shortened.
    pub text: String,
    /// Reason why it is not an event.
    pub error: String,
}

/// A file could not be read to its end.
#[derive(Debug)]
pub struct ReadError {
    /// File, if it was opened by its path.
    pub path: Option<PathBuf>,
    /// Number of the line that could not be read, from 1; 0 if the file could not be opened.
    pub line: u64,
    /// Error of the system.
    pub error: io::Error,
}

/// Reads a trace without times from JSON lines: see [`JsonLines`] for times.
///
/// # Errors
///
/// If reading fails. Lines that are not events are no errors: they are counted.
///
/// ```
/// let read = lawful::temporal::json_lines::read_json_lines::<(u32, String)>(
///     &b"[1, \"up\"]\n\n[2, \"down\"]\nrestarted\n"[..],
/// )?;
/// assert_eq!(read.trace.len(), 2);
/// assert_eq!(read.not_understood.first[0].text, "restarted");
/// assert_eq!(read.not_understood.first[0].number, 4);
/// # Ok::<(), lawful::temporal::json_lines::ReadError>(())
/// ```
pub fn read_json_lines<E: DeserializeOwned>(
    reader: impl BufRead,
) -> Result<JsonTrace<E>, ReadError> {
    JsonLines::new().read(reader)
}

impl<E> Default for JsonLines<E> {
    fn default() -> Self {
        JsonLines { time: None, event: PhantomData }
    }
}

impl<E> fmt::Debug for JsonLines<E> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("JsonLines").field("has_time", &self.time.is_some()).finish()
    }
}

impl<E: DeserializeOwned> JsonLines<E> {
    /// Makes a reader of events without times.
    pub fn new() -> Self {
        JsonLines::default()
    }

    /// Sets the function that finds the time of an event in its line, counted from any moment.
    ///
    /// Times of the trace are counted from that of the first event that has one. An event without a time has that of the
    /// event before it.
    ///
    /// ```
    /// use lawful::temporal::json_lines::JsonLines;
    /// use std::time::Duration;
    ///
    /// let ticks = JsonLines::<Vec<u64>>::new().time(|line| Some(Duration::from_nanos(line[0].as_u64()?)));
    /// let trace = ticks.read(&b"[1000, 1]\n[1025, 2]\n"[..])?.trace;
    /// assert_eq!(trace.entries[1].at.time, Duration::from_nanos(25));
    /// # Ok::<(), lawful::temporal::json_lines::ReadError>(())
    /// ```
    pub fn time(self, time: impl Fn(&Value) -> Option<Duration> + 'static) -> Self {
        JsonLines { time: Some(Box::new(move |line| Ok(time(line)))), ..self }
    }

    /// Takes the time of an event from a field in seconds, with or without a fraction.
    pub fn seconds(self, field: &str) -> Self {
        self.time_field(field, Duration::from_secs, 1.0)
    }

    /// Takes the time of an event from a field in milliseconds, with or without a fraction.
    pub fn milliseconds(self, field: &str) -> Self {
        self.time_field(field, Duration::from_millis, 1e-3)
    }

    fn time_field(self, field: &str, whole: fn(u64) -> Duration, unit: f64) -> Self {
        let field = field.to_string();
        let time = move |line: &Value| {
            let value = match line.get(&field) {
                None | Some(Value::Null) => return Ok(None),
                Some(value) => value,
            };
            let fraction = || Duration::try_from_secs_f64(value.as_f64()? * unit).ok();
            // Whole numbers are exact: as a fraction, nanoseconds since 1970 would not be.
            match value.as_u64().map(whole).or_else(fraction) {
                Some(time) => Ok(Some(time)),
                None => Err(format!("the time `{field}` is {value}, not a number from 0 on")),
            }
        };
        JsonLines { time: Some(Box::new(time)), ..self }
    }

    /// Reads a trace. Blank lines are skipped.
    ///
    /// # Errors
    ///
    /// If reading fails. Lines that are not events are no errors: they are counted.
    pub fn read(&self, mut reader: impl BufRead) -> Result<JsonTrace<E>, ReadError> {
        let mut read = JsonTrace {
            trace: EventTrace::default(),
            not_understood: NotUnderstood::default(),
            out_of_order: 0,
        };
        let (mut line, mut number, mut begin) = (Vec::new(), 0, None);
        loop {
            line.clear();
            number += 1;
            let ended = reader.read_until(b'\n', &mut line);
            let count = ended.map_err(|error| ReadError { path: None, line: number, error })?;
            if count == 0 {
                return Ok(read);
            }
            let line = line.trim_ascii();
            if line.is_empty() {
                continue;
            }
            match self.parse(line) {
                Ok((event, time)) => read.add(event, time, &mut begin),
                Err(error) => read.not_understood.add(number, line, error),
            }
        }
    }

    /// Reads a trace from a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened or read; the error names it.
    ///
    /// ```
    /// use lawful::temporal::json_lines::JsonLines;
    ///
    /// let error = JsonLines::<u32>::new().read_file("no such file.jsonl").unwrap_err();
    /// assert!(error.to_string().starts_with("cannot open no such file.jsonl: "));
    /// ```
    pub fn read_file(&self, path: impl AsRef<Path>) -> Result<JsonTrace<E>, ReadError> {
        let path = path.as_ref();
        let named = |error| ReadError { path: Some(path.to_path_buf()), ..error };
        let file =
            File::open(path).map_err(|error| named(ReadError { path: None, line: 0, error }));
        let mut read = self.read(BufReader::new(file?)).map_err(named)?;
        read.not_understood.path = Some(path.to_path_buf());
        Ok(read)
    }

    fn parse(&self, line: &[u8]) -> Result<(E, Option<Duration>), String> {
        // serde_json tells of bytes that are not UTF-8 only in strings, and as a mistake in JSON.
        let text = std::str::from_utf8(line)
            .map_err(|error| format!("not UTF-8 from byte {} on", error.valid_up_to() + 1))?;
        let Some(time) = &self.time else {
            return Ok((serde_json::from_str(text).map_err(told)?, None));
        };
        let value: Value = serde_json::from_str(text).map_err(told)?;
        let at = time(&value)?;
        Ok((serde_json::from_value(value).map_err(told)?, at))
    }
}

/// The text of an error without the number of the line, which is 1 wherever it is.
fn told(error: serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column ", " at column ")
}

impl<E> JsonTrace<E> {
    /// Returns the trace if every line is an event.
    ///
    /// # Errors
    ///
    /// If one is not.
    ///
    /// ```
    /// use lawful::temporal::json_lines::read_json_lines;
    ///
    /// let read = read_json_lines::<u32>(&b"1\n2\nthree\n"[..])?;
    /// let error = read.all().unwrap_err();
    /// assert_eq!(error.to_string(), "\
    /// 1 of 3 lines is not an event
    ///   line 3: expected ident at column 2
    ///     three");
    /// # Ok::<(), lawful::temporal::json_lines::ReadError>(())
    /// ```
    pub fn all(self) -> Result<EventTrace<E>, NotUnderstood> {
        if self.not_understood.count == 0 { Ok(self.trace) } else { Err(self.not_understood) }
    }

    fn add(&mut self, event: E, time: Option<Duration>, begin: &mut Option<Duration>) {
        self.not_understood.understood += 1;
        let now = self.trace.end.time;
        let time = match time {
            None => now,
            Some(time) => match time.checked_sub(*begin.get_or_insert(time)) {
                Some(since) if since >= now => since,
                _ => {
                    self.out_of_order += 1;
                    now
                }
            },
        };
        let round = self.trace.len() as u64;
        self.trace.push(event, Stamp { time, round }, None);
    }
}

impl NotUnderstood {
    fn add(&mut self, number: u64, line: &[u8], error: String) {
        self.count += 1;
        if self.first.len() < KEPT {
            let whole = String::from_utf8_lossy(line);
            let mut text: String = whole.chars().take(SHOWN).collect();
            if text.len() < whole.len() {
                text.push('…');
            }
            self.first.push(BadLine { number, text, error });
        }
    }
}

impl fmt::Display for NotUnderstood {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, all) = (self.count, self.count + self.understood);
        let verb = if count == 1 { "is not an event" } else { "are not events" };
        write!(out, "{count} of {all} line{} {verb}", if all == 1 { "" } else { "s" })?;
        if let Some(path) = &self.path {
            write!(out, " in {}", path.display())?;
        }
        for line in &self.first {
            write!(out, "\n  line {}: {}\n    {}", line.number, line.error, line.text)?;
        }
        match count - self.first.len() as u64 {
            0 => Ok(()),
            more => write!(out, "\n  and {more} more"),
        }
    }
}

impl Error for NotUnderstood {}

impl fmt::Display for ReadError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReadError { path, line, error } = self;
        match (path, line) {
            (Some(path), 0) => write!(out, "cannot open {}: {error}", path.display()),
            (Some(path), line) => {
                write!(out, "cannot read line {line} of {}: {error}", path.display())
            }
            (None, line) => write!(out, "cannot read line {line}: {error}"),
        }
    }
}

impl Error for ReadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}
