//! JSON, an event a line.

use serde_json::{Map, Value};

use super::pairs::{Logged, paired};
use super::{Kind, ReadError};
use crate::History;

/// A call as it was logged.
///
/// ```
/// use lawful::history::formats::json_lines;
///
/// let history = json_lines(r#"{"process": 0, "type": "invoke", "call": "push", "value": 5}"#)?;
/// let call = &history.call(0).call;
/// assert_eq!((call.line, call.invoked["value"].as_i64()), (1, Some(5)));
/// assert!(call.returned.is_none());
/// # Ok::<(), lawful::history::formats::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct JsonCall {
    /// The line of its invocation.
    pub line: usize,
    /// Fields of the invocation besides `process` and `type`.
    pub invoked: Map<String, Value>,
    /// Fields of the return besides these, if it returned.
    pub returned: Option<Map<String, Value>>,
}

/// An event as it was logged.
///
/// ```
/// use lawful::history::formats::{Kind, json_events};
///
/// let events = json_events(r#"{"process": 3, "type": "info", "call": "push"}"#);
/// let event = events.last().unwrap()?;
/// assert_eq!((event.process, event.kind), (3, Kind::Info));
/// # Ok::<(), lawful::history::formats::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct JsonEvent {
    /// The number of the line, from 1.
    pub line: usize,
    /// The process.
    pub process: u64,
    /// Kind of event.
    pub kind: Kind,
    /// Everything besides `process` and `type`.
    pub rest: Map<String, Value>,
}

/// The history of a log in JSON, an event a line.
///
/// A line is an object with a `process`, a `type` that is one of `invoke`, `ok`, `fail` and `info`, and
/// whatever else tells what was called and what it returned. A call that ends with `fail` is left out, one that
/// ends with `info`, or not at all, is pending. Empty lines are left out.
///
/// [`History::try_map`] makes of the calls what a specification wants:
///
/// ```
/// use lawful::history::formats::{JsonCall, json_lines};
/// use lawful::history::objects::{Register, RegisterCall};
/// use lawful::history::{Consistency, verify};
///
/// let log = r#"
///     {"process": 0, "type": "invoke", "f": "write", "value": 5}
///     {"process": 1, "type": "invoke", "f": "read", "value": null}
///     {"process": 1, "type": "ok", "f": "read", "value": 5}
///     {"process": 0, "type": "info", "f": "write", "value": "timed out"}
/// "#;
///
/// let history = json_lines(log)?.try_map(|call| match call.invoked["f"].as_str() {
///     Some("write") => Ok(RegisterCall::Write(call.invoked["value"].as_i64().unwrap_or(0))),
///     Some("read") => Ok(RegisterCall::Read(call.returned.and_then(|end| end["value"].as_i64()))),
///     _ => Err(format!("line {}: neither read nor write", call.line)),
/// })?;
/// assert!(verify(&Register, &history, Consistency::Linearizable).is_consistent());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn json_lines(text: &str) -> Result<History<JsonCall>, ReadError> {
    let logged = json_events(text).map(|event| {
        let JsonEvent { line, process, kind, rest } = event?;
        Ok(Logged { line, process, kind, value: rest })
    });
    paired(logged.collect::<Result<_, _>>()?)?.try_map(|call| {
        let returned = call.returned.map(|(_, value)| value);
        Ok(JsonCall { line: call.line, invoked: call.invoked, returned })
    })
}

/// The events of a log in JSON, without pairing them.
///
/// ```
/// use lawful::history::formats::json_events;
///
/// assert_eq!(json_events("").count(), 0);
/// ```
pub fn json_events(text: &str) -> impl Iterator<Item = Result<JsonEvent, ReadError>> {
    let lines = text.lines().enumerate().filter(|(_, text)| !text.trim().is_empty());
    lines.map(|(index, text)| {
        event(index + 1, text).map_err(|problem| ReadError::new(index + 1, problem))
    })
}

fn event(line: usize, text: &str) -> Result<JsonEvent, String> {
    let value = serde_json::from_str(text).map_err(|error| not_json(&error))?;
    let Value::Object(mut rest) = value else { return Err("not an object".into()) };
    let process = rest.remove("process").ok_or("there is no `process`")?;
    let process = process.as_u64().ok_or("`process` is not a number from 0")?;
    let kind = rest.remove("type").ok_or("there is no `type`")?;
    let kind = kind.as_str().ok_or("`type` is not a text")?.parse()?;
    Ok(JsonEvent { line, process, kind, rest })
}

/// The parser sees one line, and would call each of them the first.
fn not_json(error: &serde_json::Error) -> String {
    let words = error.to_string();
    let problem = words.split(" at line ").next().unwrap_or(&words);
    format!("not JSON: {problem} at column {}", error.column())
}
