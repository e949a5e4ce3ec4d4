//! A process that is killed at any moment leaves a database that opens, with every failure that it had
//! printed. After the next run nothing else is left of it: no unfinished file, no trail, no process.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use checks::{Cargo, Project};

/// Laws that fail in several ways each, from a limit on: one on the thread of its test, one on several threads,
/// one in a process of its own. The limit is lower in every run, so the stored failures still fail and become
/// smaller, and the database is written all the time. Where the stored failures are listed, with a limit of 0,
/// every tape is a way of its own, or those of one way would be listed as one failure. The size belongs to that: two
/// processes may come to one minimal case by tapes of different sizes.
const LAWS: &str = r#"use lawful::data::Reason;
use lawful::generate::{just, sized};
use lawful::Outcome;
use lawful::prelude::*;

fn broken(title: String) -> Outcome {
    Outcome::failed(Reason::new("check", "limit", title))
}

fn broken_from_a_limit_on(x: u32, way: u8, size: u32) -> Outcome {
    let limit: u32 = std::env::var("LIMIT").unwrap().parse().unwrap();
    match limit {
        0 => broken(format!("{x} of size {size} in way {way}")),
        _ if x < limit => Outcome::Passed,
        _ => broken(format!("way {way}")),
    }
}

#[law(tests = 400)]
fn plain(
    #[from(0..1_000_000u32)] x: u32,
    f: Func<u32, u8>,
    #[from(0..4u8)] way: u8,
    #[from(sized(just))] size: u32,
) -> Outcome {
    f(x);
    broken_from_a_limit_on(x, way, size)
}

#[law(tests = 400, jobs = 4)]
fn on_threads(
    _text: String,
    #[from(0..1_000_000u32)] x: u32,
    #[from(0..4u8)] way: u8,
    #[from(sized(just))] size: u32,
) -> Outcome {
    broken_from_a_limit_on(x, way, size)
}

// Every run of a case is a message to the child process and back: fewer tests and ways keep this law from taking
// longer than the others.
#[law(tests = 40, isolated)]
fn apart(
    #[from(0..1_000_000u32)] x: u32,
    _list: Vec<u16>,
    #[from(0..2u8)] way: u8,
    #[from(sized(just))] size: u32,
) -> Outcome {
    broken_from_a_limit_on(x, way, size)
}
"#;

/// The laws, as their replay tokens name them.
const NAMES: [&str; 3] = ["plain", "on_threads", "apart"];

/// Number of kills, unless `CHECKS_KILLS` says. Every second pair of them is of two processes at once.
const KILLS: u64 = 500;
/// Half of the kills come within this time after the process was started: while it reads the database, takes what
/// dead processes left, makes its trails and starts child processes.
const EARLY: Duration = Duration::from_millis(20);
/// Number of kills before the next run that is left to its end, after which the database is looked at. More than one, to
/// save time, and so that processes are also killed while they clear away what others left. Odd, so that each kind of
/// kill is the last one in its turn.
const KILLS_A_LOOK: u64 = 5;
/// Number of kills on one database. By then a law has more failures in it than it keeps of those that pass.
const KILLS_A_DATABASE: u64 = 3 * KILLS_A_LOOK;

/// Steps between the moments of one kill and the next, as fractions, for the first and the second process.
const SPREAD: [f64; 2] = [0.618_033_988_749_895, 0.414_213_562_373_095];

/// The limit of the first run that is killed.
const LIMIT: u64 = 500_000;

/// Maximum time for a child process to notice that its parent is dead.
const GRACE: Duration = Duration::from_secs(2);

/// Parts of messages of which no run on a usable database prints any.
const TROUBLES: [&str; 5] =
    ["set aside", "cannot be used", "cannot be noted", "law misused", "law unstable"];

struct Killed {
    project: Project,
    program: PathBuf,
    database: PathBuf,
}

impl Killed {
    fn new() -> Self {
        let project = Project::new(env!("CARGO_TARGET_TMPDIR"), "killed", &[("laws", LAWS)]);
        let program = project.test_program("laws");
        // As the system names the program of a process.
        let program = program.canonicalize().expect("it was built");
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

    /// Runs the laws to their end in so many processes at once. Gives the time that it took.
    fn whole_run(&self, processes: usize, limit: u64) -> Duration {
        let started = Instant::now();
        let outputs = at_once(&vec![(); processes], |()| self.laws(limit).run().all());
        for said in outputs {
            assert!(tokens(&said).count() >= NAMES.len(), "{said}");
            check_untroubled(&said);
        }
        started.elapsed()
    }

    /// Kills a run of the laws after a time. Gives what it printed, and how long the process lived.
    fn run_for(&self, time: Duration, limit: u64) -> (String, Duration) {
        let laws = self.laws(limit);
        let started = Instant::now();
        let mut process = laws.start();
        let output = read(process.stdout.take());
        let errors = read(process.stderr.take());
        thread::sleep(time.saturating_sub(started.elapsed()));
        process.kill().expect("it can be killed");
        let lived = started.elapsed();
        process.wait().expect("it has ended");
        let said = output.join().expect("it is read") + &errors.join().expect("it is read");
        check_untroubled(&said);
        (said, lived)
    }

    /// Checks that the next run can use the database and clears away what dead processes left. Gives the tokens of the
    /// stored failures.
    fn kept(&self) -> BTreeSet<String> {
        let laws = self.laws(0).env("LAWFUL_TESTS", "1").env("LAWFUL_EXPLAIN", "off");
        let output = laws.env("LAWFUL_MAX_SHRINK_RUNS", "0").run();
        let said = output.all();
        check_untroubled(&said);
        assert!(!said.contains("stopped after"), "not every stored failure was run\n{said}");
        assert_eq!(unfinished(&self.database), [] as [PathBuf; 0], "files are left\n{said}");
        assert_eq!(self.still_running(), [] as [PathBuf; 0], "processes are left");
        let parts = said.split("Found by ").filter(|part| part.starts_with("a failure kept"));
        parts.filter_map(|part| tokens(part).next()).collect()
    }

    /// The processes of the program that do not end by themselves, where the system lists them under `/proc`.
    fn still_running(&self) -> Vec<PathBuf> {
        let is_ours = |process: &PathBuf| {
            fs::read_link(process.join("exe")).is_ok_and(|program| program == self.program)
        };
        let end = Instant::now() + GRACE;
        loop {
            let left: Vec<PathBuf> =
                entries(Path::new("/proc")).into_iter().filter(is_ours).collect();
            if left.is_empty() || Instant::now() >= end {
                return left;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Does something with each of the items, each on a thread of its own.
fn at_once<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = items.iter().map(|item| scope.spawn(move || work(item))).collect();
        threads.into_iter().map(|thread| thread.join().expect("it ends well")).collect()
    })
}

fn read(stream: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    let mut stream = stream.expect("it is a pipe");
    thread::spawn(move || {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("a pipe can be read");
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn check_untroubled(said: &str) {
    for trouble in TROUBLES {
        assert!(!said.contains(trouble), "{trouble}:\n{said}");
    }
}

/// The tokens in a text, but for one that is not whole.
fn tokens(text: &str) -> impl Iterator<Item = String> {
    let parts = text.split("LAWFUL_REPLAY='").skip(1);
    parts.filter_map(|part| part.split_once('\'')).map(|(token, _)| token.to_string())
}

fn entries(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// The files in a database that are there only while a process runs: unfinished ones, and trails.
fn unfinished(database: &Path) -> Vec<PathBuf> {
    let is_unfinished = |path: &PathBuf| {
        let has_end = |end: &str| path.extension().is_some_and(|extension| extension == end);
        has_end("writing") || has_end("making") || path.starts_with(database.join("running"))
    };
    let inside = entries(database).into_iter().flat_map(|directory| entries(&directory));
    inside.filter(is_unfinished).collect()
}

#[test]
fn no_failure_that_was_printed_is_lost() {
    let variable = std::env::var("CHECKS_KILLS").ok();
    let kills = variable.map_or(KILLS, |kills| kills.parse().expect("a number of kills"));
    let killed = Killed::new();
    killed.forget();
    // Time within which the kills that are not early come, for one process and for two.
    let mut whole = [killed.whole_run(1, LIMIT + 2), killed.whole_run(2, LIMIT + 1)];

    let (mut printed, mut laws) = (BTreeSet::new(), BTreeSet::<&str>::new());
    let (mut early, mut unfinished, mut reports, mut failures) = (0, 0, 0, 0);
    for kill in 0..kills {
        if kill.is_multiple_of(KILLS_A_DATABASE) {
            killed.forget();
            printed.clear();
        }
        let processes = 1 + kill as usize / 2 % 2;
        let whole = &mut whole[processes - 1];
        // On a busy machine a kill may come too late to be an early one. The next is to be one instead, but not all of them.
        let is_early = 2 * early <= kill && kill % 4 < 3;
        let span = if is_early { EARLY } else { *whole };
        // Fractions of the span that are spread evenly and never the same, others for each process.
        let fractions = SPREAD.map(|step| (kill as f64 * step).fract());
        let limit = LIMIT - kill * (LIMIT / (kills + 1));
        let ran = at_once(&fractions[..processes], |fraction| {
            killed.run_for(span.mul_f64(*fraction), limit)
        });
        early += u64::from(ran.iter().all(|(_, lived)| *lived <= EARLY));
        let said: String = ran.into_iter().map(|(said, _)| said).collect();
        let has_ended = said.contains("test result: ");
        unfinished += u64::from(!has_ended);
        if !is_early {
            // How long a run takes depends on what is stored, and on what else the machine does. These factors let the time
            // settle where one run in nine ends before it is killed: the other kills are spread over the whole run.
            *whole = whole.mul_f64(if has_ended { 0.8 } else { 1.03 });
        }
        reports += said.matches("law broken").count();
        for token in tokens(&said) {
            laws.extend(NAMES.iter().find(|name| token.starts_with(&format!("{name}:"))));
            failures += u64::from(printed.insert(token));
        }
        if !(kill + 1).is_multiple_of(KILLS_A_LOOK) && kill + 1 < kills {
            continue;
        }
        let kept = killed.kept();
        let lost: Vec<&String> = printed.difference(&kept).collect();
        assert!(lost.is_empty(), "kill {kill} lost {lost:?}\n{said}\nkept: {kept:?}");
    }
    println!(
        "{kills} kills, {early} in the first {} ms, {unfinished} before the end of the run; \
         {reports} reports, {failures} failures printed, 0 lost",
        EARLY.as_millis()
    );
    assert!(4 * early >= kills, "many are killed early, even on a busy machine");
    assert!(2 * unfinished > kills, "most are killed while they run");
    assert_eq!(laws.len(), NAMES.len(), "failures of every law are printed by then");
}
