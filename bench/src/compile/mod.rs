//! Suite `compile`: what a subject costs to build.
//!
//! For each subject a crate is written into a temporary folder: the same ten types, the same thirty
//! laws, and generators in the subject's own words, derived where it has a derive. Then, in CPU seconds of all processes:
//! the dependencies are built from nothing, once; and the test target is built again after one line of
//! one law changed, subjects taking turns.

mod arbtest;
mod generated;
mod hegeltest;
mod lawful;
mod model;
mod proptest;
mod quickcheck;

use std::path::PathBuf;

use crate::Options;
use crate::measure::median;
use crate::report::Report;
use generated::Generated;

/// The subjects, in the order in which they are printed.
const SUBJECTS: &[&Template] = &[
    &lawful::TEMPLATE,
    &arbtest::TEMPLATE,
    &quickcheck::TEMPLATE,
    &proptest::TEMPLATE,
    &hegeltest::TEMPLATE,
];

/// How a subject says the types' generators and the laws.
struct Template {
    subject: &'static str,
    /// Name and requirement, as in a manifest; `{root}` stands for the root of the repository.
    dependencies: &'static [(&'static str, &'static str)],
    /// What each type derives besides, for a subject whose users derive their generators.
    derived: &'static str,
    /// The text of the module that holds generators and laws.
    laws: fn() -> String,
}

const ROUNDS: usize = 3;

pub fn run(options: &Options, report: &mut Report) {
    let case = "laws30_types10";
    if !options.wants_case(case) {
        return;
    }
    let folder = TemporaryFolder::name();
    let mut crates: Vec<Generated> = SUBJECTS
        .iter()
        .filter(|template| options.wants_subject(template.subject))
        .map(|template| Generated::write(&folder.0, template))
        .collect();
    let clean: Vec<f64> = crates.iter().map(Generated::build_dependencies).collect();

    let mut incremental = vec![Vec::new(); crates.len()];
    for generated in &mut crates {
        generated.build_tests();
    }
    for _ in 0..options.rounds.unwrap_or(ROUNDS) {
        for (generated, seconds) in crates.iter_mut().zip(&mut incremental) {
            generated.change_one_line();
            seconds.push(generated.build_tests());
        }
    }

    for ((generated, clean), incremental) in crates.iter().zip(clean).zip(incremental) {
        report.add(generated.subject, "crates", generated.dependency_crates() as f64);
        report.add(generated.subject, "clean_s", clean);
        report.add(generated.subject, "incremental_s", median(incremental));
    }
    report.end_case(case);
}

/// A folder that is removed when the suite ends, in whatever way.
struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    fn name() -> TemporaryFolder {
        let name = format!("lawful-bench-{}", std::process::id());
        TemporaryFolder(std::env::temp_dir().join(name))
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
