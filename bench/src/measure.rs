//! Cost of a test: subjects run in turn, round after round, and the median round counts.
//!
//! Taking turns spreads a change in the machine's speed over all subjects, and the median drops the
//! rounds that something else disturbed.

use std::time::Duration;

use crate::clock;

/// A law that can be run for about as many tests as asked, and says how many it did run.
pub type Run = fn(tests: u64) -> u64;

/// CPU time that one turn is to take at least, so that the start of a run does not count.
const TURN: Duration = Duration::from_millis(20);

/// Median nanoseconds of CPU time per test, in the order of `runs`.
pub fn nanoseconds_per_test(runs: &[Run], rounds: usize) -> Vec<f64> {
    let tests: Vec<u64> = runs.iter().map(|run| tests_per_turn(*run)).collect();
    let mut figures = vec![Vec::with_capacity(rounds); runs.len()];
    for round in 0..rounds {
        // Another subject begins each round, so that none always follows the same neighbour.
        for turn in 0..runs.len() {
            let index = (round + turn) % runs.len();
            let (ran, time) = timed(runs[index], tests[index]);
            figures[index].push(time.as_nanos() as f64 / ran as f64);
        }
    }
    figures.into_iter().map(median).collect()
}

/// The middle value; of an even number of values, the mean of the two in the middle.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { (values[middle - 1] + values[middle]) / 2.0 }
}

/// Finds a number of tests that fills a turn; by doing so it also warms caches and branch predictors.
fn tests_per_turn(run: Run) -> u64 {
    let mut tests = 128;
    while timed(run, tests).1 < TURN {
        tests *= 2;
    }
    tests
}

fn timed(run: Run, tests: u64) -> (u64, Duration) {
    let start = clock::process();
    let ran = run(tests);
    let time = clock::process() - start;
    assert!(ran > 0, "a subject ran no test");
    (ran, time)
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 3.0, 2.0]), 2.5);
    }
}
