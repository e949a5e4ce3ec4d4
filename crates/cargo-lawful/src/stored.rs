//! Stored failures of a workspace: where they are, and which of them a person means.
//!
//! The runner keeps a failure as `<law>-<8 hex digits>/<id>.json`, or `<id>-<8 hex digits>.json` where it says which
//! program wrote it, in one of three places:
//!
//! - `lawful/` under the target directory, or under the directory of a target triple in it;
//! - the directory that `LAWFUL_DATABASE` names, which replaces all others;
//! - a folder that is committed with the source, as `#[law(database = "..")]` names it. Which folders these are is known
//!   to the compiler alone, so all directories of the workspace's packages are searched for that shape.
//!
//! [`find`] reads them all, and [`Found::select`] finds the one that a person names by its id, the beginning of it, or
//! its law.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use cargo_metadata::Metadata;
use lawful_data::{Problem, StoredFailure};

/// Name of the variable that has the place of stored failures, or `off`.
pub const DATABASE: &str = "LAWFUL_DATABASE";

/// A stored failure and its file.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct StoredFile {
    /// Its file.
    pub path: PathBuf,
    /// Content of the file.
    pub failure: StoredFailure,
    /// [Id](StoredFailure::id) of the failure.
    pub id: String,
    /// True if the file is in a folder that is committed with the source.
    pub is_committed: bool,
}

/// A file that has the name of a stored failure and cannot be read as one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Unreadable {
    /// The file or directory.
    pub path: PathBuf,
    /// Reason, as the end of a sentence.
    pub why: String,
}

/// The stored failures of a workspace.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Found {
    /// Failures, in the order of their laws' names, then of their ids, then of their files.
    pub failures: Vec<StoredFile>,
    /// Files that could not be read, in the order of their paths.
    pub unreadable: Vec<Unreadable>,
    /// True if `LAWFUL_DATABASE` is `off`, so that nothing was looked for.
    pub is_off: bool,
}

/// Places where failures are stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Places {
    /// Directories that hold one directory for each law.
    pub databases: Vec<PathBuf>,
    /// Directories of packages, anywhere below which a committed folder may be.
    pub packages: Vec<PathBuf>,
    /// Directories below packages that are not searched: those for what cargo builds.
    pub left_out: Vec<PathBuf>,
    /// True if `LAWFUL_DATABASE` is `off`.
    pub is_off: bool,
}

/// Reads the stored failures of a workspace, where `LAWFUL_DATABASE` says or else in all places.
///
/// ```no_run
/// use cargo_lawful::stored;
/// use cargo_metadata::MetadataCommand;
///
/// let found = stored::find(&MetadataCommand::new().no_deps().exec()?);
/// for stored in &found.failures {
///     println!("{}  {}", stored.id, stored.failure.about.name);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find(metadata: &Metadata) -> Found {
    Places::of(metadata, std::env::var_os(DATABASE).as_deref()).find()
}

impl Places {
    /// Returns the places of a workspace, for a value of `LAWFUL_DATABASE`.
    pub fn of(metadata: &Metadata, variable: Option<&OsStr>) -> Self {
        let directories = metadata.workspace_packages().into_iter().filter_map(|package| {
            package.manifest_path.parent().map(|directory| directory.as_std_path().to_path_buf())
        });
        let built = [Some(&metadata.target_directory), metadata.build_directory.as_ref()];
        let built = built.into_iter().flatten().map(|path| path.as_std_path().to_path_buf());
        let root = metadata.workspace_root.as_std_path().to_path_buf();
        Places::new(root, directories.collect(), built.collect(), variable)
    }

    fn new(
        root: PathBuf,
        mut packages: Vec<PathBuf>,
        built: Vec<PathBuf>,
        variable: Option<&OsStr>,
    ) -> Self {
        match variable.filter(|variable| !variable.is_empty()) {
            Some(variable) if variable == "off" => Places { is_off: true, ..Places::default() },
            // Cargo runs the tests of a package in its directory, where a relative path begins.
            Some(variable) => {
                let databases = packages.iter().map(|package| package.join(variable)).collect();
                Places { databases, ..Places::default() }
            }
            None => {
                // A folder that packages share may be beside them.
                packages.push(root);
                let databases = built.iter().flat_map(|target| databases_under(target)).collect();
                Places { databases, packages, left_out: built, is_off: false }
            }
        }
    }

    /// Reads what is stored in these places.
    pub fn find(&self) -> Found {
        let mut search = Search { places: self, seen: BTreeSet::new(), found: Found::default() };
        search.found.is_off = self.is_off;
        self.databases.iter().for_each(|database| search.database(database, false));
        self.packages.iter().for_each(|package| search.below(package));
        let Found { mut failures, mut unreadable, is_off } = search.found;
        failures.sort_by(|one, other| one.key().cmp(&other.key()));
        unreadable.sort();
        Found { failures, unreadable, is_off }
    }
}

/// `lawful/` under a target directory and under the directories in it, which may be those of target triples.
fn databases_under(target: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(target).into_iter().flatten().flatten();
    let below = entries.map(|entry| entry.path().join("lawful"));
    let mut databases: Vec<PathBuf> = below.filter(|path| path.is_dir()).collect();
    databases.sort();
    databases.insert(0, target.join("lawful"));
    databases
}

/// A search through directories.
struct Search<'a> {
    places: &'a Places,
    /// Directories that were searched.
    seen: BTreeSet<PathBuf>,
    found: Found,
}

impl Search<'_> {
    /// Reads the directories of laws in a directory.
    fn database(&mut self, directory: &Path, is_committed: bool) {
        if !self.seen.insert(directory.to_path_buf()) {
            return;
        }
        for (path, is_directory) in self.entries(directory) {
            if is_directory && is_law_directory(&path) {
                self.law_directory(&path, is_committed);
            }
        }
    }

    /// Searches a package for databases at any depth.
    fn below(&mut self, directory: &Path) {
        if self.places.left_out.iter().any(|path| path == directory) {
            return;
        }
        self.database(directory, true);
        for (path, is_directory) in self.entries(directory) {
            if is_directory && !is_law_directory(&path) && is_of_package(&path) {
                self.below(&path);
            }
        }
    }

    fn law_directory(&mut self, directory: &Path, is_committed: bool) {
        for (path, is_directory) in self.entries(directory) {
            if is_directory || !is_failure(&path) {
                continue;
            }
            match read(&path, directory) {
                Ok(failure) => {
                    let id = failure.id();
                    self.found.failures.push(StoredFile { path, failure, id, is_committed });
                }
                Err(why) => self.found.unreadable.push(Unreadable { path, why }),
            }
        }
    }

    /// Returns the entries of a directory, which need not exist, and whether they are directories. Links are none, since
    /// they may lead around in a circle.
    fn entries(&mut self, directory: &Path) -> Vec<(PathBuf, bool)> {
        let entries = match fs::read_dir(directory) {
            Ok(entries) => entries.flatten(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Vec::new(),
            Err(error) => {
                let unreadable = Unreadable { path: directory.into(), why: error.to_string() };
                if !self.found.unreadable.contains(&unreadable) {
                    self.found.unreadable.push(unreadable);
                }
                return Vec::new();
            }
        };
        let kind = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
        entries.map(|entry| (entry.path(), kind(&entry))).collect()
    }
}

/// Returns whether a directory in a package is a part of it that people write: not the version control, not what a tool
/// built, and not another package, which is searched for itself or belongs to another workspace.
fn is_of_package(directory: &Path) -> bool {
    let is_hidden = name(directory).starts_with('.');
    !is_hidden && !["CACHEDIR.TAG", "Cargo.toml"].iter().any(|file| directory.join(file).exists())
}

/// Returns whether a directory has the name of one that holds the failures of a law: `distinct-0123abcd`.
fn is_law_directory(directory: &Path) -> bool {
    let name = name(directory);
    let is_plain = |law: &str| law.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    name.rsplit_once('-').is_some_and(|(law, digest)| is_plain(law) && is_hexadecimal(digest, 8))
}

/// Returns whether a file has the name of a stored failure.
fn is_failure(file: &Path) -> bool {
    let name = name(file);
    let Some(name) = name.strip_suffix(".json") else { return false };
    let (id, writer) = name.split_once('-').unwrap_or((name, "00000000"));
    is_hexadecimal(id, 16) && is_hexadecimal(writer, 8)
}

fn is_hexadecimal(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(OsStr::to_str).unwrap_or_default()
}

/// Reads a stored failure, which must be of the law that its directory is for.
fn read(path: &Path, directory: &Path) -> Result<StoredFailure, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let failure = StoredFailure::from_file(&bytes).map_err(|problem| problem.to_string())?;
    match failure.about.directory_name() == name(directory) {
        true => Ok(failure),
        false => Err(Problem::AnotherLaw.to_string()),
    }
}

impl StoredFile {
    fn key(&self) -> (String, &str, &Path) {
        (self.failure.about.identity(), &self.id, &self.path)
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} was not read: {}", self.path.display(), self.why)
    }
}

/// Reason why a word names no stored failure, or more than one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectError(String);

impl fmt::Display for SelectError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for SelectError {}

impl Found {
    /// Returns the failure that a word names: its id, the beginning of its id, the name of its law, or an end of that
    /// name from `::` on.
    ///
    /// Of several files of one failure, which two builds of a law store, the first is returned.
    ///
    /// # Errors
    ///
    /// If no failure has that id or law, or if failures with different ids do.
    pub fn select(&self, word: &str) -> Result<&StoredFile, SelectError> {
        let named = self.named(word);
        let ids: BTreeSet<&str> = named.iter().map(|stored| stored.id.as_str()).collect();
        match (named.first(), ids.len()) {
            (Some(first), 1) => Ok(first),
            (Some(_), _) => {
                let lines = named.iter().map(|stored| format!("\n  {}", stored.line()));
                let lines: BTreeSet<String> = lines.collect();
                let lines: String = lines.into_iter().collect();
                Err(SelectError(format!(
                    "`{word}` names {} stored failures; give more of an id:{lines}",
                    ids.len()
                )))
            }
            (None, _) => Err(SelectError(self.nothing_named(word))),
        }
    }

    /// Returns all failures that a word names, as [`select`](Found::select) reads it; several of a law that has several.
    pub fn named(&self, word: &str) -> Vec<&StoredFile> {
        let is_of_law = |stored: &&StoredFile| {
            let name = &stored.failure.about.name;
            name == word || name.strip_suffix(word).is_some_and(|before| before.ends_with("::"))
        };
        let of_law: Vec<&StoredFile> = self.failures.iter().filter(is_of_law).collect();
        // A law may be named `fade`, which is the beginning of an id too.
        if !of_law.is_empty() || word.is_empty() {
            return of_law;
        }
        self.failures.iter().filter(|stored| stored.id.starts_with(word)).collect()
    }

    fn nothing_named(&self, word: &str) -> String {
        if self.is_off {
            return format!("{DATABASE} is off, so no failures are stored; unset it");
        }
        let all: BTreeSet<String> =
            self.failures.iter().map(|stored| format!("\n  {}", stored.line())).collect();
        match all.len() {
            0 => String::from(
                "no failures are stored in this workspace; `cargo test` stores those that it finds",
            ),
            _ => format!(
                "no stored failure has an id that begins with `{word}`, or a law of that name; there are:{}",
                all.into_iter().collect::<String>()
            ),
        }
    }
}

impl StoredFile {
    /// Id and law, as lists of failures show them.
    pub fn line(&self) -> String {
        format!("{}  {}", self.id, self.failure.about.identity())
    }
}

#[cfg(test)]
mod tests;
