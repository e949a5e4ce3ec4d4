//! Plain functions as functions over tables of values.
//!
//! [`Lift`] has one implementation for each way of passing arguments: by value, `&T`, `&[T]`, `&str`, and `&mut self`
//! first. Its parameter is a function pointer over markers, such as `fn(Own<A>, Ref<B>) -> Z`, which the compiler finds by
//! itself. It can, because arguments are of types that implement `Arbitrary`, and no reference does: with a bound that
//! references meet, such as `Clone`, a function of `&T` would be one by value too, and nothing could be inferred.

use std::any::TypeId;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use lawful_core::generate::Arbitrary;

use crate::equality::Probe;
use crate::table::{Id, PANICKED, PANICKED_HASH, Tables};

/// Most arguments of a function.
pub(crate) const MOST_ARGUMENTS: usize = 4;

/// Argument that a function does not have.
#[derive(Debug)]
pub enum Absent {}

/// An argument passed by value.
#[derive(Debug)]
pub struct Own<T>(PhantomData<T>);
/// An argument passed as `&T`.
#[derive(Debug)]
pub struct Ref<T>(PhantomData<T>);
/// An argument passed as `&[T]`.
#[derive(Debug)]
pub struct Slice<T>(PhantomData<T>);
/// An argument passed as `&str`.
#[derive(Debug)]
pub struct Str;
/// A receiver passed as `&mut T`.
#[derive(Debug)]
pub struct Mut<T>(PhantomData<T>);
/// A value that is no function.
#[derive(Debug)]
pub struct Constant<T>(PhantomData<T>);
/// A result that is a value of its own.
#[derive(Debug)]
pub struct Owned<T>(PhantomData<T>);
/// A result of the type `&T`.
#[derive(Debug)]
pub struct Lent<T>(PhantomData<T>);
/// A result of the type `Option<&T>`.
#[derive(Debug)]
pub struct MaybeLent<T>(PhantomData<T>);
/// A result of the type `&[T]`.
#[derive(Debug)]
pub struct LentSlice<T>(PhantomData<T>);
/// A result of the type `&str`.
#[derive(Debug)]
pub struct LentStr;
/// A result of the type `Option<&str>`.
#[derive(Debug)]
pub struct MaybeLentStr;

/// The way in which an argument is passed.
pub trait Passing {
    /// Type of the values in the table.
    type Stored: 'static;
    /// Type of the parameter.
    type Passed<'a>;
    /// Passes a value of the table.
    fn pass(stored: &Self::Stored) -> Self::Passed<'_>;
}

impl<T: Clone + 'static> Passing for Own<T> {
    type Stored = T;
    type Passed<'a> = T;
    #[inline]
    fn pass(stored: &T) -> T {
        stored.clone()
    }
}

impl<T: 'static> Passing for Ref<T> {
    type Stored = T;
    type Passed<'a> = &'a T;
    #[inline]
    fn pass(stored: &T) -> &T {
        stored
    }
}

impl<T: 'static> Passing for Slice<T> {
    type Stored = Vec<T>;
    type Passed<'a> = &'a [T];
    #[inline]
    fn pass(stored: &Vec<T>) -> &[T] {
        stored
    }
}

impl Passing for Str {
    type Stored = String;
    type Passed<'a> = &'a str;
    #[inline]
    fn pass(stored: &String) -> &str {
        stored
    }
}

/// Types of a function's arguments, filled up with [`Absent`].
pub trait Places {
    /// Type of the first argument.
    type First: 'static;
    /// Type of the second argument.
    type Second: 'static;
    /// Type of the third argument.
    type Third: 'static;
    /// Type of the fourth argument.
    type Fourth: 'static;
}

macro_rules! places {
    ($(($($letter:ident)*) $first:ident $second:ident $third:ident $fourth:ident;)*) => {$(
        impl<$($letter: 'static),*> Places for ($($letter,)*) {
            type First = $first;
            type Second = $second;
            type Third = $third;
            type Fourth = $fourth;
        }
    )*};
}

places! {
    () Absent Absent Absent Absent;
    (A) A Absent Absent Absent;
    (A B) A B Absent Absent;
    (A B C) A B C Absent;
    (A B C D) A B C D;
}

/// Arguments of one call, in the tables.
pub(crate) struct Arguments<'a> {
    tables: &'a Tables,
    types: &'a [usize],
    columns: &'a [&'a [Id]],
    at: usize,
}

impl<'a> Arguments<'a> {
    #[inline]
    fn get<P: Passing>(&self, index: usize) -> P::Passed<'a> {
        P::pass(self.stored(index))
    }

    #[inline]
    fn stored<T: 'static>(&self, index: usize) -> &'a T {
        self.tables.of::<T>(self.types[index]).get(self.columns[index][self.at])
    }

    #[inline]
    fn is_defined(&self) -> bool {
        self.columns.iter().all(|column| column[self.at] != PANICKED)
    }
}

/// Types of a function: those of its arguments, and of its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub arguments: Vec<usize>,
    pub result: usize,
}

type Interning = Arc<dyn Fn(&mut Tables, &Shape, &[&[Id]], &mut [Id]) + Send + Sync>;
type Hashing = Arc<dyn Fn(&mut Tables, &Shape, &[&[Id]], &mut [u64]) + Send + Sync>;

/// A function over columns of values. Dynamic dispatch, and catching of panics, are paid once a column.
#[derive(Clone)]
pub struct Call {
    interning: Interning,
    hashing: Hashing,
}

impl Call {
    fn new<Z: 'static>(call: impl Fn(&Arguments<'_>) -> Z + Send + Sync + 'static) -> Self {
        let call = Arc::new(call);
        let same = call.clone();
        let interning: Interning = Arc::new(move |tables, shape, columns, out| {
            over_column(tables, shape, columns, out, &*call, PANICKED, |tables, result| {
                tables.of_mut::<Z>(shape.result).intern(result)
            });
        });
        let hashing: Hashing = Arc::new(move |tables, shape, columns, out| {
            over_column(tables, shape, columns, out, &*same, PANICKED_HASH, |tables, result| {
                tables.of_mut::<Z>(shape.result).hash(result)
            });
        });
        Call { interning, hashing }
    }

    /// Calls the function for every row, and puts the results into their table.
    pub(crate) fn intern(
        &self,
        tables: &mut Tables,
        shape: &Shape,
        columns: &[&[Id]],
        out: &mut [Id],
    ) {
        (self.interning)(tables, shape, columns, out);
    }

    /// Calls the function for every row, and keeps nothing of the results but their hashes.
    pub(crate) fn hash(
        &self,
        tables: &mut Tables,
        shape: &Shape,
        columns: &[&[Id]],
        out: &mut [u64],
    ) {
        (self.hashing)(tables, shape, columns, out);
    }
}

#[inline]
fn over_column<Z, R: Copy>(
    tables: &mut Tables,
    shape: &Shape,
    columns: &[&[Id]],
    out: &mut [R],
    call: &impl Fn(&Arguments<'_>) -> Z,
    panicked: R,
    keep: impl Fn(&mut Tables, Z) -> R,
) {
    let mut at = 0;
    while at < out.len() {
        // After a panic the column goes on behind it.
        let ended = catch_unwind(AssertUnwindSafe(|| {
            while at < out.len() {
                let arguments =
                    Arguments { tables: &*tables, types: &shape.arguments, columns, at };
                out[at] = match arguments.is_defined() {
                    true => {
                        let result = call(&arguments);
                        keep(tables, result)
                    }
                    false => panicked,
                };
                at += 1;
            }
        }));
        if ended.is_err() {
            out[at] = panicked;
            at += 1;
        }
    }
}

/// What a function becomes in a signature.
pub struct Calls {
    /// The result of the function, if it is a value.
    pub(crate) answer: Option<Call>,
    /// The receiver after the call, if that may change it.
    pub(crate) after: Option<Call>,
    pub(crate) arity: usize,
}

impl Calls {
    fn answering(arity: usize, call: Call) -> Self {
        Calls { answer: Some(call), after: None, arity }
    }
}

/// A function or value that can stand in a signature. `M` says how it takes its arguments.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand in a signature",
    note = "a function has up to four arguments, by value, `&T`, `&[T]`, `&str`, or `&mut T` as the first; \
            their types implement `Arbitrary` and, by value or as `&mut T`, `Clone`",
    note = "a generic function needs its types: `reverse::<i32>`; what fits no other way is a closure: \
            `\"starts_with\" = |s: &str, t: &str| s.starts_with(t)`",
    note = "a constant is a value whose type is known: `\"0\" = 0i32`"
)]
pub trait Lift<M>: Sized {
    /// Types of the arguments.
    type Arguments: Places;
    /// Type of the result; of the answer where the receiver may change.
    type Result: 'static;

    /// Returns the function over tables.
    fn calls(self) -> Calls;
}

/// Types of a function's arguments and of its result, which the compiler can be asked about.
pub type Probes<A, Z> = (
    Probe<<A as Places>::First>,
    Probe<<A as Places>::Second>,
    Probe<<A as Places>::Third>,
    Probe<<A as Places>::Fourth>,
    Probe<Z>,
);

/// Takes a function into a signature. All that is asked of its types is asked here, so that a function that does not fit is
/// one error.
pub fn lift<M, F: Lift<M>>(function: F) -> (Calls, Probes<F::Arguments, F::Result>) {
    let probes = (Probe::NEW, Probe::NEW, Probe::NEW, Probe::NEW, Probe::NEW);
    (function.calls(), probes)
}

impl<T: Arbitrary + Clone + Send + Sync + 'static> Lift<Constant<T>> for T {
    type Arguments = ();
    type Result = T;

    fn calls(self) -> Calls {
        Calls::answering(0, Call::new(move |_| self.clone()))
    }
}

impl<F: Fn() -> Z + Send + Sync + 'static, Z: 'static> Lift<fn() -> Owned<Z>> for F {
    type Arguments = ();
    type Result = Z;

    fn calls(self) -> Calls {
        Calls::answering(0, Call::new(move |_| self()))
    }
}

/// The marker of a way to pass an argument.
macro_rules! marker {
    (own $letter:ident) => { Own<$letter> };
    (reference $letter:ident) => { Ref<$letter> };
    (slice $letter:ident) => { Slice<$letter> };
    (text) => { Str };
}

/// The type of a parameter that is passed in a way.
macro_rules! parameter {
    ($life:lifetime own $letter:ident) => { $letter };
    ($life:lifetime reference $letter:ident) => { &$life $letter };
    ($life:lifetime slice $letter:ident) => { &$life [$letter] };
    ($life:lifetime text) => { &$life str };
}

/// Calls a macro with every combination of some ways to pass some arguments.
macro_rules! each_way {
    ($callback:ident $ways:tt [$($done:tt)*]) => {
        $callback! { $($done)* }
    };
    ($callback:ident [$($way:ident)*] [$($done:tt)*] $letter:ident $index:tt $($rest:tt)*) => {
        each_way! { @ways $callback [$($way)*] [$($way)*] [$($done)*] $letter $index [$($rest)*] }
    };
    (@ways $callback:ident $ways:tt [] $done:tt $letter:ident $index:tt $rest:tt) => {};
    (@ways $callback:ident $ways:tt [text $($way:ident)*] [$($done:tt)*] $letter:ident $index:tt [$($rest:tt)*]) => {
        each_way! { $callback $ways [$($done)* ($index text)] $($rest)* }
        each_way! { @ways $callback $ways [$($way)*] [$($done)*] $letter $index [$($rest)*] }
    };
    (@ways $callback:ident $ways:tt [$next:ident $($way:ident)*] [$($done:tt)*] $letter:ident $index:tt [$($rest:tt)*]) => {
        each_way! { $callback $ways [$($done)* ($index $next $letter)] $($rest)* }
        each_way! { @ways $callback $ways [$($way)*] [$($done)*] $letter $index [$($rest)*] }
    };
}

/// Functions whose result is a value of its own.
macro_rules! owning {
    ($(($index:tt $way:ident $($letter:ident)?))*) => {
        impl<F, $($($letter,)?)* Z> Lift<fn($(marker!($way $($letter)?)),*) -> Owned<Z>> for F
        where
            F: for<'a> Fn($(parameter!('a $way $($letter)?)),*) -> Z + Send + Sync + 'static,
            $($($letter: Arbitrary + Clone + 'static,)?)*
            Z: 'static,
        {
            type Arguments = ($(<marker!($way $($letter)?) as Passing>::Stored,)*);
            type Result = Z;

            fn calls(self) -> Calls {
                let call = Call::new(move |arguments| {
                    self($(arguments.get::<marker!($way $($letter)?)>($index)),*)
                });
                Calls::answering([$($index),*].len(), call)
            }
        }
    };
}

each_way! { owning [own reference slice text] [] A 0 }
each_way! { owning [own reference slice text] [] A 0 B 1 }
each_way! { owning [own reference slice text] [] A 0 B 1 C 2 }
each_way! { owning [own reference] [] A 0 B 1 C 2 D 3 }

/// Functions whose result is borrowed from an argument: it is cloned.
macro_rules! lending {
    (@result [$(($index:tt $way:ident $($letter:ident)?))*] $($free:ident)?, $result:ty, $mark:ty, $stored:ty, |$lent:ident| $own:expr) => {
        impl<F, $($($letter,)?)* $($free)?> Lift<fn($(marker!($way $($letter)?)),*) -> $mark> for F
        where
            F: for<'a> Fn($(parameter!('a $way $($letter)?)),*) -> $result + Send + Sync + 'static,
            $($($letter: Arbitrary + Clone + 'static,)?)*
            $($free: Clone + 'static,)?
        {
            type Arguments = ($(<marker!($way $($letter)?) as Passing>::Stored,)*);
            type Result = $stored;

            fn calls(self) -> Calls {
                let call = Call::new(move |arguments| {
                    let $lent = self($(arguments.get::<marker!($way $($letter)?)>($index)),*);
                    $own
                });
                Calls::answering([$($index),*].len(), call)
            }
        }
    };
    ($($argument:tt)*) => {
        lending! { @result [$($argument)*] Z, &'a Z, Lent<Z>, Z, |lent| lent.clone() }
        lending! { @result [$($argument)*] Z, Option<&'a Z>, MaybeLent<Z>, Option<Z>, |lent| lent.cloned() }
        lending! { @result [$($argument)*] Z, &'a [Z], LentSlice<Z>, Vec<Z>, |lent| lent.to_vec() }
        lending! { @result [$($argument)*] , &'a str, LentStr, String, |lent| lent.to_string() }
        lending! { @result [$($argument)*] , Option<&'a str>, MaybeLentStr, Option<String>, |lent| lent.map(str::to_string) }
    };
}

each_way! { lending [reference slice text] [] A 0 }
each_way! { lending [own reference text] [(0 reference A)] B 1 }
each_way! { lending [own reference text] [(0 slice A)] B 1 }
each_way! { lending [own reference text] [(0 text)] B 1 }
each_way! { lending [own reference] [(0 reference A)] B 1 C 2 }
each_way! { lending [own reference] [(0 slice A)] B 1 C 2 }

/// Methods that may change their receiver: the receiver after the call, and the answer.
macro_rules! changing {
    ($(($index:tt $way:ident $($letter:ident)?))*) => {
        impl<F, S, $($($letter,)?)* Z> Lift<fn(Mut<S>, $(marker!($way $($letter)?)),*) -> Z> for F
        where
            F: for<'a> Fn(&'a mut S, $(parameter!('a $way $($letter)?)),*) -> Z + Send + Sync + 'static,
            S: Arbitrary + Clone + 'static,
            $($($letter: Arbitrary + Clone + 'static,)?)*
            Z: 'static,
        {
            type Arguments = (S, $(<marker!($way $($letter)?) as Passing>::Stored,)*);
            type Result = Z;

            fn calls(self) -> Calls {
                let function = Arc::new(self);
                let same = function.clone();
                let after = Call::new(move |arguments| {
                    let mut receiver = arguments.stored::<S>(0).clone();
                    function(&mut receiver, $(arguments.get::<marker!($way $($letter)?)>($index)),*);
                    receiver
                });
                let answer = (TypeId::of::<Z>() != TypeId::of::<()>()).then(|| {
                    Call::new(move |arguments| {
                        let mut receiver = arguments.stored::<S>(0).clone();
                        same(&mut receiver, $(arguments.get::<marker!($way $($letter)?)>($index)),*)
                    })
                });
                Calls { answer, after: Some(after), arity: 1 + <[usize]>::len(&[$($index),*]) }
            }
        }
    };
}

each_way! { changing [own] [] }
each_way! { changing [own reference slice text] [] A 1 }
each_way! { changing [own reference text] [] A 1 B 2 }
each_way! { changing [own reference] [] A 1 B 2 C 3 }
