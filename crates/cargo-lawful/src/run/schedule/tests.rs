//! The schedule with laws that are only numbers.

use std::collections::BTreeSet;

use lawful::prelude::*;
use lawful_data::tape::Tape;
use lawful_data::{About, Found, Reason, RecordedEvent};

use super::*;

/// A part of a law in which all tests passed.
fn passed(law: usize, first: u64, next: u64) -> Summary {
    let about = About::new(format!("law {law}"), "laws.rs", 1);
    let mut summary = Summary::new(about, 0, 256, Stopped::Passed);
    (summary.first_test, summary.next_test) = (first, next);
    (summary.passed, summary.max_failures) = (next - first, 8);
    summary
}

fn broken(law: usize, first: u64, next: u64, code: &'static str) -> Summary {
    let reason = Reason::new("lawful", code, code);
    let mut summary = passed(law, first, next);
    let found = Found::Test { index: first };
    summary.stopped = Stopped::Failed(vec![Failure::new(reason, found, Tape::default())]);
    summary
}

fn end(summary: Summary, elapsed: Duration) -> PartEnd {
    PartEnd { summaries: vec![summary], elapsed, ..PartEnd::default() }
}

fn part(schedule: &mut Schedule, now: Instant) -> Part {
    match schedule.next(now) {
        Next::Part(part) => part,
        other => panic!("{other:?}"),
    }
}

/// Whatever the laws cost, every test of every law is run once, and no law twice at the same time.
#[law(tests = 200)]
fn each_test_is_run_once(
    #[from(1..=6usize)] laws: usize,
    #[from(1..=4usize)] workers: usize,
    #[from(1..=5_000u64)] tests: u64,
    #[from(lawful::generate::vec(1..=400_000u64, 6..=6))] nanoseconds: Vec<u64>,
    #[from(lawful::generate::vec(any::<u8>(), 64..=64))] order: Vec<u8>,
) {
    let mut schedule = Schedule::new(laws, Budget::of_tests(tests, None), workers, false);
    let mut running: Vec<Part> = Vec::new();
    let mut ended = 0;
    let mut run: Vec<BTreeSet<u64>> = vec![BTreeSet::new(); laws];
    loop {
        while running.len() < workers {
            match schedule.next(Instant::now()) {
                Next::Part(part) => {
                    assert!(running.iter().all(|other| other.law != part.law));
                    running.push(part);
                }
                Next::Wait => break,
                Next::Over if running.is_empty() => {
                    assert!(run.iter().all(|run| run.len() as u64 == tests));
                    return;
                }
                Next::Over => break,
            }
        }
        let which = usize::from(order[ended % order.len()]) % running.len();
        ended += 1;
        let part = running.swap_remove(which);
        let range = part.tests.clone().expect("the tests are numbered");
        assert!(!range.is_empty());
        for index in range.clone() {
            assert!(run[part.law].insert(index), "test {index} is run twice");
        }
        let time = Duration::from_nanos(nanoseconds[part.law] * (range.end - range.start));
        schedule.ended(&part, &end(passed(part.law, range.start, range.end), time));
    }
}

#[test]
fn every_law_is_run_before_any_is_run_again_and_then_the_one_with_the_least_time() {
    let budget = Budget::of_time(Duration::from_secs(60), None);
    let mut schedule = Schedule::new(3, budget, 1, false);
    let mut order = Vec::new();
    for _ in 0..6 {
        let part = part(&mut schedule, Instant::now());
        order.push(part.law);
        let tests = part.tests.clone().expect("the tests are numbered");
        // The second law is ten times as slow as the others.
        let time = Duration::from_millis(if part.law == 1 { 1_000 } else { 100 });
        schedule.ended(&part, &end(passed(part.law, tests.start, tests.end), time));
    }
    assert_eq!(order, [0, 1, 2, 0, 2, 0]);
}

#[test]
fn time_ends_a_run_and_bounds_its_last_parts() {
    let budget = Budget::of_time(Duration::from_secs(10), None);
    let Budget::Time { deadline, .. } = budget else { panic!("{budget:?}") };
    let mut schedule = Schedule::new(1, budget, 2, false);
    let last = part(&mut schedule, deadline - Duration::from_millis(7));
    assert_eq!(last.time, Some(Duration::from_millis(7)));
    assert_eq!(schedule.next(deadline - Duration::from_millis(7)), Next::Wait);
    assert_eq!(schedule.next(deadline), Next::Over);
}

#[test]
fn shards_run_different_tests() {
    for (tests, shard) in [(1_000, 1), (1_000, 4)] {
        let shard = Some(Shard { index: shard, count: 4 });
        let mut schedule = Schedule::new(1, Budget::of_tests(tests, shard), 1, false);
        let first = part(&mut schedule, Instant::now()).tests.map(|tests| tests.start);
        assert_eq!(first, shard.map(|shard| (shard.index - 1) * 250));
    }
    let of_time = |index| Budget::of_time(Duration::from_secs(1), Some(Shard { index, count: 4 }));
    assert!(of_time(1).end() <= of_time(2).first());
}

#[test]
fn only_new_failures_of_a_part_are_told() {
    let mut schedule = Schedule::new(1, Budget::of_tests(10_000_000, None), 1, false);
    let mut told: Vec<Vec<&str>> = Vec::new();
    for code in ["one", "one", "other", "one"] {
        let part = part(&mut schedule, Instant::now());
        let tests = part.tests.clone().expect("the tests are numbered");
        let summary = broken(0, tests.start, tests.end, code);
        let news = schedule.ended(&part, &end(summary, Duration::from_millis(1)));
        told.push(news.iter().flat_map(Summary::failures).map(|one| one.reason.code).collect());
    }
    assert_eq!(told, [vec!["one"], vec![], vec!["other"], vec![]]);
    assert_eq!(schedule.laws[0].summaries[0].failures().len(), 2);
}

#[test]
fn a_law_that_dies_is_started_once_more() {
    let mut schedule = Schedule::new(1, Budget::Own, 1, false);
    let death = || PartEnd { death: Some("signal 6".to_string()), ..PartEnd::default() };
    let first = part(&mut schedule, Instant::now());
    schedule.ended(&first, &death());
    assert!(schedule.laws[0].problem.is_none());
    let second = part(&mut schedule, Instant::now());
    schedule.ended(&second, &death());
    assert_eq!(schedule.laws[0].problem.as_deref(), Some("signal 6"));
    assert_eq!(schedule.next(Instant::now()), Next::Over);
}

#[test]
fn an_interrupt_says_nothing_of_a_law() {
    let budget = Budget::of_time(Duration::from_secs(60), None);
    let mut schedule = Schedule::new(1, budget, 1, false);
    let running = part(&mut schedule, Instant::now());
    schedule.stop();
    schedule.ended(&running, &PartEnd { is_killed: true, ..PartEnd::default() });
    assert!(schedule.laws[0].problem.is_none() && !schedule.laws[0].was_run());
}

#[test]
fn what_a_law_stored_before_it_was_killed_is_told() {
    let mut schedule = Schedule::new(1, Budget::of_time(Duration::from_secs(60), None), 1, false);
    let running = part(&mut schedule, Instant::now());
    let summary = broken(0, 0, 256, "one");
    let stored = StoredFailure::new(&summary.about, &summary.failures()[0]);
    let (file, stored) = (std::path::PathBuf::from("one.json"), Box::new(stored));
    let event = Event::Stored { file, is_committed: false, stored };
    let record = Record::Event(Box::new(RecordedEvent::new(summary.about.clone(), event)));
    let end = PartEnd { is_killed: true, stored: vec![record], ..PartEnd::default() };
    let news = schedule.ended(&running, &end);
    assert_eq!(news.len(), 1);
    assert!(schedule.laws[0].was_killed && schedule.laws[0].summaries[0].failures().len() == 1);
}

#[test]
fn a_law_with_as_many_failures_as_are_looked_for_is_done() {
    let mut schedule = Schedule::new(2, Budget::of_tests(1_000_000, None), 1, true);
    let running = part(&mut schedule, Instant::now());
    let mut summary = broken(0, 0, 256, "one");
    summary.max_failures = 1;
    schedule.ended(&running, &end(summary, Duration::from_millis(1)));
    assert!(schedule.laws[0].is_done);
    // The run ends with the first failure, as it was asked to.
    assert_eq!(schedule.next(Instant::now()), Next::Over);
}

#[test]
fn a_law_that_ends_its_process_with_success_in_a_later_part_died() {
    let mut schedule = Schedule::new(1, Budget::of_tests(1_000_000, None), 1, false);
    let first = part(&mut schedule, Instant::now());
    let tests = first.tests.clone().expect("the tests are numbered");
    schedule.ended(&first, &end(passed(0, tests.start, tests.end), Duration::from_millis(1)));
    for _ in 0..2 {
        let silent = part(&mut schedule, Instant::now());
        schedule.ended(&silent, &PartEnd { is_without_law: true, ..PartEnd::default() });
    }
    assert!(schedule.laws[0].problem.is_some());
    assert_eq!(schedule.next(Instant::now()), Next::Over);
}

#[test]
fn a_law_whose_own_limit_comes_before_its_first_test_is_done() {
    let mut schedule = Schedule::new(1, Budget::of_tests(100, None), 1, false);
    let running = part(&mut schedule, Instant::now());
    let mut summary = passed(0, 0, 0);
    summary.limits.push(Limit::Law(Duration::from_millis(1)));
    assert!(summary.limits[0].is_of_law());
    schedule.ended(&running, &end(summary, Duration::from_millis(1)));
    assert_eq!(schedule.next(Instant::now()), Next::Over);
}

#[test]
fn a_law_that_died_once_and_then_passed_did_not_pass() {
    let mut schedule = Schedule::new(1, Budget::Own, 1, false);
    let first = part(&mut schedule, Instant::now());
    let death = PartEnd { death: Some("signal 6".to_string()), ..PartEnd::default() };
    schedule.ended(&first, &death);
    let second = part(&mut schedule, Instant::now());
    schedule.ended(&second, &end(passed(0, 0, 256), Duration::from_millis(1)));
    let problem = schedule.laws[0].problem.as_deref();
    assert!(problem.is_some_and(|problem| problem.starts_with("signal 6")), "{problem:?}");
}
