//! Panics of a law: caught, kept from printing, and told apart from other ways to unwind.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{
    AssertUnwindSafe, PanicHookInfo, catch_unwind, resume_unwind, set_hook, take_hook,
};
use std::sync::Once;

use super::backtrace::{Backtraces, Captured};
use super::case::Case;
use super::outcome::Outcome;
use super::said::{self, Discarded};
use super::threads;
use crate::choice::Source;
use crate::data::{Block, Document, Reason, Starved};
use crate::generate::Misuse;

thread_local! {
    /// How many runs are on this thread's stack; in them panics are kept, not printed.
    static RUNNING: Cell<u32> = const { Cell::new(0) };
    static LAST: RefCell<Option<Panic>> = const { RefCell::new(None) };
    /// The panic before the last: where a destructor panics while the law unwinds, the one that it unwinds from.
    static BEFORE: RefCell<Option<Panic>> = const { RefCell::new(None) };
    /// Backtraces that are wanted of the case that is running: none unless it will be shown.
    static BACKTRACES: Cell<Backtraces> = const { Cell::new(Backtraces::Off) };
}

/// A panic that was kept from printing.
pub(super) struct Panic {
    pub message: String,
    pub location: String,
    pub backtrace: Option<Captured>,
}

impl Panic {
    fn of(info: &PanicHookInfo<'_>, backtraces: Backtraces) -> Self {
        let message = message_of(info.payload()).to_string();
        let location = info.location().map(ToString::to_string).unwrap_or_default();
        Panic { message, location, backtrace: backtraces.capture() }
    }

    /// The backtrace as it is shown, if there is one.
    pub fn backtrace_blocks(&self) -> impl Iterator<Item = Block> {
        self.backtrace.iter().flat_map(Captured::blocks)
    }
}

/// Runs a case of which backtraces are captured. Capturing costs more than most cases do, so it is one that will be
/// shown.
pub(crate) fn attempt_shown(
    backtraces: Backtraces,
    run: impl FnOnce() -> Outcome,
) -> Result<Outcome, Misuse> {
    let before = BACKTRACES.replace(backtraces);
    let ended = attempt(run);
    BACKTRACES.set(before);
    ended
}

/// Runs a law, whatever becomes of it: a panic is a failure. The panic hook is silenced for this thread and
/// this run alone, and for threads that a law spawned (`threads.rs`): other threads, and panics outside of laws,
/// print as ever.
///
/// # Errors
///
/// If the test is misused.
pub fn attempt(run: impl FnOnce() -> Outcome) -> Result<Outcome, Misuse> {
    install_hook();
    RUNNING.set(RUNNING.get() + 1);
    let result = catch_unwind(AssertUnwindSafe(run));
    RUNNING.set(RUNNING.get() - 1);
    match result {
        Ok(outcome) => Ok(outcome.unless_discarded()),
        Err(payload) => judge(payload),
    }
}

/// Payload of the unwinding that ends the making of a value when the time for the law is over.
pub(crate) struct OutOfTime;

impl OutOfTime {
    /// Ends the run.
    #[cold]
    pub fn raise() -> ! {
        resume_unwind(Box::new(OutOfTime))
    }
}

/// Passes a misuse on to the runner.
pub fn raise<T>(misuse: Misuse) -> T {
    resume_unwind(Box::new(misuse))
}

impl Case {
    /// Runs a part of a law, after which more is drawn: spans that it left open are closed. A misuse is
    /// passed on.
    pub fn attempt(&mut self, run: impl FnOnce(&mut Case) -> Outcome) -> Outcome {
        let before = self.source.before_unwinding();
        let outcome = attempt(|| run(self));
        self.source.after_unwinding(before);
        outcome.unwrap_or_else(raise)
    }
}

impl Source {
    /// Runs a part of a law that needs no more of its case than its source. See [`Case::attempt`].
    pub(crate) fn attempt(&mut self, run: impl FnOnce(&mut Source) -> Outcome) -> Outcome {
        let before = self.before_unwinding();
        let outcome = attempt(|| run(self));
        self.after_unwinding(before);
        outcome.unwrap_or_else(raise)
    }
}

/// Runs what has to be done after a failure. If it panics as well, the failure stays what is told.
pub fn after_failure(run: impl FnOnce()) {
    install_hook();
    RUNNING.set(RUNNING.get() + 1);
    let first = LAST.take();
    if let Err(payload) = catch_unwind(AssertUnwindSafe(run)) {
        drop_quietly(payload);
    }
    LAST.set(first);
    RUNNING.set(RUNNING.get() - 1);
}

fn judge(payload: Box<dyn Any + Send>) -> Result<Outcome, Misuse> {
    let payload = match payload.downcast::<Misuse>() {
        Ok(misuse) => return Err(*misuse),
        Err(payload) => payload,
    };
    if let Some(starved) = payload.downcast_ref::<Starved>() {
        said::set_starved(*starved);
        return Ok(Outcome::Discarded);
    }
    if payload.is::<OutOfTime>() {
        return Ok(Outcome::Discarded);
    }
    // A law that panics after an unmet assumption is still one whose case says nothing.
    if payload.is::<Discarded>() || said::is_discarded() {
        drop_quietly(payload);
        return Ok(Outcome::Discarded);
    }
    let panic = kept(&*payload);
    drop_quietly(payload);
    let blocks = panic.backtrace_blocks().collect();
    let mut reason = Reason::panicked(panic.message, panic.location);
    reason.document = Document { blocks };
    Ok(Outcome::failed(reason))
}

/// Drops the payload of a panic. That is code of the law, which may panic as well.
fn drop_quietly(payload: Box<dyn Any + Send>) {
    RUNNING.set(RUNNING.get() + 1);
    if let Err(another) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        // It may be of the same kind, without an end.
        std::mem::forget(another);
    }
    RUNNING.set(RUNNING.get() - 1);
    LAST.take();
}

/// The message and the place of a panic that a law just unwound with, or nothing where it unwound for another
/// reason. The last panic may be one that the law caught itself, before it unwound without one.
pub fn panicked(payload: &(dyn Any + Send)) -> Option<(String, String)> {
    let special = payload.is::<Misuse>()
        || payload.is::<Starved>()
        || payload.is::<Discarded>()
        || payload.is::<OutOfTime>();
    if special {
        return None;
    }
    let Panic { message, location, .. } = kept(payload);
    Some((message, location))
}

fn kept(payload: &(dyn Any + Send)) -> Panic {
    let message = message_of(payload);
    let known = LAST.take().filter(|last| last.message == message);
    known.unwrap_or_else(|| Panic {
        message: message.to_string(),
        location: String::from("an unwind without a panic"),
        backtrace: None,
    })
}

fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let outer = take_hook();
        set_hook(Box::new(move |info| match RUNNING.get() {
            _ if aborts(info) => {
                tell_kept();
                outer(info);
            }
            0 if threads::keep(|backtraces| Panic::of(info, backtraces)) => {}
            0 => outer(info),
            _ => BEFORE.set(LAST.replace(Some(Panic::of(info, BACKTRACES.get())))),
        }));
    });
}

/// Returns whether the process ends after this panic: a destructor panicked while another panic unwound, or a
/// function that cannot unwind did. `PanicHookInfo::can_unwind` is not stable; these are std's messages.
fn aborts(info: &PanicHookInfo<'_>) -> bool {
    let message = message_of(info.payload());
    message == "panic in a destructor during cleanup"
        || message == "panic in a function that cannot unwind"
}

/// Prints the panics that were kept from printing, since there will be no report.
fn tell_kept() {
    let own = [BEFORE.take(), LAST.take()].into_iter().flatten();
    let own = own.map(|panic| (panic.location, panic.message));
    for (location, message) in own.chain(threads::kept_of_case()) {
        eprintln!("a law panicked at {location}:\n{message}");
    }
}

fn message_of(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic whose payload is not a text")
}
