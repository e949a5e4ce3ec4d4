//! Climbing a score to where random tests do not come.

use lawful_core::generate::{any, vec};
use lawful_core::law::{Law, for_all};
use lawful_core::run::{Found, Runner};
use lawful_core::target;

fn found(law: &dyn Law, seed: u64) -> Option<Found> {
    let summary = Runner::named("climb").tests(2_000).seed(seed).run(law);
    summary.failure().map(|failure| failure.found)
}

#[test]
fn a_score_leads_to_the_bug() {
    let sum = |list: &[u32]| list.iter().sum::<u32>();
    let led = for_all(vec(0..=1_000u32, 0..=20), |list| {
        target!(sum(&list));
        sum(&list) < 18_000
    });
    let not_led = for_all(vec(0..=1_000u32, 0..=20), |list| sum(&list) < 18_000);
    for seed in 0..10 {
        assert!(matches!(found(&led, seed), Some(Found::Climb { .. })), "seed {seed}");
        assert_eq!(found(&not_led, seed), None, "seed {seed}");
    }
}

#[test]
fn several_scores_are_climbed_each() {
    let law = for_all(any::<(u64, u64)>(), |(x, y)| {
        target!(-(x.abs_diff(1_234_567_890_123) as f64), "x");
        target!(-(y.abs_diff(3_210_987_654_321) as f64), "y");
        x.abs_diff(1_234_567_890_123) > 1_000_000_000
    });
    let climbed =
        (0..10).filter(|seed| matches!(found(&law, *seed), Some(Found::Climb { target: "x", .. })));
    assert!(climbed.count() >= 9);
}

#[test]
fn a_climb_is_the_same_for_the_same_seed() {
    let law = for_all(any::<Vec<u8>>(), |list| {
        target!(list.len());
        list.len() < 110
    });
    assert!(found(&law, 3).is_some());
    assert_eq!(found(&law, 3), found(&law, 3));
}
