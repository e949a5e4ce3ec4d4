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
fn data_imports_nothing_of_the_engine() {
    let data = sources("src/data");
    assert!(data.len() > 4, "{data:?}");
    for (path, text) in data {
        let imports = text.lines().filter(|line| line.contains("crate::"));
        // Examples import from outside.
        let own = imports.filter(|line| !line.trim_start().starts_with("//"));
        assert_eq!(own.collect::<Vec<_>>(), [] as [&str; 0], "{}", path.display());
    }
}

/// Words of components, and the files that may have them: traces are a kind of block that any reporter can
/// draw, and the page of the extension API names components as examples.
#[test]
fn the_engine_has_no_word_of_a_component() {
    let words = ["task", "schedul", "context switch", "interleav", "parallel branch"];
    let allowed = [
        "data/trace.rs",
        "data/mod.rs",
        "data/document.rs",
        "isolated/wire.rs",
        "extend/mod.rs",
        "src/lib.rs",
    ];
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
