//! `Hash`.

use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};

use lawful_core::generate::Generator;
use lawful_core::law::Law;

use crate::bundle::{Judged, bundle, hold};

/// [`Hash`] agrees with [`Eq`]: what is equal is hashed the same, and the same every time; and in a
/// slice every element is hashed as it is alone.
///
/// Nothing is hashed to a number: what is compared is what the value writes into its hasher, so a
/// mistake cannot hide in a collision, and a failure shows what was written.
///
/// ```
/// use lawful::bundles::hash;
/// use lawful::prelude::*;
///
/// assert!(Runner::named("texts").run(&hash(any::<Option<String>>())).is_success());
/// ```
pub fn hash<G>(generator: G) -> impl Law
where
    G: Generator<Value: Eq + Hash + Debug>,
{
    bundle(["a", "b"], generator, |[a, b]| {
        let (first, again) = (written(a), written(a));
        hold(first == again, "Hash is not the same every time", || {
            format!("a wrote {first} into its hasher, and then {again}")
        })?;
        agrees_with_eq(a, b)?;
        let slice = written_by(|hasher| Hash::hash_slice(std::slice::from_ref(a), hasher));
        hold(slice == first, "Hash: hash_slice does not agree with hash", || {
            format!("a wrote {first} into its hasher, and in a slice {slice}")
        })
    })
}

fn agrees_with_eq<T: Eq + Hash>(a: &T, b: &T) -> Judged {
    if a != b {
        return Ok(());
    }
    let (first, second) = (written(a), written(b));
    hold(first == second, "Hash does not agree with ==", || {
        format!("a == b, but a wrote {first} into its hasher, and b wrote {second}")
    })
}

fn written<T: Hash>(value: &T) -> Written {
    written_by(|hasher| value.hash(hasher))
}

fn written_by(write: impl FnOnce(&mut Written)) -> Written {
    let mut hasher = Written::default();
    write(&mut hasher);
    hasher
}

/// A hasher that keeps what it is given.
#[derive(Default, PartialEq, Eq)]
struct Written(Vec<u8>);

impl Hasher for Written {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
    fn finish(&self) -> u64 {
        // A value may look at its own hash so far; any function of what was written will do.
        self.0.iter().fold(0, |hash, byte| hash.rotate_left(5) ^ u64::from(*byte))
    }
}

impl fmt::Display for Written {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.is_empty() {
            true => formatter.write_str("nothing"),
            false => self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}")),
        }
    }
}
