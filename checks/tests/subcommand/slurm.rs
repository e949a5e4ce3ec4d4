//! Four tasks of an array on a real Slurm come to what one run of all tests comes to.

mod parts;

use checks::{Project, subcommand, subcommand_program};

use parts::{WORDS, all, directory, is_compared, is_not_trivial, project, run};

const MANUAL: &str = include_str!("../../../crates/cargo-lawful/src/manual.md");

/// Script of the manual's page about Slurm.
fn script() -> &'static str {
    let blocks = MANUAL.split("```").skip(1).step_by(2);
    let script = blocks
        .filter_map(|block| block.strip_prefix("sh\n"))
        .find(|block| block.contains("#SBATCH"));
    script.expect("the manual has a script")
}

#[test]
fn an_array_of_four_has_the_failures_and_figures_of_one_run() {
    let project = project();
    let files = directory(&project, "slurm");
    let one = files.join("one.jsonl");
    let whole = run(&project, WORDS, &one, &files.join("database"));
    assert_eq!(whole.code, Some(1), "{}", whole.all());
    project.write("laws.sh", script());
    let slurm = Project::repository().path("checks/slurm/run");
    let programs = subcommand_program().parent().expect("it is in a directory").display();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap_or_default());
    for first in ["1", "0"] {
        let shards = directory(&project, "shards");
        let line = format!("{} laws.sh {WORDS}", slurm.display());
        let array = project.shell(&line).env("CHECKS_FIRST", first).env("PATH", &path).run();
        println!("{}{}", array.stdout, array.stderr);
        assert!(array.success);
        let merged = files.join("merged.jsonl");
        let merge = subcommand(&project, "merge --no-database --results");
        let output = merge.args([&merged, &shards]).run();
        assert_eq!(output.code, Some(1), "{}", output.all());
        let (one, four) = (all(&one), all(&merged));
        for (name, came) in &one {
            assert_eq!(four.get(name), Some(came), "{name}\n{}", output.all());
        }
        assert_eq!(four.len(), one.len());
        is_not_trivial(&one);
        let compared = one.keys().filter(|law| is_compared(law)).count();
        println!(
            "{} laws came to the same in four tasks as in one run ({compared} in full)",
            one.len()
        );
    }
}
