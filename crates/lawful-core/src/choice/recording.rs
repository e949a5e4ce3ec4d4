//! Sources whose choices are written down.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex};

use super::source::{Feeder, Finished, Source};
use lawful_data::tape::Tape;

/// A source that writes every choice to a tape.
///
/// Generators draw from it as from any [`Source`]; [`Recording::finish`] gives the tape, and a recording that
/// replays the tape makes the same values.
///
/// ```
/// use lawful::extend::Recording;
/// use lawful::prelude::*;
///
/// let mut recording = Recording::new(7, 100);
/// let list: Vec<u8> = recording.any();
/// let tape = recording.finish().tape;
/// assert_eq!(Recording::replay(&tape).draw(&any::<Vec<u8>>()), list);
/// ```
pub struct Recording(Source);

impl Recording {
    /// Makes the choices of [`Source::from_seed`] and writes them down.
    pub fn new(seed: u64, size: u32) -> Self {
        Recording(Source::recorded(seed, size))
    }

    /// Follows a tape; choices beyond its end are the simplest ones.
    pub fn replay(tape: &Tape) -> Self {
        Recording(Source::following(tape.clone()))
    }

    /// Takes the choices from a feeder.
    pub fn fed(feeder: Arc<Mutex<dyn Feeder + Send>>, size: u32) -> Self {
        Recording(Source::fed(feeder, size))
    }

    /// Ends the run and returns its tape.
    pub fn finish(self) -> Finished {
        self.0.finish()
    }
}

impl Deref for Recording {
    type Target = Source;

    fn deref(&self) -> &Source {
        &self.0
    }
}

impl DerefMut for Recording {
    fn deref_mut(&mut self) -> &mut Source {
        &mut self.0
    }
}

impl From<Recording> for Source {
    fn from(recording: Recording) -> Source {
        recording.0
    }
}

impl From<Source> for Recording {
    fn from(source: Source) -> Recording {
        Recording(source)
    }
}
