//! Uses that are accepted: `// uncontrolled: reason`, on the line of the use or before it.

use std::collections::BTreeMap;

use proc_macro2::{TokenStream, TokenTree};

/// The comments of a source.
pub(super) struct Comments<'a> {
    lines: Vec<&'a str>,
    /// The column after the last token of each line that has one, in characters from 0. A line inside of a string has
    /// no end.
    ends: BTreeMap<usize, usize>,
}

impl<'a> Comments<'a> {
    /// The comments of a source that was parsed before.
    pub(super) fn of(text: &'a str) -> Self {
        let mut ends = BTreeMap::new();
        if let Ok(tokens) = text.parse::<TokenStream>() {
            mark(tokens, &mut ends);
        }
        Comments { lines: text.lines().collect(), ends }
    }

    /// Returns whether a use on that line, counted from 1, is accepted with a reason. Comments and attributes may stand
    /// between the line and the comment before it.
    pub(super) fn accept(&self, line: usize) -> bool {
        if has_reason(&self.comment(line)) {
            return true;
        }
        let before = (1..line).rev().take_while(|line| {
            let text = self.lines.get(line - 1).map_or("", |text| text.trim());
            text.starts_with("//") || text.starts_with("#[")
        });
        before.into_iter().any(|line| has_reason(&self.comment(line)))
    }

    /// Text after the last token of a line.
    fn comment(&self, line: usize) -> String {
        let text = self.lines.get(line - 1).copied().unwrap_or_default();
        text.chars().skip(self.ends.get(&line).copied().unwrap_or(0)).collect()
    }
}

fn has_reason(comment: &str) -> bool {
    comment.trim().strip_prefix("// uncontrolled:").is_some_and(|reason| !reason.trim().is_empty())
}

fn mark(tokens: TokenStream, ends: &mut BTreeMap<usize, usize>) {
    for token in tokens {
        let spans = match &token {
            TokenTree::Group(group) => {
                mark(group.stream(), ends);
                vec![group.span_open(), group.span_close()]
            }
            token => vec![token.span()],
        };
        for span in spans {
            let (start, end) = (span.start(), span.end());
            ends.extend((start.line..end.line).map(|line| (line, usize::MAX)));
            let known = ends.entry(end.line).or_default();
            *known = end.column.max(*known);
        }
    }
}
