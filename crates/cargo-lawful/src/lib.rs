//! What `cargo lawful` does beside ranking, for programs that do it without the command.
//!
//! [`uncontrolled`] lists the locks, threads and clocks in the sources of a workspace that a scheduled law does not
//! control. The ranking of `cargo lawful rank` is in `lawful-rank`.

pub mod uncontrolled;
