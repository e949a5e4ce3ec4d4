//! The table of what was found, and what it must be.

use crate::bug::Bug;
use crate::search::{Finding, SEEDS, find};

/// First lines of the table.
pub const HEAD: &str = "\
| crate | bug | law | minimal case | seeds that end there | tests to failure, seeds 1 to 5 | runs of shrinking | without the bug |
|---|---|---|---|---|---|---|---|";

/// What was found of one bug.
pub struct Row<'a> {
    bug: &'a Bug,
    findings: Vec<Option<Finding>>,
    /// What the law came to on the version without the bug.
    without: &'a str,
}

impl<'a> Row<'a> {
    /// Looks for a bug with every seed.
    pub fn new(bug: &'a Bug, without: &'a str) -> Self {
        Row { bug, findings: SEEDS.map(|seed| find(bug, seed)).collect(), without }
    }

    /// The cells that the page must have as they are here.
    pub fn promised(&self) -> String {
        let Bug { package, version, published, defect, law, minimal, .. } = self.bug;
        let reached = format!("{} of {}", self.reached(), self.findings.len());
        let minimal: Vec<String> = minimal.iter().map(|case| format!("`{case}`")).collect();
        let minimal = minimal.join(" or ");
        format!("| {package} {version} | {published}: {defect} | {law} | {minimal} | {reached} |")
    }

    /// The whole row.
    pub fn text(&self) -> String {
        let tests: Vec<String> = self
            .findings
            .iter()
            .map(|found| found.as_ref().map_or("none".into(), |found| found.tests.to_string()))
            .collect();
        let found = || self.findings.iter().flatten();
        let [median_tests, median_runs] =
            [median(found().map(|found| found.tests)), median(found().map(|found| found.runs))];
        let of = self.bug.tests;
        let tests = format!("{} of {of} (median {median_tests})", tests.join(", "));
        format!("{} {tests} | {median_runs} | {} |", self.promised(), self.without())
    }

    /// Cases that are not minimal, and what is wrong.
    pub fn remarks(&self) -> Vec<String> {
        let name = self.bug.name();
        let mut remarks = Vec::new();
        for (seed, finding) in SEEDS.zip(&self.findings) {
            match finding {
                None => remarks.push(format!("{name}, seed {seed}: not found")),
                Some(found) if !self.bug.minimal.contains(&found.case.as_str()) => {
                    remarks.push(format!("{name}, seed {seed}: {}", found.case));
                }
                Some(_) => {}
            }
        }
        remarks
    }

    /// What differs from what the bug should show.
    pub fn faults(&self) -> Vec<String> {
        let name = self.bug.name();
        let mut faults = Vec::new();
        if self.findings.iter().any(Option::is_none) {
            faults.push(format!("{name}: a seed does not find it"));
        }
        if self.reached() != self.bug.reached {
            let (found, expected) = (self.reached(), self.bug.reached);
            faults.push(format!("{name}: {found} seeds end at a minimal case, not {expected}"));
        }
        if self.bug.fixed.is_some() && self.without != "passes" {
            faults.push(format!("{name}: without the bug the law {}", self.without));
        }
        faults
    }

    fn without(&self) -> String {
        match self.bug.fixed {
            Some(version) => format!("{version}: {}", self.without),
            None => "no release".into(),
        }
    }

    fn reached(&self) -> usize {
        self.findings.iter().flatten().filter(|found| self.is_minimal(found)).count()
    }

    fn is_minimal(&self, found: &Finding) -> bool {
        self.bug.minimal.iter().any(|pattern| matches(pattern, &found.case))
    }
}

fn median(numbers: impl Iterator<Item = u64>) -> u64 {
    let mut numbers: Vec<u64> = numbers.collect();
    numbers.sort_unstable();
    numbers.get(numbers.len() / 2).copied().unwrap_or_default()
}

/// Returns whether a text has the form of a pattern in which `*` stands for any text without quotes, brackets and
/// semicolons.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((before, after)) => text.strip_prefix(before).is_some_and(|rest| {
            let end = rest.find(['"', '[', ']', ';']).unwrap_or(rest.len());
            let places = rest[..end].char_indices().map(|(place, _)| place).chain([end]);
            places.into_iter().any(|place| matches(after, &rest[place..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_is_text_of_one_part() {
        assert!(matches("add(*, 1);", "add(32, 1);"));
        assert!(matches("*", ""));
        assert!(!matches("add(*, 1);", "add(32, 2);"));
        assert!(!matches("add(*, 1);", "add(1, 0); add(2, 1);"));
    }
}
