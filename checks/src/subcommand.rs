//! The command `cargo lawful`, built once, and a workspace for it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::{Cargo, Project};

/// Number of laws in each package of [`many_laws`].
const LAWS: usize = 100;

/// The command `cargo lawful` in a project, as cargo calls it: `subcommand(&project, "list --json")`.
pub fn subcommand(project: &Project, words: &str) -> Cargo {
    let command = project.program(subcommand_program(), &format!("lawful {words}"));
    command.env("CARGO", env!("CARGO")).env("CARGO_NET_OFFLINE", "true")
}

/// Builds the command, and returns its path.
pub fn subcommand_program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let repository = Project::repository();
        let cargo = repository.cargo("build --locked --package cargo-lawful");
        cargo.env("CARGO_PROFILE_DEV_DEBUG", "false").run().expect_success();
        repository
            .target()
            .join("debug")
            .join(format!("cargo-lawful{}", std::env::consts::EXE_SUFFIX))
    })
}

/// Writes a workspace of 200 laws in two packages. Every tenth is broken, and half of those fail rarely.
pub fn many_laws(directory: &str, name: &str) -> Project {
    let lawful = Project::dependency();
    let manifest = |name: &str| {
        format!(
            "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dev-dependencies]\n{lawful}\n"
        )
    };
    let (one, other) = (manifest("one"), manifest("other"));
    let root = "[workspace]\nresolver = \"3\"\nmembers = [\"one\", \"other\"]\n\n[profile.dev]\ndebug = false\n";
    let (lock, laws) = (Project::root_lock(), laws());
    let files = [
        ("Cargo.toml", root),
        ("Cargo.lock", lock.as_str()),
        ("one/Cargo.toml", one.as_str()),
        ("one/src/lib.rs", ""),
        ("one/tests/laws.rs", laws.as_str()),
        ("other/Cargo.toml", other.as_str()),
        ("other/src/lib.rs", ""),
        ("other/tests/laws.rs", laws.as_str()),
    ];
    Project::of_files(directory, name, &files)
}

fn laws() -> String {
    let mut text = String::from("use lawful::prelude::*;\n");
    for index in 0..LAWS {
        let body = match index % 20 {
            3 => "assert!(list.len() < 4 || list[0] < 200);",
            13 => "assert!(list.len() < 30 || list[0] != list[1]);",
            _ => {
                "let mut other = list.clone();\n    other.reverse();\n    other.reverse();\n    assert_eq!(other, list);"
            }
        };
        // Writing to a string does not fail.
        let _ = write!(text, "\n#[law]\nfn law_{index}(list: Vec<u8>) {{\n    {body}\n}}\n");
    }
    text
}
