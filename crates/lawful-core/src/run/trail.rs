//! Test that a law was running when its process was killed.
//!
//! While a law runs, the index of the running test is in a small mapped file: one store a test and
//! no system call. The file is locked by its process and removed when the law is done. A file that
//! is not locked was left by a process that died, and says which case to run first.
//!
//! A trail is made under another name, locked, written whole and then renamed, so that one with its own name and without
//! a lock is always that of a dead process.

use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use lawful_system::Mapped;

use super::database::{Database, is_news, writer};
use crate::choice::mix;
use crate::data::{About, Notice};
use crate::generate::{Listed, sort_by};

/// Number of words before the indices: magic number, seed, maximum size, number of slots, checksum of these.
const HEAD: usize = 5;
const MAGIC: u64 = u64::from_le_bytes(*b"lawfult2");
/// No test is running.
const NONE: u64 = u64::MAX;
/// Something is running that no index of a test stands for: a case of a walk, a candidate of the shrinker.
const ELSEWHERE: u64 = u64::MAX - 1;
/// Extension of a trail that is being made.
const MAKING: &str = "making";
/// Attempts at making a trail when another process locks or deletes the file first.
const TRIES: u32 = 8;

/// The file of a law that is running; without a database there is none.
#[derive(Debug)]
pub(super) struct Trail {
    file: Option<(Mapped, File, PathBuf)>,
    nowhere: AtomicU64,
}

/// Remains of a run whose process died. Their file stays until the case was tried, locked by this process, so that
/// it is not forgotten if this one is killed meanwhile.
#[derive(Debug)]
pub(super) struct Left {
    pub seed: u64,
    pub max_size: u32,
    /// The tests that were running.
    pub indices: Vec<u64>,
    /// True if something was running that no index stands for.
    pub elsewhere: bool,
    path: PathBuf,
    /// Holds the lock.
    _file: File,
}

impl Left {
    /// Removes the file: the case was tried.
    pub fn remove(&self) {
        // That it is gone already is as good.
        let _ = fs::remove_file(&self.path);
    }
}

impl Trail {
    pub fn none() -> Self {
        Trail::in_file(None)
    }

    fn in_file(file: Option<(Mapped, File, PathBuf)>) -> Self {
        Trail { file, nowhere: AtomicU64::new(NONE) }
    }

    /// Begins the trail of a law that runs on so many threads besides this one. Where there can be none the run goes on
    /// without, and it is said once for each process.
    pub fn begin(
        database: &Database,
        about: &About,
        (seed, max_size): (u64, u32),
        threads: usize,
    ) -> (Self, Option<Notice>) {
        let Some(directory) = database.running() else { return (Trail::none(), None) };
        let mut words = vec![MAGIC, seed, u64::from(max_size), 1 + threads as u64];
        words.push(checksum(&words));
        words.resize(HEAD + 1 + threads, NONE);
        match create(directory, about, &words) {
            Ok(file) => (Trail::in_file(Some(file)), None),
            Err(error) => (Trail::none(), notice(directory, &error)),
        }
    }

    /// A trail in a file that another process made and reads.
    pub fn shared(path: &Path) -> io::Result<Self> {
        let file = File::options().read(true).write(true).open(path)?;
        let mapped = Mapped::open(&file, HEAD + 1)?;
        // Without a path it is not removed at the end: that is for the process that made it.
        Ok(Trail::in_file(Some((mapped, file, PathBuf::new()))))
    }

    /// Where the file is, for another process.
    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|(_, _, path)| path.as_path())
    }

    /// Place for the index of the test that the law's own thread runs.
    pub fn index(&self) -> &AtomicU64 {
        self.slot(0)
    }

    /// Place for the index of the test that one of several threads runs; 0 is the law's own.
    pub fn slot(&self, slot: usize) -> &AtomicU64 {
        let words = self.file.as_ref().map(|(mapped, ..)| mapped.words());
        words.and_then(|words| words.get(HEAD + slot)).unwrap_or(&self.nowhere)
    }

    /// Says that something runs that no index of a test stands for.
    pub fn set_elsewhere(&self) {
        self.index().store(ELSEWHERE, Relaxed);
    }

    /// Says that nothing is running.
    pub fn set_idle(&self) {
        self.index().store(NONE, Relaxed);
    }
}

impl Drop for Trail {
    fn drop(&mut self) {
        if let Some((_, _, path)) = &self.file {
            // Nothing is lost if it cannot be removed: the next run finds that the case passes.
            let _ = fs::remove_file(path);
        }
    }
}

fn checksum(head: &[u64]) -> u64 {
    head.iter().fold(0, |sum, word| mix(sum, *word))
}

/// Notice that there is no trail, once for each process and error: every law would say the same.
fn notice(directory: &Path, error: &io::Error) -> Option<Notice> {
    // A system without mapped files has no trails.
    if !lawful_system::CAN_MAP {
        return None;
    }
    let error = error.to_string();
    let is_news = is_news("no trail", directory, &error);
    is_news.then(|| Notice::NoTrail { path: directory.to_path_buf(), error })
}

/// Takes what runs that died left of a law, and removes what they left unfinished.
pub(super) fn take_left(database: &Database, about: &About) -> Vec<Left> {
    let Some(directory) = database.running() else { return Vec::new() };
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let prefix = format!("{}.", about.directory_name());
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).listed();
    sort_by(&mut files, &Ord::cmp);
    let is_making = |file: &PathBuf| file.extension().is_some_and(|end| end == MAKING);
    files.iter().filter(|file| is_making(file)).for_each(|file| {
        if lock_abandoned(file).is_some() {
            let _ = fs::remove_file(file);
        }
    });
    files.retain(|file| {
        file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&prefix))
            && !is_making(file)
    });
    files.iter().filter_map(|file| take(file)).listed()
}

/// The file, locked, unless its process is alive.
fn lock_abandoned(path: &Path) -> Option<File> {
    let file = File::options().read(true).write(true).open(path).ok()?;
    file.try_lock().ok()?;
    Some(file)
}

fn take(path: &Path) -> Option<Left> {
    let file = lock_abandoned(path)?;
    let bytes = fs::read(path).ok()?;
    let Some((words, left_by)) = read(&bytes) else {
        // Damaged: it says nothing, and would stay for ever.
        let _ = fs::remove_file(path);
        return None;
    };
    // The case of another program is for that program, while there is one.
    if left_by != writer() && Path::new(&left_by).exists() {
        return None;
    }
    let slots = &words[HEAD..];
    let elsewhere = slots.contains(&ELSEWHERE);
    let mut indices: Vec<u64> = slots.iter().copied().filter(|&word| word < ELSEWHERE).listed();
    sort_by(&mut indices, &Ord::cmp);
    indices.dedup();
    let max_size = u32::try_from(words[2]).unwrap_or(u32::MAX);
    let left =
        Left { seed: words[1], max_size, indices, elsewhere, path: path.into(), _file: file };
    if !elsewhere && left.indices.is_empty() {
        left.remove();
        return None;
    }
    Some(left)
}

/// The words of a trail and the program that wrote it, if it is whole.
fn read(bytes: &[u8]) -> Option<(Vec<u64>, String)> {
    let (words, _) = bytes.as_chunks::<8>();
    let mut words: Vec<u64> = words.iter().map(|word| u64::from_ne_bytes(*word)).listed();
    let head = words.get(..HEAD)?;
    if head[0] != MAGIC || checksum(&head[..HEAD - 1]) != head[HEAD - 1] {
        return None;
    }
    let length = HEAD.checked_add(usize::try_from(head[3]).ok()?)?;
    let left_by = bytes.get(length.checked_mul(8)?..)?;
    words.truncate(length);
    Some((words, String::from_utf8_lossy(left_by).into_owned()))
}

fn create(directory: &Path, about: &About, words: &[u64]) -> io::Result<(Mapped, File, PathBuf)> {
    fs::create_dir_all(directory)?;
    let mut tries = 1;
    loop {
        static MADE: AtomicU64 = AtomicU64::new(0);
        // In a container every run may have the same number of process, and a trail of an earlier one may still be there.
        static RANDOM: OnceLock<u32> = OnceLock::new();
        let random = RANDOM.get_or_init(|| RandomState::new().hash_one(std::process::id()) as u32);
        let (law, process) = (about.directory_name(), std::process::id());
        let name = format!("{law}.{process}-{random:08x}-{}", MADE.fetch_add(1, Relaxed));
        let (path, making) = (directory.join(&name), directory.join(format!("{name}.{MAKING}")));
        match make(&making, words).and_then(|made| fs::rename(&making, &path).map(|()| made)) {
            Ok((mapped, file)) => return Ok((mapped, file, path)),
            // A process that came between its making and its lock takes it for one of a dead process: it holds the lock,
            // or has removed the file.
            Err(error) if is_taken(&error) && tries < TRIES => tries += 1,
            Err(error) => {
                let _ = fs::remove_file(&making);
                return Err(error);
            }
        }
    }
}

/// Returns whether another process took the file that was being made.
fn is_taken(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::WouldBlock)
}

fn make(path: &Path, words: &[u64]) -> io::Result<(Mapped, File)> {
    let mut file = File::options().read(true).write(true).create(true).truncate(true).open(path)?;
    file.try_lock()?;
    let mapped = Mapped::create(&file, words)?;
    file.write_all(writer().as_bytes())?;
    Ok((mapped, file))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trail(slots: &[u64]) -> Vec<u8> {
        let mut words = vec![MAGIC, 7, 100, slots.len() as u64];
        words.push(checksum(&words));
        words.extend(slots);
        let bytes = words.iter().flat_map(|word| word.to_ne_bytes());
        bytes.chain(*b"/a/program").collect()
    }

    #[test]
    fn a_trail_is_made_although_another_process_locks_the_unfinished_file() {
        let about = About::new("a::law", "", 0);
        let name = format!("lawful-trail-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        let Ok((_, _, path)) = create(&directory, &about, &[NONE]) else { return };
        let (before, number) = path.to_str().and_then(|path| path.rsplit_once('-')).unwrap();
        let next = number.parse::<u64>().unwrap() + 1;
        let locked = File::create(format!("{before}-{next}.{MAKING}")).unwrap();
        locked.lock().unwrap();
        create(&directory, &about, &[NONE]).unwrap();
        fs::remove_dir_all(directory).unwrap();
    }

    #[test]
    fn a_damaged_trail_says_nothing() {
        let whole = trail(&[3, NONE, 5]);
        let (words, left_by) = read(&whole).expect("it is whole");
        assert_eq!((&words[HEAD..], left_by.as_str()), (&[3, NONE, 5][..], "/a/program"));
        for bit in 0..8 * 8 * HEAD {
            let mut damaged = whole.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(read(&damaged), None, "bit {bit}");
        }
        assert!((0..8 * (HEAD + 3)).all(|length| read(&whole[..length]).is_none()));
    }
}
