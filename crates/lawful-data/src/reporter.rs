//! The trait of everything that listens to a run.

use std::fmt;
use std::sync::Arc;

use crate::{CasePart, Event, Summary};

/// Listens to a run: to what happens while it happens, and to what it came to.
///
/// The terminal, the lines of JSON and the pictures are reporters. One of your own is registered with
/// `Runner::report_to` or `#[law(reporter = ..)]`.
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

    /// Returns a watcher that is told the parts of every case before they run, with the index of the case, in a run in
    /// which every case is told (`LAWFUL_VERBOSE`). It is called while the law runs, so it cannot be the reporter itself.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    ///
    /// use lawful::data::CasePart;
    /// use lawful::prelude::*;
    /// use lawful::run::{Config, Reporter, Watcher};
    ///
    /// struct LastCase(Arc<Mutex<String>>);
    ///
    /// impl Reporter for LastCase {
    ///     fn watcher(&self) -> Option<Watcher> {
    ///         let last = self.0.clone();
    ///         Some(Arc::new(move |index, part| {
    ///             if let CasePart::Drawn(case) = part {
    ///                 *last.lock().unwrap() = format!("{index}: {}", case.arguments[0].debug);
    ///             }
    ///         }))
    ///     }
    /// }
    ///
    /// let mut reporter = LastCase(Arc::default());
    /// let config = Config::default().with(|config| (config.verbose, config.tests) = (true, 20));
    /// let law = for_all(7..=7u64, |_| true);
    /// Runner::named("sevens").with(config).report_to(&mut reporter, &law);
    /// assert_eq!(*reporter.0.lock().unwrap(), "19: 7");
    /// ```
    fn watcher(&self) -> Option<Watcher> {
        None
    }
}

/// Told the parts of cases before they run. See [`Reporter::watcher`].
pub type Watcher = Arc<dyn Fn(u64, &CasePart) + Send + Sync>;

/// The watchers of a run.
#[derive(Clone, Default)]
#[doc(hidden)]
pub struct Watchers(pub Vec<Watcher>);

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
