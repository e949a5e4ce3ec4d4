//! Commands of `cargo lawful` beside ranking, for programs that do without the command line.
//!
//! [`uncontrolled`] lists the locks, threads and clocks in the sources of a workspace that a scheduled law does not
//! control; [`stored`] finds the stored failures of a workspace. The ranking of `cargo lawful rank` is in `lawful-rank`.

pub mod command_error;
pub mod discover;
pub mod init;
mod outline;
pub mod package;
pub mod stored;
pub mod trace;
pub mod uncontrolled;
