//! Commands of `cargo lawful`: what they print, and their exit codes.

use std::fs;

use checks::{Cargo, Output, Project, subcommand};

const LAWS: &str = r#"use lawful::prelude::*;

mod lists {
    use lawful::prelude::*;

    #[law(seed = 1)]
    fn are_short(list: Vec<u8>) {
        assert!(list.len() < 3);
    }

    #[law]
    fn are_themselves(list: Vec<u8>) {
        assert_eq!(list, list.clone());
    }
}

#[law]
#[ignore]
fn is_ignored(x: u8) {
    let _ = x;
}

#[law]
fn never_ends(x: u64) {
    while x > 1000 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

#[law]
fn exits(x: u64) {
    if x > 1000 {
        std::process::exit(7);
    }
}

#[law]
fn sleeps(x: u64) {
    std::thread::sleep(std::time::Duration::from_millis(20));
    let _ = x;
}

#[law(database = "tests/failures")]
fn is_committed(x: u16) {
    assert!(x < 900);
}

#[law]
#[should_panic]
fn is_to_panic(x: u8) {
    assert!(x < 9);
}

#[test]
fn plain_with_a_law_inside() {
    check(any::<u16>(), |x| assert!(x < 500));
}

#[test]
fn plain() {}
"#;

fn project(name: &str) -> Project {
    let dependencies = format!("[dependencies]\n{}\n", Project::dependency());
    let files = [("src/lib.rs", ""), ("tests/laws.rs", LAWS)];
    let project = Project::depending(env!("CARGO_TARGET_TMPDIR"), name, &dependencies, &files);
    // Written again, since `keep` changes it.
    project.write("tests/laws.rs", LAWS);
    let _ = fs::remove_dir_all(project.path("tests/failures"));
    let _ = fs::remove_dir_all(project.path("database"));
    project
}

fn command(project: &Project, words: &str) -> Cargo {
    subcommand(project, words)
        .env("LAWFUL_DATABASE", &project.path("database").display().to_string())
}

fn run(project: &Project, words: &str) -> Output {
    command(project, words).run()
}

fn check(output: &Output, code: i32, parts: &[&str]) {
    assert_eq!(output.code, Some(code), "{}", output.all());
    let text = format!("{}{}", output.stdout, output.stderr);
    for part in parts {
        assert!(text.contains(part), "{part}\n{}", output.all());
    }
}

#[test]
fn laws_are_listed_and_chosen_as_by_cargo_test() {
    let project = project("listed");
    let listed = run(&project, "list");
    let laws = "listed (test laws):\n    exits\n    is_committed\n    is_to_panic\n    lists::are_short\n    \
                lists::are_themselves\n    never_ends\n    sleeps\n";
    check(&listed, 0, &[laws]);
    check(&run(&project, "list lists --skip short"), 0, &["\n    lists::are_themselves\n"]);
    check(&run(&project, "list --ignored"), 0, &["\n    is_ignored  (ignored)\n", "1 law\n"]);
    check(
        &run(&project, "list --plain-tests plain"),
        0,
        &["\n    plain_with_a_law_inside  (plain test)\n"],
    );
    let json = run(&project, "list --json --exact exits");
    let json: serde_json::Value = serde_json::from_str(&json.stdout).expect("it is JSON");
    assert_eq!(json[0]["name"], "listed::laws::exits");
    assert_eq!(json.as_array().map(Vec::len), Some(1));
}

#[test]
fn exit_codes_tell_how_a_run_ended() {
    let project = project("codes");
    check(
        &run(&project, "themselves"),
        0,
        &["Summary 1 law in ", "1 passed, 7 not chosen; 256 tests"],
    );
    check(
        &run(&project, "are_short"),
        1,
        &["law broken: codes::laws::lists::are_short", "      Broken "],
    );
    check(&run(&project, "is_to_panic"), 0, &["1 passed"]);
    check(&run(&project, "--no-such-option"), 2, &["--no-such-option"]);
    check(&run(&project, "--shard 1/2"), 2, &["needs the root seed that all shards have"]);
    check(&run(&project, "themselves --features nothing"), 3, &["nothing"]);
    check(&run(&project, "nothing"), 4, &["none of the 8 laws is chosen by the filters"]);
    let hanging = "--for 1s --exact never_ends";
    check(
        &run(&project, hanging),
        5,
        &["Unknown codes::laws::never_ends  it did not end, and was killed"],
    );
    let slow = "--for 2s --jobs 1 --exact sleeps lists::are_themselves";
    check(&run(&project, slow), 0, &["2 passed"]);
    // A law that ends its process is found by the process after it.
    let died = run(&project, "--exact exits --seed 1");
    check(&died, 1, &["law broken: codes::laws::exits", "    x = 1001\n"]);
    check(
        &run(&project, "--exact plain plain_with_a_law_inside --plain-tests"),
        1,
        &["\n    500\n"],
    );
}

#[test]
fn a_failure_is_listed_replayed_kept_and_forgotten() {
    let project = project("stored");
    check(&run(&project, "are_short --seed 1"), 1, &[]);
    let listed = run(&project, "failures");
    check(
        &listed,
        0,
        &["stored::laws::lists::are_short  (tests/laws.rs:6)", "with list = vec![0, 0, 0]"],
    );
    let id = listed.stdout.split_whitespace().next().expect("an id").to_string();
    check(&run(&project, &format!("failures show {id}")), 0, &["    list = vec![0, 0, 0]\n"]);
    let replay = run(&project, &format!("replay {id}"));
    check(&replay, 1, &["    list = vec![0, 0, 0]\n", "Replayed as it is"]);
    check(&run(&project, "replay 00"), 2, &["no stored failure has an id that begins with `00`"]);
    let keep = run(&project, "failures keep are_short");
    check(&keep, 0, &["#[law(seed = 1, case(vec![0, 0, 0]))]\n"]);
    let source = fs::read_to_string(project.path("tests/laws.rs")).expect("the source is there");
    assert!(
        source.contains("    #[law(seed = 1, case(vec![0, 0, 0]))]\n    fn are_short("),
        "{source}"
    );
    check(&run(&project, "failures keep are_short"), 0, &["has the case already"]);
    check(&run(&project, "are_short"), 1, &["  It is case 1 of the source.\n"]);
    check(&run(&project, "failures forget are_short"), 0, &["Forgot 1 failure"]);
    check(&run(&project, "failures"), 0, &["0 stored failures"]);
}

/// A failure in a folder that is committed has a text for the people who review the change, and is found by the commands.
#[test]
fn a_committed_failure_is_text_and_is_listed() {
    let project = project("committed");
    // A database that the environment names would replace the folder.
    let run = |words: &str| subcommand(&project, words).with_database().run();
    check(&run("is_committed --seed 1"), 1, &["law broken: committed::laws::is_committed"]);
    let listed = run("failures");
    check(&listed, 0, &["with x = 900", "committed as tests/failures/is_committed-"]);
    let folder = fs::read_dir(project.path("tests/failures")).expect("the folder is there");
    let folder = folder.flatten().next().expect("the law has a folder").path();
    let files = fs::read_dir(&folder).expect("it is a folder").flatten().map(|file| file.path());
    let text = files.into_iter().find(|file| file.extension().is_some_and(|end| end == "txt"));
    let text = fs::read_to_string(text.expect("there is a text")).expect("it can be read");
    assert!(text.starts_with("law broken: committed::laws::is_committed"), "{text}");
    assert!(text.contains("\n    x = 900\n"), "{text}");
    check(&run("replay is_committed"), 1, &["    x = 900\n"]);
}

#[test]
fn colours_follow_the_variables() {
    let project = project("colours");
    let run = |name: &str| command(&project, "themselves").env(name, "1").run();
    let coloured = |output: &Output| output.stdout.contains("\u{1b}[");
    assert!(!coloured(&command(&project, "themselves").run()));
    assert!(coloured(&run("CLICOLOR_FORCE")));
    assert!(!coloured(&run("NO_COLOR")));
}
