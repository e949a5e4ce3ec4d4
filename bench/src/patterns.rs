//! Suite `patterns`: what a test costs that only makes a string by regular expression.
//!
//! The generator is made once, as it is in a test of either subject. proptest repeats what has no bound up
//! to 32 times, and Lawful up to the size, which is 32 here.

use std::hint::black_box;

use lawful::Generator;
use lawful::Runner;
use lawful::for_all_ref;
use lawful::generate::matching;
use proptest::string::string_regex;
use proptest::test_runner::{Config, TestRunner};

use crate::Options;
use crate::measure::{Run, nanoseconds_per_test};
use crate::report::Report;

const CLASS: &str = "[a-z]{0,100}";
const ANY: &str = ".*";
const EMAIL: &str = r"[a-z]{1,8}@[a-z]+\.(com|org)";
const DATE: &str = r"\d{4}-(0[1-9]|1[0-2])-[0-3]\d";

const ROUNDS: usize = 15;

/// Name, Lawful's run, proptest's run.
const CASES: &[(&str, Run, Run)] = &[
    ("class", |tests| lawful(CLASS, tests), |tests| proptest(CLASS, tests)),
    ("any", |tests| lawful(ANY, tests), |tests| proptest(ANY, tests)),
    ("email", |tests| lawful(EMAIL, tests), |tests| proptest(EMAIL, tests)),
    ("date", |tests| lawful(DATE, tests), |tests| proptest(DATE, tests)),
];

pub fn run(options: &Options, report: &mut Report) {
    for (name, lawful, proptest) in CASES.iter().filter(|(name, ..)| options.wants_case(name)) {
        let subjects = [("lawful", *lawful), ("proptest", *proptest)];
        let wanted: Vec<_> =
            subjects.into_iter().filter(|(subject, _)| options.wants_subject(subject)).collect();
        let runs: Vec<Run> = wanted.iter().map(|(_, run)| *run).collect();
        let costs = nanoseconds_per_test(&runs, options.rounds.unwrap_or(ROUNDS));
        for ((subject, _), cost) in wanted.iter().zip(costs) {
            report.add(subject, "ns_per_test", cost);
        }
        report.end_case(name);
    }
}

fn lawful(pattern: &str, tests: u64) -> u64 {
    // An explicit range of lengths is in use as a whole from size 100 on.
    let size = if pattern == CLASS { 100 } else { 32 };
    let law = for_all_ref(matching(pattern).resize(size), |text| {
        black_box(text);
    });
    Runner::named("patterns").tests(tests).seed(tests).run(&law).passed
}

fn proptest(pattern: &str, tests: u64) -> u64 {
    let strategy = string_regex(pattern).expect("the pattern can be read");
    let config = Config { cases: tests as u32, failure_persistence: None, ..Config::default() };
    TestRunner::new(config)
        .run(&strategy, |text| {
            black_box(&text);
            Ok(())
        })
        .expect("the law holds");
    tests
}
