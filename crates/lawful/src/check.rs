//! Running a law inside a test: the report goes where a person sees it.

use std::fmt::Debug;
use std::panic::Location;

use lawful_core::generate::{Generator, Misuse};
use lawful_core::law::{IntoOutcome, Law, for_all};
use lawful_core::run::{
    About, Build, Config, Event, Isolation, Reporter, Role, Summary, role, run, run_built, serve,
};
use lawful_report::observe::Observer;
use lawful_report::pictures::Pictures;
use lawful_report::terminal::Terminal;

use crate::runner::Runner;

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
    R: IntoOutcome,
{
    Runner::new().check(&for_all(generator, body));
}

/// Name of a law after the test that runs it and the line of the call: a test may run several laws. Outside of a
/// test it is the file and the line.
#[track_caller]
pub(crate) fn test_name() -> String {
    let caller = Location::caller();
    match std::thread::current().name() {
        Some(test) if test != "main" => format!("{test}:{}", caller.line()),
        _ => format!("{}:{}", caller.file(), caller.line()),
    }
}

/// Runs a law with the settings of the environment, reports, and fails the test if the law is not
/// as it should be.
pub fn check_law(name: &str, file: &'static str, line: u32, config: Config, law: &dyn Law) {
    let about = About { name: name.to_string(), file, line };
    match role(&about) {
        Role::Parent => {
            checked(about, config, &mut [], |about, config, listen| run(law, about, config, listen))
        }
        Role::Child => serve(law, &config.settings),
        Role::ChildOfAnother => {}
    }
}

/// Runs a law that can be made on every thread, the cases of it that are kept in the source, and reporters
/// beside our own: what `#[law]` expands to.
pub fn check_built(
    about: About,
    config: Config,
    build: &Build<'_>,
    kept: &[&dyn Law],
    reporters: &mut [&mut dyn Reporter],
) {
    match role(&about) {
        Role::Parent => checked(about, config, reporters, |about, config, listen| {
            run_built(build, kept, about, config, listen)
        }),
        Role::Child => build(&mut |law| serve(law, &config.settings)),
        Role::ChildOfAnother => {}
    }
}

fn checked(
    about: About,
    config: Config,
    reporters: &mut [&mut dyn Reporter],
    run: impl FnOnce(&About, &Config, &mut dyn FnMut(&Event)) -> Summary,
) {
    let mut config = config;
    config.isolation = isolation(&about);
    let overridden = config.override_from(&|name| std::env::var(name).ok());
    // One line for each of our own; those of the law come after them.
    let mut terminal = Terminal::new(config.verbose);
    let mut pictures = Pictures::in_directory(config.database.pictures());
    let mut observer = config.observe.as_deref().map(|path| Observer::in_directory(path, &about));
    let mut all: Vec<&mut dyn Reporter> = vec![&mut terminal, &mut pictures];
    all.extend(observer.as_mut().map(|observer| observer as &mut dyn Reporter));
    all.extend(reporters.iter_mut().map(|reporter| &mut **reporter as &mut dyn Reporter));
    let summary = match overridden {
        Ok(()) => run(&about, &config, &mut |event| {
            all.iter_mut().for_each(|reporter| reporter.event(event));
        }),
        Err(error) => Summary::misused(about, &config, Misuse::new(error.to_string())),
    };
    all.iter_mut().for_each(|reporter| reporter.finished(&summary));
    if !summary.is_success() {
        // The test fails without a panic message of its own: the report has said it all.
        std::panic::resume_unwind(Box::new("the law does not hold"));
    }
}

/// The most memory of an isolated process.
const MEMORY: u64 = 4 << 30;

/// How to come to this law in another process: by the test that runs it.
fn isolation(about: &About) -> Option<Isolation> {
    let program = std::env::current_exe().ok()?;
    // The harness names the thread after the test; with one thread there may be only the main one.
    let test = match std::thread::current().name() {
        Some(test) if test != "main" => test.to_string(),
        _ => about.name.split_once("::")?.1.to_string(),
    };
    let options = ["--exact", "--include-ignored", "--test-threads=1"];
    let arguments = [test].into_iter().chain(options.map(String::from)).collect();
    Some(Isolation { program, arguments, max_memory: MEMORY })
}
