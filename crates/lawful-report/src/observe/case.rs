//! The lines of cases.

use std::time::Duration;

use lawful_data::Size;
use lawful_data::sort_by;
use lawful_data::{CaseRecord, Document, Json, Label, Reason, ShownValue, Verdict};
use lawful_data::{Failure, Summary};

use super::{Run, trace};
use crate::literal::rust_literal;
use crate::sequence;
use crate::terminal;

/// A case that was judged.
pub(super) fn line(
    run: &Run,
    index: u64,
    case: &CaseRecord,
    (verdict, reason): (Verdict, Option<&Reason>),
    time: Duration,
) -> Json {
    let (status, status_reason) = status(case, verdict, reason);
    let place = ("index", Json::Number(index.to_string()));
    run.line(
        "test_case",
        [
            ("status", Json::text(status)),
            ("status_reason", Json::text(status_reason)),
            ("representation", Json::text(representation(run, &case.arguments, &case.document))),
            ("arguments", arguments(&case.arguments)),
            ("how_generated", Json::text(format!("test {}", index + 1))),
            ("features", features(&case.labels)),
            ("coverage", Json::Null),
            // Making the arguments is part of it.
            ("timing", Json::object([("execute:test", Json::number(time.as_secs_f64()))])),
            ("metadata", metadata(run, place, &case.notes, &case.document, reason, &[])),
        ],
    )
}

/// The smallest case of a failure. What it said of itself, and how long it took, is not kept.
pub(super) fn smallest(run: &Run, summary: &Summary, failure: &Failure) -> Json {
    let replay = ("replay", Json::text(&failure.token));
    run.line(
        "test_case",
        [
            ("status", Json::text("failed")),
            ("status_reason", Json::text(terminal::reason(&failure.reason))),
            (
                "representation",
                Json::text(representation(run, &failure.arguments, &failure.document)),
            ),
            ("arguments", arguments(&failure.arguments)),
            ("how_generated", Json::text(terminal::found(summary, failure))),
            ("features", Json::object([])),
            ("coverage", Json::Null),
            ("timing", Json::object([])),
            ("metadata", {
                let (notes, document) = (&failure.notes, &failure.document);
                metadata(run, replay, notes, document, Some(&failure.reason), &failure.sizes)
            }),
        ],
    )
}

/// A known failure is left out of the tests like a case whose assumptions are not met; to call it
/// failed would make a law look broken that is not.
fn status(case: &CaseRecord, verdict: Verdict, reason: Option<&Reason>) -> (&'static str, String) {
    match (verdict, case.known().next()) {
        (Verdict::Passed | Verdict::Skipped, _) => ("passed", String::new()),
        (Verdict::Failed, Some(known)) => ("gave_up", format!("known failure: {known}")),
        (Verdict::Failed, None) => ("failed", reason.map(terminal::reason).unwrap_or_default()),
        (Verdict::Discarded, _) => match &case.starved {
            None => match &case.unmet {
                None => ("gave_up", String::from("an assumption was not met")),
                Some(unmet) => ("gave_up", format!("{} at {}", unmet.text, unmet.place)),
            },
            Some(starved) => {
                let (filter, tries) = (starved.filter, starved.tries);
                ("gave_up", format!("none of {tries} values passed the filter at {filter}"))
            }
        },
        (other, _) => ("gave_up", format!("{other:?}")),
    }
}

/// The case as a call: `insertion_keeps_order(x = 0, xs = vec![1])`, or as the program that it is.
fn representation(run: &Run, arguments: &[ShownValue], document: &Document) -> String {
    if !document.calls().is_empty() {
        return sequence::calls(document.calls()).join("\n");
    }
    let arguments: Vec<String> = arguments.iter().map(terminal::inline).collect();
    format!("{}({})", run.about.short_name(), arguments.join(", "))
}

/// The values by name. Numbers and truth values are themselves, all others Rust.
fn arguments(arguments: &[ShownValue]) -> Json {
    let mut members: Vec<(String, Json)> = Vec::new();
    for (index, argument) in arguments.iter().enumerate() {
        let taken = members.iter().any(|(name, _)| name == argument.name);
        let name = match argument.name {
            "" => format!("argument {}", index + 1),
            name if taken => format!("{name} (argument {})", index + 1),
            name => name.to_string(),
        };
        let value = match Json::of_debug(&argument.debug) {
            Json::Text(_) => Json::Text(rust_literal(argument.type_name, &argument.debug)),
            value => value,
        };
        members.push((name, value));
    }
    Json::Object(members)
}

/// What the case said of itself. Of what it said twice the last counts. Tyche plots numbers and texts alone, so truth
/// values are texts.
fn features(labels: &[Label]) -> Json {
    let mut features: Vec<(String, Json)> = Vec::new();
    for (name, value) in labels.iter().map(feature) {
        let value = match value {
            Json::Bool(is_true) => Json::text(is_true.to_string()),
            value => value,
        };
        match features.iter_mut().find(|(other, _)| *other == name) {
            Some((_, old)) => *old = value,
            None => features.push((name, value)),
        }
    }
    sort_by(&mut features, &|one, other| one.0.cmp(&other.0));
    Json::Object(features)
}

fn feature(label: &Label) -> (String, Json) {
    match label {
        Label::Text(text) | Label::KnownBug(text) => (text.clone(), Json::Bool(true)),
        Label::Collected { table, value } => (table.to_string(), Json::of_debug(value)),
        Label::Target { name, score } => (format!("target:{name}"), Json::number(*score)),
        Label::Sometimes { name, hit } | Label::Covered { name, hit, .. } => {
            (name.clone(), Json::Bool(*hit))
        }
        other => (format!("{other:?}"), Json::Bool(true)),
    }
}

/// Seeds are texts: they do not fit into the numbers of most readers.
fn metadata(
    run: &Run,
    place: (&str, Json),
    notes: &[String],
    document: &Document,
    reason: Option<&Reason>,
    sizes: &[Size],
) -> Json {
    let notes = notes.iter().map(Json::text).collect();
    let mut members = vec![
        ("root_seed", Json::text(format!("{:#x}", run.seed))),
        place,
        ("place", Json::text(format!("{}:{}", run.about.file, run.about.line))),
        ("notes", Json::List(notes)),
    ];
    members.extend(document.trace().map(|traced| ("trace", trace::json(traced))));
    members.extend(reason.map(|reason| ("reason", reason_json(reason))));
    if !sizes.is_empty() {
        members.push(("sizes", Json::List(sizes.iter().map(size_json).collect())));
    }
    Json::Object(members.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
}

/// A reason as data: its stable code, and its fields by name.
fn reason_json(reason: &Reason) -> Json {
    let fields = reason.fields.iter().map(|(name, value)| (name.to_string(), Json::text(value)));
    Json::object([
        ("component", Json::text(reason.component)),
        ("code", Json::text(reason.code)),
        ("title", Json::text(&reason.title)),
        ("fields", Json::Object(fields.collect())),
    ])
}

fn size_json(size: &Size) -> Json {
    let number = |number: u64| Json::Number(number.to_string());
    Json::object([
        ("unit", Json::text(size.unit.1)),
        ("found", number(size.found)),
        ("shrunk", number(size.shrunk)),
    ])
}
