//! Warnings and histograms, as a person reads them.

use lawful::extend::Choices;
use std::time::Duration;

use lawful::generate::elements;
use lawful::prelude::*;
use lawful::report::terminal;
use lawful::run::{Config, Limit, Summary, Warning};

use super::{assert_text, named, summary};

/// What is told of a law that holds.
fn told(change: impl FnOnce(&mut Summary)) -> String {
    let mut summary = summary(&named("price", any::<u64>(), |_| true), Config::default());
    assert!(summary.warnings.is_empty());
    change(&mut summary);
    terminal::remark(&summary).expect("there is something to tell")
}

#[track_caller]
fn check_warning(warning: Warning, expected: &str) {
    let told = told(|summary| summary.warnings.push(warning));
    assert_text(&told, &format!("law shop::tests::a_law: {expected}"));
}

#[test]
fn each_warning_has_its_figures() {
    check_warning(
        Warning::Duplicates { different: 12, of: 100 },
        "warning: cases repeat each other: only 12 of 100 that were looked at differ; widen the \
         generators or run fewer tests",
    );
    check_warning(
        Warning::Trivial { trivial: 80, of: 100 },
        "warning: in 80 of 100 cases that were looked at everything is empty or zero",
    );
    check_warning(
        Warning::Constant { argument: "price", same: 95, of: 100 },
        "warning: `price` has one value in 95 of 100 cases that were looked at",
    );
    check_warning(
        Warning::Discards { discarded: 2_000, passed: 256 },
        "warning: 2000 cases were discarded for 256 that count; generate cases that meet the \
         assumptions",
    );
    check_warning(
        Warning::Never { promise: "a full queue".into(), cases: 256 },
        "warning: `a full queue` was promised to happen and did not in 256 cases",
    );
    check_warning(
        Warning::KnownBugFixed { known: "issue 17".into(), cases: 31 },
        "the known failure `issue 17` does not occur any more: 31 cases met its condition and passed; \
         remove its `known_bug!`",
    );
    let (generation, all) = (Duration::from_millis(2_900), Duration::from_secs(3));
    check_warning(
        Warning::SlowGeneration { generation, all },
        "warning: making the arguments took 2.9 s of 3.0 s; smaller ones are quicker: set `max_size` \
         (LAWFUL_MAX_SIZE), or ask for shorter lists with `#[from(vec(.., 0..=5))]`",
    );
}

#[test]
fn a_limit_of_the_law_is_named() {
    let told = told(|summary| {
        summary.passed = 17;
        summary.limits.push(Limit::Law(Duration::from_secs(2)));
    });
    assert_text(
        &told,
        "law shop::tests::a_law: 17 of 256 tests passed; stopped at its limit of 2 s (LAWFUL_MAX_TIME)",
    );
}

#[test]
fn a_limit_that_fires_while_arguments_are_made_is_named() {
    let told = told(|summary| {
        summary.passed = 17;
        summary.limits.push(Limit::Generation(Duration::from_secs(2)));
    });
    assert_text(
        &told,
        "law shop::tests::a_law: 17 of 256 tests passed; stopped at its limit of 2 s (LAWFUL_MAX_TIME) \
         while arguments were being made; smaller ones are quicker: set `max_size` (LAWFUL_MAX_SIZE), \
         or ask for shorter lists with `#[from(vec(.., 0..=5))]`",
    );
}

#[test]
fn known_failures_that_occur_are_counted() {
    let law = named("price", any::<u64>(), |price| {
        known_bug!(price % 2 == 1, "odd prices");
        price % 2 == 0
    });
    let summary = summary(&law, Config::default());
    let skipped = summary.tables.known_bugs["odd prices"].failed;
    let expected =
        format!("law shop::tests::a_law: known failure `odd prices`: {skipped} cases skipped");
    assert_text(&terminal::remark(&summary).unwrap(), &expected);
}

#[test]
fn histograms() {
    let sizes = elements(vec![vec![0u8; 0], vec![0; 1], vec![0; 5], vec![0; 6]]);
    // Half of the lists have one element; the number decides, and makes the cases many.
    let lists = (any::<u64>(), sizes).mapped(|(x, list)| if x % 2 == 0 { vec![0] } else { list });
    let law = |source: &mut Source| {
        let number = source.argument("number", &(0..=0u8).mapped(|_| -250));
        let colour = source.argument("colour", &elements([Some(1u64), None]));
        let _: (Vec<u8>, u64) = (source.argument("", &lists), source.any());
        let _ = (number, colour);
        true
    };
    let config = Config::default().with(|config| {
        config.statistics = true;
        config.tests = 100;
    });
    let summary = summary(&law, config);
    let histogram = terminal::tables(&summary);
    let lines: Vec<&str> = histogram.lines().collect();
    assert_eq!(lines[0], "  number, by value:");
    assert_eq!(lines[1], "    -999 to -100 100.0% ########################################");
    assert_eq!(lines[2], "  colour, by variant:");
    assert!(lines[3].starts_with("    None ") && lines[4].starts_with("    Some "));
    assert!(
        lines[5] == "  the argument, by length:" || lines[5] == "  the argument, by kind:",
        "{histogram}"
    );
    // The longest bar is as long as bars get.
    let longest = lines[3..=4].iter().map(|line| line.matches('#').count()).max();
    assert_eq!(longest, Some(40));
}
