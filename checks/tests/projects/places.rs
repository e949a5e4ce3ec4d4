//! Places for the database of failures: a target directory that cargo did not make, a program outside of any target
//! directory, programs and packages that share one, and a relative path under a law that moves.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use checks::{Cargo, Output, Project};

/// Laws that break from 1,000 on as the variables say, and with other variables pass.
const LAWS: &str = r#"use lawful::Outcome;
use lawful::data::Reason;
use lawful::prelude::*;

fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some()
}

#[law]
fn breaks(x: u32) {
    if let Some(directory) = std::env::var_os("MOVES_TO") {
        std::env::set_current_dir(directory).unwrap();
    }
    if x >= 1_000 && !is_set("MENDED") {
        assert!(is_set("ABORTS"));
        std::process::abort();
    }
}

#[law]
fn breaks_too(x: u32) {
    assert!(x < 1_000);
}

#[law]
fn passes(x: u32) {
    let _ = x;
}

/// Every case is a failure of its own.
#[law]
fn breaks_in_many_ways(#[from(0..1_000_000u32)] x: u32) -> Outcome {
    match is_set("MENDED") {
        true => Outcome::Passed,
        false => Outcome::failed(Reason::new("check", "number", format!("{x} is wrong"))),
    }
}
"#;

const LEFT: &str = "Found by the test in which an earlier run died";
const KEPT: &str = "Found by a failure kept from an earlier run";
const NO_TARGET: &str = "lawful: failures are not kept, since ";

/// The laws as those of a library and as an integration test. Cargo tells the target directory to the second alone.
fn project() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| {
        let library = format!("#![cfg(test)]\n\n{LAWS}");
        let dependencies = format!("[dev-dependencies]\n{}\n", Project::dependency());
        let files = [("src/lib.rs", library.as_str()), ("tests/laws.rs", LAWS)];
        Project::depending(env!("CARGO_TARGET_TMPDIR"), "places", &dependencies, &files)
    })
}

/// A new directory of the project, with nothing of an earlier run in it.
fn emptied(directory: &str) -> PathBuf {
    let path = project().path(directory);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the directory can be made");
    path
}

/// The library's test program, copied to a path.
fn copy_program(to: &Path) {
    let program = project().program_of("--lib");
    fs::create_dir_all(to.parent().expect("a program is in a directory")).expect("it can be made");
    fs::copy(program, to).expect("the program can be copied");
}

/// Files under a directory with their contents.
fn files(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => files.extend(self::files(&path)),
            false => {
                files.insert(path.clone(), fs::read(&path).expect("the file can be read"));
            }
        }
    }
    files
}

fn check_found(output: &Output, law: &str, found: &str) {
    let report = output.failure(law);
    for part in ["law broken: ", "    x = 1000\n", found] {
        assert!(report.contains(part), "no {part:?} in\n{}", output.all());
    }
}

/// Checks that what one run finds is known to the next one, and that all of it is in one place. `laws` runs
/// the laws that its words name.
fn check_remembered(database: &Path, laws: &dyn Fn(&str) -> Cargo) {
    let _ = fs::remove_dir_all(database);
    check_found(&laws("breaks").run(), "breaks", "Found by test ");
    assert_eq!(files(database).len(), 1, "one failure in {}", database.display());
    // One test would not find it: its size is 0.
    let short = laws("breaks").env("LAWFUL_TESTS", "1").run();
    check_found(&short, "breaks", KEPT);
    assert_eq!(short.stderr.matches("lawful: ").count(), 0, "{}", short.all());

    fs::remove_dir_all(database).expect("it can be removed");
    let died = laws("breaks").env("ABORTS", "1").run();
    assert!(!died.success && !died.all().contains("law broken"), "{}", died.all());
    assert_eq!(files(&database.join("running")).len(), 1, "a trail is left");
    let next = laws("breaks").env("ABORTS", "1").env("LAWFUL_TESTS", "1").run();
    check_found(&next, "breaks", LEFT);
    assert_eq!(files(&database.join("running")).len(), 0, "the trail is gone");
}

#[test]
fn a_target_directory_that_was_made_before_cargo_keeps_failures() {
    let project = project();
    let target = project.path("made-before");
    // Cargo marks a directory that it makes itself. What it built in an earlier run may stay.
    fs::create_dir_all(&target).expect("the directory can be made");
    fs::write(target.join("a-file"), "").expect("a file can be written");
    let directory = target.display().to_string();
    for words in ["test --lib", "test --test laws"] {
        check_remembered(&target.join("lawful"), &|law| {
            let cargo = project.cargo(&format!("{words} -- --exact {law}"));
            cargo.with_database().env("CARGO_TARGET_DIR", &directory)
        });
    }
    assert!(!target.join("CACHEDIR.TAG").exists(), "cargo did not mark it");

    // An integration test knows the directory even when it is copied to another place.
    let is_program = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("laws-") && path.extension().is_none()
    };
    let built = files(&target.join("debug").join("deps")).into_keys().find(is_program);
    let copy = emptied("copied").join("laws");
    fs::copy(built.expect("the test was built"), &copy).expect("the program can be copied");
    check_remembered(&target.join("lawful"), &|law| {
        project.program(&copy, &format!("--exact {law}")).with_database()
    });
}

#[test]
fn a_tag_in_a_directory_above_does_not_attract_the_database() {
    let project = project();
    let above = emptied("tagged");
    let tag = "Signature: 8a477f597d28d172789f06886806bc55\n";
    fs::write(above.join("CACHEDIR.TAG"), tag).expect("a file can be written");
    let target = above.join("project").join("target");
    let program = target.join("debug").join("deps").join("laws");
    copy_program(&program);
    check_remembered(&target.join("lawful"), &|law| {
        project.program(&program, &format!("--exact {law}")).with_database()
    });
    assert!(!above.join("lawful").exists() && !above.join("project").join("lawful").exists());
}

#[test]
fn a_program_outside_of_a_target_directory_says_once_that_nothing_is_kept() {
    let project = project();
    let directory = emptied("elsewhere");
    let program = directory.join("laws");
    copy_program(&program);
    let laws = || project.program(&program, "--exact breaks breaks_too passes").with_database();
    let check = |output: &Output| {
        check_found(output, "breaks", "Found by test ");
        check_found(output, "breaks_too", "Found by test ");
        assert!(output.stdout.contains("test passes ... ok\n"), "{}", output.all());
        assert_eq!(files(&directory).len(), 1, "the program is alone\n{}", output.all());
    };
    let output = laws().run();
    check(&output);
    let said = format!(
        "{NO_TARGET}{} is not in a target directory of cargo; set LAWFUL_DATABASE to a directory, or to off\n",
        program.display()
    );
    assert_eq!(output.stderr, said, "{}", output.all());
    let off = laws().env("LAWFUL_DATABASE", "off").run();
    check(&off);
    assert_eq!(off.stderr, "", "{}", off.all());
    let died = project.program(&program, "--exact breaks").with_database().env("ABORTS", "1").run();
    assert!(!died.success, "{}", died.all());
}

#[test]
fn a_relative_database_stays_where_it_is_under_a_law_that_moves() {
    let project = project();
    let program = project.program_of("--lib");
    let elsewhere = emptied("moved-to");
    check_remembered(&emptied("kept/here"), &|law| {
        let laws = project.program(&program, &format!("--exact {law}"));
        laws.env("LAWFUL_DATABASE", "kept/here").env("MOVES_TO", &elsewhere.display().to_string())
    });
    assert_eq!(fs::read_dir(&elsewhere).expect("it can be read").count(), 0);
}

/// Two builds of the same laws in one target directory.
struct Builds {
    programs: [PathBuf; 2],
    database: PathBuf,
}

impl Builds {
    fn new(target: &str) -> Self {
        let target = emptied(target);
        let programs = ["debug", "release"].map(|profile| target.join(profile).join("deps/laws"));
        programs.iter().for_each(|program| copy_program(program));
        Builds { programs, database: target.join("lawful") }
    }

    fn laws(&self, build: usize, law: &str) -> Cargo {
        project().program(&self.programs[build], &format!("--exact {law}")).with_database()
    }
}

#[test]
fn a_build_that_passes_deletes_nothing_of_one_that_failed() {
    let builds = Builds::new("builds");
    let law = "breaks_in_many_ways";
    let first = builds.laws(0, law).env("LAWFUL_MAX_FAILURES", "1000");
    let first = first.env("LAWFUL_MAX_SHRINK_RUNS", "0").env("LAWFUL_EXPLAIN", "off").run();
    assert!(!first.success, "{}", first.all());
    let kept = files(&builds.database);
    // More than a law may have of those that pass.
    assert!(kept.len() > 40, "{} failures\n{}", kept.len(), first.all());

    let other = builds.laws(1, law).env("MENDED", "1").run();
    assert!(other.success && other.stderr.is_empty(), "{}", other.all());
    assert!(files(&builds.database) == kept, "nothing has changed");
    // They are cases of the other build too.
    let other = builds.laws(1, law).env("LAWFUL_TESTS", "1").run();
    assert!(other.failure(law).contains(KEPT), "{}", other.all());
    let both = files(&builds.database);
    assert!(kept.keys().all(|file| both.contains_key(file)), "the first build's are there");

    // The one that wrote them may find that they pass, and makes room.
    let mended = builds.laws(0, law).env("MENDED", "1").run();
    assert!(mended.success && mended.stderr.is_empty(), "{}", mended.all());
    let left = files(&builds.database);
    assert!(left.len() < 32, "{} are left", left.len());
    assert!(both.keys().all(|file| kept.contains_key(file) || left.contains_key(file)));
}

#[test]
fn a_trail_is_for_the_build_that_died() {
    let builds = Builds::new("builds-that-die");
    let died = builds.laws(0, "breaks").env("ABORTS", "1").run();
    assert!(!died.success, "{}", died.all());
    let left = files(&builds.database);
    assert_eq!(left.len(), 1, "a trail is left");
    let other = builds.laws(1, "breaks").env("MENDED", "1").run();
    assert!(other.success && other.stderr.is_empty(), "{}", other.all());
    assert!(files(&builds.database) == left, "the trail is as it was");
    let next = builds.laws(0, "breaks").env("ABORTS", "1").env("LAWFUL_TESTS", "1").run();
    check_found(&next, "breaks", LEFT);
}

/// The law of one name that both packages have, with what it states.
fn law_of_one_name(states: &str) -> String {
    format!(
        "use lawful::prelude::*;\n\n#[law(tests = 20_000)]\nfn law_of_one_name(x: u32) {{\n    {states}\n}}\n"
    )
}

#[test]
fn laws_of_one_name_in_two_packages_have_failures_of_their_own() {
    let root = "[workspace]\nresolver = \"3\"\nmembers = [\"a\", \"b\"]\n\n\
                [profile.dev]\ndebug = false\n";
    let manifest = |name: &str| {
        let lawful = Project::dependency();
        format!(
            "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dev-dependencies]\n{lawful}\n"
        )
    };
    // The minimal case of the one breaks the other too, and chance does not find it.
    let (of_a, of_b) = (
        law_of_one_name("assert!(x < 1_234_567_890);"),
        law_of_one_name("assert_ne!(x, 1_234_567_890);"),
    );
    let files_written = [
        ("Cargo.toml", root),
        ("Cargo.lock", &Project::root_lock()),
        ("a/Cargo.toml", &manifest("a")),
        ("a/src/lib.rs", ""),
        ("a/tests/laws.rs", &of_a),
        ("b/Cargo.toml", &manifest("b")),
        ("b/src/lib.rs", ""),
        ("b/tests/laws.rs", &of_b),
    ];
    let project = Project::of_files(env!("CARGO_TARGET_TMPDIR"), "one-name", &files_written);
    let database = project.target().join("lawful");
    let kept = || {
        let mut kept = files(&database);
        kept.retain(|file, _| file.display().to_string().contains("/law_of_one_name-"));
        kept
    };
    kept().keys().for_each(|file| fs::remove_file(file).expect("it can be removed"));
    let law = |package: &str| {
        project.cargo(&format!("test -p {package} --test laws law_of_one_name")).with_database()
    };

    let found = law("a").run();
    assert!(found.failure("law_of_one_name").contains("x = 1234567890"), "{}", found.all());
    let of_a = kept();
    assert_eq!(of_a.len(), 1, "{}", found.all());
    for tests in ["20000", "1"] {
        let other = law("b").env("LAWFUL_TESTS", tests).run();
        assert!(other.success && !other.stderr.contains("lawful: "), "{}", other.all());
        assert!(kept() == of_a, "nothing has changed");
    }
    let again = law("a").env("LAWFUL_TESTS", "1").run();
    let report = again.failure("law_of_one_name");
    assert!(report.contains("x = 1234567890") && report.contains(KEPT), "{}", again.all());
    assert!(kept() == of_a, "nothing has changed");
}
