//! A trace as a graph for Graphviz, as paper II draws it. Reports do not call it, so everything here is
//! `#[inline]`: it is compiled where it is used, and not in every clean build.

use std::fmt::Write;

use lawful_data::Listed;
use lawful_data::{EventKind, Trace};

use super::life::{Life, Part, arrows, became, colour, labelled_words, lives, words};
use super::text::{plain, wrapped};

/// A text takes no more than this.
const WIDTH: usize = 32;
const LINES: usize = 4;

/// A trace in the language of Graphviz: `dot -Tsvg` draws it.
///
/// ```
/// use lawful::data::{EventKind, TaskEnd, Trace, TracedEvent, TracedTask};
/// use lawful::report::trace::dot;
///
/// let task = |name: &str| TracedTask { name: name.into(), spawned: None, end: TaskEnd::Finished };
/// let write = |task, clock: &[u32]| TracedEvent {
///     task,
///     kind: EventKind::Effect,
///     text: "writes \"a.txt\"".into(),
///     place: String::new(),
///     from: None,
///     clock: clock.to_vec(),
///     switched: false,
///     label: String::new(),
/// };
/// let mut trace = Trace {
///     tasks: vec![task("one"), task("other")],
///     events: vec![write(0, &[1]), write(1, &[0, 1])],
///     switches: 0,
/// };
/// let race = "event_0 -> event_1 [style=dotted, color=black];";
/// assert!(dot(&trace).contains(race));
/// // The second knows of the first, so that they had to come in this order.
/// trace.events[1].clock = vec![1, 1];
/// assert!(!dot(&trace).contains(race));
/// ```
#[inline]
pub fn dot(trace: &Trace) -> String {
    let mut text = String::from("digraph trace {\n");
    text += "    graph [bgcolor=white, fontname=\"monospace\", fontsize=11];\n";
    text += "    node [shape=plaintext, fontname=\"monospace\", fontsize=10];\n";
    text += "    edge [arrowsize=0.6];\n";
    for (task, life) in lives(trace).iter().enumerate() {
        write_task(&mut text, trace, task, life);
    }
    for arrow in arrows(trace) {
        let style = if arrow.race { "style=dotted, color=black" } else { "color=gray" };
        let _ = writeln!(text, "    event_{} -> event_{} [{style}];", arrow.from, arrow.to);
    }
    text += "}\n";
    text
}

#[inline]
fn write_task(text: &mut String, trace: &Trace, task: usize, life: &Life<'_>) {
    let colour = colour(task);
    let label = match life.spawned.as_str() {
        "" => quoted(&[&life.name]),
        spawned => quoted(&[&life.name, spawned]),
    };
    let _ = writeln!(text, "    subgraph cluster_{task} {{");
    let _ = writeln!(text, "        label={label}; color=\"{colour}\"; fontcolor=\"{colour}\";");
    let parts = life.parts(trace);
    for part in &parts {
        let attributes = attributes(trace, life, *part);
        let name = node(task, *part);
        let _ = writeln!(text, "        {name} [{attributes}, color=\"{colour}\"];");
    }
    let chain: Vec<String> = parts.iter().map(|part| node(task, *part)).listed();
    if chain.len() > 1 {
        let _ = writeln!(text, "        {} [color=\"{colour}\"];", chain.join(" -> "));
    }
    text.push_str("    }\n");
}

/// The name of a node. Those of events are of the trace, so that arrows find them.
#[inline]
fn node(task: usize, part: Part) -> String {
    match part {
        Part::Start(Some(event)) | Part::Event(event) | Part::End(Some(event)) => {
            format!("event_{event}")
        }
        Part::Start(None) => format!("start_{task}"),
        Part::End(None) => format!("end_{task}"),
        Part::Stuck => format!("stuck_{task}"),
    }
}

#[inline]
fn attributes(trace: &Trace, life: &Life<'_>, part: Part) -> String {
    let end = became(life.end).unwrap_or_default();
    match part {
        Part::Start(event) => {
            let told = event.map(|event| tooltip(trace, event)).unwrap_or_default();
            format!(
                "shape=triangle, label=\"\", height=0.25, width=0.3, tooltip={}",
                quoted(&[&told])
            )
        }
        Part::End(event) => {
            let said = event.map(|event| words(&trace.events[event])).unwrap_or_default();
            let label = labelled(if end.is_empty() { said } else { &end }, "");
            let told = event.map(|event| tooltip(trace, event)).unwrap_or(end);
            format!(
                "shape=invtriangle, label=\"\", xlabel={label}, height=0.25, width=0.3, tooltip={}",
                quoted(&[&told])
            )
        }
        Part::Stuck => {
            format!(
                "shape=box, style=dashed, label={}, tooltip={}",
                labelled(&end, ""),
                quoted(&[&end])
            )
        }
        Part::Event(index) => {
            let event = &trace.events[index];
            let shape = if event.kind == EventKind::Effect { "box" } else { "plaintext" };
            let label = labelled(words(event), &event.place);
            format!("shape={shape}, label={label}, tooltip={}", quoted(&[&tooltip(trace, index)]))
        }
    }
}

/// All there is to say of an event.
#[inline]
fn tooltip(trace: &Trace, event: usize) -> String {
    let event = &trace.events[event];
    let switched = if event.switched { " (switched to)" } else { "" };
    let text = labelled_words(event);
    match event.place.as_str() {
        "" => format!("{text}{switched}"),
        place => format!("{text} at {place}{switched}"),
    }
}

/// A text with its place below it, broken into lines.
#[inline]
fn labelled(text: &str, place: &str) -> String {
    let mut lines = wrapped(text, WIDTH, LINES);
    lines.extend(Some(plain(place)).filter(|place| !place.is_empty()));
    let lines: Vec<&str> = lines.iter().map(String::as_str).listed();
    quoted(&lines)
}

/// Lines as one quoted text. Graphviz reads `\N` and `&lt;` inside of quotes as something else, so
/// that backslashes and ampersands have to be quoted too.
#[inline]
fn quoted(lines: &[&str]) -> String {
    let mut text = String::from("\"");
    for (index, line) in lines.iter().enumerate() {
        text += if index == 0 { "" } else { "\\n" };
        for letter in plain(line).chars() {
            match letter {
                '"' => text += "\\\"",
                '\\' => text += "\\\\",
                '&' => text += "&amp;",
                letter => text.push(letter),
            }
        }
    }
    text.push('"');
    text
}
