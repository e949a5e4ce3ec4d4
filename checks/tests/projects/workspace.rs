//! Replay lines in a workspace whose packages and targets have laws of the same names.

use checks::{Output, Project};

/// Laws of one path in five targets. Each fails from another number on, which tells them apart.
const LAWS: [(&str, &str, &str, u32); 6] = [
    ("alpha/src/lib.rs", "alpha::tests::small", "-p alpha --lib tests::small", 1_001),
    ("alpha/src/main.rs", "alpha::tests::small", "-p alpha --bin alpha tests::small", 1_002),
    ("beta/src/lib.rs", "beta::tests::small", "-p beta --lib tests::small", 1_003),
    (
        "beta/src/bin/beta-tool.rs",
        "beta::tests::small",
        "-p beta --bin beta-tool tests::small",
        1_004,
    ),
    (
        "beta/tests/some-laws.rs",
        "beta::some_laws::tests::small",
        "-p beta --test some-laws tests::small",
        1_005,
    ),
    (
        "beta/tests/mixed-and_other.rs",
        "beta::mixed_and_other::tests::small",
        "-p beta --test 'mixed?and?other' tests::small",
        1_006,
    ),
];

fn source(path: &str, bound: u32) -> String {
    let main = if path.contains("main") || path.contains("bin") { "fn main() {}\n\n" } else { "" };
    format!(
        "{main}#[cfg(test)]\nmod tests {{\n    use lawful::prelude::*;\n\n    \
         #[law(seed = 1, max_failures = 1)]\n    fn small(number: u32) {{\n        \
         assert!(number < {bound});\n    }}\n\n    \
         #[law]\n    fn other(number: u32) {{\n        let _ = number;\n    }}\n}}\n"
    )
}

fn project() -> Project {
    let root = "[workspace]\nresolver = \"3\"\nmembers = [\"alpha\", \"beta\"]\n\n\
                [profile.dev]\ndebug = false\n";
    let manifest = |name: &str| {
        let lawful = Project::dependency();
        format!(
            "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dev-dependencies]\n{lawful}\n"
        )
    };
    let (alpha, beta) = (manifest("alpha"), manifest("beta"));
    let lock = Project::root_lock();
    let mut files = vec![
        ("Cargo.toml", root),
        ("Cargo.lock", lock.as_str()),
        ("alpha/Cargo.toml", alpha.as_str()),
        ("beta/Cargo.toml", beta.as_str()),
    ];
    let sources = LAWS.map(|(path, _, _, bound)| (path, source(path, bound)));
    files.extend(sources.iter().map(|(path, text)| (*path, text.as_str())));
    Project::of_files(env!("CARGO_TARGET_TMPDIR"), "workspace", &files)
}

/// Reports of broken laws, in whatever target.
fn reports(output: &Output) -> Vec<&str> {
    output.stdout.split("law broken: ").skip(1).collect()
}

#[test]
fn the_line_of_each_law_replays_it_and_no_other() {
    let project = project();
    let found = project.cargo("test --workspace --no-fail-fast").run();
    let reports_found = reports(&found);
    assert_eq!(reports_found.len(), LAWS.len(), "{}", found.all());
    for (path, name, words, bound) in LAWS {
        let shown = format!("\n    number = {bound}\n");
        let report = reports_found.iter().find(|report| report.contains(&shown));
        let report = report.unwrap_or_else(|| panic!("no report of {path}\n{}", found.all()));
        assert!(report.starts_with(&format!("{name}  ({path}:")), "{report}");
        let line = report.lines().find_map(|line| line.trim().strip_prefix("Replay: "));
        let line = line.unwrap_or_else(|| panic!("no line to replay\n{report}"));
        assert!(line.ends_with(&format!("' cargo test {words} -- --exact")), "{line}");

        let replayed = project.shell(line).run();
        let [report] = reports(&replayed)[..] else { panic!("{line}\n{}", replayed.all()) };
        assert!(report.starts_with(&format!("{name}  ({path}:")), "{line}\n{report}");
        assert!(report.contains(&shown), "{line}\n{report}");
        assert!(report.contains("Replayed as it is, without shrinking."), "{line}\n{report}");
        let ran = replayed.stdout.matches("running 1 test\n").count();
        assert_eq!((ran, replayed.stdout.matches("running ").count()), (1, 1), "{line}");
        assert_eq!(replayed.remarks(), [""; 0], "{line}\n{}", replayed.all());
        check_all_others_are_skipped(&project, line, &shown);
    }
}

/// Runs all tests with the token of a law.
fn check_all_others_are_skipped(project: &Project, line: &str, shown: &str) {
    let (token, _) = line.split_once(" cargo ").expect("the line runs cargo");
    let line = format!("{token} cargo test --workspace --no-fail-fast");
    let output = project.shell(&line).run();
    let [report] = reports(&output)[..] else { panic!("{line}\n{}", output.all()) };
    assert!(report.contains(shown), "{line}\n{report}");
    let passed = output.stdout.matches(" ... ok\n").count();
    assert_eq!(passed, 2 * LAWS.len() - 1, "{line}\n{}", output.all());
    let remarks = output.remarks();
    let of = |ending: &str| remarks.iter().filter(|remark| remark.ends_with(ending)).count();
    let of_small = of("small: not run, since the replay token is for another law named `small`");
    let of_other = of("other: not run, since the replay token is for the law `small`");
    assert_eq!((of_small, of_other), (LAWS.len() - 1, LAWS.len()), "{line}\n{}", output.all());
}
