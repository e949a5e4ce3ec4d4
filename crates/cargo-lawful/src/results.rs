//! Files of results: what a run, or a shard of one, came to, for `merge` and for other programs.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lawful_data::codec::to_json;
use lawful_data::file::{Kind, end, head};
use lawful_data::{About, Misuse, Record, Results, Shard, Stopped, Summary};
use lawful_report::junit::junit;

use crate::error::CommandError;

/// A file of results that is being written. Every record is in the file as soon as it is known.
#[derive(Debug)]
pub struct ResultsFile {
    path: PathBuf,
    file: File,
}

impl ResultsFile {
    /// Begins a file, in the place of one that is there. A directory gets a file that is named after the shard.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn begin(path: &Path, results: &Results) -> Result<Self, CommandError> {
        let is_directory = path.is_dir() || path.as_os_str().to_string_lossy().ends_with('/');
        let path = match is_directory {
            true => path.join(name_of(results.shard)),
            false => path.to_path_buf(),
        };
        let begun = || {
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            let mut file =
                File::options().read(true).write(true).create(true).truncate(true).open(&path)?;
            file.write_all(head(Kind::Results).as_bytes())?;
            Ok(file)
        };
        let file = begun().map_err(|error: std::io::Error| refused(&path, &error))?;
        let mut begun = ResultsFile { path, file };
        begun.add(&Record::Results(Box::new(results.clone())))?;
        Ok(begun)
    }

    /// Adds a record.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn add(&mut self, record: &Record) -> Result<(), CommandError> {
        let line = format!("{}\n", to_json(record));
        self.file.write_all(line.as_bytes()).map_err(|error| refused(&self.path, &error))
    }

    /// Ends the file, which is whole from then on.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn end(mut self) -> Result<PathBuf, CommandError> {
        let ended =
            fs::read(&self.path).and_then(|before| self.file.write_all(end(&before).as_bytes()));
        ended.map_err(|error| refused(&self.path, &error))?;
        Ok(self.path)
    }
}

/// Name of the file of a shard.
pub fn name_of(shard: Option<Shard>) -> String {
    match shard {
        Some(Shard { index, count }) => format!("shard-{index}-of-{count}.jsonl"),
        None => String::from("results.jsonl"),
    }
}

/// Writes summaries as JUnit's XML.
///
/// # Errors
///
/// If the file cannot be written.
pub fn write_junit(
    path: &Path,
    summaries: &[Summary],
    time: &dyn Fn(&About) -> Option<Duration>,
) -> Result<(), CommandError> {
    let written = path.parent().map_or(Ok(()), fs::create_dir_all);
    let written = written.and_then(|()| fs::write(path, junit(summaries, time)));
    written.map_err(|error| refused(path, &error))
}

/// Summary of a law of which nothing is known, as a tool's error.
pub fn unknown(about: &About, why: &str) -> Summary {
    Summary::new(about.clone(), 0, 0, Stopped::Misused(Misuse::new(why)))
}

fn refused(path: &Path, error: &std::io::Error) -> CommandError {
    CommandError::tool_failed(format!("results cannot be written to {}: {error}", path.display()))
}
