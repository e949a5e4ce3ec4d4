//! Rust source for a value, made from its `Debug` text and the name of its type.
//!
//! A law asks for no more than `Debug` of its arguments, and `Debug` text is nearly Rust: what is
//! missing is what the types know (`vec!`, `String::from`, `HashMap::from`, `f64::NAN`). So the text
//! is read into a `Value`, the type's name into a `Type`, and a walk over both
//! at once makes an `Expression`, which is laid out on one line or on several.
//!
//! The type of a field is not in the name of the type that holds it. A derived type describes its
//! fields (`derived`). Inside any other type that is not std's, everything is printed as `Debug` has
//! it: a guess that compiles but means something else is worse than text that does not compile.
//!
//! Text outside the grammar of std and of `#[derive(Debug)]` is returned unchanged, and so is text
//! nested more than `DEPTH_LIMIT` deep.

mod bare;
mod cursor;
mod derived;
mod duration;
mod expression;
mod foreign;
mod json;
mod layout;
mod order;
mod parsed;
mod standard;
#[cfg(test)]
mod tests;
mod type_name;
mod typed;
mod untyped;
mod value;

use expression::Expression;
use lawful_data::{Description, ShownValue};

/// How deep a value or a type may be nested; every walk here is recursive, and the stack is the
/// user's.
const DEPTH_LIMIT: usize = 200;

/// Rust source for the value whose `Debug` text is `debug` and whose type is named `type_name`.
///
/// The name is the one [`std::any::type_name`] gives. The entries of hashed collections are sorted,
/// so that one value has one text in every run.
///
/// ```
/// use lawful::report::literal::rust_literal;
///
/// let words = vec![Some("to be".to_string()), None];
/// let name = std::any::type_name_of_val(&words);
/// assert_eq!(
///     rust_literal(name, &format!("{words:?}")),
///     r#"vec![Some(String::from("to be")), None]"#,
/// );
/// ```
pub fn rust_literal(type_name: &str, debug: &str) -> String {
    match expression(type_name, debug, &[]) {
        Some(expression) => expression.flat(),
        None => debug.to_string(),
    }
}

/// Like [`rust_literal`], broken over several lines when it does not fit into `width` columns.
///
/// `indent` is the column in which the source starts: its own items are indented by four more, and
/// its closing bracket stands under its start. The first line is not indented; the caller has
/// already written up to there.
///
/// ```
/// use lawful::report::literal::rust_literal_wrapped;
///
/// let source = rust_literal_wrapped("alloc::vec::Vec<&str>", r#"["first line", "second"]"#, 0, 20);
/// assert_eq!(source, "vec![\n    \"first line\",\n    \"second\",\n]");
/// ```
pub fn rust_literal_wrapped(type_name: &str, debug: &str, indent: usize, width: usize) -> String {
    match expression(type_name, debug, &[]) {
        Some(expression) => layout::wrapped(&expression, indent, width),
        None => debug.to_string(),
    }
}

/// Rust source for an argument of a law. What is in it of derived types is understood too.
///
/// ```
/// use lawful::data::ShownValue;
/// use lawful::report::literal::shown_literal;
///
/// let (name, type_name, debug) = ("word", "alloc::string::String", "\"to be\"".to_string());
/// let shown = ShownValue { name, type_name, debug, types: Vec::new() };
/// assert_eq!(shown_literal(&shown), "String::from(\"to be\")");
/// ```
pub fn shown_literal(shown: &ShownValue) -> String {
    match expression(shown.type_name, &shown.debug, &shown.types) {
        Some(expression) => expression.flat(),
        None => shown.debug.clone(),
    }
}

/// Like [`shown_literal`], broken over several lines; see [`rust_literal_wrapped`].
pub fn shown_literal_wrapped(shown: &ShownValue, indent: usize, width: usize) -> String {
    match expression(shown.type_name, &shown.debug, &shown.types) {
        Some(expression) => layout::wrapped(&expression, indent, width),
        None => shown.debug.clone(),
    }
}

/// Source of an argument that is certain to be right, wrapped as by [`rust_literal_wrapped`]: nothing if a part of it
/// is guessed. `prefix` gives what stands before the name of a derived type: `super::`.
pub(crate) fn certain_literal(
    shown: &ShownValue,
    prefix: &dyn Fn(&str) -> String,
    indent: usize,
    width: usize,
) -> Option<String> {
    let mut expression = expression(shown.type_name, &shown.debug, &shown.types)?;
    expression.qualify(prefix);
    (!expression.is_guess).then(|| layout::wrapped(&expression, indent, width))
}

fn expression(type_name: &str, debug: &str, types: &[Description]) -> Option<Expression> {
    let value = value::parse(debug)?;
    let known = type_name::parse(type_name, types);
    Some(typed::expression(&known, &value))
}
