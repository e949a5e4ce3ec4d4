//! Laws that people would list for types of the standard library, written down before discovery was run
//! on them: most are among the first that are shown.

use lawful::discovery::{Line, Signature};

use super::term::{Law, Term};
use crate::discovery::signatures;

/// Lines that a person reads.
const READ: usize = 12;

/// Asserts that of the ten laws of `file` at least seven are among the first lines.
#[track_caller]
fn assert_found(signature: Signature, names: &[&str], file: &str) {
    let found = signature.discover();
    let lines = found.lines();
    let read = &lines[..READ.min(lines.len())];
    let expected: Vec<&str> =
        file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert_eq!(expected.len(), 10);
    let is_there = |text: &str| {
        let law = Law::parse(text);
        read.iter().any(|line| says(line, &law, names))
    };
    let (there, missing): (Vec<&str>, Vec<&str>) = expected.iter().partition(|text| is_there(text));
    println!("{} of {}", there.len(), expected.len());
    there.iter().for_each(|law| println!("  found    {law}"));
    missing.iter().for_each(|law| println!("  missing  {law}"));
    assert!(there.len() >= 7, "{found}");
}

/// Returns whether a line has a law, or the word for it.
fn says(line: &Line, law: &Law, names: &[&str]) -> bool {
    let has_word = word(law).is_some_and(|(function, word)| {
        line.subject == function && line.laws.len() > 1 && line.text.contains(word)
    });
    has_word || line.laws.iter().any(|other| Law::parse(other).is_same(law, names))
}

/// Returns the function that a law is about and the word for it, if it says that one is commutative or
/// associative.
fn word(law: &Law) -> Option<(&str, &'static str)> {
    let leaf = |name: &str| Term::call(name, Vec::new());
    let function = law.left.head.as_str();
    let call = |one: &Term, other: &Term| Term::call(function, vec![one.clone(), other.clone()]);
    let arguments: Vec<&Term> = law.left.arguments.iter().collect();
    match arguments[..] {
        [one, other] if law.right == call(other, one) => Some((function, "commutative")),
        [inner, third] if inner.head == function && inner.arguments.len() == 2 => {
            let (first, second) = (&inner.arguments[0], &inner.arguments[1]);
            let is_shape = law.right == call(first, &call(second, third));
            let are_leaves = [first, second, third].iter().all(|term| **term == leaf(&term.head));
            (is_shape && are_leaves).then_some((function, "associative"))
        }
        _ => None,
    }
}

#[test]
fn vec_deque() {
    let names = ["q", "q1", "q2", "x", "y", "z"];
    let file = include_str!("../expected/vec_deque.txt");
    assert_found(signatures::vec_deque(), &names, file);
}

#[test]
fn b_tree_map() {
    let names = ["m", "m1", "m2", "k", "j", "i", "v", "u", "w"];
    let file = include_str!("../expected/b_tree_map.txt");
    assert_found(signatures::b_tree_map(), &names, file);
}

#[test]
fn option() {
    let names = ["o", "p", "q", "x", "y", "z"];
    let file = include_str!("../expected/option.txt");
    assert_found(signatures::option(), &names, file);
}

#[test]
fn words_for_laws() {
    let word_for = |text: &str| {
        let law = Law::parse(text);
        word(&law).map(|(function, word)| format!("{function} {word}"))
    };
    assert_eq!(word_for("xor(o, p) = xor(p, o)").as_deref(), Some("xor commutative"));
    let associative = "or(or(o, p), q) = or(o, or(p, q))";
    assert_eq!(word_for(associative).as_deref(), Some("or associative"));
    assert_eq!(word_for("or(or(o, p), q) = or(p, or(o, q))"), None);
    assert_eq!(word_for("or(o, o) = o"), None);
}
