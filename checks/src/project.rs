//! A project on disk, and cargo in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Output;

/// A project that depends on Lawful.
#[derive(Debug)]
pub struct Project {
    directory: PathBuf,
}

impl Project {
    /// Writes a project whose integration tests are the given files. It stands under `directory`,
    /// always in the same place, so that cargo need not build again what has not changed.
    pub fn new(directory: &str, name: &str, tests: &[(&str, &str)]) -> Self {
        let project = Project { directory: Path::new(directory).join(name) };
        let lawful = root().join("crates").join("lawful");
        let manifest = format!(
            "[workspace]\n\n\
             [package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\nlawful = {{ path = {lawful:?} }}\n\n\
             [profile.dev]\ndebug = false\n"
        );
        project.write("Cargo.toml", &manifest);
        project.write("src/lib.rs", "");
        for (test, text) in tests {
            project.write(&format!("tests/{test}.rs"), text);
        }
        let lock = fs::read_to_string(root().join("Cargo.lock")).expect("the root has a lock file");
        if !project.directory.join("Cargo.lock").exists() {
            project.write("Cargo.lock", &lock);
        }
        project
    }

    /// Writes a file, unless it is there already: a new date would make cargo build again.
    fn write(&self, path: &str, text: &str) {
        let path = self.directory.join(path);
        if fs::read_to_string(&path).is_ok_and(|old| old == text) {
            return;
        }
        let parent = path.parent().expect("a file is in a directory");
        fs::create_dir_all(parent).expect("the directory can be made");
        fs::write(path, text).expect("the file can be written");
    }

    /// A path inside the project.
    pub fn path(&self, path: &str) -> PathBuf {
        self.directory.join(path)
    }

    /// The target directory, which all projects share.
    pub fn target(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("target").join("projects")
    }

    /// A cargo command in the project: `cargo("test --test laws")`.
    pub fn cargo(&self, words: &str) -> Cargo {
        let mut words = words.split_whitespace();
        let mut command = Command::new(env!("CARGO"));
        command.args(words.next()).arg("--offline").args(words);
        command.current_dir(&self.directory);
        // What would change the output of a law is taken away, by name. Everything else stays: which
        // toolchain is used, and whether rustup may install one, is for the machine to say.
        let ours = std::env::vars().map(|(name, _)| name);
        ours.filter(|name| name.starts_with("LAWFUL_")).for_each(|name| {
            command.env_remove(name);
        });
        SHOWN.iter().for_each(|name| {
            command.env_remove(name);
        });
        // A check must never install anything, whatever the machine says.
        command.env("RUSTUP_AUTO_INSTALL", "0");
        command.env("CARGO_TARGET_DIR", self.target());
        command.env("CARGO_INCREMENTAL", "0");
        command.env("CARGO_TERM_COLOR", "never");
        Cargo { command }.env("LAWFUL_DATABASE", "off")
    }
}

/// Variables that change what a test prints.
const SHOWN: [&str; 4] =
    ["RUST_BACKTRACE", "RUST_LIB_BACKTRACE", "RUST_TEST_NOCAPTURE", "RUST_TEST_THREADS"];

/// The root of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the checks are in the repository")
}

/// A cargo command that is about to run. Failures are not kept unless it is asked for.
#[derive(Debug)]
pub struct Cargo {
    command: Command,
}

impl Cargo {
    /// Sets a variable.
    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// Lets failures be kept where they are kept by default.
    pub fn with_database(mut self) -> Self {
        self.command.env_remove("LAWFUL_DATABASE");
        self
    }

    /// Runs it.
    pub fn run(mut self) -> Output {
        Output::new(self.command.output().expect("cargo can be started"))
    }
}
