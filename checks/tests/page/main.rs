//! Pages for `page/drive.py`, which opens them in Chromium: a run of laws of all kinds, results of all kinds with hostile
//! texts in all places, and more laws and labels than anyone has.
//!
//! They are written to `page` below the directory of the tests, where `page/run` finds them.

mod load;
mod results;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use checks::{HOSTILE, all_kinds, left_for_scripts, subcommand};

/// Directory of the pages.
fn pages() -> &'static Path {
    static PAGES: OnceLock<PathBuf> = OnceLock::new();
    PAGES.get_or_init(|| {
        let pages = left_for_scripts(env!("CARGO_TARGET_TMPDIR"), "page");
        // What the driver looks for.
        let texts = serde_json::to_string(&HOSTILE).expect("texts are JSON");
        fs::write(pages.join("hostile.json"), texts).expect("the file can be written");
        pages
    })
}

#[test]
fn laws_of_all_kinds() {
    let project = all_kinds(env!("CARGO_TARGET_TMPDIR"), "all-kinds");
    let page = pages().join("laws.html");
    let option = format!("--report={}", page.display());
    let output = subcommand(&project, "--plain-tests --seed 1").args([option]).run();
    assert_eq!(output.code, Some(1), "{}", output.all());
    assert!(page.exists(), "{}", output.all());
}

#[test]
fn results_of_all_kinds() {
    results::report().write(&pages().join("results.html")).expect("the page can be written");
}

#[test]
fn many_laws_with_many_labels() {
    load::report().write(&pages().join("load.html")).expect("the page can be written");
}
