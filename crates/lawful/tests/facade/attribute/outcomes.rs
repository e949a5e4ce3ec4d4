//! What a law may return, and `assume!` in each.

use std::num::ParseIntError;

use lawful::prelude::*;
use lawful::{Outcome, discard};

use super::{check, check_fails, ran};

#[law]
fn nothing(x: u8, y: u8) {
    assume!(x <= y);
    ran((x, y));
    assert_eq!(x.max(y), y);
}

#[law]
fn a_truth_value(x: u8, y: u8) -> bool {
    assume!(x <= y);
    ran((x, y));
    x.max(y) == y
}

#[law]
fn a_result(x: u8, y: u8) -> Result<(), ParseIntError> {
    assume!(x <= y);
    ran((x, y));
    assert_eq!(x.to_string().parse::<u8>()?, x);
    Ok(())
}

#[law]
fn a_result_of_a_truth_value(x: u8, y: u8) -> Result<bool, Box<dyn std::error::Error>> {
    assume!(x <= y);
    ran((x, y));
    Ok(x.to_string().parse::<u8>()? <= y)
}

#[law]
fn another_law(list: Vec<u8>) -> impl Law {
    for_all(0..=list.len(), move |at| {
        assume!(at < list.len());
        ran((at, list.len()));
        assert_eq!(list[..at].len() + list[at..].len(), list.len());
    })
}

#[law]
fn another_law_where_the_outer_value_may_be_refused(list: Vec<u8>) -> impl Law {
    if list.is_empty() {
        discard();
    }
    for_all(0..list.len(), move |at| {
        ran((at, list.len()));
        list.get(at).is_some()
    })
}

#[law]
fn a_closure_over_the_source(x: u8) -> impl Law {
    move |source: &mut Source| {
        let y: u8 = source.any();
        y.wrapping_add(x) == x.wrapping_add(y)
    }
}

#[law]
fn one_law_or_another(x: u8) -> Box<dyn Law> {
    match x {
        0..100 => Box::new(for_all(any::<u8>(), move |y| y.wrapping_add(x) == x.wrapping_add(y))),
        _ => Box::new(for_all(any::<u16>(), move |y| y / u16::from(x) <= y)),
    }
}

#[law]
fn an_outcome(x: u8) -> Outcome {
    if x.is_multiple_of(2) { Outcome::Passed } else { Outcome::Discarded }
}

#[law]
fn many_inner_values(list: Vec<u8>) -> impl Law {
    let sum: u64 = list.iter().map(|&x| u64::from(x)).sum();
    for_all(any::<u8>(), move |x| sum + u64::from(x) >= sum).many(20)
}

#[law]
#[should_panic]
fn broken_by_false(x: u8) -> bool {
    ran(x);
    x < 10
}

#[law]
#[should_panic]
fn broken_by_an_error(text: String) -> Result<(), ParseIntError> {
    ran(&text);
    assume!(!text.is_empty());
    text.parse::<i32>().map(|_| ())
}

#[law]
#[should_panic]
fn broken_in_the_inner_law(list: Vec<bool>) -> impl Law {
    for_all(0..=9usize, move |at| {
        ran((&list, at));
        list.get(at) != Some(&true)
    })
}

/// An assumption that is not met says nothing of the case, whatever happens after it.
#[law]
fn an_assumption_comes_before_everything_else(x: u8) {
    struct Ending(u8);
    impl Drop for Ending {
        fn drop(&mut self) {
            assert!(self.0.is_multiple_of(2), "an odd number was dropped");
        }
    }
    let _ending = Ending(x);
    assume!(x.is_multiple_of(2));
}

#[test]
fn every_case_that_is_run_on_meets_the_assumption() {
    for law in [nothing, a_truth_value, a_result, a_result_of_a_truth_value] {
        assert_eq!(check(law).len(), 256);
    }
    assert_eq!(check(another_law).len(), 256);
    assert_eq!(check(another_law_where_the_outer_value_may_be_refused).len(), 256);
}

#[test]
fn every_way_to_be_broken_ends_with_the_smallest_case() {
    let smallest = |law| check_fails(law).pop().unwrap_or_default();
    assert_eq!(smallest(broken_by_false), "10");
    // The simplest text that is not a number.
    assert_eq!(smallest(broken_by_an_error), r#""a""#);
    assert_eq!(smallest(broken_in_the_inner_law), "([true], 0)");
}
