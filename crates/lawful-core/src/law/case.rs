//! The current case: what the law said of it while it ran.
//!
//! It lives in a thread-local, so that `label!` and its kin work anywhere below the law. A test
//! that says nothing costs one look at a flag.

use std::cell::{Cell, RefCell};
use std::fmt::Debug;

use crate::choice::Source;
use crate::generate::{Generator, Starved, sorted_debug};

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
    /// What `note!` said, in a run that is shown.
    pub notes: Vec<String>,
    /// Why the law is broken.
    pub reason: Option<Reason>,
    /// Whether the run is one that will be shown.
    shown: bool,
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
}

/// Why a law is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It returned `false`.
    False,
    /// It returned an error.
    Error(String),
    /// It panicked.
    Panic {
        /// With what message.
        message: String,
        /// Where.
        location: String,
    },
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
}

#[cold]
fn show(name: &'static str, type_name: &'static str, value: &dyn Debug) {
    let debug = sorted_debug(type_name, value);
    CASE.with_borrow_mut(|case| case.arguments.push(Shown { name, type_name, debug }));
}
