//! The current case, passed down to everything that draws it, runs it or shows it.

use std::fmt::Debug;
use std::sync::Arc;

use super::counters::Counters;
use super::outcome::Outcome;
use super::settings::{Setting, Settings};
use crate::choice::Source;
use crate::data::{Block, CaseRecord, Document, Reason, ShownCall, ShownValue};
use crate::generate::{Generator, names_hashed, sorted_debug, take_described};

/// The case that is drawn and run: its choices, and what components keep of it.
///
/// ```
/// use lawful::extend::Case;
/// use lawful::prelude::*;
///
/// let mut case = Case::new(Source::from_seed(1, 100));
/// let byte: u8 = case.argument("byte", &any());
/// case.counters.add("bytes", if byte < 128 { "small" } else { "large" }, 1);
/// assert_eq!(case.counters.all().len(), 1);
/// ```
pub struct Case {
    /// Choices of the case.
    pub source: Source,
    /// Counts of the components, over this case and those before it in the same batch.
    pub counters: Counters,
    settings: Arc<Settings>,
    found_by: Option<String>,
}

impl Case {
    /// A case that draws from a source, with the defaults of all settings.
    pub fn new(source: impl Into<Source>) -> Self {
        Case::with_settings(source.into(), Arc::default())
    }

    pub(crate) fn with_settings(source: Source, settings: Arc<Settings>) -> Self {
        Case { source, counters: Counters::default(), settings, found_by: None }
    }

    /// Ends the case. What was said of it is added by the caller.
    pub(crate) fn end(self) -> (Source, Counters, CaseRecord) {
        let Case { mut source, counters, found_by, .. } = self;
        let record = source.shown.take().map(|shown| *shown).unwrap_or_default();
        {
            let mut record = record;
            record.found_by = found_by;
            (source, counters, record)
        }
    }

    /// Draws an argument of a law, and shows it if the case is one that is shown.
    #[inline]
    pub fn argument<G: Generator<Value: Debug> + ?Sized>(
        &mut self,
        name: &'static str,
        generator: &G,
    ) -> G::Value {
        self.source.argument(name, generator)
    }

    /// Marks the choices that `draw` makes as belonging together. See [`Choices::span`](crate::extend::Choices::span).
    pub fn span<T>(&mut self, label: impl FnOnce() -> u64, draw: impl FnOnce(&mut Case) -> T) -> T {
        self.source.open_span(label);
        let value = draw(self);
        self.source.close_span();
        value
    }

    /// Draws with another size.
    pub fn resize<T>(&mut self, size: u32, draw: impl FnOnce(&mut Case) -> T) -> T {
        let outer = self.source.set_size(size);
        let value = draw(self);
        self.source.set_size(outer);
        value
    }

    /// Shows an argument that was not drawn but given, if the case is one that is shown.
    pub fn given<T: Debug>(&mut self, name: &'static str, value: &T) {
        self.source.show_argument(name, value);
    }

    /// Returns whether the case is one that is shown.
    #[inline]
    pub fn shows(&self) -> bool {
        self.source.shows()
    }

    /// Adds a block to what is shown of the case; the block is made only for a case that is shown.
    pub fn show(&mut self, block: impl FnOnce() -> Block) {
        if let Some(document) = self.document() {
            document.push(block());
        }
    }

    /// Document of the case, if it is one that is shown.
    pub fn document(&mut self) -> Option<&mut Document> {
        self.source.document()
    }

    /// Tells how the component came to what it found within the case: `the third of ten tries`.
    pub fn found_by(&mut self, how: impl FnOnce() -> String) {
        self.found_by = Some(how());
    }

    /// The outcome of a case that failed. `message` says what was seen; it is added to the reason's
    /// document, and made only where it [may be read](crate::extend::Choices::wants_details).
    ///
    /// ```
    /// use lawful::Outcome;
    /// use lawful::data::Reason;
    /// use lawful::extend::{Case, Component};
    /// use lawful::prelude::*;
    ///
    /// struct Halving;
    ///
    /// impl Component for Halving {
    ///     type Drawn = u8;
    ///
    ///     fn draw(&self, case: &mut Case) -> u8 {
    ///         case.argument("x", &any())
    ///     }
    ///
    ///     fn run(&self, x: u8, case: &mut Case) -> Outcome {
    ///         match x / 2 * 2 == x {
    ///             true => Outcome::Passed,
    ///             false => {
    ///                 let reason = Reason::new("halving", "loss", "halving loses something");
    ///                 case.fail(reason, || format!("{x} becomes {}", x / 2 * 2))
    ///             }
    ///         }
    ///     }
    /// }
    ///
    /// let summary = Runner::named("halving").run(&Halving);
    /// let reason = &summary.failure().unwrap().reason;
    /// assert_eq!(reason.lines(), ["halving loses something:", "  1 becomes 0"]);
    /// ```
    #[cold]
    pub fn fail(&self, mut reason: Reason, message: impl FnOnce() -> String) -> Outcome {
        if self.source.wants_details() {
            reason.document.push(Block::Code(message()));
        }
        Outcome::failed(reason)
    }

    /// The value of a setting.
    pub fn setting(&self, setting: &Setting) -> u64 {
        self.settings.get(setting)
    }

    /// Returns whether a setting was given, by `#[law(..)]` or by its variable.
    pub fn is_set(&self, setting: &Setting) -> bool {
        self.settings.given(setting).is_some()
    }

    /// Draws from another source for a while; what is shown meanwhile is shown of this case.
    pub(crate) fn within<T>(&mut self, source: &mut Source, run: impl FnOnce(&mut Case) -> T) -> T {
        /// Puts the sources back, however the run ends.
        struct Swapped<'a>(&'a mut Case, &'a mut Source);
        impl Swapped<'_> {
            fn swap(&mut self) {
                std::mem::swap(&mut self.0.source, self.1);
                std::mem::swap(&mut self.0.source.shown, &mut self.1.shown);
            }
        }
        impl Drop for Swapped<'_> {
            fn drop(&mut self) {
                self.swap();
            }
        }
        let mut swapped = Swapped(self, source);
        swapped.swap();
        run(swapped.0)
    }
}

impl Source {
    /// Draws an argument of a law, and shows it if the case is one that is shown.
    // A law has a few arguments; a call for each would be a tenth of what a test of integers costs.
    #[inline(always)]
    pub(crate) fn argument<G: Generator<Value: Debug> + ?Sized>(
        &mut self,
        name: &'static str,
        generator: &G,
    ) -> G::Value {
        if self.is_plain() {
            return generator.generate(self);
        }
        self.recorded_argument(name, generator)
    }

    #[cold]
    #[inline(never)]
    fn recorded_argument<G: Generator<Value: Debug> + ?Sized>(
        &mut self,
        name: &'static str,
        generator: &G,
    ) -> G::Value {
        self.begin_argument(name);
        let value = self.draw(generator);
        self.end_argument();
        self.show_argument(name, &value);
        value
    }

    /// Document of the case, if it is one that is shown.
    pub(crate) fn document(&mut self) -> Option<&mut Document> {
        self.shown.as_mut().map(|shown| &mut shown.document)
    }

    /// Adds a call to what is shown of the case, if it is one that is shown.
    pub(crate) fn show_call(&mut self, call: ShownCall) {
        if let Some(document) = self.document() {
            document.push_call(call);
        }
    }

    #[inline]
    fn show_argument<T: Debug>(&mut self, name: &'static str, value: &T) {
        if self.shows() {
            self.add_shown(name, std::any::type_name::<T>(), value);
        }
    }

    #[cold]
    fn add_shown(&mut self, name: &'static str, type_name: &'static str, value: &dyn Debug) {
        if let Some(record) = &mut self.shown {
            record.arguments.push(shown(name, type_name, value));
        }
        self.argument_is_shown();
    }
}

/// A value as it looks now. What the generators drew since the last one is taken to be in it.
///
/// ```
/// use lawful::extend::shown_value;
///
/// assert_eq!(shown_value("x", &7u8).debug, "7");
/// ```
#[cold]
pub fn shown_value<T: Debug + ?Sized>(name: &'static str, value: &T) -> ShownValue {
    shown(name, std::any::type_name::<T>(), &value)
}

fn shown(name: &'static str, type_name: &'static str, value: &dyn Debug) -> ShownValue {
    let types = take_described();
    let fields = types.iter().flat_map(|one| &one.variants).flat_map(|variant| &variant.fields);
    let hashed = fields.map(|(_, type_name)| *type_name).find(|name| names_hashed(name));
    let debug = sorted_debug(hashed.unwrap_or(type_name), value);
    ShownValue { name, type_name, debug, types }
}
