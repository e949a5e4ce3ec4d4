//! The reporter that writes the page of one law.

use std::path::PathBuf;
use std::time::Instant;

use lawful_data::{Event, Reporter, Summary};

use super::Report;
use super::progress::Course;

/// The reporter that writes a page for a law that is not as it should be.
#[derive(Debug)]
pub struct Html {
    directory: Option<PathBuf>,
    started: Instant,
    course: Course,
}

impl Html {
    /// Writes into a directory, which is made if there is none.
    pub fn in_directory(directory: Option<PathBuf>) -> Self {
        Html { directory, started: Instant::now(), course: Course::default() }
    }
}

impl Reporter for Html {
    fn event(&mut self, event: &Event) {
        if let Event::Started { .. } = event {
            self.started = Instant::now();
        }
        self.course.event(event, self.started.elapsed());
    }

    fn finished(&mut self, summary: &Summary) {
        if summary.is_success() {
            return;
        }
        let Some(directory) = &self.directory else {
            eprintln!(
                "  The page cannot be written, since no target directory was found; set LAWFUL_REPORT to a directory"
            );
            return;
        };
        let name = summary.about.name.replace(|c: char| !c.is_alphanumeric() && c != '_', "-");
        let file = directory.join(format!("{name}.html"));
        let mut report = Report::new(summary.about.name.clone());
        report.fact("root seed", format!("{:#x}", summary.seed));
        if let Some(root) = root_of(summary.about.file) {
            report.sources_below(&root);
        }
        report.law(summary).time(self.started.elapsed()).course(self.course.clone());
        match report.write(&file) {
            Ok(()) => eprintln!("  Page:   {}", file.display()),
            Err(error) => eprintln!("  The page cannot be written to {}: {error}", file.display()),
        }
    }
}

/// Directory that a source's path begins at: a test runs in its package, and the path is that of the workspace.
fn root_of(file: &str) -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().find(|root| root.join(file).is_file()).map(PathBuf::from)
}
