//! The lines of JSON, against the schema of Hypothesis's observations.

use std::time::{Duration, UNIX_EPOCH};

use lawful_core::data::Target;
use lawful_core::generate::{Generator, any, vec};
use lawful_core::law::{Law, for_all};
use lawful_core::run::{About, Config, Summary, run};
use lawful_core::{
    assume, classify, collect, cover, for_all, known_bug, label, note, sometimes, target,
};
use lawful_report::observe::Observer;
use serde_json::{Map, Value};

/// A second with a fraction that has an exact `f64`.
const START: Duration = Duration::from_millis(1_700_000_000_250);

fn observe(law: &dyn Law, config: Config) -> (Vec<Value>, Summary) {
    let about =
        About::of_test("shop::tests::a_law", Some("shop"), Some(Target::Lib), ("src/shop.rs", 12));
    let seed = config.seed.or(Some(7));
    let config = config.with(|config| {
        config.observe = Some("nowhere".into());
        config.seed = seed;
    });
    let mut written = Vec::new();
    let mut observer = Observer::new(&mut written, &about, UNIX_EPOCH + START);
    let summary = run(law, &about, &config, &mut |event| observer.event(event));
    observer.end(&summary).expect("memory can be written");
    let written = String::from_utf8(written).expect("it is a text");
    assert!(written.ends_with('\n'));
    let lines: Vec<Value> = written
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    lines.iter().for_each(check_line);
    (lines, summary)
}

/// What the schema says, all of it: which members there are, and no others, and their types.
fn check_line(line: &Value) {
    let members = line.as_object().expect("a line is an object");
    let names: Vec<&str> = match text(line, "type") {
        "test_case" => {
            check_case(line);
            vec![
                "type",
                "run_start",
                "property",
                "status",
                "status_reason",
                "representation",
                "arguments",
                "how_generated",
                "features",
                "coverage",
                "timing",
                "metadata",
            ]
        }
        "info" | "alert" => {
            assert!(!text(line, "title").is_empty() && !text(line, "content").is_empty());
            vec!["type", "run_start", "property", "title", "content"]
        }
        other => panic!("there is no type {other}"),
    };
    let found: Vec<&str> = members.keys().map(String::as_str).collect();
    let (mut names, mut found) = (names, found);
    names.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, names);
    assert_eq!(line["run_start"].as_f64(), Some(START.as_secs_f64()));
    assert_eq!(text(line, "property"), "shop::tests::a_law");
}

fn check_case(line: &Value) {
    let status = text(line, "status");
    assert!(["passed", "failed", "gave_up"].contains(&status), "{line}");
    assert_eq!(text(line, "status_reason").is_empty(), status == "passed", "{line}");
    assert!(text(line, "representation").starts_with("a_law("), "{line}");
    assert!(!text(line, "how_generated").is_empty());
    assert!(line["coverage"].is_null());
    let is_plotted = |value: &Value| value.is_number() || value.is_string();
    let scalar = |value: &Value| value.is_boolean() || is_plotted(value);
    assert!(object(line, "arguments").values().all(scalar), "{line}");
    assert!(object(line, "features").values().all(is_plotted), "{line}");
    let timing = object(line, "timing");
    assert!(timing.values().all(|time| time.as_f64().is_some_and(|time| time >= 0.0)), "{line}");
    assert_eq!(object(line, "metadata")["root_seed"], "0x7");
    assert_eq!(object(line, "metadata")["place"], "src/shop.rs:12");
    assert!(object(line, "metadata")["notes"].is_array());
}

fn text<'a>(line: &'a Value, name: &str) -> &'a str {
    line[name].as_str().unwrap_or_else(|| panic!("{name} is no text in {line}"))
}

fn object<'a>(line: &'a Value, name: &str) -> &'a Map<String, Value> {
    line[name].as_object().unwrap_or_else(|| panic!("{name} is no object in {line}"))
}

fn with_status<'a>(lines: &'a [Value], status: &str) -> Vec<&'a Value> {
    lines.iter().filter(|line| line["status"] == status).collect()
}

/// Holds for short lists, discards empty ones, and is broken by long ones.
fn labelled() -> impl Law {
    for_all!(list: Vec<u8> = vec(any::<u8>(), ..=20), small: u8 = 0..4u8, word: String => {
        assume!(!list.is_empty());
        label!("any");
        classify!(small == 0, "nought");
        collect!(list.len());
        collect!(word.clone());
        cover!(small < 3, 10.0, "below three");
        sometimes!(list.len() == 3, "exactly three");
        target!(list.len() as f64, "length");
        note!("the word is {word}");
        assert!(list.len() < 18, "too long: \"{}\"", list.len());
    })
}

#[test]
fn cases_have_statuses_arguments_and_features() {
    let (lines, summary) = observe(&labelled(), Config::default());
    let passed = with_status(&lines, "passed");
    let failed = with_status(&lines, "failed");
    let gave_up = with_status(&lines, "gave_up");
    assert_eq!(passed.len() as u64, summary.passed);
    assert_eq!(gave_up.len() as u64, summary.discarded);
    assert!(failed.len() >= 2 && gave_up.len() >= 2);
    for line in &gave_up {
        let reason = text(line, "status_reason");
        let expected = concat!("assume!(!list.is_empty()) at ", file!(), ":");
        assert!(reason.starts_with(expected), "{reason}");
    }
    for line in &passed {
        let features = object(line, "features");
        assert_eq!(features["any"], "true");
        assert_eq!(features.contains_key("nought"), line["arguments"]["small"] == 0);
        let is = |is_true: bool| is_true.to_string();
        assert_eq!(features["below three"], is(line["arguments"]["small"] != 3));
        assert_eq!(features["list.len()"], features["target:length"].as_f64().unwrap() as u64);
        assert_eq!(features["exactly three"], is(features["list.len()"] == 3));
        assert!(features["word.clone()"].is_string());
        assert!(text(line, "representation").contains("list = vec!["), "{line}");
        assert!(line["arguments"]["list"].as_str().unwrap().starts_with("vec!["));
        assert!(line["timing"]["execute:test"].is_number());
        assert!(line["metadata"]["notes"][0].as_str().unwrap().starts_with("the word is "));
        assert!(line["metadata"]["index"].is_u64());
    }
}

#[test]
fn the_smallest_case_and_a_summary_come_last() {
    let (lines, summary) = observe(&labelled(), Config::default());
    let [.., smallest, info] = &lines[..] else { panic!("there are two lines") };
    let failure = summary.failure().expect("the law is broken");
    assert_eq!(text(smallest, "status"), "failed");
    assert!(text(smallest, "status_reason").starts_with("too long: \"18\"\nat "), "{smallest}");
    assert_eq!(object(smallest, "arguments")["small"], 0);
    assert!(text(smallest, "how_generated").starts_with("Found by test "), "{smallest}");
    assert_eq!(object(smallest, "metadata")["replay"], failure.token);
    assert_eq!((text(info, "type"), text(info, "title")), ("info", "law broken"));
    assert!(text(info, "content").starts_with("law broken: shop::tests::a_law"), "{info}");
}

#[test]
fn only_times_differ_between_two_runs() {
    let timeless = || {
        let (mut lines, _) = observe(&labelled(), Config::default());
        for line in &mut lines {
            if let Some(timing) = line.get_mut("timing") {
                *timing = Value::Null;
            }
        }
        lines
    };
    assert_eq!(timeless(), timeless());
}

#[test]
fn observing_changes_no_outcome() {
    let about =
        About::of_test("shop::tests::a_law", Some("shop"), Some(Target::Lib), ("src/shop.rs", 12));
    for seed in 0..10 {
        let config = Config::default().with(|config| config.seed = Some(seed));
        let plain = run(&labelled(), &about, &config, &mut |_| {});
        let config = config.with(|config| config.observe = Some("nowhere".into()));
        let observed = run(&labelled(), &about, &config, &mut |_| {});
        assert_eq!(format!("{plain:?}"), format!("{observed:?}"), "seed {seed}");
    }
}

#[test]
fn a_law_that_holds_has_its_tables_in_the_summary() {
    let law = for_all!(x: u8 => classify!(x < 100, "small"));
    let (lines, _) = observe(&law, Config::default().with(|config| config.tests = 40));
    assert_eq!(with_status(&lines, "passed").len(), 40);
    let info = lines.last().unwrap();
    let content = text(info, "content");
    assert_eq!(text(info, "title"), "law passed");
    assert!(content.starts_with("40 of 40 tests passed, 0 cases were discarded; root seed 0x7.\n"));
    assert!(content.contains("small"), "{content}");
}

#[test]
fn all_cases_there_are_are_told_too() {
    let law = for_all!(x: u8 = 0..3u8, y: bool => x < 3 || y);
    let (lines, summary) = observe(&law, Config::default());
    assert!(summary.exhausted.is_some());
    assert_eq!(with_status(&lines, "passed").len(), 6);
    let (lines, _) = observe(&law, Config::default().with(|config| config.exhaustive = Some(0)));
    assert!(!with_status(&lines, "passed").is_empty());
}

#[test]
fn known_failures_and_starved_filters_gave_up() {
    let law = for_all!(x: u8 => {
        known_bug!(x == 77, "seventy-seven");
        x != 77
    });
    let (lines, summary) = observe(&law, Config::default().with(|config| config.tests = 2_000));
    let gave_up = with_status(&lines, "gave_up");
    assert!(!gave_up.is_empty() && gave_up.len() as u64 == summary.discarded);
    assert_eq!(text(gave_up[0], "status_reason"), "known failure: seventy-seven");
    assert_eq!(object(gave_up[0], "features")["seventy-seven"], "true");

    let law = for_all(any::<u32>().filtered(|x| *x == 123_456_789), |_| true);
    let (lines, _) = observe(&law, Config::default().with(|config| config.tests = 5));
    let gave_up = with_status(&lines, "gave_up");
    assert!(text(gave_up[0], "status_reason").contains("passed the filter at "), "{}", gave_up[0]);
    assert_eq!(text(lines.last().unwrap(), "title"), "law gave up");
}

#[test]
fn warnings_and_misuse_are_alerts() {
    let law = for_all!(x: u64 => sometimes!(x == 12_345, "never"));
    let (lines, _) = observe(&law, Config::default());
    let alert = lines.iter().find(|line| line["type"] == "alert").expect("a warning");
    assert!(text(alert, "content").contains("`never` was promised to happen"), "{alert}");

    let (lines, _) = observe(&law, Config::default().with(|config| config.tests = 0));
    let [alert] = &lines[..] else { panic!("one line: {lines:?}") };
    assert_eq!((text(alert, "type"), text(alert, "title")), ("alert", "law misused"));
}

#[test]
fn names_that_are_missing_or_come_twice_are_made_up() {
    let law = for_all(any::<(u8, bool)>(), |_| for_all(any::<i8>(), |_| true));
    let (lines, _) = observe(&law, Config::default().with(|config| config.tests = 3));
    let names: Vec<&String> = object(&lines[0], "arguments").keys().collect();
    assert_eq!(names, ["argument 1", "argument 2"]);
    assert!(lines[0]["arguments"]["argument 1"].is_string());
    assert!(lines[0]["arguments"]["argument 2"].is_i64());
}

#[test]
fn a_file_is_of_one_law_and_one_process() {
    let directory = std::env::temp_dir().join(format!("lawful-observe-{}", std::process::id()));
    let about =
        About::of_test("shop::tests/a law", Some("shop"), Some(Target::Lib), ("src/shop.rs", 12));
    let law = for_all!(x: u64 => x.count_ones() <= 64);
    for _ in 0..2 {
        let config = Config::default().with(|config| {
            config.observe = Some(directory.clone());
            config.tests = 3;
        });
        let mut observer = Observer::in_directory(&directory, &about);
        let summary = run(&law, &about, &config, &mut |event| observer.event(event));
        observer.end(&summary).unwrap();
    }
    let file = directory.join(format!("shop.tests_a_law-{}.jsonl", std::process::id()));
    let text = std::fs::read_to_string(file).unwrap();
    assert_eq!(text.lines().count(), 8, "a law may run twice:\n{text}");
    std::fs::remove_dir_all(directory).unwrap();
}
