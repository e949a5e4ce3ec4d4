//! A project on disk, and cargo in it.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

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
        let dependencies = format!("[dependencies]\n{}\n", Project::dependency());
        let project = Project::depending(directory, name, &dependencies, &[("src/lib.rs", "")]);
        for (test, text) in tests {
            project.write(&format!("tests/{test}.rs"), text);
        }
        project
    }

    /// Writes a project with the given tables of dependencies and the given files.
    pub fn depending(
        directory: &str,
        name: &str,
        dependencies: &str,
        files: &[(&str, &str)],
    ) -> Self {
        let manifest = format!(
            "[workspace]\n\n\
             [package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             {dependencies}\n\
             [profile.dev]\ndebug = false\n"
        );
        let always = [("Cargo.toml", manifest.as_str()), ("Cargo.lock", &Project::root_lock())];
        Project::of_files(directory, name, &[&always, files].concat())
    }

    /// Writes a project of the given files. A lock file is written only where there is none: cargo
    /// changes it.
    pub fn of_files(directory: &str, name: &str, files: &[(&str, &str)]) -> Self {
        let project = Project { directory: Path::new(directory).join(name) };
        for (path, text) in files {
            if !path.ends_with(".lock") || !project.path(path).exists() {
                project.write(path, text);
            }
        }
        project
    }

    /// The repository itself, for programs that are built from it.
    pub fn repository() -> Self {
        Project { directory: root().to_path_buf() }
    }

    /// The versions that Lawful itself is built with.
    pub fn root_lock() -> String {
        fs::read_to_string(root().join("Cargo.lock")).expect("the root has a lock file")
    }

    /// The line of a manifest that names Lawful as a dependency.
    pub fn dependency() -> String {
        Project::dependency_on("lawful", &[])
    }

    /// The line of a manifest that names one of Lawful's crates as a dependency, with features.
    pub fn dependency_on(name: &str, features: &[&str]) -> String {
        let path = root().join("crates").join(name);
        format!("{name} = {{ path = {path:?}, features = {features:?} }}")
    }

    /// Writes a file, unless it is there already: a new date would make cargo build again.
    pub fn write(&self, path: &str, text: &str) {
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
        self.prepared(command)
    }

    /// A line as a person would paste it into a shell at the root of the project.
    pub fn shell(&self, line: &str) -> Cargo {
        let mut command = Command::new("sh");
        command.args(["-c", line]);
        self.prepared(command).env("CARGO_NET_OFFLINE", "true")
    }

    /// Downloads what the lock file in a directory of the project names, where it is not there yet:
    /// the one thing that needs the network.
    pub fn fetch(&self, directory: &str) -> Output {
        let mut command = Command::new(env!("CARGO"));
        command.args(["fetch", "--locked"]);
        self.prepared(command).in_directory(&self.path(directory)).run()
    }

    /// A program that was built in the project, run as if cargo did.
    pub fn program(&self, program: &Path, words: &str) -> Cargo {
        let mut command = Command::new(program);
        command.args(words.split_whitespace());
        self.prepared(command)
    }

    /// Builds an integration test, and says where it is.
    pub fn test_program(&self, test: &str) -> PathBuf {
        self.program_of(&format!("--test {test}"))
    }

    /// Builds the test program of a target, such as `--lib`, and says where it is.
    pub fn program_of(&self, target: &str) -> PathBuf {
        let built = self.cargo(&format!("test --no-run {target}")).run();
        let line = built.stderr.lines().find(|line| line.trim().starts_with("Executable "));
        let path = line.and_then(|line| line.split_once('(')?.1.strip_suffix(')'));
        let path = path.unwrap_or_else(|| panic!("{target} cannot be built\n{}", built.all()));
        // The path is relative to the project where cargo finds that shorter.
        self.path(path)
    }

    fn prepared(&self, mut command: Command) -> Cargo {
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

/// A command that is about to run. Failures are not kept unless it is asked for.
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

    /// Adds arguments, which may have spaces.
    pub fn args<A: AsRef<OsStr>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.command.args(arguments);
        self
    }

    /// In a directory of the project.
    pub fn in_directory(mut self, directory: &Path) -> Self {
        self.command.current_dir(directory);
        self
    }

    /// Lets failures be kept where they are kept by default.
    pub fn with_database(mut self) -> Self {
        self.command.env_remove("LAWFUL_DATABASE");
        self
    }

    /// Lets cargo build in the project's own target directory.
    pub fn with_own_target(mut self) -> Self {
        self.command.env_remove("CARGO_TARGET_DIR");
        self
    }

    /// Starts it, with its output in pipes.
    pub fn start(mut self) -> Child {
        self.command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        self.command.spawn().expect("it can be started")
    }

    /// Runs it under bash, which tells the seconds of processor time of it and all processes that it waited for.
    pub fn run_timed(self) -> (Output, f64) {
        let line = "TIMEFORMAT='%U %S'; time \"$0\" \"$@\"";
        let mut bash = Command::new("bash");
        bash.args(["-c", line]).arg(self.command.get_program()).args(self.command.get_args());
        for (name, value) in self.command.get_envs() {
            match value {
                Some(value) => bash.env(name, value),
                None => bash.env_remove(name),
            };
        }
        self.command.get_current_dir().into_iter().for_each(|directory| {
            bash.current_dir(directory);
        });
        bash.stdin(Stdio::null());
        let output = Cargo { command: bash }.run();
        let times = output.stderr.lines().last().expect("bash prints the times");
        let time = times.split(' ').filter_map(|time| time.parse::<f64>().ok()).sum();
        (output, time)
    }

    /// Runs it.
    pub fn run(mut self) -> Output {
        Output::new(self.command.output().expect("it can be started"))
    }
}
