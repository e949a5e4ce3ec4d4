//! `cargo lawful uncontrolled` in small workspaces. No package is built or downloaded.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Writes a workspace of its own, in place of the one that an earlier run wrote.
fn workspace(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&root);
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a file is in a directory")).expect("it is made");
        fs::write(path, text).expect("it is written");
    }
    root
}

fn run(root: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-lawful"));
    // As cargo calls it.
    command.args(["lawful", "uncontrolled"]).args(arguments).current_dir(root);
    command.env("CARGO_NET_OFFLINE", "true").output().expect("the command starts")
}

#[track_caller]
fn check(root: &Path, arguments: &[&str], code: i32, expected: &str) {
    let output = run(root, arguments);
    let (text, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(text, expected, "{errors}");
    assert_eq!(output.status.code(), Some(code), "{errors}");
}

const ROOT: &str = "[workspace]\nresolver = \"3\"\nmembers = [\"pool\", \"queue\", \"site\"]\nexclude = [\"vendor\"]\n";

/// `pool` has scheduled laws and depends on `queue`; `site` has nothing to do with either.
fn files() -> Vec<(&'static str, &'static str)> {
    vec![
        ("Cargo.toml", ROOT),
        (
            "vendor/lawful-pulse/Cargo.toml",
            "[package]\nname = \"lawful-pulse\"\nversion = \"0.1.0\"\n",
        ),
        ("vendor/lawful-pulse/src/lib.rs", ""),
        (
            "vendor/parking_lot/Cargo.toml",
            "[package]\nname = \"parking_lot\"\nversion = \"0.12.0\"\n",
        ),
        ("vendor/parking_lot/src/lib.rs", ""),
        (
            "pool/Cargo.toml",
            "[package]\nname = \"pool\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n\
             queue = { path = \"../queue\" }\npl = { path = \"../vendor/parking_lot\", package = \"parking_lot\" }\n\n\
             [dev-dependencies]\nlawful-pulse = { path = \"../vendor/lawful-pulse\" }\n",
        ),
        (
            "pool/src/lib.rs",
            "//! use std::sync::Mutex;\nmod worker;\nuse lawful_pulse::sync::Mutex;\nuse pl::RwLock;\n\n\
             pub struct Pool(Mutex<u8>, RwLock<u8>);\n",
        ),
        (
            "pool/src/worker.rs",
            "use std::thread;\n\npub fn start() {\n    thread::spawn(|| ());\n    \
             // uncontrolled: no schedule depends on it\n    thread::yield_now();\n}\n",
        ),
        (
            "pool/tests/laws.rs",
            "#[test]\nfn law() {\n    std::thread::sleep(std::time::Duration::ZERO);\n}\n",
        ),
        (
            "queue/Cargo.toml",
            "[package]\nname = \"queue\"\nversion = \"0.1.0\"\nedition = \"2024\"\n",
        ),
        ("queue/src/lib.rs", "pub use std::sync::{Arc, Condvar};\n"),
        ("queue/build.rs", "use std::sync::Mutex;\nfn main() {}\n"),
        (
            "site/Cargo.toml",
            "[package]\nname = \"site\"\nversion = \"0.1.0\"\nedition = \"2024\"\n",
        ),
        (
            "site/src/main.rs",
            "mod broken;\nstatic ONCE: std::sync::Once = std::sync::Once::new();\nfn main() {}\n",
        ),
        ("site/src/broken.rs", "fn f() {\n    let = ;\n}\n"),
    ]
}

const LISTED: &str = "\
pool/Cargo.toml:8:1  parking_lot  lawful_pulse has none: no scheduling point, and if it is held across a context switch \
the run stops; call what uses it inside of `effect`

pool/src/lib.rs:4:9  parking_lot::RwLock  use lawful_pulse::sync::RwLock (`read` returns a `Result` there)

pool/src/worker.rs:4:5  std::thread::spawn  use lawful_pulse::thread::spawn

pool/tests/laws.rs:3:5  std::thread::sleep  use lawful_pulse::thread::sleep

queue/src/lib.rs:1:26  std::sync::Condvar  use lawful_pulse::sync::Condvar

5 uncontrolled uses in 5 files, 1 accepted (4 sources of 2 packages)
";

#[test]
fn packages_with_scheduled_laws_are_listed_with_what_they_depend_on() {
    let root = workspace("scheduled", &files());
    check(&root, &[], 0, LISTED);
    check(&root, &["--deny"], 1, LISTED);
    check(&root.join("pool/src"), &[], 0, LISTED);
}

#[test]
fn other_packages_are_listed_if_they_are_named() {
    let root = workspace("named", &files());
    let site = "site/src/main.rs:2:14  std::sync::Once  use lawful_pulse::sync::Once\n\
                site/src/main.rs:2:32  std::sync::Once  use lawful_pulse::sync::Once\n\n\
                site/src/broken.rs:2:9  not read: \n\n\
                2 uncontrolled uses in 1 file, 0 accepted, 1 module not read (1 source of 1 package)\n";
    let output = run(&root, &["-p", "site", "--deny"]);
    let text = String::from_utf8_lossy(&output.stdout);
    let places = |text: &str| -> Vec<String> {
        // The words of the parser are its own.
        text.lines()
            .map(|line| line.split("read: ").next().unwrap_or_default().to_string())
            .collect()
    };
    assert_eq!(places(&text), places(site));
    assert_eq!(output.status.code(), Some(1));
    let all = run(&root, &["--workspace"]);
    assert!(String::from_utf8_lossy(&all.stdout).ends_with("(5 sources of 3 packages)\n"));
}

#[test]
fn a_workspace_without_scheduled_laws_is_told_so() {
    let lib = ("src/lib.rs", "use std::sync::Mutex;\n");
    let manifest = "[package]\nname = \"plain\"\nversion = \"0.1.0\"\n\n[workspace]\n";
    let root = workspace("plain", &[("Cargo.toml", manifest), lib]);
    let expected = "no package depends on `lawful-pulse`, or on `lawful` with its feature `pulse`: there are no scheduled \
                    laws (`--package` and `--workspace` list others)\n";
    check(&root, &["--deny"], 0, expected);
}

#[test]
fn a_feature_of_lawful_brings_the_scheduler() {
    let lawful = "[package]\nname = \"lawful\"\nversion = \"0.1.0\"\n\n[features]\npulse = []\nall = [\"pulse\"]\nmachine = []\n";
    let listed = |feature: &str| {
        let manifest = format!(
            "[package]\nname = \"plain\"\nversion = \"0.1.0\"\n\n[dependencies.lawful]\npath = \"vendor/lawful\"\n\
             features = [\"{feature}\"]\n\n[workspace]\nexclude = [\"vendor\"]\n"
        );
        let root = workspace(
            &format!("feature_{feature}"),
            &[
                ("Cargo.toml", manifest.as_str()),
                ("src/lib.rs", "use std::sync::Mutex;\n"),
                ("vendor/lawful/Cargo.toml", lawful),
                ("vendor/lawful/src/lib.rs", ""),
            ],
        );
        String::from_utf8_lossy(&run(&root, &[]).stdout).contains("src/lib.rs:1:16")
    };
    assert!(listed("pulse") && listed("all"));
    assert!(!listed("machine"));
}

#[test]
fn misuse_is_told() {
    let root = workspace("misuse", &files());
    let told = |root: &Path, arguments: &[&str], text: &str| {
        let output = run(root, arguments);
        let errors = String::from_utf8_lossy(&output.stderr).to_string();
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(text), "{errors}");
    };
    told(&root, &["-p", "nothing"], "error: no package of the workspace is named `nothing`");
    told(&root, &["--manifest-path", "missing/Cargo.toml"], "missing/Cargo.toml");
    told(&root, &["--workspace", "-p", "pool"], "cannot be used with");
    let broken = workspace("misuse_manifest", &[("Cargo.toml", "[workspace\n")]);
    told(&broken, &[], "Cargo.toml");
}
