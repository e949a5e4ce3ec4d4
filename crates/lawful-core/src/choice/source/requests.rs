//! Requests for single choices: a number, a length, an alternative, a float, a block.

use super::super::float;
use super::super::random::Random;
use super::{Mode, Source};
use lawful_data::tape::{Block, Kind, Scalar, Token};

impl Source {
    /// A number from `origin - down` to `origin + up`, in two's complement. `sample` draws it
    /// where the source is random, and must keep to the bounds.
    #[inline]
    pub(crate) fn number(
        &mut self,
        origin: u64,
        down: u64,
        up: u64,
        sample: impl FnOnce(&mut Random) -> u64,
    ) -> u64 {
        let value = if self.mode == Mode::Fed { origin } else { sample(&mut self.random) };
        if self.mode == Mode::Plain {
            return value;
        }
        let request = Scalar::simplest(Kind::Number, origin, down, up);
        self.settle(request.with_value(value)).value()
    }

    /// Draws the number of elements, from `fewest` to `most`.
    #[inline]
    pub(crate) fn length(
        &mut self,
        fewest: u64,
        most: u64,
        sample: impl FnOnce(&mut Random) -> u64,
    ) -> u64 {
        let value = if self.mode == Mode::Fed { fewest } else { sample(&mut self.random) };
        if self.mode == Mode::Plain {
            return value;
        }
        let request = Scalar::simplest(Kind::Length, fewest, 0, most - fewest);
        self.settle(request.with_value(value)).value()
    }

    /// Which of `count` alternatives, the simplest first.
    #[inline]
    pub(crate) fn pick(&mut self, count: u64, sample: impl FnOnce(&mut Random) -> u64) -> u64 {
        let value = if self.mode == Mode::Fed { 0 } else { sample(&mut self.random) };
        if self.mode == Mode::Plain {
            return value;
        }
        let request = Scalar::simplest(Kind::Pick, 0, 0, count.saturating_sub(1));
        self.settle(request.with(value, false)).magnitude
    }

    /// A float of the type that has this order of simplicity. `conform` moves any float to the
    /// nearest one that is wanted; it must keep those
    /// that are. `simplest` is the float that 0 stands for.
    #[inline]
    pub(crate) fn float(
        &mut self,
        order: float::Order,
        simplest: f64,
        conform: impl Fn(f64) -> f64,
        sample: impl FnOnce(&mut Random) -> f64,
    ) -> f64 {
        let value = if self.mode == Mode::Fed { simplest } else { sample(&mut self.random) };
        if self.mode == Mode::Plain {
            return value;
        }
        self.settle_float(order, simplest, &conform, value)
    }

    /// A block of `fewest` to `most` units below `bound`. `sample` draws it where the source is
    /// random. (A plain source need not ask: see [`Source::is_plain`].)
    pub(crate) fn block(
        &mut self,
        bound: u32,
        fewest: u64,
        most: u64,
        sample: impl FnOnce(&mut Random) -> Vec<u32>,
    ) -> Vec<u32> {
        let fed = self.mode == Mode::Fed;
        let units = if fed { Vec::new() } else { sample(&mut self.random) };
        let Some(tracked) = &mut self.tracked else { return units };
        let block = tracked.feed.block(Block { units, bound, fewest, most });
        tracked.write(Token::Block(block.clone()));
        block.units
    }

    #[cold]
    #[inline(never)]
    pub(super) fn settle(&mut self, proposed: Scalar) -> Scalar {
        let Some(tracked) = &mut self.tracked else { return proposed };
        let settled = tracked.feed.scalar(proposed);
        tracked.write(Token::Scalar(settled));
        settled
    }

    #[cold]
    #[inline(never)]
    fn settle_float(
        &mut self,
        order: float::Order,
        simplest: f64,
        conform: &dyn Fn(f64) -> f64,
        value: f64,
    ) -> f64 {
        // Bounds are applied to the float, not to its index: the index only orders.
        let bounds = Scalar::simplest(Kind::Float, 0, order.nan(), order.last());
        let encode = |value: f64| {
            if value.to_bits() == simplest.to_bits() {
                return bounds;
            }
            match value == 0.0 {
                true => bounds.with(order.index_of(value), false),
                false => bounds.with(order.index_of(value.abs()), value.is_sign_negative()),
            }
        };
        let decode = |choice: Scalar| {
            if choice.is_zero() {
                return simplest;
            }
            let value = order.at(choice.magnitude);
            conform(if choice.negative { -value } else { value })
        };
        let Some(tracked) = &mut self.tracked else { return value };
        let value = decode(tracked.feed.scalar(encode(value)));
        tracked.write(Token::Scalar(encode(value)));
        value
    }
}
