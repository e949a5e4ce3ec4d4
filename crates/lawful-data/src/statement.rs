//! Statements: what was found to hold or not to hold, and lines about events of a case.

use crate::Tone;

/// Something that holds, or nearly: a discovered law, a definition, a warning.
///
/// ```
/// use lawful::data::{Statement, Tone};
///
/// let near = Statement::new("near laws", "pop(push(q, x)) = q", Tone::Bad)
///     .with_value("q", "[0]")
///     .with_value("x", "1");
/// assert_eq!(near.values.len(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statement {
    /// Heading that the statement stands under.
    pub group: String,
    /// The statement.
    pub text: String,
    /// Word about it: the property that a law states.
    pub remark: String,
    /// Good for what holds, bad for what does not, and plain or faint for what is no law.
    pub tone: Tone,
    /// Values of a counterexample by name, or whatever else shows why.
    pub values: Vec<(String, String)>,
}

impl Statement {
    /// A statement under a heading.
    pub fn new(group: impl Into<String>, text: impl Into<String>, tone: Tone) -> Self {
        let (group, text) = (group.into(), text.into());
        Statement { group, text, tone, ..Statement::default() }
    }

    /// Returns the statement with a remark.
    pub fn with_remark(self, remark: impl Into<String>) -> Self {
        Statement { remark: remark.into(), ..self }
    }

    /// Returns the statement with a value, by its name.
    pub fn with_value(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.values.push((name.into(), value.into()));
        self
    }
}

/// Line of an explanation that is about an event of the case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mark {
    /// The line.
    pub text: String,
    /// Number of lines around it, by which it is indented.
    pub depth: u32,
    /// Label of the event, or of the first of several, as its trace or table has it.
    pub from: Option<String>,
    /// Label of the last event, where the line is about several.
    pub to: Option<String>,
    /// True if the event is only near to what the line misses.
    pub is_beside: bool,
}

impl Mark {
    /// A line about no event.
    pub fn new(text: impl Into<String>, depth: u32) -> Self {
        Mark { text: text.into(), depth, ..Mark::default() }
    }
}
