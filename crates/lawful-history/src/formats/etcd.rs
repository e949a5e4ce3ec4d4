//! Jepsen's logs of a register of etcd.

use super::pairs::{Logged, Paired, paired};
use super::{Kind, ReadError};
use crate::History;
use crate::objects::RegisterCall;

/// The history of a log that Jepsen wrote of a register of etcd.
///
/// Events are lines of `jepsen.util` with process, kind, operation and value; other lines are left out. A
/// compare-and-swap that ends with `:fail` has found another value than it expected, and that is what it
/// returned; any other call that does was without effect.
///
/// ```
/// use lawful::history::formats::etcd_log;
/// use lawful::history::objects::RegisterCall;
///
/// let history = etcd_log(
///     "INFO  jepsen.util - 2\t:invoke\t:cas\t[3 0]\nINFO  jepsen.util - 2\t:fail\t:cas\t[3 0]\n",
/// )?;
/// let refused = RegisterCall::CompareAndSwap { expected: 3, new: 0, swapped: Some(false) };
/// assert_eq!(history.call(0).call, refused);
/// # Ok::<(), lawful::history::formats::ReadError>(())
/// ```
pub fn etcd_log(text: &str) -> Result<History<RegisterCall>, ReadError> {
    let mut events = Vec::new();
    for (index, text) in text.lines().enumerate() {
        let Some((_, fields)) = text.split_once("jepsen.util - ") else { continue };
        let event = event(index + 1, fields);
        events.push(event.map_err(|problem| ReadError::new(index + 1, problem))?);
    }
    paired(events)?.try_map(call)
}

/// What an event says besides its process and kind.
struct Said {
    operation: String,
    value: String,
    is_refused: bool,
}

fn event(line: usize, fields: &str) -> Result<Logged<Said>, String> {
    let mut words = fields.split_whitespace();
    let mut next = |name: &str| words.next().ok_or(format!("there is no {name}"));
    let process = next("process")?;
    let process = process.parse().map_err(|_| format!("`{process}` is not a process"))?;
    let kind: Kind = next("kind")?.trim_start_matches(':').parse()?;
    let operation = next("operation")?.to_string();
    let value = words.collect::<Vec<_>>().join(" ");
    let is_refused = kind == Kind::Fail && operation == ":cas";
    let kind = if is_refused { Kind::Ok } else { kind };
    Ok(Logged { line, process, kind, value: Said { operation, value, is_refused } })
}

fn call(call: Paired<Said>) -> Result<RegisterCall, ReadError> {
    let at = |line| move |problem: String| ReadError::new(line, problem);
    let Said { operation, value, .. } = &call.invoked;
    if let Some((line, said)) = &call.returned
        && said.operation != *operation
    {
        let problem = format!("`{}` ends `{operation}` of line {}", said.operation, call.line);
        return Err(at(*line)(problem));
    }
    match operation.as_str() {
        ":write" => Ok(RegisterCall::Write(number(value).map_err(at(call.line))?)),
        ":cas" => {
            let (expected, new) = two_numbers(value).map_err(at(call.line))?;
            let swapped = call.returned.map(|(_, said)| !said.is_refused);
            Ok(RegisterCall::CompareAndSwap { expected, new, swapped })
        }
        ":read" => match call.returned {
            Some((line, said)) if said.value != "nil" => {
                Ok(RegisterCall::Read(Some(number(&said.value).map_err(at(line))?)))
            }
            _ => Ok(RegisterCall::Read(None)),
        },
        other => Err(at(call.line)(format!("`{other}` is not one of :read, :write and :cas"))),
    }
}

fn two_numbers(text: &str) -> Result<(i64, i64), String> {
    let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let pair = inner.and_then(|text| text.split_once(' '));
    let (one, other) = pair.ok_or(format!("`{text}` is not a pair of numbers"))?;
    Ok((number(one)?, number(other)?))
}

fn number(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number"))
}
