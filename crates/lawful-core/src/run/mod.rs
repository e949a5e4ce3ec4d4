//! Running a law: looking for a broken case, making it small, and saying what happened as events.
//! Nothing is formatted here.

mod about;
mod adequacy;
mod climb;
mod config;
mod confirm;
mod database;
mod earlier;
mod exit;
mod explain;
mod failures;
mod isolated;
mod jobs;
mod judge;
mod minimize;
mod runner;
mod site;
mod tests;
mod trail;
mod walk;
mod watch;
mod workspace_file;

pub use crate::data::{
    About, Coverage, Distribution, Event, Exhausted, Explanation, Failure, Feature, Found,
    FreePart, Identity, KnownBug, Limit, NearestPassing, Notice, Original, Problem, Rate,
    ReplayToken, Reporter, Stopped, Summary, Table, Tables, TokenError, Unstable, Warning, Watcher,
};
pub use about::Runner;
pub use config::{Config, ConfigError, Isolation};
pub use database::Database;
pub use isolated::{Role, is_child, role, serve};
pub use minimize::{Minimized, minimize, show};
pub use runner::{Build, misused, run, run_built, run_bytes};
