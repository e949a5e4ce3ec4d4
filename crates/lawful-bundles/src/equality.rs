//! `PartialEq` and `Eq`.

use std::fmt::Debug;

use lawful_core::generate::Generator;
use lawful_core::law::Law;

use crate::bundle::{Judged, bundle, hold};

/// [`PartialEq`] is symmetric and transitive, and `!=` is the negation of `==`.
///
/// ```
/// use lawful::bundles::partial_eq;
/// use lawful::prelude::*;
///
/// assert!(Runner::named("floats").run(&partial_eq(any::<f64>())).is_success());
/// ```
pub fn partial_eq<G>(generator: G) -> impl Law
where
    G: Generator<Value: PartialEq + Debug>,
{
    bundle(["a", "b", "c"], generator, |[a, b, c]| equivalence(a, b, c))
}

/// [`Eq`]: the laws of [`partial_eq`], and every value equals itself.
///
/// ```
/// use lawful::bundles::eq;
/// use lawful::prelude::*;
///
/// assert!(Runner::named("texts").run(&eq(any::<String>())).is_success());
/// ```
pub fn eq<G>(generator: G) -> impl Law
where
    G: Generator<Value: Eq + Debug>,
{
    bundle(["a", "b", "c"], generator, |[a, b, c]| {
        [("a", a), ("b", b), ("c", c)].into_iter().try_for_each(|(name, x)| reflexive(name, x))?;
        equivalence(a, b, c)
    })
}

#[allow(clippy::eq_op, reason = "that a value equals itself is the law")]
fn reflexive<T: PartialEq>(name: &str, x: &T) -> Judged {
    hold(x == x, "Eq is not reflexive", || format!("{name} == {name} is false"))
}

#[allow(clippy::nonminimal_bool, clippy::eq_op, reason = "what looks the same is what is tested")]
fn equivalence<T: PartialEq>(a: &T, b: &T, c: &T) -> Judged {
    hold((a != b) == !(a == b), "PartialEq: != is not the negation of ==", || {
        format!("a == b is {}, a != b is {}", a == b, a != b)
    })?;
    hold((a == b) == (b == a), "PartialEq is not symmetric", || {
        format!("a == b is {}, b == a is {}", a == b, b == a)
    })?;
    hold(!(a == b && b == c) || a == c, "PartialEq is not transitive", || {
        "a == b and b == c, but a != c".into()
    })
}
