//! The search: kinds of failures, oracles, determinism, limits.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use lawful::generate::vec;
use lawful::prelude::*;
use lawful::rank::{Assignment, OracleKind, Ranking, SearchEnd, Verdict, out_of_time};

fn sum_task(
    seed: u64,
) -> Assignment<impl Generator<Value = Vec<i8>>, lawful::rank::Functions<'static, Vec<i8>, i64>> {
    let sum = |list: &Vec<i8>| list.iter().map(|x| i64::from(*x)).sum::<i64>();
    Assignment::new(vec(any::<i8>(), ..))
        .reference(sum)
        .answer("right", sum)
        .answer("bytes", |list| i64::from(list.iter().fold(0i8, |sum, x| sum.wrapping_add(*x))))
        .answer("positive", |list| list.iter().map(|x| i64::from(*x).max(0)).sum())
        .answer("first three", |list| list.iter().take(3).map(|x| i64::from(*x)).sum())
        .answer("nothing", |_| panic!("not implemented"))
        .answer("hangs", move |list| if list.len() > 1 { out_of_time() } else { sum(list) })
        .patience(2_000)
        .small_tests(2_000)
        .seed(seed)
}

fn tests(ranking: &Ranking) -> Vec<&str> {
    ranking.bugs().iter().map(|bug| &*bug.test).collect()
}

#[test]
fn each_bug_has_its_smallest_test_on_every_seed() {
    for seed in 0..10 {
        let ranking = sum_task(seed).rank();
        assert_eq!(
            tests(&ranking),
            ["[]", "[-1]", "[0, 0]", "[1, 127]", "[0, 0, 0, 1]"],
            "seed {seed}\n{ranking}"
        );
    }
}

#[test]
fn failures_are_told_apart() {
    let ranking = sum_task(0).rank();
    let verdict = |bug: usize, name: &str| {
        let place = ranking.answers().iter().position(|answer| answer.name == name).unwrap();
        let reply = &ranking.bugs()[bug].replies[place];
        (reply.verdict, reply.text.as_str())
    };
    assert_eq!(verdict(0, "nothing"), (Verdict::Crashed, "not implemented"));
    assert_eq!(verdict(1, "positive"), (Verdict::WrongOutput, "0"));
    assert_eq!(verdict(2, "hangs"), (Verdict::TimedOut, "timed out"));
    assert_eq!(verdict(2, "bytes"), (Verdict::Passed, "0"));
    let places: Vec<(usize, &str)> =
        ranking.answers().iter().map(|answer| (answer.place, &*answer.name)).collect();
    let middle = [(2, "bytes"), (2, "positive"), (2, "first three"), (5, "hangs")];
    assert_eq!(places, [&[(1, "right")], &middle[..], &[(6, "nothing")]].concat());
}

#[test]
fn the_ranking_is_the_same_on_any_number_of_threads() {
    let json = |jobs| sum_task(3).jobs(jobs).rank().to_json();
    assert_eq!(json(1), json(2));
    assert_eq!(json(1), json(7));
}

#[test]
fn a_majority_is_an_oracle_that_says_so() {
    let task = || {
        Assignment::new(0..1_000u32)
            .majority()
            .answer("A", |x| x / 10)
            .answer("B", |x| x / 10)
            .answer("C", |x| if *x == 77 { 0 } else { x / 10 })
    };
    let ranking = task().rank();
    assert_eq!((ranking.oracle(), tests(&ranking)), (OracleKind::Majority, vec!["77"]));
    assert_eq!(ranking.answers()[2].name, "C");
    assert!(ranking.to_string().contains("Nothing but agreement says what is right"), "{ranking}");
    // Two against two: nothing is known where they differ.
    let ranking = task().answer("D", |x| if *x == 77 { 0 } else { x / 10 }).rank();
    assert!(ranking.bugs().is_empty() && ranking.undecided() > 0, "{ranking}");
}

#[test]
fn limits_that_end_a_search_are_named() {
    let ranking = sum_task(0).max_tests(10).rank();
    assert_eq!(ranking.end(), SearchEnd::MaxTests(10));
    assert!(ranking.to_string().contains("stopped at the limit of 10 tests"), "{ranking}");
    let time = Duration::ZERO;
    let ranking = sum_task(0).max_time(time).rank();
    assert_eq!(ranking.end(), SearchEnd::OutOfTime(time));
    assert!(ranking.to_string().contains("another run may differ"), "{ranking}");
}

#[test]
fn an_answer_that_is_not_deterministic_is_named() {
    // Wrong for the first three calls, and right ever after.
    let calls = AtomicU64::new(0);
    let ranking = Assignment::new(0..50u8)
        .reference(|x| *x)
        .answer("moody", |x| if calls.fetch_add(1, Ordering::Relaxed) < 3 { 100 } else { *x })
        .jobs(1)
        .patience(100)
        .rank();
    assert_eq!(ranking.answers()[0].bugs.len(), 1, "{ranking}");
    let remark = "moody passes and fails on 0: it is not deterministic, and counts as failing";
    assert_eq!(ranking.remarks(), [remark]);
    assert!(ranking.to_string().contains("moody     0 (this time)"), "{ranking}");
}

#[test]
fn a_correct_field_has_no_bugs() {
    let ranking =
        Assignment::new(any::<String>()).reference(String::len).answer("same", String::len).rank();
    assert_eq!((ranking.bugs().len(), ranking.answers()[0].place), (0, 1));
    assert!(ranking.to_svg().contains("passes every test"));
}

#[test]
fn thousands_of_answers() {
    // Answer n is wrong for multiples of n + 2.
    let mut task = Assignment::new(1..5_000u32).reference(|_| false);
    for answer in 0..1_200u32 {
        task = task.answer(format!("A{answer}"), move |x| x % (answer + 2) == 0);
    }
    let ranking = task.small_tests(100).patience(1_000).max_tests(3_000).rank();
    assert_eq!(ranking.answers().len(), 1_200);
    assert!(ranking.bugs().len() > 300, "{}", ranking.bugs().len());
}
