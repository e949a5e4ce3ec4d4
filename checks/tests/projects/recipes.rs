//! The recipes of CONTRIBUTING.md, followed to the letter.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use checks::{Cargo, Project};
use serde_json::Value;

use crate::replay::replay_line;

/// The files of the recipes: each block of code says in its first line which file it is.
fn files() -> Vec<(String, String)> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../CONTRIBUTING.md");
    let page = fs::read_to_string(page).expect("the page can be read");
    let blocks = page.split("```rust\n// ").skip(1);
    let file = |block: &str| {
        let (name, rest) = block.split_once('\n').expect("the name is a line");
        let (text, _) = rest.split_once("```").expect("a block ends");
        (name.to_string(), text.to_string())
    };
    blocks.map(file).collect()
}

/// A project made of them, which depends on `lawful` and on nothing else.
fn project() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| {
        let files = files();
        let modules: String = files
            .iter()
            .filter_map(|(name, _)| name.strip_prefix("src/")?.strip_suffix(".rs"))
            .map(|name| format!("pub mod {name};\n"))
            .collect();
        let lawful = Project::dependency_on("lawful", &["pulse"]);
        let dependencies = format!("[dependencies]\n{lawful}\n");
        let directory = env!("CARGO_TARGET_TMPDIR");
        let library = [("src/lib.rs", modules.as_str())];
        let project = Project::depending(directory, "recipes", &dependencies, &library);
        files.iter().for_each(|(name, text)| project.write(name, text));
        project
    })
}

fn cargo(words: &str) -> Cargo {
    project().cargo(words)
}

/// The report of a law that fails, without how it can be replayed.
fn report(cargo: Cargo, law: &str) -> String {
    cargo.run().failure(law)
}

/// Number of runs that shrinking took.
fn runs(report: &str) -> u64 {
    let (_, rest) = report.split_once(" in ").expect(report);
    let number = rest.split(' ').find_map(|word| word.parse().ok());
    number.unwrap_or_else(|| panic!("{report}"))
}

#[test]
fn a_component_is_a_file_of_about_sixty_lines() {
    let (_, text) =
        files().into_iter().find(|(name, _)| name == "src/editor.rs").expect("it is there");
    let code =
        text.lines().filter(|line| !line.trim().is_empty() && !line.trim().starts_with("//"));
    assert!(code.count() <= 65, "{text}");
}

#[test]
fn a_component_has_its_reason_its_sizes_and_its_own_setting() {
    let report = report(cargo("test --test editors forgets"), "forgets");
    let expected = "
    edits = vec![Edit::Type('a'), Edit::Type('b'), Edit::Delete, Edit::Delete, Edit::Undo]

  the editor has another text:
    \"b\"
    instead of \"a\"
";
    assert!(report.contains(expected), "{report}");
    assert!(report.contains(" edits to 5 in "), "{report}");
    let short = cargo("test --test editors forgets").env("LAWFUL_EDITOR_MOST", "4").run();
    assert!(short.stdout.contains("test forgets ... ok"), "{}", short.all());
}

#[test]
fn a_component_is_shrunk_by_its_own_pass() {
    let with = report(cargo("test --test editors forgets"), "forgets");
    // The same component without the line that registers its pass.
    let files = files();
    let (_, editor) = files.iter().find(|(name, _)| name == "src/editor.rs").expect("it is there");
    let line = editor.lines().find(|line| line.trim().starts_with("passes:")).expect("a line");
    let lawful = Project::dependency_on("lawful", &["pulse"]);
    let (_, laws) = files.iter().find(|(name, _)| name == "tests/editors.rs").expect("it is there");
    let other = Project::depending(
        env!("CARGO_TARGET_TMPDIR"),
        "recipes-without",
        &format!("[dependencies]\n{lawful}\n"),
        &[
            ("src/lib.rs", "pub mod editor;\n"),
            ("tests/editors.rs", &laws.replace("recipes::", "recipes_without::")),
        ],
    );
    other.write("src/editor.rs", &editor.replace(line, "    passes: &[],"));
    let without = report(other.cargo("test --test editors forgets"), "forgets");
    assert!(without.contains(" edits to 5 in "), "{without}");
    assert!(runs(&with) < runs(&without), "{with}\n{without}");
}

#[test]
fn a_component_is_isolated_and_its_deadly_case_is_shrunk() {
    let report = report(cargo("test --test editors dies"), "dies");
    assert!(report.contains("\n    edits = vec![Edit::Undo]\n"), "{report}");
    assert!(report.contains("(SIGABRT, an abort)"), "{report}");
    // What fails without dying is the same in a process of its own.
    let isolated = cargo("test --test editors forgets").env("LAWFUL_ISOLATED", "1");
    let isolated = self::report(isolated, "forgets");
    assert_eq!(isolated, self::report(cargo("test --test editors forgets"), "forgets"));
}

#[test]
fn a_component_runs_on_two_threads_with_the_same_outcome() {
    let two = report(cargo("test --test editors forgets").env("LAWFUL_JOBS", "2"), "forgets");
    assert_eq!(two, report(cargo("test --test editors forgets"), "forgets"));
    let counted = |jobs: &str| {
        let output = cargo("test --test editors is_right").env("LAWFUL_JOBS", jobs).run();
        let table = output.stderr.lines().skip_while(|line| !line.starts_with("  edits: "));
        table.take(4).map(String::from).collect::<Vec<String>>()
    };
    let table = counted("1");
    assert_eq!(table.len(), 4, "{table:?}");
    assert!(table[1..].iter().all(|row| row.contains('%')), "{table:?}");
    assert_eq!(table, counted("2"), "its table is summed over threads");
}

#[test]
fn a_component_is_replayed() {
    let found = report(cargo("test --test editors forgets"), "forgets");
    let (token, command) = replay_line(&found);
    let replayed = report(cargo(&command).env("LAWFUL_REPLAY", &token), "forgets");
    assert!(replayed.contains("Edit::Delete, Edit::Delete, Edit::Undo]\n"), "{replayed}");
    assert!(replayed.contains("Replayed as it is, without shrinking."), "{replayed}");
}

#[test]
fn a_component_is_in_the_lines_of_json_with_its_code() {
    let directory = project().path("observed");
    let _ = fs::remove_dir_all(&directory);
    let observed = cargo("test --test editors forgets");
    observed.env("LAWFUL_OBSERVE", &directory.display().to_string()).run();
    let file = fs::read_dir(&directory).expect("it is made").next().expect("there is a file");
    let text = fs::read_to_string(file.expect("it can be read").path()).expect("it is text");
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("it is JSON"));
    let mut with_sizes = lines.filter(|line| line["metadata"]["sizes"].is_array());
    let smallest = with_sizes.next_back();
    let metadata = &smallest.expect("the minimal case is told")["metadata"];
    assert_eq!(metadata["reason"]["component"], "editor");
    assert_eq!(metadata["reason"]["code"], "wrong-text");
    assert_eq!(metadata["reason"]["fields"]["text"], "b");
    assert_eq!(metadata["sizes"][0]["unit"], "edits");
    assert_eq!(metadata["sizes"][0]["shrunk"], 5);
}

#[test]
fn a_failure_shows_the_case_as_it_was_found_if_asked() {
    let original = cargo("test --test editors forgets").env("LAWFUL_ORIGINAL", "1");
    let report = report(original, "forgets");
    let (_, original) = report.split_once("\n  As it was found:\n\n").expect(&report);
    assert!(original.matches("Edit::").count() > 5, "{report}");
}

#[test]
fn a_scheduler_finds_and_is_named() {
    let report = report(cargo("test --test schedules"), "counts");
    assert!(report.contains("(by round robin, schedule 1 of the case)"), "{report}");
    assert!(report.contains("It takes 1 context switch;"), "{report}");
}

#[test]
fn a_reporter_hears_of_failures() {
    let output = cargo("test --test reported").run();
    let all = output.all();
    assert!(
        all.lines().any(|line| line.starts_with("lawful/panic: ") && line.contains(" → ")),
        "{all}"
    );
}
