//! Strategies of `proptest` as generators.
//!
//! A strategy takes its decisions from a stream of bytes. Here the bytes are a block on the tape, and
//! proptest's `PassThrough` hands them on. The block is made of words of 32 bits, because that is what
//! strategies draw: a number is one unit and can be lowered, an element that goes is some units that go.
//!
//! Where the bytes end, `PassThrough` reads zeros, and a number from a range refuses a zero and draws
//! again, for ever. So the block is followed by zeros and ones in turn, which are hardly less simple and
//! which no strategy refuses.
//!
//! proptest's own way of making values simpler is not used. It needs the tree of one value, which a law
//! that is run again from a tape does not have, and the tape has all of its information.

use std::fmt;
use std::panic::Location;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::choice::{Random, Source};
use crate::data::Starved;
use crate::generate::Generator;

/// A strategy of `proptest` as a generator, so that tests can come over one at a time.
///
/// ```
/// use lawful::generate::from_strategy;
/// use proptest::prelude::*;
///
/// let evens = from_strategy((0..50u8).prop_map(|half| half * 2));
/// lawful::check(evens, |even| assert_eq!(even % 2, 0));
/// ```
///
/// It shrinks as any other generator, by fewer and smaller choices. A strategy whose filters refuse too
/// much discards the case. A strategy that splits its stream of random numbers (`prop_shuffle`,
/// `prop_perturb`) gets the same numbers from the part it splits off every time.
#[track_caller]
pub fn from_strategy<S: Strategy>(strategy: S) -> FromStrategy<S> {
    let config = Config {
        failure_persistence: None,
        max_local_rejects: TRIES,
        max_global_rejects: TRIES,
        ..Config::default()
    };
    FromStrategy { strategy, config, made_at: Location::caller(), longest: AtomicUsize::new(0) }
}

/// See [`from_strategy`].
pub struct FromStrategy<S> {
    strategy: S,
    config: Config,
    made_at: &'static Location<'static>,
    /// The most words that were asked for so far.
    longest: AtomicUsize,
}

impl<S: fmt::Debug> fmt::Debug for FromStrategy<S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("FromStrategy").field(&self.strategy).finish()
    }
}

/// How often a filter in the strategy may refuse.
const TRIES: u32 = 1_000;
/// How many words a strategy may draw.
const MOST_WORDS: u64 = 1 << 20;
/// How many words follow those of the tape at least.
const LEAST_AFTER: usize = 1 << 10;

impl<S: Strategy> Generator for FromStrategy<S> {
    type Value = S::Value;
    fn generate(&self, source: &mut Source) -> S::Value {
        let words = source.block(u32::MAX, 0, MOST_WORDS, |random| self.sample(random));
        // Where there is a tape, it may have other words than were sampled; and a strategy that splits its
        // stream draws something else from the words than when they were sampled.
        self.run(&words).unwrap_or_else(|| Starved::raise(self.made_at, TRIES, None))
    }
}

impl<S: Strategy> FromStrategy<S> {
    /// The words that the strategy asks for where they do not end.
    fn sample(&self, random: &mut Random) -> Vec<u32> {
        let seed: Vec<u8> = (0..4).flat_map(|_| random.next_word().to_le_bytes()).collect();
        let mut runner = self.runner(RngAlgorithm::Recorder, &seed);
        let refused = self.strategy.new_tree(&mut runner).is_err();
        let bytes = runner.bytes_used();
        let word = |bytes: &[u8; 4]| u32::from_le_bytes(*bytes).min(u32::MAX - 1);
        let words: Vec<u32> = bytes.as_chunks().0.iter().map(word).collect();
        if refused || words.len() as u64 > MOST_WORDS {
            Starved::raise(self.made_at, TRIES, None);
        }
        self.longest.fetch_max(words.len(), Ordering::Relaxed);
        words
    }

    /// The value that the strategy makes from the words, unless its filters refuse too much.
    fn run(&self, words: &[u32]) -> Option<S::Value> {
        // Enough for a strategy to go on when its words are taken away.
        let longest = self.longest.load(Ordering::Relaxed).next_power_of_two();
        let after = (0..LEAST_AFTER.max(4 * longest)).map(|index| index as u32 & 1);
        let words = words.iter().copied().chain(after);
        let bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
        let mut runner = self.runner(RngAlgorithm::PassThrough, &bytes);
        self.strategy.new_tree(&mut runner).ok().map(|tree| tree.current())
    }

    fn runner(&self, algorithm: RngAlgorithm, seed: &[u8]) -> TestRunner {
        TestRunner::new_with_rng(self.config.clone(), TestRng::from_seed(algorithm, seed))
    }
}
