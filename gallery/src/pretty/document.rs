//! Documents (Wadler, *A prettier printer*, 1998).

/// A text with places where lines may be broken.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Document {
    /// Nothing.
    Empty,
    /// A new line; a space where its group fits on one.
    Line,
    /// A text without line breaks.
    Text(String),
    /// New lines inside are indented by so much more.
    Nest(usize, Box<Document>),
    /// All on one line if it fits there, with the text that follows it.
    Group(Box<Document>),
    /// One after the other.
    Beside(Box<Document>, Box<Document>),
}
