//! All tapes of a size, against the values counted by hand.

use lawful_core::choice::Recording;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use lawful_core::choice::{Enumeration, Source};
use lawful_core::generate::{Func, Generator, any, permutation, subsequence, vec};

fn all<G: Generator<Value: Debug>>(generator: G, size: u32) -> Vec<String> {
    let enumeration = Arc::new(Mutex::new(Enumeration::new(size)));
    let mut values = Vec::new();
    loop {
        let value = Recording::fed(enumeration.clone(), size).draw(&generator);
        values.push(format!("{value:?}"));
        if !enumeration.lock().unwrap().advance() {
            return values;
        }
    }
}

fn check<G: Generator<Value: Debug>>(generator: G, size: u32, count: usize) {
    let values = all(generator, size);
    let different: BTreeSet<&String> = values.iter().collect();
    assert_eq!((values.len(), different.len()), (count, count), "{values:?}");
}

#[test]
fn every_value_comes_once() {
    check(any::<i32>(), 3, 7);
    check(any::<u8>(), 3, 4);
    check(any::<bool>(), 0, 2);
    check(any::<(bool, i8)>(), 1, 6);
    // Lists of up to two numbers out of five: 1 + 5 + 25.
    check(any::<Vec<i64>>(), 2, 31);
    // Texts of up to two letters out of three.
    check(any::<String>(), 2, 13);
    check(vec(0..=1, 3), 5, 8);
    check(permutation(0..4), 9, 24);
    check(subsequence(0..4), 9, 16);
    check(any::<Option<bool>>(), 1, 3);
}

#[test]
fn the_simplest_comes_first() {
    assert_eq!(all(any::<(i8, Vec<u8>)>(), 1)[0], "(0, [])");
}

#[test]
fn functions_are_enumerated_by_their_answers() {
    let answers = |source: &mut Source| {
        let function: Func<u8, bool> = source.any();
        (function(0), function(1))
    };
    let values: BTreeSet<String> = all(answers, 1).into_iter().collect();
    assert_eq!(values.len(), 4, "{values:?}");
}
