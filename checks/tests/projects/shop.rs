//! The project that most checks run: some laws that hold, some that do not.

use std::sync::OnceLock;

use checks::{Cargo, Project};

/// The line that the broken law of the module `lists` begins on.
pub const LINE: usize = 10;

const LAWS: &str = r#"use lawful::prelude::*;

fn distinct(mut list: Vec<u8>) -> Vec<u8> {
    list.dedup();
    list
}

mod lists {
    use super::*;
    #[law]
    fn distinct_leaves_nothing_twice(mut list: Vec<u8>, (low, high): (u8, u8)) {
        note!("between {low} and {high}");
        list.push(0);
        let left = distinct(list);
        assert_eq!(left.iter().filter(|item| **item == 0).count(), 1);
    }
}

#[law]
fn false_above_a_thousand(price: u32) -> bool {
    eprintln!("ran with {price}");
    price < 1_000
}

#[law]
fn seventy_seven_is_rare(#[from((0..100u8, any::<u32>()).mapped(|pair| pair.0))] x: u8) {
    assert_ne!(x, 77);
}

#[law(tests = 400, seed = 1)]
fn has_tables(list: Vec<bool>) {
    classify!(list.is_empty(), "empty");
    label!("any");
    cover!(list.len() < 1_000, 50.0, "short");
}

#[law]
fn has_nothing_to_tell(list: Vec<bool>) {
    assert!(list.len() < 1_000);
}

#[law(for(u8, Vec<u8>, Option<bool>))]
fn order_is_reflexive<T: Ord>(value: T) {
    assert!(value <= value);
}

#[test]
fn by_hand() {
    check((any::<u8>(), any::<u8>()), |(x, y)| u16::from(x) + u16::from(y) < 300);
}

#[law(tests = 3)]
fn three_cases(#[from(7..=7u8)] x: u8) {
    let _ = x;
}
"#;

/// A cargo command in the project.
pub fn cargo(words: &str) -> Cargo {
    project().cargo(words)
}

/// The project.
pub fn project() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| Project::new(env!("CARGO_TARGET_TMPDIR"), "shop", &[("laws", LAWS)]))
}
