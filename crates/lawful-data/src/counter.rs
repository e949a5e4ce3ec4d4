//! Rows of the tables of counts that components keep.

/// Row of a table of counts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Counter {
    /// The table it belongs to.
    pub table: &'static str,
    /// The row.
    pub name: String,
}
