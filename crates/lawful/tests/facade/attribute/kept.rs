//! Cases kept in the source, and failures kept in a folder beside it.

use std::path::Path;

use lawful::prelude::*;

use super::{check, check_fails, ran};

#[law(tests = 3, case(vec![7, 8], 1), case(Vec::new(), u64::MAX,))]
fn kept_cases_come_first(list: Vec<u8>, number: u64) {
    ran((list, number));
}

#[law(tests = 10, case(Some(3), HashLike::<u8, u8>::default()))]
fn kept_cases_are_expressions(chance: Option<u8>, hash: HashLike<u8, u8>) {
    ran((chance, hash));
}

#[derive(Debug, Default, Arbitrary)]
struct HashLike<K, V> {
    pairs: Vec<(K, V)>,
}

#[law(tests = 20, max_failures = 1, case(5), case(6))]
#[should_panic]
fn a_kept_case_that_is_broken(x: u64) {
    ran(x);
    assert_ne!(x, 6);
}

#[law(tests = 50, for(u32, i64), case(Default::default()))]
fn kept_cases_of_generic_laws<T: Arbitrary + Default + std::fmt::Debug>(x: T) {
    ran(x);
}

#[law(seed = 1, database = "tests/facade/failures", may_give_up)]
fn a_folder_that_is_committed(x: u64) {
    ran(x);
}

#[test]
fn the_cases_of_the_source_are_run_before_all_others() {
    let cases = check(kept_cases_come_first);
    assert_eq!(cases[..2], ["([7, 8], 1)", "([], 18446744073709551615)"]);
    assert!(check(kept_cases_are_expressions)[0].starts_with("(Some(3), HashLike { pairs: [] })"));
}

#[test]
fn a_broken_case_of_the_source_is_reported_as_it_is() {
    let cases = check_fails(a_kept_case_that_is_broken);
    assert_eq!((cases[0].as_str(), cases.last().map(String::as_str)), ("5", Some("6")));
}

/// The folder has one file, of a case that held when it was stored.
#[test]
fn failures_of_a_committed_folder_are_tried_first() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/facade/failures");
    let cases = check(a_folder_that_is_committed);
    assert!(folder.is_dir());
    assert_eq!(cases[0], "4711");
}
