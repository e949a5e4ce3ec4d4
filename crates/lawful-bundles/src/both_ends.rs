//! `DoubleEndedIterator`.

use lawful_core::extend::Choices;
use std::fmt::Debug;

use lawful_core::choice::Source;
use lawful_core::generate::{Generator, any, vec};
use lawful_core::law::Law;

use crate::bundle::{Judged, both, bundle_of, hold};
use crate::iteration::{MOST, STEPS};

/// [`DoubleEndedIterator`]: from both ends, in any order, every element comes once and the ends meet
/// in the middle; `rev`, `rfold` and `nth_back` say what `next_back` says, and `size_hint` stays true.
///
/// Which end is asked is drawn: in the argument `back`, `true` stands for `next_back`.
///
/// ```
/// use lawful::bundles::double_ended;
/// use lawful::prelude::*;
///
/// let law = double_ended(any::<String>(), |text| text.chars().collect::<Vec<_>>().into_iter());
/// assert!(Runner::named("characters").run(&law).is_success());
/// ```
pub fn double_ended<G, F, I>(generator: G, make: F) -> impl Law
where
    G: Generator<Value: Debug>,
    F: Fn(&G::Value) -> I,
    I: DoubleEndedIterator<Item: PartialEq + Debug>,
{
    let draw = move |source: &mut Source| {
        let from = source.argument("from", &generator);
        (from, source.argument("back", &vec(any::<bool>(), 0..=16)))
    };
    bundle_of(draw, move |(from, back)| judge(|| make(&from), &back))
}

fn judge<I>(make: impl Fn() -> I, back: &[bool]) -> Judged
where
    I: DoubleEndedIterator<Item: PartialEq + Debug>,
{
    let forwards: Vec<I::Item> = make().take(MOST).collect();
    if forwards.len() == MOST {
        return Ok(());
    }
    let backwards = drain_back(make());
    hold(
        backwards.iter().eq(forwards.iter().rev()),
        "DoubleEndedIterator: backwards is not forwards reversed",
        || both("forwards", &forwards, "backwards", &backwards),
    )?;
    let folded = make().rfold(Vec::new(), |mut all, element| {
        all.push(element);
        all
    });
    hold(folded == backwards, "DoubleEndedIterator: rfold does not agree with next_back", || {
        both("rfold", &folded, "next_back", &backwards)
    })?;
    for n in 0..=backwards.len().min(STEPS) {
        let (nth, expected) = (make().nth_back(n), backwards.get(n));
        let law = "DoubleEndedIterator: nth_back does not agree with next_back";
        hold(nth.as_ref() == expected, law, || {
            format!("nth_back({n}) = {nth:?}\nnext_back, after {n} times next_back = {expected:?}")
        })?;
    }
    meet(make(), &forwards, back)
}

fn drain_back<I: DoubleEndedIterator>(mut iterator: I) -> Vec<I::Item> {
    std::iter::from_fn(|| iterator.next_back()).take(MOST).collect()
}

/// Asks one end or the other until both are at their end, and compares with what is left.
fn meet<I>(mut iterator: I, elements: &[I::Item], back: &[bool]) -> Judged
where
    I: DoubleEndedIterator<Item: PartialEq + Debug>,
{
    let mut left = elements;
    // After what was drawn the front is asked, once more than there are elements.
    let ends = back.iter().copied().chain(std::iter::repeat_n(false, elements.len() + 1));
    for from_back in ends {
        let (low, high) = iterator.size_hint();
        let is_true = low <= left.len() && high.is_none_or(|high| left.len() <= high);
        hold(is_true, "DoubleEndedIterator: size_hint is wrong between the ends", || {
            format!("size_hint is {:?}; what is left is {left:?}", (low, high))
        })?;
        let (asked, found) = match from_back {
            true => ("next_back", iterator.next_back()),
            false => ("next", iterator.next()),
        };
        let (expected, rest) = match (from_back, left) {
            (_, []) => (None, left),
            (false, [first, rest @ ..]) => (Some(first), rest),
            (true, [rest @ .., last]) => (Some(last), rest),
        };
        hold(found.as_ref() == expected, "DoubleEndedIterator: the ends do not meet", || {
            format!("where {left:?} is left, {asked} gives {found:?}")
        })?;
        // Only a fused iterator may be asked again after its end.
        if found.is_none() {
            return Ok(());
        }
        left = rest;
    }
    Ok(())
}
