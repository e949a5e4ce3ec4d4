//! Rows of the tables of counts that components keep.

/// Row of a table of counts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Counter {
    /// The table it belongs to.
    pub table: &'static str,
    /// The row.
    pub name: String,
    /// The step that the row counts, where it is one between two things. Reporters draw a table of steps as a graph.
    pub step: Option<CountedStep>,
}

/// A step from one thing to another that a row counts: a command between two states.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CountedStep {
    /// Name of the origin of the step.
    pub from: String,
    /// Name of the destination of the step.
    pub to: String,
    /// Name of the step; empty where there is one at most between two things.
    pub label: String,
}

impl Counter {
    /// A row of a table.
    ///
    /// ```
    /// assert_eq!(lawful::data::Counter::new("commands", "push").name, "push");
    /// ```
    pub fn new(table: &'static str, name: impl Into<String>) -> Self {
        Counter { table, name: name.into(), step: None }
    }

    /// A row that counts a step from one thing to another.
    ///
    /// ```
    /// let opened = lawful::data::Counter::of_step("transitions", "shut", "open", "ajar");
    /// assert_eq!(opened.name, "shut, open, ajar");
    /// ```
    pub fn of_step(table: &'static str, from: &str, label: &str, to: &str) -> Self {
        let name = match label {
            "" => format!("{from}, {to}"),
            label => format!("{from}, {label}, {to}"),
        };
        let step = CountedStep { from: from.into(), to: to.into(), label: label.into() };
        Counter { table, name, step: Some(step) }
    }
}
