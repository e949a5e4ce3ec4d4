//! Law discovery: laws that are left out of ten thousand theories, and laws that are tested a million times.

mod models;
mod oracle;
mod rewriting;
mod term;
mod theory;

use lawful_gallery::discovery::signatures;

use super::Count;
use oracle::Statistics;
use theory::Theory;

/// Seed of the fresh tests.
const SEED: u64 = 1;

/// One theory in so many is checked thoroughly. The number is odd, so that it meets theories of every kind.
const THOROUGH: u64 = 25;

/// Most faults that are printed.
const MOST_FAULTS: usize = 20;

/// Pruning is sound: what is left out follows from what is kept.
pub fn ten_thousand_theories() -> Count {
    let times = 10_000;
    let run = move || check_theories(times);
    Count { name: "ten_thousand_theories", times, run: Box::new(run) }
}

fn check_theories(times: u64) {
    let mut statistics = Statistics::default();
    let mut faults = Vec::new();
    for number in 0..times {
        let theory = Theory::random(number);
        let is_thorough = number % THOROUGH == 0;
        let found = oracle::check(&theory, is_thorough, &mut statistics);
        for fault in found {
            let text = format!("theory {number}: {fault}\n  {theory}");
            if faults.len() < MOST_FAULTS {
                eprintln!("{text}");
            }
            faults.push(text);
        }
    }
    eprintln!("{statistics}");
    assert!(faults.is_empty(), "{} faults, the first is\n{}", faults.len(), faults[0]);
}

/// Laws of the gallery's signatures hold for far more values than discovery tries.
pub fn laws_survive_a_million_tests() -> Count {
    let times = 1_000_000;
    let run = move || {
        let all = signatures::all();
        let (mut laws, mut refuted) = (0, 0);
        for (name, signature) in &all {
            let found = signature().discover();
            laws += found.laws().len();
            for law in found.retest(times, SEED) {
                eprintln!("{name}: {} is false for {}", law.law, law.counterexample);
                refuted += 1;
            }
        }
        eprintln!("{} signatures with {laws} laws", all.len());
        assert_eq!(refuted, 0, "fresh tests refute {refuted} laws");
    };
    Count { name: "laws_survive_a_million_tests", times: times as u64, run: Box::new(run) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_theories() {
        check_theories(100);
    }
}
