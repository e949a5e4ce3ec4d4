//! The one place where a smaller tape is accepted.

use std::cell::RefCell;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::extension::{Extension, Measure};
use super::groups;
use super::outline::Outline;
use super::pass;
use crate::choice::{Closed, Feeder, Gate, Tape, Token, Weight, digest_of, mix, order_values};
use crate::data::{Size, Stop};

/// Runs tapes for the shrinker, and says whether they still show what is looked for.
pub trait Subject {
    /// Runs a tape behind a gate.
    fn replay(&mut self, tape: Tape, gate: Rc<RefCell<dyn Gate>>) -> Ran;
    /// Runs a tape behind a gate, with keyed choices that are made anew from a seed.
    fn resample(&mut self, tape: Tape, seed: u64, gate: Rc<RefCell<dyn Gate>>) -> Ran;
    /// Runs a tape with keyed choices that a feeder answers; nothing where that cannot be done.
    fn decided(&mut self, tape: Tape, decider: Decider) -> Option<Ran>;
    /// Runs fresh choices of a size behind a gate.
    fn fresh(&mut self, seed: u64, size: u32, gate: Rc<RefCell<dyn Gate>>) -> Ran;
}

/// Feeder that answers keyed choices.
pub type Decider = Arc<Mutex<dyn Feeder + Send>>;

/// A run of the subject.
#[derive(Debug)]
pub struct Ran {
    /// The choices it made.
    pub tape: Tape,
    /// What came of it.
    pub end: End,
}

/// What came of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It still shows what is looked for.
    Shows,
    /// It does not.
    Misses,
    /// The gate closed before the body was run.
    Refused,
}

/// Limits of shrinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The most runs of the subject's body.
    pub runs: u64,
    /// The most time.
    pub time: Duration,
}

/// The end of shrinking.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The smallest tape found.
    pub tape: Tape,
    /// How many times a smaller tape was accepted.
    pub steps: u64,
    /// How many times the subject's body was run.
    pub runs: u64,
    /// Why it stopped.
    pub stop: Stop,
    /// Sizes before and after, by the measures of the components.
    pub sizes: Vec<Size>,
}

/// How often the clock is looked at, and for which tapes more often.
const LOOKS: u64 = 16;
const LARGE: u64 = 256;

/// A set of digests, which are mixed already.
type Digests = HashSet<u64, BuildHasherDefault<AsItIs>>;

#[derive(Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}

/// Holds the best tape so far and decides on candidates.
pub struct Shrinker<'a> {
    subject: &'a mut dyn Subject,
    best: Tape,
    outline: Rc<Outline>,
    screen: Rc<RefCell<Screen>>,
    /// Candidates seen before, with their spans.
    proposed: Digests,
    steps: u64,
    runs: u64,
    budget: Budget,
    started: Instant,
    looks: u64,
    stop: Stop,
    /// True if there are keyed choices, so that the same data may need others.
    keyed: bool,
    extensions: Vec<&'static Extension>,
    found: Tape,
}

impl<'a> Shrinker<'a> {
    /// Starts from a tape that shows what is looked for.
    pub fn new(subject: &'a mut dyn Subject, tape: Tape, budget: Budget) -> Self {
        let outline = Rc::new(Outline::new(&tape));
        let screen = Rc::new(RefCell::new(Screen::new(&tape)));
        let keyed = tape.main.iter().any(|token| matches!(token, Token::Keyed(_)));
        Shrinker {
            subject,
            found: tape.clone(),
            best: tape,
            outline,
            screen,
            proposed: Digests::default(),
            steps: 0,
            runs: 0,
            budget,
            started: Instant::now(),
            looks: 0,
            stop: Stop::Smallest,
            keyed,
            extensions: Vec::new(),
        }
    }

    /// Lets components take part.
    pub fn with(mut self, extensions: Vec<&'static Extension>) -> Self {
        for extension in extensions {
            if !self.extensions.iter().any(|known| std::ptr::eq(*known, extension)) {
                self.extensions.push(extension);
            }
        }
        self
    }

    /// Runs the passes until none helps, and the proofs that nothing smaller is left.
    pub fn shrink(mut self) -> Shrunk {
        let extensions = self.extensions.clone();
        let measures = measures(&extensions);
        let mut sizes = measured(&extensions, &self.found);
        loop {
            pass::run_all(&mut self, &extensions);
            let before = self.steps;
            for (measure, size) in measures.iter().zip(&mut sizes) {
                if let (Some(prove), false) = (measure.prove, self.is_over()) {
                    size.proven = Some(prove(&mut self));
                }
                size.shrunk = (measure.of)(&self.best);
            }
            if self.is_over() || self.steps == before {
                break;
            }
        }
        let Shrinker { best: tape, steps, runs, stop, .. } = self;
        Shrunk { tape, steps, runs, stop, sizes }
    }

    /// Returns whether a component's passes delete the steps of sequences.
    pub(super) fn deletes_steps(&self) -> bool {
        self.extensions.iter().any(|extension| extension.deletes_steps)
    }

    /// The smallest tape so far.
    pub fn best(&self) -> &Tape {
        &self.best
    }

    /// Returns the index of the smallest tape.
    pub fn outline(&self) -> Rc<Outline> {
        self.outline.clone()
    }

    /// A copy of the best tape without some elements of the list with this number, shortened accordingly.
    pub fn without_elements(&self, list: usize, range: Range<usize>) -> Option<Tape> {
        groups::own_group(self, list)?.without(self, range)
    }

    /// Returns the number of smaller tapes that were accepted.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns whether the budget is used up; every pass then ends by itself, since nothing is accepted.
    pub fn is_over(&mut self) -> bool {
        if self.stop != Stop::Smallest {
            return true;
        }
        if self.runs >= self.budget.runs {
            self.stop = Stop::Runs;
        }
        // For candidates that are refused; a look at the clock costs as much as a small one.
        self.looks += 1 + self.best.main.len() as u64 / LARGE;
        if self.looks >= LOOKS {
            self.looks = 0;
            if self.started.elapsed() >= self.budget.time {
                self.stop = Stop::Time;
            }
        }
        self.stop != Stop::Smallest
    }

    /// Tries a candidate. It is accepted if it is smaller and still shows what is looked for.
    pub fn consider(&mut self, candidate: Tape) -> bool {
        if !self.keyed {
            return self.consider_as_it_is(candidate);
        }
        // With other data the keyed choices may have to be others as well.
        let seed = candidate.digest();
        let known = self.proposed.contains(&seed);
        self.consider_as_it_is(candidate.clone())
            || !known && self.consider_resampled(candidate, seed)
    }

    /// Tries a candidate with its own keyed choices and no others.
    pub fn consider_as_it_is(&mut self, candidate: Tape) -> bool {
        if self.is_over() || !self.proposed.insert(candidate.digest()) {
            return false;
        }
        self.screen.borrow_mut().begin(&candidate);
        let ran = self.subject.replay(candidate, self.screen.clone());
        self.judge(ran)
    }

    /// Tries the data of a candidate with keyed choices that are made anew.
    fn consider_resampled(&mut self, candidate: Tape, seed: u64) -> bool {
        if self.is_over() {
            return false;
        }
        // The arguments were admitted a moment ago; how they are run is new.
        self.screen.borrow_mut().begin(&candidate);
        self.screen.borrow_mut().rows ^= 1;
        let ran = self.subject.resample(candidate, seed, self.screen.clone());
        self.judge(ran)
    }

    /// Tries the best tape with keyed choices that a feeder answers. Nothing where that cannot be done, or
    /// where the time is over; the number of runs is not limited, since a proof has a budget of its own.
    pub fn consider_decided(&mut self, decider: Decider) -> Option<bool> {
        if self.started.elapsed() >= self.budget.time {
            self.stop = Stop::Time;
            return None;
        }
        let ran = self.subject.decided(self.best.clone(), decider)?;
        Some(self.accept(ran))
    }

    /// Tries fresh choices of a size.
    pub fn consider_fresh(&mut self, seed: u64, size: u32) -> bool {
        if self.is_over() {
            return false;
        }
        self.screen.borrow_mut().begin(&Tape::default());
        let ran = self.subject.fresh(seed, size, self.screen.clone());
        self.judge(ran)
    }

    /// Makes the arguments from a candidate without running the body: what would be drawn.
    pub fn draw_only(&mut self, candidate: Tape) -> Tape {
        if self.is_over() {
            return candidate;
        }
        let gate: Rc<RefCell<dyn Gate>> = Rc::new(RefCell::new(Closed));
        self.subject.replay(candidate, gate).tape
    }

    fn judge(&mut self, ran: Ran) -> bool {
        if ran.end == End::Refused {
            return false;
        }
        self.runs += 1;
        if self.started.elapsed() >= self.budget.time {
            self.stop = Stop::Time;
        }
        self.screen.borrow_mut().learn(&ran.tape);
        self.accept(ran)
    }

    fn accept(&mut self, ran: Ran) -> bool {
        if ran.end != End::Shows || ran.tape.order(&self.best).is_ge() {
            return false;
        }
        self.steps += 1;
        self.outline = Rc::new(Outline::new(&ran.tape));
        self.screen.borrow_mut().set_best(&ran.tape);
        self.best = ran.tape;
        true
    }
}

/// Sizes by the measures of all extensions, before anything is shrunk.
pub(crate) fn measured(extensions: &[&'static Extension], tape: &Tape) -> Vec<Size> {
    let mut sizes = Vec::new();
    for measure in measures(extensions) {
        let found = (measure.of)(tape);
        let proven = measure.prove.map(|_| false);
        sizes.push(Size { unit: measure.unit, found, shrunk: found, proven });
    }
    sizes
}

fn measures(extensions: &[&'static Extension]) -> Vec<Measure> {
    let mut measures = Vec::new();
    extensions.iter().for_each(|extension| measures.extend_from_slice(extension.measures));
    measures
}

/// Refuses arguments that were run before, and those that cannot become smaller than the best.
struct Screen {
    best: Tape,
    weight: Weight,
    seen: Digests,
    /// How many choices were drawn when the body was admitted.
    admitted: usize,
    /// Whether every run so far drew nothing after that; then the arguments are all there is.
    complete: bool,
    /// The rows of the candidate, which a body that draws depends on too.
    rows: u64,
}

impl Screen {
    fn new(best: &Tape) -> Self {
        let mut screen = Screen {
            best: Tape::default(),
            weight: Weight::default(),
            seen: Digests::default(),
            admitted: 0,
            complete: best.rows.is_empty(),
            rows: 0,
        };
        screen.set_best(best);
        screen
    }

    fn begin(&mut self, candidate: &Tape) {
        let rows = candidate
            .rows
            .iter()
            .map(|(key, tokens)| mix(key.lane, mix(key.row, digest_of(tokens))));
        // Which rows a lane gets depends on the name it has on the candidate.
        let lanes = candidate.main.iter().filter_map(|token| match token {
            Token::Lane(name) => Some(*name),
            _ => None,
        });
        self.rows = rows.chain(lanes).fold(0, mix);
        self.admitted = 0;
    }

    fn set_best(&mut self, best: &Tape) {
        self.best = best.clone();
        self.weight = best.weight();
    }

    fn learn(&mut self, ran: &Tape) {
        let later = ran.main.get(self.admitted..).unwrap_or_default();
        let drew = later.iter().any(|token| *token != Token::Close);
        if self.complete && (drew || !ran.rows.is_empty()) {
            self.complete = false;
            self.seen.clear();
        }
    }
}

impl Gate for Screen {
    fn admit(&mut self, drawn: &[Token], rest: &[Token]) -> bool {
        self.admitted = drawn.len();
        // What is drawn later can only add to this.
        let weights = Weight::of(drawn.iter()).cmp(&self.weight);
        if weights.then_with(|| order_values(drawn.iter(), self.best.tokens())).is_ge() {
            return false;
        }
        let key = match self.complete {
            true => digest_of(drawn),
            false => mix(digest_of(drawn), mix(digest_of(rest), self.rows)),
        };
        self.seen.insert(key)
    }
}
