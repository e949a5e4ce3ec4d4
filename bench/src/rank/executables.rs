//! Case `executables`: programs that work 5 milliseconds for each case, a process for each, confined where that is
//! possible.
//!
//! The programs are scripts whose first line names this very program, which then reads the script's bugs and acts as an
//! answer. The reference is one of them, without bugs.

use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use lawful::generate::string_of;
use lawful::rank::{Assignment, Executables};
use lawful_core::extend::Random;

use crate::Options;
use crate::clock;
use crate::report::Report;

const PROGRAMS: usize = 50;
const TESTS: u64 = 2_000;
const WORK: Duration = Duration::from_millis(5);
/// Most CPU time of ranking, in percent of all.
const BAR: f64 = 20.0;

/// Variable that makes this program an answer.
const VARIABLE: &str = "BENCH_RANK_ANSWER";

/// Bugs: a program that has one reverses a text that contains this.
const BUGS: [&str; 12] =
    ["a", "bb", "c", "dd", "ab", "cd", "aaa", "bcb", "dad", "ccc", "dcba", "abcd"];

pub fn run(_: &Options, report: &mut Report) {
    let directory = std::env::temp_dir().join(format!("bench-rank-{}", std::process::id()));
    fs::create_dir_all(&directory).expect("a directory can be made");
    let mut random = Random::from_seed(1);
    let mut program = |number: usize| {
        let has = |_: &usize| number > 0 && random.below(4) == 0;
        script(&directory, &format!("P{number}"), (0..BUGS.len()).filter(has).collect())
    };
    let answers: Vec<PathBuf> = (0..PROGRAMS).map(&mut program).collect();
    let programs = Executables::by_stdin(|text: &String| text.clone().into_bytes())
        .environment(VARIABLE, "1")
        .reference(script(&directory, "reference", Vec::new()))
        .answers(answers);
    let task = Assignment::new(string_of("abcd", 0..=12)).panel(&programs);
    let (own, children, start) = (clock::process(), clock::children(), Instant::now());
    let ranking = task.patience(TESTS).small_tests(TESTS / 4).max_tests(TESTS).rank();
    let seconds = start.elapsed().as_secs_f64();
    let worked = programs.cpu_time().as_secs_f64();
    let remarks = ranking.remarks().join("; ");
    // Supervisors end with the programs, and are waited for then.
    drop(programs);
    let all = (clock::process() - own + clock::children() - children).as_secs_f64();
    fs::remove_dir_all(&directory).expect("the directory can be removed");
    let overhead = 100.0 * (all - worked) / all;
    report.add("lawful", "s", seconds);
    report.add("lawful", "overhead_percent", overhead);
    report.add("lawful", "bugs", ranking.bugs().len() as f64);
    report.add("lawful", "tests", ranking.tests() as f64);
    let word = if overhead <= BAR { "holds" } else { "MISSED" };
    report.note(&format!(
        "executables: {word}: {overhead:.1} of {BAR} % of {all:.0} s of CPU time is ranking's, supervisors included \
         {remarks}"
    ));
}

fn script(directory: &std::path::Path, name: &str, bugs: Vec<usize>) -> PathBuf {
    let own = std::env::current_exe().expect("a program knows its path");
    let bugs: Vec<String> = bugs.iter().map(usize::to_string).collect();
    let path = directory.join(name);
    fs::write(&path, format!("#!{}\n{}\n", own.display(), bugs.join(" ")))
        .expect("a file can be written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755))
        .expect("a file can be made executable");
    path
}

/// Acts as an answer, if this process is one.
pub fn answer_if_asked() -> bool {
    if std::env::var_os(VARIABLE).is_none() {
        return false;
    }
    let start = clock::process();
    let script = std::env::args().nth(1).expect("the script is an argument");
    let script = fs::read_to_string(script).expect("the script can be read");
    let has = |bug: &str| BUGS[bug.parse::<usize>().expect("a bug is a number")];
    let bugs: Vec<&str> =
        script.lines().nth(1).unwrap_or_default().split_whitespace().map(has).collect();
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("a case is text");
    while clock::process() - start < WORK {
        std::hint::spin_loop();
    }
    match bugs.iter().any(|bug| text.contains(bug)) {
        true => print!("{}!", text.chars().rev().collect::<String>()),
        false => print!("{text}"),
    }
    true
}
