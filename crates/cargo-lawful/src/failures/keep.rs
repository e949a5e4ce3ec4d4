//! Cases that are written into the source of their law: an option of its `#[law(..)]`.

use std::fs;
use std::path::{Path, PathBuf};

use lawful_data::StoredFailure;
use lawful_report::terminal::kept_option;
use proc_macro2::{LineColumn, Span, TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Attribute, ItemFn, ItemMod, Meta};

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
    let kept = with_option(&source, &about.name, about.line as usize, &option);
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
    let mut laws = Laws { law, modules: Vec::new(), found: Vec::new() };
    laws.visit_file(&parsed);
    // The source may have changed since, so of the laws that are in as many modules of the name the nearest one is taken.
    let Found { attribute, line: at, .. } = { laws.found.into_iter() }
        .min_by_key(|found| (std::cmp::Reverse(found.depth), found.line.abs_diff(line)))?;
    let (start, end) = range(source, attribute.span())?;
    let old = &source[start..end];
    if has_option(&attribute, option)? {
        return Some((None, old.to_string(), at));
    }
    let new = match &attribute.meta {
        Meta::Path(_) => format!("{}({option})]", old.strip_suffix(']')?.trim_end()),
        Meta::List(list) => {
            // The last token, since a comment may follow it.
            let last = list.tokens.clone().into_iter().last();
            let inside = match &last {
                Some(last) => range(source, last.span())?.1,
                None => range(source, list.delimiter.span().open())?.1,
            };
            let is_comma =
                |token: &TokenTree| matches!(token, TokenTree::Punct(one) if one.as_char() == ',');
            let between = match &last {
                None => "",
                Some(last) if is_comma(last) => " ",
                Some(_) => ", ",
            };
            let (before, after) = (&source[start..inside], &source[inside..end]);
            format!("{before}{between}{option}{after}")
        }
        Meta::NameValue(_) => return None,
    };
    Some((Some(format!("{}{new}{}", &source[..start], &source[end..])), new, at))
}

/// Returns whether an attribute has an option. Tokens are compared, since space counts inside of strings alone.
fn has_option(attribute: &Attribute, option: &str) -> Option<bool> {
    let Meta::List(list) = &attribute.meta else { return Some(false) };
    let option: TokenStream = option.parse().ok()?;
    Some(list.tokens.to_string().contains(&option.to_string()))
}

/// Returns whether an attribute has the option `for(..)`.
fn has_types(attribute: &Attribute) -> bool {
    let Meta::List(list) = &attribute.meta else { return false };
    let is_for = |token| matches!(token, TokenTree::Ident(name) if name == "for");
    list.tokens.clone().into_iter().any(is_for)
}

/// A law that may be the one that is meant.
struct Found {
    attribute: Attribute,
    /// Line of the attribute.
    line: usize,
    /// Number of modules around it in the file.
    depth: usize,
}

/// Laws of a file whose paths in it are an end of one law's path.
struct Laws<'a> {
    law: &'a str,
    modules: Vec<String>,
    found: Vec<Found>,
}

impl Laws<'_> {
    /// Returns whether a function here may be the law. A generic law has a test for each of its types, named after it.
    fn is_meant(&self, function: &str, attribute: &Attribute) -> bool {
        let generic = self.law.rsplit_once("::").filter(|_| has_types(attribute));
        self.is_at(self.law, function) || generic.is_some_and(|(law, _)| self.is_at(law, function))
    }

    fn is_at(&self, path: &str, function: &str) -> bool {
        let mut path = path.rsplit("::");
        path.next() == Some(function)
            && self.modules.iter().rev().all(|module| path.next() == Some(module))
    }
}

impl Visit<'_> for Laws<'_> {
    fn visit_item_mod(&mut self, module: &ItemMod) {
        self.modules.push(module.ident.to_string());
        syn::visit::visit_item_mod(self, module);
        self.modules.pop();
    }

    fn visit_item_fn(&mut self, function: &ItemFn) {
        let name = function.sig.ident.to_string();
        for attribute in &function.attrs {
            let is_law = attribute.path().segments.last().is_some_and(|last| last.ident == "law");
            if is_law && self.is_meant(&name, attribute) {
                let (line, depth) = (attribute.span().start().line, self.modules.len());
                self.found.push(Found { attribute: attribute.clone(), line, depth });
            }
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
        let kept = with_option(source, "shop::m::fits", line, option);
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
                "mod m {\n    /// ä\n    #[law(\n        tests = 3, case(vec![0], \"é\")\n    )] // ö\n    fn fits() {}\n}\n",
            ),
            (
                "#[law(\n    tests = 3 // three\n)]\nfn fits() {}\n",
                "#[law(\n    tests = 3, case(vec![0], \"é\") // three\n)]\nfn fits() {}\n",
            ),
            (
                "#[law(case(vec![0], \" é\"))]\nfn fits() {}\n",
                "#[law(case(vec![0], \" é\"), case(vec![0], \"é\"))]\nfn fits() {}\n",
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
    fn of_two_laws_of_one_name_the_one_in_the_right_module_is_meant() {
        let source = "#[law]\nfn fits() {}\nmod a {\n#[law]\nfn fits() {}\n}\nmod b {\n#[law]\nfn fits() {}\n}\n";
        // Lines above it may have moved it away since the failure was stored.
        for (law, line) in [("shop::a::fits", 8), ("shop::b::fits", 4), ("shop::fits", 4)] {
            let (new, _, _) = with_option(source, law, line, "case(0)").unwrap();
            let expected = match law {
                "shop::a::fits" => {
                    source.replacen("mod a {\n#[law]", "mod a {\n#[law(case(0))]", 1)
                }
                "shop::b::fits" => {
                    source.replacen("mod b {\n#[law]", "mod b {\n#[law(case(0))]", 1)
                }
                _ => source.replacen("#[law]", "#[law(case(0))]", 1),
            };
            assert_eq!(new.unwrap(), expected, "{law}");
        }
    }

    #[test]
    fn a_generic_law_is_named_after_its_types() {
        let kept = |source| with_option(source, "shop::fits::u8", 1, "replay = \"u8:AA\"");
        let (new, _, _) = kept("#[law(for(u8, String))]\nfn fits<T>() {}\n").unwrap();
        let expected = "#[law(for(u8, String), replay = \"u8:AA\")]\nfn fits<T>() {}\n";
        assert_eq!(new.as_deref(), Some(expected));
        assert!(kept("#[law]\nfn fits() {}\n").is_none());
    }

    #[test]
    fn of_two_laws_of_one_name_the_nearer_is_meant() {
        let source = "#[cfg(a)]\nmod m {\n#[law]\nfn fits() {}\n}\n#[cfg(b)]\nmod m {\n#[law]\nfn fits() {}\n}\n";
        let (new, _, line) = with_option(source, "shop::m::fits", 7, "case(0)").unwrap();
        assert_eq!(line, 8);
        assert!(new.unwrap().contains("#[cfg(b)]\nmod m {\n#[law(case(0))]"));
    }
}
