//! `Clone` and `Default`.

use lawful_core::extend::Choices;
use std::fmt::Debug;

use lawful_core::choice::Source;
use lawful_core::generate::Generator;
use lawful_core::law::Law;

use crate::bundle::{both, bundle, bundle_of, hold};

/// [`Clone`] makes equal values, leaves the original as it was, and `clone_from` does what `clone`
/// does.
///
/// Only what equals itself is held to it, so that floats obey it. That a clone shares nothing with
/// the original cannot be tested from outside.
///
/// ```
/// use lawful::bundles::clone;
/// use lawful::prelude::*;
///
/// assert!(Runner::named("lists").run(&clone(any::<Vec<f64>>())).is_success());
/// ```
#[allow(clippy::eq_op, reason = "what does not equal itself has no equal clone")]
pub fn clone<G>(generator: G) -> impl Law
where
    G: Generator<Value: Clone + PartialEq + Debug>,
{
    bundle(["a", "b"], generator, |[a, b]| {
        if a != a {
            return Ok(());
        }
        let before = format!("{a:?}");
        let copy = a.clone();
        hold(copy == *a, "Clone: a clone is not equal to the original", || {
            both("a", &a, "a.clone()", &copy)
        })?;
        let after = format!("{a:?}");
        hold(before == after, "Clone: cloning changes the original", || {
            format!("a was {before}\nand then {after}")
        })?;
        let mut target = b.clone();
        target.clone_from(a);
        hold(target == *a, "Clone: clone_from does not do what clone does", || {
            both("a", &a, "b after b.clone_from(&a)", &target)
        })
    })
}

/// [`Default`] is the same value every time.
///
/// ```
/// use lawful::bundles::default;
/// use lawful::prelude::*;
///
/// assert!(Runner::named("options").run(&default::<Option<u8>>()).is_success());
/// ```
pub fn default<T: Default + PartialEq + Debug>() -> impl Law {
    let draw = |source: &mut Source| source.argument("times", &(1..=20));
    bundle_of(draw, |times| {
        let first = T::default();
        (0..times).try_for_each(|_| {
            let again = T::default();
            hold(first == again, "Default is not the same every time", || {
                both("a first default", &first, "a later one", &again)
            })
        })
    })
}
