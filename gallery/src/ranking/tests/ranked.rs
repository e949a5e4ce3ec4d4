//! Rankings beside brute force: the order of all pairs, the bugs, and the smallest test of each.

use std::cmp::Ordering::{Equal, Greater, Less};
use std::collections::{BTreeMap, BTreeSet};

use lawful::rank::{AnswerSet, Bug, Ranking, infer_bugs};

use super::order::FailingSet;
use super::{anonymizer as mutants, cryptarithm as puzzles, intervals as calls};
use crate::ranking::intervals::{Call, small_calls};
use crate::ranking::{anonymizer, cryptarithm, intervals, show};

/// Numbers in the names of the answers that have a bug.
type Having = BTreeSet<usize>;

fn number(name: &str) -> usize {
    name[1..].parse().unwrap()
}

fn having(ranking: &Ranking, bug: &Bug) -> Having {
    bug.answers.iter().map(|place| number(&ranking.answers()[place].name)).collect()
}

/// Bugs of all test cases, with the numbers of the first case and of others that show the same. `sets` has the failing
/// set of each answer, the first of which has the name A`first`.
fn bugs_of(sets: &[FailingSet], first: usize, cases: usize) -> BTreeMap<Having, Vec<usize>> {
    let having = |case: usize| (0..sets.len()).filter(move |answer| sets[*answer].contains(case));
    let failing: Vec<AnswerSet> = (0..cases).map(|case| AnswerSet::of(having(case))).collect();
    let bugs = infer_bugs(&failing).into_iter().map(|bug| {
        let same = (0..cases).filter(|case| failing[*case] == failing[bug]);
        (having(bug).map(|answer| first + answer).collect(), same.collect())
    });
    bugs.collect()
}

/// Expects the order of all pairs and the bugs of brute force.
fn assert_ranked(ranking: &Ranking, sets: &[FailingSet], first: usize, cases: usize) {
    for (one, set) in sets.iter().enumerate() {
        for (other, other_set) in sets.iter().enumerate() {
            let [one, other] = [one, other].map(|answer| format!("A{}", first + answer));
            let found = ranking.compare(&one, &other);
            assert_eq!(found, set.order(other_set), "{one} and {other}\n{ranking}");
        }
    }
    let found: BTreeSet<Having> = ranking.bugs().iter().map(|bug| having(ranking, bug)).collect();
    let expected: BTreeSet<Having> = bugs_of(sets, first, cases).into_keys().collect();
    assert_eq!(found, expected, "{ranking}");
}

/// Section 5.3 for ten seeds.
#[test]
fn mutants_are_in_the_order_of_brute_force() {
    let strings = mutants::strings();
    let bugs = bugs_of(&mutants::SETS, 0, strings.len());
    for seed in 0..10 {
        let task = anonymizer::mutants_task(seed).small_tests(4_000).patience(3_000);
        let ranking = task.rank();
        assert_ranked(&ranking, &mutants::SETS, 0, strings.len());

        assert_eq!((&*ranking.answers()[0].name, &*ranking.answers()[16].name), ("A1", "A0"));
        let stated = [
            ("A2", "A10", Some(Equal)),
            ("A4", "A12", Some(Equal)),
            ("A6", "A14", Some(Equal)),
            ("A8", "A16", Some(Equal)),
            ("A5", "A7", None),
            ("A13", "A15", None),
            ("A7", "A6", Some(Greater)),
            ("A15", "A14", Some(Greater)),
            ("A3", "A6", Some(Greater)),
            ("A6", "A11", Some(Less)),
            ("A2", "A3", None),
            ("A9", "A11", None),
        ];
        for (one, other, order) in stated {
            assert_eq!(ranking.compare(one, other), order, "{one} and {other}, seed {seed}");
        }
        // Strings come shorter ones first. Both quotes are part of the text of a test.
        for bug in ranking.bugs() {
            let shortest = &strings[bugs[&having(&ranking, bug)][0]];
            assert_eq!(bug.test.len(), shortest.len() + 2, "{}, not {shortest}", bug.test);
        }
    }
}

#[test]
fn mutations_subsume_and_cancel_each_other() {
    let ranking = anonymizer::mutants_task(0).small_tests(4_000).patience(3_000).rank();
    let found = anonymizer::interactions(&ranking);
    println!("{}", ranking.show_interactions(&found));
    let subsumed: Vec<(&str, &str)> =
        found.subsumed.iter().map(|one| (&*one.by, &*one.fault)).collect();
    assert_eq!(subsumed, [("take 1", "_")]);
    let pairs: Vec<String> =
        found.subsumed[0].pairs.iter().map(|(one, other)| format!("{one} = {other}")).collect();
    let expected = ["A2 = A10", "A4 = A12", "A6 = A14", "A8 = A16"];
    assert_eq!(BTreeSet::from_iter(pairs), BTreeSet::from(expected.map(String::from)));
    let cancelled: Vec<[&str; 5]> = found
        .cancelled
        .iter()
        .map(|one| {
            [&*one.by, &*one.fault, &*one.failing, &*one.passing, &*ranking.bugs()[one.bug].test]
        })
        .collect();
    let expected = [[".", "@", "A5", "A7", "\"aa.@@\""], [".", "_", "A9", "A11", "\"a.@\""]];
    assert_eq!(cancelled, expected);
}

#[test]
fn the_ranking_can_be_shown() {
    let text = show();
    println!("{text}");
    assert!(
        text.starts_with("17 programs, 12 bugs; best: A1; worst: A0\nA1         0 bugs, better"),
        "{text}"
    );
    assert!(text.contains("A6 = A14  10 bugs, better than A8 = A16 by \"..\""), "{text}");
    assert!(text.contains("`take 1` subsumes `_`: A2 = A10"), "{text}");
}

/// Figure 3.1 shows a suite of this kind.
#[test]
fn interval_sets_are_in_the_order_of_brute_force() {
    let (sets, cases) = (calls::failing_sets(), small_calls());
    let bugs = bugs_of(&sets, 1, cases.len());
    for seed in 0..3 {
        let ranking = intervals::task(seed).small_tests(2_000).patience(3_000).rank();
        assert_ranked(&ranking, &sets, 1, cases.len());
        let tests: BTreeSet<&str> = ranking.bugs().iter().map(|bug| &*bug.test).collect();
        for wanted in [
            "Member(0, [])",
            "Member(0, [(0, 1)])",
            "Insert(0, [(1, 1)])",
            "Insert(0, [(-1, -1)])",
            "Delete(0, [])",
            "Delete(0, [(0, 0)])",
            "Merge([], [])",
            "Merge([(0, 0)], [(1, 1)])",
        ] {
            assert!(tests.contains(wanted), "{wanted}, seed {seed}\n{ranking}");
        }
        // No call on which the same answers fail has fewer intervals.
        for bug in ranking.bugs() {
            let alike = bugs[&having(&ranking, bug)].iter().map(|case| intervals_in(&cases[*case]));
            assert_eq!(bug.test.matches('(').count() - 1, alike.min().unwrap(), "{}", bug.test);
        }
        if seed == 0 {
            println!("{ranking}");
        }
    }
}

fn intervals_in(call: &Call) -> usize {
    match call {
        Call::Member(_, set) | Call::Insert(_, set) | Call::Delete(_, set) => set.len(),
        Call::Merge(one, other) => one.len() + other.len(),
    }
}

#[test]
fn cryptarithms_are_in_the_order_of_brute_force() {
    let ranking = cryptarithm::task(0).small_tests(2_000).patience(100).rank();
    assert_ranked(&ranking, &puzzles::SETS, 1, puzzles::small_puzzles().len());
    let first: Vec<&str> = ranking.answers()[..2].iter().map(|answer| &*answer.name).collect();
    assert_eq!(first, ["A1", "A2"]);
}
