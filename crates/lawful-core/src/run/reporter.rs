//! The trait of everything that listens to a run.

use super::summary::Summary;
use crate::data::Event;

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
}
