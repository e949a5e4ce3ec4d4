//! Laws of all kinds, and what a run of them must come to however it is divided.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use checks::{Output, Project, subcommand};
use lawful::data::file::{Kind, read};
use lawful::data::{Record, Stopped, Summary};

/// Laws of all kinds: several failures and a cap on them, rare failures, labels, coverage, assumptions, few cases, cases of the
/// source, schedules, and deadly ones.
const LAWS: &str = r#"use lawful::prelude::*;
use lawful::pulse::sync::Arc;
use lawful::pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};
use lawful::pulse::thread;

#[law(max_failures = 2)]
fn breaks_in_four_ways(x: u16) {
    assert!(x % 7 != 3, "three");
    assert!(x % 11 != 5, "five");
    assert!(x % 13 != 1, "one");
    assert!(x % 5 != 4, "four");
}

#[law]
fn breaks_in_three_ways(x: u16) {
    if x > 3 {
        assert!(x % 7 != 3, "three");
        assert!(x % 11 != 5, "five");
        assert!(x % 40 != 39, "rare");
    }
}

#[law]
fn is_rare(x: u32, y: u8) {
    assert!(x % 64 != 5 || y < 128);
}

#[law]
fn has_labels(list: Vec<u8>) {
    collect!(list.len() / 10);
    classify!(list.is_empty(), "empty");
    cover!(list.len() > 3, 20.0, "longer");
}

#[law]
fn is_hardly_covered(x: u8, y: u64) {
    let _ = y;
    cover!(x == 255, 60.0, "largest");
}

#[law]
fn assumes_much(x: u64) {
    assume!(x % 3 == 0);
    assert!(x % 3 == 0);
}

#[law]
fn assumes_too_much(x: u64) {
    assume!(x == 1 << 40 | 77);
}

#[law(expect_failure)]
fn is_expected(x: u8, y: u64) {
    assert!(x < 7 || y < 9);
}

#[law]
fn has_four_cases(x: bool, y: bool) {
    assert!(x || y || !y);
}

#[law(case(4711))]
fn has_a_broken_case(x: u64) {
    assert!(x != 4711);
}

#[law(isolated)]
fn is_deadly(x: u64) {
    if x % 50 == 49 {
        std::process::abort();
    }
}

#[law(scheduled)]
fn loses_counts(#[from(1..4u32)] number: u32) {
    let count = Arc::new(AtomicU32::new(0));
    let other = count.clone();
    let add = |count: &AtomicU32, number: u32| count.store(count.load(SeqCst) + number, SeqCst);
    let thread = thread::spawn(move || add(&other, number));
    add(&count, number);
    thread.join().unwrap();
    assert_eq!(count.load(SeqCst), 2 * number);
}

#[law(max_discards = 0)]
fn is_misused(#[from(0..0u8)] x: u8) {
    let _ = x;
}
"#;

/// Laws that come to the limit of failures: one run ends there, and shards go on.
const CAPPED: [&str; 2] = ["breaks_in_four_ways", "is_deadly"];

pub fn project() -> Project {
    let dependency = Project::dependency_on("lawful", &["pulse"]);
    let dependencies = format!("[dependencies]\n{dependency}\n");
    let files = [("src/lib.rs", ""), ("tests/laws.rs", LAWS)];
    Project::depending(env!("CARGO_TARGET_TMPDIR"), "shards", &dependencies, &files)
}

/// An empty directory for the files of a test.
pub fn directory(project: &Project, name: &str) -> PathBuf {
    let directory = project.path(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("the directory can be made");
    directory
}

/// Runs laws; each run has a database of its own, as machines have.
pub fn run(project: &Project, words: &str, results: &Path, database: &Path) -> Output {
    subcommand(project, words)
        .args([Path::new("--results"), results])
        .env("LAWFUL_DATABASE", &database.display().to_string())
        .run()
}

/// Figures of a law that must not depend on how a run is divided.
#[derive(Debug, PartialEq)]
pub struct Came {
    pub verdict: &'static str,
    pub failures: Vec<(String, Vec<String>)>,
    pub found: Vec<String>,
    pub counts: (u64, u64),
    pub labels: BTreeMap<String, u64>,
    pub tables: String,
}

fn came(summary: &Summary, is_capped: bool) -> Came {
    let verdict = match &summary.stopped {
        Stopped::Passed => "passed",
        Stopped::Failed(_) => "failed",
        Stopped::GaveUp { .. } => "gave up",
        Stopped::NotCovered(_) => "not covered",
        Stopped::Misused(_) => "misused",
        other => panic!("{other:?}"),
    };
    let failures = summary.failures().iter().map(|failure| {
        let arguments = failure.arguments.iter().map(|shown| shown.debug.clone()).collect();
        (format!("{:?}", failure.identity), arguments)
    });
    let found = summary.failures().iter().map(|failure| format!("{:?}", failure.found)).collect();
    let counts = (summary.passed, summary.discarded);
    let is_whole = !is_capped && verdict != "misused" && !summary.expect_failure;
    Came {
        verdict,
        failures: failures.collect(),
        found,
        counts: if is_whole { counts } else { (0, 0) },
        labels: summary.tables.labels.clone(),
        tables: format!("{:?} {:?}", summary.tables.collected, summary.tables.coverage),
    }
}

/// Joined summaries in a file of results, by the names of the laws.
pub fn all(file: &Path) -> BTreeMap<String, Came> {
    let bytes = fs::read(file).expect("there are results");
    let records: Vec<Record> = read(Kind::Results, &bytes).expect("the file is whole");
    let mut all = BTreeMap::new();
    for record in records {
        if let Record::Summary(summary) = record {
            let name = summary.about.short_name().to_string();
            let came = came(&summary, CAPPED.contains(&name.as_str()));
            assert!(all.insert(name, came).is_none(), "each law has one summary");
        }
    }
    all
}

/// Options of the runs that are compared.
pub const WORDS: &str = "--seed 3 --tests 800 --quiet";

/// The laws come to what they are written for, so that the comparison says something.
pub fn is_not_trivial(all: &BTreeMap<String, Came>) {
    let cases = [
        ("breaks_in_four_ways", "failed", 2),
        ("breaks_in_three_ways", "failed", 3),
        ("is_rare", "failed", 1),
        ("has_labels", "passed", 0),
        ("is_hardly_covered", "not covered", 0),
        ("assumes_much", "passed", 0),
        ("assumes_too_much", "gave up", 0),
        ("is_expected", "failed", 1),
        ("has_four_cases", "passed", 0),
        ("has_a_broken_case", "failed", 1),
        ("is_deadly", "failed", 1),
        ("loses_counts", "failed", 1),
        ("is_misused", "misused", 0),
    ];
    for (name, verdict, failures) in cases {
        let came = &all[name];
        assert_eq!((came.verdict, came.failures.len()), (verdict, failures), "{name}");
    }
    assert_eq!(all["has_labels"].counts, (800, 0));
    assert!(all["assumes_much"].counts.1 > 400);
}

/// Returns whether the stored failures of a law are those of one run.
pub fn is_compared(law: &str) -> bool {
    !CAPPED.contains(&law) && law != "has_a_broken_case"
}
