//! The command `cargo lawful rank`, as a process.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use checks::{Cargo, Output, Project};

/// Builds the command, and returns its path.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let repository = Project::repository();
        let built = cargo("build").run();
        assert!(built.success, "{}", built.all());
        repository.target().join("debug/cargo-lawful")
    })
}

/// A cargo command for the package of the command. Crates of the registry are built as those of the other projects are,
/// and shared with them.
pub fn cargo(word: &str) -> Cargo {
    let cargo = Project::repository().cargo(&format!("{word} --locked --package cargo-lawful"));
    cargo.env("CARGO_PROFILE_DEV_DEBUG", "false")
}

/// Ranks with the options of a line, parted by spaces, and then with answers. Paths are relative to a directory.
pub fn rank(directory: &Path, options: &str, answers: &[&str]) -> Output {
    let command = Project::repository().program(program(), "lawful rank");
    let command = command.args(options.split_whitespace()).args(["--"]).args(answers);
    command.in_directory(directory).run()
}
