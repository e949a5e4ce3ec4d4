//! Stored failures as a person reads them, beside the files that are committed.

use std::fs::File;
use std::io::{ErrorKind, Write};

use lawful_data::{Event, Reporter};

use crate::terminal::{past_capture, report};

/// The reporter that writes the report of a failure beside its file in a folder that is committed: `ID.txt` beside
/// `ID.json`. A person who reviews the change sees the case without running anything.
#[derive(Debug, Default)]
pub struct Texts;

impl Reporter for Texts {
    fn event(&mut self, event: &Event) {
        let Event::Stored { file, is_committed: true, stored } = event else { return };
        let text = file.with_extension("txt");
        // A failure that comes again is told as it was found first, so that nothing is left to commit.
        let written = File::create_new(&text)
            .and_then(|mut file| file.write_all(report(&stored.summary()).as_bytes()));
        match written {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                let text = text.display();
                past_capture(&format!("lawful: the failure cannot be written to {text}: {error}"));
            }
            _ => {}
        }
    }
}
