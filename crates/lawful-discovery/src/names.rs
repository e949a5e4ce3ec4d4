//! Names of functions and variables.

/// The name of a function, from how it is written: its last part, without types.
#[track_caller]
pub fn clean_name(written: &str) -> String {
    let mut name = String::new();
    let mut depth = 0;
    let text = written.trim();
    if text.starts_with('|') && text.matches('|').count() >= 2 && text.contains(char::is_alphabetic)
    {
        panic!("the closure `{text}` has no name; give it one: `\"name\" = {text}`");
    }
    for letter in text.chars() {
        match letter {
            // Types are written between `::<` and `>`, and before `::` as `<[i32]>`.
            '<' if name.is_empty() || name.ends_with("::") || depth > 0 => depth += 1,
            '>' if depth > 0 => depth -= 1,
            _ if depth > 0 => {}
            _ => name.push(letter),
        }
    }
    let name = name.trim_end_matches("()").trim_end_matches("::");
    let is_path = name.chars().all(|letter| letter.is_alphanumeric() || "_: ".contains(letter))
        && name.contains(char::is_alphanumeric);
    match name.rsplit("::").next() {
        Some(last) if is_path => last.trim().to_string(),
        _ => name.to_string(),
    }
}

/// Default names of variables of a type; `used` tells which are taken.
pub(crate) fn defaults(type_name: &str, used: &dyn Fn(&str) -> bool) -> Vec<&'static str> {
    let families: &[&[&'static str]] = match outer(type_name) {
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" | "f32" | "f64" => {
            &[&["x", "y", "z"], &["i", "j", "k"], &["a", "b", "c"]]
        }
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => {
            &[&["m", "n", "k"], &["i", "j", "l"], &["x", "y", "z"], &["a", "b", "c"]]
        }
        "bool" => &[&["p", "q", "r"], &["a", "b", "c"]],
        "char" => &[&["c", "d", "e"], &["a", "b", "c"]],
        "Vec" => &[&["xs", "ys", "zs"], &["us", "vs", "ws"], &["as", "bs", "cs"]],
        "String" => &[&["s", "t", "u"]],
        "Option" => &[&["o", "o1", "o2"]],
        "Func" | "Func2" | "Func3" => &[&["f", "g", "h"], &["f1", "f2", "f3"]],
        "VecDeque" => &[&["q", "q1", "q2"]],
        "BTreeMap" | "HashMap" => &[&["m", "m1", "m2"]],
        "BTreeSet" | "HashSet" => &[&["s", "t", "u"], &["s1", "s2", "s3"]],
        _ => &[],
    };
    for family in families {
        if family.iter().all(|name| !used(name)) {
            return family.to_vec();
        }
    }
    // The first letter of the type, then longer and longer beginnings of its name.
    let word: String = outer(type_name).to_lowercase();
    let letters: Vec<char> = word.chars().filter(|letter| letter.is_alphabetic()).collect();
    for length in 1..=letters.len().max(1) {
        let stem: String = letters.iter().take(length).collect();
        let names = [stem.clone(), format!("{stem}1"), format!("{stem}2")];
        if names.iter().all(|name| !used(name) && !name.is_empty()) {
            // Names live as long as the process, as all names of arguments do.
            return names.into_iter().map(|name| &*name.leak()).collect();
        }
    }
    Vec::new()
}

/// The last part of a type's own name, without its parameters.
fn outer(type_name: &str) -> &str {
    let bare = type_name.split('<').next().unwrap_or(type_name);
    bare.rsplit("::").next().unwrap_or(bare)
}

/// A type's name without the paths of its parts.
pub(crate) fn short_type(type_name: &str) -> String {
    let mut short = String::new();
    let mut part = String::new();
    for letter in type_name.chars() {
        match letter {
            ':' => part.clear(),
            _ if letter.is_alphanumeric() || letter == '_' => part.push(letter),
            _ => {
                short.push_str(&part);
                part.clear();
                short.push(letter);
            }
        }
    }
    short + &part
}

/// Returns whether a function of this name is printed between its two arguments.
pub(crate) fn is_operator(name: &str) -> bool {
    !name.is_empty()
        && !name.chars().any(|letter| letter.is_alphanumeric() || "_[](){}\"'".contains(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_last_part_without_types() {
        let cases = [
            ("append", "append"),
            ("lists::reverse::<i32>", "reverse"),
            ("Vec::<i32>::len", "len"),
            ("BTreeMap::<i32, Vec<u8>>::get::<i32>", "get"),
            ("None::<i32>", "None"),
            ("Vec::<i32>::new()", "new"),
            ("true", "true"),
            ("std::cmp::max::<i32>", "max"),
            ("String::new", "new"),
            ("<[i32]>::first", "first"),
        ];
        for (written, name) in cases {
            assert_eq!(clean_name(written), name, "{written}");
        }
    }

    #[test]
    #[should_panic(expected = "has no name")]
    fn a_closure_needs_a_name() {
        clean_name("|x: i32| x + 1");
    }

    #[test]
    fn types_are_named_without_paths() {
        assert_eq!(short_type("alloc::vec::Vec<core::option::Option<i32>>"), "Vec<Option<i32>>");
    }

    #[test]
    fn operators_are_no_words() {
        assert!(is_operator("++") && is_operator("<=") && is_operator(":") && is_operator("||"));
        assert!(
            !is_operator("max") && !is_operator("[]") && !is_operator("0") && !is_operator("\"\"")
        );
    }
}
