//! `Ord::max`, `Ord::min` and `Ord::clamp`.
//!
//! They take their arguments and may be overridden, so they are tested on the values themselves, one
//! of the three a case, and a value that is left tells whether the result was the right one. That
//! asks for no `Clone`.

use std::fmt::Debug;

use lawful_core::choice::{Neighbours, Source};
use lawful_core::generate::Generator;

use crate::bundle::{Judged, hold, related_to};

/// Which of the three a case is about.
pub(crate) enum Extreme<T> {
    Max,
    Min,
    /// With a fourth value to hold the result against.
    Clamp(T),
}

impl<T: Ord + Debug> Extreme<T> {
    pub(crate) fn draw<G: Generator<Value = T>>(
        source: &mut Source,
        drawn: &mut Neighbours,
        generator: &G,
    ) -> Self {
        match source.branch(3) {
            0 => Extreme::Max,
            1 => Extreme::Min,
            _ => {
                let [d] = related_to(source, drawn, ["d"], generator);
                Extreme::Clamp(d)
            }
        }
    }

    /// Judges values that are in a total order.
    pub(crate) fn judge(self, [a, b, c]: [T; 3]) -> Judged {
        match self {
            Extreme::Max => {
                let expected = if a > b { a.cmp(&c) } else { b.cmp(&c) };
                let found = a.max(b).cmp(&c);
                hold(found == expected, "Ord: max does not agree with cmp", || {
                    format!("a.max(b).cmp(&c) = {found:?}, but it should be {expected:?}")
                })
            }
            Extreme::Min => {
                let expected = if a > b { b.cmp(&c) } else { a.cmp(&c) };
                let found = a.min(b).cmp(&c);
                hold(found == expected, "Ord: min does not agree with cmp", || {
                    format!("a.min(b).cmp(&c) = {found:?}, but it should be {expected:?}")
                })
            }
            Extreme::Clamp(d) => {
                let (low, high, names) =
                    if b <= c { (b, c, "a.clamp(b, c)") } else { (c, b, "a.clamp(c, b)") };
                let nearest = if a < low {
                    &low
                } else if a > high {
                    &high
                } else {
                    &a
                };
                let expected = nearest.cmp(&d);
                let found = a.clamp(low, high).cmp(&d);
                hold(found == expected, "Ord: clamp does not agree with cmp", || {
                    format!("{names}.cmp(&d) = {found:?}, but it should be {expected:?}")
                })
            }
        }
    }
}
