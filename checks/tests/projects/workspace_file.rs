//! Settings of a workspace in `lawful.toml`, with profiles, as `cargo test` takes them.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Mutex;

use checks::{Cargo, Output, Project};
use lawful::data::file::{Kind, read_part};
use lawful::data::{Record, Summary};

const SETTINGS: &str = r#"# Settings of all laws.
tests = 40
seed = 7
max_failures = 1
schedules = 3

[profile.ci]
tests = 60
factor = 2.5
LAWFUL_CHOSEN = 5

[profile.few]
factor = 0.001

[profile.hostile]
isolated = true
max_case_time = "20s"
"#;

const LAWS: &str = r#"
use lawful::prelude::*;
use lawful::pulse::thread;
use lawful::run::Config;

#[law]
fn plain(n: u32) {
    let _ = n;
}

#[law(tests = 10, seed = 9)]
fn own(n: u32) {
    let _ = n;
}

#[test]
fn checked() {
    check(any::<u32>(), |_| true);
}

#[test]
fn runner() {
    let law = for_all(any::<u32>(), |_| true);
    Runner::named("runner").tests(20).check(&law);
    Runner::named("with").with(Config::default().with(|config| config.tests = 30)).check(&law);
    // Silent runs are the same everywhere.
    assert_eq!(Runner::named("silent").run(&law).tests, 256);
}

#[law(scheduled, tests = 1)]
fn scheduled() {
    thread::spawn(|| thread::yield_now()).join().unwrap();
}

#[law]
fn hostile(n: u32) {
    if n > 1_000 {
        std::process::abort();
    }
}
"#;

fn project() -> Project {
    let dependency = Project::dependency_on("lawful", &["pulse"]);
    let member = format!(
        "[package]\nname = \"member\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{dependency}\n"
    );
    let files = [
        (
            "Cargo.toml",
            "[workspace]\nmembers = [\"member\"]\nresolver = \"3\"\n\n[profile.dev]\ndebug = false\n",
        ),
        ("Cargo.lock", &Project::root_lock()),
        ("lawful.toml", SETTINGS),
        ("member/Cargo.toml", &member),
        ("member/src/lib.rs", ""),
        ("member/tests/laws.rs", LAWS),
    ];
    Project::of_files(env!("CARGO_TARGET_TMPDIR"), "workspace-file", &files)
}

/// One at a time, since one of the tests changes the file.
static FILE: Mutex<()> = Mutex::new(());

/// The summaries of a run, by the last part of the law's name.
fn summaries(project: &Project, cargo: Cargo) -> (Output, BTreeMap<String, Summary>) {
    let results = project.path("results.jsonl");
    let _ = fs::remove_file(&results);
    let output = cargo.env("LAWFUL_RESULTS", &results.display().to_string()).run();
    let bytes = fs::read(&results).unwrap_or_else(|error| panic!("{error}\n{}", output.all()));
    let (records, _) = read_part::<Record>(Kind::Results, &bytes).expect("it is a file of results");
    let summaries = records.into_iter().filter_map(|record| match record {
        Record::Summary(summary) => {
            let name = summary.about.short_name().split(':').next().unwrap_or_default();
            Some((name.to_string(), *summary))
        }
        _ => None,
    });
    let summaries = summaries.collect();
    (output, summaries)
}

const WORDS: &str = "test --test laws -- --skip hostile";

/// Numbers of tests of the laws, by name.
fn numbers(variables: &[(&str, &str)]) -> BTreeMap<String, u64> {
    let project = project();
    let with = |cargo: Cargo, (name, value): &(&str, &str)| cargo.env(name, value);
    let (output, summaries) =
        summaries(&project, variables.iter().fold(project.cargo(WORDS), with));
    assert!(output.success, "{}", output.all());
    summaries.into_iter().map(|(name, summary)| (name, summary.tests)).collect()
}

/// Checks the numbers of tests of laws with the default, their own number, `check`, a runner and a runner with settings.
fn check_numbers(variables: &[(&str, &str)], expected: [u64; 5]) {
    let numbers = numbers(variables);
    let found = ["plain", "own", "checked", "runner", "with"].map(|law| numbers.get(law).copied());
    assert_eq!(found, expected.map(Some), "{variables:?}: {numbers:?}");
}

#[test]
fn the_file_is_between_the_defaults_and_the_law() {
    let _file = FILE.lock();
    check_numbers(&[], [40, 10, 40, 20, 30]);
    check_numbers(&[("LAWFUL_PROFILE", "")], [40, 10, 40, 20, 30]);
    check_numbers(&[("LAWFUL_PROFILE", "ci")], [150, 25, 150, 50, 75]);
    check_numbers(&[("LAWFUL_PROFILE", "few")], [1, 1, 1, 1, 1]);
    check_numbers(&[("LAWFUL_PROFILE", "ci"), ("LAWFUL_FACTOR", "3")], [180, 30, 180, 60, 90]);
    check_numbers(&[("LAWFUL_PROFILE", "ci"), ("LAWFUL_TESTS", "5")], [5; 5]);
    check_numbers(&[("LAWFUL_FACTOR", "0.5")], [20, 5, 20, 10, 15]);

    let project = project();
    let (_, all) = summaries(&project, project.cargo(WORDS));
    let seeds = ["plain", "own", "runner"].map(|law| all[law].seed);
    assert_eq!(seeds, [7, 9, 7]);
    let schedules = all["scheduled"].counts.iter().filter(|(row, _)| row.table == "schedules");
    assert_eq!(schedules.map(|(_, count)| count).sum::<u64>(), 3);
    let cargo = project.cargo(WORDS).env("LAWFUL_SEED", "1").env("LAWFUL_SCHEDULES", "2");
    let (_, all) = summaries(&project, cargo);
    assert_eq!(["plain", "own"].map(|law| all[law].seed), [1, 1]);
    let schedules = all["scheduled"].counts.iter().filter(|(row, _)| row.table == "schedules");
    assert_eq!(schedules.map(|(_, count)| count).sum::<u64>(), 2);
}

#[test]
fn a_program_that_cargo_does_not_start_has_no_file() {
    let _file = FILE.lock();
    let project = project();
    let built = project.cargo("test --no-run --test laws").run();
    let line = built.stderr.lines().find_map(|line| line.trim().strip_prefix("Executable "));
    let path = line.and_then(|line| line.split_once('(')?.1.strip_suffix(')'));
    let program = project.path(path.unwrap_or_else(|| panic!("{}", built.all())));
    let run = || project.program(&program, "plain").env("CARGO_MANIFEST_DIR", "");
    let (_, all) = summaries(&project, run());
    assert_eq!(all["plain"].tests, 256);
    let report = run().env("LAWFUL_PROFILE", "ci").run().failure("plain");
    assert!(
        report.ends_with(
            "LAWFUL_PROFILE=\"ci\", and no lawful.toml is read, since cargo did not start the test \
             (CARGO_MANIFEST_DIR is not set); run `cargo test`, or unset LAWFUL_PROFILE"
        ),
        "{report}"
    );
}

/// The process of a case reads the same file.
#[test]
fn a_profile_isolates_laws() {
    let _file = FILE.lock();
    let project = project();
    let cargo = project.cargo("test --test laws hostile").env("LAWFUL_PROFILE", "hostile");
    let report = cargo.run().failure("hostile");
    assert!(report.contains("    n = 1001\n"), "{report}");
    assert!(report.contains("root seed 0x7."), "{report}");
}

#[test]
fn what_is_wrong_makes_every_law_misused() {
    let _file = FILE.lock();
    let project = project();
    let file = project.path("lawful.toml");
    let check = |project: &Project, profile: &str, message: &str| {
        let output = project.cargo(WORDS).env("LAWFUL_PROFILE", profile).run();
        let failures = output.failures();
        let laws: Vec<&str> = failures.keys().map(String::as_str).collect();
        assert_eq!(laws, ["checked", "own", "plain", "runner", "scheduled"], "{}", output.all());
        for report in failures.values() {
            assert!(report.starts_with("law misused: "), "{report}");
            assert!(report.contains(message), "{message}: {report}");
        }
    };
    check(
        &project,
        "night",
        &format!(
            "LAWFUL_PROFILE=\"night\" is not a profile of {}; its profiles are ci, few, hostile",
            file.display()
        ),
    );
    for (line, message) in [
        ("test = 1", "`test` is not a setting; the settings are tests, factor, "),
        (
            "max_time = 30",
            "`max_time` cannot be 30; it must be a whole number and its unit in quotes",
        ),
        ("[profile.ci]", "[profile.ci] comes twice; put the settings into one table"),
    ] {
        project.write("lawful.toml", &format!("{SETTINGS}{line}\n"));
        let line = SETTINGS.lines().count() + 1;
        check(&project, "", &format!("{}:{line}: {message}", file.display()));
    }
    project.write("lawful.toml", SETTINGS);
}
