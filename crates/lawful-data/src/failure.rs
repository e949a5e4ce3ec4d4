//! A broken law, with all that a report needs.

use crate::tape::Tape;
use crate::{Document, Identity, Reason, ShownCall, ShownValue, Trace};

/// A broken law, at the smallest case found.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Failure {
    /// The arguments, in the order they were drawn.
    pub arguments: Vec<ShownValue>,
    /// Argument whose generator panicked, if that is how the case failed.
    pub drawing: Option<&'static str>,
    /// Document of the components.
    pub document: Document,
    /// Way in which a component came to it within the test: `the third of ten tries`.
    pub found_by: Option<String>,
    /// Sizes of the case as it was found and as it is now, in the units of the components; where they have
    /// none, its number of drawn values.
    pub sizes: Vec<Size>,
    /// The case as it was found, where it is printed or kept for a report.
    pub original: Option<Box<Original>>,
    /// Reason of the failure.
    pub reason: Reason,
    /// Notes of the law.
    pub notes: Vec<String>,
    /// Identity of the failure: its place and kind, with values left out.
    pub identity: Identity,
    /// Way in which it was found.
    pub found: Found,
    /// Number of smaller cases that were found one after the other.
    pub shrinks: u64,
    /// Number of runs of the law that shrinking took.
    pub runs: u64,
    /// Why shrinking stopped.
    pub stop: Stop,
    /// Its tape.
    pub tape: Tape,
    /// Replay token.
    pub token: String,
    /// Number of further tests that broke the law in the same way.
    pub again: u64,
    /// Parts that do not matter, and the nearest cases that pass.
    pub explanation: Explanation,
}

impl Failure {
    /// A failure of which nothing is known but its reason, how it was found, and its tape.
    pub fn new(reason: Reason, found: Found, tape: Tape) -> Self {
        Failure {
            arguments: Vec::new(),
            drawing: None,
            document: Document::default(),
            found_by: None,
            sizes: Vec::new(),
            original: None,
            identity: Identity::of(&reason),
            reason,
            notes: Vec::new(),
            found,
            shrinks: 0,
            runs: 0,
            stop: Stop::Smallest,
            tape,
            token: String::new(),
            again: 0,
            explanation: Explanation::default(),
        }
    }

    /// Calls that are shown of the case.
    pub fn calls(&self) -> &[ShownCall] {
        self.document.calls()
    }

    /// Returns whether all sizes for which there is a proof are proven to be minimal, if there are any.
    pub fn is_proven(&self) -> bool {
        let mut proofs = self.sizes.iter().filter_map(|size| size.proven).peekable();
        proofs.peek().is_some() && proofs.all(|proven| proven)
    }

    /// Trace of the case, if it has one.
    pub fn trace(&self) -> Option<&Trace> {
        self.document.trace()
    }
}

/// A case as it was found, before it was shrunk.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Original {
    /// The arguments.
    pub arguments: Vec<ShownValue>,
    /// Document of the components.
    pub document: Document,
}

impl Original {
    /// A case with these arguments and this document.
    pub fn new(arguments: Vec<ShownValue>, document: Document) -> Self {
        Original { arguments, document }
    }
}

/// Way in which a failure was found.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Found {
    /// By a test.
    Test {
        /// Its index.
        index: u64,
    },
    /// By a failure stored in an earlier run.
    Database,
    /// By a case kept in the source.
    Kept {
        /// Which of them.
        index: usize,
    },
    /// By a replay token that is kept in the source.
    KeptToken,
    /// By going through all cases.
    Walk {
        /// Of which size; without one the cases are all there are.
        size: Option<u32>,
        /// Number of cases that came before it.
        index: u64,
    },
    /// By climbing a score.
    Climb {
        /// The name of the score.
        target: &'static str,
        /// Score of the case.
        score: f64,
    },
    /// By shrinking another failure.
    Shrinking,
    /// The process of an earlier run died in it.
    Left,
    /// By a fuzzer.
    Fuzzer,
    /// By a replay token.
    Replay,
}

/// Number of runs of one case that failed, of all that were made of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rate {
    /// Number of runs that failed.
    pub failed: u32,
    /// Number of runs.
    pub runs: u32,
}

impl Rate {
    /// Counts of runs.
    pub fn new(failed: u32, runs: u32) -> Self {
        Rate { failed, runs }
    }

    /// Counts a run.
    pub fn add(&mut self, failed: bool) {
        self.runs += 1;
        self.failed += u32::from(failed);
    }

    /// Returns whether every run failed.
    pub fn is_always(&self) -> bool {
        self.failed == self.runs
    }
}

/// A failure that did not come again.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Unstable {
    /// Arguments of the case, in the order they were drawn.
    pub arguments: Vec<ShownValue>,
    /// Number of runs of the case that failed.
    pub rate: Rate,
    /// Replay token. A replay runs the case several times.
    pub token: String,
    /// Its tape.
    pub tape: Tape,
    /// Reason of the first failure.
    pub reason: Reason,
    /// Way in which it was found.
    pub found: Found,
    /// Reason of the second failure, if there was one.
    pub then: Option<Reason>,
    /// True if even the choices differed.
    pub choices_differ: bool,
    /// Document of the case before it runs.
    pub document: Document,
}

impl Unstable {
    /// A failure of which nothing is known but its reason, how it was found and how often, and its tape.
    pub fn new(reason: Reason, found: Found, rate: Rate, tape: Tape) -> Self {
        Unstable {
            arguments: Vec::new(),
            rate,
            token: String::new(),
            tape,
            reason,
            found,
            then: None,
            choices_differ: false,
            document: Document::default(),
        }
    }
}

/// Explanation of a counterexample: parts that do not matter, and the nearest cases that pass.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Explanation {
    /// Parts of arguments that can be anything.
    pub free: Vec<FreePart>,
    /// Arguments for which the law holds, all others being as they are.
    pub nearest_passing: Vec<NearestPassing>,
}

impl Explanation {
    /// An explanation by these parts and neighbours.
    pub fn new(free: Vec<FreePart>, nearest_passing: Vec<NearestPassing>) -> Self {
        Explanation { free, nearest_passing }
    }
}

/// A part that can be anything.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FreePart {
    /// Which argument it is a part of.
    pub argument: usize,
    /// True if the part is the whole argument.
    pub whole: bool,
    /// The `Debug` texts of the argument with other things in the place of the part.
    pub others: Vec<String>,
}

impl FreePart {
    /// A part of an argument, with other texts of the argument.
    pub fn new(argument: usize, whole: bool, others: Vec<String>) -> Self {
        FreePart { argument, whole, others }
    }
}

/// An argument for which the law holds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NearestPassing {
    /// Which argument.
    pub argument: usize,
    /// Value with which the law passes.
    pub shown: ShownValue,
}

impl NearestPassing {
    /// An argument with another value.
    pub fn new(argument: usize, shown: ShownValue) -> Self {
        NearestPassing { argument, shown }
    }
}

/// Why shrinking stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// No pass found anything smaller.
    Smallest,
    /// The limit of runs.
    Runs,
    /// The limit of time: two runs may differ from here on.
    Time,
}

/// Size of a case as it was found and as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// Unit, for one of them and for several.
    pub unit: (&'static str, &'static str),
    /// Number in the case as it was found.
    pub found: u64,
    /// Number in the minimal case.
    pub shrunk: u64,
    /// True if it is proven that no case with fewer shows what is looked for; nothing where the component
    /// has no proof.
    pub proven: Option<bool>,
}
