//! Panics of a law: caught, kept from printing, and told apart from other ways to unwind.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use super::Verdict;
use super::case::{self, Discarded, Reason};
use crate::choice::Source;
use crate::generate::{Misuse, Starved};

/// How a run of a law ended.
#[derive(Debug)]
pub enum Ended {
    /// It came to a verdict.
    Verdict(Verdict),
    /// It panicked; the case knows with what message and where.
    Panicked,
    /// The test is misused.
    Misused(Misuse),
}

thread_local! {
    /// How many runs are on this thread's stack; in them panics are kept, not printed.
    static RUNNING: Cell<u32> = const { Cell::new(0) };
    static LAST: RefCell<Option<(String, String)>> = const { RefCell::new(None) };
}

/// Runs a law, whatever becomes of it. The panic hook is silenced for this thread and this run
/// alone: other threads, and panics outside of laws, print as ever.
pub fn attempt(run: impl FnOnce() -> Verdict) -> Ended {
    install_hook();
    RUNNING.set(RUNNING.get() + 1);
    let result = catch_unwind(AssertUnwindSafe(run));
    RUNNING.set(RUNNING.get() - 1);
    match result {
        Ok(verdict) => Ended::Verdict(verdict),
        Err(payload) => judge(payload),
    }
}

/// Runs a law by itself, whatever becomes of it, and gives its verdict and why it is broken if it is. What the
/// case said besides is lost.
pub fn judge_alone(run: impl FnOnce() -> Verdict) -> (Verdict, Option<Reason>) {
    let touched = case::is_touched();
    let outer = case::take();
    let verdict = match attempt(run) {
        Ended::Verdict(verdict) => verdict,
        Ended::Panicked => Verdict::Broken,
        Ended::Misused(misuse) => std::panic::resume_unwind(Box::new(misuse)),
    };
    let reason = case::take().reason;
    case::restore(outer, touched);
    let broken = verdict == Verdict::Broken;
    (verdict, broken.then(|| reason.unwrap_or(Reason::False)))
}

impl Source {
    /// The same for a part of a law, after which more is drawn: spans that it left open are closed.
    pub fn attempt(&mut self, run: impl FnOnce(&mut Source) -> Verdict) -> Ended {
        let before = self.before_unwinding();
        let ended = attempt(|| run(self));
        self.after_unwinding(before);
        ended
    }
}

/// Runs what has to be done after a failure. If it panics as well, the failure stays what is told.
pub fn after_failure(run: impl FnOnce()) {
    install_hook();
    RUNNING.set(RUNNING.get() + 1);
    let first = LAST.take();
    drop(catch_unwind(AssertUnwindSafe(run)));
    LAST.set(first);
    RUNNING.set(RUNNING.get() - 1);
}

fn judge(payload: Box<dyn Any + Send>) -> Ended {
    let payload = match payload.downcast::<Misuse>() {
        Ok(misuse) => return Ended::Misused(*misuse),
        Err(payload) => payload,
    };
    let payload = match payload.downcast::<Starved>() {
        Ok(starved) => {
            case::change(|case| case.starved = Some(*starved));
            return Ended::Verdict(Verdict::Discarded);
        }
        Err(payload) => payload,
    };
    if payload.is::<Discarded>() {
        return Ended::Verdict(Verdict::Discarded);
    }
    // A law that panics after an unmet assumption is still one whose case says nothing.
    let mut discarded = false;
    case::change(|case| discarded = case.discarded);
    if discarded {
        return Ended::Verdict(Verdict::Discarded);
    }
    if let Some((message, location)) = panicked(&*payload) {
        case::set_reason(Reason::Panic { message, location });
    }
    Ended::Panicked
}

/// The message and the place of a panic that a law just unwound with, or nothing where it unwound for another
/// reason. The last panic may be one that the law caught itself, before it unwound without one.
pub fn panicked(payload: &(dyn Any + Send)) -> Option<(String, String)> {
    let special = payload.is::<Misuse>() || payload.is::<Starved>() || payload.is::<Discarded>();
    if special {
        return None;
    }
    let message = message_of(payload).to_string();
    let known = LAST.take().filter(|(last, _)| *last == message);
    let location = known.map_or(String::from("an unwind without a panic"), |(_, place)| place);
    Some((message, location))
}

fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let outer = take_hook();
        set_hook(Box::new(move |info| match RUNNING.get() {
            0 => outer(info),
            _ => keep(info),
        }));
    });
}

fn keep(info: &PanicHookInfo<'_>) {
    let message = message_of(info.payload()).to_string();
    let location = info.location().map(ToString::to_string).unwrap_or_default();
    LAST.set(Some((message, location)));
}

fn message_of(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic whose payload is not a text")
}
