//! The diagram beside brute force, and comparisons.

use std::cmp::Ordering;

use lawful::prelude::*;
use lawful::rank::{Assignment, Ranking, compare_scores};

fn ranking(failing: &[u8], answers: usize) -> Ranking {
    let mut task = Assignment::new(0..failing.len()).reference(|_| false).jobs(1);
    for answer in 0..answers {
        let fails: Vec<bool> = failing.iter().map(|set| set >> answer & 1 == 1).collect();
        task = task.answer(format!("A{answer}"), move |test| fails[*test]);
    }
    task.patience(50).small_tests(20).rank()
}

#[law(tests = 500)]
fn the_diagram_is_the_order_on_all_tests(
    #[from(lawful::generate::vec(any::<u8>(), 1..=8))] failing: Vec<u8>,
) {
    let ranking = ranking(&failing, 8);
    let fails = |name: &str| {
        let number: u32 = name[1..].parse().unwrap();
        failing.iter().fold(0u32, |bits, set| bits << 1 | u32::from(set >> number & 1))
    };
    let names: Vec<&str> = ranking.answers().iter().map(|answer| &*answer.name).collect();
    let order = |one: &str, other: &str| {
        let (one, other) = (fails(one), fails(other));
        match (one & !other == 0, other & !one == 0) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Greater),
            (false, true) => Some(Ordering::Less),
            (false, false) => None,
        }
    };
    for one in &names {
        for other in &names {
            assert_eq!(ranking.compare(one, other), order(one, other), "{one} and {other}");
        }
    }
    // Edges are the pairs with nothing in between.
    let diagram = ranking.diagram();
    let name = |class: usize| names[diagram.classes[class].answers[0]];
    let above = |one: usize, other: usize| order(name(one), name(other)) == Some(Ordering::Greater);
    let all = 0..diagram.classes.len();
    for one in all.clone() {
        for other in all.clone() {
            let between = all.clone().any(|middle| above(one, middle) && above(middle, other));
            let expected = above(one, other) && !between;
            let edge = diagram.edges.iter().find(|edge| (edge.above, edge.below) == (one, other));
            assert_eq!(edge.is_some(), expected, "{} and {}", name(one), name(other));
            if let Some(edge) = edge {
                let bugs = |class: usize| &diagram.classes[class].bugs;
                let apart = bugs(other).difference(bugs(one));
                assert_eq!(
                    (Some(edge.smallest), edge.others),
                    (apart.iter().next(), apart.len() - 1)
                );
            }
        }
    }
    let members: usize = diagram.classes.iter().map(|class| class.answers.len()).sum();
    assert_eq!(members, 8);
}

#[test]
fn groups_without_spread_say_nothing() {
    assert_eq!(compare_scores(&[1.0, 1.0], &[2.0, 2.0]).p, None);
    assert_eq!(compare_scores(&[1.0], &[2.0, 3.0]).p, None);
    assert!(compare_scores(&[], &[]).to_string().contains("nothing can be said"));
}

#[test]
fn small_groups_come_with_a_caveat() {
    let compared = compare_scores(&[1.0, 2.0, 3.0], &[7.0, 8.0, 9.0]);
    let text = compared.to_string();
    assert!(text.contains("a difference as large is rare between equal groups"), "{text}");
    assert!(text.contains("take p as a hint"), "{text}");
}
