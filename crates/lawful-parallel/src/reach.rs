//! The states that the branches of a case can reach, however they are interleaved.
//!
//! A command is part of a branch only if its preconditions hold wherever it may come. There are far too many
//! interleavings to try them all, but only as many positions as the product of the lengths, and few states at
//! each: what was reached once, by whatever way, is not looked at again.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use lawful_core::choice::mix;

/// The states at each position: how many commands of each branch are done.
pub(crate) struct Reach<M> {
    /// By [`key`]. Nobody walks through it, so its order is of no matter.
    states: HashMap<u64, Vec<M>, BuildHasherDefault<Mixed>>,
    /// How many there are.
    count: usize,
}

/// Takes the model to the state after a command, if the command can follow.
pub(crate) trait Follows<M> {
    fn after(&self, model: &M, branch: usize, index: usize) -> Option<M>;
}

impl<M: PartialEq> Reach<M> {
    /// Nothing but the state in which the branches begin.
    pub fn new(start: M) -> Self {
        let mut states = HashMap::default();
        states.insert(0, vec![start]);
        Reach { states, count: 1 }
    }

    /// The state after all commands of a branch and none of others.
    pub fn alone(&self, branch: usize, done: usize) -> &M {
        &self.states[&(key_of(branch, done))][0]
    }

    /// Goes on to the states that there are with one more command at the end of a branch; `lengths` are those
    /// with it. Says whether all commands can follow wherever they may come, and whether the states are no more
    /// than `most`; if not, all is as it was.
    pub fn extend(
        &mut self,
        lengths: &[usize],
        branch: usize,
        most: usize,
        follows: &impl Follows<M>,
    ) -> bool {
        let mut done = vec![0; lengths.len()];
        done[branch] = lengths[branch];
        let mut added = Vec::new();
        loop {
            let Some(states) = self.states_at(&done, follows) else {
                self.take_back(&added);
                return false;
            };
            self.count += states.len();
            added.push(key(&done));
            self.states.insert(key(&done), states);
            if self.count > most {
                self.take_back(&added);
                return false;
            }
            if !advance(&mut done, lengths, branch) {
                return true;
            }
        }
    }

    /// The states at a position, from those one command before it.
    fn states_at(&self, done: &[usize], follows: &impl Follows<M>) -> Option<Vec<M>> {
        let mut states: Vec<M> = Vec::new();
        for branch in (0..done.len()).filter(|branch| done[*branch] > 0) {
            let before = key(done) - key_of(branch, 1);
            for model in &self.states[&before] {
                let state = follows.after(model, branch, done[branch] - 1)?;
                if !states.contains(&state) {
                    states.push(state);
                }
            }
        }
        Some(states)
    }

    fn take_back(&mut self, added: &[u64]) {
        for key in added {
            self.count -= self.states.remove(key).map_or(0, |states| states.len());
        }
    }
}

/// Goes to the next position with the same number of commands of one branch.
fn advance(done: &mut [usize], lengths: &[usize], fixed: usize) -> bool {
    for branch in (0..done.len()).rev().filter(|branch| *branch != fixed) {
        if done[branch] < lengths[branch] {
            done[branch] += 1;
            return true;
        }
        done[branch] = 0;
    }
    false
}

/// A position as a number: a byte for each branch.
fn key(done: &[usize]) -> u64 {
    done.iter().enumerate().map(|(branch, done)| key_of(branch, *done)).sum()
}

fn key_of(branch: usize, done: usize) -> u64 {
    (done as u64) << (8 * branch)
}

/// Positions are numbers already.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0, number);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use lawful_core::generate::vec;
    use lawful_core::law::for_all;
    use lawful_core::run::Runner;

    use super::*;

    /// A command adds to a number and wants it within bounds first.
    type Command = (u8, u8, u8);

    struct Branches<'a>(&'a [Vec<Command>]);

    fn step(model: u8, (add, least, most): Command) -> Option<u8> {
        (least..=most).contains(&model).then_some((model + add) % 8)
    }

    impl Follows<u8> for Branches<'_> {
        fn after(&self, model: &u8, branch: usize, index: usize) -> Option<u8> {
            step(*model, self.0[branch][index])
        }
    }

    /// All states at the end, by trying all interleavings; nothing if a command is refused in one.
    fn by_force(
        branches: &[Vec<Command>],
        done: &mut Vec<usize>,
        model: u8,
    ) -> Option<BTreeSet<u8>> {
        let mut ends = BTreeSet::new();
        let mut is_over = true;
        for branch in 0..branches.len() {
            let Some(command) = branches[branch].get(done[branch]) else { continue };
            is_over = false;
            let model = step(model, *command)?;
            done[branch] += 1;
            let found = by_force(branches, done, model);
            done[branch] -= 1;
            ends.extend(found?);
        }
        if is_over {
            ends.insert(model);
        }
        Some(ends)
    }

    /// By adding commands one by one: what is accepted is what all interleavings accept.
    #[test]
    fn what_is_reached_is_what_all_interleavings_reach() {
        let command = (0..=3u8, 0..=1u8, 4..=7u8);
        let law = for_all(vec(vec(command, 1..=3), 1..=3), |wanted: Vec<Vec<Command>>| {
            let mut branches: Vec<Vec<Command>> = vec![Vec::new(); wanted.len()];
            let mut reach = Reach::new(0);
            let mut accepted = 0;
            for index in 0..3 {
                for branch in 0..wanted.len() {
                    let Some(command) = wanted[branch].get(index) else { continue };
                    branches[branch].push(*command);
                    let lengths: Vec<usize> = branches.iter().map(Vec::len).collect();
                    let ends = by_force(&branches, &mut vec![0; branches.len()], 0);
                    let count = reach.count;
                    let can = reach.extend(&lengths, branch, 1_000, &Branches(&branches));
                    assert_eq!(can, ends.is_some());
                    if let Some(ends) = ends {
                        let found: BTreeSet<u8> =
                            reach.states[&key(&lengths)].iter().copied().collect();
                        assert_eq!(found, ends);
                        accepted += 1;
                    } else {
                        assert_eq!(reach.count, count, "all is as it was");
                        branches[branch].pop();
                    }
                }
            }
            lawful_core::cover!(accepted >= 4, 5.0, "long");
            lawful_core::cover!(
                wanted.iter().map(Vec::len).sum::<usize>() > accepted,
                5.0,
                "refused"
            );
        });
        let summary = Runner::named("reach").tests(2_000).run(&law);
        assert!(summary.is_success(), "{:?}", summary.failure().map(|failure| &failure.reason));
    }

    #[test]
    fn states_beyond_the_bound_are_not_gone_to() {
        let branches = vec![vec![(1, 0, 7)], vec![(2, 0, 7)]];
        let mut reach = Reach::new(0);
        assert!(reach.extend(&[1, 0], 0, 2, &Branches(&branches)));
        assert!(!reach.extend(&[1, 1], 1, 3, &Branches(&branches)));
        assert_eq!(reach.count, 2);
        assert!(reach.extend(&[1, 1], 1, 4, &Branches(&branches)));
    }
}
