//! How many branches a case has, and how long they are.

use lawful_core::choice::Random;
use lawful_core::generate::{Lengths, Misuse};

/// The most branches there can be.
pub(crate) const MOST_BRANCHES: u64 = 8;
/// The most commands a branch can have.
pub(crate) const MOST_COMMANDS: u64 = 255;

/// What is drawn from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shapes {
    pub prefix: Lengths,
    pub branches: Lengths,
    pub commands: Lengths,
    /// The most interleavings that the branches may have.
    pub interleavings: u64,
}

/// What a fresh case should look like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    /// Where each command goes: 0 is the prefix, others are branches.
    places: Vec<u64>,
}

impl Shapes {
    /// The most commands in a case.
    pub fn most(&self) -> u64 {
        let commands = self.commands.bounds().1.saturating_mul(self.most_branches());
        self.prefix.bounds().1.saturating_add(commands)
    }

    /// The most branches in a case.
    pub fn most_branches(&self) -> u64 {
        let (branches, commands) = (self.branches.bounds().1, self.commands.bounds().1);
        if branches > MOST_BRANCHES || commands > MOST_COMMANDS {
            Misuse::raise(format!(
                "a parallel machine has up to {MOST_BRANCHES} branches with up to {MOST_COMMANDS} commands \
                 each, and this one asks for {branches} with {commands}"
            ));
        }
        branches
    }

    /// Draws a shape that has no more interleavings than it may.
    pub fn draw(&self, random: &mut Random, size: u32) -> Plan {
        let prefix = self.prefix.sample(random, size);
        let branches = self.branches.sample(random, size).max(1);
        let mut lengths: Vec<u64> =
            (0..branches).map(|_| self.commands.sample(random, size).max(1)).collect();
        while interleavings(&lengths) > self.interleavings {
            let longest = (0..lengths.len()).max_by_key(|branch| lengths[*branch]);
            match longest.filter(|longest| lengths[*longest] > 1) {
                Some(longest) => lengths[longest] -= 1,
                // Even one command a branch is too much.
                None => drop(lengths.pop()),
            }
        }
        let mut places = vec![0; prefix as usize];
        // One after the other, so that no branch is left out where others use everything up.
        while lengths.iter().any(|length| *length > 0) {
            for (branch, left) in lengths.iter_mut().enumerate().filter(|(_, left)| **left > 0) {
                *left -= 1;
                places.push(branch as u64 + 1);
            }
        }
        Plan { places }
    }
}

impl Plan {
    /// How many commands it has.
    pub fn len(&self) -> u64 {
        self.places.len() as u64
    }

    /// Where the next command goes, after so many.
    pub fn place(&self, made: usize) -> u64 {
        self.places.get(made).copied().unwrap_or(0)
    }
}

/// In how many orders branches of these lengths can run; the greatest number if there are more.
pub(crate) fn interleavings(lengths: &[u64]) -> u64 {
    let (mut product, mut total) = (1u128, 0u128);
    for length in lengths {
        // So many ways to put the branch among the others: a binomial coefficient, factor by factor.
        for index in 1..=u128::from(*length) {
            total += 1;
            product = match product.checked_mul(total) {
                Some(product) => product / index,
                None => return u64::MAX,
            };
        }
    }
    u64::try_from(product).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figure 2.5 of the paper: the rows are N, the columns K.
    #[test]
    fn interleavings_are_those_of_the_paper() {
        let of = |branches: usize, commands: u64| interleavings(&vec![commands; branches]);
        assert_eq!([of(2, 1), of(3, 1), of(4, 1), of(5, 1)], [2, 6, 24, 120]);
        assert_eq!([of(2, 2), of(3, 2), of(4, 2), of(5, 2)], [6, 90, 2_520, 113_400]);
        assert_eq!([of(2, 3), of(3, 3), of(4, 3)], [20, 1_680, 369_600]);
        assert_eq!([of(2, 4), of(3, 4), of(4, 4)], [70, 34_650, 63_063_000]);
        assert_eq!(of(5, 4), 305_540_235_000);
        assert_eq!([of(2, 8), of(2, 5), of(3, 5)], [12_870, 252, 756_756]);
        assert_eq!(of(5, 8), u64::MAX);
        assert_eq!(interleavings(&[3, 1]), 4);
    }

    #[test]
    fn a_plan_keeps_to_the_bound_and_to_its_shape() {
        let shapes = |interleavings| Shapes {
            prefix: (0..=3).into(),
            branches: (2..=5).into(),
            commands: (1..=6).into(),
            interleavings,
        };
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..2_000 {
            for bound in [1, 120, 10_000] {
                let plan = shapes(bound).draw(&mut Random::from_seed(seed), 100);
                let count = |place| plan.places.iter().filter(|other| **other == place).count();
                let lengths: Vec<u64> =
                    (1..=5).map(|place| count(place) as u64).filter(|length| *length > 0).collect();
                assert!(interleavings(&lengths) <= bound, "{plan:?}");
                let prefix = plan.places.iter().take_while(|place| **place == 0).count();
                assert_eq!(prefix, count(0), "the prefix comes first");
                if bound == 10_000 {
                    seen.insert((lengths.len(), lengths[0]));
                }
            }
        }
        // Two branches can be long, five cannot.
        assert!(seen.contains(&(2, 6)) && seen.contains(&(5, 1)) && !seen.contains(&(5, 6)));
    }
}
