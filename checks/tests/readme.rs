//! The examples of the README, built and run as tests of a project, and the reports that it shows. A doc test
//! compiles no `#[law]`, since laws are tests.

use checks::Project;

const README: &str = include_str!("../../README.md");

/// Blocks of code of one language, in their order.
fn blocks(language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    let parts = README.split(&fence).skip(1);
    parts.map(|part| part.split("```").next().unwrap_or_default().to_string()).collect()
}

/// The block of text that begins with these words.
fn shown(beginning: &str) -> String {
    let found = blocks("text").into_iter().find(|block| block.starts_with(beginning));
    found.unwrap_or_else(|| panic!("the README shows no {beginning:?}"))
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
    let report = shown("law broken: shop::laws::reversing");
    assert!(output.stdout.contains(&report), "{}", output.all());
}

#[test]
fn the_race_is_reported_as_shown() {
    let output = project().cargo("test --test counting").env("LAWFUL_SEED", "5").run();
    let report = shown("law broken: shop::counting::both");
    assert!(output.stdout.contains(&report), "{}", output.all());
}

#[test]
fn the_law_over_time_is_reported_as_shown() {
    let output = project().cargo("test --test post").env("LAWFUL_SEED", "5").run();
    let report = shown("law broken: shop::post::every_letter_arrives");
    assert!(output.stdout.contains(&report), "{}", output.all());
}

#[test]
fn the_other_examples_pass() {
    for test in ["everyday", "types"] {
        let output = project().cargo(&format!("test --test {test}")).run();
        assert!(output.stdout.contains("test result: ok."), "{}", output.all());
    }
}
