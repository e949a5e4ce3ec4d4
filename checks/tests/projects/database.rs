//! Failures that are kept from one run to the next.

use std::fs;
use std::path::{Path, PathBuf};

use crate::shop;

const LAW: &str = "seventy_seven_is_rare";

/// The directories of the law in a database.
fn kept(database: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(database).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths.filter(|path| path.display().to_string().contains(LAW)).collect()
}

fn forget(database: &Path) {
    kept(database).iter().for_each(|path| fs::remove_dir_all(path).expect("it can be removed"));
}

#[test]
fn a_failure_is_kept_under_the_target_directory_and_tried_first() {
    let database = shop::project().target().join("lawful");
    let words = format!("test --test laws {LAW}");
    forget(&database);

    let long = shop::cargo(&words).env("LAWFUL_TESTS", "20000").run();
    assert!(long.failure(LAW).contains("x = 77"), "{}", long.all());
    assert_eq!(kept(&database), [] as [PathBuf; 0], "off is off");

    let long = shop::cargo(&words).env("LAWFUL_TESTS", "20000").with_database().run();
    assert!(long.failure(LAW).contains("Found by test "), "{}", long.all());
    let [directory] = &kept(&database)[..] else { panic!("nothing in {}", database.display()) };
    assert_eq!(fs::read_dir(directory).unwrap().count(), 1);

    // One test would not find it: its size is 0.
    let short = shop::cargo(&words).env("LAWFUL_TESTS", "1").with_database().run();
    let report = short.failure(LAW);
    assert!(report.contains("x = 77"), "{report}");
    assert!(report.contains("Found by a failure kept from an earlier run"), "{report}");

    let without = shop::cargo(&words).env("LAWFUL_TESTS", "1").run();
    assert!(without.success, "off is not read either\n{}", without.all());
    forget(&database);
}

#[test]
fn the_database_may_be_anywhere() {
    let database = shop::project().path("kept");
    forget(&database);
    let words = format!("test --test laws {LAW}");
    let cargo = shop::cargo(&words).env("LAWFUL_TESTS", "20000");
    let output = cargo.env("LAWFUL_DATABASE", &database.display().to_string()).run();
    assert!(!output.success, "{}", output.all());
    assert_eq!(kept(&database).len(), 1, "{}", output.all());
}
