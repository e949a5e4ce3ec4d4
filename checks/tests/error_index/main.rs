//! The index of errors in the guide: it has every code that the source can produce, and its laws fail with these codes.

mod codes;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use checks::Project;
use lawful::data::file::{Kind, read_part};
use lawful::data::{Record, Stopped};

const INDEX: &str = include_str!("../../../crates/lawful/src/guide/errors.md");

/// Codes that no small law shows, with the reason.
const WITHOUT_LAW: [(&str, &str); 5] = [
    ("discovery/not-refuted", "it takes a law file of an earlier version of the code"),
    ("lawful/died", "systems that tests run on say how a process ended"),
    ("lawful/unknown", "it takes a file of an earlier version"),
    ("pulse/panic", "a failure has the panic itself as its reason"),
    ("pulse/misuse", "a scheduler's own mistake; `lawful-pulse` has its test"),
];

/// An entry of the index.
#[derive(Debug)]
struct Entry {
    code: &'static str,
    snippet: Option<&'static str>,
    /// Words that the report has.
    shown: Option<&'static str>,
    /// Text below the heading, without blocks.
    prose: String,
}

impl Entry {
    /// Name of the module that the snippet is put into.
    fn module(&self) -> String {
        self.code.replace(['/', '-'], "_")
    }
}

fn entries() -> Vec<Entry> {
    let sections = INDEX.split("\n## `").skip(1);
    let entry = |section: &'static str| {
        let (code, text) = section.split_once("`\n").expect("a heading ends");
        // The next part of the page does not belong to it.
        let text = text.split("\n# ").next().unwrap_or_default();
        let prose = text.split("```").step_by(2).collect::<Vec<_>>().concat();
        Entry { code, snippet: block(text, "rust"), shown: block(text, "text"), prose }
    };
    sections.map(entry).collect()
}

fn block(text: &'static str, language: &str) -> Option<&'static str> {
    let (_, rest) = text.split_once(&format!("```{language}\n"))?;
    rest.split_once("```").map(|(block, _)| block)
}

#[test]
fn every_code_of_the_source_has_an_entry() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let produced = codes::of_all_crates(&root);
    let listed: BTreeSet<String> = entries().iter().map(|entry| entry.code.to_string()).collect();
    assert_eq!(listed.len(), entries().len(), "an entry is there twice");
    let missing: Vec<_> = produced.difference(&listed).collect();
    let unknown: Vec<_> = listed.difference(&produced).collect();
    assert!(missing.is_empty(), "no entry in errors.md: {missing:?}");
    assert!(unknown.is_empty(), "in errors.md, but never produced: {unknown:?}");
    println!("{} codes", produced.len());
}

#[test]
fn every_entry_says_what_to_do_and_has_a_law_unless_none_can_show_it() {
    let without: BTreeMap<_, _> = WITHOUT_LAW.into_iter().collect();
    for entry in entries() {
        assert!(entry.prose.split_whitespace().count() >= 10, "{} says nothing", entry.code);
        assert_eq!(entry.snippet.is_none(), without.contains_key(entry.code), "{}", entry.code);
        assert_eq!(entry.snippet.is_none(), entry.shown.is_none(), "{}", entry.code);
    }
}

/// The laws of all entries, each in a module of its own, in one test.
fn source() -> String {
    let mut source = String::new();
    for entry in entries() {
        if let Some(snippet) = entry.snippet {
            let indented = snippet.lines().map(|line| match line {
                "" => String::from("\n"),
                line => format!("    {line}\n"),
            });
            source += &format!("mod {} {{\n{}}}\n\n", entry.module(), indented.collect::<String>());
        }
    }
    source
}

#[test]
fn the_law_of_each_entry_fails_with_its_code_and_words() {
    let features = ["machine", "parallel", "pulse", "temporal", "discovery"];
    let dependencies = format!("[dependencies]\n{}\n", Project::dependency_on("lawful", &features));
    let (library, source) = ("", source());
    let files = [("src/lib.rs", library), ("tests/index.rs", source.as_str())];
    let project = Project::depending(env!("CARGO_TARGET_TMPDIR"), "errors", &dependencies, &files);
    let results = project.path("results.jsonl");
    let _ = fs::remove_file(&results);
    let output = project.cargo("test --test index").env("LAWFUL_SEED", "5");
    let output = output.env("LAWFUL_RESULTS", &results.display().to_string()).run();
    let reports = output.failures();

    let told = codes_told(&fs::read(&results).expect("there are results"));
    let mut laws = 0;
    for entry in entries().iter().filter(|entry| entry.snippet.is_some()) {
        let module = format!("{}::", entry.module());
        let of_law: Vec<_> = told.iter().filter(|(law, _)| law.contains(&module)).collect();
        assert!(
            of_law.iter().any(|(_, code)| code == entry.code),
            "{}: {of_law:?}\n{}",
            entry.code,
            output.all()
        );
        let report = reports.iter().filter(|(test, _)| test.starts_with(&module));
        let report: String = report.map(|(_, report)| report.as_str()).collect();
        let shown = entry.shown.expect("an entry with a law shows words").trim_end();
        assert!(report.contains(shown), "{}: no {shown:?} in\n{report}", entry.code);
        laws += 1;
    }
    println!("{laws} laws fail with the codes of their entries");
}

/// Laws with the codes of their failures, from a file of results.
fn codes_told(results: &[u8]) -> Vec<(String, String)> {
    let (records, _) = read_part::<Record>(Kind::Results, results).expect("results can be read");
    let summaries = records.into_iter().filter_map(|record| match record {
        Record::Summary(summary) => Some(summary),
        _ => None,
    });
    let codes = summaries.flat_map(|summary| {
        let unstable = match &summary.stopped {
            Stopped::Unstable(unstable) => Some(&unstable.reason),
            _ => None,
        };
        let failed = summary.failures().iter().map(|failure| &failure.reason);
        let reasons = failed.chain(unstable);
        let codes = reasons.map(|reason| format!("{}/{}", reason.component, reason.code));
        codes.map(|code| (summary.about.name.to_string(), code)).collect::<Vec<_>>()
    });
    codes.collect()
}
