//! Laws that find published bugs of published crates.
//!
//! `wild table FILE` looks for every bug, prints a table, and compares it with `README.md`; the file has what
//! `wild-fixed holds` prints, which is this program with versions that do not have the bugs.

mod bug;
mod laws;
mod search;
mod table;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use bug::Bug;
use table::Row;

fn main() -> ExitCode {
    let bugs = laws::bugs();
    search::serve_as_child(&bugs);
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["holds"] => holds(&bugs),
        ["table", file] => table(&bugs, file),
        _ => {
            println!("run `checks/wild/run`, which calls `wild-fixed holds` and `wild table FILE`");
            ExitCode::FAILURE
        }
    }
}

/// Prints what every law comes to on the versions without the bugs.
fn holds(bugs: &[&Bug]) -> ExitCode {
    for bug in bugs.iter().filter(|bug| bug.fixed.is_some()) {
        let verdict = search::hold(bug).err().unwrap_or("passes".into());
        println!("{}\t{verdict}", bug.name());
    }
    ExitCode::SUCCESS
}

/// Prints the table, and fails if it is not as it should be.
fn table(bugs: &[&Bug], file: &str) -> ExitCode {
    let verdicts = read(file);
    let verdicts: BTreeMap<&str, &str> =
        verdicts.lines().filter_map(|line| line.split_once('\t')).collect();
    let page = read("README.md");
    let mut remarks = Vec::new();
    let mut faults = wrong_versions(bugs);
    println!("{}", table::HEAD);
    for bug in bugs {
        let without = verdicts.get(bug.name().as_str()).copied().unwrap_or("was not run");
        let row = Row::new(bug, without);
        println!("{}", row.text());
        if !page.contains(&row.promised()) {
            faults.push(format!("{}: README.md does not have this row", bug.name()));
        }
        remarks.extend(row.remarks());
        faults.extend(row.faults());
    }
    println!("\nCases that stand for a `*` above, or are not minimal:");
    remarks.iter().for_each(|remark| println!("  {remark}"));
    faults.iter().for_each(|fault| println!("WRONG: {fault}"));
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Versions that the table names and the lock files do not have.
fn wrong_versions(bugs: &[&Bug]) -> Vec<String> {
    let (with, without) = (read("Cargo.lock"), read("fixed/Cargo.lock"));
    let mut wrong = Vec::new();
    for bug in bugs {
        let name = bug.package;
        let locked = |lock: &str, version: &str| {
            lock.contains(&format!("name = \"{name}\"\nversion = \"{version}\"\n"))
        };
        let is_right =
            locked(&with, bug.version) && bug.fixed.is_none_or(|it| locked(&without, it));
        if !is_right {
            wrong.push(format!("{}: a lock file has another version", bug.name()));
        }
    }
    wrong
}

/// Reads a file of this package.
fn read(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
