//! A run for a time keeps all cores busy. A program of its own, so that no other check runs beside it.

use std::time::{Duration, Instant};

use checks::{Project, many_laws, subcommand};

const TIME: Duration = Duration::from_secs(20);
const PROCESSES: usize = 2;
/// Share of the processor time of spinning processes that a run must get.
const SHARE: f64 = 0.9;

/// Processor time in seconds that two spinning processes get.
fn spinning() -> f64 {
    let line = format!(
        "for i in $(seq {PROCESSES}); do timeout {} sh -c 'while :; do :; done' & done; wait",
        TIME.as_secs()
    );
    Project::repository().shell(&line).run_timed().1
}

#[test]
fn a_run_for_a_time_gets_what_spinning_processes_get() {
    let project = many_laws(env!("CARGO_TARGET_TMPDIR"), "busy");
    subcommand(&project, "list").run().expect_success();
    let before = spinning();
    let started = Instant::now();
    let program =
        subcommand(&project, &format!("--for {}s --jobs {PROCESSES} --quiet", TIME.as_secs()));
    let (output, busy) = program.run_timed();
    let elapsed = started.elapsed();
    let after = spinning();
    assert_eq!(output.code, Some(1), "{}", output.all());
    let share = busy / ((before + after) / 2.0);
    let summary = output.stdout.lines().find(|line| line.contains("Summary")).unwrap_or_default();
    println!("{summary}");
    println!(
        "{busy:.1} s of processor time in {:.1} s; two spinning processes: {before:.1} s before, {after:.1} s after; {:.0} %",
        elapsed.as_secs_f64(),
        100.0 * share
    );
    assert!(share >= SHARE, "{share}");
    assert!(elapsed < TIME + Duration::from_secs(10), "{elapsed:?}");
}
