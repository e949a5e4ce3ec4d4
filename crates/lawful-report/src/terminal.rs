//! The report of a law under `cargo test`.

mod count;
mod explanation;
mod failure;
mod histogram;
mod keep;
mod table;
mod warning;

use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use lawful_data::{Assumption, CasePart, CaseRecord, ShownValue, Starved, Verdict};
use lawful_data::{Event, Exhausted, Limit, Notice, Reporter, Stopped, Summary, Watcher};

use crate::literal::shown_literal;
use crate::sequence;

pub(crate) use explanation::free_lines as varies;
pub(crate) use failure::{
    REPEAT, drawing, found, how_found, how_often, reason, replay, with_root_seed,
};
pub(crate) use histogram::counted as distribution;
pub use keep::kept_option;

/// The reporter of `cargo test`: a law that is not as it should be is reported where the harness captures
/// it, and what a law that is has to tell goes past the capture.
#[derive(Debug)]
pub struct Terminal {
    verbose: bool,
}

impl Terminal {
    /// Prints every case if `verbose` says so. Cases are told also where they are only observed.
    pub fn new(verbose: bool) -> Self {
        Terminal { verbose }
    }
}

impl Reporter for Terminal {
    fn event(&mut self, happened: &Event) {
        if self.verbose || !matches!(happened, Event::Case { .. }) {
            event(happened).iter().for_each(|text| past_capture(text));
        }
    }

    fn finished(&mut self, summary: &Summary) {
        match summary.is_success() {
            false => eprint!("\n{}", report(summary)),
            true => remark(summary).iter().for_each(|text| past_capture(text)),
        }
    }

    fn watcher(&self) -> Option<Watcher> {
        let printed = Mutex::new(Printed::default());
        let print = move |index: u64, part: &CasePart| {
            let mut printed = printed.lock().unwrap_or_else(PoisonError::into_inner);
            printed.part(index, part).iter().for_each(|text| past_capture(text));
        };
        self.verbose.then(|| Arc::new(print) as Watcher)
    }
}

/// Writes a line where the test harness does not capture it: it captures `eprintln!` and shows it
/// for tests that fail, but this is for tests that pass.
pub(crate) fn past_capture(line: &str) {
    // A closed stream must not fail a test that passes.
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}

/// The report of a run that is not a success: what a person reads first. It ends with a newline.
pub fn report(summary: &Summary) -> String {
    let mut text = String::new();
    let name = &summary.about.name;
    let place = format!("{}:{}", summary.about.file, summary.about.line);
    match &summary.stopped {
        Stopped::Failed(failures) => failure::write(&mut text, summary, failures),
        Stopped::Unstable(unstable) => failure::write_unstable(&mut text, summary, unstable),
        Stopped::Passed | Stopped::ReplayPassed | Stopped::ReplayOfAnotherLaw { .. } => {
            line(&mut text, &format!("law passed, but was expected to fail: {name}  ({place})"));
            line(&mut text, "");
            line(
                &mut text,
                &match summary.exhausted {
                    Some(all) => format!("  None of all {} cases is broken.", all.cases),
                    None => format!("  {} tests found no broken case.", summary.passed),
                },
            );
        }
        Stopped::GaveUp { starved } => {
            line(&mut text, &format!("law gave up: {name}  ({place})"));
            line(&mut text, "");
            let (held, tests) = (summary.passed, summary.tests);
            let discarded = summary.discarded;
            let is_out_of_time = summary.limits.iter().any(Limit::is_of_law);
            let why = match (is_out_of_time, discarded) {
                (false, _) => format!("{discarded} cases were discarded"),
                (true, 0) => String::from("the time was over before a test ended"),
                (true, _) => format!("{discarded} cases were discarded until the time was over"),
            };
            line(&mut text, &format!("  Gave up after {held} of {tests} tests: {why}."));
            match starved {
                Some(Starved { filter, different: Some((found, wanted)), .. }) => {
                    let found = match found {
                        1 => String::from("1 was"),
                        many => format!("{many} were"),
                    };
                    line(
                        &mut text,
                        &format!(
                            "  The collection at {filter} must have {wanted} different elements, and only \
                             {found} found."
                        ),
                    );
                    line(&mut text, "  Ask for fewer, or widen the generator of its elements.");
                }
                Some(starved) => {
                    line(
                        &mut text,
                        &format!(
                            "  The filter at {} starved: none of {} values passed it.",
                            starved.filter, starved.tries
                        ),
                    );
                    line(&mut text, "  Generate values that pass it instead.");
                }
                None if is_out_of_time && discarded == 0 => {
                    line(&mut text, "  Raise max_time, or say may_give_up if this is fine.");
                }
                None => {
                    line(&mut text, "  The assumptions of the law are hardly ever met.");
                    for (assumption, cases) in &summary.tables.unmet {
                        let Assumption { place, text: condition, .. } = assumption;
                        line(
                            &mut text,
                            &format!("    {cases} discarded by {condition}  ({place})"),
                        );
                    }
                    line(
                        &mut text,
                        "  Generate cases that meet them, raise max_discards, or say may_give_up \
                         if this is fine.",
                    );
                }
            }
        }
        // Which demands are not met is in the tables below.
        Stopped::NotCovered(_) => {
            line(
                &mut text,
                &format!("law passed, but not enough cases are covered: {name}  ({place})"),
            );
        }
        Stopped::Misused(misuse) => {
            line(&mut text, &format!("law misused: {name}  ({place})"));
            line(&mut text, "");
            line(&mut text, &format!("  {misuse}"));
        }
        other => line(&mut text, &format!("law ended: {name}  ({place}): {other:?}")),
    }
    if let Some(counts) = count::one_line(summary).filter(|_| !summary.tells_counts) {
        line(&mut text, &format!("  Ran {counts}."));
    }
    let tables = tables(summary);
    if !tables.is_empty() {
        line(&mut text, "");
        text.push_str(&tables);
    }
    for told in limits_and_warnings(summary) {
        line(&mut text, &format!("  {told}"));
    }
    text
}

pub(crate) fn limits_and_warnings(summary: &Summary) -> impl Iterator<Item = String> {
    let limits = summary.limits.iter().map(warning::limit);
    limits.chain(summary.warnings.iter().map(warning::text))
}

/// One line for a law that is as it should be and has something to tell: labels, tables, demands
/// of coverage, or that it gave up. Nothing to tell is nothing to print.
pub fn remark(summary: &Summary) -> Option<String> {
    let mut told = Vec::new();
    if let Stopped::GaveUp { .. } = summary.stopped {
        told.push(format!(
            "gave up after {} of {} tests, {} discarded",
            summary.passed, summary.tests, summary.discarded
        ));
    }
    if let Stopped::ReplayPassed = summary.stopped {
        told.push("the replayed case passes now".to_string());
    }
    if let Stopped::ReplayOfAnotherLaw { law } = &summary.stopped {
        // A token has the name of the function alone, which other modules and packages may have too.
        let which = if summary.about.short_name() == law { "another law named" } else { "the law" };
        told.push(format!("not run, since the replay token is for {which} `{law}`"));
    }
    // That all cases there are were fewer than the tests is no news; that all up to a size were
    // gone through was asked for.
    if let (Some(Exhausted { size: Some(size), .. }), Stopped::Passed) =
        (&summary.exhausted, &summary.stopped)
    {
        told.push(format!("passed for all {} cases up to size {size}", summary.passed));
    }
    let gave_up = matches!(summary.stopped, Stopped::GaveUp { .. });
    if summary.limits.first().is_some_and(Limit::is_of_law) && !gave_up {
        told.push(format!("{} of {} tests passed", summary.passed, summary.tests));
    }
    told.extend(table::one_line(&summary.tables, summary.passed));
    if !summary.tells_counts {
        told.extend(count::asked_for(summary));
    }
    told.extend(limits_and_warnings(summary));
    let counts = if summary.tells_counts { count::write(summary) } else { String::new() };
    let histograms = counts + &histograms(summary);
    match (told.is_empty(), histograms.is_empty()) {
        (true, true) => None,
        (_, true) => Some(format!("law {}: {}", summary.about.name, told.join("; "))),
        _ => {
            let told = format!("law {}: {}", summary.about.name, told.join("; "));
            Some(format!("{}\n{}", told.trim_end(), histograms.trim_end()))
        }
    }
}

/// The tables of a run, each on lines of its own.
pub fn tables(summary: &Summary) -> String {
    let mut tables = table::write(&summary.tables, summary.passed);
    match summary.tells_counts {
        true => tables += &count::write(summary),
        false => {
            let asked = count::asked_for(summary).into_iter();
            asked.for_each(|told| line(&mut tables, &format!("  {told}")));
        }
    }
    tables + &histograms(summary)
}

/// Distributions of the arguments, where they were asked for: a report of the whole workspace has them too.
fn histograms(summary: &Summary) -> String {
    match summary.tells_counts {
        true => histogram::write(&summary.distribution),
        false => String::new(),
    }
}

/// Returns the text to print while a run goes on: every case where that is asked for, and what the database
/// has to say.
pub fn event(event: &Event) -> Option<String> {
    match event {
        Event::Case { index, verdict, .. } => {
            let verdict = match verdict {
                Verdict::Passed | Verdict::Skipped => "passed",
                Verdict::Failed => "failed",
                _ => "discarded",
            };
            Some(format!("test {} {verdict}", index + 1))
        }
        Event::Database(notice) => Some(database(notice)),
        Event::Left { seed, index } => Some(format!(
            "lawful: an earlier run ended in test {} with the root seed {seed:#x}; \
             LAWFUL_SEED={seed:#x} and LAWFUL_ISOLATED=1 will find it",
            index + 1
        )),
        Event::TryingLeft { index, time } => Some(format!(
            "lawful: an earlier run ended in test {}; it is tried in a process of its own, for up to {} s a case",
            index + 1,
            time.as_secs_f64()
        )),
        Event::DiedElsewhere { is_guarded } => Some(format!(
            "lawful: an earlier run ended outside of its random tests; {}",
            match is_guarded {
                true => "this one runs all cases in a process of their own",
                false =>
                    "LAWFUL_ISOLATED=1 runs all cases in a process of their own, and will find it",
            }
        )),
        Event::Unknown { case, time } => {
            let time = time.as_secs_f64();
            Some(format!(
                "lawful: the case did not end within {time} s, which is no failure, since the law has no limit for its \
                 cases; LAWFUL_MAX_CASE_TIME={time}s makes it one: {}",
                case_line(case)
            ))
        }
        Event::StillRunning { case, time } => {
            let time = time.as_secs_f64();
            Some(format!(
                "lawful: a case from before has been running for {time} s; LAWFUL_MAX_CASE_TIME={time}s stops such a case \
                 and fails the law: {}",
                case_line(case)
            ))
        }
        _ => None,
    }
}

/// Arguments and calls of a case on one line, as far as they are known.
fn case_line(case: &CaseRecord) -> String {
    let arguments: Vec<String> = case.arguments.iter().map(inline).collect();
    let drawing = match case.drawing {
        None => String::new(),
        Some("") => String::from("in the generator of an argument"),
        Some(name) => format!("in the generator of `{name}`"),
    };
    let calls = sequence::calls(case.document.calls()).join(" ");
    let parts = [arguments.join(", "), calls, drawing];
    let parts: Vec<&str> =
        parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    parts.join("; ")
}

/// Lines for the parts of cases that run next. Arguments are drawn one after the other, and each is printed once.
#[derive(Debug, Default)]
pub struct Printed {
    index: u64,
    arguments: usize,
}

impl Printed {
    /// Returns the line to print before a part of a case runs, if there is something to say.
    pub fn part(&mut self, index: u64, part: &CasePart) -> Option<String> {
        if self.index != index {
            *self = Printed { index, arguments: 0 };
        }
        let told = match part {
            CasePart::Drawn(case) => {
                let known = std::mem::replace(&mut self.arguments, case.arguments.len());
                let arguments: Vec<String> =
                    case.arguments.iter().skip(known).map(inline).collect();
                let calls = sequence::calls(case.document.calls());
                [arguments.join(", "), calls.join(" ")].map(Some)
            }
            CasePart::Call(call) => {
                [Some(sequence::calls(std::slice::from_ref(call)).join(" ")), None]
            }
            _ => return None,
        };
        let told: Vec<String> =
            told.into_iter().flatten().filter(|part| !part.is_empty()).collect();
        (!told.is_empty()).then(|| format!("test {}: {}", index + 1, told.join("; ")))
    }
}

fn database(notice: &Notice) -> String {
    match notice {
        Notice::SetAside { file, moved_to: Some(moved_to), problem } => format!(
            "lawful: set aside the stored failure {}, because {problem}; it is now {}",
            file.display(),
            moved_to.display()
        ),
        Notice::SetAside { file, moved_to: None, problem } => format!(
            "lawful: the committed failure {} is not tried, because {problem}; remove it, or restore it \
             from the version control",
            file.display(),
        ),
        Notice::Unusable { path, error } => format!(
            "lawful: the database of failures cannot be used at {}: {error}; \
             set LAWFUL_DATABASE to another directory, or to off",
            path.display()
        ),
        Notice::NoTarget { program } => format!(
            "lawful: failures are not kept, since {} is not in a target directory of cargo; \
             set LAWFUL_DATABASE to a directory, or to off",
            program.display()
        ),
        Notice::NoTrail { path, error } => format!(
            "lawful: the running test cannot be noted in {}: {error}; a test that kills the process will not be \
             known to the next run; set LAWFUL_DATABASE to another directory, or to off",
            path.display()
        ),
        other => format!("lawful: the database of failures: {other:?}"),
    }
}

/// An argument on the line it shares with others.
pub(crate) fn inline(argument: &ShownValue) -> String {
    let value = shown_literal(argument);
    match argument.name {
        "" => value,
        name => format!("{name} = {value}"),
    }
}

fn line(text: &mut String, line: &str) {
    let _ = writeln!(text, "{line}");
}
