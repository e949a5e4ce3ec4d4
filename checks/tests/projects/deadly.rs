//! Cases from before a run that kill, end, hang or only fail: what becomes of each, whatever the law is like.
//!
//! {plain, isolated, jobs} × {kept case, replay, database, left by a dead process} × {abort, exit 0, loop, panic}.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use checks::Project;

/// `WAY` is what a case does. It does so for 1,000, with `HIT=from` also for what is larger, and with `HIT=child` for
/// all of those but only in a process of its own: a case that was slow once.
const LAWS: &str = r#"use lawful::prelude::*;

fn act(x: u32) {
    let hit = std::env::var("HIT").unwrap_or_default();
    let is_child = || std::env::args().any(|argument| argument.starts_with("lawful-child-"));
    match hit.as_str() {
        "from" if x >= 1_000 => {}
        "child" if x >= 1_000 && is_child() => {}
        _ if x == 1_000 && hit != "child" => {}
        _ => return,
    }
    match std::env::var("WAY").as_deref() {
        Ok("abort") => std::process::abort(),
        Ok("exit") => std::process::exit(0),
        Ok("loop") => loop {
            std::thread::sleep(std::time::Duration::from_millis(10));
        },
        Ok("panic") => panic!("too many"),
        _ => {}
    }
}

#[law]
fn plain(x: u32) {
    act(x);
}

#[law(isolated, max_case_time = "300ms")]
fn isolated(x: u32) {
    act(x);
}

#[law(jobs = 2)]
fn jobs(x: u32) {
    act(x);
}

#[law(case(1_000))]
fn plain_kept(x: u32) {
    act(x);
}

#[law(isolated, max_case_time = "300ms", case(1_000))]
fn isolated_kept(x: u32) {
    act(x);
}

#[law(jobs = 2, case(1_000))]
fn jobs_kept(x: u32) {
    act(x);
}
"#;

const MODES: [&str; 3] = ["plain", "isolated", "jobs"];
const SOURCES: [&str; 4] = ["kept", "replay", "database", "left"];
const WAYS: [&str; 4] = ["abort", "exit", "loop", "panic"];

/// Verdict of a run on a case from before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// The law is broken by the case, for this reason; the report shows it and its source.
    Broken(&'static str),
    /// The case is told to be running, and is waited for: the law has no limit.
    Waits,
    /// The case is told to be unknown, is no failure and is not stored, and the law goes on to its tests.
    Unknown,
    /// Anything else.
    Wrong,
}

const REASONS: [&str; 4] = [
    "signal 6 (SIGABRT, an abort)",
    "The law ended the process, with exit code 0.",
    "The case did not end within 0.3 s and was stopped.",
    "too many",
];

/// The verdict that a cell must have. A limit that the law does not have is never the reason for a failure: a case that
/// was asked for is waited for, and one that was only left behind is unknown.
fn expected(mode: &str, source: &str, way: &str) -> Verdict {
    match (mode, source, way) {
        ("plain" | "jobs", "left", "loop") => Verdict::Unknown,
        ("plain" | "jobs", _, "loop") => Verdict::Waits,
        (_, _, way) => {
            let way = WAYS.iter().position(|other| *other == way).expect("it is one of the ways");
            Verdict::Broken(REASONS[way])
        }
    }
}

struct Cells<'a> {
    project: &'a Project,
    program: PathBuf,
}

/// A process whose output is read all the time.
struct Running {
    process: Child,
    said: Arc<Mutex<String>>,
}

impl Cells<'_> {
    fn start(&self, law: &str, database: &Path, variables: &[(&str, &str)]) -> Running {
        let mut laws = self.project.program(&self.program, &format!("--exact {law}"));
        laws = laws.env("LAWFUL_DATABASE", &database.display().to_string());
        for (name, value) in variables {
            laws = laws.env(name, value);
        }
        let mut process = laws.start();
        let said = Arc::new(Mutex::new(String::new()));
        let streams: [Box<dyn Read + Send>; 2] = [
            Box::new(process.stdout.take().expect("it is a pipe")),
            Box::new(process.stderr.take().expect("it is a pipe")),
        ];
        for mut stream in streams {
            let said = said.clone();
            thread::spawn(move || {
                let mut buffer = [0; 4096];
                while let Ok(count @ 1..) = stream.read(&mut buffer) {
                    let text = String::from_utf8_lossy(&buffer[..count]).into_owned();
                    said.lock().expect("it is only written").push_str(&text);
                }
            });
        }
        Running { process, said }
    }

    /// Leaves a case behind: the process is killed in it.
    fn leave(&self, law: &str, database: &Path) {
        let variables = [("WAY", "loop"), ("HIT", "from"), ("LAWFUL_MAX_CASE_TIME", "60s")];
        // A limit makes a law isolated, so the others have none.
        let count = if law == "isolated" { 3 } else { 2 };
        let mut running = self.start(law, database, &variables[..count]);
        let (started, trails) = (Instant::now(), database.join("running"));
        while fs::read_dir(&trails).map_or(0, Iterator::count) == 0 {
            assert!(started.elapsed() < Duration::from_secs(60), "{law} does not begin");
            thread::sleep(Duration::from_millis(5));
        }
        thread::sleep(Duration::from_millis(500));
        running.process.kill().expect("it can be killed");
        running.process.wait().expect("it has ended");
    }

    /// The verdict of one cell.
    fn verdict(&self, mode: &str, source: &str, way: &str) -> Verdict {
        let database = self.project.path("database").join(format!("{mode}-{source}-{way}"));
        let _ = fs::remove_dir_all(&database);
        let law = if source == "kept" { format!("{mode}_kept") } else { mode.to_string() };
        let mut variables = vec![("WAY", way)];
        let token;
        match source {
            "replay" | "database" => {
                let first = [("WAY", "panic"), ("HIT", "from")];
                let (first, _) = self.start(&law, &database, &first).wait(|_| false);
                assert!(first.contains("    x = 1000\n"), "{first}");
                let after = first.split_once("LAWFUL_REPLAY='").expect("it has a token").1;
                token = after.split_once('\'').expect("it is whole").0.to_string();
                if source == "replay" {
                    let _ = fs::remove_dir_all(&database);
                    variables.push(("LAWFUL_REPLAY", &token));
                }
            }
            "left" => {
                self.leave(&law, &database);
                let is_unknown = way == "loop" && mode != "isolated";
                variables.push(("HIT", if is_unknown { "child" } else { "from" }));
            }
            _ => {}
        }
        let running = self.start(&law, &database, &variables);
        let is_waiting = |said: &str| said.contains("has been running for 10 s");
        let (said, success) = running.wait(is_waiting);
        let verdict = judge(source, &said, success, &database);
        if verdict != expected(mode, source, way) {
            println!("{mode} × {source} × {way}: {verdict:?}\n{said}");
        }
        assert_eq!(processes_of(&self.program), 0, "{mode} × {source} × {way} left processes");
        verdict
    }
}

impl Running {
    /// Waits for the end, or until `is_enough` of what was said; then it is killed. Gives what was said, and
    /// whether it ended as a success.
    fn wait(mut self, is_enough: impl Fn(&str) -> bool) -> (String, Option<bool>) {
        let started = Instant::now();
        loop {
            let ended = self.process.try_wait().expect("it can be waited for");
            let said = self.said.lock().expect("it is only written").clone();
            let is_over = started.elapsed() > Duration::from_secs(60);
            if ended.is_some() || is_over || is_enough(&said) {
                let _ = self.process.kill();
                let _ = self.process.wait();
                // The rest of what was said is on its way.
                thread::sleep(Duration::from_millis(50));
                let said = self.said.lock().expect("it is only written").clone();
                return (said, ended.map(|status| status.success()));
            }
            thread::sleep(Duration::from_millis(10));
        }
    }
}

fn judge(source: &str, said: &str, success: Option<bool>, database: &Path) -> Verdict {
    let found = match source {
        "kept" => "It is case 1 of the source.",
        "replay" => "Replayed as it is, without shrinking.",
        "database" => "Found by a failure kept from an earlier run",
        _ => "Found by the test in which an earlier run died",
    };
    let broken = REASONS.iter().find(|reason| said.contains(*reason));
    let stored = fs::read_dir(database).into_iter().flatten().flatten();
    let stored = stored.filter(|entry| entry.file_name() != "running").count();
    match (success, broken) {
        (Some(false), Some(reason)) if said.contains(found) && said.contains("    x = 1000\n") => {
            Verdict::Broken(reason)
        }
        (None, None) if said.contains("has been running for 10 s") && said.contains("x = 1000") => {
            Verdict::Waits
        }
        (Some(true), None) if said.contains("which is no failure") && stored == 0 => {
            Verdict::Unknown
        }
        _ => Verdict::Wrong,
    }
}

/// Number of processes of a program that are left over.
fn processes_of(program: &Path) -> usize {
    let is_left = |entry: &fs::DirEntry| {
        let command = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        command.split(|byte| *byte == 0).next() == Some(program.as_os_str().as_encoded_bytes())
    };
    let started = Instant::now();
    loop {
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let left = processes.filter(is_left).count();
        if left == 0 || started.elapsed() > Duration::from_secs(2) {
            return left;
        }
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn every_case_from_before_has_the_verdict_that_it_must_have() {
    let project = Project::new(env!("CARGO_TARGET_TMPDIR"), "deadly", &[("laws", LAWS)]);
    let program = project.test_program("laws").canonicalize().expect("it was built just now");
    let project = &project;
    // Each has a program of its own name, so that what is left over can be counted.
    let cells = |name: String| {
        let own = project.path("programs").join(name);
        fs::create_dir_all(own.parent().expect("it is in a directory")).expect("it can be made");
        let _ = fs::remove_file(&own);
        fs::hard_link(&program, &own).expect("it is on the same disk");
        Cells { project, program: own }
    };
    let verdicts: Vec<(String, Verdict, Verdict)> = thread::scope(|scope| {
        let all = MODES.iter().flat_map(|mode| SOURCES.iter().map(move |source| (mode, source)));
        let running = all.map(|(mode, source)| {
            let cells = cells(format!("{mode}-{source}"));
            scope.spawn(move || {
                WAYS.map(|way| {
                    let verdict = cells.verdict(mode, source, way);
                    (format!("{mode} × {source} × {way}"), verdict, expected(mode, source, way))
                })
            })
        });
        let running: Vec<_> = running.collect();
        running.into_iter().flat_map(|cell| cell.join().expect("the cell has a verdict")).collect()
    });
    for (cell, verdict, _) in &verdicts {
        println!("{cell}: {verdict:?}");
    }
    assert_eq!(verdicts.len(), 48);
    let wrong: Vec<_> =
        verdicts.iter().filter(|(_, verdict, expected)| verdict != expected).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
