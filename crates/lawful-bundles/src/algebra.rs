//! Structures of algebra, with the operations given.

use std::fmt::Debug;

use lawful_core::generate::Generator;
use lawful_core::law::Law;

use crate::bundle::{Judged, bundle, hold_of};
use crate::operation::{associates, commutes, distributes_over, has_identity, has_inverses};

const NAME: &str = "the operation";

/// An associative operation with an identity.
///
/// ```
/// use lawful::bundles::monoid;
/// use lawful::prelude::*;
///
/// let law = monoid(any::<String>(), |a, b| a + &b, String::new());
/// assert!(Runner::named("texts").run(&law).is_success());
/// ```
pub fn monoid<G, T, F>(generator: G, op: F, e: T) -> impl Law
where
    G: Generator<Value = T>,
    T: Clone + PartialEq + Debug,
    F: Fn(T, T) -> T,
{
    bundle(["a", "b", "c"], generator, move |[a, b, c]| {
        has_identity(NAME, &op, &e, a)?;
        associates(NAME, &op, a, b, c)
    })
}

/// A [`monoid`] whose operation is commutative.
///
/// ```
/// use lawful::bundles::commutative_monoid;
/// use lawful::prelude::*;
///
/// let law = commutative_monoid(any::<u8>(), u8::max, 0);
/// assert!(Runner::named("max").run(&law).is_success());
/// ```
pub fn commutative_monoid<G, T, F>(generator: G, op: F, e: T) -> impl Law
where
    G: Generator<Value = T>,
    T: Clone + PartialEq + Debug,
    F: Fn(T, T) -> T,
{
    bundle(["a", "b", "c"], generator, move |[a, b, c]| {
        has_identity(NAME, &op, &e, a)?;
        commutes(NAME, &op, a, b)?;
        associates(NAME, &op, a, b, c)
    })
}

/// A [`monoid`] with inverses.
///
/// ```
/// use lawful::bundles::group;
/// use lawful::prelude::*;
///
/// let law = group(any::<u8>(), |a, b| a ^ b, 0, |a| a);
/// assert!(Runner::named("xor").run(&law).is_success());
/// ```
pub fn group<G, T, F, I>(generator: G, op: F, e: T, inverse: I) -> impl Law
where
    G: Generator<Value = T>,
    T: Clone + PartialEq + Debug,
    F: Fn(T, T) -> T,
    I: Fn(T) -> T,
{
    bundle(["a", "b", "c"], generator, move |[a, b, c]| {
        has_identity(NAME, &op, &e, a)?;
        has_inverses(NAME, &op, &e, &inverse, a)?;
        associates(NAME, &op, a, b, c)
    })
}

/// A [`group`] whose operation is commutative.
///
/// ```
/// use lawful::bundles::abelian_group;
/// use lawful::prelude::*;
///
/// let law = abelian_group(any::<i32>(), i32::wrapping_add, 0, i32::wrapping_neg);
/// assert!(Runner::named("sums").run(&law).is_success());
/// ```
pub fn abelian_group<G, T, F, I>(generator: G, op: F, e: T, inverse: I) -> impl Law
where
    G: Generator<Value = T>,
    T: Clone + PartialEq + Debug,
    F: Fn(T, T) -> T,
    I: Fn(T) -> T,
{
    bundle(["a", "b", "c"], generator, move |[a, b, c]| {
        abelian_group_laws(NAME, &op, &e, &inverse, [a, b, c])
    })
}

pub(crate) fn abelian_group_laws<T: Clone + PartialEq + Debug>(
    name: &str,
    op: &dyn Fn(T, T) -> T,
    e: &T,
    inverse: &dyn Fn(T) -> T,
    [a, b, c]: [&T; 3],
) -> Judged {
    has_identity(name, op, e, a)?;
    has_inverses(name, op, e, inverse, a)?;
    commutes(name, op, a, b)?;
    associates(name, op, a, b, c)
}

/// The operations of a [`ring`].
#[derive(Clone, Copy, Debug)]
pub struct Ring<T, P, N, M> {
    /// Addition.
    pub plus: P,
    /// Its identity.
    pub zero: T,
    /// Its inverses.
    pub negate: N,
    /// Multiplication.
    pub times: M,
    /// Its identity.
    pub one: T,
}

/// Addition is an [`abelian_group`], multiplication a [`monoid`] that distributes over it. That
/// multiplication commutes is not asked: matrices are a ring.
///
/// ```
/// use lawful::bundles::{Ring, ring};
/// use lawful::prelude::*;
///
/// let operations = Ring {
///     plus: i64::wrapping_add,
///     zero: 0,
///     negate: i64::wrapping_neg,
///     times: i64::wrapping_mul,
///     one: 1,
/// };
/// assert!(Runner::named("integers").run(&ring(any::<i64>(), operations)).is_success());
/// ```
pub fn ring<G, T, P, N, M>(generator: G, operations: Ring<T, P, N, M>) -> impl Law
where
    G: Generator<Value = T>,
    T: Clone + PartialEq + Debug,
    P: Fn(T, T) -> T,
    N: Fn(T) -> T,
    M: Fn(T, T) -> T,
{
    let Ring { plus, zero, negate, times, one } = operations;
    bundle(["a", "b", "c"], generator, move |[a, b, c]| {
        abelian_group_laws("addition", &plus, &zero, &negate, [a, b, c])?;
        has_identity("multiplication", &times, &one, a)?;
        associates("multiplication", &times, a, b, c)?;
        distributes_over("multiplication", &times, &plus, a, b, c)
    })
}

/// Two operations that are commutative, associative and idempotent, and absorb one another:
/// `join(a, meet(a, b)) == a` and `meet(a, join(a, b)) == a`.
///
/// ```
/// use lawful::bundles::lattice;
/// use lawful::prelude::*;
///
/// assert!(Runner::named("numbers").run(&lattice(any::<u8>(), u8::max, u8::min)).is_success());
/// ```
pub fn lattice<G, T, J, M>(generator: G, join: J, meet: M) -> impl Law
where
    G: Generator<Value = T>,
    T: Clone + PartialEq + Debug,
    J: Fn(T, T) -> T,
    M: Fn(T, T) -> T,
{
    bundle(["a", "b", "c"], generator, move |[a, b, c]| {
        semilattice("join", &join, [a, b, c])?;
        semilattice("meet", &meet, [a, b, c])?;
        absorbs("join", &join, &meet, a, b)?;
        absorbs("meet", &meet, &join, a, b)
    })
}

fn semilattice<T: Clone + PartialEq + Debug>(
    name: &str,
    op: &dyn Fn(T, T) -> T,
    [a, b, c]: [&T; 3],
) -> Judged {
    let same = op(a.clone(), a.clone());
    hold_of(name, same == *a, "is not idempotent", || format!("op(a, a) = {same:?}"))?;
    commutes(name, op, a, b)?;
    associates(name, op, a, b, c)
}

fn absorbs<T: Clone + PartialEq + Debug>(
    name: &str,
    op: &dyn Fn(T, T) -> T,
    other: &dyn Fn(T, T) -> T,
    a: &T,
    b: &T,
) -> Judged {
    let absorbed = op(a.clone(), other(a.clone(), b.clone()));
    hold_of(name, absorbed == *a, "does not absorb the other operation", || {
        format!("op(a, other(a, b)) = {absorbed:?}, but it should be a")
    })
}
