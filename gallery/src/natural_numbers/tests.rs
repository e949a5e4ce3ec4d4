//! The exhibits, the smallest programs, and what becomes of failures of dynamic machines.

use std::fs;
use std::path::PathBuf;

use lawful::machine::{Dynamic, Symbolic};
use lawful::report::sequence;
use lawful::run::{Config, Summary};
use lawful::run::{Database, Found};
use lawful::{Law, Runner};

use super::{FALL, STUCK, deciding, exhibits, registered, server, started};
use crate::checking::assert_as_expected;

#[test]
fn every_exhibit_is_as_expected() {
    assert_as_expected(&exhibits());
}

#[test]
fn the_wrong_servers_are_caught_with_the_fewest_calls() {
    let stuck = ["start();", "next();", "next();", "next();", "next();", "next();", "next();"];
    assert_calls(&registered::numbers(server::getting_stuck), &stuck);
    // 0, 3, 6, 1.
    assert_calls(&deciding::numbers(server::falling_back), &FALL);
}

#[test]
fn both_kinds_of_machines_come_to_the_same_smallest_program() {
    assert_calls(&started::numbers::<Symbolic>(server::getting_stuck), &STUCK);
    assert_calls(&started::numbers::<Dynamic>(server::getting_stuck), &STUCK);
}

#[test]
fn a_failure_of_a_dynamic_machine_replays_from_its_token() {
    let machine = deciding::numbers(server::falling_back);
    let summary = Runner::named("replayed").seed(1).run(&machine);
    let token = summary.failure().expect("the server is wrong").token.clone();
    let config = Config::default().with(|config| config.replay = Some(token));
    let replay = Runner::named("replayed").with(config);
    let summary = replay.run(&machine);
    assert_eq!(calls(&summary), FALL);
    assert_eq!(summary.failure().map(|failure| failure.found), Some(Found::Replay));
    // The same choices make a program for a server that is right, too, and it holds.
    assert!(replay.run(&deciding::numbers(server::one_by_one)).is_success());
}

#[test]
fn a_failure_of_a_dynamic_machine_is_kept_and_tried_first() {
    let directory = Directory::new();
    let database = Database::at(directory.0.clone());
    let config = Config::default().with(|config| {
        config.database = database;
        config.seed = Some(1);
    });
    let check = Runner::named("kept").with(config);
    let machine = deciding::numbers(server::falling_back);
    assert!(matches!(check.run(&machine).failure().unwrap().found, Found::Test { .. }));
    let summary = check.run(&machine);
    assert_eq!(calls(&summary), FALL);
    assert_eq!(summary.failure().map(|failure| failure.found), Some(Found::Database));
    assert!(check.run(&deciding::numbers(server::one_by_one)).is_success());
}

/// Expects the same smallest program for the root seeds 1 to 20. The search ends with the first failure: servers
/// are threads, and starting them takes time.
#[track_caller]
fn assert_calls(machine: &dyn Law, expected: &[&str]) {
    for seed in 1..=20 {
        let summary = Runner::named("numbers").seed(seed).first_failure().run(machine);
        assert_eq!(calls(&summary), expected, "seed {seed}");
    }
}

#[track_caller]
fn calls(summary: &Summary) -> Vec<String> {
    sequence::calls(summary.failure().expect("the server is wrong").calls())
}

/// A directory of this test's own, gone when the test is.
struct Directory(PathBuf);

impl Directory {
    fn new() -> Self {
        let path = std::env::temp_dir().join(format!("lawful-numbers-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Directory(path)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
