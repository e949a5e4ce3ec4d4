//! Requests and answers, and everything that is in them.

use crate::choice::{Enumeration, Notes, Tape, Written};
use crate::data::codec::{Coded, Fault, Reader, Writer, coded};
use crate::data::{CasePart, Misuse};
use crate::law::threads::Unnoticed;
use crate::law::{Counters, Group, Outcome, Plan, StepCounts};
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
    enum Written { 0: Token(token), 1: Cut(length), 2: Replaced(at, token), 3: Row(key, tokens), 4: Note(key, note) }
    enum Outcome { 0: Passed, 1: Discarded, 2: Skipped, 3: Failed(reason) }
}

coded! {
    struct Hello { word, law, ordinal, memory, backtraces, trail }
    struct Unnoticed { count, first }
    struct Stretch { upto, counters, ended, is_out_of_time }
    struct Judged { outcome, record, counters, tape, notes, misuse, walk, is_out_of_time, gate_asked }
    struct Counters { groups, named, steps }
    struct StepCounts { key, tables, labels, things, counts }
    struct Group { key, rows, counts }
}

/// Types with parts that are their own business.
macro_rules! by_parts {
    ($($name:ty: |$value:ident| $write:expr, |$parts:ident| $read:expr;)+) => {
        $(impl Coded for $name {
            fn write(&self, to: &mut Writer) {
                let $value = self;
                $write.write(to);
            }

            fn read(from: &mut Reader<'_>) -> Result<Self, Fault> {
                let $parts = Coded::read(from)?;
                Ok($read)
            }
        })+
    };
}

by_parts! {
    Plan: |plan| plan.parts(), |parts| Plan::from_parts(parts);
    Enumeration: |walk| (walk.size(), (walk.reached(), walk.place())), |parts| {
        let (size, (reached, place)): (u64, (usize, Vec<(u64, u64)>)) = parts;
        Enumeration::at(size, &place, reached)
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::codec::{from_bytes, to_bytes};
    use crate::data::{CaseRecord, Reason};
    use crate::law::{Counter, shown_value};

    fn answers() -> Vec<Answer> {
        let mut record = CaseRecord::default();
        record.arguments = vec![shown_value("x", &7)];
        record.notes = vec!["after it".into()];
        let reason = Reason::new("cache", "stale", "an old value")
            .field("key", "1")
            .identified_by("stale 1")
            .with_code_block(|| "seen".into());
        let mut counters = Counters::default();
        counters.add("states", "full", 3);
        let steps = counters.steps(5, ("transitions", "states"), || vec![String::from("fill")]);
        let (empty, full) = (steps.thing("empty"), steps.thing("full"));
        steps.add(empty, 0, full);
        counters.of(1, || vec![Counter::new("moves", "left")])[0] += 2;
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
            let again: Answer = from_bytes(&to_bytes(&answer)).expect("it is whole");
            assert_eq!(format!("{again:?}"), format!("{answer:?}"));
        }
    }

    #[test]
    fn an_answer_that_was_cut_off_is_none() {
        for bytes in answers().iter().map(to_bytes) {
            assert!(
                (0..bytes.len()).all(|length| from_bytes::<Answer>(&bytes[..length]).is_none())
            );
        }
    }
}
