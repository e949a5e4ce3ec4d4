//! What holds exactly one value, or the values of a list behind a pointer.

use std::cell::{Cell, OnceCell, RefCell};
use std::cmp::Reverse;
use std::num::{Saturating, Wrapping};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use super::super::{Arbitrary, FuncKey, Shape, Shapes};
use crate::choice::{KeyDigest, Source};

macro_rules! wrapped {
    ($($type:ident $make:expr),*) => {$(
        impl<T: Arbitrary> Arbitrary for $type<T> {
            fn arbitrary(source: &mut Source) -> Self {
                $make(source.any())
            }
            fn shape(shapes: &mut Shapes) -> Shape {
                T::shape(shapes)
            }
        }
    )*};
}
wrapped!(
    Rc Rc::new, Arc Arc::new, Wrapping Wrapping, Saturating Saturating, Reverse Reverse,
    Cell Cell::new, RefCell RefCell::new, Mutex Mutex::new, RwLock RwLock::new
);

impl<T: Arbitrary + 'static> Arbitrary for Box<T> {
    #[inline]
    fn arbitrary(source: &mut Source) -> Self {
        let value = source.any::<T>();
        source.boxed(value, T::recycle)
    }
    #[inline]
    fn recycle(self, source: &mut Source) {
        // What is inside is given back when the box is used again.
        source.give_back(self);
    }
    fn shape(shapes: &mut Shapes) -> Shape {
        T::shape(shapes)
    }
}

impl<T: Arbitrary + 'static> Arbitrary for Pin<Box<T>> {
    fn arbitrary(source: &mut Source) -> Self {
        Box::into_pin(Box::arbitrary(source))
    }
    fn shape(shapes: &mut Shapes) -> Shape {
        T::shape(shapes)
    }
}

/// A cell that may be empty yet, which is the simpler.
macro_rules! set_once {
    ($($type:ident),*) => {$(
        impl<T: Arbitrary> Arbitrary for $type<T> {
            fn arbitrary(source: &mut Source) -> Self {
                Option::<T>::arbitrary(source).map_or_else($type::new, $type::from)
            }
            fn shape(shapes: &mut Shapes) -> Shape {
                Option::<T>::shape(shapes)
            }
        }

        impl<T: FuncKey> FuncKey for $type<T> {
            fn digest(&self, digest: &mut KeyDigest) {
                self.get().digest(digest);
            }
        }
    )*};
}
set_once!(OnceCell, OnceLock);

/// Lists and texts behind pointers, of a length that does not change.
macro_rules! unsized_behind {
    ($($pointer:ident),*) => {$(
        impl Arbitrary for $pointer<str> {
            #[inline]
            fn arbitrary(source: &mut Source) -> Self {
                String::arbitrary(source).into()
            }
        }

        impl<T: Arbitrary> Arbitrary for $pointer<[T]> {
            fn arbitrary(source: &mut Source) -> Self {
                Vec::arbitrary(source).into()
            }
            fn shape(shapes: &mut Shapes) -> Shape {
                Vec::<T>::shape(shapes)
            }
        }
    )*};
}
unsized_behind!(Box, Rc, Arc);

impl<T: FuncKey> FuncKey for Reverse<T> {
    fn digest(&self, digest: &mut KeyDigest) {
        self.0.digest(digest);
    }
}

impl<T: FuncKey + ?Sized> FuncKey for Pin<Box<T>> {
    fn digest(&self, digest: &mut KeyDigest) {
        (**self).digest(digest);
    }
}

/// What is behind a lock counts, whether a panic poisoned it or not.
impl<T: FuncKey> FuncKey for Mutex<T> {
    fn digest(&self, digest: &mut KeyDigest) {
        self.lock().unwrap_or_else(PoisonError::into_inner).digest(digest);
    }
}

/// What is behind a lock counts, whether a panic poisoned it or not.
impl<T: FuncKey> FuncKey for RwLock<T> {
    fn digest(&self, digest: &mut KeyDigest) {
        self.read().unwrap_or_else(PoisonError::into_inner).digest(digest);
    }
}
