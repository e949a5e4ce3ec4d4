//! A run that is killed at any moment loses no failure that it printed.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::thread::sleep;
use std::time::{Duration, Instant};

use checks::{many_laws, subcommand};

const ROUNDS: u64 = 12;

/// Names of the laws in headlines of reports.
fn broken(text: &str) -> BTreeSet<String> {
    let names = text.lines().filter_map(|line| line.strip_prefix("law broken: "));
    let names = names.filter_map(|rest| rest.split_whitespace().next());
    names.map(String::from).collect()
}

#[test]
fn what_was_printed_is_stored_and_tried_first() {
    let project = many_laws(env!("CARGO_TARGET_TMPDIR"), "killed");
    let database = project.path("database").display().to_string();
    let command = |words: &str| subcommand(&project, words).env("LAWFUL_DATABASE", &database);
    command("list").run().expect_success();
    let (mut printed, mut kills) = (0, 0);
    for round in 0..ROUNDS {
        let _ = fs::remove_dir_all(&database);
        let mut run = command(&format!("--for 60s --seed {round}")).start();
        let mut stdout = run.stdout.take().expect("a pipe");
        let reader = std::thread::spawn(move || {
            let mut text = String::new();
            // What is read until the end of the stream was printed before the kill.
            let _ = stdout.read_to_string(&mut text);
            text
        });
        // Spread over the first seconds, in which most failures are found, and different in every round.
        sleep(Duration::from_millis(150 + round * 370));
        run.kill().expect("it is running");
        run.wait().expect("it was started");
        let text = reader.join().expect("the output is text");
        let broken = broken(&text);
        kills += 1;
        printed += broken.len();

        let listed = command("failures --json").run().expect_success().stdout;
        let listed: serde_json::Value = serde_json::from_str(&listed).expect("it is JSON");
        let stored = listed.as_array().into_iter().flatten();
        let stored: BTreeSet<String> =
            stored.filter_map(|one| Some(one["law"].as_str()?.to_string())).collect();
        assert!(broken.is_subset(&stored), "{broken:?}\n{stored:?}");
        is_first(&broken, &command, round);
    }
    // The check says something only if failures were printed before the kills.
    assert!(printed > 10 && kills == ROUNDS, "{printed} failures in {kills} runs");
    println!("{printed} failures were printed in {kills} runs that were killed, and none is lost");
}

/// The next run starts with the laws whose failures were printed, and prints those first.
fn is_first(broken: &BTreeSet<String>, command: &dyn Fn(&str) -> checks::Cargo, round: u64) {
    if broken.is_empty() || !round.is_multiple_of(4) {
        return;
    }
    let started = Instant::now();
    let output = command("--tests 1 --jobs 1 --seed 1").run();
    let first: Vec<&str> =
        output.stdout.lines().filter_map(|line| line.strip_prefix("law broken: ")).collect();
    let first: BTreeSet<&str> =
        first.iter().filter_map(|rest| rest.split_whitespace().next()).take(broken.len()).collect();
    assert_eq!(output.code, Some(1), "{}", output.all());
    let known: BTreeSet<&str> = broken.iter().map(String::as_str).collect();
    assert!(first.is_subset(&known) || known.is_subset(&first), "{first:?}\n{known:?}");
    assert!(started.elapsed() < Duration::from_secs(120));
}
