//! The first section of the README, followed to the letter in a new project, with packages as they are published.

use checks::{Reader, page};

const README: &str = include_str!("../../README.md");

/// Words that begin the part of the README after the first steps.
const REST: &str = "\nIn a checkout, two commands show the rest";

#[test]
fn the_first_steps_lead_to_a_broken_law_its_replay_and_a_kept_case() {
    let (steps, _) = README.split_once(REST).expect("the first steps end");
    let mut reader = Reader::in_fresh_project("readme");
    page::parts(steps).iter().for_each(|part| reader.follow(part));
    reader.end_of_command();
    assert!(reader.differences.is_empty(), "{:#?}", reader.differences);
    assert!(reader.is_replayed, "the README does not say how to replay a case");
    assert!(reader.is_kept, "the README does not say how to keep a case");
    let last = &reader.seen().stdout;
    assert!(last.contains("\n  It is case 1 of the source.\n"), "the kept case was not run");
}
