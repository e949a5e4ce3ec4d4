//! Keyed choices: where they come from, and where they are written.
//!
//! A component that makes many decisions, nearly all of them the simplest, names each by an owner and a
//! count, and writes only those that are not the simplest.

use std::fmt;
use std::sync::{Arc, Mutex};

use super::super::lane::lock;
use super::{Feed, Feeder, Mark, Source, Written};
use lawful_data::tape::{KeyedChoice, Kind, Scalar, Token};

/// Origin of keyed choices.
#[derive(Clone, Debug)]
pub enum Keyed {
    /// They are made up, from this seed.
    Random(u64),
    /// All that are not the simplest.
    Given(Vec<KeyedChoice>),
    /// Each of them is asked for.
    Asked(Asked),
}

/// Answers one keyed choice after the other.
#[derive(Clone)]
pub struct Asked {
    feeder: Arc<Mutex<dyn Feeder + Send>>,
    given: Vec<KeyedChoice>,
}

impl Asked {
    /// Keyed choices of the tape that are answered anew; none where there is no tape.
    pub fn given(&self) -> &[KeyedChoice] {
        &self.given
    }

    /// Decides between `count` alternatives, the simplest first.
    pub fn decide(&self, count: u64) -> u64 {
        let request = Scalar::simplest(Kind::Pick, 0, 0, count.saturating_sub(1));
        lock(&self.feeder).scalar(request).magnitude.min(count.saturating_sub(1))
    }
}

impl fmt::Debug for Asked {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Asked")
    }
}

impl Source {
    /// Says where the next keyed choices come from.
    pub(crate) fn keyed(&mut self) -> Keyed {
        let Some(tracked) = &mut self.tracked else {
            return Keyed::Random(self.random.next_word());
        };
        if let Some(feeder) = tracked.decider.take() {
            let given = match &mut tracked.feed {
                Feed::Replay(replay) => replay.keyed(),
                _ => Vec::new(),
            };
            return Keyed::Asked(Asked { feeder, given });
        }
        match &mut tracked.feed {
            Feed::Replay(replay) => {
                let given = replay.keyed();
                tracked.resampled.map_or(Keyed::Given(given), Keyed::Random)
            }
            Feed::Feeder(feeder) => {
                Keyed::Asked(Asked { feeder: feeder.clone(), given: Vec::new() })
            }
            Feed::Random | Feed::Near(_) => Keyed::Random(self.random.next_word()),
        }
    }

    /// Lets a feeder instead of the tape answer the next keyed choices.
    pub(crate) fn set_decider(&mut self, decider: Arc<Mutex<dyn Feeder + Send>>) {
        if let Some(tracked) = &mut self.tracked {
            (tracked.decider, tracked.is_candidate) = (Some(decider), true);
        }
    }

    /// Makes keyed choices anew from this seed, where the tape has some.
    pub(crate) fn resample_keyed(&mut self, seed: u64) {
        if let Some(tracked) = &mut self.tracked {
            tracked.resampled = Some(seed);
        }
    }

    /// Returns whether choices are to be written down.
    #[inline]
    pub(crate) fn is_recorded(&self) -> bool {
        self.tracked.is_some()
    }

    /// Begins a list of keyed choices, which are written from here on; [`Choices::retract`](crate::extend::Choices::retract) takes it back.
    pub(crate) fn begin_keyed(&mut self) -> Mark {
        let mark = self.mark();
        if let Some(tracked) = &mut self.tracked {
            tracked.write(Token::Keyed(Vec::new()));
        }
        mark
    }

    /// Keyed choices of the list that began last, as far as they are written.
    pub(crate) fn written_keyed(&self) -> Vec<KeyedChoice> {
        let last = self.tracked.as_ref().and_then(|tracked| tracked.tokens.last());
        match last {
            Some(Token::Keyed(choices)) => choices.clone(),
            _ => Vec::new(),
        }
    }

    /// Writes a choice to the list that began last.
    pub(crate) fn write_keyed(&mut self, choice: KeyedChoice) {
        let Some(tracked) = &mut self.tracked else { return };
        tracked.tell_witness(|| Written::Token(Token::Keyed(vec![choice])));
        if let Some(Token::Keyed(choices)) = tracked.tokens.last_mut() {
            choices.push(choice);
        }
    }
}
