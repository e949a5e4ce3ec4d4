//! What a law was doing when its process was killed.
//!
//! While a law runs, the index of the running test is in a small mapped file: one store a test and
//! no system call. The file is locked by its process and removed when the law is done. A file that
//! nobody locks was left by a process that died, and says which case to run first.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use lawful_mapped::Mapped;

use super::database::{Database, law_name};
use crate::data::About;
use crate::generate::{Listed, sort_by};

/// As many indices as a law has threads; more than so many share the last.
const SLOTS: usize = 16;
/// The words before the indices: what the file is, the seed and the greatest size.
const HEAD: usize = 3;
const WORDS: usize = HEAD + SLOTS;
const MAGIC: u64 = u64::from_le_bytes(*b"lawfult1");
/// No test is running.
const NONE: u64 = u64::MAX;
/// A case is running that was kept from an earlier run.
const STORED: u64 = u64::MAX - 1;

/// The file of a law that is running; without a database there is none.
#[derive(Debug)]
pub(super) struct Trail {
    file: Option<(Mapped, File, PathBuf)>,
    nowhere: AtomicU64,
}

/// What was left of a run whose process died.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Left {
    pub seed: u64,
    pub max_size: u32,
    /// The tests that were running.
    pub indices: Vec<u64>,
    /// Whether it was a case kept from a run before.
    pub stored: bool,
}

impl Trail {
    pub fn none() -> Self {
        Trail::in_file(None)
    }

    fn in_file(file: Option<(Mapped, File, PathBuf)>) -> Self {
        Trail { file, nowhere: AtomicU64::new(NONE) }
    }

    /// Begins the trail of a law. Where files cannot be mapped the run goes on without one.
    pub fn begin(database: &Database, about: &About, seed: u64, max_size: u32) -> Self {
        let file = database.running().and_then(|directory| create(directory, about).ok());
        let trail = Trail::in_file(file);
        if let Some((mapped, ..)) = &trail.file {
            let words = mapped.words();
            words[1].store(seed, Relaxed);
            words[2].store(u64::from(max_size), Relaxed);
            words[HEAD..].iter().for_each(|word| word.store(NONE, Relaxed));
            words[0].store(MAGIC, Relaxed);
        }
        trail
    }

    /// A trail in a file that another process made and reads.
    pub fn shared(path: &Path) -> io::Result<Self> {
        let file = File::options().read(true).write(true).open(path)?;
        let mapped = Mapped::new(&file, WORDS)?;
        // Without a path it is not removed at the end: that is for whoever made it.
        Ok(Trail::in_file(Some((mapped, file, PathBuf::new()))))
    }

    /// Where the file is, for another process.
    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|(_, _, path)| path.as_path())
    }

    /// Where the index of the running test goes.
    pub fn index(&self) -> &AtomicU64 {
        self.slot(0)
    }

    /// The same for one of several threads.
    pub fn slot(&self, slot: usize) -> &AtomicU64 {
        match &self.file {
            None => &self.nowhere,
            Some((mapped, ..)) => &mapped.words()[HEAD + slot.min(SLOTS - 1)],
        }
    }
}

impl Trail {
    /// Says that a case is running that was kept, or that none is any more.
    pub fn set_stored(&self, running: bool) {
        self.index().store(if running { STORED } else { NONE }, Relaxed);
    }
}

impl Drop for Trail {
    fn drop(&mut self) {
        if let Some((_, _, path)) = &self.file {
            // Nothing is lost if it cannot be removed: the next run finds that the case holds.
            let _ = fs::remove_file(path);
        }
    }
}

/// Takes what runs that died left of a law.
pub(super) fn take_left(database: &Database, about: &About) -> Vec<Left> {
    let Some(directory) = database.running() else { return Vec::new() };
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let prefix = format!("{}.", law_name(about));
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).listed();
    files.retain(|file| {
        file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&prefix))
    });
    sort_by(&mut files, &Ord::cmp);
    files.iter().filter_map(|file| take(file)).listed()
}

fn take(path: &Path) -> Option<Left> {
    let file = File::options().read(true).write(true).open(path).ok()?;
    // Whoever holds the lock is alive.
    file.try_lock().ok()?;
    let bytes = fs::read(path).ok()?;
    let words: Vec<u64> =
        bytes.as_chunks::<8>().0.iter().map(|word| u64::from_ne_bytes(*word)).listed();
    // One that is not whole may belong to a process that has not locked it yet.
    if words.len() != WORDS || words[0] != MAGIC {
        return None;
    }
    let _ = fs::remove_file(path);
    let stored = words[HEAD..].contains(&STORED);
    let mut indices: Vec<u64> = words[HEAD..].iter().copied().filter(|&w| w < STORED).listed();
    sort_by(&mut indices, &Ord::cmp);
    indices.dedup();
    let max_size = u32::try_from(words[2]).ok()?;
    (stored || !indices.is_empty()).then_some(Left { seed: words[1], max_size, indices, stored })
}

fn create(directory: &Path, about: &About) -> io::Result<(Mapped, File, PathBuf)> {
    fs::create_dir_all(directory)?;
    static MADE: AtomicU64 = AtomicU64::new(0);
    let number = MADE.fetch_add(1, Relaxed);
    let law = law_name(about);
    let path = directory.join(format!("{law}.{}-{number}", std::process::id()));
    let file = File::options().read(true).write(true).create(true).truncate(true).open(&path)?;
    file.try_lock()?;
    let mapped = Mapped::new(&file, WORDS)?;
    Ok((mapped, file, path))
}
