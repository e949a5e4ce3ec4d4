//! Laws of functions of one argument.

use std::fmt::Debug;

use lawful_core::generate::Generator;
use lawful_core::law::Law;

use crate::bundle::{both, bundle, hold};

/// `f(f(a)) == f(a)`: doing it again changes nothing.
///
/// ```
/// use lawful::bundles::idempotent;
/// use lawful::prelude::*;
///
/// let law = idempotent(any::<Vec<u8>>(), |mut list| { list.sort(); list });
/// assert!(Runner::named("sorting").run(&law).is_success());
/// ```
pub fn idempotent<G, T, F>(generator: G, f: F) -> impl Law
where
    G: Generator<Value = T>,
    T: Clone + PartialEq + Debug,
    F: Fn(T) -> T,
{
    bundle(["a"], generator, move |[a]| {
        let once = f(a.clone());
        let twice = f(once.clone());
        hold(twice == once, "the function is not idempotent", || {
            both("f(a)", &once, "f(f(a))", &twice)
        })
    })
}

/// `f(f(a)) == a`: doing it twice undoes it.
///
/// ```
/// use lawful::bundles::involution;
/// use lawful::prelude::*;
///
/// let law = involution(any::<Vec<u8>>(), |mut list| { list.reverse(); list });
/// assert!(Runner::named("reversing").run(&law).is_success());
/// ```
pub fn involution<G, T, F>(generator: G, f: F) -> impl Law
where
    G: Generator<Value = T>,
    T: Clone + PartialEq + Debug,
    F: Fn(T) -> T,
{
    bundle(["a"], generator, move |[a]| {
        let once = f(a.clone());
        let shown = format!("{once:?}");
        let twice = f(once);
        hold(twice == *a, "the function is not an involution", || {
            format!("f(a) = {shown}\nf(f(a)) = {twice:?}")
        })
    })
}

/// `undo(f(a)) == a`: the second function undoes the first.
///
/// ```
/// use lawful::bundles::inverse;
/// use lawful::prelude::*;
///
/// let law = inverse(any::<u32>(), u32::to_be_bytes, u32::from_be_bytes);
/// assert!(Runner::named("bytes").run(&law).is_success());
/// ```
pub fn inverse<G, T, U, F, V>(generator: G, f: F, undo: V) -> impl Law
where
    G: Generator<Value = T>,
    T: Clone + PartialEq + Debug,
    U: Debug,
    F: Fn(T) -> U,
    V: Fn(U) -> T,
{
    bundle(["a"], generator, move |[a]| {
        let there = f(a.clone());
        let shown = format!("{there:?}");
        let back = undo(there);
        hold(back == *a, "the function is not undone", || {
            format!("f(a) = {shown}\nundo(f(a)) = {back:?}")
        })
    })
}

/// `a <= b` implies `f(a) <= f(b)`.
///
/// ```
/// use lawful::bundles::monotone;
/// use lawful::prelude::*;
///
/// assert!(Runner::named("thirds").run(&monotone(any::<u8>(), |a| a / 3)).is_success());
/// ```
pub fn monotone<G, T, U, F>(generator: G, f: F) -> impl Law
where
    G: Generator<Value = T>,
    T: Clone + PartialOrd + Debug,
    U: PartialOrd + Debug,
    F: Fn(T) -> U,
{
    bundle(["a", "b"], generator, move |[a, b]| {
        // Either way round, so that half of the cases are not wasted.
        let (low, high, names) = match (a <= b, b <= a) {
            (true, _) => (a, b, ["f(a)", "f(b)"]),
            (_, true) => (b, a, ["f(b)", "f(a)"]),
            _ => return Ok(()),
        };
        let (from_low, from_high) = (f(low.clone()), f(high.clone()));
        hold(from_low <= from_high, "the function is not monotone", || {
            both(names[0], &from_low, names[1], &from_high)
        })
    })
}

/// `f(op(a, b)) == image(f(a), f(b))`: the function carries one operation over to another.
///
/// ```
/// use lawful::bundles::homomorphism;
/// use lawful::prelude::*;
///
/// let law = homomorphism(any::<String>(), |a| a.len(), |a, b| a + &b, |a, b| a + b);
/// assert!(Runner::named("lengths").run(&law).is_success());
/// ```
pub fn homomorphism<G, T, U, F, O, P>(generator: G, f: F, op: O, image: P) -> impl Law
where
    G: Generator<Value = T>,
    T: Clone + Debug,
    U: PartialEq + Debug,
    F: Fn(T) -> U,
    O: Fn(T, T) -> T,
    P: Fn(U, U) -> U,
{
    bundle(["a", "b"], generator, move |[a, b]| {
        let before = f(op(a.clone(), b.clone()));
        let after = image(f(a.clone()), f(b.clone()));
        hold(before == after, "the function is not a homomorphism", || {
            both("f(op(a, b))", &before, "image(f(a), f(b))", &after)
        })
    })
}
