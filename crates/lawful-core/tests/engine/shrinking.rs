//! The exact minimum on every seed, and how many runs it took. The minima are those of the public
//! shrinking challenge, or follow from the order of tapes; the bench has all of them on 100 seeds.

use std::collections::BTreeSet;

use lawful_core::generate::{Func, Generator, any, floats, text, vec};
use lawful_core::law::{Case, Component, Law, Outcome, for_all};
use lawful_core::run::Runner;

/// A law whose cases all have the greatest size.
struct Large<L>(L);

impl<L: Law> Component for Large<L> {
    type Drawn = ();

    fn draw(&self, _: &mut Case) {}

    fn run(&self, (): (), case: &mut Case) -> Outcome {
        case.resize(100, |case| self.0.test(case))
    }

    fn draw_and_run(&self, case: &mut Case) -> Outcome {
        self.run((), case)
    }
}

/// Checks the smallest case on ten seeds, from growing sizes and from size 100 at once, and that
/// shrinking takes no more runs than `runs` on average from growing sizes.
fn check(law: impl Law, smallest: &str, runs: u64) {
    let mut total = 0;
    let law = Large(law);
    let find = |law: &dyn Law, seed: u64| {
        let summary = Runner::named("shrinking").first_failure().tests(100_000).seed(seed).run(law);
        let failure = summary.failure().expect("the law is broken");
        assert_eq!(failure.arguments[0].debug, smallest, "seed {seed}");
        failure.runs
    };
    for seed in 0..10 {
        total += find(&law.0, seed);
        find(&law, seed);
    }
    assert!(total <= 10 * runs, "{total} runs for ten cases of {smallest}");
}

#[test]
fn lists() {
    let reversed = |list: Vec<i32>| list.iter().eq(list.iter().rev());
    check(for_all(any::<Vec<i32>>(), reversed), "[0, 1]", 10);
    let few = |lists: Vec<Vec<i32>>| lists.concat().iter().collect::<BTreeSet<_>>().len() <= 4;
    check(for_all(any::<Vec<Vec<i32>>>(), few), "[[0, 1, -1, 2, -2]]", 104);
    let list = (1..=100usize).flat_mapped(|length| vec(0..=1000, length));
    check(for_all(list, |list| list.iter().all(|x| *x < 900)), "[900]", 50);
}

#[test]
fn linked_numbers() {
    let pair = || (1..=1000, 1..=1000);
    check(for_all(pair(), |(x, y)| x < 10 || x != y), "(10, 10)", 24);
    check(for_all(pair(), |(x, y): (i32, i32)| x < 10 || x.abs_diff(y) != 1), "(10, 9)", 35);
    let far = |(x, y): (i32, i32)| x < 10 || x == y || x.abs_diff(y) > 4;
    check(for_all(pair(), far), "(10, 6)", 39);
    let drawn = (1..=100usize).flat_mapped(|length| vec(0..length, length));
    let coupled = |list: Vec<usize>| (0..list.len()).all(|i| list[i] == i || list[list[i]] != i);
    check(for_all(drawn, coupled), "[1, 0]", 41);
}

/// Two numbers far apart that hold each other up; the others keep them from being neighbours.
#[test]
fn zig_zags() {
    let law = for_all(vec(0..=1000u32, 10), |list| {
        list.contains(&0) || list[0] < 100 || list[0].abs_diff(list[9]) > 1
    });
    check(law, "[100, 1, 1, 1, 1, 1, 1, 1, 1, 99]", 500);
}

#[test]
fn thresholds() {
    check(for_all(any::<i64>(), |x| x < 1234), "1234", 40);
    check(for_all(any::<i64>(), |x| x > -1234), "-1234", 40);
    check(for_all(any::<u128>(), |x| x < 1 << 70), "1180591620717411303424", 60);
    check(for_all(any::<i128>(), |x| x > -(1 << 70)), "-1180591620717411303424", 60);
}

#[test]
fn beyond_lists_and_integers() {
    check(for_all(floats::<f64>().finite(), |x| x + 1.0 != x), "9007199254740992.0", 300);
    check(for_all(any::<f64>(), |x| x.fract() == 0.0 || !x.is_finite()), "0.5", 40);
    check(for_all(text(..=100), |text| text.is_ascii()), "\"\\u{80}\"", 40);
    let bytes = vec(any::<u8>(), 0..=4096);
    let apart = |bytes: Vec<u8>| {
        let seven = bytes.iter().position(|byte| *byte == 7);
        seven.is_none_or(|at| bytes[at..].iter().all(|byte| *byte < 200))
    };
    check(for_all(bytes, apart), "[7, 200]", 80);
    let pair = (0..1000, 0..1000).filtered(|(x, y)| x != y);
    check(for_all(pair, |(x, y)| x < y), "(1, 0)", 20);
    let rows = |f: Func<i32, i32>| !(f(1) == 2 && f(2) > 5 && f(3) < f(1));
    check(for_all(any(), rows), "|x| match x { 1 => 2, 2 => 6, _ => 0 }", 100);
}
