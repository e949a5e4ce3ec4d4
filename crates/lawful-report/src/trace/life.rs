//! A task as all drawings see it: its name, what it did, and how it began and ended.

use std::borrow::Cow;

use lawful_data::{EventKind, TaskEnd, Trace, TracedEvent};
use lawful_data::{Listed, sort_by};

use super::text::plain;

/// A task with what it did.
pub(super) struct Life<'a> {
    pub name: String,
    /// Where it was spawned; empty if that is not known.
    pub spawned: String,
    pub end: &'a TaskEnd,
    /// Its events, by their place in the trace.
    pub events: Vec<usize>,
}

/// What is drawn of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The triangle; without an event where the trace has none for it.
    Start(Option<usize>),
    /// An event.
    Event(usize),
    /// The inverted triangle.
    End(Option<usize>),
    /// That the task waits for ever.
    Stuck,
}

/// All tasks in their order. Events of a task that the trace does not have are those of one more.
pub(super) fn lives(trace: &Trace) -> Vec<Life<'_>> {
    let tasks = trace.tasks.iter().enumerate();
    let mut lives: Vec<Life<'_>> = tasks
        .map(|(task, traced)| Life {
            name: name(trace, task),
            spawned: traced.spawned.as_deref().map(plain).unwrap_or_default(),
            end: &traced.end,
            events: Vec::new(),
        })
        .listed();
    for (index, event) in trace.events.iter().enumerate() {
        if column(trace, event) == lives.len() {
            let name = name(trace, lives.len());
            let end = &TaskEnd::Unfinished;
            lives.push(Life { name, spawned: String::new(), end, events: Vec::new() });
        }
        lives[column(trace, event)].events.push(index);
    }
    lives
}

/// Which of the lives an event belongs to.
pub(super) fn column(trace: &Trace, event: &TracedEvent) -> usize {
    event.task.min(trace.tasks.len())
}

/// The name of a task.
pub(super) fn name(trace: &Trace, task: usize) -> String {
    match trace.tasks.get(task).map(|task| plain(&task.name)) {
        Some(name) if !name.is_empty() => name,
        _ => format!("task {}", task + 1),
    }
}

impl Life<'_> {
    /// What is drawn of the task, from the top. A task that waits has no end, and one that the end of
    /// the case cut off just stops.
    pub fn parts(&self, trace: &Trace) -> Vec<Part> {
        let is = |event: Option<&usize>, kind| {
            event.copied().filter(|event| trace.events[*event].kind == kind)
        };
        let (first, last) = (self.events.first(), self.events.last());
        let start = is(first, EventKind::Start);
        let end = is(last, EventKind::End);
        let mut parts = vec![Part::Start(start)];
        for &event in &self.events {
            if start != Some(event) && end != Some(event) {
                parts.push(Part::Event(event));
            }
        }
        match (end, self.end) {
            (Some(_), _) => parts.push(Part::End(end)),
            (None, TaskEnd::Waits(_)) => parts.push(Part::Stuck),
            (None, TaskEnd::Finished | TaskEnd::Panicked(_) | TaskEnd::Exited(_)) => {
                parts.push(Part::End(None));
            }
            (None, _) => {}
        }
        parts
    }
}

/// What is said of a task that did not simply come to its end: `waits for the lock, which `b` holds`.
pub(super) fn became(end: &TaskEnd) -> Option<String> {
    match end {
        TaskEnd::Panicked(message) => Some(format!("panicked: {message}")),
        TaskEnd::Exited(reason) => Some(format!("exited: {reason}")),
        TaskEnd::Waits(what) => Some(format!("waits for {what}")),
        _ => None,
    }
}

/// Text of an event, after its label if it has one.
pub(super) fn labelled_words(event: &TracedEvent) -> Cow<'_, str> {
    match event.label.as_str() {
        "" => Cow::Borrowed(words(event)),
        label => Cow::Owned(format!("{label}: {}", words(event))),
    }
}

/// What an event says, and something for one that says nothing.
pub(super) fn words(event: &TracedEvent) -> &str {
    match (event.text.trim(), event.kind) {
        ("", EventKind::Start) => "starts",
        ("", EventKind::Spawn) => "spawns",
        ("", EventKind::Send) => "sends",
        ("", EventKind::Deliver) => "is delivered",
        ("", EventKind::Effect) => "has an effect",
        ("", EventKind::Call) => "calls",
        ("", EventKind::Operation) => "goes on",
        ("", EventKind::Wait) => "waits",
        ("", EventKind::Time) => "time goes on",
        ("", EventKind::End) => "ends",
        (text, _) => text,
    }
}

/// An arrow from one event to a later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrow {
    pub from: usize,
    pub to: usize,
    /// Whether nothing but the schedule decided that order.
    pub race: bool,
}

/// The arrows of a trace, in the order of the events they lead to.
pub(super) fn arrows(trace: &Trace) -> Vec<Arrow> {
    let mut arrows = Vec::new();
    for (to, event) in trace.events.iter().enumerate() {
        if let Some(from) = event.from.filter(|from| *from < to) {
            arrows.push(Arrow { from, to, race: false });
        }
    }
    for &(from, to) in &trace.races() {
        arrows.push(Arrow { from, to, race: true });
    }
    sort_by(&mut arrows, &|one, other| one.to.cmp(&other.to));
    arrows
}

/// A colour for a task, dark enough to write with, as `#rrggbb`. The first are red and blue, as in
/// the paper, and 144 tasks differ.
pub(super) fn colour(task: usize) -> String {
    let hue = (task as u64 % 144) * 445 % 720 / 2;
    let (full, none) = (176u64, 32u64);
    let across = hue % 60 * (full - none) / 60;
    let (red, green, blue) = match hue / 60 {
        0 => (full, none + across, none),
        1 => (full - across, full, none),
        2 => (none, full, none + across),
        3 => (none, full - across, full),
        4 => (none + across, none, full),
        _ => (full, none, full - across),
    };
    // Green looks lighter than the others.
    format!("#{red:02x}{:02x}{blue:02x}", green * 3 / 4)
}
