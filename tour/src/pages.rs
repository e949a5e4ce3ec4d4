//! Files with all that there is to read, one for each study.

use std::collections::BTreeMap;
use std::path::PathBuf;

use lawful::run::Database;
use lawful_gallery::Study;

use crate::report::TourReport;

/// Pages of the exhibits, by study.
pub struct Pages(BTreeMap<&'static str, String>);

impl Pages {
    pub fn new() -> Self {
        Pages(BTreeMap::new())
    }

    /// Adds the page of an exhibit.
    pub fn add(&mut self, study: &Study, page: String) {
        let text = self.0.entry(study.name).or_default();
        *text += &page;
        text.push('\n');
    }

    /// Writes the files and the report. Returns a sentence that says where they are, or why they are not.
    pub fn write(&self, report: &mut TourReport, differences: usize) -> String {
        let Some(directory) = directory() else {
            return String::from("All reports: cargo run --release -- NAME, for a study or a law.");
        };
        let written = std::fs::create_dir_all(&directory).and_then(|()| {
            let mut pages = self.0.iter();
            pages.try_for_each(|(name, text)| {
                std::fs::write(directory.join(name).with_extension("txt"), text)
            })?;
            report.write(&directory.join("report.html"), differences)
        });
        match written {
            Ok(()) => format!(
                "All {} as a page for a browser: {1}/report.html\nand as text, with their stories: {1}/*.txt \
                 (cargo run --release -- NAME prints those of a study)",
                self.0.values().map(|text| text.matches("\n    -> ").count()).sum::<usize>(),
                directory.display()
            ),
            Err(error) => {
                format!("The reports could not be written to {}: {error}", directory.display())
            }
        }
    }
}

/// Beside the other files of Lawful in the target directory.
fn directory() -> Option<PathBuf> {
    let pictures = Database::under_target().pictures()?;
    let directory = pictures.parent()?.join("tour");
    let here = std::env::current_dir().ok();
    let below = here.and_then(|here| directory.strip_prefix(here).ok().map(PathBuf::from));
    Some(below.unwrap_or(directory))
}
