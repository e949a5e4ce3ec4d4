//! Pages of HTML: what a run came to, and `cargo lawful report`, which makes them from files of results.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use lawful_data::file::{Kind, read_part};
use lawful_data::{
    About, Event, Page, Record, RecordedEvent, Results, Stopped, StoredFailure, Summary,
};
use lawful_report::html::{Course, Entry, EntryVerdict, Report};

use crate::cargo::CargoOptions;
use crate::error::{CommandError, Exit};
use crate::style::{Tone, tell};

/// Name of a page that no other was given to.
const NAME: &str = "report.html";

/// Reason of a law that told that it began, and nothing else.
const WITHOUT_END: &str = "its run began and did not end";

/// Reason of a law that was to be run, and of which a file of results tells nothing.
const NO_RESULT: &str = "the file has no result of it";

/// The option that asks for a page.
#[derive(Args, Clone, Debug, Default)]
pub struct PageOption {
    /// Write the results as an HTML page: to target/lawful/report.html, or with `--report=FILE` to another file.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    report: Option<Option<PathBuf>>,
}

impl PageOption {
    /// Returns whether a page is asked for.
    pub fn is_given(&self) -> bool {
        self.report.is_some()
    }

    /// File of the page, if one is asked for. Where none is named, it is in the directory of the database, below the
    /// target directory.
    ///
    /// # Errors
    ///
    /// If a word that is no option looks like the file, which needs `=`, or if none is named outside of a workspace.
    ///
    /// ```
    /// use std::path::{Path, PathBuf};
    ///
    /// use cargo_lawful::report::PageOption;
    /// use clap::Parser;
    ///
    /// #[derive(Parser)]
    /// struct Options {
    ///     #[command(flatten)]
    ///     page: PageOption,
    ///     words: Vec<String>,
    /// }
    ///
    /// let file = |arguments: &[&str]| {
    ///     let options = Options::parse_from([&["program"], arguments].concat());
    ///     options.page.file(&options.words, Some(Path::new("target")))
    /// };
    /// assert_eq!(file(&["sums"]).unwrap(), None);
    /// assert_eq!(file(&["--report", "sums"]).unwrap(), Some(PathBuf::from("target/lawful/report.html")));
    /// assert_eq!(file(&["--report=a.html"]).unwrap(), Some(PathBuf::from("a.html")));
    /// assert!(file(&["--report", "a.html"]).unwrap_err().to_string().contains("--report=a.html"));
    /// ```
    pub fn file(
        &self,
        words: &[String],
        target: Option<&Path>,
    ) -> Result<Option<PathBuf>, CommandError> {
        let is_page = |word: &&String| word.ends_with(".html") || word.ends_with(".htm");
        match (&self.report, words.iter().find(is_page)) {
            (None, _) => Ok(None),
            (Some(None), Some(word)) => Err(CommandError::misused(format!(
                "the file of a page is written with `=`: --report={word}"
            ))),
            (Some(None), None) => usual_file(target).map(Some),
            (Some(Some(file)), _) => Ok(Some(file.clone())),
        }
    }
}

/// Options of pages that are made from files of results.
#[derive(Args, Clone, Debug, Default)]
pub struct ReportOptions {
    /// Result files, such as those of LAWFUL_RESULTS.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// File of the page; target/lawful/report.html by default.
    #[arg(long = "report", short = 'o', value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    cargo: CargoOptions,
}

impl ReportOptions {
    /// Writes the page.
    ///
    /// # Errors
    ///
    /// If a file is none of results, or the page cannot be written.
    pub fn run(&self) -> Result<Exit, CommandError> {
        let mut collected = Collected::default();
        for path in &self.files {
            collected.read(path)?;
        }
        let metadata = self.cargo.metadata();
        let target = metadata.as_ref().map(|metadata| self.cargo.target_directory(metadata)).ok();
        let file = match &self.output {
            Some(file) => file.clone(),
            None => usual_file(target.as_deref())?,
        };
        let names: Vec<String> = self.files.iter().map(|file| file.display().to_string()).collect();
        let root = metadata.as_ref().ok().map(|metadata| metadata.workspace_root.as_std_path());
        let mut report = of_workspace(root);
        report.subtitle(command(&["report"], &names));
        collected.add_to(&mut report);
        write(&report, &file)?;
        Ok(Exit::Fine)
    }
}

/// Records of files of results, by laws. A law that was run again is there with its last run.
#[derive(Debug, Default)]
struct Collected {
    laws: BTreeMap<String, Collection>,
    pages: Vec<Page>,
    heads: Vec<Results>,
}

/// What a file tells of one law.
#[derive(Debug)]
struct Collection {
    about: About,
    summary: Option<Summary>,
    /// Failures that were stored in a run that did not come to a summary.
    stored: Vec<StoredFailure>,
    unfinished: Option<(EntryVerdict, String)>,
    course: Course,
    time: Option<Duration>,
    /// The run before, until the one that began since tells what it came to.
    before: Option<Box<Collection>>,
}

impl Collected {
    fn read(&mut self, path: &Path) -> Result<(), CommandError> {
        let bytes = fs::read(path).map_err(|error| {
            CommandError::misused(format!("{} cannot be read: {error}", path.display()))
        })?;
        let records = read_part::<Record>(Kind::Results, &bytes)
            .map_err(|problem| CommandError::misused(format!("{}: {problem}", path.display())))?;
        records.0.into_iter().try_for_each(|record| self.add(record, path))
    }

    fn add(&mut self, record: Record, path: &Path) -> Result<(), CommandError> {
        match record {
            Record::Results(head) if head.shard.is_some() => {
                return Err(CommandError::misused(format!(
                    "{} has the results of shard {}: `cargo lawful merge --report` joins the shards",
                    path.display(),
                    head.shard.map_or(String::new(), |shard| shard.to_string())
                )));
            }
            Record::Results(head) => self.heads.push(*head),
            Record::Page(page) => self.pages.push(*page),
            Record::Summary(summary) => {
                let law = self.law(&summary.about);
                if let Some(before) = law.before.take()
                    && matches!(summary.stopped, Stopped::ReplayOfAnotherLaw { .. })
                {
                    // It was not run, so that the run before is the last.
                    *law = *before;
                    return Ok(());
                }
                if let Some(time) = law.time {
                    law.course.part_ended(time, summary.passed, summary.discarded);
                }
                law.unfinished = None;
                law.about = summary.about.clone();
                law.summary = Some(*summary);
            }
            Record::Unfinished(one) => {
                let verdict = if one.has_died { EntryVerdict::Died } else { EntryVerdict::Unknown };
                self.law(&one.about).unfinished = Some((verdict, one.why));
            }
            Record::Event(recorded) => self.event(*recorded),
            _ => {}
        }
        Ok(())
    }

    fn event(&mut self, recorded: RecordedEvent) {
        let RecordedEvent { about, event, time, .. } = recorded;
        let law = self.law(&about);
        match event {
            Event::Started { .. } => {
                let unfinished = Some((EntryVerdict::Died, WITHOUT_END.to_string()));
                let before = std::mem::replace(law, Collection::new(about));
                law.unfinished = unfinished;
                law.before =
                    before.is_known().then(|| Box::new(Collection { before: None, ..before }));
            }
            Event::Stored { stored, .. } => law.stored.push(*stored),
            other => {
                if let Some(time) = time {
                    law.course.event(&other, time);
                }
            }
        }
        law.time = time.or(law.time);
    }

    fn law(&mut self, about: &About) -> &mut Collection {
        self.laws.entry(about.identity()).or_insert_with(|| Collection::new(about.clone()))
    }

    fn add_to(self, report: &mut Report) {
        let seeds: BTreeSet<u64> = self.heads.iter().map(|head| head.seed).collect();
        for seed in seeds {
            report.fact("root seed", format!("{seed:#x}"));
        }
        // Laws that the run was to run, and of which it tells nothing.
        let laws = self.heads.iter().flat_map(|head| &head.laws);
        let missing: BTreeSet<&String> = laws.filter(|law| !self.laws.contains_key(*law)).collect();
        for law in missing {
            let about = About::new(law, "", 0);
            report.add(Entry::unfinished(&about, EntryVerdict::NotRun, NO_RESULT));
        }
        for law in self.laws.into_values() {
            report.add(law.entry());
        }
        self.pages.iter().for_each(|page| {
            report.page(page);
        });
    }
}

impl Collection {
    fn new(about: About) -> Self {
        let (course, stored) = (Course::default(), Vec::new());
        let (summary, unfinished, time, before) = (None, None, None, None);
        Collection { about, summary, stored, unfinished, course, time, before }
    }

    /// Returns whether a run of it is known.
    fn is_known(&self) -> bool {
        self.summary.is_some() || self.unfinished.is_some() || !self.stored.is_empty()
    }

    fn entry(self) -> Entry {
        // What a run stored before it died is known.
        let stored = self.stored.iter().map(StoredFailure::summary);
        let stored = stored.reduce(|mut one, other| {
            one.join(&other);
            one
        });
        let mut entry = match (&self.summary.or(stored), &self.unfinished) {
            (Some(summary), None) => Entry::of_law(summary),
            (Some(summary), Some((_, why))) if !summary.is_success() => {
                let mut entry = Entry::of_law(summary);
                entry.problem(why);
                entry
            }
            (_, Some((verdict, why))) => Entry::unfinished(&self.about, *verdict, why),
            (None, None) => Entry::unfinished(&self.about, EntryVerdict::NotRun, ""),
        };
        if let Some(time) = self.time {
            entry.time(time);
        }
        entry.course(self.course);
        entry
    }
}

/// File of a page for which none is named.
fn usual_file(target: Option<&Path>) -> Result<PathBuf, CommandError> {
    match target {
        Some(target) => Ok(target.join("lawful").join(NAME)),
        None => Err(CommandError::misused(
            "the page is written for the workspace, and there is none here: give --report=FILE",
        )),
    }
}

/// A subcommand with its words, as it is typed.
pub fn command(subcommand: &[&str], words: &[String]) -> String {
    let all = ["cargo", "lawful"].into_iter().chain(subcommand.iter().copied());
    let all = all.map(String::from).chain(words.iter().map(|word| quoted(word)));
    all.collect::<Vec<_>>().join(" ")
}

/// A word as a shell reads it.
pub fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_=./:,".contains(letter);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// An empty report of a workspace: its title is the name of the directory, and lines of source are taken from there.
pub fn of_workspace(root: Option<&Path>) -> Report {
    let name = root.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let mut report = Report::new(name.unwrap_or_else(|| "Laws".to_string()));
    root.iter().for_each(|root| report.sources_below(root));
    report
}

/// Adds what a file of results has to a page.
///
/// # Errors
///
/// If it is no file of results.
pub fn add_results(report: &mut Report, file: &Path) -> Result<(), CommandError> {
    let mut collected = Collected::default();
    collected.read(file)?;
    collected.add_to(report);
    Ok(())
}

/// Writes a page, and tells where it is.
///
/// # Errors
///
/// If it cannot be written.
pub fn write(report: &Report, file: &Path) -> Result<(), CommandError> {
    report.write(file).map_err(|error| {
        CommandError::tool_failed(format!(
            "the page cannot be written to {}: {error}",
            file.display()
        ))
    })?;
    tell(Tone::Good, "Report", &file.display().to_string());
    Ok(())
}
