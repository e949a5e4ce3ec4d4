//! A law under a fuzzer that is led by coverage, and its find under `cargo test`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use checks::page::{self, CodeBlock, NamedFile, with_item_replaced};
use checks::{Output, Project, compare_shown};

/// The chapter of the guide, whose files these are.
const CHAPTER: &str = include_str!("../../../crates/lawful/src/guide/fuzzing.md");

/// Text of a file of the chapter, or of what takes its place later.
fn file(path: &str, is_instead: bool) -> String {
    let is_it = |block: &CodeBlock| {
        block.file().is_some_and(|file| file == NamedFile { path: path.to_string(), is_instead })
    };
    let block = page::blocks(CHAPTER, "rust").into_iter().find(is_it);
    block.unwrap_or_else(|| panic!("the chapter has no {path}")).text
}

const FUZZ_MANIFEST: &str = r#"[workspace]

[package]
name = "shop-fuzz"
version = "0.0.0"
edition = "2024"

[package.metadata]
cargo-fuzz = true

[dependencies]
libfuzzer-sys = "0.4"
shop = { path = ".." }

[[bin]]
name = "versions"
path = "fuzz_targets/versions.rs"
test = false
doc = false
bench = false

[profile.dev]
debug = false
opt-level = 2

# The fuzzer itself is C++, which takes long to build.
[profile.dev.package.libfuzzer-sys]
opt-level = 1
"#;

/// What `cargo fuzz build --sanitizer none` compiles with; it works with a stable compiler.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Ccodegen-units=1 \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares";

fn project() -> Project {
    let lawful = Project::dependency();
    let manifest = format!(
        "[workspace]\n\n\
         [package]\nname = \"shop\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dev-dependencies]\n{lawful}\n\n\
         [target.'cfg(fuzzing)'.dependencies]\n{lawful}\n\n\
         [lints.rust]\n\
         unexpected_cfgs = {{ level = \"warn\", check-cfg = [\"cfg(fuzzing)\"] }}\n\n\
         [profile.dev]\ndebug = false\n"
    );
    let (library, laws) = (file("src/lib.rs", false), file("src/laws.rs", false));
    let target = file("fuzz/fuzz_targets/versions.rs", false);
    let files = [
        ("Cargo.toml", manifest.as_str()),
        ("Cargo.lock", include_str!("fuzzing.lock")),
        ("src/lib.rs", library.as_str()),
        ("src/laws.rs", laws.as_str()),
        ("fuzz/Cargo.toml", FUZZ_MANIFEST),
        ("fuzz/Cargo.lock", include_str!("fuzzing.lock")),
        ("fuzz/fuzz_targets/versions.rs", target.as_str()),
    ];
    Project::of_files(env!("CARGO_TARGET_TMPDIR"), "fuzzed", &files)
}

#[test]
fn what_a_fuzzer_finds_is_replayed_shrunk_and_kept() {
    if Command::new("g++").arg("--version").output().is_err() {
        println!("skipped: g++ is not installed, and libFuzzer is built with it");
        return;
    }
    let project = project();
    let fetched = project.fetch("fuzz");
    assert!(fetched.success, "libfuzzer-sys cannot be downloaded\n{}", fetched.all());

    let law = "test --lib any_bytes";
    let random = project.cargo(law).env("LAWFUL_TESTS", "20000").env("LAWFUL_SEED", "1").run();
    assert!(random.success, "random tests do not find it\n{}", random.all());

    let (found, input) = fuzz(&project);
    assert!(found.stderr.contains("law broken: shop::laws::any_bytes"), "{}", found.all());
    // A package that is built from outside of its directory is named by its whole path.
    let printed = found.stderr.replace(&project.path("").display().to_string(), "");
    for shown in
        page::blocks(CHAPTER, "text").iter().filter(|block| block.text.starts_with("law broken"))
    {
        let result = compare_shown(&shown.text, &printed);
        result.unwrap_or_else(|missing| panic!("not seen:\n{missing}\n\nbut:\n{}", found.all()));
    }

    let replay = format!("bytes:{}", input.display());
    let broken = project.cargo(law).env("LAWFUL_REPLAY", &replay).run();
    let report = broken.failure("laws::any_bytes_have_a_version_or_none");
    assert!(report.contains("\n    bytes = vec![76, 65, 87]\n"), "{report}");
    assert!(report.contains("Found by a fuzzer, "), "{report}");
    check_same_token(&found.stderr, &report);

    let mended = with_item_replaced(&file("src/lib.rs", false), &file("src/lib.rs", true));
    project.write("src/lib.rs", &mended.expect("the chapter mends a function"));
    let mended = project.cargo(law).env("LAWFUL_REPLAY", &replay).run();
    assert!(mended.success, "{}", mended.all());
    assert!(mended.stderr.contains("the replayed case passes now"), "{}", mended.all());
}

/// Fuzzes until something is found; gives what was printed, and the input.
fn fuzz(project: &Project) -> (Output, PathBuf) {
    let host = host();
    // Flags are not for build scripts, and with a target they are not.
    let build = project.cargo(&format!("build --target {host}")).env("RUSTFLAGS", FLAGS);
    let built = build.in_directory(&project.path("fuzz")).run();
    assert!(built.success, "{}", built.all());

    let found = project.path("found");
    let _ = fs::remove_dir_all(&found);
    fs::create_dir_all(&found).expect("a directory can be made");
    let words = "-seed=1 -max_len=16 -max_total_time=120";
    let program = project.target().join(host).join("debug").join("versions");
    let output = project.program(&program, words).in_directory(&found).run();
    let mut inputs = fs::read_dir(&found).expect("it can be read").flatten();
    let input = inputs.find(|entry| entry.file_name().to_string_lossy().starts_with("crash-"));
    let input = input.unwrap_or_else(|| panic!("nothing was found\n{}", output.all())).path();
    (output, input)
}

/// The law is the same law to the fuzzer and to `cargo test`, so a token is good for both.
fn check_same_token(found: &str, report: &str) {
    let token = |text: &str| {
        let line = text.lines().find(|line| line.contains("LAWFUL_REPLAY='")).map(str::to_string);
        line.unwrap_or_else(|| panic!("no token in\n{text}"))
    };
    assert_eq!(token(found), token(report));
}

fn host() -> String {
    let output = Command::new("rustc").arg("-vV").output().expect("rustc can be started");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("rustc names its host").to_string()
}
