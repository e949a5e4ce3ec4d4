//! Equations as laws: run, shrunk, kept and compared.

use lawful::discovery::{Signature, Why, sig};
use lawful::prelude::*;
use lawful::run::Stopped;

fn lists() -> Signature {
    lists_with(|xs| xs.iter().rev().copied().collect())
}

fn lists_with(reverse: fn(&[i32]) -> Vec<i32>) -> Signature {
    sig![
        "[]" = Vec::<i32>::new,
        "++" = |xs: &[i32], ys: &[i32]| [xs, ys].concat(),
        "reverse" = move |xs: &[i32]| reverse(xs),
    ]
}

#[law]
fn reversing_twice_changes_nothing() -> impl Law {
    lists().law("reverse(reverse(xs)) = xs")
}

#[law(isolated, jobs = 2)]
fn appending_is_associative() -> impl Law {
    lists().law("(xs ++ ys) ++ zs = xs ++ (ys ++ zs)")
}

#[law(exhaustive = 2)]
fn the_empty_list_is_a_unit() -> impl Law {
    lists().law("xs ++ [] = xs")
}

#[law]
fn conditions_discard() -> impl Law {
    sig!["min" = |x: i8, y: i8| x.min(y)]
        .conditions(sig!["<=" = |x: i8, y: i8| x <= y])
        .law("x <= y ==> min(x, y) = x")
}

#[law]
fn a_misconception_stays_one() -> impl Law {
    lists().law("xs ++ ys = ys ++ xs").is_refuted()
}

#[test]
fn a_false_equation_is_shrunk_and_reported_with_both_sides() {
    let law = lists().law("xs ++ ys = ys ++ xs");
    for seed in 0..20 {
        let summary = Runner::named("commutative").seed(seed).run(&law);
        let Stopped::Failed(_) = &summary.stopped else { panic!("{:?}", summary.stopped) };
        let failure = summary.failure().unwrap();
        assert_eq!(failure.reason.code, "sides-differ");
        let values: Vec<&str> = failure.arguments.iter().map(|one| one.debug.as_str()).collect();
        assert_eq!(values, ["[0]", "[1]"], "seed {seed}");
        let lines = failure.reason.lines();
        assert_eq!(lines[1..], ["  xs ++ ys is [0, 1]", "  ys ++ xs is [1, 0]"], "{lines:?}");
    }
}

#[test]
fn a_law_that_does_not_fit_its_signature_is_misused() {
    let law = lists().law("reverse(xs) = rotate(xs)");
    let summary = Runner::named("misused").run(&law);
    let Stopped::Misused(misuse) = &summary.stopped else { panic!("{:?}", summary.stopped) };
    let text = misuse.to_string();
    assert!(text.contains("`reverse(xs) = rotate(xs)` does not fit its signature"), "{text}");
    assert!(text.contains("expected a function, constant or variable of the signature"), "{text}");
}

#[test]
fn why_is_this_law_not_there() {
    let found = lists().discover();
    assert_eq!(found.why("[] ++ xs = xs"), Why::Shown);
    let Why::Follows(lines) = found.why("reverse(reverse(xs) ++ ys) = reverse(ys) ++ xs") else {
        panic!("it follows")
    };
    assert_eq!(lines[0].term, "reverse(reverse(xs) ++ ys)");
    assert_eq!(lines[lines.len() - 1].term, "reverse(ys) ++ xs");
    assert!(lines[1..].iter().all(|line| line.law.is_some()));
    let Why::Refuted(counterexample) = found.why("reverse(xs ++ ys) = reverse(xs) ++ reverse(ys)")
    else {
        panic!("it is false")
    };
    assert_eq!(counterexample.to_string(), "xs = [0], ys = [1]");
}

/// Each step of a printed proof is an instance of the law that it names, at one place of the term: checked by parsing what
/// is printed, with a matcher of its own.
#[test]
fn printed_proofs_are_proofs() {
    let found =
        sig!["+" = i32::wrapping_add, "*" = i32::wrapping_mul, "0" = 0i32, "1" = 1i32].discover();
    let goals = [
        "(x + y) + z = z + (y + x)",
        "0 * (x + 1) = 0",
        "(x + y) * z = (z * x) + (z * y)",
        "(x * (y + 0)) * 1 = y * x",
    ];
    for goal in goals {
        let Why::Follows(lines) = found.why(goal) else { panic!("{goal}: {}", found.why(goal)) };
        for pair in lines.windows(2) {
            let (from, to) = (tree(&pair[0].term), tree(&pair[1].term));
            let law = pair[1].law.as_deref().unwrap();
            let (left, right) = law.split_once(" = ").unwrap();
            let (left, right) = (tree(left), tree(right));
            let steps = rewrites(&from, &to, &left, &right) || rewrites(&from, &to, &right, &left);
            assert!(steps, "{} to {} by {law}", pair[0].term, pair[1].term);
        }
    }
}

/// A term over operators: a leaf, or an operator and two terms.
#[derive(Clone, Debug, PartialEq)]
enum Tree {
    Leaf(char),
    Node(char, Box<Tree>, Box<Tree>),
}

fn tree(text: &str) -> Tree {
    fn operand(letters: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Tree {
        match letters.next().unwrap() {
            '(' => {
                let inner = expression(letters);
                assert_eq!(letters.next(), Some(')'));
                inner
            }
            letter => Tree::Leaf(letter),
        }
    }
    fn expression(letters: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Tree {
        let left = operand(letters);
        match letters.peek() {
            Some(' ') => {
                letters.next();
                let operator = letters.next().unwrap();
                letters.next();
                Tree::Node(operator, Box::new(left), Box::new(operand(letters)))
            }
            _ => left,
        }
    }
    expression(&mut text.chars().peekable())
}

/// Returns whether one term becomes the other by rewriting one subterm from `left` to `right`.
fn rewrites(from: &Tree, to: &Tree, left: &Tree, right: &Tree) -> bool {
    let mut bound = Vec::new();
    if matches(left, from, &mut bound) && matches(right, to, &mut bound) {
        return true;
    }
    match (from, to) {
        (Tree::Node(one, a, b), Tree::Node(other, c, d)) if one == other => {
            a == c && rewrites(b, d, left, right) || b == d && rewrites(a, c, left, right)
        }
        _ => false,
    }
}

fn matches(pattern: &Tree, term: &Tree, bound: &mut Vec<(char, Tree)>) -> bool {
    match (pattern, term) {
        (Tree::Leaf(name), _) if name.is_alphabetic() => {
            if let Some((_, known)) = bound.iter().find(|(other, _)| other == name) {
                return known == term;
            }
            bound.push((*name, term.clone()));
            true
        }
        (Tree::Node(one, a, b), Tree::Node(other, c, d)) => {
            one == other && matches(a, c, bound) && matches(b, d, bound)
        }
        _ => pattern == term,
    }
}

#[test]
fn a_change_of_behaviour_is_a_change_of_laws() {
    let kept = lists().discover().to_rust("lists");
    assert!(lists().discover().difference(&kept).is_empty());
    assert!(
        lists().seed(99).discover().difference(&kept).is_empty(),
        "laws are compared by meaning"
    );

    let broken = lists_with(<[i32]>::to_vec).discover();
    let difference = broken.difference(&kept);
    let lost: Vec<&str> = difference.lost.iter().map(|law| law.text.as_str()).collect();
    assert_eq!(lost, ["reverse(xs) ++ reverse(ys) = reverse(ys ++ xs)"]);
    assert_eq!(
        difference.to_string(),
        "lost 1 law:\n  reverse(xs) ++ reverse(ys) = reverse(ys ++ xs)\n    not for xs = [0], ys = [1]: [0, 1] \
         against [1, 0]\ngained 1 law:\n  reverse(xs) = xs\n"
    );
}

#[test]
fn a_law_about_a_function_that_is_gone_is_lost() {
    let kept = lists().discover().to_rust("lists");
    let without = sig!["[]" = Vec::<i32>::new, "++" = |xs: &[i32], ys: &[i32]| [xs, ys].concat()];
    let difference = without.discover().difference(&kept);
    assert_eq!(difference.gained, Vec::<String>::new());
    assert!(
        difference.lost.iter().all(|law| law.text.contains("reverse") && law.problem.is_some())
    );
    assert_eq!(difference.lost.len(), 3);
}
