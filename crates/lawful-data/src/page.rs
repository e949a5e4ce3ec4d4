//! Results that are no law's.

use crate::Document;

/// A result that is no run of a law: discovered laws, a ranking, a history that was verified, a demonstration.
///
/// ```
/// use lawful::data::{Block, Page};
///
/// let mut page = Page::new("history", "etcd_007", "not linearizable");
/// page.document.push(Block::Paragraph("no order explains the calls".into()));
/// page.is_success = false;
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Page {
    /// Kind of result, in one word: `discovery`, `ranking`, `history`, `demonstration`.
    pub kind: String,
    /// Name of what was looked at.
    pub name: String,
    /// Statement of what came of it, on one line.
    pub headline: String,
    /// True if it came out as it should.
    pub is_success: bool,
    /// The result.
    pub document: Document,
}

impl Page {
    /// A page of a kind, as it should be and without a document.
    pub fn new(
        kind: impl Into<String>,
        name: impl Into<String>,
        headline: impl Into<String>,
    ) -> Self {
        let (kind, name, headline) = (kind.into(), name.into(), headline.into());
        Page { kind, name, headline, is_success: true, document: Document::default() }
    }
}
