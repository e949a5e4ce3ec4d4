//! Running a law: looking for a broken case, making it small, and saying what happened as events.
//! Nothing is formatted here.

mod about;
mod codec;
mod config;
mod database;
mod event;
mod failure;
mod identity;
mod judge;
mod runner;
mod summary;
mod tables;
mod token;

pub use about::{About, Check};
pub use config::{Config, ConfigError};
pub use database::{Database, Notice, Problem};
pub use event::Event;
pub use failure::{Failure, Found, Other, Unstable};
pub use identity::Identity;
pub use runner::run;
pub use summary::{Stopped, Summary};
pub use tables::{Coverage, Table, Tables};
pub use token::{Token as ReplayToken, TokenError};
