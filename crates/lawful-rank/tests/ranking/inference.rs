//! Inferred bugs beside brute force over all unions.

use std::collections::BTreeSet;

use lawful::prelude::*;
use lawful::rank::{AnswerSet, Assignment, infer_bugs};

/// The sets that are no union of other sets, by trying all unions. Sets are numbers whose bits are answers.
fn brute_force(failing: &[u8]) -> BTreeSet<u8> {
    let all: BTreeSet<u8> = failing.iter().copied().filter(|set| *set != 0).collect();
    let others =
        |set: u8| all.iter().copied().filter(move |other| *other != set).collect::<Vec<_>>();
    let is_union = |set: u8| {
        let others = others(set);
        let unions = (1..1u32 << others.len()).map(|chosen| {
            let chosen = (0..others.len()).filter(|at| chosen >> at & 1 == 1);
            chosen.fold(0, |union, at| union | others[at])
        });
        unions.into_iter().any(|union| union == set)
    };
    all.iter().copied().filter(|set| !is_union(*set)).collect()
}

fn set(bits: u8) -> AnswerSet {
    AnswerSet::of((0..8).filter(|bit| bits >> bit & 1 == 1))
}

/// Failure matrices of up to 10 tests and 8 answers, half of them with bugs that are shared.
fn matrices(source: &mut Source) -> Vec<u8> {
    let answers = source.draw(&(1..=8u32));
    let mask = (1u32 << answers) - 1;
    let own: Vec<u8> = source.draw(&lawful::generate::vec(0..=255u8, 0..=10));
    let shared: bool = source.any();
    let bits = |set: u8| (u32::from(set) & mask) as u8;
    match shared {
        true => own.windows(2).map(|pair| bits(pair[0] | pair[1])).collect(),
        false => own.into_iter().map(bits).collect(),
    }
}

#[law(tests = 10_000)]
fn inferred_bugs_are_the_sets_that_no_union_makes(#[from(matrices)] failing: Vec<u8>) {
    let sets: Vec<AnswerSet> = failing.iter().map(|bits| set(*bits)).collect();
    let inferred: BTreeSet<u8> = infer_bugs(&sets).into_iter().map(|test| failing[test]).collect();
    assert_eq!(inferred, brute_force(&failing));
}

#[law(tests = 2_000)]
fn a_ranking_of_table_lookups_has_the_bugs_of_brute_force(
    #[from(lawful::generate::vec(any::<u8>(), 1..=10))] failing: Vec<u8>,
) {
    // Answer number n fails on test t if bit n of the set is there.
    let tests = failing.len();
    let table = &failing;
    let mut task = Assignment::new(0..tests).reference(|_| false).jobs(1);
    for answer in 0..8 {
        task = task.answer(format!("A{answer}"), move |test| table[*test] >> answer & 1 == 1);
    }
    let ranking = task.patience(200).small_tests(20).rank();
    let of = |bug: &lawful::rank::Bug| {
        let numbers =
            bug.answers.iter().map(|place| ranking.answers()[place].name[1..].parse().unwrap());
        numbers.fold(0u8, |bits, number: u32| bits | 1 << number)
    };
    let inferred: BTreeSet<u8> = ranking.bugs().iter().map(of).collect();
    assert_eq!(inferred, brute_force(&failing));
    // The smallest test of a bug is the first that shows it.
    for bug in ranking.bugs() {
        let test: usize = bug.test.parse().unwrap();
        assert_eq!(failing.iter().position(|set| *set == of(bug)), Some(test));
    }
    // Ranks are numbers of bugs whose answers include this one.
    for answer in ranking.answers() {
        let number: u32 = answer.name[1..].parse().unwrap();
        let bugs = brute_force(&failing).into_iter().filter(|set| set >> number & 1 == 1).count();
        assert_eq!((answer.bugs.len(), answer.score), (bugs, inferred.len() - bugs));
    }
}

#[law]
fn sets_are_sets(one: BTreeSet<u8>, other: BTreeSet<u8>) {
    let bits = |set: &BTreeSet<u8>| AnswerSet::of(set.iter().map(|one| usize::from(*one)));
    let back = |set: AnswerSet| set.iter().map(|one| one as u8).collect::<BTreeSet<u8>>();
    let (a, b) = (bits(&one), bits(&other));
    assert_eq!(a.is_subset(&b), one.is_subset(&other));
    assert_eq!(a == b, one == other);
    assert_eq!((a.len(), a.is_empty()), (one.len(), one.is_empty()));
    assert_eq!(back(a.intersection(&b)), &one & &other);
    assert_eq!(back(a.difference(&b)), &one - &other);
    let mut union = a.clone();
    union.extend(&b);
    assert_eq!(back(union), &one | &other);
    assert!(
        (0..300)
            .all(|number| a.contains(number) == (number < 256 && one.contains(&(number as u8))))
    );
    assert_eq!(AnswerSet::first(one.len()).len(), one.len());
}
