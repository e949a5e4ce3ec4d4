use std::collections::BTreeSet;

use lawful::{Runner, for_all};

use super::order::{FailingSet, edges};
use crate::checking::{SEEDS, panics};
use crate::ranking::intervals::suites::suites;
use crate::ranking::intervals::*;

/// Failing sets of A1 to A20 over all small calls; A1 is at 0.
pub fn failing_sets() -> Vec<FailingSet> {
    let cases: Vec<(Reply, Call)> =
        small_calls().into_iter().map(|call| (model(&call), call)).collect();
    let failing =
        |answer: Program| FailingSet::of(&cases, |(expected, call)| answer(call) == *expected);
    answers().into_iter().map(|(_, answer)| failing(answer)).collect()
}

fn elements(set: &IntervalSet) -> BTreeSet<i32> {
    set.iter().flat_map(|&(start, end)| start..=end).collect()
}

fn is_canonical(set: &IntervalSet) -> bool {
    set.iter().all(|(start, end)| start <= end)
        && set.is_sorted_by(|(_, end), (start, _)| end + 1 < *start)
}

/// Compares the model with the sets of the standard library.
fn model_is_right(call: &Call) {
    let (reply, expected) = match call {
        Call::Member(element, set) => {
            assert!(is_canonical(set));
            assert_eq!(model(call), Reply::Truth(elements(set).contains(element)));
            return;
        }
        Call::Insert(element, set) => (model(call), &elements(set) | &BTreeSet::from([*element])),
        Call::Delete(element, set) => (model(call), &elements(set) - &BTreeSet::from([*element])),
        Call::Merge(one, other) => (model(call), &elements(one) | &elements(other)),
    };
    let Reply::Set(set) = reply else { panic!("{call:?} returns no set") };
    assert!(is_canonical(&set), "{call:?}: {set:?}");
    assert_eq!(elements(&set), expected, "{call:?}");
}

#[test]
fn the_model_is_right() {
    small_calls().iter().for_each(model_is_right);
    assert_eq!(small_calls().len(), 1_504);
    lawful::check(calls(), |call| model_is_right(&call));
}

#[test]
fn generated_sets_are_canonical() {
    lawful::check(sets(), |set| assert!(is_canonical(&set)));
}

/// Figure 3.1 has test cases of this kind.
#[test]
fn counterexamples_are_small() {
    let minimal = |name: &str| -> BTreeSet<String> {
        let answer = answers().into_iter().find(|(other, _)| *other == name).unwrap().1;
        let law = for_all(calls(), move |call| assert!(answer(&call) == model(&call)));
        let found = |seed| {
            let summary = Runner::named(name).tests(1_000).seed(seed).run(&law);
            summary.failure().expect("the answer is wrong").arguments[0].debug.clone()
        };
        SEEDS.map(found).collect()
    };
    let one = |call: &str| BTreeSet::from([call.to_string()]);
    assert_eq!(minimal("A1"), one("Merge([(0, 0)], [(1, 1)])"));
    assert_eq!(minimal("A2"), one("Insert(0, [(1, 1)])"));
    assert_eq!(minimal("A6"), one("Delete(0, [(0, 0)])"));
    assert_eq!(minimal("A10"), one("Merge([(0, 0)], [(-1, 1)])"));
    assert_eq!(minimal("A12"), one("Delete(0, [])"));
}

#[test]
fn answers_are_wrong_in_different_ways() {
    let sets = failing_sets();
    let names: Vec<&str> = answers().iter().map(|(name, _)| *name).collect();
    for (at, name) in names.iter().enumerate() {
        assert_eq!(*name, format!("A{}", at + 1));
        assert_eq!(sets[at].is_empty(), *name == "A9", "{name}");
        let alike = (0..at).find(|&other| sets[other] == sets[at]);
        assert_eq!(alike, None, "{name} is like answer {alike:?}");
    }
    let everything = FailingSet::of(&small_calls(), |_| false);
    assert_eq!(sets[13], everything);
}

/// Order that the module page tells of.
#[test]
fn order_of_the_answers() {
    let sets = failing_sets();
    let below: [&[usize]; 20] = [
        &[13, 20],
        &[5, 20],
        &[5],
        &[2, 3],
        &[8],
        &[7, 12, 17],
        &[14],
        &[16],
        &[1, 4, 6, 10, 11, 18, 19],
        &[8, 15, 17],
        &[16],
        &[16],
        &[16],
        &[],
        &[14],
        &[14],
        &[14],
        &[14],
        &[14],
        &[8, 15, 17],
    ];
    for (at, expected) in below.iter().enumerate() {
        let found: Vec<usize> = edges(&sets, at).iter().map(|below| below + 1).collect();
        assert_eq!(found, *expected, "below A{}", at + 1);
    }
}

/// Section 4.3: answers in which each suite finds a bug.
#[test]
fn grades_of_the_suites() {
    for ((name, suite), (expected_name, found)) in suites().into_iter().zip(CATCHES) {
        assert_eq!(name, expected_name);
        assert_eq!(panics(|| suite(&model)), name == "wrong expectation", "{name}");
        let finds_a_bug = |number: &u32| panics(|| suite(&answers()[*number as usize - 1].1));
        let bugs: Vec<u32> = (1..=20).filter(finds_a_bug).collect();
        assert_eq!(bugs, found, "{name}");
    }
    assert_eq!(suites().len(), CATCHES.len());
}

/// Numbers of the answers that each suite catches.
pub const CATCHES: [(&str, &[u32]); 10] = [
    ("all operations", &[1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]),
    ("elements only", &[3, 5, 8, 10, 11, 12, 13, 14, 16, 18, 19]),
    ("no merge", &[2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]),
    ("sets built by insert", &[7, 11, 12, 14, 16, 17, 18, 19]),
    ("edge cases", &[2, 3, 4, 5, 7, 8, 10, 12, 13, 14, 15, 16, 17, 20]),
    ("examples of the problem", &[3, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 19, 20]),
    ("member and delete", &[6, 7, 11, 12, 14, 16, 17, 18]),
    ("one case of member", &[14, 18]),
    ("no tests", &[]),
    ("wrong expectation", &[1, 2, 4, 6, 7, 9, 10, 11, 12, 13, 14, 18, 19]),
];
