//! Requests and answers as bytes. Both sides are the same program, so the format needs no version.

use std::sync::Mutex;
use std::time::Duration;

use crate::choice::{Block, Decision, Enumeration, Notes, Ordered, RowKey, Scalar, Tape, Token};
use crate::generate::{DescribedVariant, Description, Misuse, Place, Starved};
use crate::law::{
    Case, Counted, Death, EventKind, Label, Plan, Reason, Shown, ShownStep, Tally, TaskEnd, Trace,
    TracedEvent, TracedTask, Verdict,
};
use crate::run::codec::{KINDS, read_number, write_number};
use crate::run::site::{Feed, Judged, Stretch};

/// What the parent asks for.
#[derive(Debug)]
pub(super) enum Request {
    Batch {
        plan: Plan,
        start: u64,
        end: u64,
    },
    Judge(Feed),
    Draw(Feed),
    /// The same, with every token written to a file as it is drawn; also the tokens that the body draws,
    /// if that runs too.
    DrawInto {
        feed: Feed,
        file: String,
        runs: bool,
    },
    Show {
        tape: Tape,
        reported: bool,
    },
    ShowArguments(Tape),
}

/// What the child answers.
#[derive(Debug)]
pub(super) enum Answer {
    Ready,
    Stretch(Box<Result<Stretch, Misuse>>),
    Judged(Box<Judged>),
}

impl Answer {
    pub fn judged(judged: Judged) -> Self {
        Answer::Judged(Box::new(judged))
    }
}

pub(super) fn write_request(request: &Request) -> Vec<u8> {
    let mut writer = Writer(Vec::new());
    match request {
        Request::Batch { plan, start, end } => {
            let (seed, max_size) = plan.parts();
            writer.numbers(&[0, seed, u64::from(max_size), *start, *end]);
        }
        Request::Judge(feed) => {
            writer.number(1);
            writer.feed(feed);
        }
        Request::Draw(feed) => {
            writer.number(2);
            writer.feed(feed);
        }
        Request::DrawInto { feed, file, runs } => {
            writer.number(5);
            writer.feed(feed);
            writer.text(file);
            writer.number(u64::from(*runs));
        }
        Request::Show { tape, reported } => {
            writer.numbers(&[3, u64::from(*reported)]);
            writer.tape(tape);
        }
        Request::ShowArguments(tape) => {
            writer.number(4);
            writer.tape(tape);
        }
    }
    writer.0
}

pub(super) fn read_request(bytes: &[u8]) -> Option<Request> {
    let mut reader = Reader(bytes);
    Some(match reader.number()? {
        0 => {
            let plan = Plan::from_parts(reader.number()?, reader.size()?);
            Request::Batch { plan, start: reader.number()?, end: reader.number()? }
        }
        1 => Request::Judge(reader.feed()?),
        2 => Request::Draw(reader.feed()?),
        3 => Request::Show { reported: reader.flag()?, tape: reader.tape()? },
        4 => Request::ShowArguments(reader.tape()?),
        5 => Request::DrawInto { feed: reader.feed()?, file: reader.text()?, runs: reader.flag()? },
        _ => return None,
    })
}

pub(super) fn write_answer(answer: &Answer) -> Vec<u8> {
    let mut writer = Writer(Vec::new());
    match answer {
        Answer::Ready => writer.number(0),
        Answer::Stretch(stretch) => match &**stretch {
            Err(misuse) => {
                writer.number(1);
                writer.text(&misuse.to_string());
            }
            Ok(stretch) => {
                writer.numbers(&[2, stretch.upto]);
                writer.tally(&stretch.tally);
                writer.option(stretch.ended.as_ref(), |writer, (verdict, case)| {
                    writer.verdict(*verdict);
                    writer.case(case);
                });
            }
        },
        Answer::Judged(judged) => {
            writer.number(3);
            writer.verdict(judged.verdict);
            writer.case(&judged.case);
            writer.tape(&judged.tape);
            writer.notes(&judged.notes);
            writer.option(judged.misuse.as_ref(), |writer, misuse| {
                writer.text(&misuse.to_string());
            });
            writer.option(judged.walk.as_ref(), Writer::walk);
        }
    }
    writer.0
}

pub(super) fn read_answer(bytes: &[u8]) -> Option<Answer> {
    let mut reader = Reader(bytes);
    Some(match reader.number()? {
        0 => Answer::Ready,
        1 => Answer::Stretch(Box::new(Err(Misuse::new(reader.text()?)))),
        2 => {
            let (upto, tally) = (reader.number()?, reader.tally()?);
            let ended = reader.option(|reader| Some((reader.verdict()?, reader.case()?)))?;
            Answer::Stretch(Box::new(Ok(Stretch { upto, tally, ended })))
        }
        3 => Answer::judged(Judged {
            verdict: reader.verdict()?,
            case: reader.case()?,
            tape: reader.tape()?,
            notes: reader.notes()?,
            misuse: reader.option(|reader| Some(Misuse::new(reader.text()?)))?,
            walk: reader.option(Reader::walk)?,
        }),
        _ => return None,
    })
}

pub(super) fn write_token(token: &Token) -> Vec<u8> {
    let mut writer = Writer(Vec::new());
    writer.token(token);
    writer.0
}

/// As many tokens as the bytes hold whole, with the spans closed that were still open.
pub(super) fn read_tokens(bytes: &[u8]) -> Vec<Token> {
    let mut reader = Reader(bytes);
    let mut tokens: Vec<Token> = std::iter::from_fn(|| reader.token()).collect();
    let opened = tokens.iter().filter(|token| matches!(token, Token::Open(_))).count();
    let closed = tokens.iter().filter(|token| **token == Token::Close).count();
    tokens.extend((closed..opened).map(|_| Token::Close));
    tokens
}

const VERDICTS: [Verdict; 4] =
    [Verdict::Held, Verdict::Broken, Verdict::Discarded, Verdict::Refused];

const EVENT_KINDS: [EventKind; 10] = [
    EventKind::Start,
    EventKind::Spawn,
    EventKind::Send,
    EventKind::Deliver,
    EventKind::Effect,
    EventKind::Call,
    EventKind::Operation,
    EventKind::Wait,
    EventKind::Time,
    EventKind::End,
];

struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, number: u64) {
        write_number(&mut self.0, number);
    }

    fn numbers(&mut self, numbers: &[u64]) {
        numbers.iter().for_each(|number| self.number(*number));
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend_from_slice(text.as_bytes());
    }

    fn list<T>(&mut self, list: &[T], mut write: impl FnMut(&mut Self, &T)) {
        self.number(list.len() as u64);
        list.iter().for_each(|item| write(self, item));
    }

    fn option<T>(&mut self, option: Option<&T>, write: impl FnOnce(&mut Self, &T)) {
        self.number(u64::from(option.is_some()));
        if let Some(value) = option {
            write(self, value);
        }
    }

    fn verdict(&mut self, verdict: Verdict) {
        self.number(VERDICTS.iter().position(|other| *other == verdict).unwrap_or(0) as u64);
    }

    fn feed(&mut self, feed: &Feed) {
        match feed {
            Feed::Tape(tape) => {
                self.number(0);
                self.tape(tape);
            }
            Feed::Search { tape, seed } => {
                self.numbers(&[4, *seed]);
                self.tape(tape);
            }
            Feed::Seed { seed, size } => self.numbers(&[1, *seed, u64::from(*size)]),
            Feed::Walk { walk, size } => {
                self.numbers(&[2, u64::from(*size)]);
                self.walk(walk);
            }
            Feed::Bytes { bytes, size } => {
                self.numbers(&[3, u64::from(*size)]);
                self.list(bytes, |writer, byte| writer.0.push(*byte));
            }
        }
    }

    fn walk(&mut self, walk: &Enumeration) {
        self.numbers(&[walk.size(), walk.reached() as u64]);
        self.list(&walk.place(), |writer, (value, count)| writer.numbers(&[*value, *count]));
    }

    fn tape(&mut self, tape: &Tape) {
        self.number(u64::from(tape.size));
        self.list(&tape.main, Writer::token);
        self.number(tape.rows.len() as u64);
        for (key, tokens) in tape.rows.iter() {
            self.numbers(&[key.lane, key.row]);
            self.list(tokens, Writer::token);
        }
    }

    fn token(&mut self, token: &Token) {
        match token {
            Token::Open(label) => self.numbers(&[0, *label]),
            Token::Close => self.number(1),
            Token::Lane(name) => self.numbers(&[2, *name]),
            Token::Block(Block { units, bound, fewest, most }) => {
                self.numbers(&[3, u64::from(*bound), *fewest, *most]);
                self.list(units, |writer, unit| writer.number(u64::from(*unit)));
            }
            Token::Schedule(decisions) => {
                self.number(5);
                self.list(decisions, |writer, decision| {
                    writer.numbers(&[u64::from(decision.task), decision.at, decision.choice]);
                });
            }
            Token::Scalar(scalar) => {
                let Scalar { negative, magnitude, up, down, origin, kind } = *scalar;
                let kind = KINDS.iter().position(|other| *other == kind).unwrap_or(0) as u64;
                self.numbers(&[4, kind, u64::from(negative), magnitude, up, down, origin]);
            }
        }
    }

    fn notes(&mut self, notes: &Notes) {
        self.number(notes.len() as u64);
        for (key, (name, value)) in notes.iter() {
            self.numbers(&[key.lane, key.row]);
            self.text(name);
            self.text(value);
        }
    }

    fn case(&mut self, case: &Case) {
        self.number(u64::from(case.discarded));
        self.option(case.starved.as_ref(), |writer, starved| {
            let Place { file, line, column } = starved.filter;
            writer.text(file);
            writer.numbers(&[u64::from(line), u64::from(column), u64::from(starved.tries)]);
        });
        self.list(&case.labels, Writer::label);
        self.list(&case.arguments, Writer::shown);
        self.list(&case.steps, |writer, step| {
            writer.option(step.variable.as_ref(), |writer, name| writer.text(name));
            writer.text(&step.command);
            writer.shown(&step.arguments);
            writer.text(&step.before);
            writer.option(step.result.as_ref(), |writer, result| writer.text(result));
            writer.number(u64::from(step.broken));
            writer.option(step.branch.as_ref(), |writer, branch| writer.number(u64::from(*branch)));
        });
        self.option(case.trace.as_ref(), Writer::trace);
        self.option(case.searched.as_ref(), |writer, how| writer.text(how));
        self.list(&case.notes, |writer, note| writer.text(note));
        self.tally(&case.tally);
        self.option(case.reason.as_ref(), Writer::reason);
    }

    fn trace(&mut self, trace: &Trace) {
        self.list(&trace.tasks, |writer, task| {
            writer.text(&task.name);
            writer.option(task.spawned.as_ref(), |writer, place| writer.text(place));
            writer.task_end(&task.end);
        });
        self.list(&trace.events, |writer, event| {
            let kind = EVENT_KINDS.iter().position(|kind| *kind == event.kind).unwrap_or(0);
            writer.numbers(&[event.task as u64, kind as u64]);
            writer.text(&event.text);
            writer.text(&event.place);
            writer.option(event.from.as_ref(), |writer, from| writer.number(*from as u64));
            writer.list(&event.clock, |writer, count| writer.number(u64::from(*count)));
            writer.number(u64::from(event.switched));
        });
        self.number(trace.switches);
    }

    fn task_end(&mut self, end: &TaskEnd) {
        let (kind, text) = match end {
            TaskEnd::Finished => (0, ""),
            TaskEnd::Panicked(message) => (1, message.as_str()),
            TaskEnd::Exited(reason) => (2, reason.as_str()),
            TaskEnd::Waits(what) => (3, what.as_str()),
            TaskEnd::Unfinished => (4, ""),
        };
        self.number(kind);
        self.text(text);
    }

    fn shown(&mut self, shown: &Shown) {
        self.text(shown.name);
        self.text(shown.type_name);
        self.text(&shown.debug);
        self.list(&shown.types, Writer::description);
    }

    fn tally(&mut self, tally: &Tally) {
        self.list(&tally.numbered, |writer, count| writer.number(*count));
        self.number(tally.named.len() as u64);
        for (counted, count) in tally.named.iter() {
            self.text(counted.table);
            self.text(&counted.name);
            self.number(*count);
        }
    }

    fn description(&mut self, description: &Description) {
        self.text(description.type_name);
        self.number(u64::from(description.is_enum));
        self.list(&description.variants, |writer, variant| {
            writer.text(variant.name);
            writer.text(variant.brackets);
            writer.list(&variant.fields, |writer, (name, type_name)| {
                writer.text(name);
                writer.text(type_name);
            });
        });
    }

    fn label(&mut self, label: &Label) {
        match label {
            Label::Text(text) => {
                self.number(0);
                self.text(text);
            }
            Label::Collected { table, value } => {
                self.number(1);
                self.text(table);
                self.text(value);
            }
            Label::Known(name) => {
                self.number(2);
                self.text(name);
            }
            Label::Target { name, score } => {
                self.numbers(&[3, score.to_bits()]);
                self.text(name);
            }
            Label::Sometimes { name, hit } => {
                self.numbers(&[4, u64::from(*hit)]);
                self.text(name);
            }
            Label::Covered { name, percent, hit } => {
                self.numbers(&[5, u64::from(*hit), percent.to_bits()]);
                self.text(name);
            }
        }
    }

    fn reason(&mut self, reason: &Reason) {
        match reason {
            Reason::False => self.number(0),
            Reason::Error(error) => {
                self.number(1);
                self.text(error);
            }
            Reason::Panic { message, location } => {
                self.number(2);
                self.text(message);
                self.text(location);
            }
            Reason::Named { law, message } => {
                self.number(4);
                self.text(law);
                self.text(message);
            }
            Reason::Died(death) => {
                self.number(3);
                self.death(death);
            }
        }
    }

    fn death(&mut self, death: &Death) {
        match death {
            Death::TimeLimit(limit) => self.numbers(&[0, limit.as_nanos() as u64]),
            Death::StackOverflow => self.number(1),
            Death::OutOfMemory => self.number(2),
            Death::Exit(code) => self.numbers(&[3, u64::from(*code as u32)]),
            Death::Signal(signal) => self.numbers(&[4, u64::from(*signal as u32)]),
            Death::Unknown => self.number(5),
        }
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn number(&mut self) -> Option<u64> {
        read_number(&mut self.0)
    }

    fn size(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    fn index(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    fn flag(&mut self) -> Option<bool> {
        Some(self.number()? == 1)
    }

    fn text(&mut self) -> Option<String> {
        let length = usize::try_from(self.number()?).ok()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).ok()
    }

    fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let length = self.number()?;
        // Each item is a byte at least.
        if length > self.0.len() as u64 {
            return None;
        }
        (0..length).map(|_| read(self)).collect()
    }

    fn option<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<Option<T>> {
        match self.flag()? {
            true => read(self).map(Some),
            false => Some(None),
        }
    }

    fn verdict(&mut self) -> Option<Verdict> {
        VERDICTS.get(usize::try_from(self.number()?).ok()?).copied()
    }

    fn feed(&mut self) -> Option<Feed> {
        Some(match self.number()? {
            0 => Feed::Tape(self.tape()?),
            1 => Feed::Seed { seed: self.number()?, size: self.size()? },
            2 => {
                let size = self.size()?;
                Feed::Walk { walk: self.walk()?, size }
            }
            3 => {
                let size = self.size()?;
                let bytes = self.list(|reader| {
                    let (&byte, rest) = reader.0.split_first()?;
                    reader.0 = rest;
                    Some(byte)
                })?;
                Feed::Bytes { bytes, size }
            }
            4 => {
                let seed = self.number()?;
                Feed::Search { tape: self.tape()?, seed }
            }
            _ => return None,
        })
    }

    fn walk(&mut self) -> Option<Enumeration> {
        let (size, reached) = (self.number()?, self.number()?);
        let place = self.list(|reader| Some((reader.number()?, reader.number()?)))?;
        Some(Enumeration::at(size, &place, usize::try_from(reached).ok()?))
    }

    fn tape(&mut self) -> Option<Tape> {
        let size = self.size()?;
        let main = self.list(Reader::token)?;
        let mut rows = Ordered::default();
        for _ in 0..self.number()? {
            let key = RowKey { lane: self.number()?, row: self.number()? };
            rows.insert(key, self.list(Reader::token)?);
        }
        Some(Tape { size, main, rows })
    }

    fn token(&mut self) -> Option<Token> {
        Some(match self.number()? {
            0 => Token::Open(self.number()?),
            1 => Token::Close,
            2 => Token::Lane(self.number()?),
            3 => {
                let bound = self.size()?;
                let (fewest, most) = (self.number()?, self.number()?);
                let units = self.list(Reader::size)?;
                Token::Block(Block { units, bound, fewest, most })
            }
            4 => {
                let kind = *KINDS.get(usize::try_from(self.number()?).ok()?)?;
                let (negative, magnitude) = (self.flag()?, self.number()?);
                let (up, down, origin) = (self.number()?, self.number()?, self.number()?);
                Token::Scalar(Scalar { kind, negative, magnitude, up, down, origin })
            }
            5 => Token::Schedule(self.list(|reader| {
                let (task, at, choice) = (reader.size()?, reader.number()?, reader.number()?);
                Some(Decision { task, at, choice })
            })?),
            _ => return None,
        })
    }

    fn notes(&mut self) -> Option<Notes> {
        let mut notes = Notes::default();
        for _ in 0..self.number()? {
            let key = RowKey { lane: self.number()?, row: self.number()? };
            notes.insert(key, (self.text()?, self.text()?));
        }
        Some(notes)
    }

    fn case(&mut self) -> Option<Case> {
        let mut case = Case { discarded: self.flag()?, ..Case::default() };
        case.starved = self.option(|reader| {
            let file = interned(reader.text()?);
            let filter = Place { file, line: reader.size()?, column: reader.size()? };
            Some(Starved { filter, tries: reader.size()? })
        })?;
        case.labels = self.list(Reader::label)?;
        case.arguments = self.list(Reader::shown)?;
        case.steps = self.list(|reader| {
            Some(ShownStep {
                variable: reader.option(Reader::text)?,
                command: reader.text()?,
                arguments: reader.shown()?,
                before: reader.text()?,
                result: reader.option(Reader::text)?,
                broken: reader.flag()?,
                branch: reader.option(Reader::size)?,
            })
        })?;
        case.trace = self.option(Reader::trace)?;
        case.searched = self.option(Reader::text)?;
        case.notes = self.list(Reader::text)?;
        case.tally = self.tally()?;
        case.reason = self.option(Reader::reason)?;
        Some(case)
    }

    fn trace(&mut self) -> Option<Trace> {
        let tasks = self.list(|reader| {
            Some(TracedTask {
                name: reader.text()?,
                spawned: reader.option(Reader::text)?,
                end: reader.task_end()?,
            })
        })?;
        let events = self.list(|reader| {
            Some(TracedEvent {
                task: reader.index()?,
                kind: *EVENT_KINDS.get(reader.index()?)?,
                text: reader.text()?,
                place: reader.text()?,
                from: reader.option(Reader::index)?,
                clock: reader.list(Reader::size)?,
                switched: reader.flag()?,
            })
        })?;
        Some(Trace { tasks, events, switches: self.number()? })
    }

    fn task_end(&mut self) -> Option<TaskEnd> {
        let (kind, text) = (self.number()?, self.text()?);
        Some(match kind {
            0 => TaskEnd::Finished,
            1 => TaskEnd::Panicked(text),
            2 => TaskEnd::Exited(text),
            3 => TaskEnd::Waits(text),
            4 => TaskEnd::Unfinished,
            _ => return None,
        })
    }

    fn shown(&mut self) -> Option<Shown> {
        let (name, type_name) = (interned(self.text()?), interned(self.text()?));
        let debug = self.text()?;
        Some(Shown { name, type_name, debug, types: self.list(Reader::description)? })
    }

    fn tally(&mut self) -> Option<Tally> {
        let mut tally = Tally { numbered: self.list(Reader::number)?, ..Tally::default() };
        for _ in 0..self.number()? {
            let counted = Counted { table: interned(self.text()?), name: self.text()? };
            tally.named.insert(counted, self.number()?);
        }
        Some(tally)
    }

    fn description(&mut self) -> Option<Description> {
        let (type_name, is_enum) = (interned(self.text()?), self.flag()?);
        let variants = self.list(|reader| {
            let (name, brackets) = (interned(reader.text()?), interned(reader.text()?));
            let field =
                |reader: &mut Self| Some((interned(reader.text()?), interned(reader.text()?)));
            Some(DescribedVariant { name, brackets, fields: reader.list(field)? })
        })?;
        Some(Description { type_name, is_enum, variants })
    }

    fn label(&mut self) -> Option<Label> {
        Some(match self.number()? {
            0 => Label::Text(self.text()?),
            1 => Label::Collected { table: interned(self.text()?), value: self.text()? },
            2 => Label::Known(self.text()?),
            3 => {
                let score = f64::from_bits(self.number()?);
                Label::Target { name: interned(self.text()?), score }
            }
            4 => {
                let hit = self.flag()?;
                Label::Sometimes { name: self.text()?, hit }
            }
            5 => {
                let (hit, percent) = (self.flag()?, f64::from_bits(self.number()?));
                Label::Covered { name: self.text()?, percent, hit }
            }
            _ => return None,
        })
    }

    fn reason(&mut self) -> Option<Reason> {
        Some(match self.number()? {
            0 => Reason::False,
            1 => Reason::Error(self.text()?),
            2 => Reason::Panic { message: self.text()?, location: self.text()? },
            3 => Reason::Died(self.death()?),
            4 => Reason::Named { law: self.text()?, message: self.text()? },
            _ => return None,
        })
    }

    fn death(&mut self) -> Option<Death> {
        Some(match self.number()? {
            0 => Death::TimeLimit(Duration::from_nanos(self.number()?)),
            1 => Death::StackOverflow,
            2 => Death::OutOfMemory,
            3 => Death::Exit(self.size()? as i32),
            4 => Death::Signal(self.size()? as i32),
            _ => Death::Unknown,
        })
    }
}

/// A text that lives as long as the program. There are as many as the law has arguments and labels.
fn interned(text: String) -> &'static str {
    static ALL: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let mut all = ALL.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(known) = all.iter().find(|known| **known == text) {
        return known;
    }
    let text: &'static str = Box::leak(text.into_boxed_str());
    all.push(text);
    text
}

#[cfg(test)]
mod tests {
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
        let events = EVENT_KINDS.iter().enumerate().map(|(index, kind)| TracedEvent {
            task: index % 5,
            kind: *kind,
            text: format!("does \"{index}\" → ü"),
            place: if index == 0 { String::new() } else { format!("src/bank.rs:{index}") },
            from: (index > 2).then(|| index - 2),
            clock: (0..index as u32).map(|count| count * 1000).collect(),
            switched: index.is_multiple_of(2),
        });
        Trace { tasks: tasks.collect(), events: events.collect(), switches: 5 }
    }

    fn cases() -> Vec<Case> {
        let searched = Some(String::from("a uniform walk, schedule 12 of the case"));
        let reason = Some(Reason::False);
        vec![
            Case::default(),
            Case { trace: Some(Trace::default()), ..Case::default() },
            Case { trace: Some(traced()), searched, reason, ..Case::default() },
            Case { notes: vec!["after it".into()], trace: Some(traced()), ..Case::default() },
        ]
    }

    fn written(case: &Case) -> Vec<u8> {
        let ended = Some((Verdict::Broken, case.clone()));
        let stretch = Stretch { upto: 7, tally: Tally::default(), ended };
        write_answer(&Answer::Stretch(Box::new(Ok(stretch))))
    }

    #[test]
    fn a_case_is_read_as_it_was_written() {
        for case in cases() {
            let Some(Answer::Stretch(stretch)) = read_answer(&written(&case)) else {
                panic!("it is a stretch")
            };
            let ended = stretch.expect("the law is not misused").ended;
            assert_eq!(ended, Some((Verdict::Broken, case)));
        }
    }

    #[test]
    fn an_answer_that_was_cut_off_is_none() {
        let bytes = cases().iter().map(written).next_back().expect("there are cases");
        assert!((0..bytes.len()).all(|length| read_answer(&bytes[..length]).is_none()));
    }
}
