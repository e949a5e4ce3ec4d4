//! The report of the tour: all exhibits on one page of HTML, each with its story and what came of it.

use std::path::Path;
use std::time::{Duration, Instant};

use lawful::data::Event;
use lawful::report::html::{Course, Entry, Report};
use lawful_gallery::{Exhibit, Origin, Shown, Visit};

/// Report that exhibits are added to as they are visited.
pub struct TourReport {
    report: Report,
}

/// Time and progress of a visit.
pub struct Clock {
    started: Instant,
    course: Course,
}

impl Clock {
    /// A clock that starts now.
    pub fn start() -> Self {
        Clock { started: Instant::now(), course: Course::default() }
    }

    /// Takes note of an event.
    pub fn event(&mut self, event: &Event) {
        self.course.event(event, self.started.elapsed());
    }

    /// Ends the visit, and returns the time that it took with its progress.
    pub fn stop(self) -> (Duration, Course) {
        (self.started.elapsed(), self.course)
    }
}

impl TourReport {
    pub fn new(seed: u64) -> Self {
        let mut report = Report::new("The tour of Lawful");
        report.subtitle(match seed {
            1 => String::from("cargo run --release"),
            seed => format!("cargo run --release -- --seed {seed}"),
        });
        report.fact("root seed", format!("{seed:#x}"));
        // Places in the source are paths below the workspace, which is where cargo runs the tour.
        if let Ok(here) = std::env::current_dir() {
            report.sources_below(&here);
        }
        TourReport { report }
    }

    /// Adds an exhibit with what came of it.
    pub fn add(&mut self, exhibit: &Exhibit, visit: &Visit, (time, course): (Duration, Course)) {
        let mut entry = match &visit.result {
            Shown::Law(summary) => Entry::of_law(summary),
            Shown::Demonstration(page) => Entry::of_page(page),
        };
        let group = match exhibit.study.origin {
            Origin::Paper(sections) => format!("{} ({sections})", exhibit.study.name),
            Origin::Ours => exhibit.study.name.to_string(),
        };
        // The sections of the whole study are beside its name.
        let story = match exhibit.origin {
            Origin::Ours => format!("{} (ours)", exhibit.story),
            Origin::Paper(sections) if Origin::Paper(sections) == exhibit.study.origin => {
                exhibit.story.to_string()
            }
            Origin::Paper(sections) => format!("{} ({sections})", exhibit.story),
        };
        entry.story(story).group(group);
        entry.time(time).course(course).without_replay();
        match &visit.difference {
            Some(difference) => entry.difference(difference.clone()),
            None => entry.expected(),
        };
        self.report.add(entry);
    }

    /// Writes the page to a file, with how many findings differ from those that are expected.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(&mut self, file: &Path, differences: usize) -> std::io::Result<()> {
        self.report.fact("findings that differ", differences.to_string());
        self.report.write(file)
    }
}
