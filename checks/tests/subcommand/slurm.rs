//! Four tasks of an array on a real Slurm come to what one run of all tests comes to.

mod parts;

use std::fs;
use std::path::Path;

use checks::{Project, subcommand, subcommand_program};

use parts::{WORDS, all, directory, is_compared, is_not_trivial, project, run};

/// What each task runs, as the manual has it. Each has a database of its own, as machines have.
fn script(files: &Path) -> String {
    let (program, files) = (subcommand_program().display(), files.display());
    format!(
        "#!/bin/sh\n\
         export LAWFUL_DATABASE={files}/database-$SLURM_ARRAY_JOB_ID-$SLURM_ARRAY_TASK_ID-of-$SLURM_ARRAY_TASK_MIN\n\
         {program} lawful {WORDS} --shard auto --results {files}/shards/\n\
         # A law that is broken is no fault of the task.\n\
         [ $? -le 1 ]\n"
    )
}

#[test]
fn an_array_of_four_has_the_failures_and_figures_of_one_run() {
    let project = project();
    let files = directory(&project, "slurm");
    let one = files.join("one.jsonl");
    let whole = run(&project, WORDS, &one, &files.join("database"));
    assert_eq!(whole.code, Some(1), "{}", whole.all());
    fs::create_dir_all(files.join("shards")).expect("the directory can be made");
    let job = files.join("job.sh");
    fs::write(&job, script(&files)).expect("the script can be written");
    let slurm = Project::repository().path("checks/slurm/run");
    for first in ["1", "0"] {
        let words = format!("{} {}", slurm.display(), job.display());
        let array = project.shell(&words).env("CHECKS_FIRST", first).run();
        println!("{}{}", array.stdout, array.stderr);
        assert!(array.success);
        let merged = files.join("merged.jsonl");
        let merge = subcommand(&project, "merge --no-database --results");
        let output = merge.args([&merged, &files.join("shards")]).run();
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
        fs::remove_dir_all(files.join("shards")).expect("the files can be removed");
    }
}
