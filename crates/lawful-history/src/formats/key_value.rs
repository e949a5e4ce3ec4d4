//! Logs of a store of texts under keys, an event a line.

use super::ReadError;
use super::pairs::{Logged, Paired, paired};
use crate::History;
use crate::objects::{KeyValueCall, KeyValueDone};

/// The history of a log of a store of texts, an event a line.
///
/// A line is a map in the notation of Clojure, with `:process`, `:type`, `:f` (one of `:get`, `:put` and
/// `:append`), `:key` and `:value`, in this order. Texts are what is between two quotes; there is no way to
/// have a quote in them. Empty lines are left out.
///
/// ```
/// use lawful::history::formats::key_value_log;
/// use lawful::history::objects::KeyValueCall;
///
/// let history = key_value_log(
///     r#"{:process 0, :type :invoke, :f :get, :key "7", :value nil}
///        {:process 0, :type :ok, :f :get, :key "7", :value "x"}"#,
/// )?;
/// assert_eq!(history.call(0).call, KeyValueCall::get("7", "x"));
/// # Ok::<(), lawful::history::formats::ReadError>(())
/// ```
pub fn key_value_log(text: &str) -> Result<History<KeyValueCall>, ReadError> {
    let lines = text.lines().enumerate().filter(|(_, text)| !text.trim().is_empty());
    let events = lines.map(|(index, text)| {
        event(index + 1, text).map_err(|problem| ReadError::new(index + 1, problem))
    });
    paired(events.collect::<Result<_, _>>()?)?.try_map(call)
}

/// What an event says besides its process and kind.
struct Said {
    operation: String,
    key: String,
    value: Option<String>,
}

fn event(line: usize, text: &str) -> Result<Logged<Said>, String> {
    let inner = text.trim().strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    let mut rest = inner.ok_or("the line is not a map in braces")?;
    let process = number(field(&mut rest, ":process")?)?;
    let kind = field(&mut rest, ":type")?.trim_start_matches(':').parse()?;
    let operation = field(&mut rest, ":f")?.to_string();
    let key = quoted(field(&mut rest, ":key")?)?;
    let value = match field(&mut rest, ":value")? {
        "nil" => None,
        text => Some(quoted(text)?),
    };
    Ok(Logged { line, process, kind, value: Said { operation, key, value } })
}

/// Takes a name and what is under it, up to a comma that is not in quotes.
fn field<'a>(rest: &mut &'a str, name: &str) -> Result<&'a str, String> {
    let value = rest.trim_start().strip_prefix(name);
    let value = value.filter(|value| value.starts_with(char::is_whitespace));
    let value = value.ok_or_else(|| format!("there is no {name}"))?;
    let mut is_quoted = false;
    let is_end = |character: char| {
        is_quoted ^= character == '"';
        character == ',' && !is_quoted
    };
    let (value, after) = match value.find(is_end) {
        Some(end) => (&value[..end], &value[end + 1..]),
        None => (value, ""),
    };
    *rest = after;
    Ok(value.trim())
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("`{text}` is not a process"))
}

fn quoted(text: &str) -> Result<String, String> {
    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let inner = inner.filter(|inner| !inner.contains('"'));
    Ok(inner.ok_or_else(|| format!("`{text}` is not a text in quotes"))?.to_string())
}

fn call(call: Paired<Said>) -> Result<KeyValueCall, ReadError> {
    let Paired { line, invoked: Said { operation, key, value }, returned } = call;
    if let Some((end, said)) = &returned
        && (&said.operation, &said.key) != (&operation, &key)
    {
        let Said { operation: other, key: other_key, .. } = said;
        let problem =
            format!("`{other}` of \"{other_key}\" ends `{operation}` of \"{key}\" of line {line}");
        return Err(ReadError::new(*end, problem));
    }
    let written = |value: Option<String>| {
        value.ok_or_else(|| ReadError::new(line, format!("`{operation}` of no value")))
    };
    let done = match operation.as_str() {
        ":get" => match returned {
            Some((line, Said { value: None, .. })) => {
                return Err(ReadError::new(line, "`:get` returned no value"));
            }
            other => KeyValueDone::Get(other.and_then(|(_, said)| said.value)),
        },
        ":put" => KeyValueDone::Put(written(value)?),
        ":append" => KeyValueDone::Append(written(value)?),
        other => {
            let problem = format!("`{other}` is not one of :get, :put and :append");
            return Err(ReadError::new(line, problem));
        }
    };
    Ok(KeyValueCall { key, done })
}
