//! Pages of HTML that `cargo lawful` writes, by their data.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use checks::{Project, subcommand};
use serde_json::Value;

use super::parts::directory;

const LAWS: &str = r#"use lawful::prelude::*;

#[law(seed = 1)]
fn are_short(list: Vec<u8>) {
    assert!(list.len() < 3);
}

#[law]
fn are_labelled(text: String) {
    label!("{}", if text.is_empty() { "</script><b>empty" } else { "text" });
}

#[law(expect_failure = true)]
fn are_small(x: u16) {
    assert!(x < 900);
}

#[law(expect_failure)]
fn are_all(x: u8) {
    let _ = x;
}

#[law]
fn are_covered(x: u64) {
    cover!(x == 1, 60.0, "one");
}

#[law]
fn never_ends(x: u64) {
    while x > 1000 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

#[test]
fn plain_with_two_laws_inside() {
    check(any::<u16>(), |x| assert!(u32::from(x) < 70_000));
    check(any::<u16>(), |x| assert!(x < 500));
}
"#;

fn project(name: &str) -> Project {
    let dependencies = format!("[dependencies]\n{}\n", Project::dependency());
    let files = [("src/lib.rs", ""), ("tests/laws.rs", LAWS)];
    Project::depending(env!("CARGO_TARGET_TMPDIR"), name, &dependencies, &files)
}

/// Elements of a page that hold data, by their ids.
fn data(file: &Path) -> BTreeMap<String, Value> {
    let page = fs::read_to_string(file).expect("the page was written");
    let begin = "<script type=\"application/json\" id=\"";
    let elements = page.split(begin).skip(1).map(|rest| {
        let (id, rest) = rest.split_once("\">").expect("the id ends");
        let (json, _) = rest.split_once("</script>").expect("the element ends");
        (id.to_string(), serde_json::from_str(json).expect("it is JSON"))
    });
    elements.collect()
}

/// Verdicts by the ends of names, with whether they are as they should be.
fn verdicts(data: &BTreeMap<String, Value>) -> Vec<(String, String, bool)> {
    let entries = data["report"]["entries"].as_array().expect("it is a list");
    let word = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let mut verdicts: Vec<(String, String, bool)> = { entries.iter() }
        .map(|entry| {
            let name = word(&entry["name"]);
            let name = name.rsplit("::").next().unwrap_or_default().to_string();
            (name, word(&entry["verdict"]), entry["is_success"] == true)
        })
        .collect();
    verdicts.sort();
    verdicts
}

fn is(verdicts: &[(String, String, bool)], expected: &[(&str, &str, bool)]) {
    let expected: Vec<(String, String, bool)> = { expected.iter() }
        .map(|(name, verdict, good)| (name.to_string(), verdict.to_string(), *good))
        .collect();
    assert_eq!(verdicts, expected);
}

#[test]
fn a_page_has_what_a_run_came_to() {
    let project = project("paged");
    let file = directory(&project, "pages").join("a page.html");
    let words = "--for 2s --plain-tests --seed 1 --exact are_all are_short are_labelled are_small never_ends plain_with_two_laws_inside";
    let option = format!("--report={}", file.display());
    let output = subcommand(&project, words).args([option]).run();
    assert_eq!(output.code, Some(1), "{}", output.all());
    assert!(
        output.all().contains(&format!("      Report {}\n", file.display())),
        "{}",
        output.all()
    );
    let data = data(&file);
    is(
        &verdicts(&data),
        &[
            ("are_all", "not broken", false),
            ("are_labelled", "passed", true),
            ("are_short", "failed", false),
            ("are_small", "failed", true),
            ("never_ends", "unknown", false),
            ("plain_with_two_laws_inside:37", "passed", true),
            ("plain_with_two_laws_inside:38", "failed", false),
        ],
    );
    assert_eq!(data["report"]["title"], "paged");
    let entries = data["report"]["entries"].as_array().expect("it is a list");
    let entry = |name: &str| {
        let is_it = |entry: &&Value| entry["name"].as_str().is_some_and(|one| one.ends_with(name));
        let found = entries.iter().find(is_it).expect("the law is there");
        &data[&format!("entry-{}", found["id"])]
    };
    let failure = &entry("are_short")["failures"][0];
    assert_eq!(failure["arguments"][0]["value"], "vec![0, 0, 0]");
    assert_eq!(failure["keep"], "#[law(case(vec![0, 0, 0]))]");
    assert!(failure["replay"].as_str().is_some_and(|line| line.contains("LAWFUL_REPLAY=")));
    // Counts of all slices are joined, and the chart ends with them.
    let labelled = entry("are_labelled");
    let labels = labelled["summary"]["tables"]["labels"].to_string();
    assert!(labels.contains("</script><b>empty"), "{labels}");
    let last = labelled["progress"].as_array().and_then(|points| points.last()).expect("a point");
    let line = entries.iter().find(|entry| entry["name"] == "paged::laws::are_labelled");
    assert_eq!(last[1], line.expect("it is there")["tests"]);
    // The line of the panic is shown with its neighbours.
    let lines = data["sources"]["tests/laws.rs"][0]["lines"].to_string();
    assert!(lines.contains("assert!(list.len() < 3);"), "{lines}");

    // Without `=`, the file is a filter.
    let output = subcommand(&project, "--report page.html").run();
    assert_eq!(output.code, Some(2), "{}", output.all());
    assert!(output.stderr.contains("--report=page.html"), "{}", output.all());
}

#[test]
fn a_page_is_made_of_files_of_results() {
    let project = project("paged-results");
    let files = directory(&project, "pages");
    let (results, page) = (files.join("results.jsonl"), files.join("page.html"));
    let test = |words: &str| {
        let results = results.display().to_string();
        project.cargo(words).env("LAWFUL_RESULTS", &results).run();
    };
    test("test --test laws are_");
    test("test --test laws plain_with_two");
    // The law that is run again is there once.
    test("test --test laws are_short");
    let report = |words: &str, file: &Path| {
        subcommand(&project, words).args([Path::new("--report"), &page, file]).run()
    };
    let output = report("report", &results);
    assert_eq!(output.code, Some(0), "{}", output.all());
    is(
        &verdicts(&data(&page)),
        &[
            ("are_all", "not broken", false),
            ("are_covered", "not covered", false),
            ("are_labelled", "passed", true),
            ("are_short", "failed", false),
            ("are_small", "failed", true),
            ("plain_with_two_laws_inside:37", "passed", true),
            ("plain_with_two_laws_inside:38", "failed", false),
        ],
    );
    // The replay of one law says nothing of the others.
    let before = verdicts(&data(&page));
    let entries = data(&page);
    let mut tokens = entries.values().filter_map(|entry| {
        let line = entry["failures"][0]["replay"].as_str()?;
        line.split('\'').nth(1).filter(|token| token.starts_with("are_short:"))
    });
    let token = tokens.next().expect("there is a replay line");
    let replay = project.cargo("test --test laws are_").env("LAWFUL_REPLAY", token);
    replay.env("LAWFUL_RESULTS", &results.display().to_string()).run();
    assert_eq!(report("report", &results).code, Some(0));
    assert_eq!(verdicts(&data(&page)), before);
    // A file that is cut off has what is in it.
    let text = fs::read_to_string(&results).expect("there are results");
    let lines: Vec<&str> = text.lines().collect();
    let begun = lines.iter().rposition(|line| line.contains("\"Started\"")).expect("a law began");
    fs::write(&results, lines[..=begun].join("\n") + "\n").expect("the file can be written");
    assert_eq!(report("report", &results).code, Some(0));
    let verdicts = verdicts(&data(&page));
    let died = ("are_short".to_string(), "died".to_string(), false);
    assert!(verdicts.contains(&died), "{verdicts:?}");

    let output = report("report", &project.path("src/lib.rs"));
    assert_eq!(output.code, Some(2), "{}", output.all());
}

#[test]
fn a_page_of_shards_is_made_where_they_are_joined() {
    let project = project("paged-shards");
    let files = directory(&project, "shards");
    let page = files.join("page.html");
    let words = "--tests 100 --seed 1 --exact are_short are_labelled are_small are_all are_covered";
    let shard = |index: u32, more: &str| {
        let words = format!("{words} --shard {index}/2 {more}");
        subcommand(&project, &words).args([Path::new("--results"), &files]).run()
    };
    let output = shard(1, "--report");
    assert_eq!(output.code, Some(2), "{}", output.all());
    assert!(output.stderr.contains("cargo lawful merge --report"), "{}", output.all());
    shard(1, "");
    let option = format!("--report={}", page.display());
    let merge = || subcommand(&project, "merge --no-database").args([&option]).args([&files]).run();
    let lost = merge();
    assert_eq!(lost.code, Some(1), "{}", lost.all());
    assert!(data(&page)["report"]["facts"].to_string().contains("lost shard 2/2"));
    let open = verdicts(&data(&page));
    for law in ["are_all", "are_covered"] {
        // What the counts of all shards decide is open.
        assert!(open.contains(&(law.to_string(), "passed".to_string(), true)), "{open:?}");
    }
    shard(2, "");
    let output = merge();
    assert_eq!(output.code, Some(1), "{}", output.all());
    let data = data(&page);
    is(
        &verdicts(&data),
        &[
            ("are_all", "not broken", false),
            ("are_covered", "not covered", false),
            ("are_labelled", "passed", true),
            ("are_short", "failed", false),
            ("are_small", "failed", true),
        ],
    );
    assert!(!data["report"]["facts"].to_string().contains("lost shard"));
    let one = files.join("shard-1-of-2.jsonl");
    let output = subcommand(&project, "report").args([&one]).run();
    assert_eq!(output.code, Some(2), "{}", output.all());
    assert!(output.stderr.contains("cargo lawful merge --report"), "{}", output.all());
}

#[test]
fn laws_that_a_cut_off_run_did_not_come_to_are_not_run() {
    let project = project("paged-cut");
    let files = directory(&project, "pages");
    let (results, page) = (files.join("results.jsonl"), files.join("page.html"));
    let words = "--tests 100 --seed 1 --exact are_labelled are_small";
    subcommand(&project, words).args([Path::new("--results"), &results]).run();
    let text = fs::read_to_string(&results).expect("there are results");
    let head: Vec<&str> = text.lines().take(2).collect();
    fs::write(&results, head.join("\n") + "\n").expect("the file can be written");
    let output =
        subcommand(&project, "report").args([Path::new("--report"), &page, &results]).run();
    assert_eq!(output.code, Some(0), "{}", output.all());
    let found: Vec<_> = { verdicts(&data(&page)).into_iter() }
        .map(|(_, verdict, is_success)| (verdict, is_success))
        .collect();
    assert_eq!(found, [("not run".to_string(), false), ("not run".to_string(), false)]);
}
