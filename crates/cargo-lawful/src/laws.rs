//! Laws of a workspace: found in the executables of its tests, without running any.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Stdio;

use clap::Args;
use lawful_data::{About, LAW_MARK, LAW_MARK_END};
use memchr::memmem;

use crate::cargo::Executable;
use crate::error::CommandError;

/// Maximum length of the path of a law; what is longer between two marks is something else.
const LONGEST_PATH: usize = 4096;

/// Options that choose laws, as `cargo test` and nextest have them.
#[derive(Args, Clone, Debug, Default)]
pub struct LawFilter {
    /// Run only laws whose path contains one of these texts.
    #[arg(value_name = "FILTER")]
    pub filters: Vec<String>,

    /// Match filters against whole paths of laws.
    #[arg(long)]
    pub exact: bool,

    /// Leave out laws whose path contains this text; can be given more than once.
    #[arg(long, value_name = "FILTER")]
    pub skip: Vec<String>,

    /// Run laws with `#[ignore]` too.
    #[arg(long, conflicts_with = "ignored")]
    pub include_ignored: bool,

    /// Run only laws with `#[ignore]`.
    #[arg(long)]
    pub ignored: bool,

    /// Also run the plain tests of the workspace, which may contain laws (`check`).
    #[arg(long)]
    pub plain_tests: bool,
}

impl LawFilter {
    /// Returns whether a test is chosen.
    fn takes(&self, path: &str, is_ignored: bool) -> bool {
        let matches = |filter: &String| match self.exact {
            true => path == filter,
            false => path.contains(filter.as_str()),
        };
        let ignored = match is_ignored {
            true => self.ignored || self.include_ignored,
            false => !self.ignored,
        };
        ignored
            && (self.filters.is_empty() || self.filters.iter().any(matches))
            && !self.skip.iter().any(matches)
    }

    /// The options as they would be written after `cargo lawful`.
    pub fn words(&self) -> Vec<String> {
        let mut words = self.filters.clone();
        let flags = [
            ("--exact", self.exact),
            ("--include-ignored", self.include_ignored),
            ("--ignored", self.ignored),
            ("--plain-tests", self.plain_tests),
        ];
        words.extend(flags.iter().filter(|(_, set)| *set).map(|(name, _)| name.to_string()));
        words.extend(self.skip.iter().flat_map(|skip| ["--skip".to_string(), skip.clone()]));
        words
    }
}

/// A test of an executable that runs a law, or that may.
#[derive(Clone, Debug)]
pub struct FoundLaw {
    /// Index of its executable.
    pub executable: usize,
    /// Name, and the path by which the harness knows the test. The place is not known without running it.
    pub about: About,
    /// Path of the test.
    pub path: String,
    /// True if it is a law; otherwise a plain test.
    pub is_law: bool,
    /// True if it has `#[ignore]`.
    pub is_ignored: bool,
}

/// Laws of a workspace.
#[derive(Clone, Debug)]
pub struct FoundLaws {
    /// Executables of the tests.
    pub executables: Vec<Executable>,
    /// The laws that were chosen, by executables and then by paths.
    pub laws: Vec<FoundLaw>,
    /// Number of laws that were not chosen.
    pub others: usize,
}

impl FoundLaws {
    /// Finds the laws of executables.
    ///
    /// # Errors
    ///
    /// If an executable cannot be read or started.
    pub fn of(executables: Vec<Executable>, filter: &LawFilter) -> Result<Self, CommandError> {
        let mut found = FoundLaws { executables: Vec::new(), laws: Vec::new(), others: 0 };
        for executable in executables {
            let marked = marked_laws(&executable.path)?;
            if marked.is_empty() && !filter.plain_tests {
                continue;
            }
            let index = found.executables.len();
            found.add(index, &executable, &marked, filter)?;
            found.executables.push(executable);
        }
        Ok(found)
    }

    fn add(
        &mut self,
        index: usize,
        executable: &Executable,
        marked: &BTreeSet<String>,
        filter: &LawFilter,
    ) -> Result<(), CommandError> {
        let ignored = listed(executable, &["--ignored"])?;
        // The harness knows which tests there are. A mark may also come from code that is no test of this program.
        for path in listed(executable, &[])? {
            let full = format!("{}::{path}", executable.crate_name);
            let is_law = marked.contains(&full);
            let is_ignored = ignored.contains(&path);
            if !is_law && !filter.plain_tests {
                continue;
            }
            if !filter.takes(&path, is_ignored) {
                self.others += usize::from(is_law);
                continue;
            }
            let (package, target) = (&executable.package, executable.target.clone());
            let about = About::of_test(&full, Some(package), Some(target), ("", 0));
            self.laws.push(FoundLaw { executable: index, about, path, is_law, is_ignored });
        }
        Ok(())
    }

    /// The executable of a law.
    pub fn executable(&self, law: &FoundLaw) -> &Executable {
        &self.executables[law.executable]
    }
}

/// Paths of the tests that an executable has.
fn listed(executable: &Executable, options: &[&str]) -> Result<BTreeSet<String>, CommandError> {
    let mut command = executable.command();
    command.args(["--list", "--format", "terse"]).args(options).stderr(Stdio::null());
    let output = command.output().map_err(|error| {
        let path = executable.path.display();
        CommandError::tool_failed(format!("{path} cannot be started: {error}"))
    })?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().filter_map(|line| line.strip_suffix(": test")).map(String::from).collect())
}

/// Paths of laws whose marks are in an executable.
fn marked_laws(executable: &Path) -> Result<BTreeSet<String>, CommandError> {
    let bytes = fs::read(executable).map_err(|error| {
        CommandError::tool_failed(format!("{} cannot be read: {error}", executable.display()))
    })?;
    Ok(marked_paths(&bytes))
}

fn marked_paths(bytes: &[u8]) -> BTreeSet<String> {
    let mut paths = BTreeSet::new();
    for begin in memmem::find_iter(bytes, LAW_MARK) {
        let rest = &bytes[begin + LAW_MARK.len()..];
        let rest = &rest[..rest.len().min(LONGEST_PATH)];
        let end = memmem::find(rest, LAW_MARK_END.as_bytes());
        let path = end.and_then(|end| std::str::from_utf8(&rest[..end]).ok());
        paths.extend(path.map(String::from));
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_found_wherever_they_are() {
        let cases: [(&[u8], &[&str]); 4] = [
            (b"", &[]),
            (b"\x00\x01lawful law\x01a::b\x02\x01lawful law\x01c::d\x02x", &["a::b", "c::d"]),
            // The mark itself, as a constant of a program that looks for it.
            (b"\x01lawful law\x01 and nothing else", &[]),
            (b"\x01lawful law\x01\xff\x02", &[]),
        ];
        for (bytes, paths) in cases {
            let found: Vec<String> = marked_paths(bytes).into_iter().collect();
            assert_eq!(found, paths, "{bytes:?}");
        }
    }

    #[test]
    fn filters_choose_as_those_of_cargo_test() {
        let filter = |filters: &[&str], skip: &[&str], exact| LawFilter {
            filters: filters.iter().map(|text| text.to_string()).collect(),
            skip: skip.iter().map(|text| text.to_string()).collect(),
            exact,
            ..LawFilter::default()
        };
        let cases = [
            (filter(&[], &[], false), true),
            (filter(&["sorted"], &[], false), true),
            (filter(&["sorted"], &[], true), false),
            (filter(&["lists::is_sorted"], &[], true), true),
            (filter(&["other", "lists"], &[], false), true),
            (filter(&["lists"], &["sort"], false), false),
            (filter(&["lists"], &["sort"], true), false),
        ];
        for (filter, takes) in cases {
            assert_eq!(filter.takes("lists::is_sorted", false), takes, "{filter:?}");
            assert!(!filter.takes("lists::is_sorted", true), "{filter:?}");
        }
    }
}
