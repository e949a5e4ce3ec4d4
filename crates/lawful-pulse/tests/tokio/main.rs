//! The names of tokio under the scheduler, from outside.

mod channels;
mod deadlocks;
mod differential;
mod gallery;
mod locks;
mod macros;
mod needs;
#[path = "../pulse/outcomes.rs"]
mod outcomes;
mod outside;
mod tasks;
mod times;
