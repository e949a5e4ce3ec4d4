//! Code held against other code: a model of it, or another version.
//!
//! A data structure is specified by a *model* of it (fun-and-profit-2007, section 2): each operation
//! must do to the structure what a simple one does to its model, so that this square commutes:
//!
//! ```text
//!     state ----- operation -----> state'
//!       |                            |
//!  abstraction                  abstraction
//!       |                            |
//!       v                            v
//!     model ----- specified -----> model'
//! ```

use lawful_core::extend::Choices;
use std::fmt::Debug;

use lawful_core::choice::Source;
use lawful_core::generate::Generator;
use lawful_core::law::Law;

use crate::bundle::{both, bundle, bundle_of, hold};

/// The square commutes: `abstraction(operation(state)) == specified(abstraction(state))`.
///
/// ```
/// use std::collections::BinaryHeap;
/// use lawful::bundles::models;
/// use lawful::prelude::*;
///
/// // The model of a heap is its elements in order; taking the greatest takes the last of them.
/// let law = models(
///     any::<BinaryHeap<u8>>(),
///     |heap| heap.clone().into_sorted_vec(),
///     |mut heap| { heap.pop(); heap },
///     |mut model| { model.pop(); model },
/// );
/// assert!(Runner::named("heap").run(&law).is_success());
/// ```
pub fn models<G, T, M, A, O, S>(
    generator: G,
    abstraction: A,
    operation: O,
    specified: S,
) -> impl Law
where
    G: Generator<Value = T>,
    T: Clone + Debug,
    M: PartialEq + Debug,
    A: Fn(&T) -> M,
    O: Fn(T) -> T,
    S: Fn(M) -> M,
{
    bundle(["state"], generator, move |[state]| {
        let expected = specified(abstraction(state));
        let next = operation(state.clone());
        let found = abstraction(&next);
        hold(found == expected, "the operation does not do what its model does", || {
            format!("operation gives {next:?}\nwhose model is {found:?}\nand not {expected:?}")
        })
    })
}

/// Checks an operation with an argument against its model, such as an insertion.
///
/// ```
/// use lawful::bundles::models_with;
/// use lawful::generate::sorted_vec;
/// use lawful::prelude::*;
///
/// let law = models_with(
///     sorted_vec(any::<u8>(), ..),
///     any::<u8>(),
///     |list| list.clone(),
///     |mut list, x| { list.insert(list.partition_point(|y| *y < x), x); list },
///     |mut model, x| { model.push(x); model.sort(); model },
/// );
/// assert!(Runner::named("insertion").run(&law).is_success());
/// ```
pub fn models_with<G, H, T, X, M, A, O, S>(
    states: G,
    arguments: H,
    abstraction: A,
    operation: O,
    specified: S,
) -> impl Law
where
    G: Generator<Value = T>,
    H: Generator<Value = X>,
    T: Clone + Debug,
    X: Clone + Debug,
    M: PartialEq + Debug,
    A: Fn(&T) -> M,
    O: Fn(T, X) -> T,
    S: Fn(M, X) -> M,
{
    let draw = move |source: &mut Source| {
        (source.argument("state", &states), source.argument("argument", &arguments))
    };
    bundle_of(draw, move |(state, argument)| {
        let expected = specified(abstraction(&state), argument.clone());
        let next = operation(state, argument);
        let found = abstraction(&next);
        hold(found == expected, "the operation does not do what its model does", || {
            format!("operation gives {next:?}\nwhose model is {found:?}\nand not {expected:?}")
        })
    })
}

/// Two functions give the same for all values: differential testing, of a rewrite against what it
/// replaces, or of something fast against something simple.
///
/// ```
/// use lawful::bundles::agrees;
/// use lawful::prelude::*;
///
/// let law = agrees(any::<u32>(), |n| n.count_ones(), |n| {
///     (0..32).filter(|bit| n >> bit & 1 == 1).count() as u32
/// });
/// assert!(Runner::named("ones").run(&law).is_success());
/// ```
pub fn agrees<G, T, R, F, S>(generator: G, candidate: F, reference: S) -> impl Law
where
    G: Generator<Value = T>,
    T: Clone + Debug,
    R: PartialEq + Debug,
    F: Fn(T) -> R,
    S: Fn(T) -> R,
{
    bundle(["a"], generator, move |[a]| {
        let (found, expected) = (candidate(a.clone()), reference(a.clone()));
        hold(found == expected, "the two functions do not agree", || {
            both("candidate(a)", &found, "reference(a)", &expected)
        })
    })
}

/// Two functions differ for some value. That the generator can tell a planted mistake from the
/// real thing is what makes it good enough for [`agrees`].
///
/// ```
/// use lawful::bundles::differs_from;
/// use lawful::prelude::*;
///
/// let law = differs_from(any::<Vec<u8>>(), |list| list.len(), |list| list.len().min(3));
/// assert!(Runner::named("lengths").run(&law).is_success());
/// ```
pub fn differs_from<G, T, R, F, S>(generator: G, candidate: F, reference: S) -> impl Law
where
    G: Generator<Value = T>,
    T: Clone + Debug,
    R: PartialEq + Debug,
    F: Fn(T) -> R,
    S: Fn(T) -> R,
{
    agrees(generator, candidate, reference).expect_failure()
}
