//! Support for the arguments of `#[law]`: drawing them, lending them to the body, and showing errors.

use std::ffi::{CStr, CString, OsStr, OsString};
use std::fmt::{self, Debug};
use std::path::{Path, PathBuf};

use lawful_core::generate::{Arbitrary, any};
use lawful_core::law::{Case, Component, Outcome};

/// Draws an argument by its type. A type that is not arbitrary is one error here, and would be two with a generator.
#[inline]
pub fn drawn<T: Arbitrary + Debug>(case: &mut Case, name: &'static str) -> T {
    case.argument(name, &any::<T>())
}

/// A type that a law can take by reference: its owned form is drawn and lent to the body.
#[diagnostic::on_unimplemented(
    message = "no `&{Self}` can be drawn",
    note = "a law takes `&str`, `&[T]`, `&Path`, `&OsStr`, `&CStr`, and `&T` where `T` is arbitrary"
)]
pub trait Lent {
    /// The type that is drawn.
    type Owned;

    /// Lends a drawn value.
    fn lend(owned: &Self::Owned) -> &Self;
}

/// A type that a law can take by mutable reference.
#[diagnostic::on_unimplemented(
    message = "no `&mut {Self}` can be drawn",
    note = "take the owned type by value, and borrow from it in the body"
)]
pub trait LentMut: Lent {
    /// Lends a drawn value, which belongs to this run alone.
    fn lend_mut(owned: &mut Self::Owned) -> &mut Self;
}

// An unsized type is told as one that cannot be drawn, and not as one without a size.
#[diagnostic::do_not_recommend]
impl<T> Lent for T {
    type Owned = T;

    #[inline]
    fn lend(owned: &T) -> &T {
        owned
    }
}

#[diagnostic::do_not_recommend]
impl<T> LentMut for T {
    #[inline]
    fn lend_mut(owned: &mut T) -> &mut T {
        owned
    }
}

macro_rules! lent {
    ($($lent:ty, $owned:ty);*) => {$(
        impl Lent for $lent {
            type Owned = $owned;

            #[inline]
            fn lend(owned: &$owned) -> &$lent {
                owned
            }
        }
    )*};
}
lent!(str, String; Path, PathBuf; OsStr, OsString; CStr, CString);

macro_rules! lent_mut {
    ($($lent:ty, $owned:ty);*) => {$(
        impl LentMut for $lent {
            #[inline]
            fn lend_mut(owned: &mut $owned) -> &mut $lent {
                owned
            }
        }
    )*};
}
lent_mut!(str, String; Path, PathBuf; OsStr, OsString);

/// An earlier argument, for the generator of a later one. By autoref, `(&Seen(&value)).seen()` is a copy of the value
/// where it can be copied, and a reference to it elsewhere.
#[derive(Debug)]
pub struct Seen<'a, T>(pub &'a T);

/// The value itself, of a type that is `Copy`.
pub trait SeenByCopy<T> {
    /// Copies the value.
    fn seen(&self) -> T;
}

/// A reference to the value.
pub trait SeenByReference<'a, T> {
    /// Borrows the value.
    fn seen(&self) -> &'a T;
}

impl<T: Copy> SeenByCopy<T> for Seen<'_, T> {
    #[inline]
    fn seen(&self) -> T {
        *self.0
    }
}

impl<'a, T> SeenByReference<'a, T> for &Seen<'a, T> {
    #[inline]
    fn seen(&self) -> &'a T {
        self.0
    }
}

/// A value that `case(..)` gives. By autoref, `(&Given(&value)).describe(case)` describes its type where that is
/// arbitrary, so that derived types in it are shown as Rust, and does nothing elsewhere.
#[derive(Debug)]
pub struct Given<'a, T>(pub &'a T);

/// A value of an arbitrary type.
pub trait GivenArbitrary {
    /// Describes the type, if the case is one that is shown.
    fn describe(&self, case: &mut Case);
}

/// A value of any other type.
pub trait GivenOther {
    /// Does nothing, since nothing is known of the type.
    fn describe(&self, _: &mut Case) {}
}

impl<T: Arbitrary> GivenArbitrary for Given<'_, T> {
    fn describe(&self, case: &mut Case) {
        case.source.describe::<T>();
    }
}

impl<T> GivenOther for &Given<'_, T> {}

/// A law out of two closures, of which the second comes to an outcome while the arguments are there to be borrowed.
#[derive(Debug)]
pub struct LentSteps<D, B> {
    draw: D,
    body: B,
}

/// Makes a law whose body borrows its arguments.
pub fn lent_steps<T, D, B>(draw: D, body: B) -> LentSteps<D, B>
where
    D: Fn(&mut Case) -> T,
    B: Fn(T, &mut Case) -> Outcome,
{
    LentSteps { draw, body }
}

impl<T, D, B> Component for LentSteps<D, B>
where
    D: Fn(&mut Case) -> T,
    B: Fn(T, &mut Case) -> Outcome,
{
    type Drawn = T;

    #[inline]
    fn draw(&self, case: &mut Case) -> T {
        (self.draw)(case)
    }

    #[inline]
    fn run(&self, drawn: T, case: &mut Case) -> Outcome {
        (self.body)(drawn, case)
    }
}

/// An error with its `Debug`. `Result` has two implementations of `IntoOutcome` to choose from, so that a missing `Debug`
/// would only be told as "a law cannot return this"; asked for here, it is told as what it is.
pub struct ShownError<E> {
    error: E,
    show: fn(&E, &mut fmt::Formatter<'_>) -> fmt::Result,
}

impl<E> Debug for ShownError<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.show)(&self.error, formatter)
    }
}

/// Makes the error of a law's result one that is shown in the report.
#[inline]
pub fn shown_error<T, E: Debug>(result: Result<T, E>) -> Result<T, ShownError<E>> {
    result.map_err(|error| ShownError { error, show: E::fmt })
}
