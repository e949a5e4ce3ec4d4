//! From study to study.

use std::process::ExitCode;
use std::time::Instant;

use lawful::report::terminal;
use lawful::run::Summary;
use lawful_gallery::{Exhibit, Expected};

use crate::arguments::Options;
use crate::progress::Progress;

pub fn run(options: &Options) -> ExitCode {
    let exhibits: Vec<Exhibit> =
        lawful_gallery::all().into_iter().filter(|exhibit| is_wanted(options, exhibit)).collect();
    if exhibits.is_empty() {
        eprintln!("nothing in the gallery has that name; --list shows what there is");
        return ExitCode::from(2);
    }
    let started = Instant::now();
    let mut study = "";
    let mut surprises = 0;
    for exhibit in &exhibits {
        if exhibit.study != study {
            study = exhibit.study;
            println!("\n== {} ==", study.replace('_', " "));
        }
        match options.list {
            true => println!("  {}", exhibit.name),
            false => surprises += u32::from(!visit(exhibit, options.seed)),
        }
    }
    if options.list {
        return ExitCode::SUCCESS;
    }
    let (count, seconds) = (exhibits.len(), started.elapsed().as_secs_f64());
    println!("\n{count} laws in {seconds:.1} s; {surprises} came out other than the papers say.");
    if surprises == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn is_wanted(options: &Options, exhibit: &Exhibit) -> bool {
    let named = |name: &String| exhibit.study.contains(name) || exhibit.name.contains(name);
    options.names.is_empty() || options.names.iter().any(named)
}

/// Runs one law and shows what came of it. Says whether that is what the papers say.
fn visit(exhibit: &Exhibit, seed: u64) -> bool {
    let mut progress = Progress::new();
    let summary = exhibit.run_with(seed, &mut |event| progress.tell(exhibit.name, event));
    progress.clear();
    let expected = exhibit.is_as_expected(&summary);
    println!("\n  {} — {}", exhibit.name, verdict(exhibit, &summary, expected));
    exhibit.story.lines().for_each(|line| println!("    {}", line.trim()));
    match (exhibit.expected, expected) {
        (Expected::Holds, true) => print_indented(&terminal::tables(&summary)),
        _ => {
            println!();
            // The tour is not a test, so there is nothing that a token could be given to.
            let report = terminal::report(&summary);
            let lines = report.lines().filter(|line| !line.starts_with("  Replay:"));
            print_indented(&lines.collect::<Vec<_>>().join("\n"));
        }
    }
    expected
}

fn verdict(exhibit: &Exhibit, summary: &Summary, expected: bool) -> String {
    match (exhibit.expected, expected) {
        (Expected::Holds, true) => format!("holds, {} tests", summary.passed),
        (Expected::Broken, true) => String::from("broken, as it should be"),
        (Expected::Holds, false) => String::from("should hold, and does not"),
        (Expected::Broken, false) => String::from("should be broken, and is not"),
    }
}

fn print_indented(text: &str) {
    text.lines().for_each(|line| println!("    {line}"));
}
