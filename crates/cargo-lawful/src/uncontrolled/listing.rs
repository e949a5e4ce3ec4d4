//! The listing of a workspace, and how it is printed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use cargo_metadata::{Metadata, Package};

use super::accept::Comments;
use super::catalogue::Advice;
use super::declare::Crate;
use super::workspace::{choose, crates, declared_at, roots, synchronising};
use super::{Problem, ScanError, Selection, Use, scan};

/// Everything in the selected packages that a scheduled law does not control.
///
/// Its [`Display`](fmt::Display) is what the command prints.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Listing {
    /// Names of the packages that were read.
    pub packages: Vec<String>,
    /// Names of Lawful's own packages, which were left out.
    pub toolkit: Vec<String>,
    /// Sources with uses, in the order of their paths, and manifests with dependencies that synchronise by themselves.
    pub files: Vec<FileUses>,
    /// Number of uses that a comment accepts.
    pub accepted: usize,
    /// Number of sources that were read.
    pub sources: usize,
    /// Sources that could not be read.
    pub problems: Vec<Problem>,
}

/// The uses in a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FileUses {
    /// The file, relative to the root of the workspace where it is inside of it.
    pub path: PathBuf,
    /// Uses, in order. At least one.
    pub uses: Vec<Use>,
}

impl Listing {
    /// Reads the sources of the selected packages.
    ///
    /// ```no_run
    /// use cargo_lawful::uncontrolled::{Listing, Selection};
    /// use cargo_metadata::MetadataCommand;
    ///
    /// let metadata = MetadataCommand::new().exec()?;
    /// let listing = Listing::of(&metadata, &Selection::Scheduled)?;
    /// print!("{listing}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a package of the selection is not in the workspace.
    pub fn of(metadata: &Metadata, selection: &Selection) -> Result<Self, ScanError> {
        let chosen = choose(metadata, selection)?;
        let names = |packages: &[&Package]| {
            packages.iter().map(|package| package.name.to_string()).collect::<Vec<_>>()
        };
        let mut listing = Listing {
            packages: names(&chosen.packages),
            toolkit: names(&chosen.toolkit),
            ..Listing::default()
        };
        let root = metadata.workspace_root.as_std_path();
        let shown = |path: &Path| path.strip_prefix(root).unwrap_or(path).to_path_buf();
        let mut files: BTreeMap<PathBuf, FoundUses> = BTreeMap::new();
        let mut problems = BTreeSet::new();
        let mut sources = BTreeSet::new();
        for package in chosen.packages {
            for root in roots(package) {
                let mut of = Crate::read(root, crates(package), &|path| fs::read_to_string(path));
                for file in 0..of.files.len() {
                    let uses = scan::uses(&mut of, file);
                    let (path, text) = (shown(&of.files[file].path), &of.files[file].text);
                    sources.insert(path.clone());
                    // Most files have none.
                    if !uses.is_empty() {
                        let comments = Comments::of(text);
                        let found = files.entry(path).or_default();
                        found.add(uses, |found| comments.accept(found.line));
                    }
                }
                problems.extend(
                    of.problems
                        .into_iter()
                        .map(|problem| Problem { file: shown(&problem.file), ..problem }),
                );
            }
            let manifest = package.manifest_path.as_std_path();
            let text = fs::read_to_string(manifest).unwrap_or_default();
            for (key, (name, advice)) in synchronising(metadata, package) {
                let (line, is_accepted) = declared_at(&text, &key).unwrap_or((1, false));
                let conditions = Vec::new();
                let found = Use { line, column: 1, name, advice, conditions };
                files.entry(shown(manifest)).or_default().add(vec![found], |_| is_accepted);
            }
        }
        listing.sources = sources.len();
        listing.problems = problems.into_iter().collect();
        listing.accepted = files.values().map(|found| found.accepted.len()).sum();
        listing.files = files
            .into_iter()
            .filter(|(_, found)| !found.uses.is_empty())
            .map(|(path, found)| FileUses { path, uses: found.uses.into_iter().collect() })
            .collect();
        Ok(listing)
    }

    /// Number of uses that are listed.
    pub fn count(&self) -> usize {
        self.files.iter().map(|file| file.uses.len()).sum()
    }

    /// Returns whether everything was read and nothing is listed.
    pub fn is_clean(&self) -> bool {
        self.files.is_empty() && self.problems.is_empty()
    }
}

/// Uses of a file, each once: several targets may have the file as a module.
#[derive(Default)]
struct FoundUses {
    uses: BTreeSet<Use>,
    accepted: BTreeSet<Use>,
}

impl FoundUses {
    fn add(&mut self, uses: Vec<Use>, is_accepted: impl Fn(&Use) -> bool) {
        for found in uses {
            let into = if is_accepted(&found) { &mut self.accepted } else { &mut self.uses };
            into.insert(found);
        }
    }
}

impl fmt::Display for Listing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.toolkit.is_empty() {
            let names = self.toolkit.join(", ");
            writeln!(formatter, "left out, since they run the scheduler: {names}\n")?;
        }
        if self.packages.is_empty() {
            let other = "`--package` and `--workspace` list others";
            let why =
                "no package depends on `lawful-pulse`, or on `lawful` with its feature `pulse`";
            return writeln!(formatter, "{why}: there are no scheduled laws ({other})");
        }
        for file in &self.files {
            write_file(file, formatter)?;
        }
        for Problem { file, line, column, message } in &self.problems {
            writeln!(formatter, "{}:{line}:{column}  not read: {message}", file.display())?;
        }
        if !self.problems.is_empty() {
            writeln!(formatter)?;
        }
        let uses = counted(self.count(), "uncontrolled use");
        write!(formatter, "{uses} in {}", counted(self.files.len(), "file"))?;
        write!(formatter, ", {} accepted", self.accepted)?;
        if !self.problems.is_empty() {
            write!(formatter, ", {} not read", counted(self.problems.len(), "module"))?;
        }
        let read = counted(self.sources, "source");
        writeln!(formatter, " ({read} of {})", counted(self.packages.len(), "package"))
    }
}

/// One line for each use, in columns, and an empty one.
fn write_file(file: &FileUses, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    let place = |found: &Use| format!("{}:{}:{}", file.path.display(), found.line, found.column);
    let width = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
    let places = width(&mut file.uses.iter().map(|found| place(found).chars().count()));
    let names = width(&mut file.uses.iter().map(|found| found.name.chars().count()));
    for found in &file.uses {
        let (place, name, what) = (place(found), &found.name, found.what());
        writeln!(formatter, "{place:places$}  {name:names$}  {what}")?;
    }
    writeln!(formatter)
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

impl Use {
    /// The advice, and the conditions.
    fn what(&self) -> String {
        let conditions: Vec<String> =
            self.conditions.iter().map(|condition| format!("  #[cfg({condition})]")).collect();
        format!("{}{}", self.advice, conditions.concat())
    }
}

impl fmt::Display for Use {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}  {}  {}", self.line, self.column, self.name, self.what())
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Advice::Replace(path) => write!(formatter, "use {path}"),
            Advice::Resembles(path, how) => write!(formatter, "use {path} ({how})"),
            Advice::Nothing(why) => formatter.write_str(why),
        }
    }
}
