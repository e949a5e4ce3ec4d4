//! Results of a run of many laws, or of a shard of one, as the records of a file.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::codec::{Fault, coded};
use crate::settings::Factor;
use crate::{About, Event, Page, Summary};

/// One part of a run that is divided between machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    /// Number of the shard, from 1.
    pub index: u64,
    /// Number of shards.
    pub count: u64,
}

impl Shard {
    /// Indices of its part of so many tests: the first, and the one before which it ends.
    ///
    /// ```
    /// use lawful::data::Shard;
    ///
    /// let parts = (1..=3).map(|index| Shard { index, count: 3 }.part_of(10));
    /// assert_eq!(parts.collect::<Vec<_>>(), [(0, 3), (3, 6), (6, 10)]);
    /// ```
    pub fn part_of(self, tests: u64) -> (u64, u64) {
        // The product of two numbers of 64 bits has 128.
        let end =
            |parts: u64| (u128::from(tests) * u128::from(parts) / u128::from(self.count)) as u64;
        (end(self.index - 1), end(self.index))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.index, self.count)
    }
}

/// Reads a shard as people write it.
///
/// ```
/// use lawful::data::Shard;
///
/// assert_eq!("2/4".parse(), Ok(Shard { index: 2, count: 4 }));
/// assert!("0/4".parse::<Shard>().is_err());
/// ```
impl FromStr for Shard {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Self, Fault> {
        let fault = || {
            Fault::new(format!(
                "{text:?} is no shard: it is written as its number, from 1, and the number of shards, such as 2/4"
            ))
        };
        let (index, count) = text.split_once('/').ok_or_else(fault)?;
        let number = |text: &str| text.trim().parse().map_err(|_| fault());
        let shard = Shard { index: number(index)?, count: number(count)? };
        if (1..=shard.count).contains(&shard.index) { Ok(shard) } else { Err(fault()) }
    }
}

/// Head of the results of a run of many laws, or of a shard of one: what it was asked to do.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Results {
    /// The shard, if the run is divided.
    pub shard: Option<Shard>,
    /// The root seed, which is the same for all shards.
    pub seed: u64,
    /// Number of tests of each law; without one, each law's own number.
    pub tests: Option<u64>,
    /// Factor on each law's own number of tests.
    pub factor: Factor,
    /// Time of the whole run, if it had a limit.
    pub time: Option<Duration>,
    /// Names of the laws that were to be run.
    pub laws: Vec<String>,
    /// Arguments of the command, by which a shard that is lost is run again.
    pub arguments: Vec<String>,
}

impl Results {
    /// A run of some laws with a root seed.
    pub fn new(seed: u64, laws: Vec<String>) -> Self {
        let (shard, tests, factor, time, arguments) = (None, None, Factor::ONE, None, Vec::new());
        Results { shard, seed, tests, factor, time, laws, arguments }
    }
}

/// An event and the law in whose run it happened. Laws run at the same time, and append to one file.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RecordedEvent {
    /// The law.
    pub about: About,
    /// The event.
    pub event: Event,
    /// Time since the run of the law began, where the reporter took it.
    pub time: Option<Duration>,
}

impl RecordedEvent {
    /// An event in the run of a law.
    pub fn new(about: About, event: Event) -> Self {
        RecordedEvent { about, event, time: None }
    }
}

/// A law of which a run knows nothing, or nothing more.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unfinished {
    /// The law.
    pub about: About,
    /// True if its process ended before the law did; otherwise the law did not end in its time.
    pub has_died: bool,
    /// Description of what happened.
    pub why: String,
}

impl Unfinished {
    /// A law that was not run to its end.
    pub fn new(about: About, has_died: bool, why: impl Into<String>) -> Self {
        Unfinished { about, has_died, why: why.into() }
    }
}

/// A line of a file of results.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Record {
    /// Head of the results, with what the run was asked to do; the first record.
    Results(Box<Results>),
    /// Something that happened in the run of a law.
    Event(Box<RecordedEvent>),
    /// Summary of the run of a law, or of a part of it.
    Summary(Box<Summary>),
    /// A law that was not run to its end.
    Unfinished(Box<Unfinished>),
    /// A result that is no run of a law.
    Page(Box<Page>),
}

coded! {
    struct Shard { index, count }
    struct Results { shard, seed, tests, factor, time, laws, arguments }
    struct RecordedEvent { about, event, time }
    struct Unfinished { about, has_died, why }
}

coded! {
    enum Record { 0: Results(results), 1: Event(event), 2: Summary(summary), 3: Unfinished(unfinished), 4: Page(page) }
}
