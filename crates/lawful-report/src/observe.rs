//! Observations of each case, as lines of JSON for other programs.
//!
//! The format is the one of Hypothesis ("PBT observations"), which Tyche shows: a line for every
//! case (`test_case`) and lines for people (`info`, `alert`). Hypothesis describes it in
//! `schema_observations.json`, and Tyche demands more: it shows no file with an `error`, and plots
//! only features that are numbers or texts. Times are the one thing in it that differs between two
//! runs of the same seed.

mod case;
#[cfg(test)]
mod json_tests;
mod message;
mod trace;

use lawful_data::Json;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use lawful_data::{About, Event, Reporter, Summary};

use crate::terminal::past_capture;

/// Writes what happens in one run of one law, each line as soon as it happens: a case that ends
/// the process is then the only one that is missing.
///
/// ```
/// use std::time::SystemTime;
/// use lawful::data::About;
/// use lawful::prelude::*;
/// use lawful::report::observe::Observer;
/// use lawful::run::Config;
///
/// let about = About::new("shop::sums", file!(), line!());
/// let config = Config::default().with(|config| {
///     config.observe = Some("observed".into());
///     config.tests = 5;
/// });
/// let mut lines = Vec::new();
/// let mut observer = Observer::new(&mut lines, &about, SystemTime::now());
/// let law = for_all!(x: u32, y: u32 => x.wrapping_add(y) == y.wrapping_add(x));
/// let runner = Runner::named("shop::sums").with(config);
/// let summary = runner.run_with(&law, &mut |event| observer.event(event));
/// observer.end(&summary).unwrap();
/// let lines = String::from_utf8(lines).unwrap();
/// assert_eq!(lines.matches(r#""status": "passed""#).count(), 5);
/// assert_eq!(lines.lines().count(), 6, "and a summary");
/// ```
pub struct Observer<'w> {
    out: Box<dyn Write + 'w>,
    run: Run,
    /// What went wrong first; nothing is written after it.
    failed: Option<io::Error>,
    /// The directory of the file that is written, if it is one.
    directory: Option<PathBuf>,
}

/// What all lines of a run have in common.
#[derive(Debug)]
struct Run {
    about: About,
    start: f64,
    seed: u64,
}

impl<'w> Observer<'w> {
    /// Writes to a file of this law and this process in a directory, which is made if there is
    /// none. What is in the file already stays: a law may run more than once in a process.
    pub fn in_directory(directory: &Path, about: &About) -> Self {
        let opened = open(directory, about);
        let (out, failed): (Box<dyn Write>, _) = match opened {
            Ok(file) => (Box::new(file), None),
            Err(error) => (Box::new(io::sink()), Some(error)),
        };
        let directory = Some(directory.to_path_buf());
        Observer { failed, directory, ..Observer::new(out, about, SystemTime::now()) }
    }

    /// Writes the lines of a run of a law that started at a certain time.
    pub fn new(out: impl Write + 'w, about: &About, start: SystemTime) -> Self {
        let since = start.duration_since(UNIX_EPOCH).unwrap_or_default();
        let run = Run { about: about.clone(), start: since.as_secs_f64(), seed: 0 };
        Observer { out: Box::new(out), run, failed: None, directory: None }
    }

    /// Writes what an event says. Cases are events where the settings say `observe` or `verbose`.
    pub fn event(&mut self, event: &Event) {
        match event {
            Event::Started { seed, .. } => self.run.seed = *seed,
            Event::Case { index, case, verdict, reason, time } => {
                let judged = (*verdict, reason.as_deref());
                self.write(&case::line(&self.run, *index, case, judged, *time));
            }
            event => {
                if let Some(line) = message::of_event(&self.run, event) {
                    self.write(&line);
                }
            }
        }
    }

    /// Writes what the run came to: the smallest case of each failure, warnings, and a summary. Says
    /// if anything of the run could not be written.
    pub fn end(mut self, summary: &Summary) -> io::Result<()> {
        self.write_end(summary)
    }

    fn write_end(&mut self, summary: &Summary) -> io::Result<()> {
        for failure in summary.failures() {
            self.write(&case::smallest(&self.run, summary, failure));
        }
        for line in message::of_summary(&self.run, summary) {
            self.write(&line);
        }
        match self.failed.take() {
            None => self.out.flush(),
            Some(error) => Err(error),
        }
    }

    /// A line is written whole, so that lines of several threads or processes do not mix.
    fn write(&mut self, line: &Json) {
        if self.failed.is_none() {
            self.failed = self.out.write_all(format!("{line}\n").as_bytes()).err();
        }
    }
}

/// A test that passes must not fail because a disk is full, so that is only told.
impl Reporter for Observer<'_> {
    fn event(&mut self, event: &Event) {
        Observer::event(self, event);
    }

    fn finished(&mut self, summary: &Summary) {
        if let Err(error) = self.write_end(summary) {
            let directory = self.directory.as_deref().unwrap_or(Path::new(""));
            past_capture(&format!(
                "lawful: what was observed cannot be written to {}: {error}; set LAWFUL_OBSERVE to \
                 another directory",
                directory.display()
            ));
        }
    }
}

fn open(directory: &Path, about: &About) -> io::Result<File> {
    fs::create_dir_all(directory)?;
    let plain = |letter: char| letter.is_alphanumeric() || letter == '.';
    let letters = about.name.replace("::", ".");
    let letters = letters.chars().map(|letter| if plain(letter) { letter } else { '_' });
    let law: String = letters.take(100).collect();
    let name = format!("{law}-{}.jsonl", std::process::id());
    File::options().append(true).create(true).open(directory.join(name))
}

impl Run {
    /// An object with what every line has.
    fn line<const N: usize>(&self, kind: &str, members: [(&str, Json); N]) -> Json {
        let Json::Object(members) = Json::object(members) else { return Json::Null };
        let mut line = vec![
            (String::from("type"), Json::text(kind)),
            (String::from("run_start"), Json::number(self.start)),
            (String::from("property"), Json::text(&self.about.name)),
        ];
        line.extend(members);
        Json::Object(line)
    }
}
