//! Four shards come to what one run of all tests comes to.

use std::fs;
use std::path::{Path, PathBuf};

use checks::subcommand;

use super::parts::{WORDS, all, directory, is_compared, is_not_trivial, project, run};

#[test]
fn four_shards_have_the_failures_and_figures_of_one_run() {
    let project = project();
    let files = directory(&project, "files");
    let one = files.join("one.jsonl");
    let whole = run(&project, WORDS, &one, &files.join("database"));
    assert_eq!(whole.code, Some(1), "{}", whole.all());
    let shards = files.join("shards/");
    fs::create_dir_all(&shards).expect("the directory can be made");
    for index in 1..=4 {
        let words = format!("{WORDS} --shard {index}/4");
        let shard = run(&project, &words, &shards, &files.join(format!("database-{index}")));
        assert!(matches!(shard.code, Some(0 | 1)), "{}", shard.all());
    }
    let (merged, database) = (files.join("merged.jsonl"), files.join("merged"));
    let merge = |words: &str| {
        let merge = subcommand(&project, words).args([Path::new("--results"), &merged]);
        merge.args([Path::new("--database"), &database]).args([&shards]).run()
    };
    let output = merge("merge");
    assert_eq!(output.code, Some(1), "{}", output.all());
    let (one, four) = (all(&one), all(&merged));
    assert_eq!(one.len(), 13, "{one:?}");
    for (name, came) in &one {
        assert_eq!(four.get(name), Some(came), "{name}\n{}", output.all());
    }
    assert_eq!(four.len(), one.len());
    is_not_trivial(&one);

    // The next run on this machine starts with the failures of all shards.
    let listed = subcommand(&project, "failures --json")
        .env("LAWFUL_DATABASE", &database.display().to_string())
        .run()
        .expect_success();
    let listed: serde_json::Value = serde_json::from_str(&listed.stdout).expect("it is JSON");
    // Cases of the source are not stored, and shards know more failures of a law that came to its limit.
    let failures: usize = { one.iter() }
        .filter(|(name, _)| is_compared(name))
        .map(|(_, came)| came.failures.len())
        .sum();
    let laws = listed.as_array().into_iter().flatten().filter_map(|one| one["law"].as_str());
    let stored = laws.filter(|law| is_compared(law.rsplit("::").next().unwrap_or(law))).count();
    assert_eq!(stored, failures, "{listed}");

    // A shard that is lost, and one that is cut off, are named, and can be run again alone.
    let second = shards.join("shard-2-of-4.jsonl");
    let third = shards.join("shard-3-of-4.jsonl");
    let text = fs::read_to_string(&third).expect("there is a third shard");
    fs::remove_file(&second).expect("there is a second shard");
    fs::write(&third, &text[..text.len() / 2]).expect("the file can be written");
    let output = merge("merge");
    assert_eq!(output.code, Some(1), "{}", output.all());
    for index in [2, 3] {
        let again = format!(
            "run it alone: cargo lawful --shard {index}/4 --results {} --tests 800 --seed 0x3",
            shards.join(format!("shard-{index}-of-4.jsonl")).display()
        );
        assert!(output.stdout.contains(&again), "{}", output.all());
        run(&project, &format!("{WORDS} --shard {index}/4"), &shards, &files.join("again"));
    }
    let output = merge("merge");
    assert!(!output.stdout.contains("Lost"), "{}", output.all());
    assert_eq!(all(&merged).keys().collect::<Vec<_>>(), one.keys().collect::<Vec<_>>());
}

/// A law's own number of tests is divided too, also by `cargo test`, which knows nothing of the command.
#[test]
fn a_shard_of_the_laws_own_tests() {
    let project = project();
    let files = directory(&project, "own");
    for index in 1..=3 {
        let words = format!("--seed 3 --shard {index}/3 --exact has_labels -q");
        let shard = run(&project, &words, &files, &files.join("database"));
        assert_eq!(shard.code, Some(0), "{}", shard.all());
    }
    let merged = files.join("all.json");
    let merge = subcommand(&project, "merge --no-database --results").args([&merged, &files]).run();
    assert_eq!(merge.code, Some(0), "{}", merge.all());
    assert_eq!(all(&merged)["has_labels"].counts, (256, 0));

    let output = project.cargo("test --test laws has_labels").env("LAWFUL_SHARD", "1/4").run();
    assert!(output.success, "{}", output.all());
    let output = project.cargo("test --test laws has_labels").env("LAWFUL_SHARD", "5/4").run();
    assert!(
        output.stdout.contains("LAWFUL_SHARD=\"5/4\" cannot be understood"),
        "{}",
        output.all()
    );
}

#[test]
fn results_of_different_runs_are_not_joined() {
    let project = project();
    let files = directory(&project, "different");
    let run = |words: &str, name: &str| {
        let file = files.join(name);
        run(&project, &format!("has_four_cases -q {words}"), &file, &files.join("database"));
        file
    };
    let one = run("--seed 1 --shard 1/2", "one");
    let merge = |other: PathBuf, part: &str| {
        let output = subcommand(&project, "merge --no-database").args([&one, &other]).run();
        assert_eq!(output.code, Some(2), "{}", output.all());
        assert!(output.stderr.contains(part), "{part}\n{}", output.all());
    };
    merge(run("--seed 2 --shard 2/2", "seed"), "they have other root seeds");
    merge(run("--seed 1 --shard 2/3", "count"), "they have other numbers of shards");
    merge(run("--seed 1 --shard 2/2 --tests 7", "tests"), "they have other budgets");
    merge(run("--seed 1 --shard 2/2 has_labels", "laws"), "they have other laws");
    merge(run("--seed 1 --shard 1/2", "same"), "are both shard 1/2; give one of them");
}

/// Failures of one run are drawn later, without running anything.
#[test]
fn schedules_of_stored_failures_are_drawn() {
    let project = project();
    let files = directory(&project, "drawn");
    let database = files.join("database");
    run(&project, "--seed 3 -q loses_counts is_rare", &files.join("results"), &database);
    let trace = |words: &str| {
        let command = subcommand(&project, &format!("trace {words}"));
        command.env("LAWFUL_DATABASE", &database.display().to_string()).run()
    };
    let drawn = trace("loses_counts");
    assert_eq!(drawn.code, Some(0), "{}", drawn.all());
    for part in ["switch ", "reads laws.rs:76: 0", "`main` panicked: "] {
        assert!(drawn.stdout.contains(part), "{part}\n{}", drawn.all());
    }
    let (svg, dot) = (files.join("trace.svg"), files.join("trace.dot"));
    let drawn = trace(&format!("loses_counts --svg {} --dot {}", svg.display(), dot.display()));
    assert_eq!(drawn.code, Some(0), "{}", drawn.all());
    assert!(fs::read_to_string(svg).expect("there is a picture").starts_with("<svg"));
    assert!(fs::read_to_string(dot).expect("there is a graph").starts_with("digraph"));
    let without = trace("is_rare");
    assert!(without.stdout.contains("has no trace"), "{}", without.all());
}
