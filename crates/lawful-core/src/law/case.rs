//! The current case: what the law said of it while it ran.
//!
//! It lives in a thread-local, so that `label!` and its kin work anywhere below the law. A test
//! that says nothing costs one look at a flag.

use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::time::Duration;

use super::tally::Tally;
use super::trace::Trace;
use crate::choice::Source;
use crate::generate::{
    Description, Generator, Starved, names_hashed, sorted_debug, take_described,
};

/// What a case said of itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Case {
    /// An assumption was not met.
    pub discarded: bool,
    /// A filter found nothing.
    pub starved: Option<Starved>,
    /// What `label!`, `collect!` and `cover!` said, in order.
    pub labels: Vec<Label>,
    /// The arguments, in a run that is shown.
    pub arguments: Vec<Shown>,
    /// The steps of a case that is a program, in a run that is shown.
    pub steps: Vec<ShownStep>,
    /// What happened, event by event, in a run under a scheduler that is shown.
    pub trace: Option<Trace>,
    /// How the schedule that broke the law was found, in a few words.
    pub searched: Option<String>,
    /// What `note!` said, in a run that is shown.
    pub notes: Vec<String>,
    /// What was counted, in this case and in those before it that had nothing to say.
    pub tally: Tally,
    /// Why the law is broken.
    pub reason: Option<Reason>,
    /// Whether the run is one that will be shown.
    pub(crate) shown: bool,
}

/// Something said of a case, to be counted over all cases.
#[derive(Clone, Debug, PartialEq)]
pub enum Label {
    /// `label!` or `classify!`.
    Text(String),
    /// `collect!`: a value in the table named after the expression.
    Collected {
        /// The expression.
        table: &'static str,
        /// Its value.
        value: String,
    },
    /// `known!`: the case meets the condition of a failure that is known.
    Known(String),
    /// `target!`: a score to climb.
    Target {
        /// What is scored.
        name: &'static str,
        /// How high.
        score: f64,
    },
    /// `sometimes!`.
    Sometimes {
        /// What is promised to happen.
        name: String,
        /// Whether it does in this case.
        hit: bool,
    },
    /// `cover!`.
    Covered {
        /// What is to be covered.
        name: String,
        /// In how many per cent of the cases.
        percent: f64,
        /// Whether this case is one of them.
        hit: bool,
    },
}

/// An argument of a law: enough to print it as Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Its name.
    pub name: &'static str,
    /// The name of its type.
    pub type_name: &'static str,
    /// Its `Debug` text.
    pub debug: String,
    /// The derived types that may be in it.
    pub types: Vec<Description>,
}

/// One step of a case that is a program: a call, and what was seen around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownStep {
    /// What later steps call the result by, if they can.
    pub variable: Option<String>,
    /// What is called.
    pub command: String,
    /// With what: a tuple of arguments, or the only one.
    pub arguments: Shown,
    /// The `Debug` text of the model's state before the step.
    pub before: String,
    /// The `Debug` text of the result, where there is one.
    pub result: Option<String>,
    /// Whether the law is broken here.
    pub broken: bool,
    /// The branch that it is part of, where several run at once; nothing for what runs before them.
    pub branch: Option<u32>,
}

/// What reports call a branch: `A` is the first, `B` the second.
pub fn branch_name(branch: u32) -> String {
    char::from_u32('A' as u32 + branch).map_or_else(|| branch.to_string(), String::from)
}

/// Why a law is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It returned `false`.
    False,
    /// It returned an error.
    Error(String),
    /// One of several laws that it stands for is broken; see [`broken`](super::broken).
    Named {
        /// What does not hold, in words without values: `Ord is not transitive`.
        law: String,
        /// What was seen, on any number of lines.
        message: String,
    },
    /// It panicked.
    Panic {
        /// With what message.
        message: String,
        /// Where.
        location: String,
    },
    /// The process it ran in did not survive it.
    Died(Death),
}

/// What ended the process of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Death {
    /// The case ran for longer than it may.
    TimeLimit(Duration),
    /// The stack overflowed.
    StackOverflow,
    /// Memory ran out.
    OutOfMemory,
    /// The process ended itself with this code.
    Exit(i32),
    /// A signal.
    Signal(i32),
    /// It is not known what.
    Unknown,
}

impl Case {
    /// The names of the known failures whose conditions the case meets.
    pub fn known(&self) -> impl Iterator<Item = &str> {
        self.labels.iter().filter_map(|label| match label {
            Label::Known(name) => Some(name.as_str()),
            _ => None,
        })
    }

    /// Whether the case is one of a known failure.
    pub fn is_known(&self) -> bool {
        self.known().next().is_some()
    }
}

thread_local! {
    static TOUCHED: Cell<bool> = const { Cell::new(false) };
    static CASE: RefCell<Case> = RefCell::default();
}

/// Whether anything was said of the current case.
#[inline]
pub(crate) fn is_touched() -> bool {
    TOUCHED.get()
}

/// Ends the current case and gives what was said of it.
pub(crate) fn take() -> Case {
    TOUCHED.set(false);
    CASE.take()
}

/// Begins a case that will be shown.
pub(crate) fn begin_shown() {
    TOUCHED.set(false);
    take_described();
    CASE.set(Case { shown: true, ..Case::default() });
}

/// Puts a case back, after a law was run inside another.
pub(crate) fn restore(case: Case, touched: bool) {
    CASE.set(case);
    TOUCHED.set(touched);
}

pub(crate) fn change(change: impl FnOnce(&mut Case)) {
    TOUCHED.set(true);
    CASE.with_borrow_mut(change);
}

pub(crate) fn set_discarded() {
    change(|case| case.discarded = true);
}

/// Says why the law is broken.
#[cold]
pub(crate) fn set_reason(reason: Reason) {
    change(|case| case.reason = Some(reason));
}

/// Discards the case from anywhere below the law. Where the law's own body can return, `assume!`
/// does the same and is a thousand times cheaper: this unwinds.
///
/// ```
/// use lawful_core::{generate::any, law::{discard, for_all}, run::Check};
///
/// fn half(x: u8) -> u8 {
///     if x % 2 == 1 { discard() } else { x / 2 }
/// }
/// let law = for_all(any::<u8>(), |x| half(x) * 2 == x);
/// assert!(Check::new("halves").run(&law).discarded > 0);
/// ```
pub fn discard() -> ! {
    set_discarded();
    std::panic::resume_unwind(Box::new(Discarded))
}

/// What [`discard`] unwinds with.
pub(super) struct Discarded;

/// Puts the case under a label. See [`label!`](crate::label).
pub fn label(text: String) {
    change(|case| case.labels.push(Label::Text(text)));
}

/// Puts the case under a label if `condition` holds. See [`classify!`](crate::classify).
pub fn classify(condition: bool, text: impl Into<String>) {
    if condition {
        label(text.into());
    }
}

/// Gathers a value. See [`collect!`](crate::collect).
pub fn collect<T: Debug + ?Sized>(table: &'static str, value: &T) {
    let value = sorted_debug(std::any::type_name::<T>(), value);
    change(|case| case.labels.push(Label::Collected { table, value }));
}

/// Demands coverage. See [`cover!`](crate::cover).
pub fn cover(hit: bool, percent: f64, name: String) {
    change(|case| case.labels.push(Label::Covered { name, percent, hit }));
}

/// Declares a known failure. See [`known!`](crate::known).
pub fn known(condition: bool, name: impl Into<String>) {
    if condition {
        let name = name.into();
        change(|case| case.labels.push(Label::Known(name)));
    }
}

/// Gives a score to climb. See [`target!`](crate::target).
pub fn target(name: &'static str, score: f64) {
    change(|case| case.labels.push(Label::Target { name, score }));
}

/// Counts something that the case may do many times, without a word of it to the runner. Unlike a
/// label it says nothing of the case: only the sums over all tests are told.
#[inline]
pub fn count(count: impl FnOnce(&mut Tally)) {
    CASE.with_borrow_mut(|case| count(&mut case.tally));
}

/// Adds a step to the case, if it is one that is shown.
pub fn show_step(step: ShownStep) {
    CASE.with_borrow_mut(|case| {
        if case.shown {
            case.steps.push(step);
        }
    });
}

/// Takes back the steps that were shown so far, of a case that runs again.
pub fn forget_steps() {
    CASE.with_borrow_mut(|case| case.steps.clear());
}

/// Adds what happened to the case, if it is one that is shown.
pub fn show_trace(trace: impl FnOnce() -> Trace) {
    if CASE.with_borrow(|case| case.shown) {
        let trace = trace();
        CASE.with_borrow_mut(|case| case.trace = Some(trace));
    }
}

/// Says how the schedule that breaks the law was found.
pub fn searched(text: impl FnOnce() -> String) {
    change(|case| case.searched = Some(text()));
}

/// Makes one of what a case said of itself more than once, since it was run more than once. What was asked
/// for and happened in any of the runs happened.
pub fn once_a_case() {
    if !is_touched() {
        return;
    }
    change(|case| {
        let mut once: Vec<Label> = Vec::new();
        for label in std::mem::take(&mut case.labels) {
            let same = once.iter_mut().find(|other| other.is_same(&label));
            match same {
                Some(other) => other.join(&label),
                None => once.push(label),
            }
        }
        case.labels = once;
    });
}

impl Label {
    /// Whether the other says the same, or answers the same question.
    fn is_same(&self, other: &Label) -> bool {
        match (self, other) {
            (Label::Target { name, .. }, Label::Target { name: other, .. }) => name == other,
            (Label::Sometimes { name, .. }, Label::Sometimes { name: other, .. })
            | (Label::Covered { name, .. }, Label::Covered { name: other, .. }) => name == other,
            _ => self == other,
        }
    }

    fn join(&mut self, label: &Label) {
        match (self, label) {
            (Label::Target { score, .. }, Label::Target { score: other, .. }) => {
                *score = score.max(*other);
            }
            (Label::Sometimes { hit, .. }, Label::Sometimes { hit: other, .. })
            | (Label::Covered { hit, .. }, Label::Covered { hit: other, .. }) => *hit |= other,
            _ => {}
        }
    }
}

/// Whether the case is one that is shown.
pub fn is_shown() -> bool {
    CASE.with_borrow(|case| case.shown)
}

/// Promises that some case meets a condition. See [`sometimes!`](crate::sometimes).
pub fn sometimes(hit: bool, name: String) {
    change(|case| case.labels.push(Label::Sometimes { name, hit }));
}

/// Adds a line to the report of the case, if it is one that is shown.
pub fn note(text: impl Into<String>) {
    note_lazily(|| text.into());
}

/// Adds a line to the report of the case; the text is made only for one that is shown.
pub fn note_lazily(text: impl FnOnce() -> String) {
    if CASE.with_borrow(|case| case.shown) {
        let text = text();
        CASE.with_borrow_mut(|case| case.notes.push(text));
    }
}

impl Source {
    /// Draws an argument of a law, and shows it if the case is one that is shown.
    #[inline]
    pub fn argument<G: Generator<Value: Debug> + ?Sized>(
        &mut self,
        name: &'static str,
        generator: &G,
    ) -> G::Value {
        let value = self.draw(generator);
        if self.shows() {
            show(name, std::any::type_name::<G::Value>(), &value);
        }
        value
    }

    /// Shows an argument that was not drawn but given, if the case is one that is shown.
    pub fn given<T: Debug>(&mut self, name: &'static str, value: &T) {
        if self.shows() {
            show(name, std::any::type_name::<T>(), value);
        }
    }
}

impl Shown {
    /// A value as it looks now. What the generators drew since the last one is taken to be in it.
    #[cold]
    pub fn of<T: Debug + ?Sized>(name: &'static str, value: &T) -> Self {
        shown(name, std::any::type_name::<T>(), &value)
    }
}

#[cold]
fn show(name: &'static str, type_name: &'static str, value: &dyn Debug) {
    let shown = shown(name, type_name, value);
    CASE.with_borrow_mut(|case| case.arguments.push(shown));
}

fn shown(name: &'static str, type_name: &'static str, value: &dyn Debug) -> Shown {
    let types = take_described();
    let fields = types.iter().flat_map(|one| &one.variants).flat_map(|variant| &variant.fields);
    let hashed = fields.map(|(_, type_name)| *type_name).find(|name| names_hashed(name));
    let debug = sorted_debug(hashed.unwrap_or(type_name), value);
    Shown { name, type_name, debug, types }
}
