//! Projects that use Lawful as a person would, and what comes of running cargo in them.

mod all_kinds;
mod output;
mod project;
mod registry;
mod subcommand;

pub use all_kinds::{HOSTILE, all_kinds, laws_of_all_kinds, left_for_scripts};
pub use output::Output;
pub use project::{Cargo, Project};
pub use registry::Registry;
pub use subcommand::{many_laws, subcommand, subcommand_program};
