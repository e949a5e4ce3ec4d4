//! What the compiler says when `#[law]` is misused: what is wrong, and on which line of the user's.

use checks::Project;

/// A file, the message it must give, and the line, which the file marks with `// here`.
pub type Mistake = (&'static str, &'static str, &'static str);

const MISTAKES: &[Mistake] = &[
    (
        "unknown_option",
        "#[law(test = 5)] // here\nfn law(x: u8) {}\n",
        "`test` is not an option of a law; did you mean `tests`? There are tests, max_size, ",
    ),
    (
        "unknown_and_unlike_any",
        "#[law(colour = 5)] // here\nfn law(x: u8) {}\n",
        "`colour` is not an option of a law; there are tests, max_size, ",
    ),
    (
        "option_of_proptest",
        "#[law(max_shrink_iters = 5)] // here\nfn law(x: u8) {}\n",
        "`max_shrink_iters` is not an option of a law: other tools' `max_shrink_iters` is \
         `max_shrink_runs` here; there are tests, ",
    ),
    (
        "option_of_hypothesis",
        "#[law(deadline = 5)] // here\nfn law(x: u8) {}\n",
        "other tools' `deadline` is `max_case_time` here",
    ),
    (
        "an_example",
        "#[law(example(5))] // here\nfn law(x: u8) {}\n",
        "other tools' `example` is `case(..)` here",
    ),
    (
        "option_given_twice",
        "#[law(tests = 5, seed = 1, tests = 6)] // here\nfn law(x: u8) {}\n",
        "`tests` is given twice; remove one of them",
    ),
    ("negative_number", "#[law(tests = -1)] // here\nfn law(x: u8) {}\n", "`tests` is at least 1"),
    ("zero_times", "#[law(repeat = 0)] // here\nfn law(x: u8) {}\n", "`repeat` is at least 1"),
    ("negative_seed", "#[law(seed = -1)] // here\nfn law(x: u8) {}\n", "`seed` is at least 0"),
    (
        "duration_without_a_unit",
        "#[law(max_time = 30)] // here\nfn law(x: u8) {}\n",
        "`max_time` needs a unit: `max_time = \"30s\"`, or ms, m or h",
    ),
    (
        "duration_with_another_unit",
        "#[law(max_case_time = \"3 days\")] // here\nfn law(x: u8) {}\n",
        "`3 days` is not a duration: write a whole number and its unit, such as \"500ms\", \"30s\", \
         \"2m\" or \"1h\"",
    ),
    (
        "no_time_at_all",
        "#[law(max_time = \"0s\")] // here\nfn law(x: u8) {}\n",
        "`max_time` is longer than nothing",
    ),
    (
        "duration_of_another_type",
        "#[law(max_time = 30u64 + 1)] // here\nfn law(x: u8) {}\n",
        "mismatched types",
    ),
    ("switch_that_is_none", "#[law(isolated = 1)] // here\nfn law(x: u8) {}\n", "mismatched types"),
    (
        "option_without_a_number",
        "#[law(tests)] // here\nfn law(x: u8) {}\n",
        "`tests` needs a number: `tests = 1_000`",
    ),
    (
        "generic_without_types",
        "#[law]\nfn law<T: Ord>(x: T) {} // here\n",
        "a generic law needs its types: `#[law(for(One, Other))]`",
    ),
    (
        "types_without_a_parameter",
        "#[law(for(u8, u16))]\nfn law(x: u8) {} // here\n",
        "the law has no type parameter that `for(..)` could set",
    ),
    (
        "two_parameters",
        "#[law(for(u8))]\nfn law<A, B>(a: A, b: B) {} // here\n",
        "a generic law has one type parameter",
    ),
    (
        "a_method",
        "struct Shop;\nimpl Shop {\n    #[law]\n    fn law(&self, x: u8) {} // here\n}\n",
        "a law is a function, not a method",
    ),
    (
        "a_runtime_for_nothing",
        "#[law(block_on = lawful::block_on)] // here\nfn law(x: u8) {}\n",
        "`block_on` runs the future of an `async fn`, and this law is none",
    ),
    (
        "a_case_of_nothing",
        "#[law(case(1))] // here\nfn law() -> bool { true }\n",
        "a law without arguments has no other cases",
    ),
    (
        "a_case_of_another_type",
        "#[law(case(1, \"x\"))] // here\nfn law(x: u8, y: u8) {}\n",
        "mismatched types",
    ),
    (
        "a_case_with_too_few_arguments",
        "#[law(case(1))] // here\nfn law(x: u8, y: u8) {}\n",
        "mismatched types",
    ),
    (
        "without_a_type",
        "#[law]\nfn law(x: u8, y, z: u8) {} // here\n",
        "an argument of a law needs a type: `name: Type`",
    ),
    (
        "last_without_a_type",
        "#[law]\nfn law(x: u8, y) {} // here\n",
        "an argument of a law needs a type: `name: Type`",
    ),
    (
        "an_attribute_of_an_argument",
        "#[law]\nfn law(#[with(1..2)] x: u8) {} // here\n",
        "the only attribute of a law's argument is `#[from(generator)]`",
    ),
    (
        "a_type_without_arbitrary",
        "#[derive(Debug)]\nstruct Shop;\n#[law]\nfn law(shop: Shop) {} // here\n",
        "no arbitrary `Shop` can be generated",
    ),
    (
        "an_outcome_that_is_none",
        "#[law] // here\nfn law(x: u8) -> u8 { x }\n",
        "a law cannot return `u8`",
    ),
    (
        "assume_in_a_helper",
        "fn half(x: u8) -> u8 {\n    assume!(x % 2 == 0); // here\n    x / 2\n}\n\
         #[law]\nfn law(x: u8) {\n    half(x);\n}\n",
        "`assume!` cannot return from here: `u8` is not what a law returns",
    ),
    (
        "a_mistake_in_the_body",
        "#[law]\nfn law(x: u8) {\n    let y: String = x; // here\n}\n",
        "mismatched types",
    ),
];

/// The lines before each mistake.
pub const HEAD: &str = "#![allow(unused)]\nuse lawful::prelude::*;\n";

#[test]
fn each_mistake_is_named_on_the_users_line() {
    check_mistakes("misused", MISTAKES);
}

/// Builds all files in one project, and looks for what the compiler says of each.
pub fn check_mistakes(project: &str, mistakes: &[Mistake]) {
    let texts: Vec<(&str, String)> =
        mistakes.iter().map(|(name, text, _)| (*name, format!("{HEAD}{text}"))).collect();
    let tests: Vec<(&str, &str)> =
        texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let project = Project::new(env!("CARGO_TARGET_TMPDIR"), project, &tests);
    // All files at once: each is a crate of its own, and its errors name it.
    let output = project.cargo("build --tests --keep-going --jobs 1").run();
    assert!(!output.success);
    let problems: Vec<String> = texts
        .iter()
        .zip(mistakes)
        .filter_map(|((name, text), (_, _, message))| problem(&output.stderr, name, text, message))
        .collect();
    assert!(problems.is_empty(), "{}\n{}", problems.join("\n"), output.stderr);
}

/// What is wrong with what the compiler said of a file.
pub fn problem(stderr: &str, name: &str, text: &str, message: &str) -> Option<String> {
    let marked = text.lines().position(|line| line.contains("// here"));
    let place = format!("--> tests/{name}.rs:{}:", marked.expect("a line is marked") + 1);
    // A message ends at an empty line.
    let mut messages = stderr.split("\n\n").filter(|part| part.contains(&place));
    let found = messages.any(|part| part.contains(message));
    (!found).then(|| format!("no {message:?} at {place}"))
}
