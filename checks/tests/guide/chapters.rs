//! Each chapter in a project of its own. They share one target directory and have the same dependencies, so that
//! Lawful is built once.

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;

use checks::page::{self, CodeBlock, Part};
use checks::{Project, Reader, laws_reported};

use super::{FRESH, chapter, directory};

/// Features of Lawful that the chapters are written for.
const FEATURES: [&str; 9] = [
    "machine",
    "parallel",
    "pulse",
    "temporal",
    "discovery",
    "rank",
    "regex",
    "proptest",
    "arbitrary",
];

/// Lines for the console that are not run here: the chapter, how they begin, and why.
const NOT_RUN: [(&str, &str, &str); 6] = [
    ("", "cargo new", "the project is there; `fresh` follows such lines"),
    ("", "cargo add", "the project has all dependencies; `fresh` follows such lines"),
    ("", "cargo install", "`cargo lawful` is built from the repository"),
    (
        "fuzzing",
        "cargo fuzz",
        "needs a fuzzer; `projects/fuzzing.rs` runs the files of this chapter under libFuzzer",
    ),
    ("fuzzing", "LAWFUL_REPLAY=bytes", "needs a fuzzer's find; `projects/fuzzing.rs` replays it"),
    ("from_hypothesis", "pytest", "needs Python; `hypothesis/run` runs the files of this chapter"),
];

/// Pages that are not chapters.
const NO_CHAPTERS: [&str; 2] = ["index", "errors"];

/// Figures of a chapter.
#[derive(Debug, Default)]
struct Figures {
    snippets: usize,
    tests: usize,
    failed: usize,
    compared: usize,
}

#[test]
fn every_chapter_compiles_runs_and_prints_what_it_shows() {
    fetch_peers();
    let names = chapters();
    let queue = Mutex::new(names.clone().into_iter().rev().collect::<Vec<_>>());
    let rows = Mutex::new(Vec::new());
    // While one builds, which cargo lets one do at a time, the other one runs.
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(name) = { queue.lock().unwrap().pop() } {
                    let figures = catch_unwind(AssertUnwindSafe(|| follow(&name)));
                    rows.lock().unwrap().push((name, figures.map_err(message)));
                }
            });
        }
    });
    let mut rows = rows.into_inner().unwrap();
    rows.sort_by_key(|(name, _)| names.iter().position(|other| other == name));
    print_table(&rows);
    let failed = |(name, row): &(String, Result<Figures, String>)| match row {
        Err(message) => Some(format!("{name}: {message}")),
        Ok(_) => None,
    };
    let failures: Vec<String> = rows.iter().filter_map(failed).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn the_index_lists_all_chapters() {
    let index = chapter("index");
    let is_missing = |name: &&String| !index.contains(&format!("({name})"));
    let names = chapters();
    let missing: Vec<&String> = names.iter().filter(is_missing).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn features_that_chapters_add_are_those_of_the_projects() {
    for name in chapters() {
        let text = chapter(&name);
        let added =
            text.lines().filter_map(|line| line.strip_prefix("cargo add --dev lawful --features "));
        for feature in added.flat_map(|features| features.split(',')) {
            assert!(FEATURES.contains(&feature), "{name}: {feature}");
        }
    }
}

/// Names of all chapters.
fn chapters() -> Vec<String> {
    let only = std::env::var("CHECKS_CHAPTER").ok();
    let entries = fs::read_dir(directory()).expect("the guide is there").flatten();
    let mut names: Vec<String> = entries
        .filter_map(|entry| Some(entry.file_name().to_str()?.strip_suffix(".md")?.to_string()))
        .filter(|name| !NO_CHAPTERS.contains(&name.as_str()))
        .filter(|name| only.as_ref().is_none_or(|only| only == name))
        .collect();
    names.sort();
    names
}

/// Follows a chapter from its beginning to its end, and then runs all that it has.
fn follow(name: &str) -> Figures {
    let text = chapter(name);
    let project = project(name, &text);
    let passed_over = NOT_RUN.iter().filter(|(chapter, _, _)| ["", name].contains(chapter));
    let passed_over = passed_over.map(|(_, line, _)| *line).collect();
    let mut reader = Reader::in_project(project).passing_over(passed_over);
    for part in page::parts(&text) {
        reader.follow(&part);
    }
    reader.end_of_command();
    if std::env::var_os("CHECKS_UPDATE").is_some() {
        update(name, &text, &reader.differences);
    }
    let differences = reader.differences.iter().map(|(_, difference)| difference.as_str());
    let differences: Vec<&str> = differences.collect();
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
    check_files(name, &text, &reader);

    let all = reader.run("cargo test --no-fail-fast");
    let failed = laws_reported(&all.stdout);
    let unknown: Vec<&String> = failed.difference(&reader.failed).collect();
    assert!(unknown.is_empty(), "the chapter does not say that these fail: {unknown:?}");
    let snippets = page::blocks(&text, "rust").len();
    Figures {
        snippets,
        tests: tests(&all.stdout),
        failed: reader.failed.len(),
        compared: reader.compared,
    }
}

/// Writes the manifest of a chapter's project, and removes what an earlier state of the chapter left.
fn project(name: &str, text: &str) -> Project {
    let lock = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock"));
    let lock = lock.expect("the checks have a lock file");
    // One table of dependencies for all chapters: with other ones some crates would be built again. To cargo, packages of
    // one name and version at the roots of two workspaces are the same in a target directory.
    let version = format!("0.0.0-{}", name.replace('_', "-"));
    let manifest = format!(
        "[workspace]\n\n\
         [package]\nname = \"shop\"\nversion = {version:?}\nedition = \"2024\"\n\n\
         [dependencies]\n{}\n{}\n\n\
         [dev-dependencies]\n{}\narbitrary = {{ version = \"1\", features = [\"derive\"] }}\nloom = \"0.7\"\n\
         proptest = {{ version = \"1\", default-features = false, features = [\"std\"] }}\nquickcheck = \"1\"\nshuttle = \"0.9\"\n\n\
         [profile.dev]\ndebug = false\n",
        Project::dependency_on("lawful-pulse", &[]),
        Project::dependency_on("lawful-temporal", &[]),
        Project::dependency_on("lawful", &FEATURES),
    );
    let directory = format!("{}/guide/{name}", env!("CARGO_TARGET_TMPDIR"));
    let project = Project::of_files(&directory, "shop", &[("Cargo.lock", &lock)]);
    project.write("Cargo.toml", &manifest);
    let written: BTreeSet<String> = page::parts(text)
        .iter()
        .filter_map(block)
        .filter_map(CodeBlock::file)
        .map(|file| file.path)
        .collect();
    for directory in ["src", "tests"] {
        remove_others(&project, directory, &written);
    }
    remove_all_but(&project, &["Cargo.toml", "Cargo.lock", "src", "tests"]);
    if !written.contains("src/lib.rs") {
        project.write("src/lib.rs", "");
    }
    project
}

/// Deletes files of a directory that the chapter does not write.
fn remove_others(project: &Project, directory: &str, written: &BTreeSet<String>) {
    let Ok(entries) = fs::read_dir(project.path(directory)) else { return };
    for entry in entries.flatten() {
        let path = format!("{directory}/{}", entry.file_name().to_string_lossy());
        if path == "src/lib.rs" || written.contains(&path) {
            continue;
        }
        if entry.path().is_dir() {
            fs::remove_dir_all(entry.path()).expect("a directory can be deleted");
        } else {
            fs::remove_file(entry.path()).expect("a file can be deleted");
        }
    }
}

/// Deletes what commands wrote into the project.
fn remove_all_but(project: &Project, kept: &[&str]) {
    for entry in fs::read_dir(project.path("")).expect("the project is there").flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        if kept.iter().any(|kept| name == *kept) {
            continue;
        }
        let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        removed.expect("what a command wrote can be deleted");
    }
}

/// Checks that every snippet was compiled: it names its file, and the file is a target or a module of the library.
fn check_files(name: &str, text: &str, reader: &Reader) {
    for block in page::blocks(text, "rust") {
        let beginning = block.text.lines().take(3).collect::<Vec<_>>().join("\n");
        let file = block
            .file()
            .unwrap_or_else(|| panic!("{name}: a snippet without a file:\n{beginning}"));
        assert!(reader.files().contains(&file.path), "{name}: {} was not written", file.path);
        let is_target = file.path == "src/lib.rs"
            || file.path == "src/main.rs"
            || file.path.strip_prefix("tests/").is_some_and(|rest| !rest.contains('/'))
            // `projects/fuzzing.rs` compiles these.
            || file.path.starts_with("fuzz/");
        let module = Path::new(&file.path).file_stem().and_then(|stem| stem.to_str());
        let module = module.expect("a file has a name");
        let is_module = || text.contains(&format!("mod {module};"));
        assert!(is_target || is_module(), "{name}: {} is part of no target", file.path);
    }
}

fn block(part: &Part) -> Option<&CodeBlock> {
    match part {
        Part::Block(block) => Some(block),
        Part::Prose(_) => None,
    }
}

/// Number of tests that ran.
fn tests(output: &str) -> usize {
    let results = output.lines().filter_map(|line| line.strip_prefix("test result: "));
    let number = |word: &str| word.rsplit(' ').nth(1)?.parse::<usize>().ok();
    let counts = results.map(|result| {
        let words: Vec<&str> = result.split(';').collect();
        let passed = words.first().and_then(|word| number(word));
        let failed = words.get(1).and_then(|word| number(word));
        passed.unwrap_or(0) + failed.unwrap_or(0)
    });
    counts.sum()
}

/// Writes the reports that were printed into the chapter, in the place of those that differ. (Reports that are cut
/// short by `..` are to be cut again.)
fn update(name: &str, text: &str, differences: &[(CodeBlock, String)]) {
    let mut text = text.to_string();
    for (block, seen) in differences {
        let headline = block.text.lines().next().unwrap_or_default();
        let Some(law) = laws_reported(&format!("{headline}\n")).into_iter().next() else {
            continue;
        };
        let report = |text: &str| {
            let begin = text.match_indices("law ").find(|(place, _)| {
                let line = text[*place..].lines().next().unwrap_or_default();
                laws_reported(line).contains(&law)
            });
            let (begin, _) = begin?;
            let rest = &text[begin..];
            let end = ["\n\n---- ", "\n\n\nfailures:\n", "\n\nfailures:\n"]
                .iter()
                .filter_map(|end| rest.find(end))
                .min();
            Some(rest[..end.unwrap_or(rest.len())].trim_end().to_string())
        };
        let (_, output) = seen.split_once("\nbut:\n").expect("a difference says what was seen");
        if let Some(report) = report(output) {
            text = text.replace(&block.text, &format!("{report}\n"));
        }
    }
    fs::write(directory().join(format!("{name}.md")), text).expect("the chapter can be written");
}

fn print_table(rows: &[(String, Result<Figures, String>)]) {
    println!(
        "{:<20} {:>8} {:>6} {:>16} {:>17}",
        "chapter", "snippets", "tests", "shown as failing", "outputs compared"
    );
    let mut sum = Figures::default();
    for (name, row) in rows {
        let Ok(row) = row else {
            println!("{name:<20} failed");
            continue;
        };
        let note = if FRESH.contains(&name.as_str()) { "  (also in a fresh project)" } else { "" };
        print_row(name, row, note);
        sum.snippets += row.snippets;
        sum.tests += row.tests;
        sum.failed += row.failed;
        sum.compared += row.compared;
    }
    print_row("all", &sum, "");
    for (chapter, line, reason) in NOT_RUN {
        println!("not run here: `{line} ..` {chapter}: {reason}");
    }
}

fn print_row(name: &str, row: &Figures, note: &str) {
    let Figures { snippets, tests, failed, compared } = row;
    println!("{name:<20} {snippets:>8} {tests:>6} {failed:>16} {compared:>17}{note}");
}

/// Downloads the peers whose code stands beside Lawful's. The lock file of the checks names them, as optional
/// dependencies that no check is built with. It touches the network only where a crate is missing from cargo's cache.
fn fetch_peers() {
    Project::repository().fetch("checks").expect_success();
}

/// Message of a panic.
fn message(panic: Box<dyn std::any::Any + Send>) -> String {
    match panic.downcast::<String>() {
        Ok(message) => *message,
        Err(panic) => panic.downcast_ref::<&str>().unwrap_or(&"a panic").to_string(),
    }
}
