//! Searching for the least magnitude that still shows, with few runs.

/// Lowers a magnitude as far as `shows` allows, given that `from` shows. Tries 0 and `from - 1`
/// first: where neither shows, the number is most often the least already, and going on would cost
/// the logarithm of it for every number of every smallest case. Otherwise it searches from the
/// small side, by doubling and then by halving, because thresholds are small more often than not.
///
/// Returns whether anything was gained.
pub(super) fn lower(from: u64, mut shows: impl FnMut(u64) -> bool) -> bool {
    // One copy of the search for all passes.
    let shows: &mut dyn FnMut(u64) -> bool = &mut shows;
    if from == 0 {
        return false;
    }
    if shows(0) {
        return true;
    }
    if from == 1 || !shows(from - 1) {
        return false;
    }
    bisect(0, from - 1, shows);
    true
}

/// Below this halving at once takes no more runs than doubling first.
const SMALL: u64 = 128;

/// Narrows `misses < least ≤ known` to the least magnitude that shows.
fn bisect(mut misses: u64, mut known: u64, shows: &mut dyn FnMut(u64) -> bool) {
    let mut step = 1u64;
    while step < known - misses && known > SMALL {
        let candidate = misses + step;
        if shows(candidate) {
            known = candidate;
            break;
        }
        misses = candidate;
        step = step.saturating_mul(2);
    }
    while known - misses > 1 {
        let middle = misses + (known - misses) / 2;
        match shows(middle) {
            true => known = middle,
            false => misses = middle,
        }
    }
}

/// Finds how far an amount can be raised: tries all of it, then 1, then doubles, then fills in.
/// Returns whether anything was gained.
pub(super) fn raise(most: u64, mut shows: impl FnMut(u64) -> bool) -> bool {
    if most == 0 {
        return false;
    }
    if shows(most) {
        return true;
    }
    if most == 1 || !shows(1) {
        return false;
    }
    let (mut known, mut misses) = (1, most);
    let mut step = 2u64;
    while step < misses {
        match shows(step) {
            true => known = step,
            false => misses = step,
        }
        step = step.saturating_mul(2);
    }
    while misses - known > 1 {
        let middle = known + (misses - known) / 2;
        match shows(middle) {
            true => known = middle,
            false => misses = middle,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lower_finds_every_threshold_with_few_runs() {
        for threshold in [1u64, 2, 3, 9, 100, 1_234, 1 << 40] {
            let mut least = u64::MAX;
            let mut runs = 0;
            lower(u64::MAX - 1, |candidate| {
                runs += 1;
                let shows = candidate >= threshold;
                if shows {
                    least = least.min(candidate);
                }
                shows
            });
            assert_eq!(least, threshold);
            let bits = u64::from(64 - threshold.leading_zeros());
            assert!(runs <= 2 * bits + 4, "{threshold}: {runs} runs");
        }
    }

    #[test]
    fn raise_finds_every_limit() {
        for limit in 1..100u64 {
            let mut best = 0;
            raise(1_000, |amount| {
                let shows = amount <= limit;
                if shows {
                    best = best.max(amount);
                }
                shows
            });
            assert_eq!(best, limit);
        }
    }
}
