//! One task in several languages, through the command: answers, test suites, groups of answers, and repeated runs.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use checks::Output;
use serde_json::Value;

use crate::command::{cargo, rank};
use crate::folder::{Folder, compile};

/// Answers that are wrong: the test that shows it, the output that is right and what the answer does.
const BUGS: [(&str, &str, &str, &str); 5] = [
    ("ones_left_out-perl", "a", "a1", "a"),
    ("last_run_lost-javascript", "ab", "a1b1", "a1"),
    ("sorted-java", "bbaa", "b2a2", "a2b2"),
    (
        "short_runs-rust",
        "aaaa",
        "a4",
        "exit code 101: index out of bounds: the len is 4 but the index is 4",
    ),
    ("one_digit-c", "aaaaaaaaaa", "a10", "a0"),
];

fn source(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ranking/answers").join(name)
}

/// Returns whether a program can be started.
fn has(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let has = command.status().is_ok_and(|status| status.success());
    if !has {
        println!("left out: {program} is not installed");
    }
    has
}

/// Writes the reference and the answers in all languages that are installed, and returns the names of the answers. With
/// Java only if it is asked for: it takes long to start.
fn answers(folder: &Folder, with_java: bool) -> Vec<&'static str> {
    let rustc = |name: &str, program: &str| {
        let mut rustc = Command::new("rustc");
        rustc.args(["--edition", "2024", "-o"]).arg(folder.path(program)).arg(source(name));
        compile(&mut rustc);
    };
    let script = |name: &str, file: &str| {
        folder.executable(name, &fs::read_to_string(source(file)).unwrap());
    };
    rustc("model.rs", "model");
    rustc("short_runs.rs", "short_runs-rust");
    script("complete-shell", "complete.sh");
    let mut names = vec!["short_runs-rust", "complete-shell"];
    for (program, name, file) in [
        ("python3", "complete-python", "complete.py"),
        ("node", "last_run_lost-javascript", "last_run_lost.js"),
        ("perl", "ones_left_out-perl", "ones_left_out.pl"),
    ] {
        if has(program) {
            script(name, file);
            names.push(name);
        }
    }
    if has("cc") {
        compile(
            Command::new("cc").arg("-o").arg(folder.path("one_digit-c")).arg(source("one_digit.c")),
        );
        names.push("one_digit-c");
    }
    if with_java && has("java") && has("javac") {
        let classes = folder.path("classes");
        compile(Command::new("javac").arg("-d").arg(&classes).arg(source("Sorted.java")));
        let java =
            format!("exec java -Xshare:auto -XX:+UseSerialGC -cp {} Sorted", classes.display());
        folder.script("sorted-java", &java);
        names.push("sorted-java");
    }
    assert!(names.len() >= 3, "only {names:?} can be run");
    names
}

/// Checks the places of the answers and the bugs with their tests, in JSON and in the table.
fn check(folder: &Folder, output: &Output, names: &[&str], is_complete: bool) {
    assert!(output.success, "{}", output.all());
    let json = fs::read_to_string(folder.path("ranking.json")).unwrap();
    let ranking: Value = serde_json::from_str(&json).unwrap();
    let list = |value: &Value| value.as_array().unwrap().clone();
    let answers = list(&ranking["answers"]);
    assert_eq!(answers.len(), names.len(), "{}", output.stdout);
    for (place, answer) in answers.iter().enumerate() {
        let name = answer["name"].as_str().unwrap();
        let Some((_, test, expected, got)) = BUGS.iter().find(|(wrong, ..)| *wrong == name) else {
            assert_eq!(answer["place"], 1, "{name}: {}", output.stdout);
            assert_eq!(list(&answer["bugs"]).len(), 0, "{name}: {}", output.stdout);
            continue;
        };
        assert_ne!(list(&answer["bugs"]).len(), 0, "{name}: {}", output.stdout);
        // What tells an answer from the others depends on which others there are.
        if !is_complete {
            continue;
        }
        let bugs = list(&ranking["bugs"]);
        let shows = |bug: &&Value| bug["test"] == format!("{test:?}");
        let bug = bugs.iter().find(shows).unwrap_or_else(|| panic!("{test}: {}", output.stdout));
        assert!(list(&bug["answers"]).contains(&place.into()), "{name}: {bug}");
        assert!(bug["expected"].as_str().unwrap().contains(expected), "{name}: {bug}");
        let reply = &bug["replies"][place];
        let is_crash = got.starts_with("exit code");
        let verdict = if is_crash { "crashed" } else { "wrong output" };
        assert_eq!(reply["verdict"], verdict, "{name}: {bug}");
        assert!(reply["text"].as_str().unwrap().contains(got), "{name}: {bug}");
        let row = output.stdout.lines().find(|line| line.contains(name) && line.contains(" of "));
        assert!(row.unwrap().contains(if is_crash { '!' } else { '×' }), "{}", output.stdout);
        assert!(output.stdout.contains(&format!("   {test:?}\n")), "{}", output.stdout);
    }
    assert_eq!(ranking["oracle"], "a reference");
    assert_eq!(ranking["end"], "no news");

    let picture = fs::read_to_string(folder.path("ranking.svg")).unwrap();
    assert!(picture.starts_with("<svg ") && picture.trim_end().ends_with("</svg>"), "{picture}");
    for name in names {
        assert!(picture.contains(name), "{name}: {picture}");
    }
}

#[test]
fn a_process_answers_line_by_line() {
    let folder = Folder::new("languages-lines");
    let names = answers(&folder, true);
    let path = |name: &&str| folder.path(name).into_os_string();
    let option = |option: &str, name: &str| [option.into(), folder.path(name).into_os_string()];
    let output = cargo("run --quiet")
        .args("-- rank --pass lines --patience 300 --time-limit 10s --memory-limit 2G".split(' '))
        .args(["--input", "(a{1,12}|b{1,3}){1,3}"])
        .args(option("--reference", "model"))
        .args(option("--json", "ranking.json"))
        .args(option("--svg", "ranking.svg"))
        .args(names.iter().map(path))
        .run();
    check(&folder, &output, &names, names.len() == 7);
}

/// Ranks the answers with a process for each case, and grades test suites.
#[test]
fn a_process_for_each_case() {
    let folder = Folder::new("languages-cases");
    let names = answers(&folder, false);
    let suite = |input: &str, output: &str| {
        format!("[ \"$(printf {input} | \"$1\")\" = {output} ] || {{ echo no {output}; exit 1; }}")
    };
    folder.script("suites/short", &suite("aab", "a2b1"));
    folder.script("suites/long", &suite("aaaaaaaaaaaa", "a12"));
    folder.script("suites/wrong", &suite("aab", "2a1b"));
    let options = "--input a{1,4}b?|a{10} --small-tests 20 --patience 5 --time-limit 10s --reference ./model --json ranking.json \
                   --svg ranking.svg --suite suites/short --suite suites/long --suite suites/wrong";
    let output = rank(&folder.path(""), options, &names);
    let is_complete = names.len() == 6;
    check(&folder, &output, &names, is_complete);
    let (_, grades) = output.stdout.split_once("3 test suites, ").expect(&output.stdout);
    let wrong = "  wrong  catches   0   wrong: it fails on the reference: no 2a1b\n";
    assert!(grades.contains(wrong), "{grades}");
    if is_complete {
        assert!(grades.contains("  short  catches   2\n  long   catches   2\n"), "{grades}");
        assert!(grades.contains("every answer with bugs is caught by some suite\n"), "{grades}");
    }
}

#[test]
fn groups_and_repeated_runs() {
    let folder = Folder::new("groups");
    folder.script("model", "tr a x");
    for (name, script) in [
        ("right", "sed s/a/x/g"),
        ("also_right", "tr a x"),
        ("first", "sed s/a/x/"),
        ("squeezes", "tr -s a x"),
        ("takes_b_too", "tr ab x"),
        ("both", "tr -s ab x"),
    ] {
        folder.script(name, script);
    }
    let options = "--input [ab]{0,4} --reference ./model --small-tests 20 --patience 10 --stability 3 \
                   --group right,also_right,first --versus squeezes,takes_b_too,both";
    let names = ["right", "also_right", "first", "squeezes", "takes_b_too", "both"];
    let output = rank(&folder.path(""), options, &names);
    assert!(output.success, "{}", output.all());
    let told = "3 runs with different seeds\n  bugs found: 3\n  standard deviation of ranks: mean 0.00, maximum 0.00; \
                no rank moves by more than 0\n  the order is the same in all runs\n";
    assert!(output.stdout.contains(told), "{}", output.stdout);
    let told = " first: 3 answers, mean score 2.33 (standard deviation 1.15)\n\
                second: 3 answers, mean score 1.00 (standard deviation 1.00)\n\
                Welch's t = 1.512 with 3.9 degrees of freedom, p = 0.2065";
    assert!(output.stdout.contains(told), "{}", output.stdout);
    // The caveat for small groups.
    assert!(output.stdout.contains("take p as a hint"), "{}", output.stdout);
}
