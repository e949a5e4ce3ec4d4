//! `cargo lawful merge`: joins the results of shards to what one run of all tests comes to.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use lawful_data::file::{Kind, read_part};
use lawful_data::{
    About, Event, Page, Record, RecordedEvent, Results, Shard, Stopped, StoredFailure, Summary,
    Unfinished,
};
use lawful_report::html::{Entry, EntryVerdict};
use lawful_report::terminal::{self, remark};

use crate::cargo::CargoOptions;
use crate::error::{CommandError, Exit};
use crate::report::{self, PageOption};
use crate::results::{ResultsFile, name_of, unknown, write_junit};
use crate::run::{Judged, Totals, Verdict, sum_up};
use crate::stored::Unreadable;
use crate::style::{Tone, count, headed, status, tell};

/// Options of the joining of results.
#[derive(Args, Clone, Debug, Default)]
pub struct MergeOptions {
    /// Result files, or directories of result files.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// File for the merged results.
    #[arg(long, value_name = "PATH")]
    results: Option<PathBuf>,

    /// File for the merged results as JUnit XML.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,

    #[command(flatten)]
    page: PageOption,

    /// Directory for the failures, instead of target/lawful of the workspace.
    #[arg(long, value_name = "PATH", conflicts_with = "no_database")]
    database: Option<PathBuf>,

    /// Do not store the failures.
    #[arg(long)]
    no_database: bool,

    #[command(flatten)]
    cargo: CargoOptions,
}

/// Reason of a law that was to be run, and of which no shard tells.
const IN_NO_SHARD: &str = "in no shard";

/// What a page tells of a law that the shards at hand did not break.
const UNDECIDED: &str = "A shard is lost, so what the counts of all tests decide is not known.";

/// What the parts tell of a law.
enum Known<'a> {
    /// What it came to.
    Summary(&'a Summary),
    /// That it did not end in a shard, with the reason.
    Unfinished(&'a About, Verdict, &'a str),
    /// Nothing.
    Nothing,
}

/// Content of one file of results.
#[derive(Debug)]
struct Part {
    path: PathBuf,
    head: Results,
    records: Vec<Record>,
    is_whole: bool,
}

/// The parts of one run, joined.
#[derive(Debug)]
struct Joined {
    head: Results,
    /// Joined summaries by the identities of laws.
    summaries: BTreeMap<String, Summary>,
    stored: Vec<RecordedEvent>,
    unfinished: BTreeMap<String, Vec<(About, Verdict, String)>>,
    /// Results that are no runs of laws, each of them once.
    pages: Vec<Page>,
    /// Shards that are missing or cut off, with what happened.
    lost: Vec<(Shard, String)>,
    /// Directory of the files of the others.
    directory: PathBuf,
}

impl MergeOptions {
    /// Joins results, stores their failures, and prints what the run came to.
    ///
    /// # Errors
    ///
    /// If a file is none of results, the files are not of one run, or something cannot be written.
    pub fn run(&self, output: &mut dyn Write) -> Result<Exit, CommandError> {
        let (parts, unreadable) = self.parts()?;
        for file in &unreadable {
            tell(Tone::Warning, "Unreadable", &file.to_string());
        }
        let joined = Joined::of(parts, unreadable)?;
        if !self.no_database {
            self.store(&joined)?;
        }
        if let Some(path) = &self.results {
            joined.write(path)?;
        }
        if let Some(path) = &self.junit {
            write_junit(path, &joined.all(), &|_| None)?;
        }
        let exit = joined.print(output)?;
        self.write_page(&joined)?;
        Ok(exit)
    }

    fn write_page(&self, joined: &Joined) -> Result<(), CommandError> {
        if !self.page.is_given() {
            return Ok(());
        }
        let metadata = self.cargo.metadata();
        let metadata = metadata.as_ref();
        let target = metadata.map(|metadata| self.cargo.target_directory(metadata)).ok();
        let words: Vec<String> = self.paths.iter().map(|path| path.display().to_string()).collect();
        let Some(file) = self.page.file(&words, target.as_deref())? else { return Ok(()) };
        let root = metadata.ok().map(|metadata| metadata.workspace_root.as_std_path());
        let mut page = report::of_workspace(root);
        page.subtitle(report::command(&["merge"], &words));
        page.fact("root seed", format!("{:#x}", joined.head.seed));
        for (shard, why) in &joined.lost {
            page.fact(format!("lost shard {shard}"), why);
        }
        joined.laws().into_iter().for_each(|law| {
            page.add(joined.entry(law));
        });
        for one in &joined.pages {
            page.page(one);
        }
        report::write(&page, &file)
    }

    /// Reads the files, and why some cannot be read.
    fn parts(&self) -> Result<(Vec<Part>, Vec<Unreadable>), CommandError> {
        let (mut parts, mut unreadable) = (Vec::new(), Vec::new());
        for path in files(&self.paths)? {
            let bytes = fs::read(&path).map_err(|error| {
                CommandError::misused(format!("{} cannot be read: {error}", path.display()))
            })?;
            match read_part::<Record>(Kind::Results, &bytes) {
                Ok((records, is_whole)) => match take_head(records) {
                    Some((head, records)) => parts.push(Part { path, head, records, is_whole }),
                    None => unreadable
                        .push(Unreadable { path, why: "its beginning is missing".to_string() }),
                },
                Err(problem) => unreadable.push(Unreadable { path, why: problem.to_string() }),
            }
        }
        match parts.is_empty() {
            false => Ok((parts, unreadable)),
            true => Err(CommandError::misused(match unreadable.first() {
                Some(file) => format!("there are no results: {file}"),
                None => String::from(
                    "there are no results; `cargo lawful --shard 1/4 --results DIRECTORY` writes some",
                ),
            })),
        }
    }

    fn store(&self, joined: &Joined) -> Result<(), CommandError> {
        if joined.stored.is_empty() {
            return Ok(());
        }
        let directory = match (&self.database, std::env::var_os(crate::stored::DATABASE)) {
            (Some(directory), _) => directory.clone(),
            (None, Some(word)) if word == "off" => return Ok(()),
            (None, Some(directory)) if !directory.is_empty() => PathBuf::from(directory),
            _ => {
                let metadata = self.cargo.metadata().map_err(|error| {
                    CommandError::misused(format!(
                        "the failures are stored for the workspace, and there is none here: give --manifest-path, \
                         --database or --no-database\n{error}"
                    ))
                })?;
                self.cargo.target_directory(&metadata).join("lawful")
            }
        };
        let mut number = 0;
        for stored in joined.to_store() {
            number += usize::from(store(&directory, stored)?);
        }
        let text = format!(
            "{} in {}, which the next run tries first",
            count(number, "new failure", "new failures"),
            directory.display()
        );
        tell(Tone::Good, "Stored", &text);
        Ok(())
    }
}

/// Files that are named, or are in directories that are named.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, CommandError> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let is_results = |path: &PathBuf| path.extension().is_some_and(|end| end == "jsonl");
        let mut inside: Vec<PathBuf> =
            fs::read_dir(path)?.flatten().map(|entry| entry.path()).filter(is_results).collect();
        inside.sort();
        files.extend(inside);
    }
    // A file may be named twice, by itself and by its directory.
    let mut seen = BTreeSet::new();
    files.retain(|path| seen.insert(fs::canonicalize(path).unwrap_or_else(|_| path.clone())));
    Ok(files)
}

/// The head of results, which is the first record, and the others.
fn take_head(mut records: Vec<Record>) -> Option<(Results, Vec<Record>)> {
    if records.is_empty() {
        return None;
    }
    match records.remove(0) {
        Record::Results(head) => Some((*head, records)),
        _ => None,
    }
}

fn stored_of(event: &RecordedEvent) -> Option<&StoredFailure> {
    match &event.event {
        Event::Stored { stored, .. } => Some(stored),
        _ => None,
    }
}

/// Stores a failure; returns whether it was not there.
fn store(directory: &Path, stored: &StoredFailure) -> Result<bool, CommandError> {
    let directory = directory.join(stored.about.directory_name());
    let file = directory.join(stored.file_name());
    if file.exists() {
        return Ok(false);
    }
    // Written beside it and renamed, so that a reader never sees half of it.
    let unfinished =
        directory.join(format!("{}.{}.writing", stored.file_name(), std::process::id()));
    let written = fs::create_dir_all(&directory)
        .and_then(|()| fs::write(&unfinished, stored.to_file()))
        .and_then(|()| fs::rename(&unfinished, &file));
    written.map(|()| true).map_err(|error| {
        CommandError::tool_failed(format!("{} cannot be written: {error}", file.display()))
    })
}

impl Joined {
    fn of(mut parts: Vec<Part>, unreadable: Vec<Unreadable>) -> Result<Self, CommandError> {
        parts.sort_by_key(|part| part.head.shard);
        check_one_run(&parts)?;
        let mut joined = Joined {
            head: parts[0].head.clone(),
            summaries: BTreeMap::new(),
            stored: Vec::new(),
            unfinished: BTreeMap::new(),
            pages: Vec::new(),
            lost: lost(&parts, &unreadable),
            directory: parts[0].path.parent().map(Path::to_path_buf).unwrap_or_default(),
        };
        joined.head.shard = None;
        joined.head.laws.sort();
        for part in parts {
            part.records.into_iter().for_each(|record| joined.add(record));
        }
        joined.add_stored_alone();
        if joined.lost.is_empty() {
            joined.summaries.values_mut().for_each(Summary::decide);
        }
        Ok(joined)
    }

    fn add(&mut self, record: Record) {
        match record {
            Record::Summary(summary) => match self.summaries.get_mut(&summary.about.identity()) {
                Some(known) => known.join(&summary),
                None => {
                    self.summaries.insert(summary.about.identity(), *summary);
                }
            },
            Record::Event(event) if stored_of(&event).is_some() => self.stored.push(*event),
            Record::Unfinished(one) => {
                let verdict = if one.has_died { Verdict::Died } else { Verdict::Unknown };
                let entry = self.unfinished.entry(one.about.identity()).or_default();
                entry.push((one.about.clone(), verdict, one.why.clone()));
            }
            Record::Page(page) if !self.pages.contains(&page) => self.pages.push(*page),
            _ => {}
        }
    }

    /// A shard that was cut off has failures of laws that it had no time to sum up.
    fn add_stored_alone(&mut self) {
        for stored in self.stored.iter().filter_map(stored_of) {
            let identity = stored.about.identity();
            match self.summaries.get_mut(&identity) {
                None => {
                    self.summaries.insert(identity, stored.summary());
                }
                Some(known) => {
                    let has = |token: &str| {
                        known.failures().iter().any(|one| {
                            one.token == token
                                || one.is_same(&stored.failure, known.tells_failures_by_shape)
                        })
                    };
                    // What a shard told of in its summary is known; what it stored on the way to that is nothing new.
                    if known.failures().is_empty()
                        && !known.expect_failure
                        && !has(&stored.failure.token)
                    {
                        let mut alone = stored.summary();
                        (alone.max_failures, alone.tests) = (known.max_failures, known.tests);
                        known.join(&alone);
                    }
                }
            }
        }
    }

    /// Stored failures, each of them once. Shards that met the same failure stored it each; of those the one that stands
    /// in the summary is kept.
    fn to_store(&self) -> Vec<&StoredFailure> {
        let is_shown = |stored: &StoredFailure| {
            let summary = self.summaries.get(&stored.about.identity());
            let failures = summary.map_or(&[][..], Summary::failures);
            failures.iter().any(|failure| failure.token == stored.failure.token)
        };
        let by_shape = |stored: &StoredFailure| {
            let summary = self.summaries.get(&stored.about.identity());
            summary.is_none_or(|summary| summary.tells_failures_by_shape)
        };
        let mut all: Vec<&StoredFailure> = self.stored.iter().filter_map(stored_of).collect();
        all.sort_by_key(|stored| !is_shown(stored));
        let mut kept: Vec<&StoredFailure> = Vec::new();
        for stored in all {
            let is_same = |known: &&StoredFailure| {
                known.about.identity() == stored.about.identity()
                    && known.unstable.is_some() == stored.unstable.is_some()
                    && known.failure.is_same(&stored.failure, by_shape(stored))
            };
            if !kept.iter().any(is_same) {
                kept.push(stored);
            }
        }
        kept
    }

    fn write(&self, path: &Path) -> Result<(), CommandError> {
        let mut file = ResultsFile::begin(path, &self.head)?;
        for event in &self.stored {
            file.add(&Record::Event(Box::new(event.clone())))?;
        }
        for summary in self.summaries.values() {
            file.add(&Record::Summary(Box::new(summary.clone())))?;
        }
        for page in &self.pages {
            file.add(&Record::Page(Box::new(page.clone())))?;
        }
        for (about, verdict, why) in self.unfinished.values().flatten() {
            let unfinished = Unfinished::new(about.clone(), *verdict == Verdict::Died, why);
            file.add(&Record::Unfinished(Box::new(unfinished)))?;
        }
        file.end().map(drop)
    }

    /// Summaries of all laws, with those of which nothing is known.
    fn all(&self) -> Vec<Summary> {
        let unfinished = self.unfinished.values().flatten();
        let unknown = unfinished.map(|(about, _, why)| unknown(about, why));
        self.summaries.values().cloned().chain(unknown).collect()
    }

    fn print(&self, output: &mut dyn Write) -> Result<Exit, CommandError> {
        for summary in self.summaries.values() {
            let is_decided = self.lost.is_empty() || !summary.failures().is_empty();
            match summary.is_success() {
                true => remark(summary).iter().try_for_each(|text| writeln!(output, "{text}"))?,
                false if !is_decided => {}
                false => writeln!(output, "{}", headed(&terminal::report(summary)))?,
            }
        }
        let (mut lines, exit) = sum_up(&self.judged(), &self.totals());
        for (shard, why) in &self.lost {
            lines.push(status(Tone::Bad, "Lost", &format!("shard {shard}: {why}")));
            let name = self.directory.join(name_of(Some(*shard))).display().to_string();
            let name = report::quoted(&name);
            let words = self.head.arguments.iter().map(|word| report::quoted(word));
            let words: Vec<String> = words.collect();
            lines.push(format!(
                "{:13}run it alone: cargo lawful --shard {shard} --results {name} {}",
                "",
                words.join(" ")
            ));
        }
        lines.iter().try_for_each(|line| writeln!(output, "{line}"))?;
        Ok(match self.lost.is_empty() {
            true => exit,
            false if exit == Exit::Fine => Exit::Incomplete,
            false => exit,
        })
    }

    /// Verdicts of all laws that were to be run, and of those that plain tests had inside.
    fn judged(&self) -> Vec<Judged> {
        self.laws().into_iter().map(|law| self.judge(law)).collect()
    }

    /// Identities of the laws that were to be run, and of those that plain tests had inside.
    fn laws(&self) -> BTreeSet<&String> {
        let known = self.summaries.keys().chain(self.unfinished.keys());
        self.head.laws.iter().chain(known).collect()
    }

    fn known(&self, law: &str) -> Known<'_> {
        // That it died in one shard says more than that it did not end in another.
        let unfinished = self.unfinished.get(law);
        let unfinished =
            unfinished.and_then(|all| all.iter().min_by_key(|(_, verdict, _)| *verdict));
        match (self.summaries.get(law), unfinished) {
            (Some(summary), None) => Known::Summary(summary),
            // A failure that was found says more than that the law did not end.
            (Some(summary), _) if self.verdict(summary).verdict != Verdict::Passed => {
                Known::Summary(summary)
            }
            (_, Some((about, verdict, why))) => Known::Unfinished(about, *verdict, why),
            (None, None) => Known::Nothing,
        }
    }

    /// Verdict of what is known of a law. Without all parts, nothing is decided by counts.
    fn verdict(&self, summary: &Summary) -> Judged {
        let judged = Judged::of(summary);
        if self.lost.is_empty() { judged } else { judged.of_part() }
    }

    fn judge(&self, law: &str) -> Judged {
        let unknown = |name: &str, verdict, why: &str| Judged {
            name: name.to_string(),
            place: String::new(),
            verdict,
            remark: why.to_string(),
        };
        match self.known(law) {
            Known::Summary(summary) => self.verdict(summary),
            Known::Unfinished(about, verdict, why) => unknown(&about.name, verdict, why),
            Known::Nothing => unknown(law, Verdict::NotRun, IN_NO_SHARD),
        }
    }

    fn entry(&self, law: &str) -> Entry {
        match self.known(law) {
            Known::Summary(summary) => {
                let is_open = self.verdict(summary).verdict == Verdict::Passed;
                if summary.is_success() || !is_open {
                    return Entry::of_law(summary);
                }
                // That of a part is decided by failures alone.
                let mut part = summary.clone();
                (part.stopped, part.expect_failure) = (Stopped::Passed, false);
                let mut entry = Entry::of_law(&part);
                entry.story(UNDECIDED);
                entry
            }
            Known::Unfinished(about, verdict, why) => {
                let verdict = match verdict {
                    Verdict::Died => EntryVerdict::Died,
                    _ => EntryVerdict::Unknown,
                };
                Entry::unfinished(about, verdict, why)
            }
            Known::Nothing => {
                Entry::unfinished(&About::new(law, "", 0), EntryVerdict::NotRun, IN_NO_SHARD)
            }
        }
    }

    fn totals(&self) -> Totals {
        let tests = self.summaries.values().map(|one| one.passed + one.discarded).sum();
        Totals { time: String::new(), tests, seed: self.head.seed, left_out: 0 }
    }
}

/// Checks that the files are different shards of one run.
fn check_one_run(parts: &[Part]) -> Result<(), CommandError> {
    let first = &parts[0];
    for part in &parts[1..] {
        let name = |part: &Part| part.path.display().to_string();
        let (one, other) = (&first.head, &part.head);
        let sorted = |head: &Results| {
            let mut laws = head.laws.clone();
            laws.sort();
            laws
        };
        let count = |head: &Results| head.shard.map(|shard| shard.count);
        let differs = match () {
            () if one.seed != other.seed => "root seeds",
            () if count(one) != count(other) => "numbers of shards",
            () if (one.tests, one.time) != (other.tests, other.time) => "budgets",
            () if sorted(one) != sorted(other) => "laws",
            () if one.arguments != other.arguments => "options",
            () => continue,
        };
        return Err(CommandError::misused(format!(
            "{} and {} are not of one run: they have other {differs}",
            name(first),
            name(part)
        )));
    }
    for pair in parts.windows(2) {
        if pair[0].head.shard == pair[1].head.shard {
            let what = match pair[0].head.shard {
                Some(shard) => format!("shard {shard}"),
                None => String::from("a whole run"),
            };
            return Err(CommandError::misused(format!(
                "{} and {} are both {what}; give one of them",
                pair[0].path.display(),
                pair[1].path.display()
            )));
        }
    }
    Ok(())
}

/// Shards that are missing, cut off or unreadable.
fn lost(parts: &[Part], unreadable: &[Unreadable]) -> Vec<(Shard, String)> {
    let count = parts[0].head.shard.map_or(1, |shard| shard.count);
    let mut lost = Vec::new();
    for index in 1..=count {
        let shard = Shard { index, count };
        let part = parts.iter().find(|part| part.head.shard.unwrap_or(shard) == shard);
        match part {
            Some(part) if part.is_whole => {}
            Some(part) => {
                let why = format!("{} is cut off: the run was ended", part.path.display());
                lost.push((shard, why));
            }
            None => {
                let name = name_of(Some(shard));
                let is_named = |file: &&Unreadable| file.path.ends_with(&name);
                let why = match unreadable.iter().find(is_named) {
                    Some(file) => file.to_string(),
                    None => String::from("there is no file of its results"),
                };
                lost.push((shard, why));
            }
        }
    }
    lost
}
