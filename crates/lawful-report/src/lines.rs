//! Events and summaries of runs as lines of JSON, for other programs: the records of a file of results.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use lawful_data::codec::to_json;
use lawful_data::file::{Kind, head};
use lawful_data::{Event, Record, Reporter, Summary};

use crate::terminal::past_capture;

/// The reporter that appends what happens to a file, each record as soon as it is known.
///
/// Many processes may append to one file: each line is written whole. The format is in `FORMAT.md` of `lawful-data`.
#[derive(Debug)]
pub struct Lines {
    path: PathBuf,
    file: Option<File>,
}

impl Lines {
    /// Appends to a file, which is made if there is none. One that cannot be written is told, and fails no law.
    pub fn in_file(path: &Path) -> Self {
        let mut lines = Lines { path: path.to_path_buf(), file: None };
        match open(path) {
            Ok(file) => lines.file = Some(file),
            Err(error) => lines.tell(&error),
        }
        lines
    }

    fn write(&mut self, record: &Record) {
        let Some(file) = &mut self.file else { return };
        if let Err(error) = file.write_all(format!("{}\n", to_json(record)).as_bytes()) {
            self.file = None;
            self.tell(&error);
        }
    }

    fn tell(&self, error: &io::Error) {
        past_capture(&format!(
            "lawful: results cannot be written to {}: {error}; set LAWFUL_RESULTS to another file",
            self.path.display()
        ));
    }
}

fn open(path: &Path) -> io::Result<File> {
    match File::options().append(true).create_new(true).open(path) {
        Ok(mut file) => {
            file.write_all(head(Kind::Results).as_bytes())?;
            Ok(file)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            File::options().append(true).open(path)
        }
        Err(error) => Err(error),
    }
}

impl Reporter for Lines {
    fn event(&mut self, event: &Event) {
        // Progress is for a person who waits, and cases are what `LAWFUL_OBSERVE` writes.
        if !matches!(event, Event::Progress { .. } | Event::Case { .. }) {
            self.write(&Record::Event(Box::new(event.clone())));
        }
    }

    fn finished(&mut self, summary: &Summary) {
        self.write(&Record::Summary(Box::new(summary.clone())));
    }
}
