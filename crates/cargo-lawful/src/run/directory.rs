//! Directory for the files of the processes of a run.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::error::CommandError;

/// Beginning of the names of these directories, in the directory of the database.
const PREFIX: &str = "run-";
const LOCK: &str = "lock";

/// A directory of this run alone, which is gone when the run ends.
///
/// A run that is killed leaves its directory behind; the next one removes it. That a run still uses its directory is
/// known by a lock.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    _lock: File,
}

impl Directory {
    /// Makes a directory below the target directory, and removes those of runs that were killed.
    pub fn in_target(target: &Path) -> Result<Self, CommandError> {
        let parent = target.join("lawful");
        remove_abandoned(&parent);
        // Machines that share a disk have processes of the same number.
        let name = format!("{PREFIX}{}-{:x}", std::process::id(), super::options::random_seed());
        let path = parent.join(name);
        let made = fs::create_dir_all(&path).and_then(|()| {
            let lock = File::create(path.join(LOCK))?;
            // Where files cannot be locked, the next run may remove the directory; then results are missing, and told so.
            let _ = lock.try_lock();
            Ok(lock)
        });
        match made {
            Ok(lock) => Ok(Directory { path, _lock: lock }),
            Err(error) => Err(CommandError::tool_failed(format!(
                "{} cannot be made: {error}; --target-dir names another place",
                path.display()
            ))),
        }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // That its files stay would do no harm.
        let _ = fs::remove_dir_all(&self.path);
    }
}

fn remove_abandoned(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let lock = entry.path().join(LOCK);
        let is_abandoned = || File::open(&lock).is_ok_and(|lock| lock.try_lock().is_ok());
        if is_ours && is_abandoned() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_directories_of_ended_runs_are_removed() {
        let target = std::env::temp_dir().join(format!("lawful-run-{}", std::process::id()));
        let running = Directory::in_target(&target).unwrap();
        let killed = target.join("lawful").join("run-1-2");
        fs::create_dir_all(&killed).unwrap();
        fs::write(killed.join(LOCK), "").unwrap();
        let law = target.join("lawful").join("run_fast-0123abcd");
        fs::create_dir_all(&law).unwrap();
        let next = Directory::in_target(&target).unwrap();
        assert!(running.path().is_dir() && next.path().is_dir() && law.is_dir());
        assert!(!killed.exists());
        let path = next.path().to_path_buf();
        drop(next);
        assert!(!path.exists());
        fs::remove_dir_all(&target).unwrap();
    }
}
