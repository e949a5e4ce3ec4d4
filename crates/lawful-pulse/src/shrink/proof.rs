//! Proof that no schedule with fewer context switches fails: within a budget, all of them are tried.

use std::sync::{Arc, Mutex, PoisonError};

use lawful_core::extend::{Shrinker, Token};

use super::few_switches::FewSwitches;
use super::switches;

/// How many runs, and how many decisions in all of them together, a proof may take.
const MOST_RUNS: u64 = 400_000;
const MOST_DECISIONS: u64 = 16_000_000;

/// Tries schedules with fewer switches than the best has, the fewest first. Says whether all were tried
/// and none breaks the law.
pub(super) fn prove(shrinker: &mut Shrinker<'_>) -> bool {
    let schedules = shrinker.best().main.iter().filter(|token| matches!(token, Token::Keyed(_)));
    if schedules.count() != 1 {
        return false;
    }
    let mut left = (MOST_RUNS, MOST_DECISIONS);
    let mut depth = 0;
    while depth < switches(shrinker.best()) {
        match try_all(shrinker, depth as usize, &mut left) {
            Tried::Smaller => return true,
            Tried::None => depth += 1,
            Tried::TooMany => return false,
        }
    }
    true
}

/// What came of all schedules with so many switches.
enum Tried {
    /// One of them breaks the law: it is the best now, and those with fewer were tried before.
    Smaller,
    None,
    TooMany,
}

fn try_all(shrinker: &mut Shrinker<'_>, depth: usize, left: &mut (u64, u64)) -> Tried {
    let walk = Arc::new(Mutex::new(FewSwitches::new(depth)));
    let lock = || walk.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        lock().begin();
        let Some(accepted) = shrinker.consider_decided(walk.clone()) else {
            return Tried::TooMany;
        };
        if accepted {
            return Tried::Smaller;
        }
        if lock().has_changed {
            return Tried::TooMany;
        }
        let asked = lock().asked() as u64;
        left.0 = left.0.saturating_sub(1);
        left.1 = left.1.saturating_sub(asked);
        if left.0 == 0 || left.1 == 0 {
            return Tried::TooMany;
        }
        if !lock().advance() {
            return Tried::None;
        }
    }
}
