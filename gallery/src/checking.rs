//! Helpers of the tests of the studies.

use lawful::extend::attempt;
use lawful::report::sequence;
use lawful::run::Summary;
use lawful::{Law, Outcome, Runner};

use crate::{Exhibit, Expected};

/// The root seeds that every exhibit is run with; the suite `soak` of the bench has twenty.
pub const SEEDS: std::ops::RangeInclusive<u64> = 1..=5;

/// The process in which the cases of isolated exhibits run comes here. Elsewhere there is nothing to do.
#[test]
fn isolated_exhibits_are_served() {
    crate::serve_if_child();
}

/// Runs every exhibit with the root seeds 1 to 5, and expects the finding that it names.
pub fn assert_as_expected(exhibits: &[Exhibit]) {
    assert_as_expected_with(exhibits, SEEDS);
}

/// Runs every exhibit with other seeds: fewer, where they take long.
pub fn assert_as_expected_with(exhibits: &[Exhibit], seeds: std::ops::RangeInclusive<u64>) {
    for exhibit in exhibits {
        for seed in seeds.clone() {
            let visit = exhibit.visit(seed, &mut |_| {});
            let difference = visit.difference.unwrap_or_default();
            let name = exhibit.name;
            assert!(difference.is_empty(), "{name}, seed {seed}: {difference}\n{}", visit.text);
        }
    }
}

/// The exhibit of a name.
pub fn find(exhibits: Vec<Exhibit>, name: &str) -> Exhibit {
    let mut exhibits = exhibits.into_iter();
    exhibits.find(|exhibit| exhibit.name == name).expect("there is an exhibit of that name")
}

/// The smallest case of an exhibit for each of the root seeds 1 to 5: the arguments as `Debug` writes them.
pub fn smallest(exhibits: Vec<Exhibit>, name: &str) -> Vec<Vec<String>> {
    let exhibit = find(exhibits, name);
    let arguments = |summary: Summary| {
        let failure = summary.failure().expect("the exhibit is broken");
        failure.arguments.iter().map(|argument| argument.debug.clone()).collect()
    };
    SEEDS.map(|seed| arguments(exhibit.run(seed))).collect()
}

/// Expects that an exhibit names this minimal case and no other. That it finds it is seen by [`assert_as_expected`].
#[track_caller]
pub fn assert_smallest(exhibits: Vec<Exhibit>, name: &str, arguments: &[&str]) {
    let exhibit = find(exhibits, name);
    let Expected::Fails(finding) = &exhibit.expected else { panic!("{name} should fail") };
    assert_eq!(finding.expected_arguments(), [arguments], "{name}");
}

/// Expects the same smallest program for the root seeds 1 to 5, whatever else breaks.
#[track_caller]
pub fn assert_smallest_program(machine: &dyn Law, calls: &[&str]) {
    for seed in SEEDS {
        let summary = Runner::named("program").tests(1_000).seed(seed).run(machine);
        let programs = summary.failures().iter().map(|failure| sequence::calls(failure.calls()));
        let programs: Vec<Vec<String>> = programs.collect();
        assert!(programs.iter().any(|found| found == calls), "seed {seed}: {programs:#?}");
    }
}

/// How many cases had a label, in per cent, over all seeds.
pub fn percent_labelled(exhibit: &Exhibit, label: &str) -> f64 {
    let (mut labelled, mut held) = (0, 0);
    for seed in SEEDS {
        let summary = exhibit.run(seed);
        labelled += summary.tables.labels.get(label).copied().unwrap_or(0);
        held += summary.passed;
    }
    100.0 * labelled as f64 / held as f64
}

/// Whether a call panics, silently.
pub fn panics(call: impl FnOnce()) -> bool {
    let held = || {
        call();
        Outcome::Passed
    };
    matches!(attempt(held), Ok(Outcome::Failed(_)))
}

/// Integers from the simplest on, as shrinking orders them: 0, 1, -1, 2, -2, and so on.
pub fn integers(most: i64) -> Vec<i64> {
    std::iter::once(0).chain((1..=most).flat_map(|number| [number, -number])).collect()
}

/// All lists of a length over an alphabet, the smallest first if the alphabet is in order.
pub fn lists<T: Clone>(alphabet: &[T], length: usize) -> Vec<Vec<T>> {
    let mut lists = vec![Vec::new()];
    for _ in 0..length {
        let longer = |list: &Vec<T>| {
            let list = list.clone();
            alphabet.iter().map(move |last| [list.as_slice(), std::slice::from_ref(last)].concat())
        };
        lists = lists.iter().flat_map(longer).collect();
    }
    lists
}
