//! Errors of the compiler for wrong arguments, generators and returns: the message, the line, and how many errors.

use checks::Project;

use crate::misuse::{HEAD, problem};

/// A file, the parts that one message must have, and the number of errors. The file marks the line with `// here`.
type Mistake = (&'static str, &'static str, &'static [&'static str], usize);

const MISTAKES: &[Mistake] = &[
    (
        "a_trait_object",
        "#[law]\nfn law(x: &dyn std::fmt::Debug) {} // here\n",
        &[
            "no value of a `dyn Trait` can be drawn; take a type that implements the trait, or several with \
           `#[law(for(One, Other))]`",
        ],
        1,
    ),
    (
        "a_static_text",
        "#[law]\nfn law(x: &'static str) {} // here\n",
        &[
            "what is drawn lives for one run: leave `'static` away, or name a generator of such references: \
           `#[from(elements([..]))]`",
        ],
        1,
    ),
    (
        "a_text_of_c_to_change",
        "#[law]\nfn law(x: &mut std::ffi::CStr) {} // here\n",
        &[
            "no `&mut CStr` can be drawn",
            "take the owned type by value, and borrow from it in the body",
        ],
        1,
    ),
    (
        "a_reference_to_what_is_not_arbitrary",
        "#[derive(Debug)]\nstruct Shop;\n#[law]\nfn law(shop: &Shop) {} // here\n",
        &["no arbitrary `Shop` can be generated", "derive it with `#[derive(Arbitrary)]`"],
        1,
    ),
    (
        "not_arbitrary",
        "#[derive(Debug)]\nstruct Shop;\n#[law]\nfn law(shop: Shop) {} // here\n",
        &["no arbitrary `Shop` can be generated", "derive it with `#[derive(Arbitrary)]`"],
        1,
    ),
    (
        "fields_that_are_not_arbitrary",
        "#[derive(Debug)]\nstruct Shop;\n#[derive(Debug, Arbitrary)]\nstruct Town {\n    first: Shop, // here\n    \
         name: String,\n    others: Vec<Shop>,\n}\n#[law]\nfn law(town: Town) {}\n#[law]\nfn other(town: Town) {}\n",
        &["no arbitrary `Shop` can be generated"],
        2,
    ),
    (
        "flat_fields_that_are_not_arbitrary",
        "#[derive(Debug)]\nstruct String;\n#[derive(Debug, Arbitrary)]\nstruct Town {\n    first: String, // here\n}\n",
        &["no arbitrary `String` can be generated"],
        1,
    ),
    (
        "a_later_argument",
        "#[law]\nfn law(#[from(0..v.len())] i: usize, v: Vec<u8>) {} // here\n",
        &["cannot find value `v` in this scope"],
        1,
    ),
    (
        "a_generic_argument",
        "#[law]\nfn law(xs: impl Ord) {} // here\n",
        &["`impl Trait` makes the law generic, and a generic law needs its types: \
           `#[law(for(One, Other))] fn law<T: Trait>(x: T)`"],
        1,
    ),
    (
        "a_test_too",
        "#[law]\n#[test] // here\nfn law(x: u8) {}\n",
        &["`#[law]` makes the test; remove `#[test]`"],
        1,
    ),
    (
        "a_test_of_a_runtime_too",
        "#[law]\n#[tokio::test] // here\nasync fn law(x: u8) {}\n",
        &["`#[law]` makes the test; remove `#[tokio::test]`; a runtime is named with \
           `#[law(block_on = ..)]`"],
        1,
    ),
    (
        "two_laws",
        "#[law]\n#[law(tests = 3)] // here\nfn law(x: u8) {}\n",
        &["`#[law]` is given twice; remove one"],
        1,
    ),
    (
        "two_generators",
        "#[law]\nfn law(#[from(0..3)] #[from(1..4)] k: u8) {} // here\n",
        &["an argument has one generator; remove one `#[from(..)]`"],
        1,
    ),
    (
        "no_generator",
        "#[law]\nfn law(#[from()] k: u8) {} // here\n",
        &["`from` needs a generator: `#[from(0..10)]`"],
        1,
    ),
    (
        "a_pattern_as_a_generator",
        "#[law]\nfn law(#[from(\"[a-z]+\")] x: String) {} // here\n",
        &["`\"[a-z]+\"` is not a generator: a text that matches a regular expression is \
           `matching(\"[a-z]+\")`, with the feature `regex`, and a single value is `just(\"[a-z]+\")`"],
        1,
    ),
    (
        "a_pattern_as_the_generator_of_a_field",
        "#[derive(Debug, Arbitrary)]\nstruct Shop {\n    #[from(\"[a-z]+\")] // here\n    name: String,\n}\n",
        &[
            "`\"[a-z]+\"` is not a generator: a text that matches a regular expression is `matching(",
        ],
        1,
    ),
    (
        "a_text_that_is_no_literal",
        "const WORD: &str = \"a\";\n#[law]\nfn law(#[from(WORD)] x: String) {} // here\n",
        &[
            "`&str` is not a generator",
            "a text by a regular expression is `matching(\"[a-z]+\")` with the feature `regex`",
        ],
        1,
    ),
    (
        "some_values",
        "#[law]\nfn law(#[from([1, 2, 3])] x: u8) {} // here\n",
        &["`[1, 2, 3]` is not a generator: one of some values is `elements([1, 2, 3])`"],
        1,
    ),
    (
        "some_values_that_are_no_literals",
        "const ONE: u8 = 1;\n#[law]\nfn law(#[from([ONE, ONE])] x: u8) {} // here\n",
        &["`[u8; 2]` is not a generator", "one of some values is `elements([1, 2, 3])`"],
        1,
    ),
    (
        "one_value",
        "#[law]\nfn law(#[from(5)] x: u32) {} // here\n",
        &["`5` is not a generator: a single value is `just(5)`"],
        1,
    ),
    (
        "an_iterator",
        "#[law]\nfn law(#[from((0..10).map(|x| x + 1))] x: u8) {} // here\n",
        &[
            "is not a generator",
            "the `map`, `flat_map` and `filter` of generators, ranges too, are `mapped`, `flat_mapped` and \
             `filtered`",
        ],
        1,
    ),
    (
        "mapped_as_elsewhere",
        "#[law]\nfn law(#[from(any::<u8>().map(|x| x / 2))] x: u8) {} // here\n",
        &[
            "a generator has `mapped` for `map`, `flat_mapped` for `flat_map`, and `filtered` for `filter`",
        ],
        1,
    ),
    (
        "filtered_as_in_proptest",
        "#[law]\nfn law(#[from(lawful::generate::elements([1, 2]).prop_filter(\"odd\", |x| x % 2 == 1))] x: u8) {} // here\n",
        &[
            "a generator has `mapped` for `map`, `flat_mapped` for `flat_map`, and `filtered` for `filter`",
        ],
        1,
    ),
    (
        "a_pattern_without_the_feature",
        "#[law]\nfn law(#[from(lawful::generate::matching(\"[a-z]+\"))] x: String) {} // here\n",
        &[
            "`matching` and `matching_bytes` need the feature `regex` of `lawful`",
            "in Cargo.toml: `lawful = { version = \"..\", features = [\"regex\"] }`",
        ],
        1,
    ),
    (
        "an_error_without_debug",
        "struct Trouble;\n#[law]\nfn law(x: u8) -> Result<(), Trouble> { Ok(()) } // here\n",
        &[
            "`Trouble` doesn't implement `Debug`",
            "consider annotating `Trouble` with `#[derive(Debug)]`",
        ],
        1,
    ),
    (
        "an_error_without_debug_in_a_value",
        "struct Trouble;\nfn law() {\n    for_all(any::<u8>(), |x| Err::<(), Trouble>(Trouble)); // here\n}\n",
        &[
            "a law cannot return `Result<(), Trouble>`",
            "a law returns `()`, `bool`, another law, or a `Result` of them whose error implements `Debug`",
        ],
        1,
    ),
    (
        "a_question_mark_without_a_result",
        "#[law]\nfn law(x: u8) {\n    let y: u8 = \"5\".parse()?; // here\n}\n",
        &[
            "the `?` operator can only be used in a function that returns `Result` or `Option`",
            "\n4 | fn law(x: u8) {\n  | ------------- this function should return `Result` or `Option` to accept `?`\n",
            "help: consider adding return type\n  |\n\
             4 ~ fn law(x: u8) -> Result<(), Box<dyn std::error::Error>> {\n",
        ],
        1,
    ),
    // The second error is the compiler's own, of the test. A macro cannot see the `impl` around it.
    (
        "in_an_impl",
        "struct Shop;\nimpl Shop {\n    #[law] // here\n    fn law(x: u8) {}\n}\n",
        &[
            "macro definition is not supported in `trait`s or `impl`s",
            "consider moving the macro definition out to a nearby module scope",
        ],
        2,
    ),
    (
        "generic_in_an_impl",
        "struct Shop;\nimpl Shop {\n    #[law(for(u8))] // here\n    fn law<T>(x: T) {}\n}\n",
        &["module is not supported in `trait`s or `impl`s"],
        1,
    ),
];

#[test]
fn each_mistake_is_told_once_on_the_users_line() {
    let texts: Vec<(&str, String)> =
        MISTAKES.iter().map(|(name, text, ..)| (*name, format!("{HEAD}{text}"))).collect();
    let tests: Vec<(&str, &str)> =
        texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let project = Project::new(env!("CARGO_TARGET_TMPDIR"), "wrong_arguments", &tests);
    let output = project.cargo("build --tests --keep-going --jobs 1").run();
    assert!(!output.success);
    let mut problems = Vec::new();
    for ((name, text), (_, _, parts, errors)) in texts.iter().zip(MISTAKES) {
        problems.extend(parts.iter().filter_map(|part| problem(&output.stderr, name, text, part)));
        let place = format!("--> tests/{name}.rs:");
        let is_error = |part: &&str| part.contains(&place) && part.lines().any(begins_error);
        let told = output.stderr.split("\n\n").filter(is_error).count();
        if told != *errors {
            problems.push(format!("{name}: {told} errors, not {errors}"));
        }
    }
    assert!(problems.is_empty(), "{}\n{}", problems.join("\n"), output.stderr);
}

/// Returns whether an error of the compiler begins with this line, and not one of cargo.
fn begins_error(line: &str) -> bool {
    line.starts_with("error") && !line.starts_with("error: could not compile")
}

const BORROWED: &str = r#"
use lawful::generate::{elements, vec};
use lawful::prelude::*;

#[law(seed = 1, max_failures = 1)]
fn borrowed(text: &str, list: &[u16], number: &mut u64, #[from(elements(["red", "blue"]))] colour: &str) {
    *number /= 2;
    assert!(text.chars().count() < 2 || list.len() < 2 || *number < 50 || colour.is_empty());
}

#[law(seed = 1, max_failures = 1)]
fn dependent(#[from(vec(any::<u8>(), 1..=20))] v: Vec<u8>, #[from(0..v.len())] i: usize) {
    assert!(v[i] < 100);
}
"#;

#[test]
fn borrowed_and_dependent_arguments_are_shown_and_kept() {
    let directory = env!("CARGO_TARGET_TMPDIR");
    let project = Project::new(directory, "borrowing", &[("laws", BORROWED)]);
    let output = project.cargo("test --test laws").run();
    let report = output.failure("borrowed");
    let shown = "\n    text = String::from(\"aa\")\n    list = vec![0, 0]\n    number = 100\n    \
                 colour = \"red\"\n\n";
    assert!(report.contains(shown), "{report}");
    let report = output.failure("dependent");
    assert!(report.contains("\n    v = vec![100]\n    i = 0\n\n"), "{report}");
    // The lines that keep the cases are pasted over the options.
    let mut laws = String::from(BORROWED);
    for law in ["borrowed", "dependent"] {
        let report = output.failure(law);
        let keep = report.lines().find_map(|line| line.trim().strip_prefix("Keep:"));
        let keep = keep.unwrap_or_else(|| panic!("no line to keep\n{report}"));
        assert!(keep.contains("case("), "{keep}");
        laws = laws.replacen("#[law(seed = 1, max_failures = 1)]", keep.trim(), 1);
    }
    let project = Project::new(directory, "borrowing", &[("kept", laws.as_str())]);
    let output = project.cargo("test --test kept").run();
    for law in ["borrowed", "dependent"] {
        let report = output.failure(law);
        assert!(report.contains("It is case 1 of the source."), "{report}");
    }
}
