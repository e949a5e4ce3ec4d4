//! The reporter that writes the page of one law.

use std::path::PathBuf;
use std::time::Instant;

use lawful_data::{Event, Reporter, Summary};

use super::Report;
use super::progress::Course;

/// The reporter that writes a page for a law whose result was not expected.
#[derive(Debug)]
pub struct Html {
    directory: Option<PathBuf>,
    started: Instant,
    course: Course,
}

impl Html {
    /// A reporter that writes into a directory, which is made if there is none.
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
        // Laws of one name in two programs of a package have a page each, and no name is longer than a file's.
        let file = directory.join(format!("{}.html", summary.about.directory_name()));
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

#[cfg(test)]
mod tests {
    use lawful_data::codec::from_json;
    use lawful_data::{About, Misuse, Stopped};

    use super::*;

    #[test]
    fn each_law_has_a_page_of_its_own() {
        let directory = std::env::temp_dir().join(format!("lawful-pages-{}", std::process::id()));
        let long = "long_name_".repeat(40);
        let laws = [("law", "\"Lib\""), ("law", "{\"Bin\": \"one\"}"), (&long, "\"Lib\"")];
        for (name, target) in laws {
            let test = format!("{{\"package\": null, \"target\": {target}, \"path\": \"law\"}}");
            let about =
                format!("{{\"name\": \"{name}\", \"file\": \"\", \"line\": 0, \"test\": {test}}}");
            let about: About = from_json(&about).unwrap();
            let misused = Stopped::Misused(Misuse::new("it is misused"));
            let mut html = Html::in_directory(Some(directory.clone()));
            html.finished(&Summary::new(about, 0, 0, misused));
        }
        let pages = std::fs::read_dir(&directory).unwrap().count();
        std::fs::remove_dir_all(&directory).unwrap();
        assert_eq!(pages, 3);
    }
}
