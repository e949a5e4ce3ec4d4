//! Events: what happens during a run, while it happens.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::tape::mix_bytes;
use crate::{CaseRecord, Reason, StoredFailure, Verdict};

/// Mark before the path of a law in the executable of its tests, by which tools find laws without running anything.
pub const LAW_MARK: &str = "\u{1}lawful law\u{1}";
/// Mark after the path of a law in the executable of its tests.
pub const LAW_MARK_END: &str = "\u{2}";

/// Name and place of a law.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct About {
    /// Name of the law: package, path and function.
    pub name: String,
    /// File of the law.
    pub file: &'static str,
    /// Line on which the law begins.
    pub line: u32,
    /// Test that runs the law, if there is one.
    pub test: Option<Test>,
}

/// A test as cargo and the test harness name it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Test {
    /// Package, if cargo told it.
    pub package: Option<String>,
    /// Target within the package, if it is known.
    pub target: Option<Target>,
    /// Path of the test within the target, as the harness has it.
    pub path: String,
}

/// A target of a package, by its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Target {
    /// The library.
    Lib,
    /// A binary of this name.
    Bin(String),
    /// An integration test of this name.
    Test(String),
}

impl Target {
    /// The integration test of a package that was compiled to a crate. The target may have hyphens where the crate has
    /// underscores; where no file tells, its name is a pattern that cargo understands, quoted for a shell.
    pub fn of_test(crate_name: &str, package: &Path) -> Self {
        let tests = package.join("tests");
        let exists = |name: &str| {
            tests.join(format!("{name}.rs")).exists() || tests.join(name).join("main.rs").exists()
        };
        let with_hyphens = crate_name.replace('_', "-");
        Target::Test(match () {
            () if !crate_name.contains('_') || exists(crate_name) => crate_name.to_string(),
            () if exists(&with_hyphens) => with_hyphens,
            () => format!("'{}'", crate_name.replace('_', "?")),
        })
    }
}

impl About {
    /// A law that no test of its own runs.
    pub fn new(name: impl Into<String>, file: &'static str, line: u32) -> Self {
        About { name: name.into(), file, line, test: None }
    }

    /// A law that a test runs. `path` begins with the name of the crate, as `module_path!` does; in an
    /// integration test the crate is a part of the law's name.
    pub fn of_test(
        path: &str,
        package: Option<&str>,
        target: Option<Target>,
        (file, line): (&'static str, u32),
    ) -> Self {
        let (crate_name, test) = path.split_once("::").unwrap_or(("", path));
        let name = match (package, &target) {
            (None, _) => path.to_string(),
            (Some(package), Some(Target::Test(_))) => format!("{package}::{crate_name}::{test}"),
            (Some(package), _) => format!("{package}::{test}"),
        };
        let test = Test { package: package.map(String::from), target, path: test.to_string() };
        About { name, file, line, test: Some(test) }
    }

    /// Name by which seeds, the database and replay tokens tell laws apart: that of the law and the kind of its
    /// target, since the library and an integration test may have laws of the same path.
    pub fn identity(&self) -> String {
        match self.test.as_ref().and_then(|test| test.target.as_ref()) {
            None | Some(Target::Lib) => self.name.clone(),
            Some(Target::Bin(name)) => format!("{} in bin {name}", self.name),
            Some(Target::Test(name)) => format!("{} in test {name}", self.name),
        }
    }

    /// Name of the function alone.
    pub fn short_name(&self) -> &str {
        self.name.rsplit("::").next().unwrap_or(&self.name)
    }

    /// Name of the directory that the database has for the law.
    pub fn directory_name(&self) -> String {
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
        let name: String = self.short_name().chars().map(plain).take(60).collect();
        let digest = mix_bytes(self.identity().as_bytes()) as u32;
        format!("{name}-{digest:08x}")
    }

    /// Command that runs the law alone, from anywhere in its workspace.
    pub fn command(&self) -> String {
        let Some(Test { package, target, path }) = &self.test else {
            return String::from("cargo test");
        };
        let package = package.as_ref().map(|name| format!(" -p {name}")).unwrap_or_default();
        let target = match target {
            None => String::new(),
            Some(Target::Lib) => String::from(" --lib"),
            Some(Target::Bin(name)) => format!(" --bin {name}"),
            Some(Target::Test(name)) => format!(" --test {name}"),
        };
        format!("cargo test{package}{target} {path} -- --exact")
    }
}

/// Something that happened. Events are emitted in order of the tests' indices.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// A run begins.
    Started {
        /// The law.
        about: About,
        /// The root seed.
        seed: u64,
    },
    /// The database had something to say.
    Database(Notice),
    /// A case was judged; only where every case is told.
    Case {
        /// Its index.
        index: u64,
        /// Its arguments, and what it said of itself.
        case: Box<CaseRecord>,
        /// The verdict.
        verdict: Verdict,
        /// Why it failed, if it did.
        reason: Option<Box<Reason>>,
        /// Time that it took.
        time: Duration,
    },
    /// The process of an earlier run died in a test, and there is no way to run it safely.
    Left {
        /// The root seed of that run.
        seed: u64,
        /// The index of the test.
        index: u64,
    },
    /// The process of an earlier run ended in a test, which is now tried in a process of its own.
    TryingLeft {
        /// The index of the test.
        index: u64,
        /// Maximum time for the case.
        time: Duration,
    },
    /// The process of an earlier run ended in something that no test stands for.
    DiedElsewhere {
        /// True if the whole law now runs in a process of its own.
        is_guarded: bool,
    },
    /// A case did not end in a time that is no limit of the law, so nothing is known of it.
    Unknown {
        /// Arguments of the case, as far as they were drawn.
        case: Box<CaseRecord>,
        /// The time.
        time: Duration,
    },
    /// A case that was asked for, by the source, a replay or a stored failure, is still running.
    StillRunning {
        /// Arguments of the case, as far as they were drawn.
        case: Box<CaseRecord>,
        /// Time since its beginning.
        time: Duration,
    },
    /// Some more tests passed.
    Progress {
        /// Number of tests that passed so far.
        passed: u64,
        /// Number of tests that were asked for.
        tests: u64,
        /// Number of cases that were discarded so far.
        discarded: u64,
    },
    /// A test failed; shrinking begins.
    Failed {
        /// Its index.
        index: u64,
    },
    /// A failure is in the database now, at its minimal case.
    Stored {
        /// Its file.
        file: PathBuf,
        /// True if the file is committed with the source.
        is_committed: bool,
        /// Content of the file.
        stored: Box<StoredFailure>,
    },
}

/// Trouble with the database that does not end the run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// A file is not a failure of this law in this version of the format.
    SetAside {
        /// Path that it had.
        file: PathBuf,
        /// Path that it has now; `None` in a folder that is committed, where it stays.
        moved_to: Option<PathBuf>,
        /// Fault of the file.
        problem: Problem,
    },
    /// The database cannot be read or written; the run goes on without it. An error that all laws have in common is told
    /// once for each process.
    Unusable {
        /// Which file or directory.
        path: PathBuf,
        /// Message of the system.
        error: String,
    },
    /// No target directory was found, so failures are not kept. Told once for each process.
    NoTarget {
        /// The running program, which is not where cargo puts programs.
        program: PathBuf,
    },
    /// The index of the running test cannot be written, so a test that kills the process will not be known to the next
    /// run. Told once for each process.
    NoTrail {
        /// Directory of the trails.
        path: PathBuf,
        /// Message of the system.
        error: String,
    },
}

/// Fault of a stored file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// Beginning that is not ours.
    NotOurs,
    /// Format of another version.
    AnotherVersion {
        /// Version of the file, as it is written there.
        found: u64,
        /// Version that this program reads.
        read: u64,
    },
    /// Failure of another law.
    AnotherLaw,
    /// End too early, or a wrong checksum.
    Damaged,
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::NotOurs => formatter.write_str("it is not a file of Lawful of this kind"),
            Problem::AnotherVersion { found, read } => {
                let age = if found < read { "an older" } else { "a newer" };
                write!(
                    formatter,
                    "it was written by {age} version of Lawful (format {found}, and this one reads {read})"
                )
            }
            Problem::AnotherLaw => formatter.write_str("it belongs to another law"),
            Problem::Damaged => formatter.write_str("it is cut off or damaged"),
        }
    }
}
