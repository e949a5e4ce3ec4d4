//! Advice about an entry of a signature that does not compile.

use syn::Expr;

use super::entry::Entry;
use crate::outline::{Availability, Function, Kind, Name, Outline};

/// Most arguments of a function in a signature.
const MOST_ARGUMENTS: usize = 4;

/// Advice about an entry, by the code of the compiler's error.
pub(super) fn way_out(entry: &Entry, code: &str, outline: Option<&Outline>) -> Option<String> {
    Some(match code {
        "E0425" | "E0433" | "E0432" | "E0412" | "E0405" | "E0423" | "E0599" | "E0576" => {
            let like = outline.map(|outline| like(entry, outline)).unwrap_or_default();
            match like.as_slice() {
                [] => String::from(
                    "write the path as another crate does, from the name of the crate on; what is there under `#[cfg(test)]` \
                     is not seen",
                ),
                like => format!("there is `{}`", like.join("`, `")),
            }
        }
        "E0603" | "E0616" | "E0624" => String::from(
            "it is not public: make it `pub`, or write the signature in a test of its package (`lawful::discovery::sig!`)",
        ),
        "E0282" | "E0283" | "E0284" | "E0790" => types_wanted(entry),
        "E0659" => String::from("write the path from the name of the crate on"),
        "E0277" => reason(outline?, function(entry, outline?)?)?,
        _ => return None,
    })
}

/// Public functions with names that are like the last name of an entry.
fn like(entry: &Entry, outline: &Outline) -> Vec<String> {
    let Some(last) = entry.path.as_ref().and_then(|path| path.last()) else { return Vec::new() };
    let mut found = outline.functions_like(last);
    found.sort_by_key(|(distance, _)| *distance);
    let paths = found.into_iter().filter_map(|(_, function)| outline.public_path(function));
    paths.map(|path| path.join("::")).take(3).collect()
}

/// Ways to say the types of an entry.
fn types_wanted(entry: &Entry) -> String {
    match (&entry.path, syn::parse_str::<Expr>(&entry.expression)) {
        (Some(path), _) => {
            format!("say the types of a generic function: `{}::<i32>`", path.join("::"))
        }
        (None, Ok(Expr::Closure(_))) => {
            String::from("say the types of the closure's arguments: `|x: i32| ..`")
        }
        _ => String::from("say the type of a constant: `\"0\" = 0i32`, `\"[]\" = Vec::<i32>::new`"),
    }
}

fn function<'a>(entry: &Entry, outline: &'a Outline) -> Option<&'a Function> {
    let path = entry.path.as_ref()?;
    outline.functions.iter().find(|one| outline.public_path(one).as_ref() == Some(path))
}

/// Why a function cannot stand in a signature.
fn reason(outline: &Outline, function: &Function) -> Option<String> {
    let call = outline.call(function);
    let path = outline.public_path(function)?.join("::");
    if call.arguments.len() > MOST_ARGUMENTS {
        return Some(format!(
            "it has {} arguments, and a function of a signature has up to {MOST_ARGUMENTS}; a closure can fix some of them: \
             '\"{}\" = |x: i32| {path}(x, ..)'",
            call.arguments.len(),
            call.name
        ));
    }
    if !call.parameters.is_empty() {
        return Some(format!("say the types of a generic function: `{path}::<i32>`"));
    }
    let mut missing = None;
    for (_, kind) in &call.arguments {
        kind.each(&mut |kind| {
            if let Kind::Named { name: Name::Own(index), .. } = kind
                && outline.has_trait(*index, "Arbitrary", "lawful") != Availability::Always
            {
                missing.get_or_insert(*index);
            }
        });
    }
    let index = missing?;
    let name = &outline.types[index].name;
    let in_tests = outline.has_trait(index, "Arbitrary", "lawful") == Availability::Tests;
    let why = match in_tests {
        true => "is arbitrary in tests of its own package alone, which this is not",
        false => "is not arbitrary",
    };
    Some(format!(
        "`{name}` {why}; a closure can make it from what is: '\"{}\" = |x: i32| {path}(&make(x))'; or its package \
         depends on `lawful` outside of tests too and derives `lawful::Arbitrary`",
        call.name
    ))
}
