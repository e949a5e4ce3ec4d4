//! Messages of tasks that cannot be ranked.

use lawful::prelude::*;
use lawful::rank::Assignment;

#[test]
fn no_answers() {
    let error = Assignment::new(any::<u8>()).reference(|x| *x).try_rank().unwrap_err();
    assert_eq!(error.to_string(), "there are no answers");
}

#[test]
fn two_answers_of_one_name() {
    let task = Assignment::new(any::<u8>()).reference(|x| *x);
    let error = task.answer("A", |x| *x).answer("A", |_| 0).try_rank().unwrap_err();
    assert_eq!(error.to_string(), "two answers are named A");
}

#[test]
fn a_reference_that_panics() {
    let task = Assignment::new(any::<Vec<u8>>()).reference(|list| list[0]).answer("A", |_| 0);
    let error = task.try_rank().unwrap_err().to_string();
    assert!(error.starts_with("the reference panicked on []: index out of bounds"), "{error}");
    assert!(error.ends_with("inputs for which the reference has an output."), "{error}");
}

#[test]
fn a_generator_that_discards_everything() {
    let inputs = any::<u64>().filtered(|x| x % 1_000_003 == 999_998);
    let error =
        Assignment::new(inputs).reference(|x| *x).answer("A", |x| *x).try_rank().unwrap_err();
    assert!(error.to_string().contains("Use a generator that makes valid inputs"), "{error}");
}

#[test]
fn a_generator_that_panics() {
    let inputs = |source: &mut Source| if source.any::<u8>() > 3 { panic!("too much") } else { 1 };
    let error =
        Assignment::new(inputs).reference(|x| *x).answer("A", |x| *x).try_rank().unwrap_err();
    assert!(error.to_string().starts_with("the generator panicked: "), "{error}");
}

#[test]
#[should_panic(expected = "there is no answer named B")]
fn a_name_that_is_not_there() {
    let ranking = Assignment::new(any::<u8>()).reference(|x| *x).answer("A", |_| 0).rank();
    ranking.compare("A", "B");
}
