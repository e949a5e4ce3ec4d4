//! Files of results and stored failures, read by a program in Python that knows nothing but their documentation; and
//! reports in JUnit XML, read by its parser.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use checks::Project;
use lawful::Source;
use lawful::data::file::{Kind, head, read_part, write};
use lawful::data::tape::Tape;
use lawful::data::{
    About, Block, Failure, Found, Reason, Record, Stopped, StoredFailure, Summary, Target, codec,
};
use lawful::report::junit::junit;
use lawful::report::terminal;
use serde_json::{Value, json};

const LAWS: &str = r#"
use lawful::generate;
use lawful::prelude::*;
use lawful::pulse::sync::Arc;
use lawful::pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};
use lawful::pulse::thread;

#[law(seed = 18446744073709551615, tests = 40)]
fn halves_are_smaller(n: u32) {
    label!("{}", if n % 2 == 0 { "even" } else { "odd \"1\"" });
    cover!(n % 2 == 0, 1.0, "é, even");
    assume!(n > 0);
    assert!(n / 2 < n);
}

#[law(seed = 1)]
fn words_are_short(#[from(generate::vec(generate::ascii(0..4), 1..=3))] words: Vec<String>, n: u16) {
    assert!(n < 1000 || words.iter().all(|word| !word.contains('"')), "\"{n}\"\n\tis too large");
}

#[law(expect_failure, seed = 1, max_failures = 1)]
fn bytes_are_small(byte: u8) -> bool {
    byte < 7
}

#[law(may_give_up, seed = 1)]
fn assumptions_are_met(n: u64) {
    assume!(n == 1 << 40 | 77);
}

#[law(scheduled, seed = 1, max_failures = 1)]
fn counts_are_not_lost() {
    let count = Arc::new(AtomicU32::new(0));
    let other = count.clone();
    let adds = |count: &AtomicU32| count.store(count.load(SeqCst) + 1, SeqCst);
    let thread = thread::spawn(move || adds(&other));
    adds(&count);
    thread.join().unwrap();
    assert_eq!(count.load(SeqCst), 2);
}

#[law]
fn filters_name_values(#[from(generate::elements(Vec::<u8>::new()))] byte: u8) {
    let _ = byte;
}
"#;

/// Files that the laws of the project wrote.
struct Files {
    directory: PathBuf,
    results: PathBuf,
    stored: Vec<PathBuf>,
}

impl Files {
    fn new() -> Self {
        let dependency = Project::dependency_on("lawful", &["pulse"]);
        let dependencies = format!("[dependencies]\n{dependency}\n");
        let files = [("src/lib.rs", ""), ("tests/laws.rs", LAWS)];
        let root = env!("CARGO_TARGET_TMPDIR");
        let project = Project::depending(root, "other-languages", &dependencies, &files);
        let directory = project.path("files");
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).expect("the directory can be made");
        let (results, database) = (directory.join("results.jsonl"), directory.join("database"));
        let output = project
            .cargo("test --test laws")
            .env("LAWFUL_RESULTS", &results.display().to_string())
            .env("LAWFUL_DATABASE", &database.display().to_string())
            .run();
        let failed: Vec<String> = output.failures().into_keys().collect();
        let expected = ["counts_are_not_lost", "filters_name_values", "words_are_short"];
        assert_eq!(failed, expected, "{}", output.all());
        let laws = fs::read_dir(&database).expect("failures are stored").flatten();
        let stored = laws.filter_map(|law| fs::read_dir(law.path()).ok()).flatten().flatten();
        let is_failure = |path: &PathBuf| path.extension().is_some_and(|end| end == "json");
        let mut stored: Vec<PathBuf> = stored.map(|file| file.path()).filter(is_failure).collect();
        stored.sort();
        Files { directory, results, stored }
    }

    /// Writes a variation of a file, and says where it is.
    fn variation(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.directory.join(name);
        fs::write(&path, content).expect("the file can be written");
        path
    }
}

/// Output of the reader for each file.
fn read(files: &[PathBuf]) -> Vec<Value> {
    let reader = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/read_results.py");
    let output =
        Command::new("python3").args(["-B"]).arg(reader).arg("--json").args(files).output();
    let output = output.expect("python3 can be started");
    let text = String::from_utf8(output.stdout).expect("JSON is text");
    let told: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(told.len(), files.len(), "{errors}");
    let any_refused = told.iter().any(|one| one.get("refused").is_some());
    assert_eq!(output.status.code(), Some(if any_refused { 2 } else { 0 }), "{errors}");
    told
}

/// Returns whether there is Python.
fn has_python() -> bool {
    let has = Command::new("python3").arg("--version").output().is_ok();
    if !has {
        println!("skipped: python3 is not installed");
    }
    has
}

#[test]
fn a_reader_in_python_reads_what_the_crate_reads() {
    if !has_python() {
        return;
    }
    let files = Files::new();
    check_results(&files);
    check_stored(&files);
    check_refused(&files);
    check_examples(&files);
    check_junit(&files);
}

fn check_results(files: &Files) {
    let bytes = fs::read(&files.results).expect("results are written");
    let (records, is_whole) = read_part::<Record>(Kind::Results, &bytes).expect("they can be read");
    assert!(!is_whole);
    let whole = write(Kind::Results, &records).into_bytes();
    let windows = String::from_utf8(whole.clone()).expect("JSON is text").replace('\n', "\r\n");
    let mut paths = vec![
        files.results.clone(),
        files.variation("whole.jsonl", &whole),
        files.variation("windows.jsonl", windows.as_bytes()),
    ];
    // Cut off in each line and behind it.
    let ends = (0..bytes.len()).filter(|at| bytes[*at] == b'\n');
    let cuts: Vec<usize> = ends.flat_map(|end| [end, end + 1, end + 20]).collect();
    let cut = |at: &usize| &bytes[..(*at).min(bytes.len())];
    let cuts: Vec<&[u8]> = cuts.iter().map(cut).filter(|part| part.contains(&b'\n')).collect();
    let named = cuts.iter().enumerate();
    paths.extend(named.map(|(index, part)| files.variation(&format!("cut-{index}.jsonl"), part)));

    let told = read(&paths);
    assert_eq!(told[0], expected(&records, false));
    let laws = told[0]["laws"].as_array().expect("a list of laws");
    let verdicts: Vec<&Value> = laws.iter().map(|law| &law["verdict"]).collect();
    assert_eq!(verdicts, ["GaveUp", "Failed", "Failed", "Misused", "Passed", "Failed"]);
    assert_eq!(told[1], expected(&records, true));
    assert_eq!(told[2], told[1]);
    for (told, part) in told[3..].iter().zip(&cuts) {
        let (records, is_whole) = read_part::<Record>(Kind::Results, part).expect("whole lines");
        assert_eq!(*told, expected(&records, is_whole));
    }
    assert!(cuts.len() > 20, "{}", cuts.len());
}

fn check_stored(files: &Files) {
    assert!(files.stored.len() >= 2, "{:?}", files.stored);
    for (path, told) in files.stored.iter().zip(read(&files.stored)) {
        let stored = StoredFailure::from_file(&fs::read(path).expect("it can be read"));
        let stored = stored.expect("it is a stored failure");
        let expected = json!({
            "law": stored.about.name,
            "target": "--test laws",
            "seed": stored.seed,
            "unstable": null,
            "failure": failure(&stored.failure),
        });
        assert_eq!(told["stored"], expected);
    }
}

/// Files that both must refuse, with a reason: damage, and another version.
fn check_refused(files: &Files) {
    let stored = fs::read(&files.stored[0]).expect("it can be read");
    let newer = String::from_utf8(stored.clone()).expect("text").replacen(": 5}", ": 6}", 1);
    let older = b"lawful tape 3\na::law\n\n\0\0";
    let mut variations = vec![newer.into_bytes(), older.to_vec(), b"[package]\n".to_vec(), vec![]];
    variations.extend((1..60).map(|part| stored[..stored.len() * part / 60].to_vec()));
    variations.extend((0..150).map(|part| {
        let mut damaged = stored.clone();
        damaged[stored.len() * part / 150] ^= 1 << (part % 7);
        damaged
    }));
    let paths = variations
        .iter()
        .enumerate()
        .map(|(index, content)| files.variation(&format!("refused-{index}.json"), content));
    let told = read(&paths.collect::<Vec<_>>());
    let reason = |index: usize| told[index]["refused"].as_str().unwrap_or_default();
    assert_eq!(
        reason(0),
        "version 6 of the format; this reader knows version 5, so take another reader"
    );
    assert!(reason(1).contains("a version before 4; run its law again"), "{}", reason(1));
    assert_eq!((reason(2), reason(3)), ("not a file of Lawful", "not a file of Lawful"));
    for (index, content) in variations.iter().enumerate() {
        assert!(!reason(index).is_empty(), "{index}: {}", told[index]);
        assert!(StoredFailure::from_file(content).is_err(), "{index}");
    }
    // A record in the middle of a file that is not finished.
    let broken = format!("{}{{\"Summary\": {{\n{{}}\n", head(Kind::Results));
    let told = read(&[files.variation("broken.jsonl", broken.as_bytes())]);
    assert_eq!(told[0]["refused"], "line 2 is damaged: it is not a JSON object");
    assert!(read_part::<Record>(Kind::Results, broken.as_bytes()).is_err());
}

/// The examples on the page of the format.
fn check_examples(files: &Files) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/lawful-data/FORMAT.md");
    let page = fs::read_to_string(page).expect("the page is there");
    let mut examples =
        page.split("\n```json\n").skip(1).filter_map(|text| text.split("```").next());
    let (results, failure) =
        (examples.next().expect("results"), examples.next().expect("a failure"));
    let told = read(&[
        files.variation("example.jsonl", results.as_bytes()),
        files.variation("example.json", failure.as_bytes()),
    ]);
    let records = read_part(Kind::Results, results.as_bytes()).expect("a file").0;
    assert_eq!(told[0], expected(&records, true));
    assert_eq!(told[1]["stored"]["failure"], told[0]["laws"][1]["failures"][0]);
}

/// Expected output of the reader for a file with these records.
fn expected(records: &[Record], is_whole: bool) -> Value {
    let (mut events, mut laws) = (Vec::new(), Vec::new());
    for record in records {
        match record {
            Record::Event(recorded) => {
                let name = first_name(&codec::to_json(&recorded.event));
                events.push(format!("{}: {name}", recorded.about.name));
            }
            Record::Summary(summary) => laws.push(law(summary)),
            _ => {}
        }
    }
    events.sort();
    laws.sort_by_key(|law| law["law"].to_string());
    let count = records.len();
    json!({
        "kind": "results", "whole": is_whole, "records": count, "events": events, "laws": laws,
    })
}

/// Name of a variant in JSON.
fn first_name(json: &str) -> String {
    json.split('"').nth(1).unwrap_or_default().to_string()
}

fn law(summary: &Summary) -> Value {
    let test = summary.about.test.as_ref().expect("a test runs it");
    assert_eq!(test.target, Some(Target::Test("laws".into())));
    let coverage = summary
        .tables
        .coverage
        .iter()
        .map(|(name, one)| (name.clone(), json!([one.hits, one.cases, one.percent])));
    let misuse = match &summary.stopped {
        Stopped::Misused(misuse) => Some(misuse.to_string()),
        _ => None,
    };
    json!({
        "law": summary.about.name,
        "target": "--test laws",
        "place": format!("{}:{}", summary.about.file, summary.about.line),
        "seed": summary.seed,
        "verdict": first_name(&codec::to_json(&summary.stopped)),
        "success": summary.is_success(),
        "passed": summary.passed,
        "tests": summary.tests,
        "discarded": summary.discarded,
        "labels": summary.tables.labels,
        "coverage": coverage.collect::<serde_json::Map<_, _>>(),
        "misuse": misuse,
        "failures": summary.failures().iter().map(failure).collect::<Vec<_>>(),
    })
}

fn failure(failure: &Failure) -> Value {
    let arguments = failure.arguments.iter().map(|one| json!([one.name, one.debug]));
    let switches = failure.document.blocks.iter().filter_map(|block| match block {
        Block::Trace(trace) => Some(trace.switches),
        _ => None,
    });
    let found = match failure.found {
        Found::Test { index } => format!("Test {index}"),
        Found::Walk { index, .. } => format!("Walk {index}"),
        found => format!("{found:?}"),
    };
    json!({
        "arguments": arguments.collect::<Vec<_>>(),
        "component": failure.reason.component,
        "code": failure.reason.code,
        "title": failure.reason.title,
        "fields": failure.reason.fields,
        "found": found,
        "switches": switches.collect::<Vec<_>>(),
        "token": failure.token,
    })
}

/// The results as JUnit XML.
fn check_junit(files: &Files) {
    let bytes = fs::read(&files.results).expect("results are written");
    let (records, _) = read_part::<Record>(Kind::Results, &bytes).expect("they can be read");
    let summaries = records.into_iter().filter_map(|record| match record {
        Record::Summary(summary) => Some(*summary),
        _ => None,
    });
    let mut summaries: Vec<Summary> = summaries.collect();
    summaries.sort_by(|one, other| one.about.name.cmp(&other.about.name));
    let xml = junit(&summaries, &|about| Some(Duration::from_millis(u64::from(about.line))));
    let tree = read_junit(&files.variation("results.xml", xml.as_bytes()));
    assert_eq!(tree[0], "testsuites");
    assert_eq!((&tree[1]["tests"], &tree[1]["failures"]), (&json!("6"), &json!("2")));
    let [suite] = &tree[3].as_array().expect("a list")[..] else { panic!("{tree}") };
    assert_eq!(suite[1]["name"], "other-languages::laws");
    let cases = suite[3].as_array().expect("a list");
    assert_eq!(cases.len(), summaries.len());
    for (case, summary) in cases.iter().zip(&summaries) {
        assert_eq!(case[1]["name"], summary.about.short_name());
        let (tag, kind) = match &summary.stopped {
            Stopped::Failed(_) if summary.is_success() => continue,
            Stopped::Failed(_) => ("failure", "lawful.panic"),
            Stopped::Misused(_) => ("error", "misused"),
            _ => {
                assert_eq!(case[3][0][0], "system-out");
                continue;
            }
        };
        assert_eq!((&case[3][0][0], &case[3][0][1]["type"]), (&json!(tag), &json!(kind)));
        assert_eq!(case[3][0][2], terminal::report(summary));
    }
}

/// Texts with whatever a law may say, in every place of a report.
#[test]
fn junit_is_xml_whatever_a_law_says() {
    if !has_python() {
        return;
    }
    let all: String = ('\0'..'\u{300}').chain(['\u{fffe}', '\u{ffff}', '𝕃']).collect();
    let hostile = ["]]>", "<!--", "&amp;", "\r\n\t \r", "</failure>", all.as_str()];
    let drawn = (0..300).map(|seed| Source::from_seed(seed, 80).any::<String>());
    let texts: Vec<String> = hostile.map(String::from).into_iter().chain(drawn).collect();
    let summaries = texts.iter().map(|text| {
        let reason = Reason::new("hostile", "text", text.as_str()).with_code_block(|| text.clone());
        let failure = Failure::new(reason, Found::Replay, Tape::default());
        let about = About::new(text.as_str(), "src/<lib>.rs", 1);
        Summary::new(about, 1, 1, Stopped::Failed(vec![failure]))
    });
    let summaries: Vec<Summary> = summaries.collect();
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("junit");
    fs::create_dir_all(&directory).expect("the directory can be made");
    let file = directory.join("hostile.xml");
    fs::write(&file, junit(&summaries, &|_| None)).expect("the file can be written");
    let tree = read_junit(&file);
    let suites = tree[3].as_array().expect("a list");
    let cases = suites.iter().flat_map(|suite| suite[3].as_array().expect("a list"));
    let read: BTreeSet<(String, String, String)> = cases
        .map(|case| {
            let text = |value: &Value| value.as_str().expect("a text").to_string();
            let failure = &case[3][0];
            (text(&case[1]["name"]), text(&failure[1]["message"]), text(&failure[2]))
        })
        .collect();
    let expected = summaries.iter().map(|summary| {
        let message = summary.failures()[0].reason.lines()[0].clone();
        (in_xml(&summary.about.name), in_xml(&message), in_xml(&terminal::report(summary)))
    });
    assert_eq!(read, expected.collect());
    assert!(read.len() > 250, "{}", read.len());
}

/// A text without what XML 1.0 cannot have: section 2.2 of its specification.
fn in_xml(text: &str) -> String {
    let is_char = |letter: &char| matches!(letter, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    text.chars().filter(is_char).collect()
}

fn read_junit(file: &Path) -> Value {
    let reader = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/read_junit.py");
    let output = Command::new("python3").arg("-B").arg(reader).arg(file).output();
    let output = output.expect("python3 can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("it prints JSON")
}
