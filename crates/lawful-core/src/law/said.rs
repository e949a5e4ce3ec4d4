//! Labels, notes and unmet assumptions of a case: `label!`, `note!`, `assume!` and their kin.
//!
//! They may be called from anywhere below the law, so this is a thread-local. Nothing else is: what the
//! engine and the components know of a case is in its [`Case`](super::Case), which is passed down. A test
//! that says nothing costs one look at a flag.

use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::panic::Location;

use super::outcome::Outcome;
use crate::data::{Assumption, CaseRecord, Label, Place, Starved};
use crate::generate::sorted_debug;

#[derive(Default)]
struct Said {
    discarded: bool,
    starved: Option<Starved>,
    unmet: Option<Assumption>,
    labels: Vec<Label>,
    notes: Vec<String>,
    /// True if the run is one that will be shown, so that notes are wanted.
    shown: bool,
}

thread_local! {
    static TOUCHED: Cell<bool> = const { Cell::new(false) };
    static SAID: RefCell<Said> = const {
        RefCell::new(Said {
            discarded: false,
            starved: None,
            unmet: None,
            labels: Vec::new(),
            notes: Vec::new(),
            shown: false,
        })
    };
}

fn change(change: impl FnOnce(&mut Said)) {
    TOUCHED.set(true);
    SAID.with_borrow_mut(change);
}

/// Returns whether anything was said of the current case.
#[inline]
pub(crate) fn is_touched() -> bool {
    TOUCHED.get()
}

/// Begins a case, of which nothing is said yet.
pub(crate) fn begin(shown: bool) {
    if TOUCHED.replace(false) || shown || SAID.with_borrow(|said| said.shown) {
        SAID.set(Said { shown, ..Said::default() });
    }
}

/// Ends the current case and adds what was said of it to its record.
pub(crate) fn take_into(record: &mut CaseRecord) {
    TOUCHED.set(false);
    let said = SAID.take();
    (record.starved, record.unmet) = (said.starved, said.unmet);
    (record.labels, record.notes) = (said.labels, said.notes);
}

/// Runs something of which nothing that it says counts: a run inside a run, or a run that is only compared.
pub fn muted<T>(run: impl FnOnce() -> T) -> T {
    /// Puts back what was said before, however the run ends.
    struct Outer(bool, Option<Said>);
    impl Drop for Outer {
        fn drop(&mut self) {
            SAID.set(self.1.take().unwrap_or_default());
            TOUCHED.set(self.0);
        }
    }
    let _outer = Outer(TOUCHED.replace(false), Some(SAID.take()));
    run()
}

pub(super) fn set_discarded(text: String, at: &Location<'static>) {
    let place = Place { file: at.file(), line: at.line(), column: at.column() };
    change(|said| {
        said.discarded = true;
        said.unmet.get_or_insert(Assumption::new(place, text));
    });
}

pub(super) fn set_starved(starved: Starved) {
    change(|said| said.starved = Some(starved));
}

/// Forgets that an assumption was not met: the part that it was about is over, and the case goes on.
pub(super) fn forget_discard() {
    if is_touched() {
        change(|said| (said.discarded, said.starved, said.unmet) = (false, None, None));
    }
}

pub(super) fn is_discarded() -> bool {
    is_touched() && SAID.with_borrow(|said| said.discarded)
}

/// The outcome of a body that came to its end: an unmet assumption overrides it.
#[inline]
pub(super) fn unless_discarded(outcome: Outcome) -> Outcome {
    match is_touched() {
        false => outcome,
        true => discarded_or(outcome),
    }
}

#[cold]
fn discarded_or(outcome: Outcome) -> Outcome {
    if is_discarded() { Outcome::Discarded } else { outcome }
}

/// Number of notes so far, for [`keep_notes`].
pub(super) fn notes() -> usize {
    SAID.with_borrow(|said| said.notes.len())
}

/// Takes the notes back from `first` on.
pub(super) fn keep_notes(first: usize) {
    SAID.with_borrow_mut(|said| said.notes.truncate(first));
}

/// Counts as said once what a case said in several of its runs. A condition that was met in any of the
/// runs was met.
pub fn once_per_case() {
    if !is_touched() {
        return;
    }
    change(|said| {
        let mut once: Vec<Label> = Vec::new();
        for label in std::mem::take(&mut said.labels) {
            let same = once.iter_mut().find(|other| other.is_same(&label));
            match same {
                Some(other) => other.join(&label),
                None => once.push(label),
            }
        }
        said.labels = once;
    });
}

/// Discards the case from anywhere below the law. Where the law's own body can return, `assume!`
/// does the same and is a thousand times cheaper: this unwinds.
///
/// ```
/// use lawful::discard;
/// use lawful::prelude::*;
///
/// fn half(x: u8) -> u8 {
///     if x % 2 == 1 { discard() } else { x / 2 }
/// }
/// let law = for_all(any::<u8>(), |x| half(x) * 2 == x);
/// assert!(Runner::named("halves").run(&law).discarded > 0);
/// ```
#[doc(alias("prop_assume", "TestResult", "reject"))]
#[track_caller]
pub fn discard() -> ! {
    set_discarded(String::from("discard()"), Location::caller());
    std::panic::resume_unwind(Box::new(Discarded))
}

/// Payload of the unwinding that [`discard`] begins.
pub(super) struct Discarded;

fn add(label: Label) {
    change(|said| said.labels.push(label));
}

/// Puts the case under a label. See [`label!`](crate::label).
pub fn label(text: String) {
    add(Label::Text(text));
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
    add(Label::Collected { table, value });
}

/// Demands coverage. See [`cover!`](crate::cover).
pub fn cover(hit: bool, percent: f64, name: String) {
    add(Label::Covered { name, percent, hit });
}

/// Declares a known failure. See [`known_bug!`](crate::known_bug).
pub fn known_bug(condition: bool, name: impl Into<String>) {
    if condition {
        add(Label::KnownBug(name.into()));
    }
}

/// Gives a score to climb. See [`target!`](crate::target).
pub fn target(name: &'static str, score: f64) {
    add(Label::Target { name, score });
}

/// Promises that some case meets a condition. See [`sometimes!`](crate::sometimes).
pub fn sometimes(hit: bool, name: String) {
    add(Label::Sometimes { name, hit });
}

/// Adds a line to the report of the case, if it is one that is shown.
pub fn note(text: impl Into<String>) {
    note_lazily(|| text.into());
}

/// Adds a line to the report of the case; the text is made only for one that is shown.
pub fn note_lazily(text: impl FnOnce() -> String) {
    if SAID.with_borrow(|said| said.shown) {
        let text = text();
        SAID.with_borrow_mut(|said| said.notes.push(text));
    }
}
