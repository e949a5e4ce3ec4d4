//! Four shards come to what one run of all tests comes to.

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

fn project() -> Project {
    let dependency = Project::dependency_on("lawful", &["pulse"]);
    let dependencies = format!("[dependencies]\n{dependency}\n");
    let files = [("src/lib.rs", ""), ("tests/laws.rs", LAWS)];
    Project::depending(env!("CARGO_TARGET_TMPDIR"), "shards", &dependencies, &files)
}

/// An empty directory for the files of a test.
fn directory(project: &Project, name: &str) -> PathBuf {
    let directory = project.path(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("the directory can be made");
    directory
}

/// Runs laws; each run has a database of its own, as machines have.
fn run(project: &Project, words: &str, results: &Path, database: &Path) -> Output {
    subcommand(project, words)
        .args([Path::new("--results"), results])
        .env("LAWFUL_DATABASE", &database.display().to_string())
        .run()
}

/// What a law came to, by the figures that must not depend on how a run is divided.
#[derive(Debug, PartialEq)]
struct Came {
    verdict: &'static str,
    failures: Vec<(String, Vec<String>)>,
    found: Vec<String>,
    counts: (u64, u64),
    labels: BTreeMap<String, u64>,
    tables: String,
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
fn all(file: &Path) -> BTreeMap<String, Came> {
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

const WORDS: &str = "--seed 3 --tests 800 --quiet";

#[test]
fn four_shards_have_the_failures_and_figures_of_one_run() {
    let project = project();
    let files = directory(&project, "files");
    let one = files.join("one.jsonl");
    let whole = run(&project, WORDS, &one, &files.join("database"));
    assert_eq!(whole.code, Some(1), "{}", whole.all());
    let shards = files.join("shards/");
    fs::create_dir_all(&shards).expect("the directory can be made");
    for index in 1..=4 {
        let words = format!("{WORDS} --shard {index}/4");
        let shard = run(&project, &words, &shards, &files.join(format!("database-{index}")));
        assert!(matches!(shard.code, Some(0 | 1)), "{}", shard.all());
    }
    let (merged, database) = (files.join("merged.jsonl"), files.join("merged"));
    let merge = |words: &str| {
        let merge = subcommand(&project, words).args([Path::new("--results"), &merged]);
        merge.args([Path::new("--database"), &database]).args([&shards]).run()
    };
    let output = merge("merge");
    assert_eq!(output.code, Some(1), "{}", output.all());
    let (one, four) = (all(&one), all(&merged));
    assert_eq!(one.len(), 13, "{one:?}");
    for (name, came) in &one {
        assert_eq!(four.get(name), Some(came), "{name}\n{}", output.all());
    }
    assert_eq!(four.len(), one.len());
    is_not_trivial(&one);

    // The next run on this machine starts with the failures of all shards.
    let listed = subcommand(&project, "failures --json")
        .env("LAWFUL_DATABASE", &database.display().to_string())
        .run()
        .expect_success();
    let listed: serde_json::Value = serde_json::from_str(&listed.stdout).expect("it is JSON");
    let failures: usize = one.values().map(|came| came.failures.len()).sum();
    // Cases of the source are not stored.
    assert_eq!(listed.as_array().map(Vec::len), Some(failures - 1), "{listed}");

    // A shard that is lost, and one that is cut off, are named, and can be run again alone.
    let second = shards.join("shard-2-of-4.jsonl");
    let third = shards.join("shard-3-of-4.jsonl");
    let text = fs::read_to_string(&third).expect("there is a third shard");
    fs::remove_file(&second).expect("there is a second shard");
    fs::write(&third, &text[..text.len() / 2]).expect("the file can be written");
    let output = merge("merge");
    assert_eq!(output.code, Some(1), "{}", output.all());
    for index in [2, 3] {
        let again = format!(
            "run it alone: cargo lawful --shard {index}/4 --results shard-{index}-of-4.jsonl --tests 800 --seed 0x3"
        );
        assert!(output.stdout.contains(&again), "{}", output.all());
        run(&project, &format!("{WORDS} --shard {index}/4"), &shards, &files.join("again"));
    }
    let output = merge("merge");
    assert!(!output.stdout.contains("Lost"), "{}", output.all());
    assert_eq!(all(&merged).keys().collect::<Vec<_>>(), one.keys().collect::<Vec<_>>());
}

/// The laws come to what they are written for, so that the comparison says something.
fn is_not_trivial(all: &BTreeMap<String, Came>) {
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

/// A law's own number of tests is divided too, also by `cargo test`, which knows nothing of the command.
#[test]
fn a_shard_of_the_laws_own_tests() {
    let project = project();
    let files = directory(&project, "own");
    for index in 1..=3 {
        let words = format!("--seed 3 --shard {index}/3 --exact has_labels -q");
        let shard = run(&project, &words, &files, &files.join("database"));
        assert_eq!(shard.code, Some(0), "{}", shard.all());
    }
    let merged = files.join("all.json");
    let merge = subcommand(&project, "merge --no-database --results").args([&merged, &files]).run();
    assert_eq!(merge.code, Some(0), "{}", merge.all());
    assert_eq!(all(&merged)["has_labels"].counts, (256, 0));

    let output = project.cargo("test --test laws has_labels").env("LAWFUL_SHARD", "1/4").run();
    assert!(output.success, "{}", output.all());
    let output = project.cargo("test --test laws has_labels").env("LAWFUL_SHARD", "5/4").run();
    assert!(
        output.stdout.contains("LAWFUL_SHARD=\"5/4\" cannot be understood"),
        "{}",
        output.all()
    );
}

#[test]
fn results_of_different_runs_are_not_joined() {
    let project = project();
    let files = directory(&project, "different");
    let run = |words: &str, name: &str| {
        let file = files.join(name);
        run(&project, &format!("has_four_cases -q {words}"), &file, &files.join("database"));
        file
    };
    let one = run("--seed 1 --shard 1/2", "one");
    let merge = |other: PathBuf, part: &str| {
        let output = subcommand(&project, "merge --no-database").args([&one, &other]).run();
        assert_eq!(output.code, Some(2), "{}", output.all());
        assert!(output.stderr.contains(part), "{part}\n{}", output.all());
    };
    merge(run("--seed 2 --shard 2/2", "seed"), "they have other root seeds");
    merge(run("--seed 1 --shard 2/3", "count"), "they have other numbers of shards");
    merge(run("--seed 1 --shard 2/2 --tests 7", "tests"), "they have other budgets");
    merge(run("--seed 1 --shard 2/2 has_labels", "laws"), "they have other laws");
    merge(run("--seed 1 --shard 1/2", "same"), "are both shard 1/2; give one of them");
}
