//! The trait of everything that listens to a run.

use std::fmt;
use std::sync::Arc;

use super::summary::Summary;
use crate::data::{CasePart, Event};

/// Listens to a run: to what happens while it happens, and to what it came to.
///
/// The terminal, the lines of JSON and the pictures are reporters. One of your own is registered with
/// [`Runner::report_to`](super::Runner::report_to) or `#[law(reporter = ..)]`.
///
/// ```
/// use lawful::data::Event;
/// use lawful::prelude::*;
/// use lawful::run::{Reporter, Summary};
///
/// #[derive(Default)]
/// struct Codes(Vec<&'static str>);
///
/// impl Reporter for Codes {
///     fn finished(&mut self, summary: &Summary) {
///         self.0.extend(summary.failures().iter().map(|failure| failure.reason.code));
///     }
/// }
///
/// let mut codes = Codes::default();
/// Runner::named("small").report_to(&mut codes, &for_all(any::<u8>(), |x| x < 10));
/// assert_eq!(codes.0, ["false"]);
/// ```
pub trait Reporter {
    /// Something happened.
    fn event(&mut self, _: &Event) {}

    /// The run is over.
    fn finished(&mut self, _: &Summary) {}

    /// A watcher that is told the parts of every case before they run, with the index of the case, in a run in which every
    /// case is told (`LAWFUL_VERBOSE`). It is called while the law runs, so it cannot be the reporter itself.
    fn watcher(&self) -> Option<Watcher> {
        None
    }
}

/// Told the parts of cases before they run. See [`Reporter::watcher`].
pub type Watcher = Arc<dyn Fn(u64, &CasePart) + Send + Sync>;

/// The watchers of a run.
#[derive(Clone, Default)]
pub(crate) struct Watchers(pub Vec<Watcher>);

impl Watchers {
    /// Tells all of them.
    pub fn tell(&self, index: u64, part: &CasePart) {
        self.0.iter().for_each(|watcher| watcher(index, part));
    }
}

impl fmt::Debug for Watchers {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} watchers", self.0.len())
    }
}

impl PartialEq for Watchers {
    fn eq(&self, other: &Self) -> bool {
        let same = |(one, other): (&Watcher, &Watcher)| Arc::ptr_eq(one, other);
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(same)
    }
}

impl Eq for Watchers {}
