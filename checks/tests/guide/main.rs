//! The guide (`lawful::guide`): every snippet compiled and run, and every report that it shows compared.
//!
//! `chapters` follows each chapter in a project that has all features and the tools of the chapters for those who come
//! from them. `fresh` follows two of them to the letter, in a new project with packages as they are published.

mod chapters;
mod fresh;

use std::fs;
use std::path::{Path, PathBuf};

/// Chapters that are followed in a fresh project too.
const FRESH: [&str; 2] = ["races", "discovery"];

/// Directory of the chapters.
fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/lawful/src/guide")
}

/// Text of a chapter.
fn chapter(name: &str) -> String {
    let path = directory().join(format!("{name}.md"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
