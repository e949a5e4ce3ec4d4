//! Every tape up to a size, one after the other.

use super::float::Order;
use super::source::Feeder;
use lawful_data::tape::{Block, Kind, Scalar};

/// Walks the tree of all tapes whose numbers lie within `-size..=size` and whose lengths are at
/// most `size` above the fewest: depth first, smaller values first.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use lawful::extend::{Enumeration, Recording};
/// use lawful::prelude::*;
///
/// let enumeration = Arc::new(Mutex::new(Enumeration::new(1)));
/// let mut seen = Vec::new();
/// loop {
///     let mut recording = Recording::fed(enumeration.clone(), 1);
///     seen.push(recording.draw(&any::<(bool, i8)>()));
///     if !enumeration.lock().unwrap().advance() {
///         break;
///     }
/// }
/// let yes = [(true, 0), (true, 1), (true, -1)];
/// assert_eq!(seen, [[(false, 0), (false, 1), (false, -1)], yes].concat());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumeration {
    size: u64,
    digits: Vec<Digit>,
    at: usize,
    /// The most alternatives that any choice offered.
    widest: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Digit {
    value: u64,
    count: u64,
}

impl Enumeration {
    /// The walk of one size, at its first tape.
    pub fn new(size: u32) -> Self {
        Enumeration { size: u64::from(size), digits: Vec::new(), at: 0, widest: 0 }
    }

    /// The walk of all tapes whatsoever, which ends only where every choice has few alternatives.
    pub fn whole() -> Self {
        Enumeration { size: u64::MAX / 8, digits: Vec::new(), at: 0, widest: 0 }
    }

    /// The most alternatives that any choice offered so far.
    pub fn widest(&self) -> u64 {
        self.widest
    }

    /// Where the walk is: the value and the number of alternatives of every choice.
    pub(crate) fn place(&self) -> Vec<(u64, u64)> {
        self.digits.iter().map(|digit| (digit.value, digit.count)).collect()
    }

    /// How many of the choices of [`Enumeration::place`] the last run made.
    pub(crate) fn reached(&self) -> usize {
        self.at
    }

    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// The walk that has this size and this place, after a run that reached so far.
    pub(crate) fn at(size: u64, place: &[(u64, u64)], reached: usize) -> Self {
        let digits: Vec<Digit> =
            place.iter().map(|&(value, count)| Digit { value, count }).collect();
        let widest = digits.iter().map(|digit| digit.count).max().unwrap_or(0);
        Enumeration { size, at: reached.min(digits.len()), digits, widest }
    }

    /// Goes to the next tape. Says false when all were visited.
    pub fn advance(&mut self) -> bool {
        self.digits.truncate(self.at);
        self.at = 0;
        while let Some(last) = self.digits.last_mut() {
            last.value += 1;
            if last.value < last.count {
                return true;
            }
            self.digits.pop();
        }
        false
    }

    fn digit(&mut self, count: u64) -> u64 {
        if self.at == self.digits.len() {
            self.digits.push(Digit { value: 0, count });
        }
        self.at += 1;
        self.widest = self.widest.max(count);
        self.digits[self.at - 1].value.min(count - 1)
    }
}

impl Feeder for Enumeration {
    fn scalar(&mut self, request: Scalar) -> Scalar {
        let request = Scalar::simplest(request.kind, request.origin, request.down, request.up);
        match request.kind {
            Kind::Pick | Kind::Step | Kind::Reference => {
                let index = self.digit(request.up.saturating_add(1));
                request.with(index, false)
            }
            Kind::Float => {
                let order = Order::of(&request);
                // Whole numbers, as many halves, then what is not finite.
                let whole = 2 * self.size + 1;
                let halves = 2 * self.size;
                let index = self.digit(whole + halves + 3);
                let (magnitude, negative) = match index {
                    _ if index < whole => alternate(index, self.size, self.size),
                    _ if index < whole + halves => {
                        let half = (index - whole) / 2;
                        (order.fractions() + half, (index - whole) % 2 == 1)
                    }
                    _ => match index - whole - halves {
                        0 => (order.infinity(), false),
                        1 => (order.infinity(), true),
                        _ => (order.nan(), false),
                    },
                };
                request.with(magnitude, negative)
            }
            Kind::Number | Kind::Length => {
                let (up, down) = (request.up.min(self.size), request.down.min(self.size));
                let index = self.digit(1 + up + down);
                let (magnitude, negative) = alternate(index, up, down);
                request.with(magnitude, negative)
            }
        }
    }

    fn block(&mut self, mut request: Block) -> Block {
        let most = request.most.min(request.fewest.saturating_add(self.size));
        let length = request.fewest + self.digit((most - request.fewest).saturating_add(1));
        let alternatives = u64::from(request.bound).min(self.size + 1).max(1);
        request.units = (0..length).map(|_| self.digit(alternatives) as u32).collect();
        request
    }
}

/// The value at `index` in 0, 1, -1, 2, -2, … while both sides last, then the longer side alone.
fn alternate(index: u64, up: u64, down: u64) -> (u64, bool) {
    let both = up.min(down);
    match index.checked_sub(2 * both) {
        Some(beyond) if beyond > 0 => (both + beyond, down > up),
        _ => (index.div_ceil(2), index > 0 && index.is_multiple_of(2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternation_covers_each_value_once() {
        for (up, down) in [(0, 0), (3, 3), (4, 1), (1, 4), (0, 2)] {
            let mut seen: Vec<i64> = (0..1 + up + down)
                .map(|index| alternate(index, up, down))
                .map(|(magnitude, negative)| magnitude as i64 * if negative { -1 } else { 1 })
                .collect();
            seen.sort_unstable();
            assert_eq!(seen, (-(down as i64)..=up as i64).collect::<Vec<_>>());
        }
    }
}
