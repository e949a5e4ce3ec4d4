//! The choices of steps: which one comes next, and which earlier one made what it uses.
//!
//! A step may drop out of a tape, and then those after it have other numbers. So a source that follows
//! a tape knows which step each of the tape's became.

use super::super::random::Random;
use super::{Feed, Mode, Source};
use lawful_data::tape::{Kind, Scalar, Token};

impl Source {
    /// Which of `count` steps comes next in a [sequence](crate::extend::Choices::sequence), the simplest first.
    #[inline]
    pub(crate) fn step(&mut self, count: u64, sample: impl FnOnce(&mut Random) -> u64) -> u64 {
        let value = if self.mode == Mode::Fed { 0 } else { sample(&mut self.random) };
        if self.mode == Mode::Plain {
            return value;
        }
        let request = Scalar::simplest(Kind::Step, 0, 0, count.saturating_sub(1));
        self.settle(request.with(value, false)).magnitude
    }

    /// Which of several things that earlier steps made: `made` says which step made each, counted
    /// from 1. On the tape is the step, which other steps may be taken from before it; gives the index.
    pub(crate) fn reference(
        &mut self,
        made: &[u64],
        sample: impl FnOnce(&mut Random) -> u64,
    ) -> usize {
        let sampled = if self.mode == Mode::Fed { 0 } else { sample(&mut self.random) as usize };
        if self.mode == Mode::Plain {
            return sampled;
        }
        let greatest = made.iter().copied().max().unwrap_or(0);
        let request = Scalar::simplest(Kind::Reference, 0, 0, greatest);
        if let Some(index) = self.made_up(made.len() as u64) {
            return self.refer(request, made, index as usize);
        }
        let proposed = made.get(sampled).copied().unwrap_or(0);
        // The tape may refer to a step that is not among them; which one it became is seen below.
        let asked = Scalar::simplest(Kind::Reference, 0, 0, u64::MAX);
        let asked = self.settle(asked.with(proposed, false)).magnitude;
        let wanted = self.place_of(asked);
        // One that is not there any more becomes the last one before it.
        let before = made.iter().copied().filter(|step| *step <= wanted).max();
        let step = before.or(made.iter().copied().min()).unwrap_or(0);
        self.amend(request.with(step, false));
        let of_step: Vec<usize> = (0..made.len()).filter(|index| made[*index] == step).collect();
        if of_step.len() < 2 {
            return of_step.first().copied().unwrap_or(0);
        }
        let place = of_step.iter().position(|index| *index == sampled).unwrap_or(0);
        let picked = self.pick(of_step.len() as u64, |_| place as u64);
        of_step[picked as usize]
    }

    /// One of so many, from whoever makes choices up: all of them are there to be chosen, and no more.
    fn made_up(&mut self, count: u64) -> Option<u64> {
        let tracked = self.tracked.as_mut()?;
        let Feed::Feeder(_) = tracked.feed else { return None };
        let request = Scalar::simplest(Kind::Pick, 0, 0, count.saturating_sub(1));
        Some(tracked.feed.scalar(request).magnitude)
    }

    /// Writes a reference that is decided.
    fn refer(&mut self, request: Scalar, made: &[u64], index: usize) -> usize {
        let step = made.get(index).copied().unwrap_or(0);
        let of_step = made.iter().filter(|other| **other == step).count() as u64;
        let place = made[..index].iter().filter(|other| **other == step).count() as u64;
        if let Some(tracked) = &mut self.tracked {
            tracked.write(Token::Scalar(request.with(step, false)));
            if of_step > 1 {
                let pick = Scalar::simplest(Kind::Pick, 0, 0, of_step - 1);
                tracked.write(Token::Scalar(pick.with(place, false)));
            }
        }
        index
    }

    /// Steps are counted from the beginning of their sequence. Gives what [`Source::end_steps`] needs.
    pub(crate) fn begin_steps(&mut self) -> Vec<u64> {
        self.tracked.as_mut().map(|tracked| std::mem::take(&mut tracked.places)).unwrap_or_default()
    }

    /// Goes on with the steps of the sequence around the one that ends.
    pub(crate) fn end_steps(&mut self, outer: Vec<u64>) {
        if let Some(tracked) = &mut self.tracked {
            tracked.places = outer;
        }
    }

    /// Says which step the next one of the tape that is followed became; 0 if it dropped out.
    pub(crate) fn place_step(&mut self, place: u64) {
        if let Some(tracked) = &mut self.tracked {
            tracked.places.push(place);
        }
    }

    /// The step that a step of the tape became, or the last one before it.
    fn place_of(&self, step: u64) -> u64 {
        let Some(tracked) = self.tracked.as_ref().filter(|_| self.mode == Mode::Fed) else {
            return step;
        };
        let upto = tracked.places.len().min(step as usize);
        tracked.places[..upto].iter().rev().copied().find(|place| *place > 0).unwrap_or(0)
    }

    /// Puts another scalar in the place of the one that was written last.
    fn amend(&mut self, settled: Scalar) {
        if let Some(Token::Scalar(last)) =
            self.tracked.as_mut().and_then(|tracked| tracked.tokens.last_mut())
        {
            *last = settled;
        }
    }
}
