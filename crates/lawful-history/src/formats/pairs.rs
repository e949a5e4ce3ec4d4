//! Invocations with what became of them.

use std::collections::BTreeMap;

use super::ReadError;
use crate::History;

/// Kind of an event of a call.
///
/// ```
/// use lawful::history::formats::Kind;
///
/// assert_eq!("info".parse(), Ok(Kind::Info));
/// assert!("maybe".parse::<Kind>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// The call is invoked.
    Invoke,
    /// The call returned.
    Ok,
    /// The call ended, and certainly took no effect.
    Fail,
    /// The call ended, and may or may not have taken effect.
    Info,
}

impl std::str::FromStr for Kind {
    type Err = String;

    fn from_str(word: &str) -> Result<Kind, String> {
        match word {
            "invoke" => Ok(Kind::Invoke),
            "ok" => Ok(Kind::Ok),
            "fail" => Ok(Kind::Fail),
            "info" => Ok(Kind::Info),
            _ => Err(format!("`{word}` is not one of invoke, ok, fail and info")),
        }
    }
}

/// An event of a log.
pub(super) struct Logged<V> {
    pub(super) line: usize,
    pub(super) process: u64,
    pub(super) kind: Kind,
    pub(super) value: V,
}

/// A call of a log.
pub(super) struct Paired<V> {
    /// The line of its invocation.
    pub(super) line: usize,
    pub(super) invoked: V,
    /// The line of its return, and what that says.
    pub(super) returned: Option<(usize, V)>,
}

/// The history of the events, without calls that took no effect.
pub(super) fn paired<V>(events: Vec<Logged<V>>) -> Result<History<Paired<V>>, ReadError> {
    let failed = failed(&events)?;
    let mut history = History::new();
    let mut open = BTreeMap::new();
    for Logged { line, process, kind, value } in events {
        match kind {
            Kind::Invoke if failed.contains(&line) => {}
            Kind::Invoke => {
                let call = Paired { line, invoked: value, returned: None };
                let index = history.invoke(process, call);
                open.insert(process, index.map_err(|misuse| ReadError::new(line, misuse))?);
            }
            Kind::Ok => {
                let ended = history.returned_with(open[&process], |call| {
                    call.returned = Some((line, value));
                });
                ended.map_err(|misuse| ReadError::new(line, misuse))?;
            }
            Kind::Fail | Kind::Info => {}
        }
    }
    Ok(history)
}

/// A call that has not returned, by the line of its invocation.
enum Open {
    Invoked(usize),
    /// Nobody will know.
    Forever(usize),
}

/// The lines of invocations that certainly took no effect, in order.
fn failed<V>(events: &[Logged<V>]) -> Result<std::collections::BTreeSet<usize>, ReadError> {
    let mut failed = std::collections::BTreeSet::new();
    let mut open: BTreeMap<u64, Open> = BTreeMap::new();
    for Logged { line, process, kind, .. } in events {
        if *kind == Kind::Invoke {
            let problem = match open.insert(*process, Open::Invoked(*line)) {
                None => continue,
                Some(Open::Invoked(before)) => format!(
                    "process {process} invokes a call while that of line {before} has not ended"
                ),
                Some(Open::Forever(before)) => format!(
                    "process {process} invokes a call, and nobody knows whether that of line {before} \
                     has ended; a process goes on after `info` under another number"
                ),
            };
            return Err(ReadError::new(*line, problem));
        }
        let Some(Open::Invoked(invoked)) = open.remove(process) else {
            let problem = format!("process {process} has no call that could end");
            return Err(ReadError::new(*line, problem));
        };
        if *kind == Kind::Fail {
            failed.insert(invoked);
        }
        if *kind == Kind::Info {
            open.insert(*process, Open::Forever(invoked));
        }
    }
    Ok(failed)
}
