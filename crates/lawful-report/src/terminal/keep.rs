//! Lines that keep a case in the source of its law.
//!
//! A line that does not compile is worse than none. So a case is written as Rust only where that is certain to be
//! right: there are as many values as the law has arguments, and every type is one of std's prelude, or is derived
//! in a module whose names and private fields the law can use. Any other case is kept by its replay token.

use lawful_data::{About, Description, ShownValue, Target};
use lawful_data::{Failure, Found, Summary};

use super::failure::WIDTH;
use crate::literal::certain_literal;

/// Maximum number of lines of a case; a longer one is kept by its token.
const MOST_LINES: usize = 20;

/// Types whose values are written with nothing but literals and names of std's prelude.
const PLAIN: &[&str] = &[
    "bool",
    "char",
    "str",
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "f32",
    "f64",
    "alloc::string::String",
    "alloc::vec::Vec",
    "alloc::boxed::Box",
    "core::option::Option",
    "core::result::Result",
];

/// Option of `#[law(..)]` that keeps a failure in the source of its law; nothing where none is certain to compile.
///
/// ```
/// use lawful::prelude::*;
///
/// let law = for_all(any::<u8>(), |x| x < 10);
/// let mut summary = Runner::named("small").run(&law);
/// summary.case_arguments = Some(1);
/// let option = lawful::report::terminal::kept_option(&summary, &summary.failures()[0]);
/// assert_eq!(option.as_deref(), Some("case(10)"));
/// ```
pub fn kept_option(summary: &Summary, failure: &Failure) -> Option<String> {
    Some(match kept(summary, failure)? {
        Kept::Case { values, .. } => format!("case({})", values.join(", ")),
        Kept::Token(token) => format!("replay = \"{token}\""),
    })
}

/// Option of `#[law]` that keeps a failure in the source of its law.
enum Kept<'a> {
    /// As a case, of which each value is on one line, with the lines that show it.
    Case {
        values: Vec<String>,
        lines: Vec<String>,
    },
    Token(&'a str),
}

pub(super) fn lines(summary: &Summary, failure: &Failure) -> Vec<String> {
    match kept(summary, failure) {
        Some(Kept::Case { lines, .. }) => lines,
        Some(Kept::Token(token)) => vec![format!("  Keep:   #[law(replay = \"{token}\")]")],
        None => Vec::new(),
    }
}

fn kept<'a>(summary: &Summary, failure: &'a Failure) -> Option<Kept<'a>> {
    // The case is in the source already, or the report does not show a law that has one.
    let is_kept = matches!(failure.found, Found::Kept { .. } | Found::KeptToken | Found::Replay);
    if is_kept {
        return None;
    }
    let token = failure.token.as_str();
    let by_token = || (summary.keeps_tokens && !token.is_empty()).then_some(Kept::Token(token));
    kept_case(summary, failure).or_else(by_token)
}

/// The case as Rust, if that is certain to be right and not too long.
fn kept_case(summary: &Summary, failure: &Failure) -> Option<Kept<'static>> {
    let arguments = &failure.arguments;
    let is_whole = failure.drawing.is_none() && failure.document.is_empty();
    if summary.case_arguments != Some(arguments.len()) || !is_whole {
        return None;
    }
    let module = module(&summary.about);
    let certain = |width: usize| -> Option<Vec<String>> {
        let write = |argument: &ShownValue| literal(argument, module.as_deref(), width);
        arguments.iter().map(write).collect()
    };
    let values = certain(usize::MAX)?;
    let line = format!("  Keep:   #[law(case({}))]", values.join(", "));
    if line.len() <= WIDTH {
        return Some(Kept::Case { values, lines: vec![line] });
    }
    let wrapped = certain(WIDTH)?;
    let wrapped = wrapped.iter().map(|value| format!("              {value},"));
    let case = wrapped.collect::<Vec<_>>().join("\n");
    let case = format!("  Keep:   #[law(case(\n{case}\n          ))]");
    let lines: Vec<String> = case.lines().map(String::from).collect();
    // A single text may be longer than all of the lines.
    let is_short = lines.len() <= MOST_LINES && case.len() <= MOST_LINES * WIDTH;
    is_short.then_some(Kept::Case { values, lines })
}

/// Path of the module of a law, beginning with its crate.
fn module(about: &About) -> Option<String> {
    let test = about.test.as_ref()?;
    let crate_name = match test.target.as_ref()? {
        Target::Lib => test.package.as_ref()?,
        Target::Bin(name) | Target::Test(name) => name,
        _ => return None,
    };
    let inner = test.path.rsplit_once("::").map_or("", |(module, _)| module);
    Some(format!("{}::{inner}", crate_name.replace('-', "_")))
}

/// Source of a value, if it is certain to be right in the module of the law.
fn literal(value: &ShownValue, module: Option<&str>, width: usize) -> Option<String> {
    if !has_known_types(value, module) {
        return None;
    }
    // The type is declared in the module, or so many modules further out.
    let prefix = |type_name: &str| {
        let depth = |path: &str| path.trim_end_matches("::").matches("::").count();
        let home = home(type_name).map_or(0, depth);
        "super::".repeat(module.map_or(0, depth).saturating_sub(home))
    };
    certain_literal(value, &prefix, 14, width)
}

/// Returns whether every type in the value can be written in the module of the law.
fn has_known_types(value: &ShownValue, module: Option<&str>) -> bool {
    let mut todo = vec![value.type_name];
    let mut seen: Vec<&str> = Vec::new();
    while let Some(type_name) = todo.pop() {
        if seen.contains(&type_name) {
            continue;
        }
        seen.push(type_name);
        let derived = |one: &&Description| one.type_name == type_name;
        if let Some(derived) = value.types.iter().find(derived) {
            if !module.is_some_and(|module| is_visible(type_name, module)) {
                return false;
            }
            let variants = derived.variants.iter();
            todo.extend(variants.flat_map(|one| &one.fields).map(|(_, type_name)| *type_name));
            continue;
        }
        let Some(parts) = parts(type_name) else { return false };
        todo.extend(parts);
    }
    true
}

/// Types that a type of std, a tuple, an array, a slice or a reference is made of; nothing for any other type.
fn parts(type_name: &str) -> Option<Vec<&str>> {
    if let Some(target) = type_name.strip_prefix('&') {
        return Some(vec![target.strip_prefix("mut ").unwrap_or(target)]);
    }
    // The length of an array is read as if it were a type.
    let is_length = |name: &str| name.chars().all(|letter| letter.is_ascii_digit());
    if PLAIN.contains(&type_name) || is_length(type_name) {
        return Some(Vec::new());
    }
    let open = type_name.find(['<', '(', '['])?;
    let head = &type_name[..open];
    let inner = type_name[open..].strip_prefix(['<', '(', '['])?.strip_suffix(['>', ')', ']'])?;
    (head.is_empty() || PLAIN.contains(&head)).then(|| split(inner))
}

/// Splits a list of types at the commas and semicolons that are not inside brackets.
fn split(types: &str) -> Vec<&str> {
    let mut depth = 0;
    let at = |letter: char| {
        depth += match letter {
            '<' | '(' | '[' => 1,
            '>' | ')' | ']' => -1,
            _ => 0,
        };
        depth == 0 && matches!(letter, ',' | ';')
    };
    types.split(at).map(str::trim).filter(|name| !name.is_empty()).collect()
}

/// Path of the module in which a type is declared.
fn home(type_name: &str) -> Option<&str> {
    let name = type_name.split('<').next().unwrap_or(type_name);
    name.rsplit_once("::").map(|(home, _)| home)
}

/// Returns whether the names and private fields of a type can be used in a module: the type is declared there, or
/// in a module around it.
fn is_visible(type_name: &str, module: &str) -> bool {
    let Some(home) = home(type_name) else { return false };
    let module = module.trim_end_matches("::");
    module == home || module.strip_prefix(home).is_some_and(|inner| inner.starts_with("::"))
}
