//! Ranking: scores of pairs of programs in changing company, as in section 5.2 of the paper on it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use lawful::rank::{Assignment, RelativeStability};
use lawful_core::extend::Random;
use lawful_gallery::ranking::anonymizer::points::Mutant;
use lawful_gallery::ranking::anonymizer::texts;

use super::Count;

/// Random mutants that pairs and their company are drawn from.
const POOL: usize = 400;
const PAIRS: usize = 20;
const RUNS: u64 = 500;
const COMPANY: usize = 30;
/// Random tests without news after which a ranking ends. The paper does not tell its number.
const PATIENCE: u64 = 300;
/// Largest error of a pair, and how many of the pairs must be below it.
const MOST_ERROR: f64 = 0.06;
const STABLE: usize = 18;

/// Two mutants have scores in about the same proportion, whatever others they are ranked with.
pub fn pairs_in_changing_company() -> Count {
    let run = || {
        let stable = measure(PAIRS, RUNS);
        assert!(stable >= STABLE, "{stable} of {PAIRS} pairs have an error under 6 %");
    };
    Count { name: "pairs_in_changing_company", times: PAIRS as u64 * RUNS, run: Box::new(run) }
}

/// Measures pairs, two at a time, prints slope and error of each, and returns how many are stable.
fn measure(pairs: usize, runs: u64) -> usize {
    let pool = pool();
    let mut random = Random::from_seed(2);
    let mut other = || random.below(POOL as u64) as usize;
    let drawn: Vec<(usize, usize)> = (0..pairs)
        .map(|_| {
            let first = other();
            (first, std::iter::repeat_with(&mut other).find(|second| *second != first).unwrap())
        })
        .collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut measured = Vec::new();
        while let Some((first, second)) = drawn.get(next.fetch_add(1, Ordering::Relaxed)) {
            let found = stability(&pool, *first, *second, runs);
            let is_stable = found.error < MOST_ERROR;
            let names = [first, second].map(|one| pool[*one].mutation_names().len());
            eprintln!("M{first} and M{second} ({} and {} mutations): {found}", names[0], names[1]);
            measured.push(is_stable);
        }
        measured
    };
    let measured: Vec<bool> = thread::scope(|scope| {
        let jobs = thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|one| one.join().expect("a pair can be ranked")).collect()
    });
    let stable = measured.iter().filter(|is_stable| **is_stable).count();
    eprintln!("{stable} of {pairs} pairs have an error under {:.0} %", 100.0 * MOST_ERROR);
    stable
}

fn pool() -> Vec<Mutant> {
    let mut random = Random::from_seed(1);
    (0..POOL).map(|_| Mutant::random(&mut |count| random.below(count))).collect()
}

fn stability(pool: &[Mutant], first: usize, second: usize, runs: u64) -> RelativeStability {
    let mut task = Assignment::new(texts())
        .reference(|text: &String| Mutant::MODEL.run(text))
        .jobs(1)
        .patience(PATIENCE)
        // Random tests alone, as in the paper: small ones would be the same in every ranking.
        .small_tests(0)
        .seed(first as u64 * POOL as u64 + second as u64);
    for (number, mutant) in pool.iter().enumerate() {
        task = task.answer(format!("M{number}"), |text| mutant.run(text));
    }
    let [first, second] = [first, second].map(|number| format!("M{number}"));
    task.relative_stability(&first, &second, COMPANY, runs).expect("mutants can be ranked")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_measured() {
        assert!(measure(1, 5) <= 1);
    }
}
