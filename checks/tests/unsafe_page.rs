//! The page about unsafe code of `lawful-pulse` has a row for each unsafe block, implementation and function, and the
//! tests that it names exist.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// Numbers of unsafe places of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    blocks: usize,
    impls: usize,
    fns: usize,
}

impl fmt::Display for Count {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Count { blocks, impls, fns } = self;
        write!(formatter, "blocks {blocks}, impls {impls}, fns {fns}")
    }
}

/// Counts the unsafe places of a source. Types of unsafe functions are none.
fn count_source(source: &str) -> Count {
    let mut count = Count::default();
    for line in source.lines() {
        let code = line.split("//").next().unwrap_or_default();
        for (index, _) in code.match_indices("unsafe") {
            let is_word = |character: char| character.is_alphanumeric() || character == '_';
            let after = &code[index + "unsafe".len()..];
            if code[..index].ends_with(is_word) || after.starts_with(is_word) {
                continue;
            }
            let after = after.trim_start();
            let after = after.strip_prefix("extern \"C\"").unwrap_or(after).trim_start();
            if after.is_empty() || after.starts_with('{') {
                count.blocks += 1;
            } else if after.starts_with("impl") {
                count.impls += 1;
            } else if after.starts_with("fn ") {
                count.fns += 1;
            }
        }
    }
    count
}

/// Returns all Rust files below a directory.
fn sources(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).expect("the sources can be read");
    let paths = entries.map(|entry| entry.expect("an entry can be read").path());
    let below = |path: PathBuf| if path.is_dir() { sources(&path) } else { vec![path] };
    let is_rust = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rs");
    paths.flat_map(below).filter(is_rust).collect()
}

/// Returns the rows of each section of the page, and the line with its numbers.
fn sections(page: &str) -> BTreeMap<String, (Count, String)> {
    let mut all = BTreeMap::new();
    for section in page.split("\n## ").skip(1) {
        let mut lines = section.lines();
        let name = lines.next().unwrap_or_default().trim().to_string();
        let numbers = lines.find(|line| line.starts_with("blocks ")).unwrap_or_default();
        let mut count = Count::default();
        for line in lines {
            match line.split(" | ").nth(1) {
                Some("block") => count.blocks += 1,
                Some("impl") => count.impls += 1,
                Some("fn") => count.fns += 1,
                _ => {}
            }
        }
        all.insert(name, (count, numbers.to_string()));
    }
    all
}

#[test]
fn the_page_has_a_row_for_each_unsafe_place() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/lawful-pulse");
    let page = fs::read_to_string(package.join("UNSAFE.md")).expect("the page can be read");
    let mut written = sections(&page);
    let mut wrong = Vec::new();
    let mut files = sources(&package.join("src"));
    files.sort();
    for path in files {
        let source = fs::read_to_string(&path).expect("a source can be read");
        let count = count_source(&source);
        let name =
            path.strip_prefix(&package).expect("a path of the package").display().to_string();
        let (rows, numbers) = written.remove(&name).unwrap_or_default();
        if count == Count::default() && numbers.is_empty() {
            continue;
        }
        println!("## {name}\n\n{count}\n");
        if rows != count || numbers != count.to_string() {
            wrong.push(format!(
                "{name} has {count}; the page has rows for {rows} and says \"{numbers}\""
            ));
        }
    }
    wrong.extend(
        written.into_keys().map(|name| format!("{name} is on the page and has no unsafe code")),
    );
    assert!(
        wrong.is_empty(),
        "crates/lawful-pulse/UNSAFE.md is not up to date:\n{}",
        wrong.join("\n")
    );
}

/// Returns the names of tests in the last column of the page, without their modules.
fn named_tests(page: &str) -> impl Iterator<Item = &str> {
    let cells = page.lines().filter_map(|line| line.split(" | ").nth(3));
    let quoted = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    let is_name = |name: &&str| {
        name.contains('_') && name.chars().all(|one| one == '_' || one.is_ascii_lowercase())
    };
    quoted.filter_map(|path| path.rsplit("::").next()).filter(is_name)
}

#[test]
fn the_tests_that_the_page_names_exist() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/lawful-pulse");
    let page = fs::read_to_string(package.join("UNSAFE.md")).expect("the page can be read");
    let files = ["src", "tests"].map(|directory| sources(&package.join(directory))).concat();
    let read = |path| fs::read_to_string(path).expect("a source can be read");
    let code: String = files.iter().map(read).collect();
    let is_missing = |name: &&str| !code.contains(&format!("fn {name}("));
    let missing: Vec<&str> = named_tests(&page).filter(is_missing).collect();
    assert!(
        missing.is_empty(),
        "crates/lawful-pulse/UNSAFE.md names tests that do not exist: {missing:?}"
    );
    assert!(named_tests(&page).count() > 50);
}

#[test]
fn tests_are_found_in_the_last_column() {
    let row = "| `a_place` | block | `an_invariant` holds. | memcheck over `some::a_test`, `b_test` (`c.rs`) |";
    assert_eq!(named_tests(row).collect::<Vec<_>>(), ["a_test", "b_test"]);
}

#[test]
fn unsafe_places_are_counted() {
    let source = "
        // unsafe { in a comment }
        unsafe impl Send for One {}
        pub(crate) unsafe fn two() {}
        unsafe extern \"C\" fn three() {}
        let four: unsafe extern \"C\" fn(u32) = five;
        let six = unsafe { seven() };
        #![allow(unsafe_code)]
    ";
    assert_eq!(count_source(source), Count { blocks: 1, impls: 1, fns: 2 });
}
