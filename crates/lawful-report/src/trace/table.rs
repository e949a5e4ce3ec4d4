//! A trace as text: a column a task, a row an event.

use std::ops::Range;

use std::borrow::Cow;

use lawful_data::{Listed, sort_by};
use lawful_data::{TaskEnd, Trace, TracedEvent};

use super::life::{became, column, lives, name, words};
use super::rows::{Row, rows};
use super::text::{end, length, listed, start, wrapped};

/// More columns than these are hard to follow.
const COLUMNS: usize = 6;
/// A column is not made narrower than this.
const NARROWEST: usize = 14;
/// No table is narrower than this.
const LEAST: usize = 40;
/// What stands in the margin beside an event that the scheduler switched to.
const SWITCH: &str = "switch";
/// A text takes no more lines than this.
const LINES: usize = 3;
const GAP: usize = 2;
/// Number of tasks of which is told what became of them.
const ENDS: usize = 30;

/// A trace as lines that are no longer than `width`, as far as a letter takes one column; less than 40
/// is taken as 40.
///
/// A row has the text of an event in the column of its task, and where that was. Beside the events
/// that the scheduler switched to, when it need not have, stands `switch`, and beside those that the
/// reason of the failure refers to their label. Last comes what became of
/// the tasks that did not come to their end. Of a long trace the start, the end and what is around the
/// switches is shown. Where the columns would be too many or too narrow, the name of its task stands
/// beside every event.
///
/// ```
/// use lawful::data::{EventKind, TaskEnd, Trace, TracedEvent, TracedTask};
/// use lawful::report::trace::table;
///
/// let task = |name: &str, line: u32| TracedTask {
///     name: name.into(),
///     spawned: Some(format!("src/count.rs:{line}")),
///     end: TaskEnd::Finished,
/// };
/// let event = |task, text: &str, line: u32, switched| TracedEvent {
///     task,
///     kind: EventKind::Operation,
///     text: text.into(),
///     place: format!("src/count.rs:{line}"),
///     from: None,
///     clock: Vec::new(),
///     switched,
///     label: String::new(),
/// };
/// let trace = Trace {
///     tasks: vec![task("a", 8), task("b", 9)],
///     events: vec![
///         event(0, "reads count: 0", 3, false),
///         event(1, "reads count: 0", 3, true),
///         event(1, "writes count: 1", 4, false),
///         event(0, "writes count: 1", 4, false),
///     ],
///     switches: 1,
/// };
/// assert_eq!(table(&trace, 100), [
///     "        a                b",
///     "        src/count.rs:8   src/count.rs:9",
///     "        ───────────────  ───────────────",
///     "        reads count: 0                    src/count.rs:3",
///     "switch                   reads count: 0   src/count.rs:3",
///     "                         writes count: 1  src/count.rs:4",
///     "        writes count: 1                   src/count.rs:4",
/// ]);
/// ```
pub fn table(trace: &Trace, width: usize) -> Vec<String> {
    let trace = &with_short_places(trace);
    let rows = rows(trace);
    let layout = Layout::new(trace, &rows, width.max(LEAST));
    let mut lines = layout.header(trace);
    for row in &rows {
        match row {
            Row::Event(event) => lines.append(&mut layout.event(trace, *event)),
            Row::Left(events) => lines.push(layout.across(&left_out(trace, events))),
        }
    }
    let ends = ends(trace);
    if !ends.is_empty() && !lines.is_empty() {
        lines.push(layout.rule());
    }
    for end in ends {
        let most = layout.width - layout.margin - GAP;
        for (index, part) in wrapped(&end, most, LINES).iter().enumerate() {
            let indent = layout.margin + if index == 0 { 0 } else { GAP };
            lines.push(format!("{:indent$}{part}", ""));
        }
    }
    lines
}

/// Places without their directories, where those would take too much room.
fn with_short_places(trace: &Trace) -> Cow<'_, Trace> {
    let long = |place: &String| length(place) > LONG_PLACE;
    if !trace.events.iter().any(|event| long(&event.place))
        && !trace.tasks.iter().any(|task| task.spawned.as_ref().is_some_and(long))
    {
        return Cow::Borrowed(trace);
    }
    let shorten = |place: &mut String| {
        if let Some(directory) = place.rfind(['/', '\\']) {
            *place = place[directory + 1..].to_string();
        }
    };
    let mut trace = trace.clone();
    for event in &mut trace.events {
        shorten(&mut event.place);
    }
    for task in &mut trace.tasks {
        task.spawned.as_mut().map(shorten);
    }
    Cow::Owned(trace)
}

/// Places longer than this are shown without their directories.
const LONG_PLACE: usize = 24;

/// Where everything stands.
struct Layout {
    width: usize,
    /// The letters left of the first column.
    margin: usize,
    columns: Vec<usize>,
    /// The letters for places; 0 if there is no room for them.
    place: usize,
    /// The task of each column. Without them the columns are names and texts.
    tasks: Option<Vec<usize>>,
}

/// Text in the margin beside an event.
fn mark(event: &TracedEvent) -> String {
    match (event.switched, event.label.as_str()) {
        (true, "") => String::from(SWITCH),
        (true, label) => format!("{label}, {SWITCH}"),
        (false, label) => String::from(label),
    }
}

impl Layout {
    fn new(trace: &Trace, rows: &[Row], width: usize) -> Self {
        let shown = || {
            rows.iter().filter_map(|row| match row {
                Row::Event(event) => Some(&trace.events[*event]),
                Row::Left(_) => None,
            })
        };
        let widest = shown().map(|event| length(&mark(event))).max().unwrap_or(0);
        let margin = if widest > 0 { widest.min(width / 4) + GAP } else { 0 };
        let place = shown().map(|event| length(&event.place)).max().unwrap_or(0).min(width / 3);
        let mut layout = Layout { width, margin, columns: Vec::new(), place, tasks: None };

        let lives = lives(trace);
        let mut natural: Vec<usize> = lives
            .iter()
            .map(|life| length(&life.name).max(length(&life.spawned)).min(width))
            .listed();
        let mut acts = vec![false; lives.len()];
        for event in shown() {
            let (task, text) = (column(trace, event), length(words(event)).min(width));
            natural[task] = natural[task].max(text);
            acts[task] = true;
        }
        let tasks: Vec<usize> = (0..lives.len()).filter(|task| acts[*task]).listed();
        let wanted: Vec<usize> = tasks.iter().map(|task| natural[*task]).listed();
        let fits = |place: usize| {
            let columns = fitted(&wanted, layout.room(wanted.len(), place))?;
            Some((place, columns))
        };
        match fits(place).or_else(|| fits(0)).filter(|_| tasks.len() <= COLUMNS) {
            Some((place, columns)) => {
                (layout.place, layout.columns, layout.tasks) = (place, columns, Some(tasks));
            }
            None => {
                let name = tasks.iter().map(|task| length(&lives[*task].name)).max();
                let text = tasks.iter().map(|task| natural[*task]).max();
                layout.list(name.unwrap_or(0).min(width / 4), text.unwrap_or(0));
            }
        }
        layout
    }

    /// Columns for names and texts, as wide as they want to be if that fits.
    fn list(&mut self, name: usize, text: usize) {
        let room = |layout: &Layout| layout.room(2, layout.place).saturating_sub(name);
        if room(self) < NARROWEST {
            self.place = 0;
        }
        self.columns = vec![name, text.min(room(self))];
    }

    /// How many letters there are for the columns.
    fn room(&self, columns: usize, place: usize) -> usize {
        let gaps = GAP * columns.saturating_sub(1);
        let place = if place == 0 { 0 } else { place + GAP };
        self.width.saturating_sub(self.margin + gaps + place)
    }

    fn header(&self, trace: &Trace) -> Vec<String> {
        let Some(tasks) = self.tasks.as_ref().filter(|tasks| !tasks.is_empty()) else {
            return Vec::new();
        };
        let lives = lives(trace);
        let columns = || tasks.iter().zip(&self.columns);
        let names = columns().map(|(task, width)| wrapped(&lives[*task].name, *width, LINES));
        let mut lines = self.lines("", &names.listed(), "");
        let spawned = columns().map(|(task, width)| vec![end(&lives[*task].spawned, *width)]);
        let spawned: Vec<Vec<String>> = spawned.listed();
        if spawned.iter().any(|cell| cell.iter().any(|place| !place.is_empty())) {
            lines.append(&mut self.lines("", &spawned, ""));
        }
        lines.push(self.rule());
        lines
    }

    fn event(&self, trace: &Trace, event: usize) -> Vec<String> {
        let event = &trace.events[event];
        let task = column(trace, event);
        let mark = mark(event);
        let mut cells = self.columns.iter().map(|_| Vec::new()).listed();
        let text = match &self.tasks {
            Some(tasks) => tasks.iter().position(|other| *other == task).unwrap_or(0),
            None => {
                cells[0] = vec![start(&name(trace, task), self.columns[0])];
                1
            }
        };
        cells[text] = wrapped(words(event), self.columns[text], LINES);
        self.lines(&start(&mark, self.margin.saturating_sub(GAP)), &cells, &event.place)
    }

    /// A line over all columns.
    fn across(&self, text: &str) -> String {
        let (margin, most) = (self.margin, self.width - self.margin);
        format!("{:margin$}{}", "", start(text, most))
    }

    fn rule(&self) -> String {
        let rules = self.columns.iter().map(|width| vec!["─".repeat(*width)]);
        self.lines("", &rules.listed(), "").concat()
    }

    /// A row, whose cells may have several lines.
    fn lines(&self, mark: &str, cells: &[Vec<String>], place: &str) -> Vec<String> {
        let height = cells.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let mut lines = Vec::new();
        for index in 0..height {
            let mark = if index == 0 { mark } else { "" };
            let mut line = format!("{mark:margin$}", margin = self.margin);
            for (cell, width) in cells.iter().zip(&self.columns) {
                let part = cell.get(index).map_or("", String::as_str);
                line += &format!("{part:width$}{:GAP$}", "");
            }
            if index == 0 && self.place > 0 {
                line += &end(place, self.place);
            }
            lines.push(line.trim_end().to_string());
        }
        lines
    }
}

/// The widths of columns that want to be so wide: the widest give way. `None` if they would become
/// too narrow.
fn fitted(wanted: &[usize], room: usize) -> Option<Vec<usize>> {
    let mut level = wanted.iter().copied().max().unwrap_or(0).max(NARROWEST);
    loop {
        let (mut widths, mut sum) = (Vec::new(), 0);
        for width in wanted {
            widths.push((*width).min(level));
            sum += (*width).min(level);
        }
        match sum <= room {
            true => return Some(widths),
            false if level == NARROWEST => return None,
            false => level -= 1,
        }
    }
}

/// `` … 37 more of `worker` ``
fn left_out(trace: &Trace, events: &Range<usize>) -> String {
    let mut tasks: Vec<usize> =
        trace.events[events.clone()].iter().map(|event| column(trace, event)).listed();
    sort_by(&mut tasks, &Ord::cmp);
    tasks.dedup();
    let names: Vec<String> = tasks.iter().map(|task| name(trace, *task)).listed();
    match names.len() {
        ..=3 => format!("… {} more of {}", events.len(), listed(&names)),
        many => format!("… {} more of {many} tasks", events.len()),
    }
}

/// What became of the tasks that did not come to their end.
fn ends(trace: &Trace) -> Vec<String> {
    let tasks = || trace.tasks.iter().enumerate();
    let told = tasks().filter_map(|(task, traced)| {
        Some(format!("`{}` {}", name(trace, task), became(&traced.end)?))
    });
    let mut told: Vec<String> = told.listed();
    if told.len() > ENDS {
        let more = told.len() - ENDS;
        told.truncate(ENDS);
        told.push(format!("… and {more} tasks more"));
    }
    let unfinished = tasks().filter(|(_, traced)| traced.end == TaskEnd::Unfinished);
    let unfinished: Vec<String> = unfinished.map(|(task, _)| name(trace, task)).listed();
    match unfinished.len() {
        0 => {}
        1..=ENDS => told.push(format!("the case ended before {} did", listed(&unfinished))),
        many => told.push(format!("the case ended before {many} tasks did")),
    }
    told
}
