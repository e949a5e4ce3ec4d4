//! The same seed gives the same cases, the same minimum and the same bytes.

use lawful_core::generate::{Func, any, text, vec};
use lawful_core::law::{Law, for_all};
use lawful_core::run::{Check, Summary};
use lawful_core::{collect, label};

fn law() -> impl Law {
    let arguments = (vec(any::<i32>(), ..), any::<Func<i32, i32>>(), text(..=10));
    for_all(arguments, |(list, function, text)| {
        collect!(list.len() % 3);
        label!("text {}", text.is_empty());
        list.iter().map(|&number| function(number) as i64).sum::<i64>() < 100
    })
}

/// All that a run says, as text.
fn said(summary: &Summary) -> String {
    format!("{:?}", summary)
}

#[test]
fn two_runs_are_the_same_to_the_byte() {
    for seed in 0..20 {
        let run = || said(&Check::new("twice").seed(seed).run(&law()));
        assert_eq!(run(), run());
    }
}

#[test]
fn threads_change_nothing() {
    let alone: Vec<String> = (0..8).map(|seed| said(&run_with(seed))).collect();
    let together: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..8).map(|seed| scope.spawn(move || said(&run_with(seed)))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(alone, together);
}

fn run_with(seed: u64) -> Summary {
    Check::new("threads").seed(seed).run(&law())
}

#[test]
fn a_test_can_be_run_alone() {
    use lawful_core::choice::Source;
    use lawful_core::law::Plan;
    let plan = Plan::new(9, "alone", 100);
    let case = |index: u64| {
        Source::fresh(plan.seed(index), plan.size(index)).draw(&any::<(Vec<u16>, String)>())
    };
    let forwards: Vec<_> = (0..300).map(case).collect();
    let mut backwards: Vec<_> = (0..300).rev().map(case).collect();
    backwards.reverse();
    assert_eq!(forwards, backwards);
}
