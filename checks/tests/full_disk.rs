//! Database of failures on a disk that is full, or that cannot be written to: verdicts are as ever, and each process says
//! once what is not kept and why.
//!
//! `.ci/full` mounts a small disk and gives its path in `CHECKS_SMALL_DISK`. Permissions would not do for a directory that
//! is read-only: they do not stop root.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use checks::{Cargo, Output, Project};

const LAWS: &str = r#"use lawful::prelude::*;

#[law]
fn passes(x: u32) {
    let _ = x;
}

#[law(jobs = 2)]
fn passes_on_threads(x: u32) {
    let _ = x;
}

#[law]
fn breaks(x: u32) {
    assert!(x < 1_000);
}

/// Two failures, which are stored one after the other.
#[law(seed = 1)]
fn breaks_in_two_ways(x: u32) {
    assert!(x < 1_000, "too much");
    assert!(x < 10, "more than a digit");
}

#[law]
fn aborts(x: u32) {
    if x >= 1_000 {
        std::process::abort();
    }
}

#[law]
fn exits(x: u32) {
    if x >= 1_000 {
        std::process::exit(0);
    }
}
"#;

const KEPT: &str = "Found by a failure kept from an earlier run";
const LEFT: &str = "Found by the test in which an earlier run died";
const NO_SPACE: &str = "No space left on device (os error 28)";
const READ_ONLY: &str = "Read-only file system (os error 30)";

/// Maximum number of bytes, and of files, that fill a disk. One with more room is not the disk that was made for this.
const MOST: usize = 1 << 20;

fn project() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT
        .get_or_init(|| Project::new(env!("CARGO_TARGET_TMPDIR"), "full-disk", &[("laws", LAWS)]))
}

/// The small disk, for one test at a time. It is empty and can be written to at first.
struct Disk {
    path: PathBuf,
    _alone: MutexGuard<'static, ()>,
}

impl Disk {
    fn new() -> Self {
        static ALONE: Mutex<()> = Mutex::new(());
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let path = std::env::var_os("CHECKS_SMALL_DISK");
        let path = path.expect("CHECKS_SMALL_DISK must be the path of a small disk: run .ci/full");
        let disk = Disk { path: PathBuf::from(path), _alone: alone };
        disk.empty();
        disk
    }

    /// Database on the disk.
    fn database(&self) -> PathBuf {
        self.path.join("lawful")
    }

    /// Removes what the checks wrote, and nothing else.
    fn empty(&self) {
        self.make_room();
        let _ = fs::remove_dir_all(self.database());
    }

    fn make_room(&self) {
        let _ = fs::remove_file(self.path.join("filling"));
        let _ = fs::remove_dir_all(self.path.join("files"));
    }

    /// Writes a file until there is no room for another byte. Files without content, and directories, may still be made.
    fn fill(&self) {
        let mut file = File::create(self.path.join("filling")).expect("there is room for a file");
        for _ in 0..MOST {
            match file.write(&[0]) {
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::StorageFull => return,
                Err(error) => panic!("{error}"),
            }
        }
        panic!("{} is not small", self.path.display());
    }

    /// Makes files until there can be no more.
    fn fill_with_files(&self) {
        let files = self.path.join("files");
        fs::create_dir(&files).expect("there is room for a directory");
        for index in 0..MOST {
            match File::create(files.join(index.to_string())) {
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::StorageFull => return,
                Err(error) => panic!("{error}"),
            }
        }
        panic!("{} has room for many files", self.path.display());
    }

    fn remount(&self, how: &str) {
        mount(&["-o", &format!("remount,{how}")], &self.path);
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.empty();
        }
    }
}

/// Makes a mount read-only until it is dropped.
struct ReadOnly<'a>(&'a Disk);

impl<'a> ReadOnly<'a> {
    fn new(disk: &'a Disk) -> Self {
        disk.remount("ro");
        ReadOnly(disk)
    }
}

impl Drop for ReadOnly<'_> {
    fn drop(&mut self) {
        self.0.remount("rw");
    }
}

fn mount(options: &[&str], path: &Path) {
    let status = Command::new("mount").args(options).arg(path).status().expect("there is `mount`");
    assert!(status.success(), "mount {options:?} {}", path.display());
}

/// Place of a database, with a way to run laws that use it.
struct Place {
    database: PathBuf,
    program: PathBuf,
    /// True if the program is in the target directory of the database, and no variable says where that is.
    is_default: bool,
}

impl Place {
    /// The database that `LAWFUL_DATABASE` names.
    fn named(disk: &Disk) -> Self {
        let program = project().test_program("laws");
        Place { database: disk.database(), program, is_default: false }
    }

    /// The database under the target directory of a program, without what an earlier run made of it.
    fn under_target(target: &str) -> Self {
        let target = project().path(target);
        let _ = fs::remove_dir_all(&target);
        let program = target.join("debug").join("deps").join("laws");
        fs::create_dir_all(program.parent().expect("it has one")).expect("it can be made");
        fs::copy(project().test_program("laws"), &program).expect("it can be copied");
        Place { database: target.join("lawful"), program, is_default: true }
    }

    fn laws(&self, laws: &str) -> Cargo {
        let program = project().program(&self.program, &format!("--exact {laws}"));
        match self.is_default {
            true => program.with_database(),
            false => program.env("LAWFUL_DATABASE", &self.database.display().to_string()),
        }
    }

    /// Line that says that there are no trails.
    fn no_trail(&self, error: &str) -> String {
        format!(
            "lawful: the running test cannot be noted in {}: {error}; a test that kills the process will not be known \
             to the next run; set LAWFUL_DATABASE to another directory, or to off\n",
            self.database.join("running").display()
        )
    }

    /// Checks verdicts, reports and messages where nothing can be written.
    fn check_verdicts(&self, error: &str) {
        let passing = self.laws("passes passes_on_threads").run();
        assert!(passing.success, "{}", passing.all());
        assert_eq!(passing.stderr, self.no_trail(error), "{}", passing.all());

        let failing = self.laws("breaks breaks_in_two_ways passes").run();
        assert!(failing.stdout.contains("\ntest passes ... ok\n"), "{}", failing.all());
        check_report(&failing, "breaks", &["law broken: ", "x = 1000\n", "Found by test "]);
        let both = ["law broken in 2 ways: ", "x = 1000\n", "x = 10\n", "Found by test "];
        check_report(&failing, "breaks_in_two_ways", &both);
        // One line of each kind for three failures of two laws. Laws run on several threads, so the order is left open.
        let mut lines: Vec<&str> = failing.stderr.lines().collect();
        lines.sort();
        let [unusable, no_trail] = lines[..] else { panic!("{}", failing.all()) };
        assert_eq!(format!("{no_trail}\n"), self.no_trail(error), "{}", failing.all());
        let begin = format!(
            "lawful: the database of failures cannot be used at {}/breaks",
            self.database.display()
        );
        let end = format!(": {error}; set LAWFUL_DATABASE to another directory, or to off");
        assert!(unusable.starts_with(&begin) && unusable.ends_with(&end), "{}", failing.all());

        let aborts = self.laws("aborts").run();
        assert!(!aborts.success, "{}", aborts.all());
        assert!(aborts.stderr.starts_with(&self.no_trail(error)), "{}", aborts.all());
        // A process of its own needs no trail.
        let isolated = self.laws("aborts").env("LAWFUL_ISOLATED", "1");
        let aborts = isolated.env("LAWFUL_MAX_FAILURES", "1").run();
        check_report(&aborts, "aborts", &["x = 1000\n", "signal 6 (SIGABRT, an abort)"]);
        let exits = self.laws("exits").run();
        assert!(!exits.success, "{}", exits.all());
        // The next run would know nothing of it.
        let then = "Write `#[law(isolated)]` to have the case found and shrunk.";
        assert!(exits.stderr.contains(then), "{}", exits.all());
        assert!(self.laws("passes").env("LAWFUL_DATABASE", "off").run().stderr.is_empty());
    }

    /// Stores a failure where there is room.
    fn store(&self) {
        let stored = self.laws("breaks").run();
        assert!(!stored.success && stored.stderr.is_empty(), "{}", stored.all());
        assert_eq!(self.files().len(), 1, "{}", stored.all());
    }

    /// Checks that the stored failure is found. One test would not find it: its size is 0.
    fn check_stored(&self) -> Output {
        let stored = self.laws("breaks").env("LAWFUL_TESTS", "1").run();
        check_report(&stored, "breaks", &["x = 1000\n", KEPT]);
        stored
    }

    /// Files in the database.
    fn files(&self) -> Vec<PathBuf> {
        let entries = |path: &Path| fs::read_dir(path).into_iter().flatten().flatten();
        let inside =
            entries(&self.database).flat_map(|law| entries(&law.path()).collect::<Vec<_>>());
        inside.map(|entry| entry.path()).collect()
    }
}

fn check_report(output: &Output, law: &str, parts: &[&str]) {
    let report = output.failure(law);
    for part in parts.iter().chain(&["Replay: "]) {
        assert!(report.contains(part), "no {part:?} in\n{}", output.all());
    }
}

/// Checks a full disk, and that all is as ever when there is room again.
fn check_full(disk: &Disk, place: &Place, fill: fn(&Disk)) {
    fill(disk);
    place.check_verdicts(NO_SPACE);
    assert_eq!(place.files(), [] as [PathBuf; 0], "nothing is left that is not whole");
    disk.make_room();
    place.store();
    fill(disk);
    assert_eq!(place.check_stored().stderr, place.no_trail(NO_SPACE));
    disk.make_room();
    assert_eq!(place.check_stored().stderr, "");

    // A case in which a process died before the disk was full.
    assert!(!place.laws("aborts").run().success);
    fill(disk);
    let left = place.laws("aborts").run();
    check_report(&left, "aborts", &["x = 1000\n", "signal 6 (SIGABRT, an abort)", LEFT]);
    disk.empty();
}

#[test]
fn a_disk_without_room_takes_nothing_from_verdicts() {
    let disk = Disk::new();
    check_full(&disk, &Place::named(&disk), Disk::fill);
}

#[test]
fn a_disk_that_has_room_for_no_more_files_takes_nothing_from_verdicts() {
    let disk = Disk::new();
    check_full(&disk, &Place::named(&disk), Disk::fill_with_files);
}

#[test]
fn a_target_directory_without_room_takes_nothing_from_verdicts() {
    let disk = Disk::new();
    let place = Place::under_target("on-the-disk");
    // The program itself would have no room.
    fs::create_dir(disk.database()).expect("there is room for a directory");
    std::os::unix::fs::symlink(disk.database(), &place.database).expect("a link can be made");
    disk.fill();
    place.check_verdicts(NO_SPACE);
}

#[test]
fn a_disk_that_is_read_only_takes_nothing_from_verdicts() {
    let disk = Disk::new();
    let place = Place::named(&disk);
    let read_only = ReadOnly::new(&disk);
    place.check_verdicts(READ_ONLY);
    drop(read_only);
    place.store();
    let read_only = ReadOnly::new(&disk);
    assert_eq!(place.check_stored().stderr, place.no_trail(READ_ONLY));
    drop(read_only);
    assert_eq!(place.check_stored().stderr, "");

    // A trail can be taken only where it can be locked and removed.
    assert!(!place.laws("aborts").run().success);
    let read_only = ReadOnly::new(&disk);
    assert!(!place.laws("aborts").run().success);
    drop(read_only);
    let left = place.laws("aborts").run();
    check_report(&left, "aborts", &["x = 1000\n", "signal 6 (SIGABRT, an abort)", LEFT]);
}

#[test]
fn a_target_directory_that_is_read_only_takes_nothing_from_verdicts() {
    // A directory that is mounted on itself can be read-only by itself. It is not on the small disk, which has no room for
    // a program.
    let place = Place::under_target("read-only");
    let target = project().path("read-only");
    mount(&["--bind", "-o", "ro", &target.display().to_string()], &target);
    let _mounted = Mounted(&target);
    place.check_verdicts(READ_ONLY);
}

/// Unmounts a directory when it is dropped.
struct Mounted<'a>(&'a Path);

impl Drop for Mounted<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}
