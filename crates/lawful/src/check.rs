//! Running a law inside a test: the report goes where a person sees it.

use std::fmt::Debug;
use std::io::Write;
use std::panic::Location;

use lawful_core::generate::{Generator, Misuse};
use lawful_core::law::{Law, Outcome, for_all};
use lawful_core::run::{
    About, Build, Config, Event, Isolation, Role, Summary, role, run, run_built, serve,
};
use lawful_report::observe::Observer;
use lawful_report::{pictures, terminal};

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

/// Runs a law with the settings of the environment, reports, and fails the test if the law is not
/// as it should be.
pub fn check_law(name: &str, file: &'static str, line: u32, config: Config, law: &dyn Law) {
    let about = About { name: name.to_string(), file, line };
    match role(&about) {
        Role::Parent => {
            checked(about, config, |about, config, listen| run(law, about, config, listen))
        }
        Role::Child => serve(law),
        Role::ChildOfAnother => {}
    }
}

/// What `#[law]` expands to: the same for a law that can be made on every thread, and for the cases
/// of it that are kept in the source.
pub fn check_built(about: About, config: Config, build: &Build<'_>, kept: &[&dyn Law]) {
    match role(&about) {
        Role::Parent => checked(about, config, |about, config, listen| {
            run_built(build, kept, about, config, listen)
        }),
        Role::Child => build(&mut |law| serve(law)),
        Role::ChildOfAnother => {}
    }
}

fn checked(
    about: About,
    config: Config,
    run: impl FnOnce(&About, &Config, &mut dyn FnMut(&Event)) -> Summary,
) {
    let mut config = config;
    config.isolation = isolation(&about);
    let summary = match config.override_from(&|name| std::env::var(name).ok()) {
        Ok(()) => observed(&about, &config, run),
        Err(error) => Summary::misused(about, &config, Misuse::new(error.to_string())),
    };
    if !summary.is_success() {
        eprint!("\n{}", terminal::report(&summary));
        if let Some(directory) = config.database.pictures() {
            pictures::draw(&summary, &directory).iter().for_each(|line| eprintln!("{line}"));
        }
        // The test fails without a panic message of its own: the report has said it all.
        std::panic::resume_unwind(Box::new("the law does not hold"));
    }
    if let Some(remark) = terminal::remark(&summary) {
        past_capture(&remark);
    }
}

/// Runs a law, prints what happens, and writes it down where that is asked for.
fn observed(
    about: &About,
    config: &Config,
    run: impl FnOnce(&About, &Config, &mut dyn FnMut(&Event)) -> Summary,
) -> Summary {
    let Some(directory) = &config.observe else {
        return run(about, config, &mut |event| tell(config, event));
    };
    let mut observer = Observer::in_directory(directory, about);
    let summary = run(about, config, &mut |event| {
        tell(config, event);
        if let Ok(observer) = &mut observer {
            observer.event(event);
        }
    });
    // A test that passes must not fail because a disk is full.
    if let Err(error) = observer.and_then(|observer| observer.end(&summary)) {
        past_capture(&format!(
            "lawful: what was observed cannot be written to {}: {error}; set LAWFUL_OBSERVE to \
             another directory",
            directory.display()
        ));
    }
    summary
}

/// The most memory of an isolated process.
const MEMORY: u64 = 4 << 30;

/// How to come to this law in another process: by the test that runs it.
fn isolation(about: &About) -> Option<Isolation> {
    let program = std::env::current_exe().ok()?;
    let test = match about.name.split_once("::") {
        Some((_, test)) => test.to_string(),
        // A law checked inside a test has no name of its own; the harness names the thread.
        None => std::thread::current().name().filter(|name| *name != "main")?.to_string(),
    };
    let options = ["--exact", "--include-ignored", "--test-threads=1"];
    let arguments = [test].into_iter().chain(options.map(String::from)).collect();
    Some(Isolation { program, arguments, max_memory: MEMORY })
}

/// What was asked for, every case or not, is to be seen whether the law holds or not. Cases are told
/// also where they are only observed.
fn tell(config: &Config, event: &Event) {
    if matches!(event, Event::Case { .. }) && !config.verbose {
        return;
    }
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
