//! A trace as a picture, with a layout of our own: a column a task, and a row for all events that
//! nothing puts below one another.
//!
//! The row of an event is one more than the lowest of what it has to be below: the event before it in
//! its task, the one it comes from, and an effect that a dotted arrow joins it to. So arrows point
//! down, and one pass over the events is enough.

mod paint;

use std::borrow::Cow;

use lawful_data::Listed;
use lawful_data::{EventKind, Trace};

use super::life::{Arrow, Life, Part, arrows, became, column, labelled_words, lives};
use super::text::{end, length, start, wrapped};

/// What a letter takes in a font of fixed width, in pixels.
const LETTER: usize = 7;
const LINE: usize = 15;
/// How tall a triangle is.
const TRIANGLE: usize = 14;
const PADDING: usize = 5;
/// What is free between rows, between columns and around everything.
const ROW_GAP: usize = 12;
const COLUMN_GAP: usize = 36;
const BORDER: usize = 16;
/// A text takes no more than this.
const LETTERS: usize = 30;
const LINES: usize = 3;

/// A trace as a picture, with a white ground and no need of scripts, fonts or other files. What does
/// not fit is in the tips that browsers show.
///
/// ```
/// use lawful::data::{EventKind, TaskEnd, Trace, TracedEvent, TracedTask};
/// use lawful::report::trace::svg;
///
/// let trace = Trace {
///     tasks: vec![TracedTask { name: "law".into(), spawned: None, end: TaskEnd::Finished }],
///     events: vec![TracedEvent {
///         task: 0,
///         kind: EventKind::Effect,
///         text: "writes <a.txt>".into(),
///         place: "src/files.rs:3".into(),
///         from: None,
///         clock: vec![1],
///         switched: false,
///         label: String::new(),
///     }],
///     switches: 0,
/// };
/// let picture = svg(&trace);
/// assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
/// assert!(picture.contains("writes &lt;a.txt&gt;"));
/// ```
pub fn svg(trace: &Trace) -> String {
    let lives = lives(trace);
    let arrows = arrows(trace);
    paint::paint(&Picture::new(trace, &lives, arrows))
}

/// Something that is drawn of a task.
struct Node {
    shape: Shape,
    lines: Vec<String>,
    /// Where in the source, cut to fit; may be empty.
    place: String,
    /// All there is to say of it.
    tip: String,
    switched: bool,
    row: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Start,
    Text,
    Effect,
    Stuck,
    End,
}

/// A column.
struct Drawn<'a> {
    life: &'a Life<'a>,
    nodes: Vec<Node>,
    left: usize,
    width: usize,
}

/// Everything in its place.
struct Picture<'a> {
    columns: Vec<Drawn<'a>>,
    /// For each event, its column and which node of it.
    places: Vec<(usize, usize)>,
    arrows: Vec<Arrow>,
    /// Where each row begins, and how tall it is.
    rows: Vec<(usize, usize)>,
    width: usize,
    height: usize,
}

impl<'a> Picture<'a> {
    fn new(trace: &Trace, lives: &'a [Life<'a>], arrows: Vec<Arrow>) -> Self {
        let ranks = ranks(trace, &arrows, lives.len());
        let mut places = trace.events.iter().map(|_| (0, 0)).listed();
        let mut columns = Vec::new();
        let mut left = BORDER;
        for (index, life) in lives.iter().enumerate() {
            let mut nodes: Vec<Node> = Vec::new();
            for part in life.parts(trace) {
                let event = match part {
                    Part::Start(event) | Part::End(event) => event,
                    Part::Event(event) => Some(event),
                    Part::Stuck => None,
                };
                let below = nodes.last().map_or(0, |last| last.row + 1);
                let row = event.map_or(below, |event| ranks[event]);
                if let Some(event) = event {
                    places[event] = (index, nodes.len());
                }
                nodes.push(node(trace, life, part, row));
            }
            // A start without an event is right above what comes first.
            if let ([first, second, ..], None) = (&mut nodes[..], start_event(trace, life)) {
                first.row = second.row.saturating_sub(1);
            }
            let width = width(life, &nodes);
            columns.push(Drawn { life, nodes, left, width });
            left += width + COLUMN_GAP;
        }
        let rows = row_places(&columns);
        let height = rows.last().map_or(header_height(), |(top, height)| top + height);
        let width = (left + BORDER).saturating_sub(COLUMN_GAP).max(2 * BORDER);
        Picture { columns, places, arrows, rows, width, height: height + 2 * BORDER }
    }
}

/// The row of each event.
fn ranks(trace: &Trace, arrows: &[Arrow], tasks: usize) -> Vec<usize> {
    let mut ranks: Vec<usize> = Vec::with_capacity(trace.events.len());
    // The row after the last event of each task.
    let mut next: Vec<Option<usize>> = (0..tasks).map(|_| None).listed();
    let mut arrows = arrows;
    for (index, event) in trace.events.iter().enumerate() {
        let task = column(trace, event);
        // The first row is for starts, which other tasks than these have without an event.
        let mut rank = next[task].unwrap_or(usize::from(event.kind != EventKind::Start));
        while let [arrow, later @ ..] = arrows
            && arrow.to == index
        {
            rank = rank.max(ranks[arrow.from] + 1);
            arrows = later;
        }
        ranks.push(rank);
        next[task] = Some(rank + 1);
    }
    ranks
}

fn start_event(trace: &Trace, life: &Life<'_>) -> Option<usize> {
    let first = life.events.first().copied();
    first.filter(|event| trace.events[*event].kind == EventKind::Start)
}

fn node(trace: &Trace, life: &Life<'_>, part: Part, row: usize) -> Node {
    let became = became(life.end).unwrap_or_default();
    let (shape, event) = match part {
        Part::Start(event) => (Shape::Start, event),
        Part::End(event) => (Shape::End, event),
        Part::Stuck => (Shape::Stuck, None),
        Part::Event(event) if trace.events[event].kind == EventKind::Effect => {
            (Shape::Effect, Some(event))
        }
        Part::Event(event) => (Shape::Text, Some(event)),
    };
    let event = event.map(|event| &trace.events[event]);
    let said = event.map_or(Cow::Borrowed(""), labelled_words);
    let said = &*said;
    let text = match shape {
        // A triangle says that it starts.
        Shape::Start => "",
        Shape::End | Shape::Stuck if !became.is_empty() => &became,
        _ => said,
    };
    let place = event.map_or("", |event| event.place.as_str());
    let parts = [said, if text == said { "" } else { text }, place];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).listed();
    Node {
        shape,
        lines: if text.is_empty() { Vec::new() } else { wrapped(text, LETTERS, LINES) },
        place: if shape == Shape::Start { String::new() } else { end(place, LETTERS) },
        tip: format!("{}: {}", life.name, parts.join("\n")),
        switched: event.is_some_and(|event| event.switched),
        row,
    }
}

impl Node {
    /// How wide and how tall it is.
    fn size(&self) -> (usize, usize) {
        let triangle = matches!(self.shape, Shape::Start | Shape::End);
        let widest = self.lines.iter().map(|line| length(line)).max().unwrap_or(0);
        let letters = widest.max(length(&self.place));
        let lines = self.lines.len() + usize::from(!self.place.is_empty());
        let text = (letters * LETTER + 2 * PADDING, lines * LINE + 2 * PADDING);
        match triangle {
            true => (text.0.max(TRIANGLE), text.1 + TRIANGLE),
            false => text,
        }
    }
}

/// The name of a task and where it was spawned, cut to fit.
fn header(life: &Life<'_>) -> [String; 2] {
    [start(&life.name, LETTERS), end(&life.spawned, LETTERS)]
}

fn header_height() -> usize {
    BORDER + 2 * LINE + 2 * PADDING
}

fn width(life: &Life<'_>, nodes: &[Node]) -> usize {
    let [name, spawned] = header(life);
    let header = length(&name).max(length(&spawned));
    let nodes = nodes.iter().map(|node| node.size().0).max().unwrap_or(0);
    nodes.max(header * LETTER + 2 * PADDING) + 4 * PADDING
}

fn row_places(columns: &[Drawn<'_>]) -> Vec<(usize, usize)> {
    let mut heights: Vec<usize> = Vec::new();
    for column in columns {
        for node in &column.nodes {
            while heights.len() <= node.row {
                heights.push(0);
            }
            heights[node.row] = heights[node.row].max(node.size().1);
        }
    }
    let mut top = header_height();
    let mut rows = Vec::new();
    for height in heights {
        rows.push((top, height));
        top += height + ROW_GAP;
    }
    rows
}
