//! Projects that use Lawful as a person would, and what comes of running cargo in them.

mod output;
mod project;
mod registry;
mod subcommand;

pub use output::Output;
pub use project::{Cargo, Project};
pub use registry::Registry;
pub use subcommand::{many_laws, subcommand, subcommand_program};
