//! The `Debug` text of a value, the same in every run.
//!
//! The standard hash collections print in an order of their own that changes from run to run. Their
//! entries are sorted here, as text, wherever the type's name says that there may be some. The text
//! does not tell a hash set from an ordered one beside it, so that one is sorted as text too.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Listed, sort_by};

/// The `Debug` text of a value of the type that has this name. A `Debug` that panics must not hide
/// the failure that is being shown.
pub(crate) fn sorted_debug<T: Debug + ?Sized>(type_name: &str, value: &T) -> String {
    let Ok(text) = catch_unwind(AssertUnwindSafe(|| format!("{value:?}"))) else {
        return String::from("(its Debug panicked)");
    };
    if names_hashed(type_name) { sorted(&text) } else { text }
}

/// The `Debug` text of a value, with what is in braces sorted wherever hash collections may be.
pub fn sorted_text<T: Debug + ?Sized>(value: &T) -> String {
    sorted_debug("HashMap<", value)
}

/// Whether there may be a hash collection in a type of this name.
pub(crate) fn names_hashed(type_name: &str) -> bool {
    type_name.contains("HashMap<") || type_name.contains("HashSet<")
}

/// Sorts the entries of every `{..}` that is a collection and not the fields of a struct.
fn sorted(text: &str) -> String {
    let mut groups = vec![Group::new(' ')];
    let mut letters = text.chars();
    let mut before = ' ';
    while let Some(letter) = letters.next() {
        let Some(group) = groups.last_mut() else { return text.to_string() };
        match letter {
            '"' | '\'' => group.quoted(letter, &mut letters),
            '{' | '[' | '(' => {
                // A struct's brace follows its name and a space.
                let fields = letter == '{' && (before.is_alphanumeric() || before == '_');
                groups.push(Group::new(if fields { '(' } else { letter }).opened(letter));
            }
            '}' | ']' | ')' => {
                let Some(group) = groups.pop() else { return text.to_string() };
                let closed = group.closed(letter);
                match groups.last_mut() {
                    Some(outer) => outer.push(&closed),
                    None => return text.to_string(),
                }
            }
            ',' => group.entries.push(String::new()),
            _ => group.push(letter.encode_utf8(&mut [0; 4])),
        }
        if letter != ' ' {
            before = letter;
        }
    }
    match <[Group; 1]>::try_from(groups) {
        Ok([group]) => group.entries.join(","),
        Err(_) => text.to_string(),
    }
}

struct Group {
    kind: char,
    bracket: String,
    entries: Vec<String>,
}

impl Group {
    fn new(kind: char) -> Self {
        Group { kind, bracket: String::new(), entries: vec![String::new()] }
    }

    fn opened(mut self, bracket: char) -> Self {
        self.bracket.push(bracket);
        self
    }

    fn push(&mut self, text: &str) {
        if let Some(entry) = self.entries.last_mut() {
            entry.push_str(text);
        }
    }

    /// A string or character, whatever is in it. (A lifetime or a lone quote runs to the end, and
    /// the text is then left as it is.)
    fn quoted(&mut self, quote: char, letters: &mut std::str::Chars<'_>) {
        self.push(quote.encode_utf8(&mut [0; 4]));
        let mut escaped = false;
        for letter in letters {
            self.push(letter.encode_utf8(&mut [0; 4]));
            if letter == quote && !escaped {
                return;
            }
            escaped = letter == '\\' && !escaped;
        }
    }

    fn closed(mut self, bracket: char) -> String {
        if self.kind == '{' {
            let number = |entry: &String| {
                let head = entry.trim().split(':').next().unwrap_or_default();
                head.parse::<i128>().ok()
            };
            let mut entries: Vec<String> =
                self.entries.iter().map(|entry| entry.trim().to_string()).listed();
            sort_by(&mut entries, &|one, other| {
                number(one).cmp(&number(other)).then_with(|| one.cmp(other))
            });
            return format!("{}{}{bracket}", self.bracket, entries.join(", "));
        }
        let inside = std::mem::take(&mut self.entries).join(",");
        format!("{}{inside}{bracket}", self.bracket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(sorted(text), expected);
    }

    #[test]
    fn collections_are_sorted_and_all_else_stays() {
        check("{3, 10, 1}", "{1, 3, 10}");
        check("{\"b\": {2, 1}, \"a, }\": {}}", "{\"a, }\": {}, \"b\": {1, 2}}");
        check("Point { y: 2, x: {2, 1} }", "Point { y: 2, x: {1, 2} }");
        check("[Some({'}', '\\''}), None]", "[Some({'\\'', '}'}), None]");
        check("(3, 1)", "(3, 1)");
        check("unbalanced {3, 1", "unbalanced {3, 1");
    }
}
