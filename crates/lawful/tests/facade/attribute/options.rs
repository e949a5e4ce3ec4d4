//! The options of `#[law(..)]`.

use std::sync::Mutex;
use std::thread::ThreadId;
use std::time::Duration;

use lawful::prelude::*;

use super::{check, check_fails, ran};

#[law(tests = 17)]
fn seventeen_tests(x: u64) {
    ran(x);
}

#[law(tests = 50, max_size = 3, seed = 1)]
fn small_sizes(list: Vec<u8>) {
    ran(list.len());
    assert!(list.len() <= 3);
}

#[law(seed = 0x5eed, tests = 20)]
fn seeded(x: u64, y: i64) {
    ran((x, y));
}

#[law(tests = 100, max_discards = 30)]
#[should_panic]
fn few_discards(x: u16) {
    ran(x);
    assume!(x > u16::MAX.saturating_sub(x).saturating_add(x));
}

#[law(max_discards = 30, tests = 100)]
#[should_panic]
fn few_discards_named_first(x: u16) {
    ran(x);
    assume!(x > u16::MAX.saturating_sub(x).saturating_add(x));
}

#[law(max_discards = 30, may_give_up)]
fn may_give_up(x: u16) {
    ran(x);
    assume!(x > u16::MAX.saturating_sub(x).saturating_add(x));
}

#[law(seed = 1, max_shrink_runs = 0, max_failures = 1)]
#[should_panic]
fn not_shrunk(list: Vec<u64>) {
    ran(&list);
    assert!(list.iter().all(|x| *x < 1_000_000_000));
}

#[law(tests = 10, repeat = 3)]
fn three_times_each(x: u64) {
    ran(x);
}

#[law(expect_failure)]
fn expected_to_fail(x: u16) {
    assert!(x < 1_000);
}

#[law(expect_failure)]
#[should_panic]
fn expected_to_fail_but_holds(x: u16) {
    assert_eq!(u32::from(x) as u16, x);
}

#[law(tests = 5, max_size = 50, max_discards = 9, seed = 3, max_shrink_runs = 100)]
fn all_options_together(x: u64) {
    ran(x);
}

#[law()]
fn no_options(x: u64) {
    ran(x);
}

#[law(jobs = 3, tests = 500)]
fn on_several_threads(x: u64) {
    THREADS.lock().unwrap().push(std::thread::current().id());
    ran(x);
}

static THREADS: Mutex<Vec<ThreadId>> = Mutex::new(Vec::new());

#[law(exhaustive = 3)]
fn all_up_to_a_size(list: Vec<bool>) {
    ran(list);
}

#[law(isolated, max_case_time = "5s", max_time = "1m", tests = 20)]
fn in_a_process_of_its_own(x: u64) {
    ran(x);
}

#[law(statistics, seed = 1, tests = 40)]
fn with_histograms(list: Vec<u64>, flag: bool) {
    ran((list, flag));
}

const FEW: usize = 4;

/// A number is any expression, whatever its integer type; a comma in `::<..>` ends nothing.
#[law(tests = 2 * FEW + Vec::<(u8, u8)>::new().len(), max_size = i8::MAX, seed = FEW as u64)]
fn counted_by_a_constant(x: u64) {
    ran(x);
}

#[law(tests = -(FEW as i64))]
#[should_panic(expected = "`tests` cannot be -4")]
fn less_than_no_tests(_x: u64) {}

#[law(isolated = false, statistics = true, original = FEW > 100, may_give_up = false, tests = 9)]
fn switches_with_a_value(x: u64) {
    ran(x);
}

#[law(expect_failure = false)]
fn not_expected_to_fail(x: u16) {
    assert_eq!(u32::from(x) as u16, x);
}

#[law(scheduled = false, tests = 9)]
fn not_scheduled(x: u64) {
    ran(x);
}

#[law(max_time = Duration::from_millis(1), tests = 5_000, may_give_up)]
fn stopped_by_its_time(x: u64) {
    ran(x);
    std::thread::sleep(Duration::from_millis(1));
}

#[law(max_time = "1ms", tests = 5_000, may_give_up)]
fn stopped_by_its_time_as_text(x: u64) {
    ran(x);
    std::thread::sleep(Duration::from_millis(1));
}

#[test]
fn numbers_are_expressions() {
    assert_eq!(check(counted_by_a_constant).len(), 8);
    assert_eq!(check(counted_by_a_constant), check(counted_by_a_constant), "the seed is set");
}

#[test]
fn switches_are_set_by_their_values() {
    assert_eq!(check(switches_with_a_value).len(), 9, "run in this process");
    assert_eq!(check(not_scheduled).len(), 9);
    check(not_expected_to_fail);
}

#[test]
fn durations_limit_a_law() {
    assert!(check(stopped_by_its_time).len() < 5_000);
    assert!(check(stopped_by_its_time_as_text).len() < 5_000);
}

#[test]
fn jobs_run_on_other_threads() {
    assert_eq!(check(on_several_threads), [] as [String; 0], "nothing ran on this one");
    let threads = THREADS.lock().unwrap();
    assert!(threads.len() >= 500 && !threads.contains(&std::thread::current().id()));
}

#[test]
fn walks_end() {
    // Sizes 0 to 3: lists of at most so many truth values.
    assert_eq!(check(all_up_to_a_size).len(), 1 + 3 + 7 + 15);
    assert_eq!(check(in_a_process_of_its_own), [] as [String; 0], "nothing ran in this process");
    assert_eq!(check(with_histograms).len(), 40);
}

#[test]
fn tests_are_counted() {
    assert_eq!(check(seventeen_tests).len(), 17);
    assert_eq!(check(all_options_together).len(), 5);
    assert_eq!(check(no_options).len(), 256);
}

#[test]
fn sizes_are_bounded() {
    let lengths = check(small_sizes);
    assert!(lengths.contains(&String::from("3")), "{lengths:?}");
}

#[test]
fn a_seed_fixes_every_case() {
    assert_eq!(check(seeded), check(seeded));
    assert_ne!(check(seventeen_tests), check(seventeen_tests));
}

#[test]
fn discards_are_limited_whatever_the_order_of_the_options() {
    assert_eq!(check_fails(few_discards).len(), 31);
    assert_eq!(check_fails(few_discards_named_first).len(), 31);
    assert_eq!(check(may_give_up).len(), 31);
}

#[test]
fn shrinking_is_limited() {
    let cases = check_fails(not_shrunk);
    let large = |number: &str| number.parse().is_ok_and(|number: u64| number >= 1_000_000_000);
    let broken = |case: &&String| case.trim_matches(['[', ']']).split(", ").any(large);
    let found = cases.iter().find(broken);
    assert_eq!(found, cases.last(), "the case that is shown is the one that was found");
}

#[test]
fn a_case_is_repeated() {
    let cases = check(three_times_each);
    assert!(cases.len() >= 30);
    assert!(cases.chunks(3).all(|chunk| chunk.iter().all(|case| *case == chunk[0])));
}

#[test]
fn an_expected_failure_is_a_success_and_its_absence_is_not() {
    check(expected_to_fail);
    check_fails(expected_to_fail_but_holds);
}
