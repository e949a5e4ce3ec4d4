//! Entries of a report: the run of a law, or another result.

use std::time::Duration;

use lawful_data::codec::to_json;
use lawful_data::{About, Block, Document, Failure, Json, Page, Stopped, Summary, Target};

use super::progress::Course;
use super::shown;
use crate::outcome::{Outcome, outcome};
use crate::terminal;

/// Verdict of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EntryVerdict {
    /// All tests passed.
    Passed,
    /// A test failed.
    Failed,
    /// A test failed, and did not fail again.
    Unstable,
    /// Too many cases were discarded.
    GaveUp,
    /// Demands of coverage are not met.
    NotCovered,
    /// All tests passed of a law that was expected to fail.
    NotBroken,
    /// The test is misused.
    Misused,
    /// The process of the law ended before the law did.
    Died,
    /// The law did not end in its time.
    Unknown,
    /// The law was not run.
    NotRun,
}

impl EntryVerdict {
    fn of(summary: &Summary) -> Self {
        match &summary.stopped {
            Stopped::Failed(_) => EntryVerdict::Failed,
            Stopped::Unstable(_) => EntryVerdict::Unstable,
            Stopped::GaveUp { .. } => EntryVerdict::GaveUp,
            Stopped::NotCovered(_) => EntryVerdict::NotCovered,
            Stopped::Misused(_) => EntryVerdict::Misused,
            Stopped::ReplayOfAnotherLaw { .. } => EntryVerdict::NotRun,
            Stopped::Passed if summary.expect_failure => EntryVerdict::NotBroken,
            _ => EntryVerdict::Passed,
        }
    }

    fn words(self) -> &'static str {
        match self {
            EntryVerdict::Passed => "passed",
            EntryVerdict::Failed => "failed",
            EntryVerdict::Unstable => "unstable",
            EntryVerdict::GaveUp => "gave up",
            EntryVerdict::NotCovered => "not covered",
            EntryVerdict::NotBroken => "not broken",
            EntryVerdict::Misused => "misused",
            EntryVerdict::Died => "died",
            EntryVerdict::Unknown => "unknown",
            EntryVerdict::NotRun => "not run",
        }
    }
}

/// Entry of a report, with what is told beside the result.
#[derive(Clone, Debug)]
pub struct Entry {
    name: String,
    group: String,
    place: String,
    verdict: EntryVerdict,
    is_success: bool,
    summary: Option<Box<Summary>>,
    page: Option<Box<Page>>,
    problem: String,
    story: String,
    difference: String,
    time: Option<Duration>,
    course: Course,
    has_replay: bool,
}

impl Entry {
    /// The run of a law.
    pub fn of_law(summary: &Summary) -> Self {
        let mut entry = Entry::new(&summary.about, EntryVerdict::of(summary));
        entry.is_success = summary.is_success();
        entry.summary = Some(Box::new(summary.clone()));
        entry
    }

    /// A law of which nothing is known, or nothing more, with the reason.
    ///
    /// ```
    /// use lawful::data::About;
    /// use lawful::report::html::{Entry, EntryVerdict, Report};
    ///
    /// let about = About::new("shop::laws::sums", "tests/laws.rs", 3);
    /// let died = Entry::unfinished(&about, EntryVerdict::Died, "its process ended with signal 9");
    /// let mut report = Report::new("shop");
    /// report.add(died);
    /// assert!(report.to_html().contains("signal 9"));
    /// ```
    pub fn unfinished(about: &About, verdict: EntryVerdict, why: impl Into<String>) -> Self {
        Entry { problem: why.into(), ..Entry::new(about, verdict) }
    }

    /// A result that is no run of a law.
    pub fn of_page(page: &Page) -> Self {
        let about = About::new(page.name.clone(), "", 0);
        let verdict = if page.is_success { EntryVerdict::Passed } else { EntryVerdict::Failed };
        let mut entry = Entry::new(&about, verdict);
        entry.is_success = page.is_success;
        entry.page = Some(Box::new(page.clone()));
        entry
    }

    fn new(about: &About, verdict: EntryVerdict) -> Self {
        let place = match about.file {
            "" => String::new(),
            file => format!("{file}:{}", about.line),
        };
        Entry {
            name: about.name.clone(),
            group: group(about),
            place,
            verdict,
            is_success: false,
            summary: None,
            page: None,
            problem: String::new(),
            story: String::new(),
            difference: String::new(),
            time: None,
            course: Course::default(),
            has_replay: true,
        }
    }

    /// Sets what else went wrong in the run, beside what the law came to; none if it is empty.
    pub fn problem(&mut self, problem: impl Into<String>) -> &mut Self {
        self.problem = problem.into();
        self
    }

    /// Sets what is told above the result: what the law is about.
    pub fn story(&mut self, story: impl Into<String>) -> &mut Self {
        self.story = story.into();
        self
    }

    /// Sets the group that the entry is listed under, in the place of its package and target.
    pub fn group(&mut self, group: impl Into<String>) -> &mut Self {
        self.group = group.into();
        self
    }

    /// Sets the time that the law took.
    pub fn time(&mut self, time: Duration) -> &mut Self {
        self.time = Some(time);
        self
    }

    /// Sets how far the run had come at which times.
    pub fn course(&mut self, course: Course) -> &mut Self {
        self.course = course;
        self
    }

    /// Marks the result as another than was expected, with the difference.
    pub fn difference(&mut self, difference: impl Into<String>) -> &mut Self {
        self.difference = difference.into();
        self.is_success = false;
        self
    }

    /// Marks the result as one that was expected: it does not count as a fault.
    pub fn expected(&mut self) -> &mut Self {
        self.is_success = true;
        self
    }

    /// Leaves out the lines that replay and keep failures, where no test runs the law.
    pub fn without_replay(&mut self) -> &mut Self {
        self.has_replay = false;
        self
    }

    /// The entry's line of the overview.
    pub(super) fn line(&self, id: usize) -> Json {
        let summary = self.summary.as_deref();
        let count = |of: fn(&Summary) -> u64| Json::Number(summary.map_or(0, of).to_string());
        let time = self.time.map_or(Json::Null, |time| Json::Number(time.as_nanos().to_string()));
        Json::object([
            ("id", Json::count(id)),
            ("kind", Json::text(self.page.as_ref().map_or("law", |page| &page.kind))),
            ("name", Json::text(&self.name)),
            ("group", Json::text(&self.group)),
            ("place", Json::text(&self.place)),
            ("verdict", Json::text(self.verdict.words())),
            ("is_success", Json::Bool(self.is_success)),
            ("headline", Json::text(self.headline().trim_end_matches(':'))),
            ("case", Json::text(self.case_line())),
            ("tests", count(|summary| summary.passed + summary.failures().len() as u64)),
            ("discarded", count(|summary| summary.discarded)),
            ("time", time),
            ("failures", count(|summary| summary.failures().len() as u64)),
            ("warnings", count(|summary| summary.warnings.len() as u64)),
            ("tags", Json::list(self.tags().into_iter().map(Json::text))),
        ])
    }

    /// The result on one line; empty for a law that passed.
    fn headline(&self) -> String {
        if !self.difference.is_empty() {
            return self.difference.clone();
        }
        match (&self.summary, &self.page) {
            (Some(summary), _) if self.problem.is_empty() || !summary.is_success() => {
                headline(summary)
            }
            (_, Some(page)) => page.headline.clone(),
            _ => self.problem.lines().next().unwrap_or_default().to_string(),
        }
    }

    /// The case of the first failure on one line; empty where there is none.
    fn case_line(&self) -> String {
        match self.summary.as_deref().map(|summary| &summary.stopped) {
            Some(Stopped::Failed(failures)) => failures
                .first()
                .map_or(String::new(), |one| shown::case_line(&one.arguments, one.calls())),
            Some(Stopped::Unstable(one)) => shown::case_line(&one.arguments, one.document.calls()),
            _ => String::new(),
        }
    }

    /// Words to filter by: the components that judged failures, and what there is to see.
    fn tags(&self) -> Vec<&'static str> {
        let mut tags: Vec<&'static str> = Vec::new();
        let mut add = |tag: &'static str, is_there: bool| {
            if is_there && !tags.contains(&tag) {
                tags.push(tag);
            }
        };
        for document in self.documents() {
            for block in &document.blocks {
                match block {
                    Block::Calls(_) => add("commands", true),
                    Block::Trace(trace) => add("schedule", !trace.events.is_empty()),
                    Block::History(_) => add("history", true),
                    Block::Marks(_) => add("temporal", true),
                    Block::Graph(_) => add("graph", true),
                    _ => {}
                }
            }
        }
        if let Some(summary) = &self.summary {
            let tables = &summary.tables;
            add("labels", !tables.labels.is_empty() || !tables.collected.is_empty());
            add("coverage", tables.coverage.iter().next().is_some());
            add("commands", summary.counts.iter().any(|(counter, _)| counter.step.is_some()));
            add("warnings", !summary.warnings.is_empty());
            add("expected to fail", summary.expect_failure);
        }
        tags
    }

    fn documents(&self) -> Vec<&Document> {
        let mut documents = Vec::new();
        for failure in self.failures() {
            documents.extend([&failure.document, &failure.reason.document]);
        }
        if let Some(Stopped::Unstable(unstable)) = self.summary.as_ref().map(|one| &one.stopped) {
            documents.extend([&unstable.document, &unstable.reason.document]);
        }
        documents.extend(self.page.as_ref().map(|page| &page.document));
        documents
    }

    fn failures(&self) -> &[Failure] {
        self.summary.as_ref().map_or(&[], |summary| summary.failures())
    }

    /// Tells the places of the source that the entry names.
    pub(super) fn places(&self, tell: &mut dyn FnMut(&str)) {
        tell(&self.place);
        for document in self.documents() {
            for block in &document.blocks {
                if let Block::Trace(trace) = block {
                    trace.events.iter().for_each(|event| tell(&event.place));
                    trace
                        .tasks
                        .iter()
                        .filter_map(|task| task.spawned.as_deref())
                        .for_each(&mut *tell);
                }
            }
        }
        for failure in self.failures() {
            failure.reason.panic().iter().for_each(|(_, location)| tell(location));
        }
    }

    /// The entry's data.
    pub(super) fn to_json(&self) -> String {
        let summary = self.summary.as_deref();
        let failures = summary.map_or(Vec::new(), |summary| {
            summary.failures().iter().map(|one| shown::failure(summary, one)).collect()
        });
        let unstable = summary.map_or(Vec::new(), |summary| {
            let first = match &summary.stopped {
                Stopped::Unstable(unstable) => Some(&**unstable),
                _ => None,
            };
            let all = first.into_iter().chain(&summary.unstable);
            all.map(|one| shown::unstable(summary, one)).collect()
        });
        let remarks =
            summary.map_or(Vec::new(), |summary| terminal::limits_and_warnings(summary).collect());
        let own = Json::object([
            ("problem", Json::text(&self.problem)),
            ("story", Json::text(&self.story)),
            ("difference", Json::text(&self.difference)),
            ("report", Json::text(summary.map_or(String::new(), |one| self.report(one)))),
            ("remarks", shown::texts(remarks)),
            ("coverage", summary.map_or(Json::List(Vec::new()), shown::coverage)),
            ("distribution", summary.map_or(Json::List(Vec::new()), shown::distribution)),
            ("progress", self.course.to_json()),
            ("failures", self.shown(failures)),
            ("unstable", self.shown(unstable)),
        ]);
        // The summary and the page are written by the codec, which has no other form.
        let coded =
            [("summary", summary.map(to_json)), ("page", self.page.as_deref().map(to_json))];
        let mut text = String::from("{");
        for (name, json) in coded {
            let json = json.unwrap_or_else(|| String::from("null"));
            text.push_str(&format!("\"{name}\": {json}, "));
        }
        text.push_str(&own.to_string()[1..]);
        text
    }

    /// Failures, without the lines that no one can use.
    fn shown(&self, mut failures: Vec<Json>) -> Json {
        for failure in failures.iter_mut().filter(|_| !self.has_replay) {
            let Json::Object(members) = failure else { continue };
            for (name, value) in members {
                if ["replay", "seed", "keep"].contains(&name.as_str()) {
                    *value = Json::text("");
                }
            }
        }
        Json::List(failures)
    }

    /// The text that the terminal prints.
    fn report(&self, summary: &Summary) -> String {
        let has_failed = matches!(summary.stopped, Stopped::Failed(_) | Stopped::Unstable(_));
        let text = match has_failed || !summary.is_success() {
            true => terminal::report(summary),
            false => terminal::tables(summary),
        };
        match self.has_replay {
            true => text,
            false => {
                let words = ["  Replay:", "  Root seed:", "  Keep:"];
                let is_own = |line: &&str| !words.iter().any(|word| line.starts_with(word));
                text.lines().filter(is_own).collect::<Vec<_>>().join("\n")
            }
        }
    }
}

/// What a run came to on one line; empty where all tests passed.
fn headline(summary: &Summary) -> String {
    // A failure that was expected is told as the failure that it is.
    if let (Stopped::Failed(failures), true) = (&summary.stopped, summary.expect_failure) {
        let reason = failures.first().map(|failure| failure.reason.lines());
        return reason.and_then(|lines| lines.into_iter().next()).unwrap_or_default();
    }
    match outcome(summary) {
        Outcome::Passed => String::new(),
        Outcome::Failed { message, .. }
        | Outcome::Error { message }
        | Outcome::Skipped { message } => message,
    }
}

/// Package and target of a law.
fn group(about: &About) -> String {
    let test = about.test.as_ref();
    let module = || about.name.rsplit_once("::").map_or("", |(module, _)| module).to_string();
    let Some(package) = test.and_then(|test| test.package.as_ref()) else { return module() };
    match test.and_then(|test| test.target.as_ref()) {
        Some(Target::Bin(name)) => format!("{package} (bin {name})"),
        Some(Target::Test(name)) => format!("{package} (test {name})"),
        _ => package.clone(),
    }
}
