//! The search for tests that show bugs.
//!
//! The method of section 3 of the paper that `bugs.rs` names, with three differences.
//!
//! - All small inputs are tried before random ones. Most bugs show on small inputs, and then no bug that has a small
//!   test depends on luck.
//! - A test that is irredundant is not done with when a smaller one is: the paper adds the smaller one and drops it.
//!   Here it is looked at again until it is redundant, and so is every irredundant test that is met while another one is
//!   shrunk. So the bugs that are found are those of all tests that were ever run.
//! - In the end each test is shrunk once more, while the same answers fail. The paper's test is the smallest that was
//!   irredundant when it was found; this one is the smallest for its bug.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use lawful_core::extend::{
    Budget, Case, Component, Enumeration, Outcome, Recording, Source, Tape, attempt, minimize, mix,
    muted,
};
use lawful_core::generate::Generator;

use crate::answer_set::AnswerSet;
use crate::bugs::Bugs;
use crate::panel::{Panel, RankingError};

/// Runs of shrinking one test, at most.
const SHRINK_RUNS: u64 = 2_000;
/// Time of shrinking one test, at most, where the search has no limit. It is there for tests that take seconds each.
const SHRINK_TIME: Duration = Duration::from_secs(3_600);
/// Sizes in a row without a new small input after which there are no more.
const SAME_SIZES: u32 = 3;
/// Discarded draws for each test that is wanted, after which the generator is given up.
const DISCARDS: u64 = 20;
/// Tests before which a generator is not given up.
const FEWEST: u64 = 256;

/// Verdicts that are remembered, at most.
const MOST_VERDICTS: usize = 1 << 16;

/// Limits and seed of a search.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    pub seed: u64,
    pub max_size: u32,
    pub small_tests: u64,
    pub patience: u64,
    pub max_tests: u64,
    pub max_time: Option<Duration>,
    /// True if each bug gets its smallest test in the end. Scores do not need it; but tests must be shrunk until they are
    /// redundant, or random ones that show several bugs at once are taken for bugs without end.
    pub smallest_tests: bool,
}

/// Reason why a search for bugs ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchEnd {
    /// So many tests in a row showed no new bug.
    NoNews(u64),
    /// The limit of tests.
    MaxTests(u64),
    /// The limit of time: two runs may differ from here on.
    OutOfTime(Duration),
}

/// Tests that a search found, and what it did for them.
pub(crate) struct Found<I> {
    /// Tests that show one bug each, and others that were kept when an answer was left out. The smallest first.
    pub tests: Vec<FoundTest<I>>,
    pub end: SearchEnd,
    /// Tests that were run, those of shrinking included.
    pub run: u64,
    /// Tests on which the oracle had no opinion.
    pub undecided: u64,
    /// Answers that the search went on without.
    pub left_out: AnswerSet,
}

pub(crate) struct FoundTest<I> {
    pub input: I,
    /// The answers that failed when the test was found.
    pub failing: AnswerSet,
    /// The answers that took part then.
    pub of: AnswerSet,
}

pub(crate) struct Search<'a, G: Generator, P> {
    inputs: &'a G,
    panel: &'a P,
    limits: &'a Limits,
    /// The answers that take part.
    active: AnswerSet,
    bugs: Bugs<Tape>,
    verdicts: Verdicts,
    /// For the failing answers of a bug, the index of the smallest random test on which they fail.
    alike: HashMap<AnswerSet, u64>,
    left_out: AnswerSet,
    /// Tests that were kept when an answer was left out, with the answers that took part.
    kept: Vec<(AnswerSet, Tape, AnswerSet)>,
    started: Instant,
    run: u64,
    shrink_runs: u64,
    undecided: u64,
    /// Random tests since the last news.
    quiet: u64,
    /// True once random tests are run. That small ones show nothing new says little of larger ones.
    is_random: bool,
}

impl<'a, G, P> Search<'a, G, P>
where
    G: Generator<Value: Debug>,
    P: Panel<G::Value>,
{
    pub fn new(inputs: &'a G, panel: &'a P, limits: &'a Limits, active: AnswerSet) -> Self {
        Search {
            inputs,
            panel,
            limits,
            active,
            bugs: Bugs::default(),
            verdicts: Verdicts::default(),
            alike: HashMap::new(),
            left_out: AnswerSet::new(),
            kept: Vec::new(),
            started: Instant::now(),
            run: 0,
            shrink_runs: 0,
            undecided: 0,
            quiet: 0,
            is_random: false,
        }
    }

    pub fn run(mut self) -> Result<Found<G::Value>, RankingError> {
        let end = match self.small_tests()? {
            Some(end) => end,
            None => self.random_tests()?,
        };
        if self.limits.smallest_tests {
            self.shrink_each()?;
        }
        let (run, undecided) = (self.run + self.shrink_runs, self.undecided);
        let left_out = self.left_out.clone();
        let tests = self.tests()?;
        Ok(Found { tests, end, run, undecided, left_out })
    }

    /// Tries all inputs of the smallest sizes.
    fn small_tests(&mut self) -> Result<Option<SearchEnd>, RankingError> {
        let mut seen = HashSet::new();
        let mut same_sizes = 0;
        // Sizes repeat the inputs of smaller ones, and generators may discard: neither counts, but neither goes on for ever.
        let mut draws = self.limits.small_tests.saturating_mul(DISCARDS);
        let mut batch: Vec<(Tape, G::Value)> = Vec::new();
        for size in 0..=self.limits.max_size {
            let before = seen.len();
            let enumeration = Arc::new(Mutex::new(Enumeration::new(size)));
            while draws > 0 && (seen.len() as u64) < self.limits.small_tests {
                draws -= 1;
                let drawn = self.draw(Recording::fed(enumeration.clone(), size))?;
                // A size has the inputs of the smaller ones too.
                batch.extend(drawn.filter(|(tape, _)| seen.insert(tape.digest())));
                if batch.len() >= self.panel.batch() {
                    let end = self.look_at_small(&mut batch)?;
                    if end.is_some() {
                        return Ok(end);
                    }
                }
                let mut enumeration = enumeration.lock().unwrap_or_else(|held| held.into_inner());
                if !enumeration.advance() {
                    break;
                }
            }
            same_sizes = if seen.len() == before { same_sizes + 1 } else { 0 };
            if same_sizes == SAME_SIZES {
                break;
            }
        }
        self.look_at_small(&mut batch)
    }

    fn look_at_small(
        &mut self,
        batch: &mut Vec<(Tape, G::Value)>,
    ) -> Result<Option<SearchEnd>, RankingError> {
        let (tapes, inputs): (Vec<Tape>, Vec<G::Value>) = batch.drain(..).unzip();
        self.look_at(&inputs, &Origin::Small(&tapes))
    }

    fn random_tests(&mut self) -> Result<SearchEnd, RankingError> {
        self.is_random = true;
        let (mut index, mut discarded) = (0, 0);
        loop {
            let (mut inputs, mut indices) = (Vec::new(), Vec::new());
            while inputs.len() < self.panel.batch() {
                match self.draw_plain(index)? {
                    Some(input) => {
                        inputs.push(input);
                        indices.push(index);
                    }
                    None => discarded += 1,
                }
                index += 1;
                if discarded > DISCARDS * (FEWEST + self.run) {
                    return Err(RankingError::new(format!(
                        "the generator discarded {discarded} of {index} inputs\nUse a generator that makes valid \
                         inputs, instead of one that filters them."
                    )));
                }
            }
            if let Some(end) = self.look_at(&inputs, &Origin::Random(&indices))? {
                return Ok(end);
            }
        }
    }

    /// Judges a batch of inputs, one after the other as far as can be seen.
    fn look_at(
        &mut self,
        inputs: &[G::Value],
        origin: &Origin<'_>,
    ) -> Result<Option<SearchEnd>, RankingError> {
        let judged = self.panel.failing(inputs, &self.active)?;
        if !self.exhausted().is_empty() {
            let mut seen = Vec::new();
            for (at, failing) in judged.iter().enumerate() {
                if let Some(failing) = failing.as_ref().filter(|set| !self.bugs.is_redundant(set)) {
                    let tape = self.tape_of(origin, at)?;
                    seen.extend(tape.map(|tape| (tape, failing.clone())));
                }
            }
            self.leave_out_exhausted(&seen);
        }
        for (at, failing) in judged.into_iter().enumerate() {
            if let Some(end) = self.end() {
                return Ok(Some(end));
            }
            self.run += 1;
            self.quiet += u64::from(self.is_random);
            // The answers may have become fewer since.
            let failing = failing.map(|failing| failing.intersection(&self.active));
            if let Origin::Small(tapes) = origin {
                self.verdicts.insert(tapes[at].digest(), failing.clone());
            }
            match failing {
                None => self.undecided += 1,
                Some(failing) => match (self.bugs.is_redundant(&failing), origin) {
                    (true, Origin::Small(tapes)) => offer(&mut self.bugs, &failing, &tapes[at]),
                    (true, Origin::Random(indices)) => self.note_alike(&failing, indices[at]),
                    (false, Origin::Small(tapes)) => self.explain(tapes[at].clone(), failing)?,
                    (false, Origin::Random(indices)) => {
                        if let Some(tape) = self.recorded(indices[at])? {
                            self.explain(tape, failing)?;
                        }
                    }
                },
            }
        }
        Ok(None)
    }

    /// Remembers a random test on which exactly the answers of a bug fail, if it is the smallest one so far.
    fn note_alike(&mut self, failing: &AnswerSet, index: u64) {
        if self.bugs.test_mut(failing).is_none() {
            return;
        }
        let size = |index: u64| self.plan(index).1;
        match self.alike.get(failing) {
            Some(known) if size(*known) <= size(index) => {}
            _ => drop(self.alike.insert(failing.clone(), index)),
        }
    }

    fn end(&self) -> Option<SearchEnd> {
        let limits = self.limits;
        match limits.max_time {
            _ if self.run >= limits.max_tests => Some(SearchEnd::MaxTests(limits.max_tests)),
            _ if self.quiet >= limits.patience => Some(SearchEnd::NoNews(limits.patience)),
            Some(most) if self.started.elapsed() >= most => Some(SearchEnd::OutOfTime(most)),
            _ => None,
        }
    }

    /// Adds the bugs that a test shows, until it shows nothing new.
    fn explain(&mut self, tape: Tape, failing: AnswerSet) -> Result<(), RankingError> {
        let mut open = vec![(tape, failing)];
        while let Some((tape, failing)) = open.pop() {
            if self.bugs.is_redundant(&failing) {
                continue;
            }
            self.quiet = 0;
            let smaller = self.shrink(tape.clone(), &failing, None)?;
            open.push((tape, failing));
            open.extend(smaller.met);
            self.bugs.add(smaller.failing, smaller.tape);
            if self.leave_out_exhausted(&open) {
                open.iter_mut().for_each(|(_, set)| *set = set.intersection(&self.active));
            }
        }
        Ok(())
    }

    /// Makes the test of every bug the smallest on which the same answers fail. Shrinking ends in a local minimum, so it
    /// begins from two tests: the one that was found first, and a random one of the smallest size.
    fn shrink_each(&mut self) -> Result<(), RankingError> {
        let mut done: HashSet<AnswerSet> = HashSet::new();
        loop {
            let open = self.bugs.iter().find(|(failing, _)| !done.contains(failing)).cloned();
            let Some((failing, tape)) = open else { return Ok(()) };
            done.insert(failing.clone());
            self.shrink_one(tape, &failing)?;
            if let Some(index) = self.alike.remove(&failing)
                && let Some(tape) = self.recorded(index)?
                && self.judge(&tape)?.as_ref() == Some(&failing)
            {
                self.shrink_one(tape, &failing)?;
            }
        }
    }

    /// Shrinks a test while the same answers fail, and offers it to their bug.
    fn shrink_one(&mut self, tape: Tape, failing: &AnswerSet) -> Result<(), RankingError> {
        let smaller = self.shrink(tape, failing, Some(failing))?;
        offer(&mut self.bugs, failing, &smaller.tape);
        self.leave_out_exhausted(&smaller.met);
        for (tape, failing) in smaller.met {
            self.explain(tape, failing.intersection(&self.active))?;
        }
        Ok(())
    }

    /// Shrinks a test while it is irredundant, or while it shows the same bug.
    fn shrink(
        &mut self,
        tape: Tape,
        failing: &AnswerSet,
        same: Option<&AnswerSet>,
    ) -> Result<Smaller, RankingError> {
        let law = Drawing { inputs: self.inputs, last: RefCell::new(None) };
        let found = tape.clone();
        let mut met = Met::default();
        let mut error = None;
        let (panel, active) = (self.panel, &self.active);
        let (bugs, verdicts, runs) = (&mut self.bugs, &mut self.verdicts, &mut self.shrink_runs);
        let elapsed = self.started.elapsed();
        let time = self.limits.max_time.unwrap_or(SHRINK_TIME + elapsed).saturating_sub(elapsed);
        let shrunk = minimize(&law, tape, Budget { runs: SHRINK_RUNS, time }, &mut |case| {
            // Nothing was drawn if the generator discarded the case. An answer that used up its time would use up as much again
            // for every candidate.
            let Some(input) = law.last.take() else { return false };
            if !panel.exhausted().intersection(active).is_empty() {
                return false;
            }
            let judged = verdicts.of(&case.tape, || {
                *runs += 1;
                Ok(panel.failing(std::slice::from_ref(&input), active)?.pop().flatten())
            });
            let failing = match judged {
                Ok(Some(failing)) => failing,
                Ok(None) => return false,
                Err(problem) => {
                    error.get_or_insert(problem);
                    return false;
                }
            };
            let irredundant = !bugs.is_redundant(&failing);
            match irredundant {
                true => met.note(&case.tape, &failing),
                // What is met on the way to one bug's smallest test may be smaller than the test of another bug.
                false => offer(bugs, &failing, &case.tape),
            }
            match same {
                Some(same) => failing == *same,
                None => irredundant,
            }
        });
        if let Some(error) = error {
            return Err(error);
        }
        let (tape, failing) = match same {
            Some(same) => (shrunk.tape, same.clone()),
            // The tape that is returned may be written otherwise than the one that was judged.
            None => match self.judge(&shrunk.tape)? {
                Some(now) if !self.bugs.is_redundant(&now) => (shrunk.tape, now),
                _ => (found, failing.clone()),
            },
        };
        Ok(Smaller { tape, failing, met: met.0 })
    }

    /// The answers that fail on the input of a tape.
    fn judge(&self, tape: &Tape) -> Result<Option<AnswerSet>, RankingError> {
        let Some((_, input)) = self.draw(Recording::replay(tape))? else { return Ok(None) };
        Ok(self.panel.failing(&[input], &self.active)?.pop().flatten())
    }

    /// The answers that used up their time and still take part.
    fn exhausted(&self) -> AnswerSet {
        self.panel.exhausted().intersection(&self.active)
    }

    /// Goes on without the answers that used up their time. Returns whether there were such. What they failed on so far is
    /// kept, also in tests that were only `seen` and not explained yet: nothing else would show their bugs.
    fn leave_out_exhausted(&mut self, seen: &[(Tape, AnswerSet)]) -> bool {
        let exhausted = self.exhausted();
        if exhausted.is_empty() {
            return false;
        }
        let all = self.active.clone();
        self.active = all.difference(&exhausted);
        self.left_out.extend(&exhausted);
        // Verdicts are about other answers now, and where answers vote they may be others.
        self.verdicts = Verdicts::default();
        let mut known = std::mem::take(&mut self.bugs);
        // Sets that generate others by union still do so without some of the answers.
        for (failing, tape) in known.iter() {
            self.bugs.add(failing.intersection(&self.active), tape.clone());
        }
        for (tape, failing) in seen {
            known.add(failing.clone(), tape.clone());
        }
        let kept = known.into_tests().into_iter();
        self.kept.extend(kept.map(|(failing, tape)| (failing, tape, all.clone())));
        true
    }

    fn tests(self) -> Result<Vec<FoundTest<G::Value>>, RankingError> {
        let found = self.bugs.iter().cloned();
        let found = found.map(|(failing, tape)| (failing, tape, self.active.clone()));
        let mut all: Vec<(AnswerSet, Tape, AnswerSet)> =
            self.kept.iter().cloned().chain(found).collect();
        all.sort_by(|(_, one, _), (_, other, _)| one.order(other));
        all.dedup_by(|(_, one, _), (_, other, _)| one == other);
        let mut tests = Vec::new();
        for (failing, tape, of) in all {
            let drawn = self.draw(Recording::replay(&tape))?;
            tests.extend(drawn.map(|(_, input)| FoundTest { input, failing, of }));
        }
        Ok(tests)
    }

    /// Seed and size of a random test: functions of the root seed and the index alone.
    fn plan(&self, index: u64) -> (u64, u32) {
        let size = index % (u64::from(self.limits.max_size) + 1);
        (mix(mix(self.limits.seed, 1), index), size as u32)
    }

    /// Tape of an input of a batch.
    fn tape_of(&self, origin: &Origin<'_>, at: usize) -> Result<Option<Tape>, RankingError> {
        match origin {
            Origin::Small(tapes) => Ok(tapes.get(at).cloned()),
            Origin::Random(indices) => self.recorded(indices[at]),
        }
    }

    /// Tape of a random test.
    fn recorded(&self, index: u64) -> Result<Option<Tape>, RankingError> {
        let (seed, size) = self.plan(index);
        Ok(self.draw(Recording::new(seed, size))?.map(|(tape, _)| tape))
    }

    fn draw_plain(&self, index: u64) -> Result<Option<G::Value>, RankingError> {
        let (seed, size) = self.plan(index);
        let mut source = Source::from_seed(seed, size);
        drawn(|| self.inputs.generate(&mut source))
    }

    fn draw(&self, recording: Recording) -> Result<Option<(Tape, G::Value)>, RankingError> {
        let mut case = Case::new(recording);
        let value = drawn(|| case.argument("input", self.inputs))?;
        Ok(value.map(|value| (Recording::from(case.source).finish().tape, value)))
    }
}

/// Source of the inputs of a batch.
enum Origin<'a> {
    /// Small inputs with their tapes.
    Small(&'a [Tape]),
    /// Random inputs, by their indices.
    Random(&'a [u64]),
}

/// Replaces the test of the bug that exactly these answers have, if another one is smaller.
fn offer(bugs: &mut Bugs<Tape>, failing: &AnswerSet, tape: &Tape) {
    if let Some(known) = bugs.test_mut(failing).filter(|known| tape.order(known).is_lt()) {
        known.clone_from(tape);
    }
}

/// Draws a value, or none where the generator discards.
fn drawn<T>(draw: impl FnOnce() -> T) -> Result<Option<T>, RankingError> {
    let mut value = None;
    let outcome = muted(|| {
        attempt(|| {
            value = Some(draw());
            Outcome::Passed
        })
    });
    match outcome {
        Err(misuse) => Err(RankingError::new(misuse.to_string())),
        Ok(Outcome::Failed(reason)) => {
            Err(RankingError::new(format!("the generator panicked: {}", reason.lines().join("\n"))))
        }
        Ok(_) => Ok(value),
    }
}

/// A test that was shrunk, and irredundant ones that were met on the way.
struct Smaller {
    tape: Tape,
    failing: AnswerSet,
    met: Vec<(Tape, AnswerSet)>,
}

/// Irredundant tests, for each set of failing answers the smallest that was met.
#[derive(Default)]
struct Met(Vec<(Tape, AnswerSet)>);

impl Met {
    fn note(&mut self, tape: &Tape, failing: &AnswerSet) {
        match self.0.iter_mut().find(|(_, other)| other == failing) {
            Some((known, _)) if tape.order(known).is_lt() => *known = tape.clone(),
            Some(_) => {}
            None => self.0.push((tape.clone(), failing.clone())),
        }
    }
}

/// The law that never fails, and keeps the input that it drew last.
struct Drawing<'a, G: Generator> {
    inputs: &'a G,
    last: RefCell<Option<G::Value>>,
}

impl<G: Generator<Value: Debug>> Component for Drawing<'_, G> {
    type Drawn = G::Value;

    fn draw(&self, case: &mut Case) -> G::Value {
        self.last.take();
        case.argument("input", self.inputs)
    }

    fn run(&self, input: G::Value, _: &mut Case) -> Outcome {
        self.last.replace(Some(input));
        Outcome::Passed
    }
}

/// Verdicts on small inputs and on those of shrinking, which come again and again: tests of different bugs shrink
/// through the same small inputs.
#[derive(Default)]
struct Verdicts(HashMap<u64, Option<AnswerSet>>);

impl Verdicts {
    fn of(
        &mut self,
        tape: &Tape,
        judge: impl FnOnce() -> Result<Option<AnswerSet>, RankingError>,
    ) -> Result<Option<AnswerSet>, RankingError> {
        let digest = tape.digest();
        if let Some(known) = self.0.get(&digest) {
            return Ok(known.clone());
        }
        let judged = judge()?;
        self.insert(digest, judged.clone());
        Ok(judged)
    }

    fn insert(&mut self, digest: u64, judged: Option<AnswerSet>) {
        if self.0.len() < MOST_VERDICTS {
            self.0.insert(digest, judged);
        }
    }
}
