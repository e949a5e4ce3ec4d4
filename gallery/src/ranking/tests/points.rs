use std::collections::HashMap;

use super::order::FailingSet;
use crate::ranking::anonymizer::points::{Mutant, POINTS, count};
use crate::ranking::anonymizer::{Mutations, all_strings, anonymize};

/// Strings of up to 4 characters, and of 5 where no character is special to one point.
fn strings() -> Vec<String> {
    let short = all_strings(&['a', '7', '@', '.', '_', '-', ' ', '\n', 'é'], 4);
    let longest = all_strings(&['a', '@', '.', '_', ' '], 5).filter(|text| text.len() == 5);
    short.chain(longest).collect()
}

fn model(text: &str) -> String {
    anonymize(text, Mutations::default())
}

#[test]
fn without_a_fault_it_is_the_model() {
    assert!(strings().iter().all(|text| Mutant::MODEL.run(text) == model(text)));
    assert_eq!(Mutant::MODEL.mutation_names(), []);
}

#[test]
fn number_of_mutants() {
    assert_eq!(POINTS.len(), 18);
    assert_eq!(Mutant::single_faults().count(), 32);
    assert_eq!(count(), 226_800);
}

/// Every fault shows, and no two of them show in the same strings.
#[test]
fn faults_are_bugs_of_their_own() {
    let cases: Vec<(String, String)> =
        strings().into_iter().map(|text| (model(&text), text)).collect();
    let mut known: Vec<(FailingSet, Mutant)> = Vec::new();
    for mutant in Mutant::single_faults() {
        let passes = |(expected, text): &(String, String)| mutant.run(text) == *expected;
        let panics_often = mutant.mutation_names()[0].0 == "crash";
        let failing = match panics_often {
            true => FailingSet::of(&cases, passes),
            false => FailingSet::of_total(&cases, passes),
        };
        let name = mutant.mutation_names();
        assert!(!failing.is_empty(), "{name:?} changes nothing");
        let alike = known.iter().find(|(other, _)| *other == failing);
        assert!(alike.is_none(), "{name:?} and {:?}", alike.map(|other| other.1.mutation_names()));
        known.push((failing, mutant));
    }
}

/// Three mutations of section 5.3 are faults of these points too.
#[test]
fn mutations_of_section_5_3() {
    let single = |point: &str, effect: &str| {
        let mut all = Mutant::single_faults();
        all.find(|mutant| mutant.mutation_names() == [(point, effect)]).unwrap()
    };
    let model = Mutations::default();
    let pairs = [
        (single("dot", "`.` is no address character"), Mutations { dot: true, ..model }),
        (single("count", "an address may have several `@`"), Mutations { at: true, ..model }),
        (
            single("kept", "the first character of a word is not kept"),
            Mutations { underscore: true, ..model },
        ),
    ];
    for (mutant, mutations) in pairs {
        assert!(strings().iter().all(|text| mutant.run(text) == anonymize(text, mutations)));
    }
}

/// A generator of numbers that needs no crate: Marsaglia's xorshift.
fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) % below
    }
}

#[test]
fn random_mutants_respect_exclusions_and_weights() {
    let mut next = numbers(0x9e37_79b9_7f4a_7c15);
    let mut faulty: HashMap<&str, u32> = HashMap::new();
    for _ in 0..20_000 {
        let names = Mutant::random(&mut next).mutation_names();
        let groups: Vec<usize> = names
            .iter()
            .map(|(name, _)| POINTS.iter().find(|point| point.name == *name).unwrap().group)
            .collect();
        assert!(groups.is_sorted_by(|one, next| one < next), "{names:?} exclude each other");
        names.iter().for_each(|(name, _)| *faulty.entry(name).or_default() += 1);
    }
    for point in &POINTS {
        let rivals = POINTS.iter().filter(|other| other.group == point.group).count() as f64;
        let expected = 20_000.0 / (5.0 + rivals);
        let found = f64::from(faulty[point.name]);
        assert!((found - expected).abs() < 0.1 * expected, "{}: {found}, {expected}", point.name);
    }
}

/// Only the point "crash" makes a mutant panic, whatever other faults it has.
#[test]
fn mutants_do_not_panic() {
    let mut next = numbers(1);
    let strings = strings();
    for _ in 0..20_000 {
        let mutant = Mutant::random(&mut next);
        let can_crash = mutant.mutation_names().iter().any(|(name, _)| *name == "crash");
        let text = &strings[next(strings.len() as u64) as usize];
        if !can_crash {
            mutant.run(text);
        }
    }
}
