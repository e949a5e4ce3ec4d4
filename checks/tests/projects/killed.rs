//! A process that is killed at any moment leaves a database that opens, and in it every failure that
//! it had reported.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use checks::{Cargo, Project};

/// Laws that are broken in four ways each, from a limit on. The limit is lower in every run, so what
/// is kept still breaks them and becomes smaller, and the database is written all the time. Where
/// what is kept is listed, every case is a way of its own.
const LAWS: &str = r#"use lawful::data::Reason;
use lawful::Outcome;
use lawful::prelude::*;

fn broken(title: String) -> Outcome {
    Outcome::failed(Reason::new("check", "limit", title))
}

fn broken_from_a_limit_on(x: u32, way: u8) -> Outcome {
    let limit: u32 = std::env::var("LIMIT").unwrap().parse().unwrap();
    match limit {
        0 => broken(format!("{x} in way {way}")),
        _ if x < limit => Outcome::Passed,
        _ => broken(format!("way {way}")),
    }
}

#[law(tests = 400)]
fn numbers(#[from(0..1_000_000u32)] x: u32, _list: Vec<u16>, #[from(0..4u8)] way: u8) -> Outcome {
    broken_from_a_limit_on(x, way)
}

#[law(tests = 400)]
fn texts(_text: String, #[from(0..1_000_000u32)] x: u32, #[from(0..4u8)] way: u8) -> Outcome {
    broken_from_a_limit_on(x, way)
}

#[law(tests = 400)]
fn functions(
    #[from(0..1_000_000u32)] x: u32,
    f: Func<u32, u8>,
    #[from(0..4u8)] way: u8,
) -> Outcome {
    broken_from_a_limit_on(x | u32::from(f(x) & 1), way)
}
"#;

/// How often a process is killed, unless `CHECKS_KILLS` says.
const KILLS: u64 = 20;
/// A database serves for so many. By then it holds more than a law would keep of what holds.
const KILLS_A_DATABASE: u64 = 12;

/// The limit of the first run.
const LIMIT: u64 = 500_000;

struct Killed {
    project: Project,
    program: PathBuf,
    database: PathBuf,
}

impl Killed {
    fn new() -> Self {
        let project = Project::new(env!("CARGO_TARGET_TMPDIR"), "killed", &[("laws", LAWS)]);
        let program = project.test_program("laws");
        let database = project.path("database");
        Killed { project, program, database }
    }

    fn forget(&self) {
        let _ = fs::remove_dir_all(&self.database);
    }

    fn laws(&self, limit: u64) -> Cargo {
        let laws = self.project.program(&self.program, "--nocapture");
        laws.env("LAWFUL_DATABASE", &self.database.display().to_string())
            .env("LAWFUL_MAX_FAILURES", "1000")
            .env("LIMIT", &limit.to_string())
    }

    /// What the laws report before they are killed.
    fn run_for(&self, time: Duration, limit: u64) -> String {
        let mut process = self.laws(limit).start();
        let output = read(process.stdout.take());
        let errors = read(process.stderr.take());
        thread::sleep(time);
        process.kill().expect("it can be killed");
        process.wait().expect("it has ended");
        output.join().expect("it is read") + &errors.join().expect("it is read")
    }

    /// Checks that the database opens, and gives the tokens of the failures in it.
    fn kept(&self) -> BTreeSet<String> {
        let laws = self.laws(0).env("LAWFUL_TESTS", "1").env("LAWFUL_EXPLAIN", "off");
        let output = laws.env("LAWFUL_MAX_SHRINK_RUNS", "0").run();
        let said = output.all();
        for trouble in
            ["set aside", "cannot be used", "law misused", "law unstable", "stopped after"]
        {
            assert!(!said.contains(trouble), "{trouble}:\n{said}");
        }
        let unfinished = unfinished(&self.database);
        assert_eq!(unfinished, [] as [PathBuf; 0], "what was left is removed");
        let parts = said.split("Found by ").filter(|part| part.starts_with("a failure kept"));
        parts.filter_map(|part| tokens(part).next()).collect()
    }
}

fn read(stream: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    let mut stream = stream.expect("it is a pipe");
    thread::spawn(move || {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("a pipe can be read");
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// The tokens in a text, but for one that is not whole.
fn tokens(text: &str) -> impl Iterator<Item = String> {
    let parts = text.split("LAWFUL_REPLAY='").skip(1);
    parts.filter_map(|part| part.split_once('\'')).map(|(token, _)| token.to_string())
}

/// The files in a database that nobody finished.
fn unfinished(database: &Path) -> Vec<PathBuf> {
    let entries = |path: &Path| fs::read_dir(path).into_iter().flatten().flatten();
    let inside = entries(database).flat_map(|law| entries(&law.path()).collect::<Vec<_>>());
    let paths = inside.map(|entry| entry.path());
    paths.filter(|path| path.extension().is_some_and(|end| end == "writing")).collect()
}

#[test]
fn no_failure_that_was_reported_is_lost() {
    let variable = std::env::var("CHECKS_KILLS").ok();
    let kills = variable.map_or(KILLS, |kills| kills.parse().expect("a number of kills"));
    let killed = Killed::new();
    killed.forget();
    let started = Instant::now();
    let whole = killed.laws(LIMIT).run();
    let time = started.elapsed();
    assert!(tokens(&whole.all()).count() >= 3, "{}", whole.all());

    let mut reported = BTreeSet::new();
    let (mut reports, mut early) = (0, 0);
    for kill in 0..kills {
        if kill.is_multiple_of(KILLS_A_DATABASE) {
            killed.forget();
            reported.clear();
        }
        // Fractions of a whole run that are spread evenly and never the same.
        let fraction = (kill as f64 * 0.618_033_988_749_895).fract();
        let said = killed.run_for(time.mul_f64(1.1 * fraction), LIMIT - 1_000 * kill);
        let before = reported.len();
        reported.extend(tokens(&said));
        reports += reported.len() - before;
        early += u64::from(!said.contains("test result: "));
        let kept = killed.kept();
        let lost: Vec<&String> = reported.difference(&kept).collect();
        assert!(lost.is_empty(), "kill {kill} lost {lost:?}\n{said}\nkept: {kept:?}");
    }
    println!("{kills} kills, {early} of them before the end; {reports} failures, none lost");
    assert!(early * 2 > kills, "most are killed while they run");
    assert!(reports > 0, "some have reported by then");
}
