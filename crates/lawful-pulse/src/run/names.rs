//! Names of tasks and of what they share, as traces and verdicts show them.
//!
//! A process is called after its body, and any other thing by the line where it was made. How many things were made at one line is known only at the end
//! of the run, so texts have marks in them until then.

use std::collections::HashMap;
use std::fmt::{self, Write};
use std::ops::Range;

use super::record::short;
use super::{Operation, Place, Run, Task, TaskId, Verb};
use crate::process::called::{derive, line};

/// Characters that stand for nothing (Unicode keeps them for internal use): before the number of a task or a thing, and
/// after it.
const TASK: char = '\u{fdd0}';
const THING: char = '\u{fdd1}';
const END: char = '\u{fdd2}';

/// What tasks share and have no name for.
#[derive(Default)]
pub(super) struct Things {
    /// Numbers by address and by where it was made: another thing may come to lie at the same address.
    numbers: HashMap<(usize, usize), usize>,
    all: Vec<Thing>,
    /// Names that were given to what lies between two addresses.
    names: Vec<(Range<usize>, String)>,
}

struct Thing {
    made: Option<Place>,
    kind: &'static str,
}

/// Whether a place lies in std, which is nothing of the program: where nobody says who calls.
pub(super) fn is_in_std(place: Place) -> bool {
    is_file_of_std(place.file())
}

fn is_file_of_std(file: &str) -> bool {
    let libraries = ["library/core/src", "library/alloc/src", "library/std/src"];
    file.starts_with("/rustc/") || libraries.iter().any(|library| file.contains(library))
}

/// Kind of thing that an operation is about.
fn kind(verb: Verb) -> &'static str {
    match verb {
        Verb::Lock | Verb::TryLock | Verb::Unlock => "mutex",
        Verb::ReadLock | Verb::WriteLock => "rwlock",
        Verb::Load | Verb::Store | Verb::Update | Verb::Exchange => "atomic",
        Verb::Read | Verb::Write => "cell",
        Verb::Send | Verb::Receive => "channel",
        Verb::Wait | Verb::Notify => "condition",
        Verb::Meet => "barrier",
        Verb::Acquire => "semaphore",
        _ => "thing",
    }
}

impl Things {
    pub fn clear(&mut self) {
        if !self.all.is_empty() || !self.names.is_empty() {
            *self = Things::default();
        }
    }

    /// Labels of all things, in the order in which the run came to them.
    fn labels(&self) -> Vec<String> {
        type Line = (&'static str, u32);
        let mut of_lines: HashMap<Line, Vec<usize>> = HashMap::new();
        let mut of_kinds: HashMap<&str, usize> = HashMap::new();
        let mut labels = vec![String::new(); self.all.len()];
        for (number, thing) in self.all.iter().enumerate() {
            match thing.made {
                Some(made) if !is_in_std(made) => {
                    of_lines.entry((made.file(), made.line())).or_default().push(number);
                }
                made => {
                    let count = of_kinds.entry(thing.kind).or_default();
                    *count += 1;
                    if made.is_some() {
                        labels[number] = format!("{} {count}", thing.kind);
                    }
                }
            }
        }
        for things in of_lines.into_values() {
            let column = |number: usize| self.all[number].made.map_or(0, |made| made.column());
            let mut of_columns: HashMap<u32, usize> = HashMap::new();
            things.iter().for_each(|number| *of_columns.entry(column(*number)).or_default() += 1);
            let mut before: HashMap<u32, usize> = HashMap::new();
            for number in things {
                let label = &mut labels[number];
                *label = self.all[number].made.map(short).unwrap_or_default();
                if of_columns.len() > 1 {
                    let _ = write!(label, ":{}", column(number));
                }
                let place = before.entry(column(number)).or_default();
                *place += 1;
                if of_columns[&column(number)] > 1 {
                    let _ = write!(label, " #{place}");
                }
            }
        }
        labels
    }
}

impl Run {
    /// What an operation is about, as a name or as a mark.
    pub(crate) fn thing(&self, operation: &Operation) -> String {
        self.has_things.set(true);
        let object = operation.object;
        let mut record = self.record.borrow_mut();
        let things = &mut record.things;
        // What is named inside of something that is named has its own name.
        let around = things.names.iter().filter(|(range, _)| range.contains(&object.address));
        if let Some((_, name)) = around.min_by_key(|(range, _)| range.len()) {
            return name.clone();
        }
        let Some(made) = object.made else { return String::new() };
        let key = (object.address, (&raw const *made).addr());
        let Things { numbers, all, .. } = things;
        let number = *numbers.entry(key).or_insert_with(|| {
            all.push(Thing { made: Some(made), kind: kind(operation.verb) });
            all.len() - 1
        });
        format!("{THING}{number}{END}")
    }

    /// Gives what lies between two addresses a name, for traces.
    pub fn name(&self, range: Range<usize>, name: &str) {
        if self.is_careful() {
            self.has_things.set(true);
            let names = &mut self.record.borrow_mut().things.names;
            names.retain(|(other, _)| *other != range);
            names.push((range, name.to_string()));
        }
    }

    /// What a task is called, as a mark.
    pub(crate) fn task_name(&self, id: TaskId) -> String {
        format!("{TASK}{id}{END}")
    }

    /// Name of a task so far: at the end of the run it may be numbered.
    pub(crate) fn name_so_far(&self, id: TaskId) -> String {
        self.names().task(id).to_string()
    }

    /// A text with names for its marks.
    pub(crate) fn named(&self, text: &str) -> String {
        if !text.contains(END) {
            return text.to_string();
        }
        self.names().resolve(text)
    }

    /// The names of all tasks and things, as far as the run came.
    pub(super) fn names(&self) -> Names {
        let tasks = (0..self.spawned.get()).map(|id| self.task(id));
        let labels: Vec<Label> = tasks.map(Label::of).collect();
        let mut all: HashMap<&Label, usize> = HashMap::new();
        labels.iter().for_each(|label| *all.entry(label).or_default() += 1);
        let mut before: HashMap<&Label, usize> = HashMap::new();
        let mut tasks = Vec::with_capacity(labels.len());
        for label in &labels {
            let count = before.entry(label).or_default();
            *count += 1;
            tasks.push(match label {
                Label::Named(name) => name.clone(),
                label if all[label] == 1 => label.to_string(),
                label => format!("{label} #{count}"),
            });
        }
        Names { tasks, things: self.record.borrow().things.labels() }
    }
}

/// Label of a task before equal labels are numbered.
#[derive(PartialEq, Eq, Hash)]
enum Label {
    /// A name that was given, which is not numbered, or the body of the law.
    Named(String),
    /// Process, called after its body.
    Derived(String),
    /// Place of spawning: the file, and the line.
    Line(&'static str, u32),
}

impl Label {
    fn of(task: &Task) -> Self {
        let Some(place) = task.spawned.get() else {
            return Label::Named(
                task.name.borrow().clone().unwrap_or_else(|| String::from("main")),
            );
        };
        if let Some(name) = &*task.name.borrow() {
            return Label::Named(name.clone());
        }
        let derived = task.body.get().and_then(|body| derive(body, place));
        derived.map_or(Label::Line(place.file(), place.line()), Label::Derived)
    }
}

impl fmt::Display for Label {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Label::Named(name) | Label::Derived(name) => formatter.write_str(name),
            Label::Line(file, number) => formatter.write_str(&line(file, *number)),
        }
    }
}

/// Names for marks.
pub(super) struct Names {
    tasks: Vec<String>,
    things: Vec<String>,
}

impl Names {
    /// Names of all tasks.
    pub fn into_tasks(self) -> Vec<String> {
        self.tasks
    }

    /// Name of a task.
    pub fn task(&self, id: TaskId) -> &str {
        self.tasks.get(id as usize).map_or("main", String::as_str)
    }

    /// A text with names for its marks.
    pub fn resolve(&self, text: &str) -> String {
        if !text.contains(END) {
            return text.to_string();
        }
        let mut resolved = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find([TASK, THING]) {
            resolved.push_str(&rest[..start]);
            let names = if rest[start..].starts_with(TASK) { &self.tasks } else { &self.things };
            let mark = &rest[start + TASK.len_utf8()..];
            let Some(end) = mark.find(END) else {
                resolved.push_str(&rest[start..]);
                return resolved;
            };
            let name = mark[..end].parse::<usize>().ok().and_then(|number| names.get(number));
            resolved.push_str(name.map_or("", String::as_str));
            rest = &mark[end + END.len_utf8()..];
        }
        resolved.push_str(rest);
        resolved
    }
}

/// The line of the program that is running, from its backtrace: the first frame that belongs neither to std nor to
/// the toolkit.
pub(super) fn line_of_program() -> Option<String> {
    let frames = std::backtrace::Backtrace::force_capture().to_string();
    let mut own = false;
    for line in frames.lines().map(str::trim_start) {
        match line.strip_prefix("at ") {
            Some(place) if own && !is_file_of_std(place) => {
                let mut parts = place.rsplitn(2, ':');
                let _column = parts.next();
                return Some(parts.next()?.trim_start_matches("./").to_string());
            }
            Some(_) => {}
            None => {
                let function = line.split_once(": ").map_or(line, |(_, function)| function);
                let function = function.trim_start_matches('<');
                let others = ["core::", "std::", "alloc::", "lawful_pulse::", "corosensei::"];
                own = !others.iter().any(|other| function.starts_with(other));
            }
        }
    }
    None
}
