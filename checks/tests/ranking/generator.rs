//! The command with a generator of one's own, in a project that has it as an example.

use checks::Project;
use serde_json::Value;

use crate::folder::Folder;

const EXAMPLE: &str = r#"use lawful::generate::vec;
use lawful::prelude::*;

fn main() -> std::process::ExitCode {
    // The case is a count, and then as many numbers, in a line each.
    let lists = vec(-9..=9i32, 0..=4).mapped(|list| {
        let numbers: String = list.iter().map(|number| format!("{number}\n")).collect();
        format!("{}\n{numbers}", list.len())
    });
    lawful::rank::command::main(lists)
}
"#;

#[test]
fn a_generator_as_the_command() {
    let folder = Folder::new("generator");
    let sum =
        "read -r count; sum=0; while read -r number; do sum=$((sum + number)); done; echo $sum";
    folder.script("model", sum);
    folder.script("right", "sed 1d | awk '{ sum += $1 } END { print sum + 0 }'");
    folder.script("first", "read -r count; read -r number; echo $((number))");
    folder.script("positive", "sed 1d | awk '$1 > 0 { sum += $1 } END { print sum + 0 }'");
    let dependency = Project::dependency_on("lawful", &["rank-command"]);
    let project = Project::depending(
        env!("CARGO_TARGET_TMPDIR"),
        "ranking-generator",
        &format!("[dependencies]\n{dependency}\n"),
        &[("src/lib.rs", ""), ("examples/rank.rs", EXAMPLE)],
    );
    let options = "--small-tests 50 --patience 20 --json ranking.json --reference model";
    // Paths are relative to where the command runs.
    let manifest = project.path("Cargo.toml");
    let manifest = ["--manifest-path".as_ref(), manifest.as_os_str()];
    let cargo = project.cargo("run --quiet --example rank").args(manifest).args(["--"]);
    let cargo = cargo.args(options.split(' ')).args(["right", "first", "positive"]);
    let output = cargo.in_directory(&folder.path("")).run();
    assert!(output.success, "{}", output.all());
    let json = std::fs::read_to_string(folder.path("ranking.json")).unwrap();
    let ranking: Value = serde_json::from_str(&json).unwrap();
    let names: Vec<&Value> =
        ranking["answers"].as_array().unwrap().iter().map(|answer| &answer["name"]).collect();
    assert_eq!(names, ["right", "first", "positive"], "{}", output.stdout);
    assert_eq!(ranking["bugs"].as_array().unwrap().len(), 2, "{}", output.stdout);
    assert_eq!(ranking["bugs"][0]["test"], "\"1\\n-1\\n\"", "{}", output.stdout);
    assert_eq!(ranking["bugs"][1]["test"], "\"2\\n0\\n1\\n\"", "{}", output.stdout);

    // No pattern is asked for, and none is offered.
    let help = project.cargo("run --quiet --example rank -- --help").run();
    assert!(help.success, "{}", help.all());
    assert!(help.stdout.contains("--reference <PROGRAM>"), "{}", help.all());
    assert!(!help.stdout.contains("--input"), "{}", help.all());
}
