//! `Iterator` and the traits that say more of one.
//!
//! An iterator can be used up only once, so each bundle takes a function that makes it, and a
//! generator of what it is made from.

use std::fmt::Debug;
use std::iter::FusedIterator;

use lawful_core::generate::Generator;
use lawful_core::law::Law;

use crate::bundle::{Judged, both, bundle, hold};

/// How many elements are asked for at most; an infinite iterator is tested as far as this.
pub(crate) const MOST: usize = 1_000;
/// How far `nth` and `nth_back` are tried.
pub(crate) const STEPS: usize = 16;

/// [`Iterator`]: `size_hint` is true before every `next`, and `count`, `last`, `nth` and `fold` say
/// what `next` says.
///
/// An iterator that does not end is tested by its first thousand elements.
///
/// ```
/// use lawful::bundles::iterator;
/// use lawful::prelude::*;
///
/// let law = iterator(any::<Vec<u8>>(), |list| list.clone().into_iter().step_by(3));
/// assert!(Runner::named("every third").run(&law).is_success());
/// ```
pub fn iterator<G, F, I>(generator: G, make: F) -> impl Law
where
    G: Generator<Value: Debug>,
    F: Fn(&G::Value) -> I,
    I: Iterator<Item: PartialEq + Debug>,
{
    bundle(["from"], generator, move |[from]| judge_iterator(|| make(from)))
}

fn judge_iterator<I: Iterator<Item: PartialEq + Debug>>(make: impl Fn() -> I) -> Judged {
    let (hints, elements) = steps(make());
    let ends = elements.len() < MOST;
    judge_hints(&hints, elements.len(), ends)?;
    if ends {
        judge_whole(&make, &elements)?;
    }
    (0..=elements.len().min(STEPS)).try_for_each(|n| judge_nth(&make, &elements, n))
}

/// The methods that use an iterator up.
fn judge_whole<I>(make: &dyn Fn() -> I, elements: &[I::Item]) -> Judged
where
    I: Iterator<Item: PartialEq + Debug>,
{
    let count = make().count();
    hold(count == elements.len(), "Iterator: count does not agree with next", || {
        both("count()", &count, "the number of elements", &elements.len())
    })?;
    let last = make().last();
    hold(last.as_ref() == elements.last(), "Iterator: last does not agree with next", || {
        both("last()", &last, "the last element", &elements.last())
    })?;
    let folded = make().fold(Vec::new(), |mut all, element| {
        all.push(element);
        all
    });
    hold(folded == elements, "Iterator: fold does not agree with next", || {
        both("fold", &folded, "next", &elements)
    })
}

fn judge_nth<I>(make: &dyn Fn() -> I, elements: &[I::Item], n: usize) -> Judged
where
    I: Iterator<Item: PartialEq + Debug>,
{
    let mut iterator = make();
    let (found, expected) = (iterator.nth(n), elements.get(n));
    hold(found.as_ref() == expected, "Iterator: nth does not agree with next", || {
        format!("nth({n}) = {found:?}\nnext, after {n} times next = {expected:?}")
    })?;
    // Only a fused iterator may be asked again after its end.
    if found.is_none() {
        return Ok(());
    }
    let (after, expected) = (iterator.next(), elements.get(n + 1));
    let law = "Iterator: nth takes the wrong number of elements";
    hold(after.as_ref() == expected, law, || {
        format!("next, after nth({n}) = {after:?}\nnext, after {} times next = {expected:?}", n + 1)
    })
}

type Hint = (usize, Option<usize>);

/// The elements, and the hint before each of them and at the end.
fn steps<I: Iterator>(mut iterator: I) -> (Vec<Hint>, Vec<I::Item>) {
    let (mut hints, mut elements) = (vec![iterator.size_hint()], Vec::new());
    while elements.len() < MOST
        && let Some(element) = iterator.next()
    {
        elements.push(element);
        hints.push(iterator.size_hint());
    }
    (hints, elements)
}

fn judge_hints(hints: &[Hint], length: usize, ends: bool) -> Judged {
    for (taken, &(low, high)) in hints.iter().enumerate() {
        let left = length - taken;
        let seen = |bound: &str, what: usize| {
            format!("after {taken} times next, size_hint promises {bound} {what}; there are {left}")
        };
        hold(!ends || low <= left, "Iterator: size_hint promises too many", || {
            seen("at least", low)
        })?;
        let high = high.unwrap_or(usize::MAX);
        hold(left <= high, "Iterator: size_hint promises too few", || seen("at most", high))?;
    }
    Ok(())
}

/// [`FusedIterator`]: after the first `None` there is nothing but `None`.
///
/// ```
/// use lawful::bundles::fused;
/// use lawful::prelude::*;
///
/// let law = fused(any::<Vec<u8>>(), |list| list.clone().into_iter());
/// assert!(Runner::named("lists").run(&law).is_success());
/// ```
pub fn fused<G, F, I>(generator: G, make: F) -> impl Law
where
    G: Generator<Value: Debug>,
    F: Fn(&G::Value) -> I,
    I: FusedIterator<Item: Debug>,
{
    bundle(["from"], generator, move |[from]| {
        let mut iterator = make(from);
        let taken = iterator.by_ref().take(MOST).count();
        if taken == MOST {
            return Ok(());
        }
        (1..=5).try_for_each(|times| {
            let after = iterator.next();
            hold(after.is_none(), "FusedIterator goes on after its end", || {
                format!("after {taken} elements came {times} times None, and then {after:?}")
            })
        })
    })
}

/// [`ExactSizeIterator`]: `len` is the number of elements that are left, at every step, and
/// `size_hint` says the same twice.
///
/// ```
/// use lawful::bundles::exact_size;
/// use lawful::prelude::*;
///
/// let law = exact_size(any::<u8>(), |&end| 0..end);
/// assert!(Runner::named("ranges").run(&law).is_success());
/// ```
pub fn exact_size<G, F, I>(generator: G, make: F) -> impl Law
where
    G: Generator<Value: Debug>,
    F: Fn(&G::Value) -> I,
    I: ExactSizeIterator,
{
    bundle(["from"], generator, move |[from]| {
        let (hints, elements) = steps(make(from));
        for (taken, &hint) in hints.iter().enumerate() {
            let left = elements.len() - taken;
            let exact = hint == (left, Some(left));
            hold(exact, "ExactSizeIterator: size_hint is not exact", || {
                format!("after {taken} times next, size_hint is {hint:?}; there are {left}")
            })?;
        }
        let mut iterator = make(from);
        for left in (0..=elements.len()).rev() {
            // `len` asserts that the hint is exact, which was seen above.
            let length = iterator.len();
            hold(length == left, "ExactSizeIterator: len is wrong", || {
                format!("len is {length} where there are {left}")
            })?;
            iterator.next();
        }
        Ok(())
    })
}
