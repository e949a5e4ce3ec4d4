//! Methods of other tools' generators, as errors that name those of Lawful.
//!
//! `map` cannot be a method of `Generator`: it would clash with that of iterators on every range. Without these, the
//! compiler would only say that a generator is not an iterator.

use super::combinator::{Filtered, FlatMapped, Just, Mapped};
use super::{Any, Elements, Floats, Frequency, Generator, ListOf, OneOf, Text};

/// Implemented for nothing.
#[diagnostic::on_unimplemented(
    message = "a generator has `mapped` for `map`, `flat_mapped` for `flat_map`, and `filtered` for `filter`",
    label = "the method has another name here",
    note = "`map` would clash with `Iterator::map`, because ranges are generators and iterators"
)]
pub trait Elsewhere {}

macro_rules! elsewhere {
    ($($name:ident<$($parameter:ident),*>),*) => {$(
        #[doc(hidden)]
        impl<$($parameter),*> $name<$($parameter),*>
        where
            Self: Generator,
        {
            pub fn map<U, F: Fn(<Self as Generator>::Value) -> U + Elsewhere>(self, _: F) -> Self {
                self
            }

            pub fn prop_map<U, F: Fn(<Self as Generator>::Value) -> U + Elsewhere>(
                self,
                _: F,
            ) -> Self {
                self
            }

            pub fn flat_map<U, F: Fn(<Self as Generator>::Value) -> U + Elsewhere>(
                self,
                _: F,
            ) -> Self {
                self
            }

            pub fn prop_flat_map<U, F: Fn(<Self as Generator>::Value) -> U + Elsewhere>(
                self,
                _: F,
            ) -> Self {
                self
            }

            pub fn filter<F: Fn(&<Self as Generator>::Value) -> bool + Elsewhere>(
                self,
                _: F,
            ) -> Self {
                self
            }

            pub fn prop_filter<W, F: Fn(&<Self as Generator>::Value) -> bool + Elsewhere>(
                self,
                _: W,
                _: F,
            ) -> Self {
                self
            }
        }
    )*};
}
elsewhere! {
    Any<T>, Elements<T>, Filtered<G, P>, FlatMapped<G, P>, Floats<T>, Frequency<G>, Just<T>, ListOf<G>, Mapped<G, P>,
    OneOf<G>, Text<>
}
