//! From study to study: what is run, and what is told of it.

use std::process::ExitCode;
use std::time::Instant;

use lawful_gallery::{Exhibit, Origin, Study, Visit};

use crate::arguments::Options;
use crate::output::line;
use crate::pages::Pages;
use crate::progress::Progress;
use crate::report::{Clock, TourReport};
use crate::text;

/// Exhibits that are shown in full: a law, a machine and a race.
const IN_FULL: [(&str, &str); 3] = [
    ("reverse", "append_without_swapping"),
    ("resources", "always_available"),
    ("processes", "spawn_then_link"),
];

/// Runs what is asked for. Fails if a finding differs from the one that its exhibit names.
pub fn run(options: &Options) -> ExitCode {
    let mut exhibits = lawful_gallery::all();
    let is_unknown = |name: &&String| !exhibits.iter().any(|exhibit| is_named(exhibit, name));
    if let Some(name) = options.names.iter().find(is_unknown) {
        eprintln!("nothing in the gallery is named {name:?}; --list shows what there is");
        return ExitCode::from(2);
    }
    exhibits.retain(|exhibit| is_wanted(options, exhibit));
    if options.list {
        list(&exhibits);
        return ExitCode::SUCCESS;
    }
    let started = Instant::now();
    let is_whole = options.names.is_empty();
    if is_whole {
        line("Lawful: the case studies of five papers on property-based testing, run now.");
        line("A line is a study: how much of it was run, and one thing that was found.\n");
    }
    let (mut pages, mut report) = (Pages::new(), TourReport::new(options.seed));
    let (mut differences, mut in_full) = (Vec::new(), Vec::new());
    for study in exhibits.chunk_by(|one, other| one.study.name == other.study.name) {
        let mut visits: Vec<Visit> = Vec::new();
        for exhibit in study {
            let mut clock = Clock::start();
            let visit = visit(exhibit, options.seed, &mut clock);
            report.add(exhibit, &visit, clock.stop());
            visits.push(visit);
        }
        for (exhibit, visit) in study.iter().zip(&visits) {
            let page = text::page(exhibit, visit);
            if let Some(difference) = &visit.difference {
                differences.push(format!("{}::{}: {difference}", exhibit.study.name, exhibit.name));
            }
            if !is_whole {
                line(&page);
            } else if IN_FULL.contains(&(exhibit.study.name, exhibit.name)) {
                in_full.push(page.clone());
            }
            pages.add(exhibit.study, page);
        }
        if is_whole {
            line(text::line(study, &visits));
        }
    }
    if is_whole {
        line("\nThree of them in full:\n");
        in_full.iter().for_each(line);
        line(pages.write(&mut report, differences.len()));
    }
    conclude(exhibits.len(), started, &differences)
}

/// Says how many findings were compared, and which of them differ.
fn conclude(count: usize, started: Instant, differences: &[String]) -> ExitCode {
    let seconds = started.elapsed().as_secs_f64();
    line(format_args!(
        "{count} findings in {seconds:.0} s, each compared with the one that its study names \
         (the promise that fails\nand the minimal case, a share of the cases, or that all tests \
         pass): {} differ.",
        differences.len()
    ));
    let cut = |difference: &String| format!("  {}", text::cut(difference, 300));
    differences.iter().map(cut).for_each(line);
    if differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn list(exhibits: &[Exhibit]) {
    for study in exhibits.chunk_by(|one, other| one.study.name == other.study.name) {
        let Study { name, origin, .. } = study[0].study;
        let origin = match origin {
            Origin::Paper(sections) => sections,
            Origin::Ours => "ours",
        };
        line(format_args!("{name} ({origin})"));
        study.iter().for_each(|exhibit| line(format_args!("  {}", exhibit.name)));
    }
}

fn is_wanted(options: &Options, exhibit: &Exhibit) -> bool {
    options.names.is_empty() || options.names.iter().any(|name| is_named(exhibit, name))
}

fn is_named(exhibit: &Exhibit, name: &str) -> bool {
    exhibit.study.name.contains(name) || exhibit.name.contains(name)
}

fn visit(exhibit: &Exhibit, seed: u64, clock: &mut Clock) -> Visit {
    let mut progress = Progress::new(exhibit.study.name, exhibit.name);
    let visit = exhibit.visit(seed, &mut |event| {
        clock.event(event);
        progress.tell(event);
    });
    progress.clear();
    visit
}
