//! Failures as the page shows them: the texts that the terminal prints.

use lawful_data::{Failure, FreePart, Json, NearestPassing, Original, Summary, Unstable};
use lawful_data::{ShownCall, ShownValue};

use crate::literal::{shown_literal, shown_literal_wrapped};
use crate::sequence;
use crate::terminal;

/// Columns of a value in the page.
const WIDTH: usize = 90;
/// Maximum number of characters of a case on one line.
const LONGEST_LINE: usize = 160;

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
        ("drawing", Json::text(terminal::drawing(failure).unwrap_or_default())),
        ("reason", texts(failure.reason.lines())),
        ("varies", texts(terminal::varies(explanation, arguments, calls))),
        ("nearest", Json::list(nearest.filter_map(|one| neighbour(one, arguments, calls)))),
        ("free", Json::list(explanation.free.iter().filter_map(|one| free(one, arguments, calls)))),
        ("notes", texts(failure.notes.clone())),
        ("found", texts(terminal::how_found(summary, failure))),
        ("replay", replay(summary, &failure.token)),
        ("keep", Json::text(keep(summary, failure))),
    ])
}

/// The case of a failure on one line, cut where it gets long.
pub(super) fn case_line(arguments: &[ShownValue], calls: &[ShownCall]) -> String {
    let values = arguments.iter().map(|one| lead_of_argument(one) + &shown_literal(one));
    let values = values.collect::<Vec<_>>().join(", ");
    let calls = calls.iter().map(sequence::call).collect::<Vec<_>>().join(" ");
    let line = [values, calls].join(" ");
    let mut line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = line.char_indices().nth(LONGEST_LINE) {
        line.truncate(end);
        line.push('…');
    }
    line
}

/// A failure that did not come again.
pub(super) fn unstable(summary: &Summary, unstable: &Unstable) -> Json {
    let mut reason = unstable.reason.lines();
    let mut found = terminal::how_often(unstable);
    if let (Some(then), false) = (&unstable.then, unstable.choices_differ) {
        found.extend(then.lines());
    }
    reason.retain(|line| !line.is_empty());
    found.push(terminal::REPEAT.to_string());
    Json::object([
        ("arguments", list(&unstable.arguments, argument)),
        ("steps", list(unstable.document.calls(), step)),
        ("original", Json::Null),
        ("reason", texts(reason)),
        ("varies", Json::List(Vec::new())),
        ("nearest", Json::List(Vec::new())),
        ("free", Json::List(Vec::new())),
        ("notes", Json::List(Vec::new())),
        ("found", texts(found)),
        ("seed", Json::text(terminal::with_root_seed(summary).unwrap_or_default())),
        ("replay", replay(summary, &unstable.token)),
        ("keep", Json::text("")),
    ])
}

/// Demands of coverage, each with the range in which the true share is.
pub(super) fn coverage(summary: &Summary) -> Json {
    Json::list(summary.tables.coverage.values().map(|demand| {
        let (low, high) = demand.interval();
        Json::object([
            ("name", Json::text(&demand.name)),
            ("percent", Json::number(demand.percent)),
            ("hits", Json::Number(demand.hits.to_string())),
            ("cases", Json::Number(demand.cases.to_string())),
            ("all", Json::Bool(demand.all)),
            ("low", Json::number(100.0 * low)),
            ("high", Json::number(100.0 * high)),
            ("met", Json::Bool(demand.is_met())),
            ("missed", Json::Bool(demand.is_missed())),
        ])
    }))
}

/// Distributions of the arguments, as the terminal counts them.
pub(super) fn distribution(summary: &Summary) -> Json {
    Json::list(summary.distribution.iter().map(|one| {
        let (what, rows) = terminal::distribution(one);
        let row = |(label, count): (String, u64)| {
            Json::List(vec![Json::text(label), Json::Number(count.to_string())])
        };
        Json::object([
            ("argument", Json::text(one.argument)),
            ("what", Json::text(what)),
            ("rows", Json::list(rows.into_iter().map(row))),
        ])
    }))
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
    let (lead, value, passing) = match calls.get(nearest.argument) {
        Some(call) => {
            let value = sequence::call_with(call, &shown_literal(&call.arguments));
            (lead_of_step(calls, nearest.argument), value, sequence::call_with(call, &passing))
        }
        None => {
            let argument = arguments.get(nearest.argument)?;
            (lead_of_argument(argument), shown_literal(argument), passing)
        }
    };
    Some(Json::object([
        ("lead", Json::text(lead)),
        ("value", Json::text(value)),
        ("passing", Json::text(passing)),
    ]))
}

/// A part that may vary, with what was tried in its place.
fn free(part: &FreePart, arguments: &[ShownValue], calls: &[ShownCall]) -> Option<Json> {
    let (lead, value) = match calls.get(part.argument) {
        Some(call) => (lead_of_step(calls, part.argument), &call.arguments),
        None => {
            let argument = arguments.get(part.argument)?;
            (lead_of_argument(argument), argument)
        }
    };
    let other =
        |debug: &String| shown_literal(&ShownValue { debug: debug.clone(), ..value.clone() });
    let others = part.others.iter().map(|debug| match calls.get(part.argument) {
        Some(call) => sequence::call_with(call, &other(debug)),
        None => other(debug),
    });
    Some(Json::object([("lead", Json::text(lead)), ("others", texts(others.collect()))]))
}

/// `xs = `, or nothing for an argument without a name.
fn lead_of_argument(argument: &ShownValue) -> String {
    match argument.name {
        "" => String::new(),
        name => format!("{name} = "),
    }
}

/// `step 2: `, or of a branch `step 1 of B: `.
fn lead_of_step(calls: &[ShownCall], index: usize) -> String {
    let column = calls[index].column;
    let number = 1 + calls[..index].iter().filter(|other| other.column == column).count();
    match column {
        None => format!("step {number}: "),
        Some(column) => format!("step {number} of {}: ", ShownCall::column_name(column)),
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
