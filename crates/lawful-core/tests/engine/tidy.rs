//! Limits of what the layers of the engine may know, as far as their text tells.

use std::fs;
use std::path::{Path, PathBuf};

/// All source files below a folder of the engine, with their texts.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("it can be read") {
            let path = entry.expect("it can be read").path();
            match path.is_dir() {
                true => folders.push(path),
                false => sources.push((path.clone(), fs::read_to_string(path).expect("a text"))),
            }
        }
    }
    sources
}

#[test]
fn data_depends_on_nothing() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lawful-data/Cargo.toml");
    let manifest = fs::read_to_string(manifest).expect("the manifest is there");
    let (_, rest) = manifest.split_once("[dependencies]\n").expect("a table of dependencies");
    let table = rest.split("\n[").next().unwrap_or_default();
    assert_eq!(table.trim(), "");
}

/// Words of components, and the files that may have them: pages that name components as examples.
#[test]
fn the_engine_has_no_word_of_a_component() {
    let words = ["task", "schedul", "context switch", "interleav", "parallel branch"];
    let allowed = ["extend/mod.rs", "src/lib.rs"];
    for (path, text) in sources("src") {
        let path = path.display().to_string();
        if allowed.iter().any(|file| path.ends_with(file)) {
            continue;
        }
        for line in text.lines().filter(|line| !line.contains("std::task")) {
            let line = line.to_lowercase();
            assert!(!words.iter().any(|word| line.contains(word)), "{path}: {line}");
        }
    }
}
