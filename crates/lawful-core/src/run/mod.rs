//! Running a law: looking for a broken case, making it small, and saying what happened as events.
//! Nothing is formatted here.

mod about;
mod adequacy;
mod climb;
mod codec;
mod config;
mod confirm;
mod database;
mod earlier;
mod exit;
mod explain;
mod failure;
mod failures;
mod identity;
mod isolated;
mod jobs;
mod judge;
mod minimize;
mod reporter;
mod runner;
mod shape;
mod site;
mod summary;
mod tables;
mod tests;
mod token;
mod trail;
mod walk;
mod watch;

pub use crate::data::{About, Event, Notice, Problem};
pub use about::Runner;
pub use adequacy::{Distribution, Feature, Warning};
pub use config::{Config, ConfigError, Isolation};
pub use database::Database;
pub use explain::{Explanation, FreePart, NearestPassing};
pub use failure::{Failure, Found, Original, Rate, Unstable};
pub use identity::Identity;
pub use isolated::{Role, is_child, role, serve};
pub use minimize::{Minimized, minimize, show};
pub use reporter::{Reporter, Watcher};
pub use runner::{Build, run, run_built, run_bytes};
pub use summary::{Exhausted, Limit, Stopped, Summary};
pub use tables::{Coverage, KnownBug, Table, Tables};
pub use token::{Token as ReplayToken, TokenError};
