use std::sync::LazyLock;

use lawful::{Runner, for_all};

use super::order::{FailingSet, edges};
use crate::checking::{SEEDS, panics};
use crate::ranking::anonymizer::*;

/// Failing sets of A0 to A16 over all strings of up to 7 characters.
pub static SETS: LazyLock<Vec<FailingSet>> = LazyLock::new(failing_sets);

/// All strings of up to 7 characters, shorter ones first.
pub fn strings() -> Vec<String> {
    all_strings(&['a', '@', '.', '_', ' '], 7).collect()
}

fn failing_sets() -> Vec<FailingSet> {
    let strings = strings();
    assert_eq!(strings.len(), 97_656);
    let expected: Vec<String> = strings.iter().map(|text| anonymize(text, model())).collect();
    let cases: Vec<(String, String)> = strings.into_iter().zip(expected).collect();
    // A0 panics 97,656 times if it is run; that it does on any text is another test.
    let everything = FailingSet::of_total(&cases, |_| false);
    let failing = |mutations| {
        FailingSet::of_total(&cases, |(text, expected)| anonymize(text, mutations) == *expected)
    };
    let mutants = mutants().into_iter().map(|(_, mutations)| failing(mutations));
    std::iter::once(everything).chain(mutants).collect()
}

fn model() -> Mutations {
    Mutations::default()
}

fn passes(program: usize, text: &str) -> bool {
    anonymize(text, mutants()[program - 1].1) == anonymize(text, model())
}

#[test]
fn examples_of_the_paper() {
    let take_one = Mutations { take_one: true, ..model() };
    assert_eq!(anonymize("kalle@anka.se", take_one), "k____a___s_");
    assert_eq!(anonymize("an: kalle@anka, -- ..", take_one), "an:k____a___,..");
    let dot = Mutations { dot: true, ..model() };
    assert_eq!(anonymize("kalle@anka.se", dot), "k____@a___.se");
    let at = Mutations { at: true, ..model() };
    assert_eq!(anonymize("kalle@anka@se", at), "k____@a___@s_");
    assert_eq!(anonymize("kalle@anka@se", model()), "kalle@anka@se");
    let underscore = Mutations { underscore: true, ..model() };
    assert_eq!(anonymize("kalle@anka.se", underscore), "_____@____.__");
    assert_eq!(anonymize("@", model()), "@");
    assert_eq!(anonymize("a\u{e9}@aa-aa@", model()), "a\u{e9}@a_-a_@");
}

/// Table 3.2.
#[test]
fn mutants_are_those_of_the_table() {
    let mutants = mutants();
    let all = |name: &str| mutants.iter().find(|(other, _)| other == name).unwrap().1;
    assert_eq!(all("A1"), model());
    assert_eq!(all("A6"), Mutations { take_one: true, at: true, ..model() });
    assert_eq!(all("A11"), Mutations { dot: true, underscore: true, ..model() });
    assert_eq!(all("A15"), Mutations { take_one: false, dot: true, at: true, underscore: true });
}

#[test]
fn the_undefined_program_passes_nothing() {
    assert!(all_strings(&['a', '@'], 3).all(|text| panics(|| drop(undefined(&text)))));
}

/// Section 5.3, and the differences between the two orders that the module page lists.
#[test]
fn order_of_the_mutants() {
    let sets = &*SETS;
    assert!(sets[1].is_empty());
    assert!((1..=16).all(|program| sets[program].is_strict_subset(&sets[0])));

    for one in 1..=16 {
        for other in one + 1..=16 {
            let are_alike = [(2, 10), (4, 12), (6, 14), (8, 16)].contains(&(one, other));
            assert_eq!(sets[one] == sets[other], are_alike, "A{one} and A{other}");
        }
    }
    assert!(sets[5].is_incomparable(&sets[7]));
    assert!(sets[13].is_incomparable(&sets[15]));
    assert!(sets[7].is_strict_subset(&sets[6]));
    assert!(sets[15].is_strict_subset(&sets[14]));
    assert!(sets[3].is_strict_subset(&sets[6]));
    assert!(sets[11].is_strict_subset(&sets[6]));
    assert!(sets[2].is_incomparable(&sets[3]));
    assert!(sets[9].is_incomparable(&sets[11]));

    // Figure 3.12: the order of the mutations, where programs that behave alike count as one.
    let merged = |program: usize| match program {
        10 | 12 | 14 | 16 => program - 8,
        _ => program,
    };
    let alike = |program| (1..=16).filter(move |&other| merged(other) == merged(program));
    let has_subset = |one: usize, other: usize| (one - 1) & !(other - 1) == 0;
    let is_above =
        |one, other| alike(one).any(|one| alike(other).any(|other| has_subset(one, other)));
    let (mut only_by_mutations, mut only_by_tests) = (Vec::new(), Vec::new());
    for one in 1..=16 {
        for other in 1..=16 {
            match (is_above(one, other), sets[one].is_subset(&sets[other])) {
                (true, false) => only_by_mutations.push((one, other)),
                (false, true) => only_by_tests.push((one, other)),
                _ => {}
            }
        }
    }
    assert_eq!(only_by_mutations, [(5, 7), (5, 15), (9, 11), (9, 15), (13, 15)]);
    let above_the_sixth = [3, 7, 11, 15].into_iter().flat_map(|one| [(one, 6), (one, 14)]);
    assert_eq!(only_by_tests, above_the_sixth.collect::<Vec<_>>());
}

/// Edges of the graph of figure 3.10, from programs to the best of those that are strictly worse.
#[test]
fn graph_of_the_mutants() {
    let edges = |program| edges(&SETS, program);
    assert_eq!(edges(1), [3, 5, 9]);
    assert_eq!(edges(3), [7, 11]);
    assert_eq!(edges(5), [13]);
    assert_eq!(edges(7), [15]);
    assert_eq!(edges(9), [2, 10, 13]);
    assert_eq!(edges(11), [4, 12, 15]);
    assert_eq!(edges(2), [4, 6, 12, 14]);
    assert_eq!(edges(13), [6, 14]);
    assert_eq!(edges(15), [6, 14]);
    assert_eq!(edges(4), [8, 16]);
    assert_eq!(edges(6), [8, 16]);
    assert_eq!(edges(8), [0]);
}

/// Strings that the paper and the module page name.
#[test]
fn telling_strings() {
    assert!(passes(2, "@.aa@") && !passes(3, "@.aa@"));
    assert!(passes(6, "..") && !passes(8, ".."));
    assert!(!passes(5, "a@b@c.de") && passes(7, "a@b@c.de"));
    for (one, other, text) in
        [(5, 7, "@@.aa"), (5, 15, "@@.aa"), (13, 15, "@@.a"), (9, 11, "@.a"), (9, 15, "@.a")]
    {
        assert!(!passes(one, text) && passes(other, text), "A{one}, A{other}, {text}");
    }
}

/// Every mutant but the model is caught by 1,000 texts, and the counterexample has no needless character.
#[test]
fn texts_find_each_mutant() {
    let shortest = [
        "", "@", "@.aa", "@", "@@aa", "@", "@.aa", "@", "@a", "@", "@a", "@", "@a", "@", "@a", "@",
    ];
    for ((name, mutations), shortest) in mutants().into_iter().zip(shortest).skip(1) {
        let law = for_all(texts(), move |text: String| {
            anonymize(&text, mutations) == anonymize(&text, model())
        });
        for seed in SEEDS {
            let summary = Runner::named(&name).tests(1_000).seed(seed).run(&law);
            let found = &summary.failure().expect("the mutant is caught").arguments[0].debug;
            assert_eq!(found.len(), shortest.len() + 2, "{name}: {found}, not {shortest:?}");
        }
    }
}
