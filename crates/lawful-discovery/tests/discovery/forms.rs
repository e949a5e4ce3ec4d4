//! Forms of functions that a signature takes.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use lawful::discovery::{Signature, sig};
use lawful::generate::Func2;
use lawful::prelude::*;

fn append(xs: Vec<i32>, ys: Vec<i32>) -> Vec<i32> {
    [xs, ys].concat()
}

fn reverse<T: Clone>(xs: &[T]) -> Vec<T> {
    xs.iter().rev().cloned().collect()
}

fn between(low: i32, x: i32, high: i32) -> bool {
    low <= x && x <= high
}

fn sum_of_four(a: i8, b: &i8, c: i8, d: &i8) -> i8 {
    a.wrapping_add(*b).wrapping_add(c).wrapping_add(*d)
}

fn checked_half(n: u8) -> Result<u8, String> {
    if n.is_multiple_of(2) { Ok(n / 2) } else { Err(format!("{n} is odd")) }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Arbitrary)]
struct Point {
    x: i8,
    y: i8,
}

impl Point {
    const ORIGIN: Point = Point { x: 0, y: 0 };

    fn mirrored(&self) -> Point {
        Point { x: self.y, y: self.x }
    }

    fn move_by(&mut self, x: i8, y: &i8) {
        self.x = self.x.wrapping_add(x);
        self.y = self.y.wrapping_add(*y);
    }

    fn x(&self) -> &i8 {
        &self.x
    }
}

/// Discovers, so that every function is called, and returns the names of the functions.
fn names(signature: Signature) -> Vec<String> {
    let names = format!("{signature:?}");
    signature.depth(2).discover();
    let names = names.trim_start_matches('[').trim_end_matches(']').split(", ");
    names.map(|name| name.trim_matches('"').to_string()).collect()
}

#[test]
fn functions_by_value_by_reference_and_by_slice() {
    let signature = sig![append, reverse::<i32>, Vec::<i32>::len, between, sum_of_four];
    assert_eq!(names(signature), ["append", "reverse", "len", "between", "sum_of_four"]);
}

#[test]
fn closures_with_names() {
    let shift = 3;
    let signature = sig![
        "+" = |x: i32, y: i32| x.wrapping_add(y),
        "shifted" = move |x: i32| x.wrapping_add(shift),
        "first" = |xs: &[i32]| xs.first().copied(),
        "longer" = |xs: &Vec<i32>, ys: &Vec<i32>| xs.len() > ys.len(),
    ];
    assert_eq!(names(signature), ["+", "shifted", "first", "longer"]);
}

#[test]
fn texts_borrowed_and_owned() {
    let signature = sig![
        str::trim,
        str::len,
        str::to_uppercase,
        String::is_empty,
        "++" = |s: &str, t: &str| format!("{s}{t}"),
        "starts_with" = |s: &str, t: &str| s.starts_with(t),
        "before" = |s: &str, letter: char| s.split(letter).next().map(str::to_string),
        str::as_bytes,
        "strip" = str::strip_prefix::<char>,
    ];
    let expected = ["trim", "len", "to_uppercase", "is_empty", "++", "starts_with", "before"];
    assert_eq!(names(signature)[..7], expected);
}

#[test]
fn methods_that_change_their_receiver_are_two_functions() {
    type Queue = VecDeque<i32>;
    let signature = sig![
        Vec::<i32>::push,
        Vec::<i32>::pop,
        Vec::<i32>::extend_from_slice,
        String::push_str,
        Queue::push_front,
        Point::move_by,
        BTreeMap::<i8, bool>::insert,
        "retain" = |v: &mut Vec<i32>, n: i32| v.retain(|x| *x < n),
    ];
    let expected = [
        "push",
        "pop",
        "pop?",
        "extend_from_slice",
        "push_str",
        "push_front",
        "move_by",
        "insert",
        "insert?",
        "retain",
    ];
    assert_eq!(names(signature), expected);
}

#[test]
fn borrowed_results_are_cloned() {
    type Map = BTreeMap<i32, i32>;
    let signature = sig![
        Map::get::<i32>,
        <[i32]>::first,
        Vec::<i32>::as_slice,
        Point::x,
        "rest" = |xs: &[i32]| xs.split_first().map(|(_, rest)| rest.to_vec()),
        "only" = Option::<i32>::as_slice,
        str::trim_end,
    ];
    assert_eq!(names(signature)[..2], ["get", "first"]);
}

#[test]
fn options_results_tuples_and_sets() {
    let signature = sig![
        "Some" = Some::<i32>,
        Option::<i32>::or,
        Option::<i32>::and::<i32>,
        Option::<i32>::unwrap_or,
        checked_half,
        "swap" = |(x, y): (i8, i8)| (y, x),
        BTreeSet::<i32>::contains::<i32>,
        "|" = |one: &BTreeSet<i32>, other: &BTreeSet<i32>| one | other,
        "keys" = |map: &HashMap<i8, i8>| map.keys().copied().collect::<HashSet<i8>>(),
    ];
    assert_eq!(names(signature)[4], "checked_half");
}

#[test]
fn generated_functions_are_arguments() {
    let found = sig![
        "map" = |f: &Func<i32, i32>, o: Option<i32>| o.map(&**f),
        "fold" = |f: Func2<i32, i32, i32>, xs: Vec<i32>| xs.into_iter().reduce(&*f),
        Option::<i32>::or,
        "None" = None::<i32>,
    ]
    .discover();
    assert!(found.proves("map(f, or(o, o1)) = or(map(f, o), map(f, o1))"));
    assert!(found.proves("map(f, None) = None"));
    assert!(!found.proves("map(f, o) = map(g, o)"));
}

#[test]
fn constants_are_values_or_functions_without_arguments() {
    let signature = sig![
        true,
        "0" = 0i32,
        "[]" = Vec::<i32>::new,
        String::new(),
        None::<i32>,
        Point::ORIGIN,
        Point::mirrored,
    ];
    assert_eq!(names(signature), ["true", "0", "[]", "new", "None", "ORIGIN", "mirrored"]);
}

#[test]
fn panics_are_undefined() {
    let found = sig![
        "head" = |xs: &[i32]| xs[0],
        "[]" = Vec::<i32>::new,
        ":" = |x: i32, xs: &[i32]| [&[x], xs].concat(),
    ]
    .discover();
    assert!(found.proves("head([]) = undefined"));
    assert!(found.proves("head(x : xs) = x"));
    let partial: Vec<&str> =
        found.partial_functions().iter().map(|one| one.call.as_str()).collect();
    assert_eq!(partial, ["head([])"]);
}

#[test]
fn generic_functions_can_make_signatures() {
    fn pairs<T: Arbitrary + Clone + Eq + std::hash::Hash + std::fmt::Debug + 'static>() -> Signature
    {
        sig![
            "swap" = |(one, other): (T, T)| (other, one),
            "pair" = |one: T, other: T| (one, other),
            "first" = |pair: &(T, T)| pair.0.clone(),
        ]
        .variables::<T>(["x", "y"])
        .variables::<(T, T)>(["p", "q"])
    }
    assert!(pairs::<u8>().discover().proves("swap(swap(p)) = p"));
    assert!(pairs::<String>().discover().proves("first(swap(pair(x, y))) = y"));
}
