//! Failures as the page shows them: the texts that the terminal prints.

use lawful_data::{Failure, FreePart, Json, NearestPassing, Original, Summary, Unstable};
use lawful_data::{ShownCall, ShownValue};

use crate::literal::{shown_literal, shown_literal_wrapped};
use crate::sequence;
use crate::terminal;

/// Columns of a value in the page.
const WIDTH: usize = 90;

/// A failure.
pub(super) fn failure(summary: &Summary, failure: &Failure) -> Json {
    let (arguments, calls) = (&failure.arguments, failure.calls());
    let explanation = &failure.explanation;
    let nearest = explanation.nearest_passing.iter();
    let original = failure.original.as_ref().map_or(Json::Null, |one| original(one));
    Json::object([
        ("arguments", list(arguments, argument)),
        ("steps", list(calls, step)),
        ("original", original),
        ("reason", texts(failure.reason.lines())),
        ("explained", texts(terminal::explained(explanation, arguments, calls))),
        ("nearest", Json::list(nearest.filter_map(|one| neighbour(one, arguments, calls)))),
        ("free", Json::list(explanation.free.iter().filter_map(|one| free(one, arguments, calls)))),
        ("notes", texts(failure.notes.clone())),
        ("found", texts(terminal::how_found(summary, failure))),
        ("replay", replay(summary, &failure.token)),
        ("keep", Json::text(keep(summary, failure))),
    ])
}

/// A failure that did not come again.
pub(super) fn unstable(summary: &Summary, unstable: &Unstable) -> Json {
    let mut reason = unstable.reason.lines();
    let mut found = terminal::how_often(unstable);
    if let (Some(then), false) = (&unstable.then, unstable.choices_differ) {
        found.extend(then.lines());
    }
    reason.retain(|line| !line.is_empty());
    Json::object([
        ("arguments", list(&unstable.arguments, argument)),
        ("steps", list(unstable.document.calls(), step)),
        ("original", Json::Null),
        ("reason", texts(reason)),
        ("explained", Json::List(Vec::new())),
        ("nearest", Json::List(Vec::new())),
        ("free", Json::List(Vec::new())),
        ("notes", Json::List(Vec::new())),
        ("found", texts(found)),
        ("replay", replay(summary, &unstable.token)),
        ("keep", Json::text("")),
    ])
}

fn list<T>(items: &[T], write: fn(&T) -> Json) -> Json {
    Json::list(items.iter().map(write))
}

pub(super) fn texts(lines: Vec<String>) -> Json {
    Json::list(lines.into_iter().map(Json::text))
}

fn argument(value: &ShownValue) -> Json {
    Json::object([
        ("name", Json::text(value.name)),
        ("type", Json::text(value.type_name)),
        ("value", Json::text(shown_literal_wrapped(value, 0, WIDTH))),
    ])
}

fn step(call: &ShownCall) -> Json {
    let before = if sequence::is_empty(&call.before) { "" } else { &call.before };
    let column = call.column.map_or(Json::Null, |column| Json::Number(column.to_string()));
    Json::object([
        ("code", Json::text(sequence::call(call))),
        ("before", Json::text(before)),
        ("result", Json::optional(call.result.as_deref())),
        ("failed", Json::Bool(call.failed)),
        ("column", column),
    ])
}

fn original(original: &Original) -> Json {
    Json::object([
        ("arguments", list(&original.arguments, argument)),
        ("steps", list(original.document.calls(), step)),
    ])
}

/// An argument beside the nearest value that passes.
fn neighbour(
    nearest: &NearestPassing,
    arguments: &[ShownValue],
    calls: &[ShownCall],
) -> Option<Json> {
    let passing = shown_literal(&nearest.shown);
    let (name, value, passing) = match calls.get(nearest.argument) {
        Some(call) => {
            let value = sequence::call_with(call, &shown_literal(&call.arguments));
            (step_name(calls, nearest.argument), value, sequence::call_with(call, &passing))
        }
        None => {
            let argument = arguments.get(nearest.argument)?;
            (argument.name.to_string(), shown_literal(argument), passing)
        }
    };
    Some(Json::object([
        ("name", Json::text(name)),
        ("value", Json::text(value)),
        ("passing", Json::text(passing)),
    ]))
}

/// A part that may vary, with what was tried in its place.
fn free(part: &FreePart, arguments: &[ShownValue], calls: &[ShownCall]) -> Option<Json> {
    let (name, value) = match calls.get(part.argument) {
        Some(call) => (step_name(calls, part.argument), &call.arguments),
        None => {
            let argument = arguments.get(part.argument)?;
            (argument.name.to_string(), argument)
        }
    };
    let other =
        |debug: &String| shown_literal(&ShownValue { debug: debug.clone(), ..value.clone() });
    let others = part.others.iter().map(|debug| match calls.get(part.argument) {
        Some(call) => sequence::call_with(call, &other(debug)),
        None => other(debug),
    });
    Some(Json::object([
        ("name", Json::text(name)),
        ("whole", Json::Bool(part.whole)),
        ("others", texts(others.collect())),
    ]))
}

/// `step 2`, or of a branch `step 1 of B`.
fn step_name(calls: &[ShownCall], index: usize) -> String {
    let column = calls[index].column;
    let number = 1 + calls[..index].iter().filter(|other| other.column == column).count();
    match column {
        None => format!("step {number}"),
        Some(column) => format!("step {number} of {}", ShownCall::column_name(column)),
    }
}

fn replay(summary: &Summary, token: &str) -> Json {
    Json::text(match token {
        "" => String::new(),
        token => terminal::replay(&summary.about, token),
    })
}

fn keep(summary: &Summary, failure: &Failure) -> String {
    let option = terminal::kept_option(summary, failure);
    option.map_or(String::new(), |option| format!("#[law({option})]"))
}
