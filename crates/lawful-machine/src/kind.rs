//! The kinds of machines.

use std::any::Any;
use std::pin::Pin;

/// Kind of a machine.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no kind of machine",
    note = "a machine is symbolic, dynamic or shared"
)]
pub trait AnyKind: 'static {
    #[doc(hidden)]
    const IS_DYNAMIC: bool;

    /// Type as which arguments and results are kept.
    type Kept: ?Sized + Keeps;

    /// Function that runs futures to their end.
    type BlockOn: ?Sized + Fn(Pin<&mut dyn Future<Output = ()>>) + 'static;
}

/// Runs a future to its end.
pub type BlockOn = dyn Fn(Pin<&mut dyn Future<Output = ()>>);

/// Type as which a value of any type is kept.
pub trait Keeps: 'static {
    #[doc(hidden)]
    fn any(&self) -> &dyn Any;
}

impl Keeps for dyn Any {
    #[inline]
    fn any(&self) -> &dyn Any {
        self
    }
}

impl Keeps for dyn Any + Send + Sync {
    #[inline]
    fn any(&self) -> &dyn Any {
        self
    }
}

/// The kinds whose machines stay on one thread, so that arguments and results may be of any type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no kind of machine that stays on one thread",
    note = "symbolic and dynamic machines do"
)]
pub trait Kind: AnyKind<Kept = dyn Any, BlockOn = BlockOn> {}

/// The kinds whose commands are all made before the first one runs.
#[diagnostic::on_unimplemented(
    message = "the commands of a machine of kind `{Self}` are not made before they run",
    note = "symbolic and shared machines can be looked at, written by hand and run in parallel"
)]
pub trait Ahead: AnyKind {}

/// The kinds whose commands can run on several threads at once.
#[diagnostic::on_unimplemented(
    message = "the commands of a machine of kind `{Self}` cannot run on several threads",
    note = "write `use lawful::machine::shared::*` where the machine is: its commands are those of a symbolic \
            one, with arguments and results that are `Send` and `Sync`"
)]
pub trait OnThreads: Ahead {}

/// Values that can go from thread to thread: those that are `Send` and `Sync`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot go from thread to thread, as arguments and results of a `shared` machine do",
    label = "this is not `Send` and `Sync`",
    note = "use a part or a copy of it that is, an `Arc` instead of an `Rc` for instance",
    note = "for `Parallel::scheduled` a machine of `lawful::machine::symbolic` will do, which asks for neither"
)]
pub trait Travels: Send + Sync {}

// Else the compiler would name `Send`, and say nothing of machines.
#[diagnostic::do_not_recommend]
impl<T: Send + Sync + ?Sized> Travels for T {}

/// The kinds whose machines can keep values of a type: those that stay on one thread whatever it is, shared ones
/// if it can go from thread to thread.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot go from thread to thread, as arguments and results of a `shared` machine do",
    label = "this is not `Send` and `Sync`",
    note = "use a part or a copy of it that is, an `Arc` instead of an `Rc` for instance",
    note = "for `Parallel::scheduled` a machine of `lawful::machine::symbolic` will do, which asks for neither"
)]
pub trait Holds<T>: AnyKind {
    #[doc(hidden)]
    fn keep(value: T) -> Box<Self::Kept>;
}

impl<T: 'static, K: Kind> Holds<T> for K {
    #[inline]
    fn keep(value: T) -> Box<dyn Any> {
        Box::new(value)
    }
}

impl<T: Travels + 'static> Holds<T> for Shared {
    #[inline]
    fn keep(value: T) -> Box<dyn Any + Send + Sync> {
        Box::new(value)
    }
}

/// All commands are made before the first one runs: results are names.
#[derive(Clone, Copy, Debug)]
pub struct Symbolic;

/// Each command is made after the one before it has run: results are there to be looked at.
#[derive(Clone, Copy, Debug)]
pub struct Dynamic;

/// As symbolic, with arguments and results that can go from thread to thread.
#[derive(Clone, Copy, Debug)]
pub struct Shared;

impl AnyKind for Symbolic {
    const IS_DYNAMIC: bool = false;
    type Kept = dyn Any;
    type BlockOn = BlockOn;
}

impl AnyKind for Dynamic {
    const IS_DYNAMIC: bool = true;
    type Kept = dyn Any;
    type BlockOn = BlockOn;
}

impl AnyKind for Shared {
    const IS_DYNAMIC: bool = false;
    type Kept = dyn Any + Send + Sync;
    type BlockOn = dyn Fn(Pin<&mut dyn Future<Output = ()>>) + Send + Sync;
}

impl Kind for Symbolic {}
impl Kind for Dynamic {}
impl Ahead for Symbolic {}
impl Ahead for Shared {}
impl OnThreads for Shared {}

/// A kind of machine whose commands can look at results.
#[diagnostic::on_unimplemented(
    message = "a symbolic machine has no results to look at while its commands are made",
    label = "this result does not exist yet",
    note = "keep a name for it with `var()`, promise something of it with `ensure(..)`, or make the \
            machine dynamic: `use lawful::machine::dynamic::*` instead of `symbolic`"
)]
pub trait HasResults: AnyKind {}

impl HasResults for Dynamic {}
