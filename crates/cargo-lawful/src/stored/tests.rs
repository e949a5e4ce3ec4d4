use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use lawful_data::tape::Tape;
use lawful_data::{About, Target};

use super::*;

/// A directory of its own, which is removed in the end.
struct Directory(PathBuf);

impl Directory {
    fn new() -> Self {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let name = format!("lawful-stored-{}-{}", std::process::id(), MADE.fetch_add(1, Relaxed));
        let directory = Directory(std::env::temp_dir().join(name));
        let _ = fs::remove_dir_all(&directory.0);
        fs::create_dir_all(&directory.0).expect("the directory can be made");
        directory
    }

    fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().expect("a file is in a directory")).expect("it is made");
        fs::write(path, bytes).expect("the file can be written");
    }

    /// Writes a failure as the runner does, and returns the path of its file.
    fn store(&self, database: &str, failure: &StoredFailure, writer: &str) -> String {
        let law = failure.about.directory_name();
        let path = format!("{database}/{law}/{}{writer}.json", failure.id());
        self.write(&path, failure.to_file().as_bytes());
        path
    }

    /// The places of a workspace with the packages `.` and `member`, and a target directory.
    fn find(&self, variable: Option<&str>) -> Found {
        let packages = vec![self.0.clone(), self.0.join("member")];
        let built = vec![self.0.join("target")];
        Places::new(self.0.clone(), packages, built, variable.map(OsStr::new)).find()
    }

    fn paths(&self, variable: Option<&str>) -> Vec<String> {
        let found = self.find(variable);
        let path =
            |path: &Path| path.strip_prefix(&self.0).expect("it is below").display().to_string();
        found.failures.iter().map(|stored| path(&stored.path)).collect()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A failure of a law, with a tape that differs by its size.
fn failure(path: &str, size: u32) -> StoredFailure {
    let target = Some(Target::Test("laws".into()));
    let about = About::of_test(path, Some("shop"), target, ("tests/laws.rs", 3));
    StoredFailure::of_tape(&about, Tape { size, ..Tape::default() })
}

#[test]
fn failures_are_found_wherever_the_runner_stores_them() {
    let directory = Directory::new();
    let stored = failure("laws::a", 1);
    let mut expected: Vec<String> = [
        ("target/lawful", "-0123abcd"),
        ("target/lawful", "-4567abcd"),
        ("target/x86_64-unknown-linux-gnu/lawful", ""),
        ("failures", ""),
        ("tests/deep/er", ""),
        ("member/src", ""),
    ]
    .map(|(database, writer)| directory.store(database, &stored, writer))
    .to_vec();
    expected.sort();
    directory.write("member/Cargo.toml", b"");
    assert_eq!(directory.paths(None), expected);
    let committed = directory.find(None).failures.into_iter().filter(|stored| stored.is_committed);
    assert_eq!(committed.count(), 3);
}

#[test]
fn failures_of_other_workspaces_and_of_tools_are_left_out() {
    let directory = Directory::new();
    let stored = failure("laws::a", 1);
    for database in [".git/x", "old-target/lawful", "vendor/lawful", "target/debug/deps/x"] {
        directory.store(database, &stored, "");
    }
    directory.write("old-target/CACHEDIR.TAG", b"");
    directory.write("vendor/Cargo.toml", b"");
    assert_eq!(directory.find(None), Found::default());
}

#[test]
fn the_variable_replaces_all_other_places() {
    let directory = Directory::new();
    let stored = failure("laws::a", 1);
    directory.store("target/lawful", &stored, "");
    directory.store("tests/failures", &stored, "");
    let of_member = directory.store("member/kept", &stored, "");
    let of_root = directory.store("kept", &stored, "");
    assert_eq!(directory.paths(Some("kept")), [of_root.as_str(), of_member.as_str()]);
    let absolute = directory.0.join("member/kept").display().to_string();
    assert_eq!(directory.paths(Some(&absolute)), [of_member]);
    assert_eq!(directory.paths(Some("")).len(), 4, "an empty value is none");
    let off = directory.find(Some("off"));
    assert!(off.is_off && off.failures.is_empty());
    let why = off.select("a").unwrap_err().to_string();
    assert_eq!(why, "LAWFUL_DATABASE is off, so no failures are stored; unset it");
}

#[test]
fn the_order_is_that_of_laws_then_of_ids() {
    let directory = Directory::new();
    let mut expected = Vec::new();
    for law in ["laws::b", "laws::a"] {
        (0..4).for_each(|size| expected.push(failure(law, size)));
    }
    expected.iter().for_each(|stored| drop(directory.store("target/lawful", stored, "")));
    expected.sort_by_key(|stored| (stored.about.name.clone(), stored.id()));
    let found = directory.find(None).failures;
    let found: Vec<StoredFailure> = found.into_iter().map(|stored| stored.failure).collect();
    assert_eq!(found, expected);
}

#[test]
fn files_that_cannot_be_read_are_told_with_the_reason() {
    let directory = Directory::new();
    let stored = failure("laws::a", 1);
    let text = stored.to_file();
    let law = stored.about.directory_name();
    let write = |name: &str, text: &str| {
        directory.write(&format!("target/lawful/{law}/{name}"), text.as_bytes());
    };
    write("0000000000000000.json", &text[..text.len() - 3]);
    write("1111111111111111.json", &text.replacen('5', "9", 1));
    write("2222222222222222.json", "lawful tape 3\n");
    write("3333333333333333.json", "{}\n");
    write("4444444444444444.json", &failure("laws::b", 1).to_file());
    // Neither the text beside a committed failure nor a file that is being written.
    write("5555555555555555.txt", "law broken");
    write("5555555555555555.json.17-1.writing", "");
    let found = directory.find(None);
    assert!(found.failures.is_empty());
    let told: Vec<String> =
        found.unreadable.iter().map(|unreadable| unreadable.why.clone()).collect();
    assert_eq!(
        told,
        [
            "it is cut off or damaged",
            "it was written by a newer version of Lawful (format 9, and this one reads 5)",
            "it was written by an older version of Lawful (format 3, and this one reads 5)",
            "it is not a file of Lawful of this kind",
            "it belongs to another law",
        ]
    );
}

#[test]
fn directories_of_other_shapes_hold_no_failures() {
    for (name, expected) in [
        ("distinct-0123abcd", true),
        ("a_law_2-ffffffff", true),
        ("distinct", false),
        ("set-aside", false),
        ("distinct-0123ABCD", false),
        ("distinct-0123abc", false),
        ("a.b-0123abcd", false),
    ] {
        assert_eq!(is_law_directory(Path::new(name)), expected, "{name}");
    }
}

/// The failures that the tests select from: two of `lists::distinct`, one of `maps::distinct`, one of `fade`, and one
/// of `prices` that two programs stored.
fn several() -> Found {
    let laws = [
        ("laws::lists::distinct", 1, "a"),
        ("laws::lists::distinct", 2, "b"),
        ("laws::maps::distinct", 3, "c"),
        ("laws::fade", 4, "d"),
        ("laws::prices", 5, "e"),
        ("laws::prices", 5, "f"),
    ];
    let file = |(law, size, path): (&str, u32, &str)| {
        let failure = failure(law, size);
        StoredFile { id: failure.id(), path: path.into(), failure, is_committed: false }
    };
    Found { failures: laws.map(file).to_vec(), ..Found::default() }
}

#[track_caller]
fn check(word: &str, expected: Result<&str, &str>) {
    match (several().select(word), expected) {
        (Ok(stored), Ok(path)) => assert_eq!(stored.path, Path::new(path)),
        (Err(error), Err(part)) => {
            assert!(error.to_string().contains(part), "{error}");
        }
        (other, _) => panic!("{word}: {other:?}"),
    }
}

#[test]
fn a_failure_is_named_by_its_id_or_by_its_law() {
    for stored in several().failures.iter().take(4) {
        let path = stored.path.to_str().expect("it is a letter");
        check(&stored.id, Ok(path));
        check(&stored.id[..8], Ok(path));
    }
    check("fade", Ok("d"));
    check("maps::distinct", Ok("c"));
    check("shop::laws::maps::distinct", Ok("c"));
    check("prices", Ok("e"));
    check("aps::distinct", Err("no stored failure has an id that begins with `aps::distinct`"));
    check("", Err("no stored failure"));
    check(
        "lists::distinct",
        Err("`lists::distinct` names 2 stored failures; give more of an id:\n  "),
    );
    check("distinct", Err("`distinct` names 3 stored failures"));
    let none = Found::default().select("x").unwrap_err().to_string();
    assert!(none.starts_with("no failures are stored in this workspace"), "{none}");
}
