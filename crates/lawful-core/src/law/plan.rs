//! Test number i: its seed, its size, and the loop over tests that pass.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::case::Case;
use super::counters::Counters;
use super::outcome::Outcome;
use super::said;
use super::settings::Settings;
use crate::choice::{Source, Watch, mix, mix_bytes, mix_index};

/// Where the tests of a law get their seeds and sizes from. Both are functions of the root seed,
/// the law and the index alone, so any test can be run by itself, in any order, on any thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    seed: u64,
    max_size: u32,
}

impl Plan {
    /// The plan for a law under a root seed.
    pub fn new(root_seed: u64, law: &str, max_size: u32) -> Self {
        Plan { seed: mix(root_seed, mix_bytes(law.as_bytes())), max_size }
    }

    /// The seed that all others are made from, and the greatest size.
    pub(crate) fn parts(&self) -> (u64, u32) {
        (self.seed, self.max_size)
    }

    /// The plan with these parts.
    pub(crate) fn from_parts((seed, max_size): (u64, u32)) -> Self {
        Plan { seed, max_size }
    }

    /// The seed of a test.
    #[inline]
    pub fn seed(&self, index: u64) -> u64 {
        mix_index(self.seed, index)
    }

    /// The size of a test: it grows from 0 to the greatest size, then begins again.
    #[inline]
    pub fn size(&self, index: u64) -> u32 {
        (index % (u64::from(self.max_size) + 1)) as u32
    }
}

/// A stretch of tests to run.
pub struct Batch<'a> {
    plan: &'a Plan,
    at: u64,
    end: u64,
    /// Index of the running test, for the next process to find if this one dies.
    trail: &'a AtomicU64,
    settings: Arc<Settings>,
    /// Watches the making of values.
    watch: Option<Watch>,
    /// Counts of the tests, also if one of them unwinds.
    counters: &'a mut Counters,
}

impl<'a> Batch<'a> {
    /// A range of tests.
    pub(crate) fn new(
        plan: &'a Plan,
        tests: Range<u64>,
        trail: &'a AtomicU64,
        settings: Arc<Settings>,
        watch: Option<Watch>,
        counters: &'a mut Counters,
    ) -> Self {
        Batch { plan, at: tests.start, end: tests.end, trail, settings, watch, counters }
    }

    /// The index of the test that is running or that ended the batch.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// Runs tests while they pass and have nothing to say.
    #[inline]
    pub fn run(&mut self, test: impl Fn(&mut Case) -> Outcome) -> Outcome {
        // The case is on the stack, where its fields are quicker to reach than behind a reference.
        let mut case = Case::with_settings(Source::from_seed(0, 0), self.settings.clone());
        self.watch.take().into_iter().for_each(|watch| case.source.set_watch(watch));
        let mut local = Local { case, counters: self.counters };
        let mut size = self.plan.size(self.at);
        while self.at < self.end {
            self.trail.store(self.at, Relaxed);
            local.case.source.restart(self.plan.seed(self.at), size);
            let outcome = test(&mut local.case);
            match outcome {
                Outcome::Passed if !said::is_touched() => {}
                other => return other,
            }
            self.at += 1;
            // The size without a division a test.
            size = if size == self.plan.max_size { 0 } else { size + 1 };
        }
        Outcome::Passed
    }
}

/// A case whose counts are handed over however its tests end.
struct Local<'a> {
    case: Case,
    counters: &'a mut Counters,
}

impl Drop for Local<'_> {
    fn drop(&mut self) {
        *self.counters = std::mem::take(&mut self.case.counters);
    }
}
