//! Running a law inside a test: the report goes where a person sees it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::panic::Location;
use std::path::Path;

use lawful_core::data::Target;
use lawful_core::generate::{Generator, Misuse};
use lawful_core::law::{IntoOutcome, Law, for_all};
use lawful_core::run::{
    About, Build, Config, Event, Isolation, Reporter, Role, Stopped, Summary, is_child, misused,
    role, run, run_built, serve,
};
use lawful_report::html::Html;
use lawful_report::lines::Lines;
use lawful_report::observe::Observer;
use lawful_report::pictures::Pictures;
use lawful_report::terminal::Terminal;
use lawful_report::texts::Texts;

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
#[doc(alias("quickcheck", "proptest", "given"))]
pub fn check<G, F, R>(generator: G, body: F)
where
    G: Generator<Value: Debug>,
    F: Fn(G::Value) -> R,
    R: IntoOutcome,
{
    Runner::new().check(&for_all(generator, body));
}

/// Name of a law after the test that runs it and the line of the call, since a test may run several laws. Outside
/// of a test it is the file and the line.
#[track_caller]
pub(crate) fn about_caller() -> About {
    let caller = Location::caller();
    let place = (caller.file(), caller.line());
    // The harness names the thread after the test. Cargo tells the package to the process too.
    let thread = std::thread::current();
    let Some(test) = thread.name().filter(|name| *name != "main") else {
        return About::new(format!("{}:{}", place.0, place.1), place.0, place.1);
    };
    let (package, program) = (std::env::var("CARGO_PKG_NAME").ok(), program());
    let is_library = package.as_ref().is_none_or(|package| package.replace('-', "_") == program);
    // A binary may have the name of the library; then cargo runs the test in both.
    let directory = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let target = (!is_library).then(|| Target::of_test(&program, Path::new(&directory)));
    let mut about =
        About::of_test(&format!("{program}::{test}"), package.as_deref(), target, place);
    about.name += &format!(":{}", place.1);
    about
}

/// Name of the crate that the running program was made from: that of its file without cargo's digest.
fn program() -> String {
    let program = std::env::current_exe().ok();
    let stem = program.as_deref().and_then(|path| path.file_stem()?.to_str());
    let stem = stem.unwrap_or("program");
    match stem.rsplit_once('-') {
        Some((name, digest)) if digest.len() == 16 => name.to_string(),
        _ => stem.to_string(),
    }
}

/// Runs a law with the settings of the environment, reports, and fails the test if the law is not
/// as it should be.
pub fn check_law(about: About, config: Config, law: &dyn Law) {
    let ordinal = ordinal(&about);
    match role(&about, ordinal) {
        Role::Parent => {
            let isolation = isolation(&about, ordinal, false);
            let config = config.with(|config| config.isolation = isolation);
            checked(about, config, &mut [], |about, config, listen| run(law, about, config, listen))
        }
        Role::Child => serve(law, &[], &config.settings),
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
    // It is a test of its own, which comes to it once.
    match role(&about, 0) {
        Role::Parent => {
            let isolation = isolation(&about, 0, true);
            let config = config.with(|config| config.isolation = isolation);
            checked(about, config, reporters, |about, config, listen| {
                run_built(build, kept, about, config, listen)
            })
        }
        Role::Child => build(&mut |law| serve(law, kept, &config.settings)),
        Role::ChildOfAnother => {}
    }
}

/// Number of laws of the same identity that this thread came to before: in a loop, or in a helper.
fn ordinal(about: &About) -> u64 {
    thread_local! {
        static SEEN: RefCell<BTreeMap<String, u64>> = const { RefCell::new(BTreeMap::new()) };
    }
    SEEN.with_borrow_mut(|seen| {
        let count = seen.entry(about.identity()).or_default();
        *count += 1;
        *count - 1
    })
}

fn checked(
    about: About,
    mut config: Config,
    reporters: &mut [&mut dyn Reporter],
    run: impl FnOnce(&About, &Config, &mut dyn FnMut(&Event)) -> Summary,
) {
    let overridden = config.override_from(&|name| std::env::var(name).ok());
    // One line for each of our own; those of the law come after them.
    let mut terminal = Terminal::new(config.verbose);
    let mut texts = Texts;
    let mut pictures = Pictures::in_directory(config.database.pictures());
    let mut observer = config.observe.as_deref().map(|path| Observer::in_directory(path, &about));
    let mut lines = config.results.as_deref().map(Lines::in_file);
    let mut html = config.report.then(|| {
        let directory = config.report_directory.clone();
        Html::in_directory(directory.or_else(|| config.database.reports()))
    });
    let mut all: Vec<&mut dyn Reporter> = vec![&mut terminal, &mut pictures, &mut texts];
    all.extend(html.as_mut().map(|html| html as &mut dyn Reporter));
    all.extend(lines.as_mut().map(|lines| lines as &mut dyn Reporter));
    all.extend(observer.as_mut().map(|observer| observer as &mut dyn Reporter));
    all.extend(reporters.iter_mut().map(|reporter| &mut **reporter as &mut dyn Reporter));
    all.iter().for_each(|reporter| config.watched_by(reporter.watcher()));
    let summary = match overridden {
        Ok(()) => run(&about, &config, &mut |event| {
            all.iter_mut().for_each(|reporter| reporter.event(event));
        }),
        Err(error) => misused(about, &config, Misuse::new(error.to_string())),
    };
    all.iter_mut().for_each(|reporter| reporter.finished(&summary));
    if !summary.is_success() {
        // Without the hook nothing is printed, because the report has said it all. The payload is for
        // `#[should_panic(expected = "..")]`.
        std::panic::resume_unwind(Box::new(panic_message(&summary)));
    }
}

/// Headline of the report, and the message of the first counterexample.
fn panic_message(summary: &Summary) -> String {
    let name = &summary.about.name;
    match &summary.stopped {
        Stopped::Failed(failures) => match failures.first() {
            Some(failure) => format!("law broken: {name}: {}", failure.reason.lines().join("\n")),
            None => format!("law broken: {name}"),
        },
        Stopped::Unstable(_) => format!("law unstable: {name}"),
        Stopped::GaveUp { .. } => format!("law gave up: {name}"),
        Stopped::Misused(misuse) => format!("law misused: {name}: {misuse}"),
        Stopped::NotCovered(_) => format!("law passed, but not enough cases are covered: {name}"),
        _ => format!("law passed, but was expected to fail: {name}"),
    }
}

/// The most memory of an isolated process.
const MEMORY: u64 = 4 << 30;

/// Command that comes to a law in another process: by the test that runs it. Miri starts no processes.
/// `is_direct` says whether the law is all that the test does. A law inside of a case that runs in such a process has none.
fn isolation(about: &About, ordinal: u64, is_direct: bool) -> Option<Isolation> {
    if cfg!(miri) || is_child() {
        return None;
    }
    let program = std::env::current_exe().ok()?;
    let test = about.test.as_ref()?.path.clone();
    // Without `--nocapture` the harness would keep all that the law prints in memory.
    let options = ["--exact", "--include-ignored", "--test-threads=1", "--nocapture"];
    let arguments = [test].into_iter().chain(options.map(String::from)).collect();
    Some(Isolation { program, arguments, max_memory: MEMORY, is_direct, ordinal })
}
