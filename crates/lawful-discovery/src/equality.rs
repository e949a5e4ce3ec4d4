//! When two values of a type are the same.

use std::cmp::Ordering;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;

use lawful_core::extend::Source;
use lawful_core::generate::{Arbitrary, Func, Func2, Func3, sorted_text};

use crate::table::{Draw, Showing};

/// Hash of what can be observed of a value.
type GivenHash<T> = Arc<dyn Fn(&T) -> u64 + Send + Sync>;
/// Whether the same can be observed of two values.
type GivenSame<T> = Arc<dyn Fn(&T, &T) -> bool + Send + Sync>;

/// How values of a type are compared.
pub enum Equality<T> {
    /// By `Hash` and `Eq`.
    Hash(fn(&T) -> u64, fn(&T, &T) -> bool),
    /// By what the user says can be seen of a value.
    Given(GivenHash<T>, GivenSame<T>),
    /// By `Ord`.
    Order(fn(&T, &T) -> Ordering),
    /// By `PartialEq` or by text, one value after the other.
    Scan(fn(&T, &T) -> bool),
    /// Every value is another one: functions.
    Identity,
    /// The type has nothing that values could be compared by.
    Unknown,
}

impl<T> Clone for Equality<T> {
    fn clone(&self) -> Self {
        match self {
            Equality::Hash(hash, same) => Equality::Hash(*hash, *same),
            Equality::Given(hash, same) => Equality::Given(hash.clone(), same.clone()),
            Equality::Order(compare) => Equality::Order(*compare),
            Equality::Scan(same) => Equality::Scan(*same),
            Equality::Identity => Equality::Identity,
            Equality::Unknown => Equality::Unknown,
        }
    }
}

impl<T> Debug for Equality<T> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name())
    }
}

impl<T> Equality<T> {
    /// Compares values by a key.
    pub(crate) fn by_key<K: Hash + Eq>(key: impl Fn(&T) -> K + Send + Sync + 'static) -> Self {
        let key = Arc::new(key);
        let other = key.clone();
        Equality::Given(
            Arc::new(move |value| hash_of(&key(value))),
            Arc::new(move |one, two| other(one) == other(two)),
        )
    }

    /// The trait or function that values are compared by.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Equality::Hash(..) => "Hash and Eq",
            Equality::Given(..) => "the given observation",
            Equality::Order(_) => "Ord",
            Equality::Scan(_) => "PartialEq or Debug",
            Equality::Identity => "identity",
            Equality::Unknown => "nothing",
        }
    }
}

/// The hash of a value, the same in every run and on every platform.
pub(crate) fn hash_of<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut mixer = Mixer::default();
    value.hash(&mut mixer);
    mixer.finish()
}

#[derive(Clone)]
pub(crate) struct Mixer(u64);

impl Default for Mixer {
    fn default() -> Self {
        Mixer(0x243f_6a88_85a3_08d3)
    }
}

impl Mixer {
    #[inline]
    fn word(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * u128::from(0x9e37_79b9_7f4a_7c15_u64);
        self.0 = (product >> 64) as u64 ^ product as u64 ^ word.rotate_left(32);
    }
}

impl Hasher for Mixer {
    #[inline]
    fn finish(&self) -> u64 {
        let product = u128::from(self.0) * u128::from(0xd6e8_feb8_6659_fd93_u64);
        (product >> 64) as u64 ^ product as u64
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.word(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            self.word(u64::from_le_bytes(last) ^ 0x5bf0_3635);
        }
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.word(word.into());
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.word(word.into());
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.word(word);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.word(word as u64);
    }
}

/// Compares by `==`; values that are not even equal to themselves (NaN, and what holds one) by their text.
fn same_or_alike<T: PartialEq + Debug>(one: &T, other: &T) -> bool {
    #[allow(clippy::eq_op, reason = "a value with a NaN in it is not equal to itself")]
    let (reflexive, also) = (one == one, other == other);
    if reflexive || also { one == other } else { sorted_text(one) == sorted_text(other) }
}

/// A type, as the macro `sig!` asks the compiler about it: which traits does it implement?
///
/// `(&&&&&&probe).equality()` takes the first candidate that applies, which is the one behind the most references
/// (David Tolnay's autoref-based specialization). So nothing has to be said about a type whose traits tell.
#[derive(Debug)]
pub struct Probe<T>(PhantomData<fn() -> T>);

impl<T> Probe<T> {
    pub(crate) const NEW: Self = Probe(PhantomData);
}

impl<T> Clone for Probe<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Probe<T> {}

macro_rules! candidates {
    ($($(#[$doc:meta])* $name:ident $method:ident -> $out:ty;)*) => {$(
        $(#[$doc])*
        pub trait $name<T> {
            /// Asks.
            fn $method(&self) -> $out;
        }
    )*};
}

candidates! {
    /// Functions are the same only if they are one.
    ByIdentity equality -> Equality<T>;
    /// Floats are compared by `==`, and all NaN are the same.
    ByFloat equality -> Equality<T>;
    /// The type implements `Hash` and `Eq`.
    ByHash equality -> Equality<T>;
    /// The type implements `Ord`.
    ByOrder equality -> Equality<T>;
    /// The type implements `PartialEq` and `Debug`.
    ByEquality equality -> Equality<T>;
    /// The type implements `Debug`.
    ByText equality -> Equality<T>;
    /// The type implements nothing that helps.
    ByNothing equality -> Equality<T>;
    /// The type implements `Debug`.
    Shown showing -> Option<Showing<T>>;
    /// The type does not.
    Hidden showing -> Option<Showing<T>>;
    /// The type implements `Arbitrary`.
    Drawn drawing -> Option<Drawing<T>>;
    /// The type does not.
    NotDrawn drawing -> Option<Drawing<T>>;
}

/// How values of a type are drawn.
pub struct Drawing<T>(pub(crate) Draw<T>);

impl<T> Debug for Drawing<T> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Drawing")
    }
}

impl<A, Z> ByIdentity<Func<A, Z>> for &&&&&&Probe<Func<A, Z>> {
    fn equality(&self) -> Equality<Func<A, Z>> {
        Equality::Identity
    }
}

impl<A, B, Z> ByIdentity<Func2<A, B, Z>> for &&&&&&Probe<Func2<A, B, Z>> {
    fn equality(&self) -> Equality<Func2<A, B, Z>> {
        Equality::Identity
    }
}

impl<A, B, C, Z> ByIdentity<Func3<A, B, C, Z>> for &&&&&&Probe<Func3<A, B, C, Z>> {
    fn equality(&self) -> Equality<Func3<A, B, C, Z>> {
        Equality::Identity
    }
}

macro_rules! floats {
    ($($type:ident)*) => {$(
        impl ByFloat<$type> for &&&&&Probe<$type> {
            fn equality(&self) -> Equality<$type> {
                // Equal floats hash alike: the zeros are one, and so are all NaN.
                let hash = |value: &$type| match *value {
                    value if value.is_nan() => hash_of(&u64::MAX),
                    value => hash_of(&u64::from((value + 0.0).to_bits())),
                };
                Equality::Hash(hash, |one, other| one == other || one.is_nan() && other.is_nan())
            }
        }
    )*};
}
floats!(f32 f64);

impl<T: Hash + Eq> ByHash<T> for &&&&Probe<T> {
    fn equality(&self) -> Equality<T> {
        Equality::Hash(hash_of::<T>, |one, other| one == other)
    }
}

impl<T: Ord> ByOrder<T> for &&&Probe<T> {
    fn equality(&self) -> Equality<T> {
        Equality::Order(T::cmp)
    }
}

impl<T: PartialEq + Debug> ByEquality<T> for &&Probe<T> {
    fn equality(&self) -> Equality<T> {
        Equality::Scan(same_or_alike::<T>)
    }
}

impl<T: Debug> ByText<T> for &Probe<T> {
    fn equality(&self) -> Equality<T> {
        Equality::Hash(
            |value| hash_of(&sorted_text(value)),
            |one, other| sorted_text(one) == sorted_text(other),
        )
    }
}

impl<T> ByNothing<T> for Probe<T> {
    fn equality(&self) -> Equality<T> {
        Equality::Unknown
    }
}

impl<T: Debug> Shown<T> for &Probe<T> {
    fn showing(&self) -> Option<Showing<T>> {
        Some(Showing { text: sorted_text::<T>, give: |case, name, value| case.given(name, value) })
    }
}

impl<T> Hidden<T> for Probe<T> {
    fn showing(&self) -> Option<Showing<T>> {
        None
    }
}

impl<T: Arbitrary> Drawn<T> for &Probe<T> {
    fn drawing(&self) -> Option<Drawing<T>> {
        Some(Drawing(Arc::new(|source: &mut Source| source.any())))
    }
}

impl<T> NotDrawn<T> for Probe<T> {
    fn drawing(&self) -> Option<Drawing<T>> {
        None
    }
}
