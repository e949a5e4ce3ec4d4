//! Running a law inside a test: the report goes where a person sees it.

use std::fmt::Debug;
use std::io::Write;
use std::panic::Location;

use lawful_core::generate::{Generator, Misuse};
use lawful_core::law::{Law, Outcome, for_all};
use lawful_core::run::{About, Config, Event, Stopped, Summary, run};
use lawful_report::terminal;

/// Checks that a law holds for all values of a generator, inside any test.
///
/// ```
/// use lawful::prelude::*;
///
/// check((any::<i32>(), any::<i32>()), |(x, y)| {
///     assert_eq!(x.wrapping_add(y), y.wrapping_add(x));
/// });
/// ```
#[track_caller]
pub fn check<G, F, R>(generator: G, body: F)
where
    G: Generator<Value: Debug>,
    F: Fn(G::Value) -> R,
    R: Outcome,
{
    let caller = Location::caller();
    let name = format!("{}:{}", caller.file(), caller.line());
    let law = for_all(generator, body);
    check_law(&name, caller.file(), caller.line(), Config::for_tests(), &law);
}

/// What `#[law]` expands to: runs a law with the settings of the environment, reports, and fails
/// the test if the law is not as it should be.
pub fn check_law(name: &str, file: &'static str, line: u32, config: Config, law: &dyn Law) {
    let about = About { name: name.to_string(), file, line };
    let mut config = config;
    let summary = match config.override_from(&|name| std::env::var(name).ok()) {
        Ok(()) => run(law, &about, &config, &mut tell),
        Err(error) => misused(about, &config, Misuse::new(error.to_string())),
    };
    if !summary.is_success() {
        eprint!("\n{}", terminal::report(&summary));
        // The test fails without a panic message of its own: the report has said it all.
        std::panic::resume_unwind(Box::new("the law does not hold"));
    }
    if let Some(remark) = terminal::remark(&summary) {
        past_capture(&remark);
    }
}

/// What was asked for, every case or not, is to be seen whether the law holds or not.
fn tell(event: &Event) {
    if let Some(text) = terminal::event(event) {
        past_capture(&text);
    }
}

/// Writes a line where the test harness does not capture it: it captures `eprintln!` and shows it
/// for tests that fail, but this is for tests that pass.
fn past_capture(line: &str) {
    // A closed stream must not fail a test that passes.
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}

fn misused(about: About, config: &Config, misuse: Misuse) -> Summary {
    Summary {
        about,
        seed: 0,
        held: 0,
        tests: config.tests,
        discarded: 0,
        tables: Default::default(),
        stopped: Stopped::Misused(misuse),
        expect_failure: false,
        may_give_up: false,
    }
}
