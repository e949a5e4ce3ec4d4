//! Exhibits: laws and demonstrations of the case studies, each with what it must show.

use std::panic::Location;
use std::time::Duration;

use lawful::data::{About, Block, Event, Page};
use lawful::report::terminal;
use lawful::run::Stopped;
use lawful::run::{Config, Summary};
use lawful::{Law, Runner};
use lawful_core::run::{Isolation, Role, role, serve};

use crate::finding::{Finding, found};

/// A case study.
#[derive(Debug)]
pub struct Study {
    /// Its name, which is that of its module.
    pub name: &'static str,
    /// Its origin.
    pub origin: Origin,
    /// Name of the exhibit that stands for the study where there is room for one.
    pub highlight: &'static str,
}

/// Origin of a study or an exhibit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A paper, with its sections.
    Paper(&'static str),
    /// No paper: it was made up here, or is common knowledge.
    Ours,
}

/// A law or a demonstration of a case study, with what the paper says of it.
pub struct Exhibit {
    /// The case study it belongs to.
    pub study: &'static Study,
    /// Its name.
    pub name: &'static str,
    /// What the paper claims, and what to look for.
    pub story: &'static str,
    /// Its origin; that of the study unless it says otherwise.
    pub origin: Origin,
    /// Subject that is run.
    pub subject: Subject,
    /// How many tests to run.
    pub tests: u64,
    /// The greatest size.
    pub max_size: u32,
    /// Most time for a case, if cases run in a process of their own.
    pub isolated: Option<Duration>,
    /// Expected result.
    pub expected: Expected,
    /// Where it is written.
    pub place: &'static Location<'static>,
}

/// Subject of an exhibit.
pub enum Subject {
    /// A law.
    Law(Box<dyn Law>),
    /// A function of the root seed that runs whatever it likes and tells what came of it.
    Demonstration(Demonstration),
}

/// Function of a demonstration.
pub type Demonstration = Box<dyn Fn(u64) -> Told>;

/// Result of a demonstration.
#[derive(Clone, Debug)]
pub struct Told {
    /// Lines of text, the first of which says what was found.
    pub lines: Vec<String>,
    /// Page of the report that shows it, where it is more than text.
    pub page: Option<Page>,
}

impl From<Vec<String>> for Told {
    fn from(lines: Vec<String>) -> Self {
        Told { lines, page: None }
    }
}

impl From<(Vec<String>, Page)> for Told {
    fn from((lines, page): (Vec<String>, Page)) -> Self {
        Told { lines, page: Some(page) }
    }
}

/// Expected result of an exhibit.
#[derive(Clone, Debug)]
pub enum Expected {
    /// All tests pass, with these shares of labelled cases.
    Passes(Vec<Share>),
    /// A test fails, and this is what is found.
    Fails(Finding),
    /// Too few cases meet the assumptions, so that the law gives up.
    GivesUp,
    /// A demonstration gives lines with these parts, in this order.
    Tells(Vec<String>),
}

/// Share of cases under a label, within bounds.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// The label.
    pub label: &'static str,
    /// Least share, in per cent.
    pub least: f64,
    /// Greatest share, in per cent.
    pub most: f64,
}

/// Result of a visit to an exhibit.
pub struct Visit {
    /// The finding, on one line.
    pub found: String,
    /// All that there is to read, as a report has it.
    pub text: String,
    /// Difference from the expected result, if there is one.
    pub difference: Option<String>,
    /// Result as data, for a report.
    pub result: Shown,
}

/// Result of a visit as data.
#[derive(Debug)]
pub enum Shown {
    /// The run of a law.
    Law(Box<Summary>),
    /// A demonstration.
    Demonstration(Box<Page>),
}

impl Study {
    /// A study of a paper.
    pub(crate) const fn of(
        name: &'static str,
        sections: &'static str,
        highlight: &'static str,
    ) -> Self {
        Study { name, origin: Origin::Paper(sections), highlight }
    }

    /// A study that is in no paper.
    pub(crate) const fn ours(name: &'static str, highlight: &'static str) -> Self {
        Study { name, origin: Origin::Ours, highlight }
    }

    /// A law that passes.
    #[track_caller]
    pub(crate) fn holds(
        &'static self,
        name: &'static str,
        story: &'static str,
        law: impl Law + 'static,
    ) -> Exhibit {
        self.exhibit(name, story, Subject::Law(Box::new(law)), Expected::Passes(Vec::new()))
    }

    /// A law that fails. What is found is to be said with [`Exhibit::finds`].
    #[track_caller]
    pub(crate) fn breaks(
        &'static self,
        name: &'static str,
        story: &'static str,
        law: impl Law + 'static,
    ) -> Exhibit {
        let expected = Expected::Fails(Finding::default());
        self.exhibit(name, story, Subject::Law(Box::new(law)), expected)
    }

    /// A law that gives up, since too few cases meet its assumptions.
    #[track_caller]
    pub(crate) fn gives_up(
        &'static self,
        name: &'static str,
        story: &'static str,
        law: impl Law + 'static,
    ) -> Exhibit {
        self.exhibit(name, story, Subject::Law(Box::new(law)), Expected::GivesUp)
    }

    /// A demonstration that gives lines with these parts, in this order.
    #[track_caller]
    pub(crate) fn tells<P: Into<String>, T: Into<Told>>(
        &'static self,
        name: &'static str,
        story: &'static str,
        demonstration: impl Fn(u64) -> T + 'static,
        parts: impl IntoIterator<Item = P>,
    ) -> Exhibit {
        let expected = Expected::Tells(parts.into_iter().map(Into::into).collect());
        let demonstration = move |seed| demonstration(seed).into();
        self.exhibit(name, story, Subject::Demonstration(Box::new(demonstration)), expected)
    }

    #[track_caller]
    fn exhibit(
        &'static self,
        name: &'static str,
        story: &'static str,
        subject: Subject,
        expected: Expected,
    ) -> Exhibit {
        let Config { tests, max_size, .. } = Config::default();
        let (place, origin) = (Location::caller(), self.origin);
        let isolated = None;
        Exhibit {
            study: self,
            name,
            story,
            origin,
            subject,
            tests,
            max_size,
            isolated,
            expected,
            place,
        }
    }
}

impl Exhibit {
    /// With another number of tests.
    pub fn tests(self, tests: u64) -> Self {
        Exhibit { tests, ..self }
    }

    /// With another greatest size.
    pub fn max_size(self, max_size: u32) -> Self {
        Exhibit { max_size, ..self }
    }

    /// Runs the cases in a process of their own, which is ended when one takes longer.
    pub(crate) fn isolated(self, limit: Duration) -> Self {
        Exhibit { isolated: Some(limit), ..self }
    }

    /// Marks an exhibit that is in no paper, although its study is of one.
    pub(crate) fn ours(self) -> Self {
        Exhibit { origin: Origin::Ours, ..self }
    }

    /// Says which sections of a paper an exhibit is of, although its study is not.
    pub(crate) fn of(self, sections: &'static str) -> Self {
        Exhibit { origin: Origin::Paper(sections), ..self }
    }

    /// Says what is found: the promise that fails and the minimal counterexample.
    pub(crate) fn finds(self, finding: Finding) -> Self {
        Exhibit { expected: Expected::Fails(finding), ..self }
    }

    /// Says which share of the cases has a label, in per cent.
    pub(crate) fn share(mut self, label: &'static str, least: f64, most: f64) -> Self {
        // Of other laws no share is compared: a bound that cannot fail would look like a finding.
        let Expected::Passes(shares) = &mut self.expected else {
            panic!("{} has shares, so it should pass", self.name)
        };
        shares.push(Share { label, least, most });
        self
    }

    /// Returns whether the law is expected to pass.
    pub fn passes(&self) -> bool {
        matches!(self.expected, Expected::Passes(_))
    }

    /// Returns whether the law is expected to fail.
    pub fn fails(&self) -> bool {
        matches!(self.expected, Expected::Fails(_))
    }

    /// The law, unless it is a demonstration.
    pub fn law(&self) -> Option<&dyn Law> {
        match &self.subject {
            Subject::Law(law) => Some(&**law),
            Subject::Demonstration(_) => None,
        }
    }

    /// Runs the law, silently.
    ///
    /// # Panics
    ///
    /// If it is a demonstration.
    pub fn run(&self, seed: u64) -> Summary {
        self.run_with(seed, &mut |_| {})
    }

    /// Runs the law and tells what happens while it happens.
    ///
    /// # Panics
    ///
    /// If it is a demonstration.
    pub fn run_with(&self, seed: u64, listen: &mut dyn FnMut(&Event)) -> Summary {
        let law = self.law().expect("a demonstration has no summary");
        let mut config = config(self.tests, self.max_size, seed);
        if let Some(limit) = self.isolated {
            config.isolated = true;
            config.max_case_time = Some(limit);
            config.isolation = isolation();
        }
        lawful_core::run::run(law, &self.about(), &config, listen)
    }

    fn about(&self) -> About {
        About::new(self.full_name(), self.place.file(), self.place.line())
    }

    /// Serves the cases of this exhibit, if this process was started for that.
    pub(crate) fn serve_if_child(&self) {
        if let (Some(law), Role::Child) = (self.law(), role(&self.about(), 0)) {
            serve(law, &[], &Config::default().settings);
        }
    }

    /// Runs a law or a demonstration, and compares what comes of it with what is expected.
    pub fn visit(&self, seed: u64, listen: &mut dyn FnMut(&Event)) -> Visit {
        match &self.subject {
            Subject::Law(_) => {
                let summary = self.run_with(seed, listen);
                let text = match self.passes() && summary.is_success() {
                    true => terminal::tables(&summary),
                    false => report(&summary),
                };
                let difference = self.compare(&summary).err();
                let found = found(&summary);
                Visit { found, text, difference, result: Shown::Law(Box::new(summary)) }
            }
            Subject::Demonstration(run) => {
                let Told { lines, page } = run(seed);
                let found = lines.first().cloned().unwrap_or_default();
                let difference = self.compare_lines(&lines).err();
                let text = lines.join("\n");
                let mut page = page.unwrap_or_else(|| self.text_page(&found, &text));
                page.name = self.full_name();
                Visit { found, text, difference, result: Shown::Demonstration(Box::new(page)) }
            }
        }
    }

    /// Name with that of the study.
    pub fn full_name(&self) -> String {
        format!("{}::{}", self.study.name, self.name)
    }

    /// Page of a demonstration that is all text.
    fn text_page(&self, found: &str, text: &str) -> Page {
        let mut page = Page::new("demonstration", self.full_name(), found);
        page.document.push(Block::Code(text.to_string()));
        page
    }

    /// Compares what a run of the law came to with what is expected, and says how they differ.
    pub fn compare(&self, summary: &Summary) -> Result<(), String> {
        match (&self.expected, &summary.stopped) {
            (Expected::Passes(shares), Stopped::Passed) => {
                shares.iter().try_for_each(|share| share.compare(summary))
            }
            (Expected::Fails(finding), Stopped::Failed(_)) => {
                summary.failure().map_or(Ok(()), |failure| finding.compare(failure))
            }
            (Expected::GivesUp, Stopped::GaveUp { .. }) => Ok(()),
            (Expected::GivesUp, _) => Err(String::from("it should give up, and does not")),
            (Expected::Passes(_), _) => Err(String::from("it should pass, and does not")),
            (Expected::Fails(_), _) => Err(String::from("it should fail, and does not")),
            (Expected::Tells(_), _) => Err(String::from("it is no law")),
        }
    }

    fn compare_lines(&self, lines: &[String]) -> Result<(), String> {
        let Expected::Tells(parts) = &self.expected else {
            return Err(String::from("it is no demonstration"));
        };
        let mut left = lines.iter();
        parts.iter().try_for_each(|part| match left.any(|line| line.contains(part.as_str())) {
            true => Ok(()),
            false => Err(format!("no line says {part:?}, or not in this order")),
        })
    }
}

impl Share {
    fn compare(&self, summary: &Summary) -> Result<(), String> {
        let count = summary.tables.labels.get(self.label).copied().unwrap_or(0);
        let share = 100.0 * count as f64 / summary.passed as f64;
        let Share { label, least, most } = self;
        match (*least..=*most).contains(&share) {
            true => Ok(()),
            false => Err(format!("{share:.1}% are {label:?} instead of {least}% to {most}%")),
        }
    }
}

/// Command that starts a process that serves an exhibit: this program again. A test binary is told to run the test that
/// does so.
fn isolation() -> Option<Isolation> {
    let program = std::env::current_exe().ok()?;
    let arguments: &[&str] = match cfg!(test) {
        true => &["checking::isolated_exhibits_are_served", "--exact", "--nocapture"],
        false => &[],
    };
    let arguments = arguments.iter().map(|argument| argument.to_string()).collect();
    Some(Isolation { program, arguments, max_memory: 1 << 30, is_direct: true, ordinal: 0 })
}

/// Report of a summary. An exhibit is not a test, so a replay token would be of no use.
fn report(summary: &Summary) -> String {
    let report = terminal::report(summary);
    let lines = report.lines().filter(|line| !line.starts_with("  Replay:"));
    lines.collect::<Vec<_>>().join("\n")
}

/// A count that takes too long for a test: many tests of a law that holds, of which some may be
/// under a label.
pub struct Soak {
    /// What is counted.
    pub name: &'static str,
    /// The law.
    pub law: Box<dyn Law>,
    /// How many tests to run.
    pub tests: u64,
    /// The greatest size.
    pub max_size: u32,
    /// The label whose share of the tests is the figure, if there is one.
    pub label: Option<&'static str>,
}

/// What a count came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Whether all tests passed.
    pub held: bool,
    /// How many tests passed.
    pub tests: u64,
    /// How many of them were under the label.
    pub labelled: u64,
}

impl Soak {
    /// Counts tests that hold.
    pub(crate) fn held(name: &'static str, law: impl Law + 'static, tests: u64) -> Self {
        let max_size = Config::default().max_size;
        Soak { name, law: Box::new(law), tests, max_size, label: None }
    }

    /// Counts tests under a label.
    pub(crate) fn share(
        name: &'static str,
        law: impl Law + 'static,
        tests: u64,
        label: &'static str,
    ) -> Self {
        Soak { label: Some(label), ..Soak::held(name, law, tests) }
    }

    pub(crate) fn max_size(self, max_size: u32) -> Self {
        Soak { max_size, ..self }
    }

    /// Runs one test in `part` of those that are meant: 1 is all of them.
    pub fn run(&self, seed: u64, part: u64) -> Count {
        let tests = self.tests / part;
        let config = config(tests, self.max_size, seed);
        let summary = Runner::named(self.name).with(config).run(&*self.law);
        let labelled = self.label.and_then(|label| summary.tables.labels.get(label));
        Count {
            held: matches!(summary.stopped, Stopped::Passed),
            tests: summary.passed,
            labelled: labelled.copied().unwrap_or(0),
        }
    }
}

fn config(tests: u64, max_size: u32, seed: u64) -> Config {
    // An exhibit shows one failure.
    Config::default().with(|config| {
        config.tests = tests;
        config.max_size = max_size;
        config.seed = Some(seed);
        config.max_failures = 1;
    })
}
