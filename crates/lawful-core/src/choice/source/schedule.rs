//! The decisions of a schedule: where they come from, and where they are written.

use std::sync::{Arc, Mutex};

use super::super::lane::lock;
use super::super::tape::{Decision, Kind, Scalar, Token};
use super::{Feed, Feeder, Mark, Source};

/// Where the decisions of a schedule come from.
#[derive(Clone)]
pub enum Scheduling {
    /// They are made up, from this seed.
    Random(u64),
    /// Those that are not the simplest are these.
    Given(Vec<Decision>),
    /// Each of them is asked for.
    Asked(Asked),
}

/// Somebody who makes up one decision after the other.
#[derive(Clone)]
pub struct Asked(Arc<Mutex<dyn Feeder + Send>>);

impl Asked {
    /// Decides between `count` alternatives, the simplest first.
    pub fn decide(&self, count: u64) -> u64 {
        let request = Scalar::simplest(Kind::Schedule, 0, 0, count.saturating_sub(1));
        lock(&self.0).scalar(request).magnitude.min(count.saturating_sub(1))
    }
}

impl std::fmt::Debug for Asked {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Asked")
    }
}

impl std::fmt::Debug for Scheduling {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Scheduling::Random(seed) => write!(formatter, "Random({seed})"),
            Scheduling::Given(decisions) => write!(formatter, "Given({decisions:?})"),
            Scheduling::Asked(_) => formatter.write_str("Asked"),
        }
    }
}

impl Source {
    /// Where the decisions of the next schedule come from.
    pub fn scheduling(&mut self) -> Scheduling {
        let Some(tracked) = &mut self.tracked else {
            return Scheduling::Random(self.random.next_word());
        };
        if let Some(decider) = tracked.decider.take() {
            return Scheduling::Asked(Asked(decider));
        }
        match &mut tracked.feed {
            Feed::Replay(replay) => {
                let given = replay.schedule();
                tracked.search.map_or(Scheduling::Given(given), Scheduling::Random)
            }
            Feed::Feeder(feeder) => Scheduling::Asked(Asked(feeder.clone())),
            Feed::Random | Feed::Near(_) => Scheduling::Random(self.random.next_word()),
        }
    }

    /// Lets somebody else than the tape decide the next schedule.
    pub(crate) fn set_decider(&mut self, decider: Arc<Mutex<dyn Feeder + Send>>) {
        if let Some(tracked) = &mut self.tracked {
            tracked.decider = Some(decider);
        }
    }

    /// Searches for schedules anew, from this seed, where the tape has some.
    pub(crate) fn search_schedules(&mut self, seed: u64) {
        if let Some(tracked) = &mut self.tracked {
            tracked.search = Some(seed);
        }
    }

    /// Whether decisions are to be written down.
    #[inline]
    pub fn is_recorded(&self) -> bool {
        self.tracked.is_some()
    }

    /// A schedule begins. What it decides is written from here on; [`Source::retract`] takes it back.
    pub fn begin_schedule(&mut self) -> Mark {
        let mark = self.mark();
        if let Some(tracked) = &mut self.tracked {
            tracked.write(Token::Schedule(Vec::new()));
        }
        mark
    }

    /// The decisions of the schedule that began last, as far as they are written.
    pub fn written_schedule(&self) -> Vec<Decision> {
        let last = self.tracked.as_ref().and_then(|tracked| tracked.tokens.last());
        match last {
            Some(Token::Schedule(decisions)) => decisions.clone(),
            _ => Vec::new(),
        }
    }

    /// Writes a decision of the schedule that began last.
    pub fn write_decision(&mut self, decision: Decision) {
        let Some(tracked) = &mut self.tracked else { return };
        if let Some(witness) = &mut tracked.witness {
            witness(&Token::Schedule(vec![decision]));
        }
        if let Some(Token::Schedule(decisions)) = tracked.tokens.last_mut() {
            decisions.push(decision);
        }
    }
}

/// Puts schedules together that a witness saw in pieces: an empty one begins, the others go on with it. Of
/// several in a row the last is the one that its run did not survive.
pub(crate) fn whole_schedules(tokens: Vec<Token>) -> Vec<Token> {
    let mut whole: Vec<Token> = Vec::new();
    for token in tokens {
        match (whole.last_mut(), token) {
            (Some(Token::Schedule(last)), Token::Schedule(more)) if more.is_empty() => last.clear(),
            (Some(Token::Schedule(last)), Token::Schedule(more)) => last.extend(more),
            (_, token) => whole.push(token),
        }
    }
    whole
}
