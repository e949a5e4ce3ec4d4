//! The structures of algebra by the operators of `std::ops`. Zero is `Default`.

use std::fmt::Debug;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use lawful_core::generate::Generator;
use lawful_core::law::Law;

use crate::algebra::abelian_group_laws;
use crate::bundle::{Judged, both, bundle, hold};
use crate::operation::{associates, commutes, distributes_over, has_identity};

/// `+` is associative and commutative, and `Default` is its zero.
///
/// ```
/// use std::num::Wrapping;
/// use lawful::bundles::add;
/// use lawful::prelude::*;
///
/// assert!(Runner::named("sums").run(&add(any::<Wrapping<u8>>())).is_success());
/// ```
pub fn add<G, T>(generator: G) -> impl Law
where
    G: Generator<Value = T>,
    T: Add<Output = T> + Default + Clone + PartialEq + Debug,
{
    bundle(["a", "b", "c"], generator, |[a, b, c]| {
        has_identity("+", &T::add, &T::default(), a)?;
        commutes("+", &T::add, a, b)?;
        associates("+", &T::add, a, b, c)
    })
}

/// `a += b` does what `a = a + b` does.
///
/// ```
/// use std::num::Wrapping;
/// use lawful::bundles::add_assign;
/// use lawful::prelude::*;
///
/// assert!(Runner::named("sums").run(&add_assign(any::<Wrapping<u8>>())).is_success());
/// ```
pub fn add_assign<G, T>(generator: G) -> impl Law
where
    G: Generator<Value = T>,
    T: Add<Output = T> + AddAssign + Clone + PartialEq + Debug,
{
    bundle(["a", "b"], generator, |[a, b]| {
        let sum = a.clone() + b.clone();
        let mut assigned = a.clone();
        assigned += b.clone();
        hold(assigned == sum, "+= does not do what + does", || {
            both("a + b", &sum, "a after a += b", &assigned)
        })
    })
}

/// `+`, `-` and the unary `-` make a commutative group, with `Default` as its zero, and
/// `a - b == a + -b`.
///
/// ```
/// use std::num::Wrapping;
/// use lawful::bundles::additive_group;
/// use lawful::prelude::*;
///
/// assert!(Runner::named("sums").run(&additive_group(any::<Wrapping<i16>>())).is_success());
/// ```
pub fn additive_group<G, T>(generator: G) -> impl Law
where
    G: Generator<Value = T>,
    T: Add<Output = T> + Sub<Output = T> + Neg<Output = T>,
    T: Default + Clone + PartialEq + Debug,
{
    bundle(["a", "b", "c"], generator, |[a, b, c]| group_laws(a, b, c))
}

/// The [`additive_group`] laws, `*` is associative with `one` as its identity, and it distributes
/// over `+`.
///
/// ```
/// use std::num::Wrapping;
/// use lawful::bundles::arithmetic;
/// use lawful::prelude::*;
///
/// let law = arithmetic(any::<Wrapping<i16>>(), Wrapping(1));
/// assert!(Runner::named("integers").run(&law).is_success());
/// ```
pub fn arithmetic<G, T>(generator: G, one: T) -> impl Law
where
    G: Generator<Value = T>,
    T: Add<Output = T> + Sub<Output = T> + Neg<Output = T> + Mul<Output = T>,
    T: Default + Clone + PartialEq + Debug,
{
    bundle(["a", "b", "c"], generator, move |[a, b, c]| {
        group_laws(a, b, c)?;
        has_identity("*", &T::mul, &one, a)?;
        associates("*", &T::mul, a, b, c)?;
        distributes_over("*", &T::mul, &T::add, a, b, c)
    })
}

fn group_laws<T>(a: &T, b: &T, c: &T) -> Judged
where
    T: Add<Output = T> + Sub<Output = T> + Neg<Output = T>,
    T: Default + Clone + PartialEq + Debug,
{
    abelian_group_laws("+", &T::add, &T::default(), &T::neg, [a, b, c])?;
    let (difference, sum) = (a.clone() - b.clone(), a.clone() + -b.clone());
    hold(difference == sum, "- does not undo +", || both("a - b", &difference, "a + -b", &sum))
}
