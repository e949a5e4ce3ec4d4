//! Enumeration of the schedules with few context switches.

use lawful_core::choice::{Block, Feeder, Scalar};

/// Walks through all ways to decide otherwise than the simplest at a number of places and nowhere else.
///
/// Which places there are depends on what was decided before them, so the walk goes depth first: each
/// run tells at which places after its last decision one more can be made.
#[derive(Debug)]
pub(super) struct FewSwitches {
    /// At how many places.
    depth: usize,
    /// The decisions that were made, each with the places of the run that has it and those before it.
    levels: Vec<Level>,
    /// How many alternatives there were at each place of the run that is going on.
    counts: Vec<u64>,
    /// A run had more scheduling points than those before it: places of one are not those of the other.
    pub has_changed: bool,
}

#[derive(Debug)]
struct Level {
    /// The places of the run with the decisions before this one.
    counts: Vec<u64>,
    place: usize,
    value: u64,
}

impl FewSwitches {
    /// The walk through all with `depth` such decisions, at its first run, which has none.
    pub fn new(depth: usize) -> Self {
        FewSwitches { depth, levels: Vec::new(), counts: Vec::new(), has_changed: false }
    }

    /// A run begins.
    pub fn begin(&mut self) {
        self.counts.clear();
    }

    /// How many decisions the last run asked for.
    pub fn asked(&self) -> usize {
        self.counts.len()
    }

    /// Whether the last run had all the decisions it may have: others only tell which places there are.
    #[cfg(test)]
    fn is_full(&self) -> bool {
        self.levels.len() == self.depth
    }

    /// Goes to the next run. Says false when all were visited.
    pub fn advance(&mut self) -> bool {
        if self.levels.len() < self.depth {
            let after = self.levels.last().map_or(0, |level| level.place + 1);
            let counts = std::mem::take(&mut self.counts);
            if let Some(place) = next_place(&counts, after) {
                self.levels.push(Level { counts, place, value: 1 });
                return true;
            }
        }
        while let Some(last) = self.levels.last_mut() {
            last.value += 1;
            if last.value < last.counts[last.place] {
                return true;
            }
            if let Some(place) = next_place(&last.counts, last.place + 1) {
                (last.place, last.value) = (place, 1);
                return true;
            }
            self.levels.pop();
        }
        false
    }
}

/// The first place from `start` on with more than one alternative.
fn next_place(counts: &[u64], start: usize) -> Option<usize> {
    (start..counts.len()).find(|place| counts[*place] > 1)
}

impl Feeder for FewSwitches {
    fn scalar(&mut self, request: Scalar) -> Scalar {
        if request.up == 0 {
            // The run begins again.
            self.counts.clear();
            self.has_changed = true;
            return request;
        }
        let place = self.counts.len();
        self.counts.push(request.up.saturating_add(1));
        let here = self.levels.iter().find(|level| level.place == place);
        request.with(here.map_or(0, |level| level.value), false)
    }

    fn block(&mut self, request: Block) -> Block {
        request
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lawful_core::choice::Kind;

    /// Three decisions with three alternatives each; where the first is 2, there is a fourth.
    fn run(walk: &mut FewSwitches) -> Vec<u64> {
        walk.begin();
        let mut ask = || {
            let request = Scalar::simplest(Kind::Pick, 0, 0, 2);
            walk.scalar(request).magnitude
        };
        let mut decided: Vec<u64> = (0..3).map(|_| ask()).collect();
        if decided[0] == 2 {
            decided.push(ask());
        }
        decided
    }

    fn all_of(depth: usize) -> Vec<Vec<u64>> {
        let mut walk = FewSwitches::new(depth);
        let mut seen = Vec::new();
        loop {
            let decided = run(&mut walk);
            if walk.is_full() {
                seen.push(decided);
            }
            if !walk.advance() {
                seen.sort();
                return seen;
            }
        }
    }

    #[test]
    fn every_schedule_of_a_depth_is_visited_once() {
        for depth in 0..=4 {
            let digits = |code: u64, length: u32| -> Vec<u64> {
                (0..length).map(|place| code / 3u64.pow(place) % 3).collect()
            };
            let three = (0..27).map(|code| digits(code, 3)).filter(|one| one[0] != 2);
            let four = (0..81).map(|code| digits(code, 4)).filter(|one| one[0] == 2);
            let others = |one: &Vec<u64>| one.iter().filter(|value| **value > 0).count();
            let mut expected: Vec<Vec<u64>> =
                three.chain(four).filter(|one| others(one) == depth).collect();
            expected.sort();
            assert_eq!(all_of(depth), expected, "with {depth}");
        }
    }
}
