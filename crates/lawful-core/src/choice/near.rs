//! Values near one another.
//!
//! Two values drawn independently are almost never equal, or equal but for one field, and most laws
//! over pairs say something only of such. So a value may be drawn *near* earlier ones: from the same
//! choices as one of them, or from the same but for one.
//!
//! Being near is a matter of how a random source samples and of nothing else. The choices are
//! written down like any others, so a tape does not know of it, and values that were drawn near one
//! another shrink apart freely. (A lane with a row drawn twice gives equal values too, but they
//! stay equal, and it gives none that are almost equal.)

use super::random::Random;
use super::replay::Replay;
use lawful_data::tape::{Block, Kind, Scalar, Token};

/// The choices of values that were drawn before, for others to be drawn near them.
///
/// ```
/// use lawful::extend::{Choices, Neighbours};
/// use lawful::prelude::*;
///
/// let mut equal = 0;
/// for seed in 0..100 {
///     let mut source = Source::from_seed(seed, 10);
///     let mut drawn = Neighbours::default();
///     let first: u64 = source.near(&mut drawn, |source| source.any());
///     let second: u64 = source.near(&mut drawn, |source| source.any());
///     equal += u32::from(first == second);
/// }
/// assert!(equal > 10);
/// ```
#[derive(Debug, Default)]
pub struct Neighbours {
    pub(super) drawn: Vec<Vec<Token>>,
}

impl Neighbours {
    /// Of eight values three are like none before them, one is made from the same choices as another,
    /// three from the same but for one, and one from the same but for about half. Laws over three
    /// values that differ need those, and laws over two that are equal need these.
    pub(super) fn choose(&self, random: &mut Random) -> Option<Near> {
        let tokens = match self.drawn.len() as u64 {
            0 => return None,
            count => &self.drawn[random.below(count) as usize],
        };
        let choices = tokens.iter().filter(|token| is_choice(token)).count() as u64;
        let change = match random.below(8) {
            0..3 => return None,
            3 => Change::Nothing,
            4..7 => Change::One(random.below(choices)),
            _ => Change::Half,
        };
        let random = Random::from_seed(random.next_word());
        Some(Near { replay: Replay::new(tokens.clone()), change, at: 0, random })
    }
}

fn is_choice(token: &Token) -> bool {
    matches!(token, Token::Scalar(_) | Token::Block(_))
}

/// Which choices are to be other ones.
enum Change {
    Nothing,
    /// The choice of this number.
    One(u64),
    Half,
}

/// Follows the choices of another value, all but some of them.
pub(super) struct Near {
    pub replay: Replay,
    change: Change,
    /// How many choices there were so far.
    at: u64,
    random: Random,
}

impl Near {
    /// What to choose, where a random source proposes `proposed`.
    pub fn scalar(&mut self, proposed: Scalar) -> Scalar {
        let Some(&Token::Scalar(found)) = self.replay.next_choice() else { return proposed };
        let kept = proposed.with(found.magnitude, found.negative);
        if !self.is_changed() {
            return kept;
        }
        match (kept.kind, self.random.below(5)) {
            (Kind::Number | Kind::Length, 0) => {
                proposed.with(found.magnitude.saturating_add(self.distance()), found.negative)
            }
            (Kind::Number | Kind::Length, 1) => {
                proposed.with(found.magnitude.saturating_sub(self.distance()), found.negative)
            }
            (Kind::Number | Kind::Float, 2) => proposed.with(found.magnitude, !found.negative),
            // The last float on the negative side is the one that is not a number.
            (Kind::Float, 3) => proposed.with(proposed.down, true),
            // The simplest value is the one that code treats in a way of its own most often.
            (Kind::Number, 3) => proposed.with(0, false),
            _ => proposed,
        }
    }

    /// The same for a block.
    pub fn block(&mut self, proposed: Block) -> Block {
        let Some(Token::Block(found)) = self.replay.next_choice() else { return proposed };
        let mut kept = Block { units: found.units.clone(), ..proposed.clone() };
        if self.is_changed() {
            self.change_units(&mut kept.units, &proposed.units);
        }
        kept.clamp();
        kept
    }

    fn change_units(&mut self, units: &mut Vec<u32>, proposed: &[u32]) {
        let at = self.random.below(units.len() as u64) as usize;
        let fresh = proposed.get(self.random.below(proposed.len() as u64) as usize).copied();
        match (self.random.below(6), units.get_mut(at), fresh) {
            (0, Some(unit), Some(fresh)) => *unit = fresh,
            // In the order of simplicity a letter and its capital are 26 apart.
            (1 | 2, Some(unit), _) if *unit < 52 => *unit = (*unit + 26) % 52,
            (1 | 2, Some(unit), _) => *unit ^= 1,
            (3, Some(_), _) => drop(units.remove(at)),
            (4, Some(_), _) => {
                let other = self.random.below(units.len() as u64) as usize;
                units.swap(at, other);
            }
            (_, _, fresh) => units.insert(at, fresh.unwrap_or(0)),
        }
    }

    /// How far a number moves: most often by one, sometimes by a few.
    fn distance(&mut self) -> u64 {
        let most = 1 << self.random.below(6);
        1 + self.random.below(most)
    }

    fn is_changed(&mut self) -> bool {
        self.at += 1;
        match self.change {
            Change::Nothing => false,
            Change::One(number) => self.at - 1 == number,
            Change::Half => self.random.one_in(2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::Source;
    use crate::generate::Func;

    fn lists(source: &mut Source) -> [Vec<u64>; 3] {
        let mut drawn = Neighbours::default();
        [(); 3].map(|()| source.near(&mut drawn, |source| source.any()))
    }

    #[test]
    fn a_recorded_run_makes_the_choices_of_the_plain_one_and_replays() {
        for seed in 0..200 {
            let mut plain = Source::from_seed(seed, 20);
            let mut recorded = Source::recorded(seed, 20);
            let values = lists(&mut plain);
            assert_eq!(lists(&mut recorded), values);
            assert_eq!(plain.any::<u64>(), recorded.any::<u64>(), "what comes after, too");
            let tape = recorded.finish().tape;
            assert_eq!(lists(&mut Source::following(tape)), values);
        }
    }

    /// What a function answers is drawn on a lane of its own, when it is asked.
    #[test]
    fn functions_replay_too() {
        let answers = |source: &mut Source| {
            let mut drawn = Neighbours::default();
            let functions: [Func<u8, u16>; 3] =
                [(); 3].map(|()| source.near(&mut drawn, |source| source.any()));
            functions.map(|function| [function(1), function(2)])
        };
        for seed in 0..50 {
            let mut recorded = Source::recorded(seed, 20);
            let values = answers(&mut Source::from_seed(seed, 20));
            assert_eq!(answers(&mut recorded), values);
            assert_eq!(answers(&mut Source::following(recorded.finish().tape)), values);
        }
    }

    #[test]
    fn some_are_equal_some_differ_in_one_place_and_some_in_all() {
        let draw = |seed| {
            let mut source = Source::from_seed(seed, 20);
            let mut drawn = Neighbours::default();
            [(); 2].map(|()| source.near(&mut drawn, |source| source.any::<[u64; 5]>()))
        };
        let mut differences = [0; 6];
        for seed in 0..400 {
            let [left, right] = draw(seed);
            differences[left.iter().zip(&right).filter(|(left, right)| left != right).count()] += 1;
        }
        assert!(differences[0] > 30 && differences[1] > 80, "{differences:?}");
        assert!(differences[3..].iter().sum::<i32>() > 60, "{differences:?}");
    }

    #[test]
    fn a_generator_that_unwinds_leaves_the_source_as_it_was() {
        let mut source = Source::from_seed(1, 20);
        let unwound = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            source.near(&mut Neighbours::default(), |_| std::panic::resume_unwind(Box::new(())))
        }));
        assert!(unwound.is_err() && source.is_plain());
    }
}
