//! Summaries as JUnit XML, the format of test results that Jenkins, GitLab and other servers read.
//!
//! The format has no owner. This follows what Jenkins documents and cargo-nextest writes: a test suite for each target of a
//! package, named as nextest names it, so that reports of both can stand beside each other.

use std::fmt::Write;
use std::time::Duration;

use lawful_data::{About, Listed, Stopped, Summary, Target};

use crate::outcome::{Outcome, gave_up, outcome};
use crate::terminal::{limits_and_warnings, report, tables};

/// Returns the results of some laws as JUnit XML. `time` gives the time that a law took, where it is known.
///
/// A law is a test case. One that failed has the whole report, and one that passed has its statistics as standard output.
///
/// ```
/// use lawful::prelude::*;
/// use lawful::report::junit::junit;
///
/// let law = for_all(any::<u32>(), |n| n < 1_000);
/// let summary = Runner::named("small").seed(1).run(&law);
/// let xml = junit(&[summary], &|_| Some(std::time::Duration::from_millis(20)));
/// assert!(xml.contains(r#"<testcase name="small""#));
/// assert!(xml.contains(r#"<failure message="The law returned false." type="lawful.false">"#));
/// ```
pub fn junit(summaries: &[Summary], time: &dyn Fn(&About) -> Option<Duration>) -> String {
    let mut xml = Xml { text: String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") };
    let all = summaries.iter().listed();
    let counts = counted(&all, time);
    xml.open("testsuites", &[("name", "lawful")], &counts);
    let mut suites: Vec<(String, Vec<&Summary>)> = Vec::new();
    for summary in all {
        let name = suite(&summary.about);
        match suites.iter_mut().find(|(known, _)| *known == name) {
            Some((_, cases)) => cases.push(summary),
            None => suites.push((name, vec![summary])),
        }
    }
    for (name, cases) in &suites {
        xml.open("testsuite", &[("name", name)], &counted(cases, time));
        cases.iter().for_each(|summary| write_case(&mut xml, name, summary, time(&summary.about)));
        xml.close("testsuite");
    }
    xml.close("testsuites");
    xml.text
}

fn write_case(xml: &mut Xml, suite: &str, summary: &Summary, time: Option<Duration>) {
    let about = &summary.about;
    let (name, line) = (case_name(about), about.line.to_string());
    let place = [("classname", suite), ("file", about.file), ("line", &line)];
    let time = time.map(|time| ("time", seconds(time)));
    xml.open("testcase", &[("name", name), place[0], place[1], place[2]], time.as_slice());
    match outcome(summary) {
        Outcome::Passed => {
            let told = told(summary);
            if !told.is_empty() {
                xml.element("system-out", &[], &told);
            }
        }
        Outcome::Failed { message, kind } => {
            xml.element("failure", &[("message", &message), ("type", &kind)], &report(summary));
        }
        Outcome::Error { message } => {
            xml.element("error", &[("message", &message), ("type", "misused")], &report(summary));
        }
        Outcome::Skipped { message } => xml.element("skipped", &[("message", &message)], ""),
    }
    xml.close("testcase");
}

/// Statistics of a law that passed, and what limits them.
fn told(summary: &Summary) -> String {
    let mut told = Vec::new();
    match &summary.stopped {
        Stopped::GaveUp { .. } => told.push(gave_up(summary)),
        Stopped::ReplayPassed => told.push(String::from("the replayed case passes now")),
        _ => {}
    }
    told.extend(Some(tables(summary).trim_end().to_string()).filter(|tables| !tables.is_empty()));
    told.extend(limits_and_warnings(summary));
    told.join("\n")
}

/// Name of a target as nextest has it: `shop`, `shop::laws` for an integration test, `shop::bin/tool` for a binary.
fn suite(about: &About) -> String {
    let test = about.test.as_ref();
    let Some(package) = test.and_then(|test| test.package.as_ref()) else {
        let (crate_name, _) = about.name.split_once("::").unwrap_or(("laws", ""));
        return crate_name.to_string();
    };
    match test.and_then(|test| test.target.as_ref()) {
        Some(Target::Bin(name)) => format!("{package}::bin/{name}"),
        Some(Target::Test(name)) => format!("{package}::{name}"),
        _ => package.clone(),
    }
}

/// Name of a law within its target: without package and crate.
fn case_name(about: &About) -> &str {
    let test = about.test.as_ref();
    let package = test.and_then(|test| test.package.as_deref());
    let Some(rest) =
        package.and_then(|package| about.name.strip_prefix(package)?.strip_prefix("::"))
    else {
        return &about.name;
    };
    match test.and_then(|test| test.target.as_ref()) {
        Some(Target::Test(_)) => rest.split_once("::").map_or(rest, |(_, name)| name),
        _ => rest,
    }
}

/// Attributes with the numbers of test cases, and their time as far as it is known.
fn counted(
    summaries: &[&Summary],
    time: &dyn Fn(&About) -> Option<Duration>,
) -> Vec<(&'static str, String)> {
    let (mut failures, mut errors, mut skipped) = (0, 0, 0);
    let mut sum: Option<Duration> = None;
    for summary in summaries {
        match outcome(summary) {
            Outcome::Passed => {}
            Outcome::Failed { .. } => failures += 1,
            Outcome::Error { .. } => errors += 1,
            Outcome::Skipped { .. } => skipped += 1,
        }
        if let Some(time) = time(&summary.about) {
            sum = Some(sum.unwrap_or_default().saturating_add(time));
        }
    }
    let mut counts = vec![
        ("tests", summaries.len().to_string()),
        ("failures", failures.to_string()),
        ("errors", errors.to_string()),
        ("skipped", skipped.to_string()),
    ];
    counts.extend(sum.map(|time| ("time", seconds(time))));
    counts
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

/// A document while it is written. Elements that hold others stand on lines of their own.
struct Xml {
    text: String,
}

impl Xml {
    fn open(&mut self, name: &str, attributes: &[(&str, &str)], more: &[(&str, String)]) {
        self.start(name, attributes, more);
        self.text.push_str(">\n");
    }

    fn close(&mut self, name: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "</{name}>");
    }

    /// Writes an element with a text.
    fn element(&mut self, name: &str, attributes: &[(&str, &str)], text: &str) {
        self.start(name, attributes, &[]);
        if text.is_empty() {
            self.text.push_str("/>\n");
            return;
        }
        self.text.push('>');
        text.chars().for_each(|letter| self.letter(letter, false));
        self.close(name);
    }

    fn start(&mut self, name: &str, attributes: &[(&str, &str)], more: &[(&str, String)]) {
        let _ = write!(self.text, "<{name}");
        let more = more.iter().map(|(name, value)| (*name, value.as_str()));
        for (name, value) in attributes.iter().copied().chain(more) {
            let _ = write!(self.text, " {name}=\"");
            value.chars().for_each(|letter| self.letter(letter, true));
            self.text.push('"');
        }
    }

    /// Writes a letter. XML 1.0 has no way to write most control characters, so they are left out.
    fn letter(&mut self, letter: char, in_attribute: bool) {
        match letter {
            '&' => self.text.push_str("&amp;"),
            '<' => self.text.push_str("&lt;"),
            '>' => self.text.push_str("&gt;"),
            '"' if in_attribute => self.text.push_str("&quot;"),
            // A parser makes these spaces, or a line feed.
            '\n' | '\t' if in_attribute => {
                let _ = write!(self.text, "&#{};", u32::from(letter));
            }
            '\r' => self.text.push_str("&#13;"),
            '\n' | '\t' => self.text.push(letter),
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => {}
            letter => self.text.push(letter),
        }
    }
}
