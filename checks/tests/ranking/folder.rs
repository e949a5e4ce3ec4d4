//! Folders of programs.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, id};
use std::sync::{Mutex, MutexGuard, OnceLock};

/// A folder of programs below the temporary directory, removed when it is dropped.
///
/// There is one at a time: time limits and the number of processes mean little while other tests use the machine.
pub struct Folder {
    path: PathBuf,
    mark: String,
    _turn: MutexGuard<'static, ()>,
}

impl Folder {
    pub fn new(name: &str) -> Self {
        static TURN: Mutex<()> = Mutex::new(());
        let turn = TURN.lock().unwrap_or_else(|failed| failed.into_inner());
        let mark = format!("checks-ranking-{}-{name}", id());
        let path = std::env::temp_dir().join(&mark);
        fs::create_dir_all(&path).unwrap();
        Folder { path, mark, _turn: turn }
    }

    /// Name of the folder, which no other process has in its command line or environment.
    pub fn mark(&self) -> &str {
        &self.mark
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes a file that cannot be executed.
    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// Writes a file that can be executed.
    pub fn executable(&self, name: &str, text: &str) -> PathBuf {
        let path = self.file(name, text);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// Writes a script for the shell.
    pub fn script(&self, name: &str, text: &str) -> PathBuf {
        self.executable(name, &format!("#!/bin/sh\n{text}\n"))
    }

    /// Copies a program.
    pub fn copy(&self, name: &str, from: &Path) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::copy(from, &path).unwrap();
        path
    }

    /// Names of the files, with their permissions and contents.
    pub fn contents(&self) -> BTreeMap<PathBuf, (u32, Vec<u8>)> {
        let entries = fs::read_dir(&self.path).unwrap().map(|entry| entry.unwrap().path());
        let read = |path: PathBuf| {
            let mode = fs::metadata(&path).unwrap().permissions().mode();
            let bytes = fs::read(&path).unwrap();
            (path, (mode, bytes))
        };
        entries.map(read).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Lists the processes that have a text in their command line or environment.
pub fn running(mark: &str) -> Vec<String> {
    let has = |bytes: &[u8]| bytes.windows(mark.len()).any(|part| part == mark.as_bytes());
    let processes = fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap());
    let numbers = processes.map(|entry| entry.file_name().to_string_lossy().into_owned());
    numbers
        .filter(|name| name.bytes().all(|byte| byte.is_ascii_digit()))
        .filter_map(|number| {
            // A process may end while it is looked at.
            let read = |file| fs::read(format!("/proc/{number}/{file}")).unwrap_or_default();
            let command = read("cmdline");
            (has(&command) || has(&read("environ")))
                .then(|| format!("{number}: {}", String::from_utf8_lossy(&command)))
        })
        .collect()
}

/// Lists the directories that rankings of this process have left in the temporary directory.
pub fn directories_left() -> Vec<String> {
    let ours = format!("lawful-rank-{}-", id());
    let entries = fs::read_dir(std::env::temp_dir()).unwrap().map(|entry| entry.unwrap());
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with(&ours)).collect()
}

/// Runs a compiler, which must succeed.
pub fn compile(command: &mut Command) {
    let output = command.env("RUSTUP_AUTO_INSTALL", "0").output().unwrap();
    assert!(output.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&output.stderr));
}

/// Program that does what its name says, for what the shell cannot do.
pub fn hostile_program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
        fs::create_dir_all(directory).unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ranking/hostile_program.rs");
        let program = directory.join("hostile");
        let mut rustc = Command::new("rustc");
        rustc
            .args(["--edition", "2024", "-O", "-C", "panic=abort", "-o"])
            .arg(&program)
            .arg(source);
        compile(&mut rustc);
        program
    })
}
