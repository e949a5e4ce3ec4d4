//! One case: its values, its verdict, and what it said of itself.

use std::fmt;
use std::panic::Location;

use super::document::{Block, Document, ShownCall};

/// Verdict on one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// The law passed.
    Passed,
    /// The law failed.
    Failed,
    /// An assumption was not met, so the case says nothing.
    Discarded,
    /// The case was drawn and not run.
    Skipped,
}

/// Arguments, labels, notes and document of a case: all that is known of it besides its verdict.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CaseRecord {
    /// Filter that found no value, if that is why the case was discarded.
    pub starved: Option<Starved>,
    /// Assumption that was not met, if that is why the case was discarded.
    pub unmet: Option<Assumption>,
    /// Argument that was being drawn when the case ended, in a run that is shown: its generator panicked, or ended
    /// the process.
    pub drawing: Option<&'static str>,
    /// Labels of `label!`, `collect!`, `cover!` and their kin, in order.
    pub labels: Vec<Label>,
    /// Arguments, in a run that is shown.
    pub arguments: Vec<ShownValue>,
    /// Document of the components, in a run that is shown.
    pub document: Document,
    /// Notes of `note!`, in a run that is shown.
    pub notes: Vec<String>,
    /// Way in which a component came to the case within the test: `the third of ten tries`.
    pub found_by: Option<String>,
}

/// Part of a case that is shown, told before it runs: the case may not come to its end.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CasePart {
    /// The generator of this argument runs next.
    Drawing(&'static str),
    /// Arguments and document that are drawn so far; the law runs next.
    Drawn(Box<CaseRecord>),
    /// This call is made next, in a case that is drawn while it runs.
    Call(Box<ShownCall>),
    /// The last of those calls returned, and looks like this now.
    Called(Box<ShownCall>),
}

impl CaseRecord {
    /// Adds a part that was told.
    pub fn add(&mut self, part: CasePart) {
        match part {
            CasePart::Drawing(name) => self.drawing = Some(name),
            CasePart::Drawn(record) => {
                let CaseRecord { arguments, document, .. } = *record;
                (self.arguments, self.document, self.drawing) = (arguments, document, None);
            }
            CasePart::Call(call) => self.document.push_call(*call),
            CasePart::Called(call) => {
                if let Some(Block::Calls(calls)) = self.document.blocks.last_mut() {
                    calls.pop();
                }
                self.document.push_call(*call);
            }
        }
    }
}

/// Something said of a case, to be counted over all cases.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Label {
    /// `label!` or `classify!`.
    Text(String),
    /// `collect!`: a value in the table named after the expression.
    Collected {
        /// Expression.
        table: &'static str,
        /// Its value.
        value: String,
    },
    /// `known_bug!`: the case meets the condition of a known failure.
    KnownBug(String),
    /// `target!`: a score to climb.
    Target {
        /// Name of the score.
        name: &'static str,
        /// Height.
        score: f64,
    },
    /// `sometimes!`.
    Sometimes {
        /// Name of what is promised to happen.
        name: String,
        /// True if it happens in this case.
        hit: bool,
    },
    /// `cover!`.
    Covered {
        /// Name of what is to be covered.
        name: String,
        /// Share of the cases, in per cent.
        percent: f64,
        /// True if this case is one of them.
        hit: bool,
    },
}

/// A value as it is shown: enough to print it as Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownValue {
    /// Its name.
    pub name: &'static str,
    /// Name of its type.
    pub type_name: &'static str,
    /// Its `Debug` text.
    pub debug: String,
    /// Derived types that may be in it.
    pub types: Vec<Description>,
}

/// Fields and variants of a derived type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// Its name, as [`std::any::type_name`] gives it.
    pub type_name: &'static str,
    /// True if it is an enum; a struct has itself as its only variant.
    pub is_enum: bool,
    /// Its variants.
    pub variants: Vec<DescribedVariant>,
}

/// A variant of a derived type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescribedVariant {
    /// Its name.
    pub name: &'static str,
    /// Brackets that follow the name where there are no fields: nothing, `()` or ` {}`.
    pub brackets: &'static str,
    /// Names of its fields, or their numbers, and the names of their types.
    pub fields: Vec<(&'static str, &'static str)>,
}

/// A place in a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: &'static str,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// A generator found no value in its tries: no value passes a filter, or there are too few different ones. The case is
/// discarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Starved {
    /// Place where the filter or the collection was made.
    pub filter: Place,
    /// Number of values that were tried in a row.
    pub tries: u32,
    /// For a collection of different elements, the number that was found and the number that was asked for.
    pub different: Option<(u64, u64)>,
}

impl Starved {
    /// A filter or a collection that found no value in so many tries.
    pub fn new(filter: Place, tries: u32, different: Option<(u64, u64)>) -> Self {
        Starved { filter, tries, different }
    }

    /// Ends the case by an unwind that carries this to the runner.
    #[doc(hidden)]
    #[cold]
    pub fn raise(
        filter: &'static Location<'static>,
        tries: u32,
        different: Option<(u64, u64)>,
    ) -> ! {
        let filter = Place { file: filter.file(), line: filter.line(), column: filter.column() };
        std::panic::resume_unwind(Box::new(Starved { filter, tries, different }))
    }
}

/// An assumption of a law: an `assume!` or a `discard()`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Assumption {
    /// Place of the assumption.
    pub place: Place,
    /// Its condition or its message.
    pub text: String,
}

impl Assumption {
    /// The assumption at a place.
    pub fn new(place: Place, text: String) -> Self {
        Assumption { place, text }
    }
}

impl CaseRecord {
    /// Names of the known failures whose conditions the case meets.
    pub fn known(&self) -> impl Iterator<Item = &str> {
        self.labels.iter().filter_map(|label| match label {
            Label::KnownBug(name) => Some(name.as_str()),
            _ => None,
        })
    }

    /// Returns whether the case is one of a known failure.
    pub fn is_known(&self) -> bool {
        self.known().next().is_some()
    }
}

impl Label {
    /// Returns whether the other says the same, or answers the same question.
    pub fn is_same(&self, other: &Label) -> bool {
        match (self, other) {
            (Label::Target { name, .. }, Label::Target { name: other, .. }) => name == other,
            (Label::Sometimes { name, .. }, Label::Sometimes { name: other, .. })
            | (Label::Covered { name, .. }, Label::Covered { name: other, .. }) => name == other,
            _ => self == other,
        }
    }

    /// Takes the other's answer in: the higher score, and a hit if either is one.
    pub fn join(&mut self, label: &Label) {
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

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}:{}", self.file, self.line, self.column)
    }
}
