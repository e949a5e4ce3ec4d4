//! Names of processes, derived from their bodies.
//!
//! PULSE calls a process after the point at which it was spawned: `procA.PidB` is spawned by the function `procA` and kept
//! in its variable `PidB` (section 6 of "Finding Race Conditions in Erlang with QuickCheck and PULSE"). The type of a body
//! tells as much without a look at the source: a function is its own type, and that of a closure names the function that
//! it is written in. So a process that runs a function is called after that function, and one that runs a closure after
//! the function around it and the line.

use super::Place;

/// A closure, in the path of its type.
const CLOSURE: &str = "{{closure}}";

/// Name of a process whose body has this type, spawned at a place.
pub(crate) fn derive(body: &str, place: Place) -> Option<String> {
    let mut segments = segments(body)?;
    let is_closure = segments.last() == Some(&CLOSURE);
    segments.retain(|segment| *segment != CLOSURE);
    let mut path = segments.into_iter().rev();
    let function = identifier(path.next()?);
    if is_type(function) {
        // A box, or another value that is called.
        return None;
    }
    let owner = path.next().map(identifier).filter(|owner| is_type(owner));
    let owner = owner.map(|owner| format!("{owner}::")).unwrap_or_default();
    Some(match is_closure {
        true => format!("{owner}{function}:{}", place.line()),
        false => format!("{owner}{function}"),
    })
}

/// A line without the directories of its file, which is what a process is called whose body has no name.
pub(crate) fn line(file: &str, line: u32) -> String {
    let file = file.rsplit(['/', '\\']).next().unwrap_or_default();
    format!("{file}:{line}")
}

/// Parts of a path between `::` that are not inside of brackets. Nothing for a type that is no path.
fn segments(path: &str) -> Option<Vec<&str>> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_u32);
    let mut before = ' ';
    for (index, character) in path.char_indices() {
        match character {
            '<' | '(' | '[' => depth += 1,
            // An arrow is no bracket.
            '>' if before == '-' => {}
            '>' | ')' | ']' => depth = depth.checked_sub(1)?,
            ' ' | '&' | '*' if depth == 0 => return None,
            ':' if depth == 0 && before == ':' => {
                parts.push(&path[start..index - 1]);
                start = index + 1;
            }
            _ => {}
        }
        before = character;
    }
    parts.push(&path[start..]);
    let is_path = parts.iter().all(|part| !part.is_empty() && !part.starts_with(['(', '[']));
    // The type of a function pointer begins with its arguments: `fn()`.
    (is_path && !path.starts_with("fn(")).then_some(parts)
}

/// The identifier of a segment: without type arguments, and of `<impl Type>`, `<impl Trait for Type>` and
/// `<Type as Trait>` that of the type.
fn identifier(segment: &str) -> &str {
    match segment.strip_prefix('<') {
        None => segment.split('<').next().unwrap_or(segment),
        Some(inner) => {
            let inner = inner.strip_prefix("impl ").unwrap_or(inner);
            let inner = inner.split_once(" for ").map_or(inner, |(_, of)| of);
            let end = inner.find([' ', '<', '>']).unwrap_or(inner.len());
            inner[..end].rsplit("::").next().unwrap_or(inner)
        }
    }
}

fn is_type(identifier: &str) -> bool {
    identifier.starts_with(|first: char| first.is_uppercase())
}

#[cfg(test)]
mod tests {
    use std::panic::Location;

    use super::derive;

    #[test]
    fn names_are_read_from_types() {
        let place = Location::caller();
        let line = place.line();
        for (body, name, is_closure) in [
            ("tickets::item", "item", false),
            ("tickets::general<alloc::vec::Vec<(u8, fn(u8) -> u8)>>", "general", false),
            ("tickets::Desk::serve", "Desk::serve", false),
            ("tickets::main::{{closure}}", "main", true),
            ("tickets::a::law::{{closure}}::{{closure}}", "law", true),
            ("tickets::law::{{closure}}::inner", "inner", false),
            ("tickets::a::b::Desk<u8>::start::{{closure}}", "Desk::start", true),
            ("<alloc::vec::Vec<a::Desk<u8>> as a::Start>::start::{{closure}}", "Vec::start", true),
            ("<a::Desk<core::option::Option<&str>> as a::T>::go::{{closure}}", "Desk::go", true),
            ("a::start<a::main::{{closure}}>::{{closure}}", "start", true),
            ("a::b::<impl a::c::Desk<char>>::other::{{closure}}", "Desk::other", true),
            ("a::<impl a::Start for a::Desk>::other", "Desk::other", false),
        ] {
            let name = if is_closure { format!("{name}:{line}") } else { name.to_string() };
            assert_eq!(derive(body, place), Some(name), "{body}");
        }
    }

    #[test]
    fn what_is_no_function_has_no_name() {
        for body in [
            "fn()",
            "unsafe fn(u8) -> u8",
            "alloc::boxed::Box<dyn core::ops::function::FnOnce()>",
            "core::panic::unwind_safe::AssertUnwindSafe<a::main::{{closure}}>",
            "&a::main::{{closure}}",
            "(u8, u8)",
            "[u8; 3]",
            "",
            ">",
        ] {
            assert_eq!(derive(body, Location::caller()), None, "{body}");
        }
    }
}
