//! A broken law. In this order: which law, the smallest case as Rust, what happened where it ran under
//! a scheduler, what went wrong, what could be changed without mending it, how it was found, how to
//! replay it and how to keep it.

use lawful_data::{About, Failure, Found, Rate, Summary, Unstable};
use lawful_data::{Block, Document, Reason, ShownValue, Trace};
use lawful_data::{Size, Stop};

use super::{explanation, keep, line};
use crate::literal::shown_literal_wrapped;
use crate::sequence;

/// Lines do not get longer than this where that can be helped.
pub(super) const WIDTH: usize = 100;

pub(super) fn write(text: &mut String, summary: &Summary, failures: &[Failure]) {
    let about = &summary.about;
    let ways = match failures.len() {
        1 => String::new(),
        count => format!(" in {count} ways"),
    };
    line(text, &format!("law broken{ways}: {}  ({}:{})", about.name, about.file, about.line));
    for (index, failure) in failures.iter().enumerate() {
        line(text, "");
        if failures.len() > 1 {
            line(text, &format!("  {} of {}", index + 1, failures.len()));
            line(text, "");
        }
        write_one(text, summary, failure);
    }
    write_also_unstable(text, summary);
}

fn write_one(text: &mut String, summary: &Summary, failure: &Failure) {
    let about = &summary.about;
    write_case(text, &failure.arguments, &failure.document);
    drawing(failure).iter().for_each(|told| line(text, &format!("  {told}")));
    write_reason(text, &failure.reason);
    for note in &failure.notes {
        line(text, &format!("  note: {note}"));
    }
    let explained = explanation::lines(&failure.explanation, &failure.arguments, failure.calls());
    if !explained.is_empty() {
        line(text, "");
        explained.iter().for_each(|part| line(text, &format!("  {part}")));
    }
    line(text, "");
    how_found(summary, failure).iter().for_each(|told| line(text, &format!("  {told}")));
    if let Some(original) = failure.original.as_ref().filter(|_| summary.tells_original) {
        line(text, "");
        line(text, "  As it was found:");
        line(text, "");
        write_case(text, &original.arguments, &original.document);
    }
    if !failure.token.is_empty() {
        line(text, &format!("  Replay: {}", replay(about, &failure.token)));
    }
    keep::lines(summary, failure).iter().for_each(|row| line(text, row));
}

/// Which generator failed, if it was none of the law's own code.
pub(crate) fn drawing(failure: &Failure) -> Option<String> {
    let ended = if failure.reason.death().is_some() { "ended the process" } else { "panicked" };
    failure.drawing.map(|name| match name {
        "" => format!("A generator {ended} while an argument was drawn:"),
        name => format!("The generator of `{name}` {ended}:"),
    })
}

/// Values and what components show of a case, each block apart from the next.
fn write_case(text: &mut String, arguments: &[ShownValue], document: &Document) {
    arguments.iter().for_each(|argument| line(text, &show(argument)));
    let mut is_open = !arguments.is_empty();
    for block in &document.blocks {
        let (lines, joins) = match block {
            Block::Calls(calls) => (sequence::lines(calls), true),
            Block::Trace(trace) if trace.events.is_empty() => continue,
            Block::Trace(trace) => (trace_lines(trace), false),
            Block::Picture { .. } => continue,
            other => (Document::from(other.clone()).lines(), false),
        };
        if is_open && !joins {
            line(text, "");
        }
        lines.iter().for_each(|row| line(text, format!("    {row}").trim_end()));
        is_open = true;
    }
    if is_open {
        line(text, "");
    }
}

/// A trace as a table.
#[cfg(feature = "traces")]
fn trace_lines(trace: &Trace) -> Vec<String> {
    crate::trace::table(trace, WIDTH - 4)
}

/// A trace where tables of them are not compiled: that there is one.
#[cfg(not(feature = "traces"))]
fn trace_lines(trace: &Trace) -> Vec<String> {
    let events = trace.events.len();
    vec![format!("a trace of {events} events, which the feature `traces` of lawful shows")]
}

pub(super) fn write_unstable(text: &mut String, summary: &Summary, unstable: &Unstable) {
    let about = &summary.about;
    line(text, &format!("law unstable: {}  ({}:{})", about.name, about.file, about.line));
    line(text, "");
    write_unstable_case(text, summary, unstable);
}

/// Failures that did not come again, below those that did.
fn write_also_unstable(text: &mut String, summary: &Summary) {
    for unstable in &summary.unstable {
        line(text, "");
        line(text, "  Another case failed, and not every time:");
        line(text, "");
        write_unstable_case(text, summary, unstable);
    }
}

fn write_unstable_case(text: &mut String, summary: &Summary, unstable: &Unstable) {
    let about = &summary.about;
    write_case(text, &unstable.arguments, &unstable.document);
    write_reason(text, &unstable.reason);
    line(text, "");
    how_often(unstable).iter().for_each(|told| line(text, &format!("  {told}")));
    if let (Some(then), false) = (&unstable.then, unstable.choices_differ) {
        write_reason(text, then);
    }
    line(text, &format!("  {REPEAT}"));
    line(text, &format!("  Replay: {}", replay(about, &unstable.token)));
    if let Some(command) = with_root_seed(summary) {
        line(text, &format!("  Root seed: {command}"));
    }
}

/// Advice for a law with a case that does not fail every time.
pub(crate) const REPEAT: &str =
    "Over code that is not deterministic, `#[law(repeat = n)]` runs every case n times.";

/// Command that runs all cases of the law again, where there is a test that does.
pub(crate) fn with_root_seed(summary: &Summary) -> Option<String> {
    let about = &summary.about;
    about.test.as_ref().map(|_| format!("LAWFUL_SEED={:#x} {}", summary.seed, about.command()))
}

/// Lines about how often a case failed, and what decides that it does.
pub(crate) fn how_often(unstable: &Unstable) -> Vec<String> {
    let how = match unstable.found {
        Found::Test { index } => format!("Found by test {}", index + 1),
        Found::Database => String::from("Found by a failure kept from an earlier run"),
        Found::KeptToken => String::from("Found by the replay token in `#[law(replay = ..)]`"),
        Found::Replay => String::from("Replayed"),
        Found::Left => String::from("Found by the test in which an earlier run died"),
        Found::Fuzzer => String::from("Found by a fuzzer"),
        Found::Walk { index, .. } => format!("Found as case {} of all there are", index + 1),
        Found::Climb { target, .. } => format!("Found by climbing `{target}`"),
        _ => String::from("Met while another failure was shrunk"),
    };
    let Rate { failed, runs, .. } = unstable.rate;
    let cause = match (&unstable.then, unstable.choices_differ) {
        (_, true) => {
            "With the same seed it drew other choices: something besides the source decides what is generated."
        }
        (None, _) => {
            "Something besides its arguments decides: time, threads, what earlier cases left behind."
        }
        (Some(_), _) => "Run again it failed in another way:",
    };
    vec![format!("The same case failed {failed} of {runs} times. {how}."), cause.to_string()]
}

/// Command that runs a case again.
pub(crate) fn replay(about: &About, token: &str) -> String {
    let variable = format!("LAWFUL_REPLAY='{token}'");
    match about.test {
        Some(_) => format!("{variable} {}", about.command()),
        // In `main` or in an example: only the person who ran the program knows how.
        None => format!("run the program again with {variable}"),
    }
}

/// `    xs = vec![0, 1]`
fn show(argument: &ShownValue) -> String {
    let name = match argument.name {
        "" => String::from("    "),
        name => format!("    {name} = "),
    };
    let value = shown_literal_wrapped(argument, 4, WIDTH);
    format!("{name}{value}")
}

/// What is wrong, on any number of lines.
pub(crate) fn reason(reason: &Reason) -> String {
    reason.lines().join("\n")
}

fn write_reason(text: &mut String, wrong: &Reason) {
    reason(wrong).lines().for_each(|part| line(text, &format!("  {part}")));
}

/// Lines about how a failure was found and shrunk.
pub(crate) fn how_found(summary: &Summary, failure: &Failure) -> Vec<String> {
    let mut lines = vec![found(summary, failure)];
    lines.extend(failure.sizes.iter().filter_map(minimum));
    lines.extend(stop(failure.stop));
    lines.extend(again(failure.again));
    lines
}

/// How a failure was found.
pub(crate) fn found(summary: &Summary, failure: &Failure) -> String {
    let how = match failure.found {
        Found::Test { index } => {
            format!("Found by test {} of {}", index + 1, (index + 1).max(summary.tests))
        }
        Found::Database => String::from("Found by a failure kept from an earlier run"),
        Found::KeptToken => String::from("Found by the replay token in `#[law(replay = ..)]`"),
        Found::Replay => return String::from("Replayed as it is, without shrinking."),
        Found::Kept { index } => {
            let broken = failure.found_by.as_ref().map(|how| format!(", broken by {how}"));
            return format!(
                "It is case {} of the source{}.",
                index + 1,
                broken.unwrap_or_default()
            );
        }
        Found::Walk { size: Some(size), index } => {
            format!("Found as case {} of all up to size {size}", index + 1)
        }
        Found::Walk { size: None, index } => {
            format!("Found as case {} of all there are", index + 1)
        }
        Found::Climb { target, score } => format!("Found by climbing `{target}` to {score}"),
        Found::Shrinking => String::from("Met while another failure was shrunk"),
        Found::Left => String::from("Found by the test in which an earlier run died"),
        Found::Fuzzer => String::from("Found by a fuzzer"),
        other => format!("Found by {other:?}"),
    };
    let shrunk = match failure.shrinks {
        0 if failure.stop == Stop::Smallest => String::from("already minimal"),
        shrinks => format!("shrunk {} in {}", shrunk(shrinks, &failure.sizes), runs(failure.runs)),
    };
    let seed = match failure.found {
        Found::Walk { .. } | Found::Fuzzer => String::new(),
        _ => format!("; root seed {:#x}", summary.seed),
    };
    let found_by = failure.found_by.as_ref().map(|how| format!(" (by {how})")).unwrap_or_default();
    format!("{how}{found_by}, {shrunk}{seed}.")
}

/// `from 41 commands to 1`, or how many times where it did not get smaller in that sense.
fn shrunk(shrinks: u64, sizes: &[Size]) -> String {
    let smaller: Vec<String> = sizes
        .iter()
        .filter(|size| size.shrunk < size.found)
        .map(|size| format!("{} to {}", amount(size.found, size), size.shrunk))
        .collect();
    match smaller.is_empty() {
        true => count(shrinks, "time"),
        false => format!("from {}", smaller.join(" and from ")),
    }
}

fn runs(runs: u64) -> String {
    count(runs, "run")
}

fn amount(number: u64, size: &Size) -> String {
    let (one, several) = size.unit;
    format!("{number} {}", if number == 1 { one } else { several })
}

/// Minimum of a case, in a unit for which there is a proof.
fn minimum(size: &Size) -> Option<String> {
    let proven = size.proven?;
    let (one, several) = size.unit;
    Some(match (size.shrunk, proven) {
        (0, _) => format!("No {one} is needed."),
        (number, false) => format!("It takes {}.", amount(number, size)),
        (number, true) => {
            let told = amount(number, size);
            format!("It takes {told}; with fewer {several} it does not fail in this way.")
        }
    })
}

fn again(again: u64) -> Option<String> {
    match again {
        0 => None,
        1 => Some(String::from("One more case broke the law in the same way.")),
        again => Some(format!("{again} more cases broke the law in the same way.")),
    }
}

fn stop(stop: Stop) -> Option<String> {
    let (limit, variable) = match stop {
        Stop::Smallest => return None,
        Stop::Runs => ("runs", "LAWFUL_MAX_SHRINK_RUNS"),
        Stop::Time => ("time", "LAWFUL_MAX_SHRINK_TIME"),
        _ => ("some kind", "another setting"),
    };
    Some(format!("Shrinking stopped at its limit of {limit}; raise it with {variable}."))
}

pub(super) fn count(number: u64, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}
