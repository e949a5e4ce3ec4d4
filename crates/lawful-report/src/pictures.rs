//! Pictures of failures whose cases ran under a scheduler, one file each.

use std::path::Path;

use lawful_core::run::Summary;

use crate::trace;

/// Draws the traces of a run's failures into a directory. Gives a line for each, which says where it is or why
/// it is not: a picture that cannot be written takes nothing away from the report.
///
/// ```
/// use lawful_core::run::Check;
///
/// let summary = Check::new("no schedules").run(&lawful_core::for_all!(x: u8 => x < 9));
/// let directory = std::env::temp_dir().join("lawful-pictures");
/// assert!(lawful_report::pictures::draw(&summary, &directory).is_empty());
/// ```
pub fn draw(summary: &Summary, directory: &Path) -> Vec<String> {
    let failures = summary.failures().iter().enumerate();
    let traces = failures.filter_map(|(index, failure)| Some((index, failure.trace.as_ref()?)));
    let drawn = traces.filter(|(_, trace)| !trace.events.is_empty()).map(|(index, trace)| {
        let name = summary.about.name.replace(|c: char| !c.is_alphanumeric() && c != '_', "-");
        let file = directory.join(format!("{name}-{}.svg", index + 1));
        let written = std::fs::create_dir_all(directory)
            .and_then(|()| std::fs::write(&file, trace::svg(trace)));
        match written {
            Ok(()) => format!("  Drawn:  {}", file.display()),
            Err(error) => format!("  The trace cannot be drawn to {}: {error}", file.display()),
        }
    });
    drawn.collect()
}
