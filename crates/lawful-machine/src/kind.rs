//! The two kinds of machines.

/// Whether the commands of a machine are made before any of them runs.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no kind of machine",
    note = "a machine is symbolic or dynamic"
)]
pub trait Kind: 'static {
    #[doc(hidden)]
    const IS_DYNAMIC: bool;
}

/// All commands are made before the first one runs: results are names.
#[derive(Clone, Copy, Debug)]
pub struct Symbolic;

/// Each command is made after the one before it has run: results are there to be looked at.
#[derive(Clone, Copy, Debug)]
pub struct Dynamic;

impl Kind for Symbolic {
    const IS_DYNAMIC: bool = false;
}

impl Kind for Dynamic {
    const IS_DYNAMIC: bool = true;
}

/// A kind of machine whose commands can look at results.
#[diagnostic::on_unimplemented(
    message = "a symbolic machine has no results to look at while its commands are made",
    label = "this result does not exist yet",
    note = "keep a name for it with `var()`, promise something of it with `ensure(..)`, or make the \
            machine dynamic: `use lawful::machine::dynamic::*` instead of `symbolic`"
)]
pub trait HasResults: Kind {}

impl HasResults for Dynamic {}
