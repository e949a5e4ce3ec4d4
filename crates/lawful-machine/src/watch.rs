//! Watchers of command sequences: code beside model and system that sees the commands of a case one by one.

use lawful_core::data::Reason;

use crate::flow::COMPONENT;

/// Watcher of one run of a command sequence. See [`Machine::watched`](crate::Machine::watched).
///
/// A watcher is made before the system of the case, is asked after each command, and is dropped after the system, so that
/// it may collect what the system does in between. Each method returns the reason why the law fails, if it does. Reasons
/// carry a document only if `wants_details` is set: it is not while cases are tried.
///
/// ```
/// use std::cell::Cell;
/// use lawful::data::Reason;
/// use lawful::machine::symbolic::*;
/// use lawful::prelude::*;
/// use lawful::machine::{Watch, WatchedCommand};
///
/// thread_local! { static BYTES: Cell<u64> = const { Cell::new(0) } }
///
/// /// Refuses commands that write more than 100 bytes.
/// struct Frugal;
///
/// impl Watch for Frugal {
///     fn after_command(&mut self, command: &WatchedCommand<'_>) -> Option<Reason> {
///         let reason = || Reason::new("example", "too-much", "a command writes more than 100 bytes");
///         (BYTES.take() > 100).then(reason).map(|reason| reason.field("command", command.name))
///     }
/// }
///
/// fn write(_: &mut (), step: Step<()>) -> StepResult {
///     let size = step.draw(0..=200_u64);
///     step.call(size, |_, _, size| BYTES.set(size))?;
///     Ok(())
/// }
///
/// let machine = || Machine::new(|| (), || ()).command(write).watched(|| Frugal);
/// let summary = Runner::named("frugal").run(&machine());
/// let failure = summary.failure().unwrap();
/// assert_eq!(failure.reason.title, "a command writes more than 100 bytes");
/// ```
pub trait Watch {
    /// Judges the system before the first command.
    fn at_start(&mut self, _wants_details: bool) -> Option<Reason> {
        None
    }

    /// Judges the command sequence after a command that ran and kept its promises.
    fn after_command(&mut self, command: &WatchedCommand<'_>) -> Option<Reason>;

    /// Judges the command sequence after its last command, and after the drain phase if there is one.
    fn at_end(&mut self, _end: &WatchedEnd) -> Option<Reason> {
        None
    }
}

/// Command that a watcher is asked about.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct WatchedCommand<'a> {
    /// Number of the command in its sequence, from 1.
    pub number: u32,
    /// Name of the command.
    pub name: &'a str,
    /// True if the case is shown, so that a reason needs its document.
    pub wants_details: bool,
}

/// End of a command sequence that a watcher is asked about.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct WatchedEnd {
    /// True if the system had the time to finish what was begun: the machine has a
    /// [drain phase](crate::Machine::drain).
    pub drained: bool,
    /// True if the case is shown, so that a reason needs its document.
    pub wants_details: bool,
}

/// Reason of a failure in the drain phase. It is another failure than that of a command at the same place.
pub(crate) fn drain_failed(reason: Reason) -> Reason {
    let place = reason.identity().2.to_string();
    let lines = reason.lines().join("\n");
    let failed = Reason::new(COMPONENT, "drain", "the drain phase failed").identified_by(place);
    // Message and location of the panic stay fields, for tools.
    let failed =
        reason.fields.into_iter().fold(failed, |failed, (name, value)| failed.field(name, value));
    failed.with_code_block(|| lines)
}
