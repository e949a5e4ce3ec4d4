//! Names by which processes are found.

use std::fmt;
use std::panic::Location;

use super::{Pid, in_run, threads};

/// Why a process could not be registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotRegistered {
    /// The name is that of another process.
    NameInUse,
    /// The process has a name.
    HasName,
    /// The process is at its end.
    NoProcess,
}

impl fmt::Display for NotRegistered {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            NotRegistered::NameInUse => "the name is in use",
            NotRegistered::HasName => "the process has a name",
            NotRegistered::NoProcess => "the process is at its end",
        })
    }
}

impl std::error::Error for NotRegistered {}

/// Gives a process a name by which others find it. A process has at most one, and loses it at its end.
///
/// ```
/// use lawful::prelude::*;
/// use lawful::pulse::process::{NotRegistered, register, registered, self_pid, unregister, whereis};
/// use lawful::pulse::scheduled;
///
/// let law = scheduled(|| {
///     assert_eq!(register("main", self_pid()), Ok(()));
///     assert_eq!(register("main", self_pid()), Err(NotRegistered::NameInUse));
///     assert_eq!((whereis("main"), registered()), (Some(self_pid()), vec!["main".to_string()]));
///     assert!(unregister("main") && !unregister("main"));
///     assert_eq!(whereis("main"), None);
/// });
/// assert!(Runner::named("names").run(&law).failure().is_none());
/// ```
#[track_caller]
pub fn register(name: &str, pid: Pid) -> Result<(), NotRegistered> {
    let place = Location::caller();
    in_run!(run => super::scheduled::register(run, name, pid, place));
    threads::register(name, pid, place)
}

/// Takes a name away. Says whether a process had it.
#[track_caller]
pub fn unregister(name: &str) -> bool {
    let place = Location::caller();
    in_run!(run => super::scheduled::unregister(run, name, place));
    threads::unregister(name, place)
}

/// The process of a name.
#[track_caller]
pub fn whereis(name: &str) -> Option<Pid> {
    let place = Location::caller();
    in_run!(run => super::scheduled::whereis(run, name, place));
    threads::whereis(name, place)
}

/// All names, in order.
#[track_caller]
pub fn registered() -> Vec<String> {
    let place = Location::caller();
    in_run!(run => super::scheduled::registered(run, place));
    threads::registered(place)
}
