//! Requests and answers, and everything that is in them.

use super::coded::{Coded, coded};
use crate::choice::{
    Block as Units, Enumeration, KeyedChoice, Kind, Notes, Ordered, RowKey, Scalar, Tape, Token,
    Written,
};
use crate::data::{
    Assumption, Block, CasePart, CaseRecord, DescribedVariant, Description, Document, EventKind,
    Label, Place, Reason, ShownCall, ShownValue, Starved, TaskEnd, Trace, TracedEvent, TracedTask,
};
use crate::generate::Misuse;
use crate::law::threads::Unnoticed;
use crate::law::{Counter, Counters, Group, Outcome, Plan};
use crate::run::site::{Feed, Judged, Stretch};

/// First frame of a connection: what the child is to do, and how.
#[derive(Debug)]
pub(super) struct Hello {
    /// Word that the argument of the child ends with: the connection is that of its parent.
    pub word: String,
    /// Identity of the law that the child is to serve.
    pub law: String,
    /// Number of laws of that identity that the test comes to before it.
    pub ordinal: u64,
    /// Maximum memory, in bytes.
    pub memory: Option<u64>,
    /// The backtraces that are wanted, as `RUST_BACKTRACE` says it.
    pub backtraces: String,
    /// Path of the trail.
    pub trail: Option<String>,
}

/// What the parent asks for.
#[derive(Debug)]
pub(super) enum Request {
    Batch {
        plan: Plan,
        start: u64,
        end: u64,
    },
    Judge(Feed),
    Draw {
        feed: Feed,
        /// True if the parts of the case are told before they run.
        told: bool,
    },
    /// Draws a case and tells every token as it is drawn; also the tokens that the body draws, if that runs too.
    DrawTold {
        feed: Feed,
        runs: bool,
    },
    /// Runs a case and tells its parts before they run.
    Show {
        feed: Feed,
        reported: bool,
        /// Index of a case in the source that runs instead of the law.
        kept: Option<usize>,
        /// Notes on the rows of lanes, if an earlier run took some.
        notes: Option<Notes>,
    },
    ShowArguments(Tape),
}

impl Request {
    /// Returns whether the case is shown, and with it what it prints.
    pub fn is_shown(&self) -> bool {
        matches!(self, Request::Show { .. })
    }
}

/// What the child answers.
#[derive(Debug)]
pub(super) enum Answer {
    /// The child came to its law.
    Ready {
        /// True if it writes to the trail.
        has_trail: bool,
    },
    Stretch(Box<Stretch>),
    Misused(Misuse),
    Judged(Box<Judged>),
    /// Threads panicked in cases that did not fail; the answer comes after it.
    ThreadsPanicked(Unnoticed),
    /// A part of the case that runs next; the answer comes after it.
    Part(CasePart),
    /// A step of writing the tape; the answer comes after it.
    Written(Written),
}

impl Answer {
    pub fn judged(judged: Judged) -> Self {
        Answer::Judged(Box::new(judged))
    }
}

coded! {
    enum Request {
        0: Batch { plan, start, end },
        1: Judge(feed),
        2: Draw { feed, told },
        3: Show { feed, reported, kept, notes },
        4: ShowArguments(tape),
        5: DrawTold { feed, runs },
    }
    enum Answer {
        0: Ready { has_trail },
        1: Misused(misuse),
        2: Stretch(stretch),
        3: Judged(judged),
        4: ThreadsPanicked(unnoticed),
        5: Part(part),
        6: Written(written),
    }
    enum Feed {
        0: Tape(tape),
        1: Seed { seed, size },
        2: Walk { walk, size },
        3: Bytes { input, size },
        4: Resampled { tape, seed },
    }
    enum CasePart { 0: Drawing(name), 1: Drawn(record), 2: Call(call), 3: Called(call) }
    enum Written { 0: Token(token), 1: Cut(length), 2: Replaced(at, token), 3: Row(key, tokens), 4: Note(key, note) }
    enum Outcome { 0: Passed, 1: Discarded, 2: Skipped, 3: Failed(reason) }
    enum Token {
        0: Open(label),
        1: Close,
        2: Scalar(scalar),
        3: Block(block),
        4: Lane(name),
        5: Keyed(choices),
    }
    enum Kind { 0: Number, 1: Length, 2: Pick, 3: Float, 4: Step, 5: Reference }
    enum Label {
        0: Text(text),
        1: Collected { table, value },
        2: KnownBug(name),
        3: Target { name, score },
        4: Sometimes { name, hit },
        5: Covered { name, percent, hit },
    }
    enum Block {
        0: Paragraph(text),
        1: Code(text),
        2: Table(rows),
        3: Calls(calls),
        4: Trace(trace),
        5: Picture { name, svg },
    }
    enum TaskEnd {
        0: Finished,
        1: Panicked(message),
        2: Exited(reason),
        3: Waits(what),
        4: Unfinished,
    }
    enum EventKind {
        0: Start,
        1: Spawn,
        2: Send,
        3: Deliver,
        4: Effect,
        5: Call,
        6: Operation,
        7: Wait,
        8: Time,
        9: End,
    }
}

coded! {
    struct Hello { word, law, ordinal, memory, backtraces, trail }
    struct Unnoticed { count, first }
    struct Stretch { upto, counters, ended, is_out_of_time }
    struct Judged { outcome, record, counters, tape, notes, misuse, walk, is_out_of_time, gate_asked }
    struct Tape { size, main, rows }
    struct Scalar { kind, negative, magnitude, up, down, origin }
    struct Units { units, bound, fewest, most }
    struct KeyedChoice { owner, at, choice }
    struct RowKey { lane, row }
    struct Counters { groups, named }
    struct Group { key, rows, counts }
    struct Counter { table, name }
    struct CaseRecord { starved, unmet, drawing, labels, arguments, document, notes, found_by }
    struct Starved { filter, tries, different }
    struct Assumption { place, text }
    struct Place { file, line, column }
    struct ShownValue { name, type_name, debug, types }
    struct Description { type_name, is_enum, variants }
    struct DescribedVariant { name, brackets, fields }
    struct Document { blocks }
    struct Reason { component, code, title, fields, document, identity }
    struct ShownCall { variable, name, arguments, before, result, failed, column }
    struct Trace { tasks, events, switches }
    struct TracedTask { name, spawned, end }
    struct TracedEvent { task, kind, text, place, from, clock, switched, label }
}

/// Types with parts that are their own business.
macro_rules! by_parts {
    ($($name:ty: |$value:ident| $write:expr, |$parts:ident| $read:expr;)+) => {
        $(impl Coded for $name {
            fn write(&self, bytes: &mut Vec<u8>) {
                let $value = self;
                $write.write(bytes);
            }

            fn read(bytes: &mut &[u8]) -> Option<Self> {
                let $parts = Coded::read(bytes)?;
                Some($read)
            }
        })+
    };
}

by_parts! {
    Plan: |plan| plan.parts(), |parts| Plan::from_parts(parts);
    Misuse: |misuse| misuse.to_string(), |text| {
        let text: String = text;
        Misuse::new(text)
    };
    Enumeration: |walk| (walk.size(), (walk.reached(), walk.place())), |parts| {
        let (size, (reached, place)): (u64, (usize, Vec<(u64, u64)>)) = parts;
        Enumeration::at(size, &place, reached)
    };
}

impl<K: Coded + Ord, V: Coded> Coded for Ordered<K, V> {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.len().write(bytes);
        for (key, value) in self.iter() {
            key.write(bytes);
            value.write(bytes);
        }
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let mut map = Ordered::default();
        for _ in 0..usize::read(bytes)? {
            map.insert(K::read(bytes)?, V::read(bytes)?);
        }
        Some(map)
    }
}

#[cfg(test)]
mod tests {
    use super::super::coded::{read, written};
    use super::*;

    fn traced() -> Trace {
        let ends = [
            TaskEnd::Finished,
            TaskEnd::Panicked("it\nbroke".into()),
            TaskEnd::Exited("killed".into()),
            TaskEnd::Waits("the lock at src/bank.rs:12, which `b` holds".into()),
            TaskEnd::Unfinished,
        ];
        let tasks = ends.into_iter().enumerate().map(|(task, end)| TracedTask {
            name: format!("task {task}"),
            spawned: (task > 0).then(|| format!("src/bank.rs:{task}")),
            end,
        });
        let kinds = [EventKind::Start, EventKind::Send, EventKind::Operation, EventKind::End];
        let events = kinds.iter().enumerate().map(|(index, kind)| TracedEvent {
            task: index % 5,
            kind: *kind,
            text: format!("does \"{index}\" → ü"),
            place: if index == 0 { String::new() } else { format!("src/bank.rs:{index}") },
            from: (index > 2).then(|| index - 2),
            clock: (0..index as u32).map(|count| count * 1000).collect(),
            switched: index.is_multiple_of(2),
            label: if index == 1 { String::from("event 1") } else { String::new() },
        });
        Trace { tasks: tasks.collect(), events: events.collect(), switches: 5 }
    }

    fn answers() -> Vec<Answer> {
        let record = CaseRecord {
            starved: Some(Starved {
                filter: Place { file: "f", line: 1, column: 2 },
                tries: 9,
                different: Some((3, 10)),
            }),
            unmet: Some(Assumption {
                place: Place { file: "g", line: 3, column: 4 },
                text: "x > 0".into(),
            }),
            drawing: Some("x"),
            labels: vec![Label::Target { name: "t", score: f64::NEG_INFINITY }],
            arguments: vec![ShownValue::of("x", &7)],
            document: Document { blocks: vec![Block::Trace(Box::new(traced()))] },
            notes: vec!["after it".into()],
            found_by: Some("the third of ten tries".into()),
        };
        let reason = Reason::new("cache", "stale", "an old value")
            .field("key", "1")
            .identified_by("stale 1")
            .with_code_block(|| "seen".into());
        let mut counters = Counters::default();
        counters.add("states", "full", 3);
        counters.of(1, || vec![Counter { table: "moves", name: "left".into() }])[0] += 2;
        [Outcome::Passed, Outcome::Discarded, Outcome::Skipped, Outcome::failed(reason)]
            .map(|outcome| {
                let ended = Some((outcome, record.clone()));
                let counters = counters.clone();
                let stretch = Stretch { upto: 7, counters, ended, is_out_of_time: true };
                Answer::Stretch(Box::new(stretch))
            })
            .into()
    }

    #[test]
    fn an_answer_is_read_as_it_was_written() {
        for answer in answers() {
            let again: Answer = read(&written(&answer)).expect("it is whole");
            assert_eq!(format!("{again:?}"), format!("{answer:?}"));
        }
    }

    #[test]
    fn an_answer_that_was_cut_off_is_none() {
        for bytes in answers().iter().map(written) {
            assert!((0..bytes.len()).all(|length| read::<Answer>(&bytes[..length]).is_none()));
        }
    }
}
