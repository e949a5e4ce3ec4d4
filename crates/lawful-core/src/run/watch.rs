//! The law's limit in time, looked at while a value is being made.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::choice::{Source, Watch};
use crate::law::OutOfTime;

/// Elements between two looks at the clock, at most. A look costs as much as some elements.
const MOST_BETWEEN: u32 = 256;
/// Time between two looks that is too short, and the elements between them too few.
const SHORT: Duration = Duration::from_millis(1);

/// Ends the making of a value when the time for the law is over.
pub(super) struct Deadline {
    at: Option<Instant>,
    passed: Rc<Cell<bool>>,
}

impl Deadline {
    /// Without a limit nothing is looked at.
    pub fn new(at: Option<Instant>) -> Self {
        Deadline { at, passed: Rc::default() }
    }

    /// Watches a source.
    pub fn watch(&self) -> Option<Watch> {
        let (at, passed) = (self.at?, self.passed.clone());
        let (between, last) = (Cell::new(1), Cell::new(Instant::now()));
        Some(Rc::new(move || {
            let now = Instant::now();
            if now >= at {
                passed.set(true);
                OutOfTime::raise();
            }
            let was_short = now - last.replace(now) < SHORT;
            between.set(match was_short {
                true => (2 * between.get()).min(MOST_BETWEEN),
                false => (between.get() / 2).max(1),
            });
            between.get()
        }))
    }

    /// Watches a source that draws one value.
    pub fn set_on(&self, source: &mut Source) {
        if let Some(watch) = self.watch() {
            source.set_watch(watch);
        }
    }

    /// Returns whether a value was not made for want of time.
    pub fn cut_a_value(&self) -> bool {
        self.passed.get()
    }
}
