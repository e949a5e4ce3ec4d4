//! Generated functions (Claessen, *Shrinking and showing functions*, 2012).
//!
//! The paper keeps a function as a lazy trie over its argument type. Here a function is a lane of
//! the tape: the answer for an argument is drawn on a row named by a digest of the argument, or is
//! the default. So functions shrink by the passes that shrink everything else, and the type of the
//! argument needs a digest and nothing more.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::num::{Saturating, Wrapping};
use std::ops::Deref;
use std::rc::Rc;
use std::sync::Arc;

use super::{Arbitrary, Generator, Listed, any, sort_by, sorted_debug};
use crate::choice::{DEFAULT_ROW, KeyDigest, Lane, Source};

/// A type that a generated function can take. Types that implement `Hash` need one line:
///
/// ```
/// use lawful::generate::{FuncKey, KeyDigest};
///
/// #[derive(Hash, Debug)]
/// enum Colour { Red, Green }
///
/// impl FuncKey for Colour {
///     fn digest(&self, digest: &mut KeyDigest) {
///         digest.hash(self);
///     }
/// }
/// ```
#[doc(alias = "CoArbitrary")]
pub trait FuncKey {
    /// Adds the value to a digest. Values that the code under test can tell apart should differ.
    fn digest(&self, digest: &mut KeyDigest);
}

fn row_of<A: FuncKey>(argument: &A) -> u64 {
    let mut digest = KeyDigest::default();
    argument.digest(&mut digest);
    digest.row().max(DEFAULT_ROW + 1)
}

fn shown<T: fmt::Debug>(value: &T) -> String {
    sorted_debug(std::any::type_name::<T>(), value)
}

/// Draws the answer on a row: the default, or one of its own.
fn answer<A: FuncKey + fmt::Debug, G: Generator<Value: fmt::Debug>>(
    lane: &Lane,
    result: &G,
    argument: &A,
) -> G::Value {
    let row = row_of(argument);
    let value = lane.row_or_default(row, |source| source.draw(result));
    if lane.shows() {
        lane.note(row, shown(argument), shown(&value));
    }
    value
}

fn default_answer<G: Generator>(lane: &Lane, result: &G) -> G::Value {
    lane.row(DEFAULT_ROW, |source| source.draw(result))
}

/// The table of the cases that were used, as a closure that could be pasted.
fn write_table(
    formatter: &mut fmt::Formatter<'_>,
    lane: &Lane,
    parameters: &str,
    default: impl FnOnce() -> String,
) -> fmt::Result {
    let default = default();
    let mut rows: Vec<(String, String)> = lane.notes().into_iter().map(|(_, note)| note).listed();
    rows.retain(|(_, result)| *result != default);
    sort_by(&mut rows, &|one, other| natural(&one.0).cmp(&natural(&other.0)));
    if rows.is_empty() {
        return write!(
            formatter,
            "|{}| {default}",
            parameters.replace(|c: char| c.is_alphabetic(), "_")
        );
    }
    let matched =
        if parameters.contains(',') { format!("({parameters})") } else { parameters.into() };
    write!(formatter, "|{parameters}| match {matched} {{ ")?;
    for (argument, result) in &rows {
        write!(formatter, "{argument} => {result}, ")?;
    }
    write!(formatter, "_ => {default} }}")
}

/// Sorts numbers by value and everything else by text.
fn natural(text: &str) -> (Option<i128>, &str) {
    (text.parse().ok(), text)
}

macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident <$($letter:ident $value:ident),+> $parameters:literal;)*) => {$(
        $(#[$doc])*
        pub struct $name<$($letter,)+ Z> {
            call: Arc<dyn Fn($($letter),+) -> Z + Send + Sync>,
            default: Arc<dyn Fn() -> Z + Send + Sync>,
            lane: Lane,
        }

        impl<$($letter: FuncKey + fmt::Debug + 'static,)+ Z: fmt::Debug + 'static> $name<$($letter,)+ Z> {
            /// A function whose results come from `result`.
            pub fn draw<G>(source: &mut Source, result: G) -> Self
            where
                G: Generator<Value = Z> + Clone + Send + Sync + 'static,
            {
                let lane = source.lane();
                let (answering, other) = (lane.clone(), lane.clone());
                let default = result.clone();
                // One argument stands for itself, several are a tuple.
                #[allow(unused_parens)]
                let call = move |$($value: $letter),+| answer(&answering, &result, &($($value),+));
                $name {
                    call: Arc::new(call),
                    default: Arc::new(move || default_answer(&other, &default)),
                    lane,
                }
            }
        }

        impl<$($letter,)+ Z> Deref for $name<$($letter,)+ Z> {
            type Target = dyn Fn($($letter),+) -> Z + Send + Sync;
            fn deref(&self) -> &Self::Target {
                &*self.call
            }
        }

        impl<$($letter,)+ Z> Clone for $name<$($letter,)+ Z> {
            fn clone(&self) -> Self {
                $name { call: self.call.clone(), default: self.default.clone(), lane: self.lane.clone() }
            }
        }

        impl<$($letter,)+ Z: fmt::Debug> fmt::Debug for $name<$($letter,)+ Z> {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write_table(formatter, &self.lane, $parameters, || shown(&(self.default)()))
            }
        }

        impl<$($letter: FuncKey + fmt::Debug + 'static,)+ Z> Arbitrary for $name<$($letter,)+ Z>
        where
            Z: Arbitrary + fmt::Debug + 'static,
        {
            fn arbitrary(source: &mut Source) -> Self {
                $name::draw(source, any::<Z>())
            }
        }

        /// Functions are told apart by what they answer to a few arguments, as QuickCheck does.
        impl<$($letter: Arbitrary,)+ Z: FuncKey> FuncKey for $name<$($letter,)+ Z> {
            fn digest(&self, digest: &mut KeyDigest) {
                for sample in 0..3 {
                    // The first argument is the simplest of all.
                    let mut source = match sample {
                        0 => Source::following(Default::default()),
                        _ => Source::from_seed(sample, 4),
                    };
                    (self.call)($(source.any::<$letter>()),+).digest(digest);
                }
            }
        }
    )*};
}

functions! {
    /// A generated function, called like any other: the same answer for the same argument, shown
    /// as a table of the cases used, and shrunk to the fewest.
    ///
    /// ```
    /// use lawful::prelude::*;
    ///
    /// check(any::<Func<i32, bool>>(), |f| {
    ///     assert_eq!(f(7), f(7));
    ///     let all: Vec<bool> = [1, 2, 3].map(|x| f(x)).to_vec();
    ///     assert_eq!(all.len(), 3);
    /// });
    /// ```
    Func<A x> "x";
    /// A generated function of two arguments; see [`Func`].
    Func2<A x, B y> "x, y";
    /// A generated function of three arguments; see [`Func`].
    Func3<A x, B y, C z> "x, y, z";
}

/// Functions whose results come from a generator.
///
/// ```
/// use lawful::generate::function;
/// use lawful::prelude::*;
///
/// check(function::<String, _>(1..=6), |f| assert!(f("six".to_string()) <= 6));
/// ```
pub fn function<A, G>(result: G) -> impl Generator<Value = Func<A, G::Value>>
where
    A: FuncKey + fmt::Debug + 'static,
    G: Generator<Value: fmt::Debug + 'static> + Clone + Send + Sync + 'static,
{
    move |source: &mut Source| Func::draw(source, result.clone())
}

impl KeyDigest {
    /// Adds a value by its `Hash`, the same on every platform.
    pub fn hash<T: Hash + ?Sized>(&mut self, value: &T) {
        value.hash(&mut ByHash(self));
    }
}

struct ByHash<'a>(&'a mut KeyDigest);

impl Hasher for ByHash<'_> {
    fn finish(&self) -> u64 {
        self.0.row()
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0.bytes(bytes);
    }
    fn write_u8(&mut self, word: u8) {
        self.0.word(u64::from(word));
    }
    fn write_u16(&mut self, word: u16) {
        self.0.word(u64::from(word));
    }
    fn write_u32(&mut self, word: u32) {
        self.0.word(u64::from(word));
    }
    fn write_u64(&mut self, word: u64) {
        self.0.word(word);
    }
    fn write_u128(&mut self, word: u128) {
        self.0.word(word as u64);
        self.0.word((word >> 64) as u64);
    }
    fn write_usize(&mut self, word: usize) {
        self.0.word(word as u64);
    }
}

macro_rules! by_hash {
    ($($type:ty),*) => {$(
        impl FuncKey for $type {
            #[inline]
            fn digest(&self, digest: &mut KeyDigest) {
                digest.hash(self);
            }
        }
    )*};
}
by_hash!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);
by_hash!((), bool, char, str, String, std::time::Duration, std::cmp::Ordering);

macro_rules! floats_by_bits {
    ($($type:ty),*) => {$(
        impl FuncKey for $type {
            #[inline]
            fn digest(&self, digest: &mut KeyDigest) {
                // Zeros are equal, so they share an answer; so do all NaNs.
                let bits = match self {
                    _ if self.is_nan() => <$type>::NAN.to_bits(),
                    _ if *self == 0.0 => 0,
                    _ => self.to_bits(),
                };
                digest.word(bits.into());
            }
        }
    )*};
}
floats_by_bits!(f32, f64);

macro_rules! through {
    ($($pointer:ty),*) => {$(
        impl<T: FuncKey + ?Sized> FuncKey for $pointer {
            fn digest(&self, digest: &mut KeyDigest) {
                (**self).digest(digest);
            }
        }
    )*};
}
through!(&T, Box<T>, Rc<T>, Arc<T>);

impl<T: FuncKey> FuncKey for Option<T> {
    fn digest(&self, digest: &mut KeyDigest) {
        digest.word(self.is_some().into());
        self.iter().for_each(|value| value.digest(digest));
    }
}

impl<T: FuncKey, E: FuncKey> FuncKey for Result<T, E> {
    fn digest(&self, digest: &mut KeyDigest) {
        digest.word(self.is_ok().into());
        match self {
            Ok(value) => value.digest(digest),
            Err(error) => error.digest(digest),
        }
    }
}

macro_rules! sequences {
    ($($type:ty),*) => {$(
        impl<T: FuncKey> FuncKey for $type {
            fn digest(&self, digest: &mut KeyDigest) {
                digest.word(self.len() as u64);
                self.iter().for_each(|value| value.digest(digest));
            }
        }
    )*};
}
sequences!([T], Vec<T>, VecDeque<T>, BTreeSet<T>, LinkedList<T>);

impl<T: FuncKey, const N: usize> FuncKey for [T; N] {
    fn digest(&self, digest: &mut KeyDigest) {
        self.as_slice().digest(digest);
    }
}

impl<K: FuncKey, V: FuncKey> FuncKey for BTreeMap<K, V> {
    fn digest(&self, digest: &mut KeyDigest) {
        digest.word(self.len() as u64);
        for (key, value) in self {
            key.digest(digest);
            value.digest(digest);
        }
    }
}

/// Adds entries that come in any order: each by itself, and of all only the sum.
fn digest_unordered<T: FuncKey>(entries: impl ExactSizeIterator<Item = T>, digest: &mut KeyDigest) {
    digest.word(entries.len() as u64);
    let rows = entries.map(|entry| {
        let mut alone = KeyDigest::default();
        entry.digest(&mut alone);
        alone.row()
    });
    digest.word(rows.fold(0, u64::wrapping_add));
}

impl<T: FuncKey> FuncKey for BinaryHeap<T> {
    fn digest(&self, digest: &mut KeyDigest) {
        digest_unordered(self.iter(), digest);
    }
}

impl<T: FuncKey, S> FuncKey for HashSet<T, S> {
    fn digest(&self, digest: &mut KeyDigest) {
        digest_unordered(self.iter(), digest);
    }
}

impl<K: FuncKey, V: FuncKey, S> FuncKey for HashMap<K, V, S> {
    fn digest(&self, digest: &mut KeyDigest) {
        digest_unordered(self.iter(), digest);
    }
}

impl<B: FuncKey + ToOwned + ?Sized> FuncKey for Cow<'_, B> {
    fn digest(&self, digest: &mut KeyDigest) {
        (**self).digest(digest);
    }
}

impl<T: FuncKey + Copy> FuncKey for Cell<T> {
    fn digest(&self, digest: &mut KeyDigest) {
        self.get().digest(digest);
    }
}

impl<T: FuncKey> FuncKey for RefCell<T> {
    fn digest(&self, digest: &mut KeyDigest) {
        self.borrow().digest(digest);
    }
}

impl<T: FuncKey> FuncKey for Wrapping<T> {
    fn digest(&self, digest: &mut KeyDigest) {
        self.0.digest(digest);
    }
}

impl<T: FuncKey> FuncKey for Saturating<T> {
    fn digest(&self, digest: &mut KeyDigest) {
        self.0.digest(digest);
    }
}

impl<T: ?Sized> FuncKey for PhantomData<T> {
    fn digest(&self, _: &mut KeyDigest) {}
}

macro_rules! tuple_arguments {
    ($($($letter:ident $index:tt),+;)*) => {$(
        impl<$($letter: FuncKey),+> FuncKey for ($($letter,)+) {
            fn digest(&self, digest: &mut KeyDigest) {
                $(self.$index.digest(digest);)+
            }
        }
    )*};
}
tuple_arguments! {
    A 0;
    A 0, B 1;
    A 0, B 1, C 2;
    A 0, B 1, C 2, D 3;
    A 0, B 1, C 2, D 3, E 4;
    A 0, B 1, C 2, D 3, E 4, F 5;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
}
