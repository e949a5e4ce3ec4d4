//! `cargo lawful laws` in projects: functions that no test names, signatures, and laws that are kept in files.

use std::fs;
use std::path::Path;

use checks::{Output, Project, subcommand};

const LISTS: &str = r#"//! Lists.
pub fn append(xs: &[i32], ys: &[i32]) -> Vec<i32> { [xs, ys].concat() }
pub fn reverse<T: Clone>(xs: &[T]) -> Vec<T> { xs.iter().rev().cloned().collect() }
pub mod deep {
    pub fn sorted(xs: &[i32]) -> Vec<i32> { let mut xs = xs.to_vec(); xs.sort(); xs }
}
pub fn is_short(xs: &[i32]) -> bool { xs.len() < 2 }
pub struct Opaque(pub u8);
pub fn opaque(x: u8) -> Opaque { Opaque(x) }
pub fn of_opaque(x: &Opaque) -> u8 { x.0 }
pub fn five(a: u8, b: u8, c: u8, d: u8, e: u8) -> u8 { a ^ b ^ c ^ d ^ e }
pub fn takes_token(x: Token) -> u8 { x.0 }
#[derive(Clone, Debug)]
#[cfg_attr(test, derive(lawful::Arbitrary))]
pub struct Token(u8);
pub fn ends(x: u8) -> u8 { if x > 200 { std::process::abort() } x }
fn private(x: i32) -> i32 { x }
pub fn uses_private() -> i32 { private(1) }
"#;

/// A project of its own, in place of the one that an earlier run left.
fn project(name: &str, features: &[&str], files: &[(&str, &str)]) -> Project {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&directory);
    let dependencies = format!("[dependencies]\n{}\n", Project::dependency_on("lawful", features));
    Project::depending(env!("CARGO_TARGET_TMPDIR"), name, &dependencies, files)
}

/// Runs `cargo lawful laws` with these arguments.
fn laws(project: &Project, arguments: &[&str]) -> Output {
    subcommand(project, "laws").args(arguments).run()
}

#[track_caller]
fn check_refused(output: &Output, code: i32, text: &str) {
    assert_eq!(output.code, Some(code), "{}", output.all());
    assert!(output.stderr.contains(text), "{text}\n{}", output.all());
}

/// One test, since the projects share a target directory, in which the program of one signature is generated at a time.
#[test]
fn laws_are_found_kept_and_compared() {
    let lists = project("my-lists", &[], &[("src/lib.rs", LISTS)]);
    functions_are_named_as_other_crates_call_them(&lists);
    what_does_not_compile_is_told_by_what_was_typed(&lists);
    laws_are_kept_in_a_file_of_their_own(&lists);
    a_page_has_all_of_them(&lists);
    signatures_of_the_library_are_used();
    kept_laws_are_listed_and_checked();
    nothing_is_tested_that_cannot_be();
}

fn functions_are_named_as_other_crates_call_them(project: &Project) {
    let arguments = ["my_lists::append", "my_lists::reverse::<i32>", "\"[]\" = Vec::<i32>::new"];
    let found = laws(project, &arguments).expect_success();
    assert!(found.stdout.starts_with("6 laws of append, reverse, []\n"), "{}", found.all());
    assert!(found.stdout.contains("append: associative, unit []\n"), "{}", found.all());
    // The same functions, by the ends of their paths, with one that is deeper.
    let found =
        laws(project, &["append", "sorted", "reverse::<i32>", "--lines", "1"]).expect_success();
    assert!(found.stdout.contains("laws of append, sorted, reverse\n"), "{}", found.all());
    assert!(found.stdout.contains("more laws\n"), "{}", found.all());
    assert!(
        !found.stderr.contains("Compiling lawful-core"),
        "Lawful is built again\n{}",
        found.all()
    );

    let json = laws(project, &["append", "is_short", "--json", "--depth", "2"]).expect_success();
    let json: serde_json::Value = serde_json::from_str(&json.stdout).expect("it is JSON");
    assert!(json["figures"]["terms"].as_u64().is_some_and(|terms| terms > 0), "{json}");
    let why = laws(project, &["reverse::<i32>", "--why", "reverse(xs) = xs"]).expect_success();
    assert!(why.stdout.starts_with("it is false for xs = "), "{}", why.all());
    let known = laws(
        project,
        &["sorted", "--background", "append", "--condition", "is_short", "--seed", "7"],
    )
    .expect_success();
    assert!(known.stdout.contains("is_short(xs) ==> sorted(xs) = xs"), "{}", known.all());
    assert!(
        known.stdout.contains("sorted(append(xs, ys)) = sorted(append(ys, xs))"),
        "{}",
        known.all()
    );
}

fn a_page_has_all_of_them(project: &Project) {
    let page = project.path("laws.html");
    let option = format!("--report={}", page.display());
    let output = laws(project, &["append", "\"[]\" = Vec::<i32>::new", "--lines", "1", &option]);
    assert_eq!(output.code, Some(0), "{}", output.all());
    let text = fs::read_to_string(page).unwrap_or_else(|error| panic!("{error}\n{}", output.all()));
    assert!(
        text.contains("append(append(xs, ys), zs) = append(xs, append(ys, zs))"),
        "{}",
        output.all()
    );
    check_refused(
        &laws(project, &["append", "--keep", "laws.rs", "--report"]),
        2,
        "without --keep",
    );
    check_refused(&laws(project, &["--report"]), 2, "name them, or give --signature");
}

fn what_does_not_compile_is_told_by_what_was_typed(project: &Project) {
    let refused = |entry: &str, expected: &str| {
        check_refused(&laws(project, &["append", entry]), 2, expected);
    };
    refused(
        "my_lists::private",
        "error: `my_lists::private`: function `private` is private\n  it is not public: ",
    );
    refused("my_lists::apend", "in crate `my_lists`\n  there is `my_lists::append`\n");
    refused(
        "nothing",
        "error: `nothing`: cannot find value `nothing` in this scope\n  write the path as another crate does",
    );
    refused(
        "reverse",
        "error: `my_lists::reverse`: type annotations needed\n  say the types of a generic function: `my_lists::reverse::<i32>`\n",
    );
    refused("vec![]", "say the type of a constant: ");
    refused("\"f\" = |x| x", "say the types of the closure's arguments");
    refused("five", "\n  it has 5 arguments, and a function of a signature has up to 4; ");
    refused("of_opaque", "\n  `Opaque` is not arbitrary; a closure can make it from what is: ");
    refused("takes_token", "\n  `Token` is arbitrary in tests of its own package alone");
    refused("opaque", "error: results of `opaque` cannot be compared: ");
    refused(
        "opaque",
        "write a function of the library that returns it, and name that with `--signature`",
    );
    refused("append", "the signature has two functions named `append`");
    refused("|x: i32| x", "error: the closure `|x: i32| x` has no name");
    check_refused(&laws(project, &["ends"]), 3, "a function ended the process of the discovery");
    // What is typed for two of them is told of both.
    let two = laws(project, &["five", "of_opaque"]);
    check_refused(&two, 2, "error: `my_lists::five`: ");
    check_refused(&two, 2, "\n\n`my_lists::of_opaque`: ");
    assert!(!two.stderr.contains("could not compile"), "{}", two.all());
}

fn laws_are_kept_in_a_file_of_their_own(project: &Project) {
    let functions = ["append", "reverse::<i32>", "\"[]\" = Vec::<i32>::new"];
    let run = |option: &str, file: &str| laws(project, &[&functions[..], &[option, file]].concat());
    check_refused(&run("--check", "tests/kept.rs"), 2, "`--keep` writes it");
    let kept = run("--keep", "tests/kept.rs").expect_success();
    assert!(kept.stdout.starts_with("wrote 6 laws to tests/kept.rs"), "{}", kept.all());
    assert!(kept.stdout.contains("cargo add --dev lawful --features discovery"), "{}", kept.all());
    let same = run("--check", "tests/kept.rs").expect_success();
    assert_eq!(same.stdout, "the laws are those of tests/kept.rs\n");
    check_refused(&run("--keep", "src/lib.rs"), 2, "has no kept laws; name another file");

    // It runs in `cargo test`, where Lawful has the feature.
    let manifest = fs::read_to_string(project.path("Cargo.toml")).expect("it can be read");
    let with_feature = manifest.replace("features = []", "features = [\"discovery\"]");
    project.write("Cargo.toml", &with_feature);
    let tested = project.cargo("test --test kept").run().expect_success();
    assert!(tested.stdout.contains("test result: ok. 6 passed"), "{}", tested.all());

    let broken = LISTS.replace("[xs, ys].concat()", "[ys, xs].concat()");
    project.write("src/lib.rs", &broken.replace("xs.iter().rev()", "xs.iter().skip(1).rev()"));
    let changed = run("--check", "tests/kept.rs");
    check_refused(&changed, 1, "the laws are not those of tests/kept.rs");
    assert!(changed.stdout.contains("lost "), "{}", changed.all());
    assert!(
        changed
            .stdout
            .contains("  reverse(reverse(xs)) = xs\n    not for xs = [0]: [] against [0]\n"),
        "{}",
        changed.all()
    );
    project.write("src/lib.rs", "pub fn append(");
    check_refused(&run("--check", "tests/kept.rs"), 3, "the package does not compile");
    project.write("src/lib.rs", LISTS);
}

const SIGNATURE: &str = r#"pub mod signatures {
    use lawful::discovery::{Signature, sig};

    pub struct Hidden(u8);
    fn hide(x: u8) -> Hidden { Hidden(x / 2) }
    pub fn hidden() -> Signature {
        sig![hide, "half" = |x: u8| x / 2].observe(|hidden: &Hidden| hidden.0)
    }
    pub fn settings() -> Signature { sig!["+" = i32::wrapping_add, "0" = 0i32] }
}

#[cfg(test)]
mod tests {
    use lawful::discovery::{Signature, keep_laws, sig};

    pub fn numbers() -> Signature { sig!["+" = i32::wrapping_add, "0" = 0i32] }

    #[test]
    fn laws_of_numbers() {
        keep_laws!(numbers, "src/numbers_laws.rs");
    }
}
"#;

fn signatures_of_the_library_are_used() {
    let project = project("signatures", &["discovery"], &[("src/lib.rs", SIGNATURE)]);
    let found = laws(&project, &["--signature", "signatures::signatures::hidden"]).expect_success();
    assert!(found.stdout.contains(" of hide, half\n"), "{}", found.all());
    let kept = laws(
        &project,
        &["--signature", "signatures::signatures::settings", "--keep", "tests/plus.rs"],
    );
    let kept = kept.expect_success();
    assert!(!kept.stdout.contains("cargo add"), "{}", kept.all());
    let text = fs::read_to_string(project.path("tests/plus.rs")).expect("it was written");
    assert!(text.contains("\nuse signatures::signatures::settings;\n"), "{text}");
    project.cargo("test --test plus").run().expect_success();
    let hidden = laws(&project, &["--signature", "signatures::tests::numbers"]);
    check_refused(&hidden, 2, "error: `signatures::tests::numbers`: ");
    check_refused(&hidden, 2, "what is there under `#[cfg(test)]` is not seen");
    check_refused(&laws(&project, &["--signature", "a b"]), 2, "`a b` is no path");
}

fn kept_laws_are_listed_and_checked() {
    let project = project("kept-laws", &["discovery"], &[("src/lib.rs", SIGNATURE)]);
    let listed = laws(&project, &[]).expect_success();
    assert!(
        listed.stdout.contains("  numbers  (src/lib.rs:20)  in src/numbers_laws.rs\n"),
        "{}",
        listed.all()
    );
    assert!(listed.stdout.contains("\n  cargo lawful laws --check\n"), "{}", listed.all());
    let missing = laws(&project, &["--check"]);
    check_refused(&missing, 1, "laws are not as they are kept");
    assert!(
        missing.stdout.contains("the law file src/numbers_laws.rs could not be read"),
        "{}",
        missing.all()
    );
    project.cargo("test --lib").env("LAWFUL_UPDATE_LAWS", "1").run().expect_success();
    let same = laws(&project, &["--check"]).expect_success();
    assert_eq!(same.stdout, "kept-laws tests::laws_of_numbers: as kept\n");
    laws(&project, &["--check", "src/numbers_laws.rs"]).expect_success();
    check_refused(&laws(&project, &["--check", "src/lib.rs"]), 2, "keeps the laws of src/lib.rs");

    project.write(
        "src/lib.rs",
        &SIGNATURE.replace(
            "fn numbers() -> Signature { sig![\"+\" = i32::wrapping_add",
            "fn numbers() -> Signature { sig![\"+\" = i32::wrapping_sub",
        ),
    );
    let changed = laws(&project, &["--check"]);
    check_refused(&changed, 1, "laws are not as they are kept");
    assert!(
        changed
            .stdout
            .starts_with("kept-laws tests::laws_of_numbers:\n\nthe laws of `numbers` changed"),
        "{}",
        changed.all()
    );
    assert!(changed.stdout.contains("\nlost "), "{}", changed.all());
    project.write("src/lib.rs", "fn (");
    check_refused(
        &laws(&project, &["--check", "src/numbers_laws.rs"]),
        2,
        "no `keep_laws!` in this workspace",
    );
}

fn nothing_is_tested_that_cannot_be() {
    let program = project("only-a-program", &[], &[("src/main.rs", "fn main() {}\n")]);
    check_refused(&laws(&program, &["f"]), 2, "`only-a-program` has no library");
    let manifest =
        "[package]\nname = \"without\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n";
    let files = [("Cargo.toml", manifest), ("src/lib.rs", "pub fn f(x: u8) -> u8 { x }\n")];
    let without = Project::of_files(env!("CARGO_TARGET_TMPDIR"), "without-lawful", &files);
    check_refused(
        &laws(&without, &["f"]),
        2,
        "`without` does not depend on Lawful yet: cargo add --dev lawful",
    );
    check_refused(&laws(&without, &["--json"]), 2, "name the functions whose laws are meant");
    check_refused(&laws(&without, &["f", "--check"]), 2, "needs the file of their laws");
    let kept = laws(&without, &[]).expect_success();
    assert!(kept.stdout.starts_with("No laws are kept in this workspace"), "{}", kept.all());
}
