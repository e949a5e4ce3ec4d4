//! The command `cargo lawful` in a project.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::{Cargo, Project};

/// The command `cargo lawful` with these words, as cargo calls it in a project.
pub fn subcommand(project: &Project, words: &str) -> Cargo {
    let command = project.program(program(), &format!("lawful {words}"));
    command.env("CARGO", env!("CARGO")).env("CARGO_NET_OFFLINE", "true")
}

/// Builds the command, and returns its path.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let repository = Project::repository();
        let build = repository.cargo("build --locked --package cargo-lawful");
        build.env("CARGO_PROFILE_DEV_DEBUG", "false").run().expect_success();
        repository
            .target()
            .join("debug")
            .join(format!("cargo-lawful{}", std::env::consts::EXE_SUFFIX))
    })
}
