//! Every case as a line of JSON.

use std::fs;

use serde_json::Value;

use crate::shop;

#[test]
fn each_law_writes_its_cases_and_prints_none() {
    let directory = shop::project().path("observed");
    let _ = fs::remove_dir_all(&directory);
    let cargo = shop::cargo("test --test laws -- has_tables distinct_leaves three_cases");
    let cargo = cargo.env("LAWFUL_OBSERVE", &directory.display().to_string());
    let output = cargo.env("LAWFUL_SEED", "7").run();
    assert!(!output.stderr.contains("test 1 holds"), "{}", output.all());

    let mut files: Vec<String> = fs::read_dir(&directory)
        .unwrap_or_else(|error| panic!("{error}\n{}", output.all()))
        .map(|entry| entry.expect("it can be read").path().display().to_string())
        .collect();
    files.sort();
    let laws = [
        "shop.laws.has_tables-",
        "shop.laws.lists.distinct_leaves_nothing_twice-",
        "shop.laws.three_cases-",
    ];
    assert_eq!(files.len(), laws.len(), "{files:?}");
    for (file, law) in files.iter().zip(laws) {
        assert!(file.contains(law) && file.ends_with(".jsonl"), "{file}");
    }
    check(&files[0], &["passed"], 400, "law passed");
    check(&files[1], &["passed", "failed"], 256, "law broken");
    check(&files[2], &["passed"], 1, "law passed");
}

/// Checks the statuses, the least number of cases, and the last line.
fn check(file: &str, statuses: &[&str], cases: usize, title: &str) {
    let text = fs::read_to_string(file).expect("it can be read");
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    let of = |status: &&str| lines.iter().filter(|line| line["status"] == **status).count();
    assert!(statuses.iter().all(|status| of(status) > 0), "{text}");
    assert!(statuses.iter().map(of).sum::<usize>() >= cases, "{text}");
    assert_eq!(lines.last().expect("there are lines")["title"], title, "{text}");
}
