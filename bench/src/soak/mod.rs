//! Suite `soak`: the long counts, whole. The tests of the workspace run a hundredth of each.
//!
//! Another count is another line in [`counts`].

mod discovery;
mod histories;
mod killed;
mod memory;
mod ranking;
mod schedules;
mod temporal;

use std::time::Instant;

use crate::Options;
use crate::clock;
use crate::report::Report;

/// Something that is done very often and must never fail; a failure panics.
struct Count {
    name: &'static str,
    /// How often it is done here.
    times: u64,
    run: Box<dyn Fn()>,
}

fn counts() -> Vec<Count> {
    let mut counts = vec![
        memory::ten_million_tests(),
        histories::hundred_thousand_histories(),
        killed::thousand_kills(),
        schedules::thousand_replays(),
        schedules::ten_million_events(),
        schedules::ten_thousand_tasks(),
        schedules::thousand_overflows(),
        discovery::ten_thousand_theories(),
        discovery::laws_survive_a_million_tests(),
        ranking::pairs_in_changing_company(),
        temporal::monitors_agree(),
        temporal::broken_formulas_are_explained(),
        temporal::liveness_without_false_alarms(),
        temporal::right_programs_pass(),
        temporal::philosophers_eat(),
    ];
    counts.extend(lawful_gallery::soak().into_iter().map(gallery_count));
    counts.extend(lawful_gallery::studies().into_iter().map(study_count));
    counts
}

/// The long counts of the papers' case studies. They all hold; what share of them is under a label
/// is the gallery's own test.
fn gallery_count(soak: lawful_gallery::Soak) -> Count {
    let (name, times) = (soak.name, soak.tests);
    let run = move || assert!(soak.run(1, 1).held, "{name} does not hold");
    Count { name, times, run: Box::new(run) }
}

/// Number of root seeds that the findings of every study are compared with.
const SEEDS: u64 = 20;

/// All exhibits of a study, with many root seeds.
fn study_count(study: &'static str) -> Count {
    let run = move || {
        let compared =
            lawful_gallery::compare(study, 1..=SEEDS).unwrap_or_else(|error| panic!("{error}"));
        println!("{study}: {compared} findings with {SEEDS} root seeds, 0 differ");
    };
    Count { name: study, times: SEEDS, run: Box::new(run) }
}

pub fn run(options: &Options, report: &mut Report) {
    for count in counts().iter().filter(|count| options.wants_case(count.name)) {
        let (cpu, wall) = (clock::process(), Instant::now());
        (count.run)();
        report.add("lawful", "times", count.times as f64);
        report.add("lawful", "cpu_s", (clock::process() - cpu).as_secs_f64());
        report.add("lawful", "wall_s", wall.elapsed().as_secs_f64());
        report.end_case(count.name);
    }
}
