//! The lines for people.

use lawful_data::Json;
use lawful_data::{Event, Stopped, Summary};

use super::Run;
use crate::terminal;

/// What an event that is no case has to tell.
pub(super) fn of_event(run: &Run, event: &Event) -> Option<Json> {
    let title = match event {
        Event::Database(_) => "database",
        Event::Left { .. } => "an earlier run died",
        _ => return None,
    };
    Some(message(run, "alert", title, terminal::event(event)?))
}

/// Limits and warnings, and what the run came to as a whole.
pub(super) fn of_summary(run: &Run, summary: &Summary) -> Vec<Json> {
    let mut lines: Vec<Json> = terminal::limits_and_warnings(summary)
        .map(|warning| message(run, "alert", "warning", warning))
        .collect();
    // No line is an `error`: Tyche shows nothing of a file that has one.
    let (kind, title) = match &summary.stopped {
        Stopped::Misused(_) => ("alert", "law misused"),
        Stopped::Failed(_) => ("info", "law broken"),
        Stopped::Unstable(_) => ("info", "law unstable"),
        Stopped::GaveUp { .. } => ("info", "law gave up"),
        Stopped::NotCovered(_) => ("info", "law passed, but not enough cases are covered"),
        Stopped::Passed | Stopped::ReplayPassed => ("info", "law passed"),
        Stopped::ReplayOfAnotherLaw { .. } => ("info", "law not run"),
        _ => ("info", "law ended"),
    };
    let content = match summary.is_success() {
        false => terminal::report(summary),
        true => format!("{}\n{}", counts(summary), terminal::tables(summary)),
    };
    lines.push(message(run, kind, title, content));
    lines
}

fn counts(summary: &Summary) -> String {
    let Summary { passed, tests, discarded, seed, .. } = summary;
    format!(
        "{passed} of {tests} tests passed, {discarded} cases were discarded; root seed {seed:#x}."
    )
}

fn message(run: &Run, kind: &str, title: &str, content: String) -> Json {
    run.line(kind, [("title", Json::text(title)), ("content", Json::text(content.trim_end()))])
}
