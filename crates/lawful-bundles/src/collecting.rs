//! `FromIterator` and `Extend`.

use lawful_core::extend::Choices;
use std::fmt::Debug;

use lawful_core::choice::Source;
use lawful_core::generate::Generator;
use lawful_core::law::Law;

use crate::bundle::{Judged, both, bundle_of, hold};

/// [`FromIterator`] and [`Extend`] agree: collecting is extending an empty collection, and extending
/// in two parts is extending at once.
///
/// The generator makes lists of elements; two of them are drawn, for the two parts.
///
/// ```
/// use std::collections::BTreeSet;
/// use lawful::bundles::extend;
/// use lawful::prelude::*;
///
/// let law = extend::<BTreeSet<u8>, _, _>(any::<Vec<u8>>());
/// assert!(Runner::named("sets").run(&law).is_success());
/// ```
pub fn extend<C, T, G>(elements: G) -> impl Law
where
    C: FromIterator<T> + Extend<T> + Default + PartialEq + Debug,
    T: Clone + Debug,
    G: Generator<Value = Vec<T>>,
{
    let draw = move |source: &mut Source| {
        (source.argument("first", &elements), source.argument("second", &elements))
    };
    bundle_of(draw, |(first, second)| judge_extend::<C, T>(&first, &second))
}

fn judge_extend<C, T>(first: &[T], second: &[T]) -> Judged
where
    C: FromIterator<T> + Extend<T> + Default + PartialEq + Debug,
    T: Clone,
{
    let elements = || first.iter().chain(second).cloned();
    let collected: C = elements().collect();
    let mut at_once = C::default();
    at_once.extend(elements());
    hold(collected == at_once, "FromIterator does not agree with Extend", || {
        both("collected", &collected, "an empty one, extended", &at_once)
    })?;
    // Before the parts: of two parts of which one is empty, this is the plainer thing to say.
    let mut more: C = elements().collect();
    more.extend(std::iter::empty());
    hold(more == collected, "Extend by nothing changes something", || {
        both("before", &collected, "after", &more)
    })?;
    let mut in_parts: C = first.iter().cloned().collect();
    in_parts.extend(second.iter().cloned());
    hold(in_parts == at_once, "Extend in two parts is not Extend at once", || {
        both("at once", &at_once, "in parts", &in_parts)
    })
}

/// [`FromIterator`] of a collection that keeps what it is given: iterating gives the elements back
/// in their order.
///
/// ```
/// use std::collections::VecDeque;
/// use lawful::bundles::from_iterator;
/// use lawful::prelude::*;
///
/// let law = from_iterator::<VecDeque<u8>, _, _>(any::<Vec<u8>>());
/// assert!(Runner::named("queues").run(&law).is_success());
/// ```
pub fn from_iterator<C, T, G>(elements: G) -> impl Law
where
    C: FromIterator<T> + IntoIterator<Item = T>,
    T: Clone + PartialEq + Debug,
    G: Generator<Value = Vec<T>>,
{
    crate::bundle::bundle(["elements"], elements, |[elements]| {
        let collected: C = elements.iter().cloned().collect();
        let given_back: Vec<T> = collected.into_iter().collect();
        hold(given_back == *elements, "FromIterator does not keep what it is given", || {
            both("given", elements, "kept", &given_back)
        })
    })
}
