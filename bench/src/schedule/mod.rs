//! Suite `schedule`: what schedulers of concurrent programs cost, and how soon they find known mistakes.
//!
//! Subjects are ways to choose schedules. They take turns, round by round and seed by seed.

mod fewest;
mod hunting;
mod lawful;
mod loom;
mod ratios;
mod shrinking;
mod shuttle;
mod speed;
mod subject;

use crate::Options;
use crate::quiet::quietly;
use crate::report::Report;
use fewest::{Fewest, fewest_switches};
use subject::Subject;

/// In the order in which they are printed.
const SUBJECTS: [&[Subject]; 3] = [lawful::SUBJECTS, shuttle::SUBJECTS, loom::SUBJECTS];

/// Runs to find out the fewest switches of a program.
const RUNS_FOR_FEWEST: usize = 2_000_000;

pub fn run(options: &Options, report: &mut Report) {
    let subjects: Vec<&'static Subject> = SUBJECTS
        .into_iter()
        .flatten()
        .filter(|subject| options.wants_subject(subject.name))
        .collect();
    speed::run(options, &subjects, report);
    hunting::run(options, &subjects, report);
    shrinking::run(options, report);
    // Only when asked for: the outcome is in the gallery's table, and a test compares.
    if options.case.as_deref() == Some("fewest_switches") {
        print_fewest_switches(report);
    }
}

fn print_fewest_switches(report: &mut Report) {
    for program in shuttle::programs::PROGRAMS {
        match quietly(|| fewest_switches(program.run, RUNS_FOR_FEWEST)) {
            Fewest::Are(switches) => report.add(program.name, "fewest_switches", switches.into()),
            Fewest::MoreThan(switches) => report.add(program.name, "more_than", switches.into()),
        }
    }
    report.end_case("fewest_switches");
}

#[cfg(test)]
mod tests {
    use ::shuttle::scheduler::RandomScheduler;

    use super::shuttle::programs::PROGRAMS;
    use super::shuttle::search;
    use super::subject::Ended;
    use super::*;

    #[test]
    fn right_programs_never_fail() {
        for program in PROGRAMS {
            if let Some(right) = program.right {
                let scheduler = RandomScheduler::new_from_seed(0, 1_000);
                let search = quietly(|| search(scheduler, right));
                assert_eq!(search.ended, Ended::Passed, "{}", program.name);
                assert_eq!(search.runs, 1_000, "{}", program.name);
            }
        }
    }

    #[test]
    fn fewest_switches_are_as_the_gallery_says() {
        for program in PROGRAMS {
            // Four switches take a minute without optimisation; the case has them too.
            if let Some(switches) = program.fewest_switches.filter(|switches| *switches < 4) {
                let fewest = quietly(|| fewest_switches(program.run, RUNS_FOR_FEWEST));
                assert_eq!(fewest, Fewest::Are(switches), "{}", program.name);
            }
        }
    }
}
