//! Failures kept as tapes, tried first next time.
//!
//! A file is trusted only if its first line, version, law, length and checksum are ours. Any other
//! is reported and moved aside, never deleted. Files are written whole under a name of their own
//! and then renamed, so that many processes may write at once and a reader never sees half of one.
//! While it is written a file is locked; one that nobody locks was left by a process that died, and is
//! removed by the next that reads.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::codec::{Spans, decode, encode};
use crate::choice::{Tape, mix_bytes};
use crate::data::{About, Notice, Problem};
use crate::generate::{Listed, sort_by};

/// Store of failures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Database {
    directory: Option<PathBuf>,
    /// Where laws that are running leave their trails.
    running: Option<PathBuf>,
}

/// A failure that was kept.
pub(super) struct Stored {
    pub tape: Tape,
    /// Whether the process that ran it died of it.
    pub deadly: bool,
}

const HEAD: &str = "lawful tape ";
const VERSION: &str = "2";
/// A law keeps so many failures that do not break it any more; more would only cost time. Those that
/// do are all kept: what was reported once is never missing.
const MOST: usize = 32;
/// How often a file is written that is removed while it is.
const TRIES: u32 = 8;

impl Database {
    /// Keeps nothing.
    pub fn none() -> Self {
        Database { directory: None, running: None }
    }

    /// Keeps failures in a directory.
    pub fn at(directory: PathBuf) -> Self {
        let running = Some(directory.join("running"));
        Database { directory: Some(directory), running }
    }

    /// Keeps failures in a directory that is committed with the source. What laws leave behind while
    /// they run stays under the target directory.
    pub fn committed(directory: PathBuf) -> Self {
        Database { directory: Some(directory), ..Database::under_target() }
    }

    /// Keeps failures in `lawful/` under the target directory that the running test is in.
    pub fn under_target() -> Self {
        // A fuzzer asks for every input, tens of thousands of times a second; and where the program
        // is does not change.
        static DIRECTORY: OnceLock<Option<PathBuf>> = OnceLock::new();
        let directory = DIRECTORY.get_or_init(|| {
            let executable = std::env::current_exe().ok()?;
            let mut above = executable.ancestors();
            let target = above.find(|directory| directory.join("CACHEDIR.TAG").is_file());
            target.map(|target| target.join("lawful"))
        });
        directory.clone().map_or(Database::none(), Database::at)
    }

    /// Returns the directory for pictures of failures: never among what is committed.
    pub fn pictures(&self) -> Option<PathBuf> {
        Some(self.running.as_ref()?.parent()?.join("pictures"))
    }

    /// The tapes kept for a law, in an order that depends on their content alone.
    pub(super) fn load(&self, about: &About, notices: &mut Vec<Notice>) -> Vec<Stored> {
        let Some(directory) = self.law_directory(about) else { return Vec::new() };
        let entries = match fs::read_dir(&directory) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Vec::new(),
            Err(error) => {
                notices.push(Notice::Unusable { path: directory, error: error.to_string() });
                return Vec::new();
            }
        };
        let files = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file());
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
        match parse(about, &bytes) {
            Ok(tape) => Some(Stored { tape, deadly: is_deadly(file) }),
            Err(problem) => {
                notices.push(self.set_aside(file, problem));
                None
            }
        }
    }

    fn set_aside(&self, file: &Path, problem: Problem) -> Notice {
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
            Ok(()) => Notice::SetAside { file: file.to_path_buf(), moved_to, problem },
            Err(error) => unusable(error),
        }
    }

    /// Makes room: forgets a tape that does not break the law any more, if there are too many.
    pub(super) fn retire(&self, about: &About, stored: &Stored) {
        let Some(directory) = self.law_directory(about) else { return };
        let count = fs::read_dir(&directory).map_or(0, Iterator::count);
        if count >= MOST {
            self.forget(about, stored);
        }
    }

    /// Forgets a tape.
    pub(super) fn forget(&self, about: &About, stored: &Stored) {
        let Some(directory) = self.law_directory(about) else { return };
        let name = file_name(&unparse(about, &stored.tape), stored.deadly);
        // It is one of ours, read whole a moment ago; that it is gone already is as good.
        let _ = fs::remove_file(directory.join(name));
    }

    /// Keeps a tape, and whether the process that ran it died of it.
    pub(super) fn store(&self, about: &About, tape: &Tape, deadly: bool) -> Option<Notice> {
        let directory = self.law_directory(about)?;
        let stored = store_in(&directory, about, tape, deadly);
        let error = stored.err()?;
        Some(Notice::Unusable { path: directory, error: error.to_string() })
    }

    /// Where laws that are running leave their trails, if they do.
    pub(super) fn running(&self) -> Option<&Path> {
        self.running.as_deref()
    }

    fn law_directory(&self, about: &About) -> Option<PathBuf> {
        self.directory.as_ref().map(|directory| directory.join(law_name(about)))
    }
}

/// A name for files of a law.
pub(super) fn law_name(about: &About) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    let name: String = about.short_name().chars().map(plain).take(60).collect();
    let digest = mix_bytes(about.identity().as_bytes()) as u32;
    format!("{name}-{digest:08x}")
}

fn store_in(directory: &Path, about: &About, tape: &Tape, deadly: bool) -> io::Result<()> {
    fs::create_dir_all(directory)?;
    let bytes = unparse(about, tape);
    let name = file_name(&bytes, deadly);
    let file = directory.join(&name);
    if file.exists() {
        return Ok(());
    }
    let mut tries = 1;
    loop {
        // The name must differ between processes and threads; it is gone before anyone reads it.
        static WRITTEN: AtomicU64 = AtomicU64::new(0);
        let number = WRITTEN.fetch_add(1, Relaxed);
        let unfinished = directory.join(format!("{name}.{}-{number}.writing", std::process::id()));
        match write_whole(&unfinished, &file, &bytes) {
            // Whoever came between its making and its lock took it for one of a dead process.
            Err(error) if error.kind() == io::ErrorKind::NotFound && tries < TRIES => tries += 1,
            written => return written,
        }
    }
}

fn write_whole(unfinished: &Path, file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut writing = File::create(unfinished)?;
    // Where files cannot be locked, what a dead process left is not removed.
    let _ = writing.try_lock();
    writing.write_all(bytes)?;
    fs::rename(unfinished, file)
}

/// Removes a file that a process left unfinished. One that is locked is being written.
fn remove_abandoned(file: &Path) {
    let Ok(opened) = File::options().write(true).open(file) else { return };
    if opened.try_lock().is_ok() {
        // That it is gone already, or has its name by now, is as good.
        let _ = fs::remove_file(file);
    }
}

/// The name says what must be known before the tape is run.
fn file_name(bytes: &[u8], deadly: bool) -> String {
    let end = if deadly { "deadly" } else { "tape" };
    format!("{:016x}.{end}", mix_bytes(bytes))
}

fn is_deadly(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "deadly")
}

fn is_unfinished(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "writing")
}

fn unparse(about: &About, tape: &Tape) -> Vec<u8> {
    let mut bytes = format!("{HEAD}{VERSION}\n{}\n", about.identity()).into_bytes();
    bytes.extend(encode(tape, Spans::Kept));
    let checksum = mix_bytes(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    bytes
}

fn parse(about: &About, bytes: &[u8]) -> Result<Tape, Problem> {
    let rest = bytes.strip_prefix(HEAD.as_bytes()).ok_or(Problem::NotOurs)?;
    let rest = rest.strip_prefix(VERSION.as_bytes()).ok_or(Problem::AnotherVersion)?;
    let rest = rest.strip_prefix(b"\n").ok_or(Problem::AnotherVersion)?;
    let (content, checksum) = bytes.split_last_chunk::<8>().ok_or(Problem::Damaged)?;
    if mix_bytes(content).to_le_bytes() != *checksum {
        return Err(Problem::Damaged);
    }
    let law = [about.identity().as_bytes(), b"\n"].concat();
    let rest = rest.strip_prefix(law.as_slice()).ok_or(Problem::AnotherLaw)?;
    let tape = &rest[..rest.len() - checksum.len()];
    decode(tape).map_err(|_| Problem::Damaged)
}
