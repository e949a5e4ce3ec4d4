//! Commands of `cargo lawful` beside ranking, for programs that do without the command line.
//!
//! [`uncontrolled`] lists the locks, threads and clocks in the sources of a workspace that a scheduled law does not
//! control; [`stored`] finds the stored failures of a workspace. The ranking of `cargo lawful rank` is in `lawful-rank`.

pub mod cargo;
pub mod cli;
pub mod command_error;
pub mod duration;
pub mod error;
pub mod failures;
pub mod init;
pub mod laws;
pub mod list;
pub mod merge;
mod outline;
pub mod package;
pub mod replay;
pub mod results;
pub mod run;
pub mod shard;
pub mod stored;
pub mod style;
pub mod uncontrolled;
