//! Failures that were found, tried first next time.
//!
//! Each has a file of its own ([`StoredFailure`]): its tape, which is all that a run needs, and what it looked like, for
//! people and tools. A file is trusted only if its head, version, law and checksum are ours. Any other
//! is reported and moved aside, never deleted. Files are written whole under a name of their own
//! and then renamed, so that many processes may write at once and a reader never sees half of one.
//! While it is written a file is locked; one that is not locked was left by a process that died, and is
//! removed by the next that reads.
//!
//! A file says which program wrote it. Every program that has the law runs the case, but only the one that wrote it
//! may find that it passes and make room: another build of the same law (a release build, another feature, another
//! checkout with the same target directory) says nothing about the one that failed.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::choice::Tape;
use crate::data::{About, Event, Notice, Problem, StoredFailure};
use crate::generate::{Listed, sort_by};

/// Store of failures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Database {
    directory: Option<PathBuf>,
    /// Directory in which laws that are running leave their trails.
    running: Option<PathBuf>,
    /// True if the failures are committed with the source: then no program owns them, and people remove them.
    is_committed: bool,
    /// True if failures would be kept, and no target directory was found.
    is_missing: bool,
}

/// A failure that was kept.
pub(super) struct Stored {
    pub tape: Tape,
    /// True if it did not fail every time.
    pub is_unstable: bool,
    file: PathBuf,
    /// Program that wrote it, if it says so.
    writer: Option<String>,
}

/// Number of failures of a law that are kept although they pass; more would only cost time. Those that
/// fail are all kept: what was reported once is never missing.
const MOST: usize = 32;
/// Attempts at writing an entry when another process deletes the temporary file first.
const TRIES: u32 = 8;

impl Database {
    /// Keeps nothing.
    pub fn none() -> Self {
        Database { directory: None, running: None, is_committed: false, is_missing: false }
    }

    /// Keeps failures in a directory. A relative one is meant as it is when the process begins: a law may change
    /// the current directory.
    pub fn at(directory: PathBuf) -> Self {
        let directory = absolute(directory);
        let running = Some(directory.join("running"));
        Database { directory: Some(directory), running, ..Database::none() }
    }

    /// Keeps failures in a directory that is committed with the source. What laws leave behind while
    /// they run stays under the target directory.
    pub fn committed(directory: PathBuf) -> Self {
        let directory = Some(absolute(directory));
        Database { directory, is_committed: true, ..Database::under_target() }
    }

    /// Keeps failures in `lawful/` under the target directory of the running program.
    pub fn under_target() -> Self {
        Database::under_target_or(None)
    }

    /// Keeps failures in `lawful/` under the target directory of the running program, or else under the directory in
    /// which the target directory was when the program was compiled.
    #[doc(hidden)]
    pub fn under_target_or(compiled: Option<&str>) -> Self {
        // A fuzzer asks for every input, tens of thousands of times a second; and where the program
        // is does not change.
        static TARGET: OnceLock<Option<PathBuf>> = OnceLock::new();
        let target = TARGET.get_or_init(|| target_of(Path::new(writer())));
        let compiled = || compiled.map(PathBuf::from).filter(|directory| directory.is_dir());
        match target.clone().or_else(compiled) {
            Some(target) => Database::at(target.join("lawful")),
            None => Database { is_missing: true, ..Database::none() },
        }
    }

    /// Returns the directory for pictures of failures: never among what is committed.
    pub fn pictures(&self) -> Option<PathBuf> {
        Some(self.running.as_ref()?.parent()?.join("pictures"))
    }

    /// Returns the directory for pages of laws: never among what is committed.
    pub fn reports(&self) -> Option<PathBuf> {
        Some(self.running.as_ref()?.parent()?.join("reports"))
    }

    /// Notice that there is no place to keep failures in, once for each process.
    pub(super) fn missing(&self) -> Option<Notice> {
        let is_news = self.is_missing && is_news("no target", Path::new(writer()), "");
        is_news.then(|| Notice::NoTarget { program: PathBuf::from(writer()) })
    }

    /// The tapes kept for a law, in an order that depends on their content alone.
    pub(super) fn load(&self, about: &About, notices: &mut Vec<Notice>) -> Vec<Stored> {
        let Some(directory) = self.law_directory(about) else { return Vec::new() };
        let entries = match fs::read_dir(&directory) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Vec::new(),
            Err(error) => {
                notices.extend(self.unusable(directory, &error));
                return Vec::new();
            }
        };
        let is_ours = |path: &PathBuf| path.is_file() && !has_end(path, TEXT);
        let files = entries.flatten().map(|entry| entry.path()).filter(is_ours);
        let (unfinished, mut files): (Vec<PathBuf>, Vec<PathBuf>) =
            files.partition(|file| is_unfinished(file));
        unfinished.iter().for_each(|file| remove_abandoned(file));
        sort_by(&mut files, &Ord::cmp);
        files.iter().filter_map(|file| self.load_file(about, file, notices)).listed()
    }

    fn load_file(&self, about: &About, file: &Path, notices: &mut Vec<Notice>) -> Option<Stored> {
        let bytes = match fs::read(file) {
            Ok(bytes) => bytes,
            // Another process may have moved it aside since.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(error) => {
                notices.push(Notice::Unusable { path: file.into(), error: error.to_string() });
                return None;
            }
        };
        let stored = StoredFailure::from_file(&bytes);
        let of_law = |stored: &StoredFailure| stored.about.identity() == about.identity();
        match stored {
            Ok(stored) if of_law(&stored) => {
                let is_unstable = stored.unstable.is_some();
                let (tape, writer) = (stored.failure.tape, stored.writer);
                Some(Stored { tape, is_unstable, file: file.into(), writer })
            }
            other => {
                let problem = other.err().unwrap_or(Problem::AnotherLaw);
                notices.push(self.set_aside(file, problem));
                None
            }
        }
    }

    fn set_aside(&self, file: &Path, problem: Problem) -> Notice {
        if self.is_committed {
            // It belongs to the people who committed it, perhaps with another version of Lawful.
            return Notice::SetAside { file: file.to_path_buf(), moved_to: None, problem };
        }
        let unusable = |error: io::Error| Notice::Unusable {
            path: file.to_path_buf(),
            error: error.to_string(),
        };
        let Some(directory) = &self.directory else {
            return unusable(io::ErrorKind::NotFound.into());
        };
        let aside = directory.join("set-aside");
        let law = file.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let mut moved_to = aside.join(format!("{law}-{name}"));
        // Nothing that was set aside before is overwritten.
        let mut copy = 1;
        while moved_to.exists() {
            moved_to = aside.join(format!("{law}-{name}-{copy}"));
            copy += 1;
        }
        let moved = fs::create_dir_all(&aside).and_then(|()| fs::rename(file, &moved_to));
        match moved {
            Ok(()) => {
                let (file, moved_to) = (file.to_path_buf(), Some(moved_to));
                Notice::SetAside { file, moved_to, problem }
            }
            Err(error) => unusable(error),
        }
    }

    /// Makes room: forgets a tape that passes, if there are too many. It is not forgotten if another program wrote it,
    /// unless that program is gone.
    pub(super) fn retire(&self, stored: &Stored) {
        let is_ours = |writer: &str| writer == self::writer() || !Path::new(writer).exists();
        if self.is_committed || !stored.writer.as_deref().is_none_or(is_ours) {
            return;
        }
        let Some(directory) = stored.file.parent() else { return };
        let count = fs::read_dir(directory).map_or(0, Iterator::count);
        if count >= MOST {
            // It was read whole a moment ago; that it is gone already is as good.
            let _ = fs::remove_file(&stored.file);
        }
    }

    /// Keeps a failure; says which file it is in, or why it is in none.
    pub(super) fn store(&self, mut stored: StoredFailure) -> Option<Event> {
        let directory = self.law_directory(&stored.about)?;
        stored.writer = (!self.is_committed).then(|| writer().to_string());
        match store_in(&directory, &stored) {
            Ok(file) => {
                let (is_committed, stored) = (self.is_committed, Box::new(stored));
                Some(Event::Stored { file, is_committed, stored })
            }
            Err(error) => self.unusable(directory, &error).map(Event::Database),
        }
    }

    /// Notice that the directory of a law cannot be used, once for each process and error: a full disk would be told
    /// again for every failure of every law.
    fn unusable(&self, path: PathBuf, error: &io::Error) -> Option<Notice> {
        let error = error.to_string();
        let is_news = is_news("unusable", self.directory.as_ref()?, &error);
        is_news.then_some(Notice::Unusable { path, error })
    }

    /// Directory in which laws that are running leave their trails, if they do.
    pub(super) fn running(&self) -> Option<&Path> {
        self.running.as_deref()
    }

    fn law_directory(&self, about: &About) -> Option<PathBuf> {
        self.directory.as_ref().map(|directory| directory.join(about.directory_name()))
    }
}

/// Returns whether this process has not told of an error at a path yet.
pub(super) fn is_news(trouble: &'static str, path: &Path, error: &str) -> bool {
    static TOLD: Mutex<Vec<(&str, PathBuf, String)>> = Mutex::new(Vec::new());
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    let news = (trouble, path.to_path_buf(), error.to_string());
    let is_news = !told.contains(&news);
    if is_news {
        told.push(news);
    }
    is_news
}

fn store_in(directory: &Path, stored: &StoredFailure) -> io::Result<PathBuf> {
    fs::create_dir_all(directory)?;
    let name = stored.file_name();
    let text = stored.to_file();
    let file = directory.join(&name);
    if file.exists() {
        return Ok(file);
    }
    let mut tries = 1;
    loop {
        // The name must differ between processes and threads; it is gone before the file is read.
        static WRITTEN: AtomicU64 = AtomicU64::new(0);
        let number = WRITTEN.fetch_add(1, Relaxed);
        let unfinished = directory.join(format!("{name}.{}-{number}.writing", std::process::id()));
        match write_whole(&unfinished, &file, text.as_bytes()) {
            // A process that came between its making and its lock took it for one of a dead process.
            Err(error) if error.kind() == io::ErrorKind::NotFound && tries < TRIES => tries += 1,
            written => return written.map(|()| file),
        }
    }
}

fn write_whole(unfinished: &Path, file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut writing = File::create(unfinished)?;
    // Where files cannot be locked, what a dead process left is not removed.
    let _ = writing.try_lock();
    let written = writing.write_all(bytes).and_then(|()| fs::rename(unfinished, file));
    if written.is_err() {
        // On a full disk a part of a file would only take room.
        let _ = fs::remove_file(unfinished);
    }
    written
}

/// Removes a file that a process left unfinished. One that is locked is being written.
fn remove_abandoned(file: &Path) {
    let Ok(opened) = File::options().write(true).open(file) else { return };
    if opened.try_lock().is_ok() {
        // That it is gone already, or has its name by now, is as good.
        let _ = fs::remove_file(file);
    }
}

/// The case as a person reads it, which a reporter writes beside a failure that is committed.
const TEXT: &str = "txt";
const UNFINISHED: &str = "writing";

fn has_end(file: &Path, end: &str) -> bool {
    file.extension().is_some_and(|extension| extension == end)
}

fn is_unfinished(file: &Path) -> bool {
    has_end(file, UNFINISHED)
}

/// Path of the running program, by which files are known to be its own. Cargo gives every build of a target, with its
/// package, features and profile, a path of its own.
pub(super) fn writer() -> &'static str {
    static WRITER: OnceLock<String> = OnceLock::new();
    WRITER.get_or_init(|| {
        let program = std::env::current_exe().unwrap_or_default();
        // A line of a file holds it.
        program.to_string_lossy().replace('\n', " ")
    })
}

/// The target directory of a program that cargo built: the one that holds the directory of its profile. With
/// `--target` it is that of the target triple.
fn target_of(program: &Path) -> Option<PathBuf> {
    let directory = program.parent()?;
    let name = directory.file_name()?;
    let profile = match name == "deps" || name == "examples" {
        true => directory.parent()?,
        // A binary lies beside what cargo knows of its profile.
        false => Some(directory).filter(|directory| directory.join(".fingerprint").is_dir())?,
    };
    profile.parent().map(Path::to_path_buf)
}

/// The path from the directory in which the process was when a law first asked.
pub(super) fn absolute(path: PathBuf) -> PathBuf {
    static CURRENT: OnceLock<Option<PathBuf>> = OnceLock::new();
    match CURRENT.get_or_init(|| std::env::current_dir().ok()) {
        Some(current) => current.join(path),
        None => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_directory_is_above_that_of_the_profile() {
        let target = |program: &str| target_of(Path::new(program));
        let found = |path: &str| Some(PathBuf::from(path));
        assert_eq!(target("/a/target/debug/deps/laws-0123456789abcdef"), found("/a/target"));
        assert_eq!(target("/volume/release/deps/laws-0"), found("/volume"));
        assert_eq!(target("/a/target/debug/examples/tour"), found("/a/target"));
        let triple = "/a/target/wasm32-wasip1/debug/deps/laws-0";
        assert_eq!(target(triple), found("/a/target/wasm32-wasip1"));
        // Not a program that cargo built, or not where it was built.
        assert_eq!(target("/usr/bin/laws"), None);
        assert_eq!(target("laws"), None);
    }
}
