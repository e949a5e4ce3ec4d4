//! What a person reads, as exact texts.

mod adequacy;
mod broken;
mod events;
mod passing;
mod stopped;

use lawful::data::{About, Event, Target};
use lawful::extend::steps;
use lawful::report::terminal;
use lawful::run::{Config, Summary};
use lawful::{Generator, Law};
use lawful_core::run::run;

/// Runs a law that is named and placed the same everywhere.
fn run_law(law: &dyn Law, config: Config, listen: &mut dyn FnMut(&Event)) -> Summary {
    let about =
        About::of_test("shop::tests::a_law", Some("shop"), Some(Target::Lib), ("src/shop.rs", 12));
    let seed = config.seed.or(Some(1));
    run(
        law,
        &about,
        &config.with(|config| {
            config.seed = seed;
            config.case_arguments = Some(1);
            config.keeps_tokens = true;
        }),
        listen,
    )
}

fn summary(law: &dyn Law, config: Config) -> Summary {
    run_law(law, config, &mut |_| {})
}

/// Checks the report of a law that is not as it should be. How many runs the search took, and
/// where this file has its panics, is not what these texts are about: see `settled`.
#[track_caller]
pub fn check(law: &dyn Law, config: Config, expected: &str) {
    let summary = summary(law, config);
    assert!(!summary.is_success(), "the law is as it should be");
    assert_text(&settled(&terminal::report(&summary)), expected);
}

/// The expected text begins on a line of its own, so that it stands here as it does there.
#[track_caller]
fn assert_text(seen: &str, expected: &str) {
    let expected = expected.strip_prefix('\n').unwrap_or(expected);
    assert!(seen == expected, "seen:\n{seen}\nexpected:\n{expected}");
}

/// Replaces the numbers of tests, shrinks and runs by `N`, the letters of a token by `TOKEN`, and
/// places in these files by `HERE`.
fn settled(report: &str) -> String {
    report.lines().map(|line| settled_line(line) + "\n").collect()
}

fn settled_line(line: &str) -> String {
    let line = match line.split_once("crates/lawful/tests/facade/") {
        Some((before, _)) => format!("{before}HERE"),
        None => line.to_string(),
    };
    if line.starts_with("  Found") || line.ends_with("in the same way.") {
        return without_numbers(&line);
    }
    match line.split_once("a_law:") {
        Some((before, after)) => {
            let end = after.find(['\'', '"']).expect("a token is in quotes");
            format!("{before}a_law:TOKEN{}", &after[end..])
        }
        None => line,
    }
}

fn without_numbers(line: &str) -> String {
    let (counts, seed) = line.split_once("; root seed").unwrap_or((line, ""));
    let mut text = String::new();
    for letter in counts.chars() {
        match (letter.is_ascii_digit(), text.ends_with('N')) {
            (true, true) => {}
            (true, false) => text.push('N'),
            (false, _) => text.push(letter),
        }
    }
    let text = text.replace("N time ", "N times ");
    let text = if text.ends_with("N run") { text + "s" } else { text };
    match seed {
        "" => text,
        seed => format!("{text}; root seed{seed}"),
    }
}

/// A law over one named argument.
fn named<G: Generator<Value: std::fmt::Debug>>(
    name: &'static str,
    generator: G,
    holds: impl Fn(G::Value) -> bool,
) -> impl Law {
    steps(move |case| case.argument(name, &generator), holds)
}
