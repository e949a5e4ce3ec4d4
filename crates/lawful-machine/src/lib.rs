//! Machines: does a stateful system follow its model, call after call?
//!
//! See [`lawful::machine`](https://docs.rs/lawful) for the manual.

#[doc(hidden)]
pub mod apart;
mod called;
mod choose;
mod commands_run;
mod counts;
mod deadline;
mod drawn;
mod flow;
mod for_all_commands;
mod kind;
mod machine;
mod promises;
mod run;
mod sequence;
mod shrink;
mod step;
mod trial;
mod variable;
mod watch;

pub use called::{Broken, Response};
pub use commands_run::CommandsRun;
pub use counts::Counts;
pub use drawn::{CommandValues, KeptValues};
pub use flow::{StepEnd, StepResult};
pub use kind::{
    Ahead, AnyKind, BlockOn, Dynamic, HasResults, Holds, Keeps, Kind, OnThreads, Shared, Symbolic,
    Travels,
};
pub use machine::{CommandOptions, Machine, Testing};
pub use sequence::{CommandSequence, SequenceBuilder, var, var_of};
pub use step::Step;
pub use variable::{Bindings, Var};
pub use watch::{Watch, WatchedCommand, WatchedEnd};

/// Machines whose commands are all made before the first one runs.
pub mod symbolic {
    pub use crate::{Bindings, Counts, StepResult, Testing, Var};

    /// A machine whose results are names until it runs.
    pub type Machine<M, S> = crate::Machine<M, S, crate::Symbolic>;
    /// One use of a command.
    pub type Step<'a, S> = crate::Step<'a, S, crate::Symbolic>;
    /// A run of a command sequence that is over.
    pub type CommandsRun<'a, M, S> = crate::CommandsRun<'a, M, S, crate::Symbolic>;
}

/// Machines whose commands are made one by one, each after the one before it has run.
pub mod dynamic {
    pub use crate::{Bindings, Counts, StepResult, Testing, Var};

    /// A machine whose results steer it.
    pub type Machine<M, S> = crate::Machine<M, S, crate::Dynamic>;
    /// One use of a command.
    pub type Step<'a, S> = crate::Step<'a, S, crate::Dynamic>;
    /// A run of a command sequence that is over.
    pub type CommandsRun<'a, M, S> = crate::CommandsRun<'a, M, S, crate::Dynamic>;
}

/// Symbolic machines whose arguments and results can go from thread to thread, so that their commands can
/// run on several at once.
pub mod shared {
    pub use crate::{Counts, StepResult, Testing, Var};

    /// A machine whose results are names until it runs.
    pub type Machine<M, S> = crate::Machine<M, S, crate::Shared>;
    /// One use of a command.
    pub type Step<'a, S> = crate::Step<'a, S, crate::Shared>;
    /// A run of a command sequence that is over.
    pub type CommandsRun<'a, M, S> = crate::CommandsRun<'a, M, S, crate::Shared>;
    /// The values that variables stand for.
    pub type Bindings = crate::Bindings<dyn std::any::Any + Send + Sync>;
}
