//! Laws of one operation, or of two.
//!
//! Operations take their arguments, so that `u8::wrapping_add`, `i32::max` or `Add::add` can be
//! named as they are; values must be `Clone`.

use std::fmt::Debug;

use lawful_core::generate::Generator;
use lawful_core::law::Law;

use crate::bundle::{Judged, bundle, hold_of};

/// `op(a, b) == op(b, a)`.
///
/// ```
/// use lawful::bundles::commutative;
/// use lawful::prelude::*;
///
/// assert!(Runner::named("max").run(&commutative(any::<u8>(), u8::max)).is_success());
/// ```
pub fn commutative<G, T, F, R>(generator: G, op: F) -> impl Law
where
    G: Generator<Value = T>,
    T: Clone + Debug,
    F: Fn(T, T) -> R,
    R: PartialEq + Debug,
{
    bundle(["a", "b"], generator, move |[a, b]| commutes("the operation", &op, a, b))
}

/// `op(op(a, b), c) == op(a, op(b, c))`.
///
/// ```
/// use lawful::bundles::associative;
/// use lawful::prelude::*;
///
/// let law = associative(any::<String>(), |a, b| a + &b);
/// assert!(Runner::named("appending").run(&law).is_success());
/// ```
pub fn associative<G, T, F>(generator: G, op: F) -> impl Law
where
    G: Generator<Value = T>,
    T: Clone + PartialEq + Debug,
    F: Fn(T, T) -> T,
{
    bundle(["a", "b", "c"], generator, move |[a, b, c]| associates("the operation", &op, a, b, c))
}

/// `op(e, a) == a` and `op(a, e) == a`.
///
/// ```
/// use lawful::bundles::identity;
/// use lawful::prelude::*;
///
/// assert!(Runner::named("or").run(&identity(any::<bool>(), |a, b| a | b, false)).is_success());
/// ```
pub fn identity<G, T, F>(generator: G, op: F, e: T) -> impl Law
where
    G: Generator<Value = T>,
    T: Clone + PartialEq + Debug,
    F: Fn(T, T) -> T,
{
    bundle(["a"], generator, move |[a]| has_identity("the operation", &op, &e, a))
}

/// `times(a, plus(b, c)) == plus(times(a, b), times(a, c))`, and the same from the right.
///
/// ```
/// use lawful::bundles::distributes;
/// use lawful::prelude::*;
///
/// let law = distributes(any::<u8>(), |a, b| a & b, |a, b| a | b);
/// assert!(Runner::named("and over or").run(&law).is_success());
/// ```
pub fn distributes<G, T, F, P>(generator: G, times: F, plus: P) -> impl Law
where
    G: Generator<Value = T>,
    T: Clone + PartialEq + Debug,
    F: Fn(T, T) -> T,
    P: Fn(T, T) -> T,
{
    bundle(["a", "b", "c"], generator, move |[a, b, c]| {
        distributes_over("the operation", &times, &plus, a, b, c)
    })
}

pub(crate) fn commutes<T: Clone, R: PartialEq + Debug>(
    name: &str,
    op: &dyn Fn(T, T) -> R,
    a: &T,
    b: &T,
) -> Judged {
    let (there, back) = (op(a.clone(), b.clone()), op(b.clone(), a.clone()));
    hold_of(name, there == back, "is not commutative", || {
        format!("op(a, b) = {there:?}\nop(b, a) = {back:?}")
    })
}

pub(crate) fn associates<T: Clone + PartialEq + Debug>(
    name: &str,
    op: &dyn Fn(T, T) -> T,
    a: &T,
    b: &T,
    c: &T,
) -> Judged {
    let left = op(op(a.clone(), b.clone()), c.clone());
    let right = op(a.clone(), op(b.clone(), c.clone()));
    hold_of(name, left == right, "is not associative", || {
        format!("op(op(a, b), c) = {left:?}\nop(a, op(b, c)) = {right:?}")
    })
}

pub(crate) fn has_identity<T: Clone + PartialEq + Debug>(
    name: &str,
    op: &dyn Fn(T, T) -> T,
    e: &T,
    a: &T,
) -> Judged {
    let left = op(e.clone(), a.clone());
    hold_of(name, left == *a, "has no identity on the left", || {
        format!("e = {e:?}, and op(e, a) = {left:?}")
    })?;
    let right = op(a.clone(), e.clone());
    hold_of(name, right == *a, "has no identity on the right", || {
        format!("e = {e:?}, and op(a, e) = {right:?}")
    })
}

pub(crate) fn has_inverses<T: Clone + PartialEq + Debug>(
    name: &str,
    op: &dyn Fn(T, T) -> T,
    e: &T,
    inverse: &dyn Fn(T) -> T,
    a: &T,
) -> Judged {
    let left = op(inverse(a.clone()), a.clone());
    hold_of(name, left == *e, "has no inverse on the left", || {
        format!("inverse(a) = {:?}\nop(inverse(a), a) = {left:?}", inverse(a.clone()))
    })?;
    let right = op(a.clone(), inverse(a.clone()));
    hold_of(name, right == *e, "has no inverse on the right", || {
        format!("inverse(a) = {:?}\nop(a, inverse(a)) = {right:?}", inverse(a.clone()))
    })
}

pub(crate) fn distributes_over<T: Clone + PartialEq + Debug>(
    name: &str,
    times: &dyn Fn(T, T) -> T,
    plus: &dyn Fn(T, T) -> T,
    a: &T,
    b: &T,
    c: &T,
) -> Judged {
    let product = |left: &T, right: &T| times(left.clone(), right.clone());
    let whole = times(a.clone(), plus(b.clone(), c.clone()));
    let parts = plus(product(a, b), product(a, c));
    hold_of(name, whole == parts, "does not distribute from the left", || {
        format!("times(a, plus(b, c)) = {whole:?}\nplus(times(a, b), times(a, c)) = {parts:?}")
    })?;
    let whole = times(plus(b.clone(), c.clone()), a.clone());
    let parts = plus(product(b, a), product(c, a));
    hold_of(name, whole == parts, "does not distribute from the right", || {
        format!("times(plus(b, c), a) = {whole:?}\nplus(times(b, a), times(c, a)) = {parts:?}")
    })
}
