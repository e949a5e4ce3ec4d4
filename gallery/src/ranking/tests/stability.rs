//! Section 5.1: the spread of ranks over ten runs, beside the paper's.

use std::collections::HashMap;

use lawful::rank::{Assignment, Stability};

use super::cryptarithm as puzzles;
use crate::ranking::cryptarithm::Puzzle;
use crate::ranking::{anonymizer, cryptarithm, intervals};

/// Expects the same order in all runs, and ranks that move by 1 at most. Prints the figures beside the paper's mean and
/// maximum of the standard deviations.
fn assert_stable(problem: &str, stability: &Stability, paper: [f64; 2]) {
    let (mean, most) = (stability.mean_deviation(), stability.max_deviation());
    let mut sizes = stability.bugs.clone();
    sizes.sort_unstable();
    sizes.dedup();
    println!(
        "{problem:28} bugs {sizes:?}, standard deviation of ranks: mean {mean:.2} (paper {:.2}), \
         maximum {most:.2} (paper {:.2}), greatest move {}",
        paper[0],
        paper[1],
        stability.max_range()
    );
    assert_eq!(stability.bugs.len(), 10);
    assert_eq!(stability.moved, None, "{problem}: {stability}");
    assert!(stability.max_range() <= 1, "{problem}: {stability}");
}

const ANONYMIZER: [f64; 2] = [0.08, 0.14];
const INTERVALS: [f64; 2] = [0.06, 0.14];
const CRYPTARITHM: [f64; 2] = [0.0, 0.0];

#[test]
fn ranks_of_mutants_are_stable() {
    let task = || anonymizer::mutants_task(0);
    let stability = task().small_tests(4_000).patience(1_000).stability(10).unwrap();
    assert_stable("anonymizer", &stability, ANONYMIZER);
    // Small tests are the same in every run. The paper had random ones alone, 10,000 without news.
    let stability = task().small_tests(0).patience(10_000).stability(10).unwrap();
    assert_stable("anonymizer, random tests", &stability, ANONYMIZER);
}

#[test]
fn ranks_of_interval_sets_are_stable() {
    let task = || intervals::task(0);
    let stability = task().small_tests(2_000).patience(3_000).stability(10).unwrap();
    assert_stable("intervals", &stability, INTERVALS);
    let stability = task().small_tests(0).patience(3_000).stability(10).unwrap();
    assert_stable("intervals, random tests", &stability, INTERVALS);
}

/// The ranking sees verdicts only, so they are looked up: a debug build takes two seconds to solve all puzzles once.
#[test]
fn ranks_of_cryptarithms_are_stable() {
    let numbers: HashMap<String, usize> = puzzles::small_puzzles()
        .iter()
        .enumerate()
        .map(|(number, puzzle)| (puzzle.to_string(), number))
        .collect();
    let task = || {
        let mut task = Assignment::new(cryptarithm::puzzles()).property(|_, passes: &bool| *passes);
        for (answer, failing) in puzzles::SETS.iter().enumerate() {
            let numbers = &numbers;
            let passes =
                move |puzzle: &Puzzle| !failing.contains(numbers[puzzle.to_string().as_str()]);
            task = task.answer(format!("A{}", answer + 1), passes);
        }
        task.patience(1_000)
    };
    let stability = task().small_tests(2_000).stability(10).unwrap();
    assert_stable("cryptarithm", &stability, CRYPTARITHM);
    // The paper had random tests alone, 1,000 without news.
    let stability = task().small_tests(0).stability(10).unwrap();
    assert_stable("cryptarithm, random tests", &stability, CRYPTARITHM);
}
