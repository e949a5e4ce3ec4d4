//! Pictures of failures, one file each.

use std::path::{Path, PathBuf};

use lawful_data::Block;
use lawful_data::{Failure, Reporter, Summary};

/// The reporter that draws: a failing run's traces, and the pictures that components made.
#[derive(Debug)]
pub struct Pictures {
    directory: Option<PathBuf>,
}

impl Pictures {
    /// Draws into a directory, or nowhere.
    pub fn in_directory(directory: Option<PathBuf>) -> Self {
        Pictures { directory }
    }
}

impl Reporter for Pictures {
    fn finished(&mut self, summary: &Summary) {
        let directory = self.directory.as_ref().filter(|_| !summary.is_success());
        let drawn = directory.map(|directory| draw(summary, directory)).unwrap_or_default();
        drawn.iter().for_each(|line| eprintln!("{line}"));
    }
}

/// Draws the traces of a run's failures into a directory. Gives a line for each, which says where it is or why
/// it is not: a picture that cannot be written takes nothing away from the report.
///
/// ```
/// use lawful::prelude::*;
///
/// let summary = Runner::named("no schedules").run(&for_all!(x: u8 => x < 9));
/// let directory = std::env::temp_dir().join("lawful-pictures");
/// assert!(lawful::report::pictures::draw(&summary, &directory).is_empty());
/// ```
pub fn draw(summary: &Summary, directory: &Path) -> Vec<String> {
    let law = summary.about.name.replace(|c: char| !c.is_alphanumeric() && c != '_', "-");
    let mut lines = Vec::new();
    for (index, failure) in summary.failures().iter().enumerate() {
        for (name, svg) in pictures(failure) {
            let file = directory.join(format!("{law}-{}{name}.svg", index + 1));
            let written =
                std::fs::create_dir_all(directory).and_then(|()| std::fs::write(&file, svg));
            lines.push(match written {
                Ok(()) => format!("  Drawn:  {}", file.display()),
                Err(error) => format!("  The trace cannot be drawn to {}: {error}", file.display()),
            });
        }
    }
    lines
}

/// Pictures of a failure as SVG, each with an end for the name of its file, which tells it from others of the failure.
pub fn pictures(failure: &Failure) -> Vec<(String, String)> {
    let blocks = failure.document.blocks.iter().chain(&failure.reason.document.blocks);
    let picture = |block: &Block| match block {
        #[cfg(feature = "traces")]
        Block::Trace(trace) if !trace.events.is_empty() => {
            Some((String::new(), crate::trace::svg(trace)))
        }
        Block::Picture { name, svg } => Some((format!("-{name}"), svg.clone())),
        _ => None,
    };
    blocks.filter_map(picture).collect()
}
