//! Lines of source around the places that a page names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use lawful_data::Json;

/// Lines before and after a place.
const AROUND: usize = 8;
/// Maximum number of lines in a page, so that a page of many laws stays small.
const MOST_LINES: usize = 20_000;

/// Places in sources, by file.
pub(super) struct Sources {
    root: Option<PathBuf>,
    places: BTreeMap<String, BTreeSet<usize>>,
}

impl Sources {
    /// No places. Files are looked for below the root alone: a place may come from results that someone else wrote, and
    /// must not bring another file into the page.
    pub(super) fn new(root: Option<&Path>) -> Self {
        let root = root.and_then(|root| fs::canonicalize(root).ok());
        Sources { root, places: BTreeMap::new() }
    }

    /// Adds a place, `file:line` or `file:line:column`.
    pub(super) fn add(&mut self, place: &str) {
        if self.root.is_none() {
            return;
        }
        if let Some((file, line)) = file_and_line(place) {
            self.places.entry(file.to_string()).or_default().insert(line);
        }
    }

    /// The excerpts of each file that is there.
    pub(super) fn to_json(&self) -> Json {
        let mut files = Vec::new();
        let mut left = MOST_LINES;
        for (file, lines) in &self.places {
            let Some(text) = self.read(file) else { continue };
            let all: Vec<&str> = text.lines().collect();
            let excerpts = excerpts(lines, all.len());
            let count: usize = excerpts.iter().map(|(first, last)| last + 1 - first).sum();
            let Some(rest) = left.checked_sub(count) else { break };
            left = rest;
            let excerpt = |(first, last): &(usize, usize)| {
                let lines = all[first - 1..*last].iter().map(|line| Json::text(*line));
                Json::object([("first", Json::count(*first)), ("lines", Json::list(lines))])
            };
            files.push((file.clone(), Json::list(excerpts.iter().map(excerpt))));
        }
        Json::Object(files)
    }

    fn read(&self, file: &str) -> Option<String> {
        let root = self.root.as_ref()?;
        let path = fs::canonicalize(root.join(file)).ok()?;
        let is_source = path.extension().is_some_and(|extension| extension == "rs");
        (is_source && path.starts_with(root)).then(|| fs::read_to_string(path).ok()).flatten()
    }
}

/// The file and the line of a place.
fn file_and_line(place: &str) -> Option<(&str, usize)> {
    let (before, last) = place.rsplit_once(':')?;
    let last: usize = last.parse().ok()?;
    match before.rsplit_once(':').map(|(file, line)| (file, line.parse())) {
        Some((file, Ok(line))) => Some((file, line)),
        _ => Some((before, last)),
    }
}

/// First and last lines of excerpts around some lines, none of which meet.
fn excerpts(lines: &BTreeSet<usize>, count: usize) -> Vec<(usize, usize)> {
    let mut excerpts: Vec<(usize, usize)> = Vec::new();
    for line in lines.iter().filter(|line| (1..=count).contains(*line)) {
        let (first, last) = (line.saturating_sub(AROUND).max(1), (line + AROUND).min(count));
        match excerpts.last_mut() {
            Some(before) if before.1 + 1 >= first => before.1 = last,
            _ => excerpts.push((first, last)),
        }
    }
    excerpts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_have_a_line_and_maybe_a_column() {
        assert_eq!(file_and_line("src/a.rs:3"), Some(("src/a.rs", 3)));
        assert_eq!(file_and_line("C:\\a.rs:3:14"), Some(("C:\\a.rs", 3)));
        assert_eq!(file_and_line("nowhere"), None);
    }

    #[test]
    fn excerpts_that_meet_are_one() {
        let lines = |lines: &[usize]| excerpts(&lines.iter().copied().collect(), 100);
        assert_eq!(lines(&[1, 10, 99]), [(1, 18), (91, 100)]);
        assert_eq!(lines(&[20, 40, 101]), [(12, 28), (32, 48)]);
    }

    #[test]
    fn files_outside_of_the_root_are_not_shown() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut sources = Sources::new(Some(&here.join("src")));
        for place in ["html.rs:1", "../Cargo.toml:1", "../tests/report/main.rs:1", "/etc/passwd:1"]
        {
            sources.add(place);
        }
        let Json::Object(files) = sources.to_json() else { panic!() };
        assert_eq!(files.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["html.rs"]);
    }
}
