//! Every line that `LAWFUL_OBSERVE` asks for meets the schema of observations, and what Tyche demands beyond it.
//!
//! The lines stay in `observed` below the directory of the tests, where `observations/run` has another validator read them.

mod schema;

use std::collections::BTreeSet;
use std::fs;

use checks::{HOSTILE, all_kinds, laws_of_all_kinds, left_for_scripts};
use serde_json::{Value, json};

use schema::violation;

fn read_schema() -> Value {
    serde_json::from_str(include_str!("../../observations/schema.json"))
        .expect("the schema is JSON")
}

/// Lines of all laws, each with its file.
fn observed() -> Vec<(String, Value)> {
    let directory = left_for_scripts(env!("CARGO_TARGET_TMPDIR"), "observed");
    let project = all_kinds(env!("CARGO_TARGET_TMPDIR"), "all-kinds");
    let cargo = project.cargo("test --test laws");
    // Each kind of line must be there, and not with most seeds alone.
    let cargo = cargo.env("LAWFUL_SEED", "1");
    let output = cargo.env("LAWFUL_OBSERVE", &directory.display().to_string()).run();
    let failed = output.failures();
    assert!(failed.len() > 10, "{}", output.all());
    let files = fs::read_dir(&directory).expect("there are files").flatten();
    let lines = files.flat_map(|file| {
        let name = file.file_name().display().to_string();
        let text = fs::read_to_string(file.path()).expect("a file of UTF-8");
        assert!(text.ends_with('\n'), "{name} is cut off");
        // Line feeds alone end lines: U+2028 and others may stand inside.
        let lines = text.split_terminator('\n').map(|line| {
            let line = serde_json::from_str(line)
                .unwrap_or_else(|error| panic!("{name}: {error}: {line}"));
            (name.clone(), line)
        });
        lines.collect::<Vec<_>>()
    });
    lines.collect()
}

#[test]
fn each_line_meets_the_schema() {
    let (schema, lines) = (read_schema(), observed());
    let violations = lines.iter().filter_map(|(file, line)| {
        let violation = violation(&schema, line, "line").or_else(|| refused_by_tyche(line))?;
        Some(format!("{file}: {violation}\n{line}"))
    });
    let violations: Vec<String> = violations.collect();
    assert!(violations.is_empty(), "{} violations\n{}", violations.len(), violations[0]);
    check_variety(&lines);
    check_hostile(&lines);
    println!("{} lines of {} files are valid", lines.len(), files(&lines).len());
}

fn files(lines: &[(String, Value)]) -> BTreeSet<&str> {
    lines.iter().map(|(file, _)| file.as_str()).collect()
}

/// What the reader of Tyche demands beyond the schema (`tyche-pbt/tyche-extension`, `datatypes.ts` and `report.ts`): an
/// error with its title and content is no line for it, and a file with a line that it does not know is not shown at all.
/// It plots the features that are numbers or texts, and leaves out others.
fn refused_by_tyche(line: &Value) -> Option<String> {
    if line["type"] == "test_case" {
        let features = line["features"].as_object()?;
        let is_left_out = |value: &Value| !value.is_number() && !value.is_string();
        let left_out = features.iter().find(|(_, value)| is_left_out(value));
        let how = line["how_generated"].is_null().then(|| String::from("how_generated is null"));
        return left_out
            .map(|(name, value)| format!("Tyche does not show the feature {name}: {value}"))
            .or(how);
    }
    (line["type"] == "error" || !line["content"].is_string())
        .then(|| String::from("Tyche refuses this message"))
}

/// There are lines of all kinds, so that the check says something.
fn check_variety(lines: &[(String, Value)]) {
    let of = |member: &'static str| -> BTreeSet<&str> {
        lines.iter().filter_map(|(_, line)| line[member].as_str()).collect()
    };
    assert_eq!(files(lines).len(), laws_of_all_kinds(), "{:?}", files(lines));
    assert_eq!(of("type"), BTreeSet::from(["alert", "info", "test_case"]));
    assert_eq!(of("status"), BTreeSet::from(["failed", "gave_up", "passed"]));
    let titles = [
        "law broken",
        "law gave up",
        "law misused",
        "law passed",
        "law passed, but not enough cases are covered",
        "law unstable",
        "warning",
    ];
    assert_eq!(of("title"), BTreeSet::from(titles));
    let reasons: Vec<&str> = of("status_reason").into_iter().collect();
    let parts = [
        "assume!",
        "known failure: seventy-seven",
        "passed the filter at",
        "signal 6",
        "not linearizable",
        "every letter arrives <b>soon</b>",
        "The law returned false.",
    ];
    for part in parts {
        assert!(
            reasons.iter().any(|reason| reason.contains(part)),
            "no {part:?} in {} reasons",
            reasons.len()
        );
    }
    let has = |is: &dyn Fn(&Value) -> bool| lines.iter().any(|(_, line)| is(line));
    assert!(has(&|line| line["metadata"]["trace"]["events"].is_array()));
    assert!(has(&|line| line["metadata"]["sizes"].is_array()));
    assert!(has(&|line| line["features"]["target:length"].is_number()));
    assert!(has(&|line| line["arguments"]["x"] == "f64::NAN"));
}

/// Texts come back as they were.
fn check_hostile(lines: &[(String, Value)]) {
    let notes = lines.iter().filter_map(|(_, line)| line["metadata"]["notes"].as_array()).flatten();
    let notes: BTreeSet<&str> = notes.filter_map(Value::as_str).collect();
    for text in HOSTILE {
        assert!(notes.contains(text), "{text:?}");
        assert!(lines.iter().any(|(_, line)| line["features"].get(text).is_some()), "{text:?}");
    }
}

/// The schema refuses lines that lack a member, have another one, or have one of another type.
#[test]
fn the_schema_refuses_what_is_no_observation() {
    let schema = read_schema();
    let case = json!({
        "type": "test_case", "run_start": 1.5, "property": "a::law", "status": "passed", "status_reason": "",
        "representation": "law()", "arguments": {}, "how_generated": null, "features": {"a": [1]},
        "coverage": {"src/lib.rs": [1, 2]}, "timing": {"execute:test": 0}, "metadata": {},
    });
    let message =
        json!({"type": "info", "run_start": 1, "property": "p", "title": "", "content": {}});
    for line in [&case, &message] {
        assert_eq!(violation(&schema, line, "line"), None);
        for name in line.as_object().expect("an object").keys() {
            let mut without = line.clone();
            without.as_object_mut().expect("an object").remove(name);
            assert!(violation(&schema, &without, "line").is_some(), "{without}");
            let mut other = line.clone();
            other[name] = json!([1]);
            assert!(violation(&schema, &other, "line").is_some(), "{other}");
        }
        let mut more = line.clone();
        more["more"] = json!(1);
        assert!(violation(&schema, &more, "line").is_some(), "{more}");
    }
    let wrong = [
        ("status", json!("discarded")),
        ("type", json!("case")),
        ("coverage", json!({"src/lib.rs": [0]})),
        ("coverage", json!({"src/lib.rs": [1, 1]})),
        ("coverage", json!("no_coverage_info")),
        ("timing", json!({"execute:test": -1})),
        ("timing", json!({"execute:test": "inf"})),
    ];
    for (name, value) in wrong {
        let mut line = case.clone();
        line[name] = value;
        assert!(violation(&schema, &line, "line").is_some(), "{line}");
    }
}
