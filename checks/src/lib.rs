//! Projects that use Lawful as a person would, and what comes of running cargo in them.

mod all_kinds;
mod comparison;
mod output;
pub mod page;
mod project;
mod reader;
mod registry;
mod subcommand;

pub use all_kinds::{HOSTILE, all_kinds, laws_of_all_kinds, left_for_scripts};
pub use comparison::{compare_shown, laws_reported, stable};
pub use output::Output;
pub use project::{Cargo, Project};
pub use reader::Reader;
pub use registry::Registry;
pub use subcommand::{many_laws, subcommand, subcommand_program};
