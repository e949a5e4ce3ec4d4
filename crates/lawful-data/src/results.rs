//! Results of a run of many laws, or of a shard of one, as the records of a file.

use std::time::Duration;

use crate::codec::coded;
use crate::settings::Factor;
use crate::{About, Event, Summary};

/// One part of a run that is divided between machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    /// Number of the shard, from 1.
    pub index: u64,
    /// Number of shards.
    pub count: u64,
}

/// What a run of many laws, or a shard of one, was asked to do: the head of its results.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Results {
    /// The shard, if the run is divided.
    pub shard: Option<Shard>,
    /// The root seed, which is the same for all shards.
    pub seed: u64,
    /// Number of tests of each law; without one, each law's own number times the factor.
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
}

impl RecordedEvent {
    /// An event in the run of a law.
    pub fn new(about: About, event: Event) -> Self {
        RecordedEvent { about, event }
    }
}

/// A line of a file of results.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Record {
    /// What the run was asked to do; the first record.
    Results(Box<Results>),
    /// Something that happened in the run of a law.
    Event(Box<RecordedEvent>),
    /// What the run of a law, or a part of it, came to.
    Summary(Box<Summary>),
}

coded! {
    struct Shard { index, count }
    struct Results { shard, seed, tests, factor, time, laws, arguments }
    struct RecordedEvent { about, event }
}

coded! {
    enum Record { 0: Results(results), 1: Event(event), 2: Summary(summary) }
}
