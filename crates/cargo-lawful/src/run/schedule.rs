//! The schedule of a run: which law runs which tests next.
//!
//! A law runs in one process at a time, since a second one might use the same file or port; cores are filled by
//! different laws. With a budget in time every law gets slices of it in turn: the law that had the least time is next.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::{Duration, Instant};

use lawful_data::{
    Event, Failure, Limit, Page, Record, RecordedEvent, Shard, Stopped, StoredFailure, Summary,
};
use lawful_report::html::Course;

/// Number of tests of a law's first slice.
const FIRST_TESTS: u64 = 256;
/// Time for one slice where the number of tests is given: short enough for signs of life.
const TESTS_SLICE: Duration = Duration::from_secs(2);
/// Number of slices that each law should come to in a budget of time.
const SLICES: u32 = 4;
const SHORTEST_SLICE: Duration = Duration::from_millis(100);
const LONGEST_SLICE: Duration = Duration::from_secs(10);
/// A slice grows by this factor if the law did not come to a test in it.
const GROWTH: u32 = 4;
/// Distance between the first tests of two shards, where the time bounds their number.
const SHARD_STRIDE: u64 = 1_000_000_000_000;

/// Bound on the tests of each law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// The law's own number of tests, at once.
    Own,
    /// Indices of tests.
    Tests {
        /// Index of the first test.
        first: u64,
        /// Index before which the tests end.
        end: u64,
        /// True if these are all tests of the run, and not those of a shard.
        is_whole: bool,
    },
    /// Time for all laws.
    Time {
        /// When it ends.
        deadline: Instant,
        /// Index of the first test.
        first: u64,
        /// True if no other shard runs further tests.
        is_whole: bool,
    },
}

impl Budget {
    /// A budget of time. Shards run different tests of every law.
    pub fn of_time(time: Duration, shard: Option<Shard>) -> Self {
        let first = shard.map_or(0, |shard| (shard.index - 1) * SHARD_STRIDE);
        Budget::Time { deadline: Instant::now() + time, first, is_whole: shard.is_none() }
    }

    /// A budget of a number of tests.
    pub fn of_tests(tests: u64, shard: Option<Shard>) -> Self {
        let (first, end) = shard.map_or((0, tests), |shard| shard.part_of(tests));
        Budget::Tests { first, end, is_whole: shard.is_none() }
    }

    fn first(self) -> u64 {
        match self {
            Budget::Own => 0,
            Budget::Tests { first, .. } | Budget::Time { first, .. } => first,
        }
    }

    fn end(self) -> u64 {
        match self {
            Budget::Own => u64::MAX,
            Budget::Tests { end, .. } => end,
            Budget::Time { first, .. } => first + SHARD_STRIDE,
        }
    }
}

/// Tests of one law, which one process runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Index of the law.
    pub law: usize,
    /// Indices of the tests; `None` are the law's own.
    pub tests: Option<Range<u64>>,
    /// Time for them.
    pub time: Option<Duration>,
}

/// Outcome of a part.
#[derive(Debug, Default)]
pub struct PartEnd {
    /// Summaries of the laws that the test ran: one, or several in a plain test.
    pub summaries: Vec<Summary>,
    /// Events of failures that were stored.
    pub stored: Vec<Record>,
    /// Progress of the laws, with its times.
    pub progress: Vec<RecordedEvent>,
    /// Pages that the test recorded.
    pub pages: Vec<Page>,
    /// Texts of other events.
    pub notices: Vec<String>,
    /// Way in which the process ended, if it did not tell what the law came to.
    pub death: Option<String>,
    /// True if the test passed and did not run its law.
    pub is_without_law: bool,
    /// True if it was killed, since it did not end after its time.
    pub is_killed: bool,
    /// Time that it took.
    pub elapsed: Duration,
}

/// A law and what it came to so far.
#[derive(Debug, Default)]
pub struct LawState {
    /// Joined summaries of the parts, one for each law of the test.
    pub summaries: Vec<Summary>,
    /// Why nothing more is known of it.
    pub problem: Option<String>,
    /// True if that is because it was killed.
    pub was_killed: bool,
    /// True if its test ended without running it.
    pub is_without_law: bool,
    /// Time that its parts took.
    pub time: Duration,
    /// Progress over time, by the identities of the laws of the test.
    pub courses: BTreeMap<String, Course>,
    /// Pages that its test recorded, each of the last part that recorded it.
    pub pages: Vec<Page>,
    /// True if no further part is to be run.
    pub is_done: bool,
    is_running: bool,
    next: u64,
    parts: u32,
    deaths: u32,
    /// Way in which its process ended when it last died, also if it did not the second time.
    death: Option<String>,
    slice: Duration,
    /// Tests and time of the last part, for the size of the next.
    last: (u64, Duration),
}

/// Answer of the schedule to a worker.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// A part to run.
    Part(Part),
    /// Nothing until another part has ended.
    Wait,
    /// Nothing any more.
    Over,
}

/// The schedule of a run.
#[derive(Debug)]
pub struct Schedule {
    /// The laws, those first that are to be run first.
    pub laws: Vec<LawState>,
    budget: Budget,
    fails_fast: bool,
    is_stopped: bool,
}

impl Schedule {
    /// A schedule of so many laws. With `fails_fast` the run ends with the first failure.
    pub fn new(laws: usize, budget: Budget, workers: usize, fails_fast: bool) -> Self {
        let slice = match budget {
            Budget::Own | Budget::Tests { .. } => TESTS_SLICE,
            Budget::Time { deadline, .. } => {
                let time = deadline.saturating_duration_since(Instant::now());
                let laws = u32::try_from(laws.max(1)).unwrap_or(u32::MAX);
                let workers = u32::try_from(workers).unwrap_or(u32::MAX);
                let share = (time * workers.min(laws)) / laws;
                (share / SLICES).clamp(SHORTEST_SLICE, LONGEST_SLICE)
            }
        };
        let law = || LawState { slice, next: budget.first(), ..LawState::default() };
        let laws = (0..laws).map(|_| law()).collect();
        Schedule { laws, budget, fails_fast, is_stopped: false }
    }

    /// Starts no further part.
    pub fn stop(&mut self) {
        self.is_stopped = true;
    }

    /// Chooses what a worker does now.
    pub fn next(&mut self, now: Instant) -> Next {
        let is_late = matches!(self.budget, Budget::Time { deadline, .. } if now >= deadline);
        if self.is_stopped || is_late {
            return Next::Over;
        }
        let mut open = self.laws.iter().enumerate().filter(|(_, law)| !law.is_done).peekable();
        if open.peek().is_none() {
            return Next::Over;
        }
        // A law that was never run comes before all others; then the order that they were given in decides.
        let idle = open.filter(|(_, law)| !law.is_running);
        match idle.min_by_key(|(index, law)| (law.parts > 0, law.time, *index)) {
            None => Next::Wait,
            Some((law, _)) => Next::Part(self.begin(law, now)),
        }
    }

    fn begin(&mut self, index: usize, now: Instant) -> Part {
        let budget = self.budget;
        let law = &mut self.laws[index];
        law.is_running = true;
        let tests = match budget {
            Budget::Own => None,
            _ => Some(law.next..law.next.saturating_add(law.tests_of_slice()).min(budget.end())),
        };
        let time = match budget {
            Budget::Time { deadline, .. } => {
                let left = deadline.saturating_duration_since(now);
                Some(law.slice.min(left).max(Duration::from_millis(1)))
            }
            _ => None,
        };
        Part { law: index, tests, time }
    }

    /// Takes what became of a part. Returns the failures of it that are new.
    pub fn ended(&mut self, part: &Part, end: &PartEnd) -> Vec<Summary> {
        let budget = self.budget;
        let law = &mut self.laws[part.law];
        law.is_running = false;
        law.time += end.elapsed;
        law.follow(end);
        if end.is_killed {
            // That the run was interrupted says nothing of the law.
            if !self.is_stopped {
                law.is_done = true;
                law.problem = Some("it did not end, and was killed".to_string());
                law.was_killed = true;
            }
            // What it stored before it was killed is known.
            let stored = end.stored.iter().filter_map(stored_of).map(StoredFailure::summary);
            return stored.filter_map(|summary| law.join(&summary, part)).collect();
        }
        if let Some(death) = &end.death {
            return law.died(death);
        }
        if end.is_without_law && law.was_run() {
            // A test can end its process with success, so that nothing else tells of it.
            return law.died("its process ended with success before the law did");
        }
        law.parts += 1;
        law.deaths = 0;
        law.is_without_law = end.is_without_law;
        let mut news = Vec::new();
        for summary in &end.summaries {
            news.extend(law.join(summary, part));
        }
        law.go_on(part, end, budget);
        if law.is_done {
            law.decide(budget);
        }
        self.is_stopped |= self.fails_fast && !news.is_empty();
        news
    }

    /// Decides what follows from the counts of all parts, for laws that could go on.
    pub fn decide(&mut self) {
        let budget = self.budget;
        self.laws.iter_mut().for_each(|law| law.decide(budget));
    }

    /// Number of tests that were run.
    pub fn tests(&self) -> u64 {
        let summaries = self.laws.iter().flat_map(|law| &law.summaries);
        summaries.map(|summary| summary.passed + summary.discarded).sum()
    }
}

impl LawState {
    /// Returns whether any part of it was run to its end.
    pub fn was_run(&self) -> bool {
        self.parts > 0
    }

    /// Number of tests that should fit into a slice.
    fn tests_of_slice(&self) -> u64 {
        let (tests, time) = self.last;
        if tests == 0 {
            return FIRST_TESTS;
        }
        let rate = tests as f64 / time.as_secs_f64().max(0.001);
        let tests = (rate * self.slice.as_secs_f64()) as u64;
        // The first tests of a process are slower than the others.
        tests.clamp(1, self.last.0.saturating_mul(64))
    }

    /// The first time the process is started again: it tries the test in which the first one died in another process.
    fn died(&mut self, death: &str) -> Vec<Summary> {
        self.deaths += 1;
        self.death = Some(death.to_string());
        if self.deaths > 1 {
            self.is_done = true;
            self.problem = Some(death.to_string());
        }
        Vec::new()
    }

    /// Takes note of the progress and the pages of a part.
    fn follow(&mut self, end: &PartEnd) {
        for page in &end.pages {
            self.pages.retain(|known| (&known.kind, &known.name) != (&page.kind, &page.name));
            self.pages.push(page.clone());
        }
        for recorded in &end.progress {
            let course = self.courses.entry(recorded.about.identity()).or_default();
            course.event(&recorded.event, recorded.time.unwrap_or_default());
        }
        for summary in &end.summaries {
            let identity = summary.about.identity();
            let last = |recorded: &&RecordedEvent| recorded.about.identity() == identity;
            let last = end.progress.iter().rfind(last).and_then(|recorded| recorded.time);
            // Several laws of a plain test share the time of its process.
            let time =
                if end.summaries.len() == 1 { end.elapsed } else { last.unwrap_or_default() };
            let course = self.courses.entry(identity).or_default();
            course.part_ended(time, summary.passed, summary.discarded);
        }
    }

    /// Joins a part to what is known. Returns what is new in it, as a summary of that alone.
    fn join(&mut self, summary: &Summary, part: &Part) -> Option<Summary> {
        let mut summary = summary.clone();
        if part.time.is_some() {
            // That a slice is over is no limit of the run.
            summary.limits.retain(|limit| !limit.is_of_law());
        }
        // What follows from the counts of all parts is told when they are known.
        let is_clear = part.tests.is_none()
            || matches!(
                summary.stopped,
                Stopped::Failed(_) | Stopped::Unstable(_) | Stopped::Misused(_)
            );
        let mut news = (is_clear && !summary.is_success()).then(|| summary.clone());
        let identity = summary.about.identity();
        let Some(known) = self.summaries.iter_mut().find(|one| one.about.identity() == identity)
        else {
            self.summaries.push(summary);
            return news;
        };
        if let Some(Summary { stopped, .. }) = &mut news {
            let is_known = |failure: &Failure| {
                let by_shape = known.tells_failures_by_shape;
                known.failures().iter().any(|one| one.is_same(failure, by_shape))
            };
            let is_told = match stopped {
                Stopped::Failed(failures) => {
                    failures.retain(|failure| !is_known(failure));
                    failures.is_empty()
                }
                _ => !known.is_success(),
            };
            news = news.filter(|_| !is_told);
        }
        known.join(&summary);
        news
    }

    /// Decides what follows from the counts of all parts, where a run was made of parts and is no part itself.
    fn decide(&mut self, budget: Budget) {
        let is_of_parts = match budget {
            Budget::Own => false,
            Budget::Tests { is_whole, .. } | Budget::Time { is_whole, .. } => is_whole,
        };
        if is_of_parts {
            self.summaries.iter_mut().for_each(Summary::decide);
        }
        if let (None, Some(death)) = (&self.problem, &self.death) {
            let death = format!("{death}\nStarted again, it did not die there.");
            self.problem = self.summaries.iter().all(Summary::is_success).then_some(death);
        }
    }

    fn go_on(&mut self, part: &Part, end: &PartEnd, budget: Budget) {
        let Some(tests) = &part.tests else {
            self.is_done = true;
            return;
        };
        let next = end.summaries.iter().map(|summary| summary.next_test).max();
        let next = next.unwrap_or(tests.end).max(tests.start);
        self.last = (next - tests.start, end.elapsed);
        self.next = next;
        let is_cut = end.summaries.iter().any(|one| one.limits.iter().any(Limit::is_of_law));
        if next == tests.start && is_cut && part.time.is_some() {
            // The time was over before the first test: cases of the source, or a walk through all cases. A limit that the
            // law has itself would end every further part there too.
            self.slice = self.slice.saturating_mul(GROWTH);
            return;
        }
        let is_over = end.summaries.iter().all(|summary| !wants_more(summary));
        let is_full = self.summaries.iter().all(is_full);
        self.is_done = next == tests.start || next >= budget.end() || is_over || is_full;
    }
}

/// The failure that a record says is stored.
pub fn stored_of(record: &Record) -> Option<&StoredFailure> {
    match record {
        Record::Event(recorded) => match &recorded.event {
            Event::Stored { stored, .. } => Some(stored),
            _ => None,
        },
        _ => None,
    }
}

/// Returns whether further tests of a law may tell more than a part did.
fn wants_more(summary: &Summary) -> bool {
    match summary.stopped {
        Stopped::Failed(_) => !summary.expect_failure,
        Stopped::Misused(_) => false,
        _ => summary.exhausted.is_none(),
    }
}

/// Returns whether a law has as many failures as are looked for.
fn is_full(summary: &Summary) -> bool {
    summary.failures().len() >= summary.max_failures.max(1)
}

#[cfg(test)]
mod tests;
