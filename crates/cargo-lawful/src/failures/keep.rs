//! Cases that are written into the source of their law: an option of its `#[law(..)]`.

use std::fs;
use std::path::{Path, PathBuf};

use lawful_data::StoredFailure;
use lawful_report::terminal::kept_option;
use proc_macro2::{LineColumn, Span};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Attribute, ItemFn, Meta};

use crate::error::CommandError;

/// A source with a case in it.
#[derive(Debug, PartialEq, Eq)]
pub struct Kept {
    /// The file.
    pub file: PathBuf,
    /// Its new content.
    pub source: String,
    /// The attribute with the case.
    pub attribute: String,
    /// Line of the attribute.
    pub line: usize,
    /// False if the source has the case already.
    pub is_new: bool,
}

/// Puts the case of a failure into the source of its law.
///
/// # Errors
///
/// If the case cannot be kept in a source, or the law is not found in it.
pub fn keep(stored: &StoredFailure, root: &Path) -> Result<Kept, CommandError> {
    let about = &stored.about;
    let option = kept_option(&stored.summary(), &stored.failure).ok_or_else(|| {
        CommandError::misused(format!(
            "the case of `{}` cannot be kept in its source; `#[law(database = \"tests/failures\")]` keeps its failures in \
             a folder that is committed",
            about.name
        ))
    })?;
    let file = root.join(about.file);
    let source = fs::read_to_string(&file).map_err(|error| {
        CommandError::misused(format!("{} cannot be read: {error}", file.display()))
    })?;
    let kept = with_option(&source, about.short_name(), about.line as usize, &option);
    let (source, attribute, line) = kept.ok_or_else(|| {
        CommandError::misused(format!(
            "`{}` is not found at {}:{}, perhaps since a macro writes it or the source has changed; add this to it by hand: \
             #[law({option})]",
            about.name, about.file, about.line
        ))
    })?;
    let is_new = source.is_some();
    Ok(Kept { file, source: source.unwrap_or_default(), attribute, line, is_new })
}

/// The source with an option more in the attribute of a law, unless it is there; that attribute and its line.
fn with_option(
    source: &str,
    law: &str,
    line: usize,
    option: &str,
) -> Option<(Option<String>, String, usize)> {
    let parsed = syn::parse_file(source).ok()?;
    // A generic law has a test for each of its types.
    let law = law.split('<').next().unwrap_or(law);
    let mut laws = Laws { law, found: Vec::new() };
    laws.visit_file(&parsed);
    // The source may have changed since, so the nearest one is taken.
    let (attribute, at) = { laws.found.into_iter() }.min_by_key(|(_, at)| at.abs_diff(line))?;
    let (start, end) = range(source, attribute.span())?;
    let old = &source[start..end];
    let without_space = |text: &str| text.split_whitespace().collect::<String>();
    if without_space(old).contains(&without_space(option)) {
        return Some((None, old.to_string(), at));
    }
    let new = match &attribute.meta {
        Meta::Path(_) => format!("{}({option})]", old.strip_suffix(']')?.trim_end()),
        Meta::List(list) => {
            let (_, close) = range(source, list.delimiter.span().close())?;
            let before = source[start..close - 1].trim_end();
            let comma = if list.tokens.is_empty() || before.ends_with(',') { "" } else { "," };
            let space = if list.tokens.is_empty() { "" } else { " " };
            format!("{before}{comma}{space}{option}{}", &source[close - 1..end])
        }
        Meta::NameValue(_) => return None,
    };
    Some((Some(format!("{}{new}{}", &source[..start], &source[end..])), new, at))
}

/// Attributes of the laws of one name, with their lines.
struct Laws<'a> {
    law: &'a str,
    found: Vec<(Attribute, usize)>,
}

impl Visit<'_> for Laws<'_> {
    fn visit_item_fn(&mut self, function: &ItemFn) {
        if function.sig.ident == self.law {
            let is_law = |attribute: &&Attribute| {
                attribute.path().segments.last().is_some_and(|last| last.ident == "law")
            };
            let laws = function.attrs.iter().filter(is_law);
            let placed = laws.map(|one| (one.clone(), one.span().start().line));
            self.found.extend(placed);
        }
        syn::visit::visit_item_fn(self, function);
    }
}

/// Bytes of a source that a span stands for.
fn range(source: &str, span: Span) -> Option<(usize, usize)> {
    let offset = |at: LineColumn| {
        let line = source.split_inclusive('\n').nth(at.line - 1)?;
        let before = line.as_ptr() as usize - source.as_ptr() as usize;
        let column =
            line.char_indices().map(|(index, _)| index).chain([line.len()]).nth(at.column)?;
        Some(before + column)
    };
    Some((offset(span.start())?, offset(span.end())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, line: usize, option: &str, expected: Option<&str>) {
        let kept = with_option(source, "fits", line, option);
        let new = kept.and_then(|(new, _, _)| new);
        assert_eq!(new.as_deref(), expected, "{source}");
    }

    #[test]
    fn the_case_is_added_to_the_attribute_of_the_law() {
        let case = "case(vec![0], \"é\")";
        let cases = [
            ("#[law]\nfn fits() {}\n", "#[law(case(vec![0], \"é\"))]\nfn fits() {}\n"),
            ("#[law()]\nfn fits() {}\n", "#[law(case(vec![0], \"é\"))]\nfn fits() {}\n"),
            (
                "#[lawful::law(tests = 3)]\nfn fits() {}\n",
                "#[lawful::law(tests = 3, case(vec![0], \"é\"))]\nfn fits() {}\n",
            ),
            (
                "mod m {\n    /// ä\n    #[law(\n        tests = 3,\n    )] // ö\n    fn fits() {}\n}\n",
                "mod m {\n    /// ä\n    #[law(\n        tests = 3, case(vec![0], \"é\"))] // ö\n    fn fits() {}\n}\n",
            ),
        ];
        for (source, expected) in cases {
            check(source, 1, case, Some(expected));
        }
    }

    #[test]
    fn a_case_that_is_there_and_a_law_that_is_not_change_nothing() {
        check("#[law(case(vec![ 0 ]))]\nfn fits() {}\n", 1, "case(vec![0])", None);
        check("#[law]\nfn other() {}\n", 1, "case(0)", None);
        check("#[test]\nfn fits() {}\n", 1, "case(0)", None);
    }

    #[test]
    fn of_two_laws_of_one_name_the_nearer_is_meant() {
        let source = "mod a {\n#[law]\nfn fits() {}\n}\nmod b {\n#[law]\nfn fits() {}\n}\n";
        let (new, _, line) = with_option(source, "fits", 6, "case(0)").unwrap();
        assert_eq!(line, 6);
        assert!(new.unwrap().contains("mod b {\n#[law(case(0))]"));
    }
}
