//! The examples of the README, built and run as tests of a project, and the reports that it shows. A doc test
//! compiles no `#[law]`, since laws are tests.

use checks::{Output, Project, compare_shown, page};

const README: &str = include_str!("../../README.md");

/// Blocks of code of one language, in their order.
fn blocks(language: &str) -> Vec<String> {
    page::blocks(README, language).into_iter().map(|block| block.text).collect()
}

/// Compares the block of text that begins with these words with what was printed.
fn check_shown(beginning: &str, output: &Output) {
    let found = blocks("text").into_iter().find(|block| block.starts_with(beginning));
    let shown = found.unwrap_or_else(|| panic!("the README shows no {beginning:?}"));
    let result = compare_shown(&shown, &output.stdout);
    result.unwrap_or_else(|missing| panic!("not seen:\n{missing}\n\nbut:\n{}", output.all()));
}

fn project() -> Project {
    let rust = blocks("rust");
    let [first, everyday, types, race, post] = &rust[..] else { panic!("{} examples", rust.len()) };
    let dependencies =
        format!("[dependencies]\n{}\n", Project::dependency_on("lawful", &["pulse", "temporal"]));
    let files = [
        ("src/lib.rs", ""),
        ("tests/laws.rs", first.as_str()),
        ("tests/everyday.rs", everyday),
        ("tests/types.rs", types),
        ("tests/counting.rs", race),
        ("tests/post.rs", post),
    ];
    Project::depending(env!("CARGO_TARGET_TMPDIR"), "shop", &dependencies, &files)
}

#[test]
fn the_first_law_is_reported_as_shown() {
    let output = project().cargo("test --test laws").env("LAWFUL_SEED", "5").run();
    check_shown("law broken: shop::laws::reversing", &output);
}

#[test]
fn the_race_is_reported_as_shown() {
    let output = project().cargo("test --test counting").env("LAWFUL_SEED", "5").run();
    check_shown("law broken: shop::counting::both", &output);
}

#[test]
fn the_law_over_time_is_reported_as_shown() {
    let output = project().cargo("test --test post").env("LAWFUL_SEED", "5").run();
    check_shown("law broken: shop::post::every_letter_arrives", &output);
}

#[test]
fn the_other_examples_pass() {
    for test in ["everyday", "types"] {
        let output = project().cargo(&format!("test --test {test}")).run();
        assert!(output.stdout.contains("test result: ok."), "{}", output.all());
    }
}
