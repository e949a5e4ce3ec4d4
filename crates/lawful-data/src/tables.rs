//! What the cases said of themselves, counted.

use std::collections::BTreeMap;

use crate::{Assumption, CaseRecord, Label, Ordered, Warning};

/// Fewer cases than this say nothing.
const FEWEST: u64 = 20;

/// Counts of labels, collected values and coverage.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Tables {
    /// Number of cases with each label.
    pub labels: BTreeMap<String, u64>,
    /// The tables of `collect!`, by expression.
    pub collected: Ordered<&'static str, Table>,
    /// The demands of `cover!`, by name.
    pub coverage: Ordered<String, Coverage>,
    /// The failures declared with `known_bug!`, by name.
    pub known_bugs: Ordered<String, KnownBug>,
    /// The promises of `sometimes!`: in how many cases each was kept.
    pub sometimes: BTreeMap<String, u64>,
    /// Assumptions that were not met, with the numbers of cases that they discarded, the largest first.
    pub unmet: Vec<(Assumption, u64)>,
}

/// A known failure and what came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownBug {
    /// Number of cases that met its condition and broke the law.
    pub failed: u64,
    /// Number of cases that met its condition and passed.
    pub passed: u64,
}

/// Number of times that each value was collected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Table {
    /// The counts, by the `Debug` text of the value.
    pub counts: BTreeMap<String, u64>,
}

/// A demand of `cover!` and what came of it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Coverage {
    /// Name of the demand.
    pub name: String,
    /// In how many per cent of the cases.
    pub percent: f64,
    /// Number of cases that are covered.
    pub hits: u64,
    /// Of how many.
    pub cases: u64,
    /// True if these are all cases up to a size (`exhaustive`). Then one that is covered is enough: shares are those
    /// of the walk, and say nothing of how often a case would be drawn.
    pub all: bool,
}

/// The half-width of Wilson's interval in standard deviations: an error of one in a million.
const DEVIATIONS: f64 = 4.9;
/// How far below the demand is still enough.
const TOLERANCE: f64 = 0.9;

impl Tables {
    /// Counts a case that broke the law in a way that is known.
    pub fn add_known(&mut self, case: &CaseRecord) {
        for name in case.known() {
            self.known_bugs.entry(name.to_string()).failed += 1;
        }
    }

    /// Counts a case that was discarded, by the place of the assumption.
    pub fn add_unmet(&mut self, assumption: Option<Assumption>) {
        let Some(assumption) = assumption else { return };
        let mut at = match self.unmet.iter().position(|(one, _)| one.place == assumption.place) {
            Some(at) => at,
            None => {
                self.unmet.push((assumption, 0));
                self.unmet.len() - 1
            }
        };
        self.unmet[at].1 += 1;
        while at > 0 && self.unmet[at - 1].1 < self.unmet[at].1 {
            self.unmet.swap(at - 1, at);
            at -= 1;
        }
    }

    /// Counts what one case said. A label said twice by a case counts once.
    pub fn add(&mut self, labels: Vec<Label>) {
        let mut said: Vec<String> = Vec::new();
        for label in labels {
            match label {
                Label::Text(text) => {
                    if !said.contains(&text) {
                        *self.labels.entry(text.clone()).or_default() += 1;
                        said.push(text);
                    }
                }
                Label::Collected { table, value } => {
                    let table = self.collected.entry(table);
                    *table.counts.entry(value).or_default() += 1;
                }
                Label::KnownBug(name) => self.known_bugs.entry(name).passed += 1,
                Label::Sometimes { name, hit } => {
                    *self.sometimes.entry(name).or_default() += u64::from(hit);
                }
                // A score is climbed, not counted.
                Label::Target { .. } => {}
                Label::Covered { name, percent, hit } => {
                    let coverage = self.coverage.entry_or(name.clone(), || Coverage {
                        name,
                        percent,
                        hits: 0,
                        cases: 0,
                        all: false,
                    });
                    coverage.hits += u64::from(hit);
                    coverage.cases += 1;
                }
            }
        }
    }

    /// Forgets how often the demands were met so far, but not that there are some: the cases were not random.
    pub fn forget_shares(&mut self) {
        self.coverage.values_mut().for_each(|coverage| (coverage.hits, coverage.cases) = (0, 0));
    }

    /// The cases are all there are.
    pub fn set_all(&mut self) {
        self.coverage.values_mut().for_each(|coverage| coverage.all = true);
    }

    /// Returns whether more tests are needed to know whether the demands are met.
    pub fn is_undecided(&self) -> bool {
        self.coverage.values().any(|coverage| !coverage.is_met() && !coverage.is_missed())
    }

    /// Warnings that follow from the counts alone, for so many cases that passed and were discarded.
    #[doc(hidden)]
    pub fn warnings(&self, passed: u64, discarded: u64, may_give_up: bool) -> Vec<Warning> {
        let mut warnings = Vec::new();
        let known: u64 = self.known_bugs.values().map(|known| known.failed).sum();
        let discarded = discarded.saturating_sub(known);
        if discarded >= FEWEST && discarded > 4 * passed && !may_give_up {
            warnings.push(Warning::Discards { discarded, passed });
        }
        let never = self.sometimes.iter().filter(|(_, hits)| **hits == 0);
        warnings.extend(never.map(|(promise, _)| {
            let promise = promise.clone();
            Warning::Never { promise, cases: passed }
        }));
        for (name, known) in self.known_bugs.iter() {
            if known.failed == 0 {
                let (known, cases) = (name.clone(), known.passed);
                warnings.push(Warning::KnownBugFixed { known, cases });
            }
        }
        warnings
    }

    /// The demands that are surely not met.
    pub fn missed(&self) -> Vec<Coverage> {
        self.coverage.values().filter(|coverage| coverage.is_missed()).cloned().collect()
    }
}

impl Coverage {
    /// Returns whether the demand is met, all but surely.
    pub fn is_met(&self) -> bool {
        if self.all {
            return self.hits > 0;
        }
        self.interval().0 >= TOLERANCE * self.percent / 100.0
    }

    /// Returns whether the demand is not met, all but surely.
    pub fn is_missed(&self) -> bool {
        if self.all {
            return self.hits == 0;
        }
        self.interval().1 < self.percent / 100.0
    }

    /// Wilson's interval for the share of cases that are covered.
    pub fn interval(&self) -> (f64, f64) {
        let cases = self.cases as f64;
        if cases == 0.0 {
            return (0.0, 1.0);
        }
        let share = self.hits as f64 / cases;
        let square = DEVIATIONS * DEVIATIONS / cases;
        let middle = share + square / 2.0;
        let half = (square * (share * (1.0 - share) + square / 4.0)).sqrt();
        // Rounding must not keep the interval from an end that it reaches.
        let low = if self.hits == 0 { 0.0 } else { (middle - half) / (1.0 + square) };
        let high = if self.hits == self.cases { 1.0 } else { (middle + half) / (1.0 + square) };
        (low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coverage(percent: f64, hits: u64, cases: u64) -> Coverage {
        Coverage { name: String::new(), percent, hits, cases, all: false }
    }

    #[test]
    fn coverage_is_decided_only_when_it_is_clear() {
        assert!(coverage(10.0, 500, 1_000).is_met());
        assert!(coverage(50.0, 100, 1_000).is_missed());
        let unclear = coverage(10.0, 10, 100);
        assert!(!unclear.is_met() && !unclear.is_missed());
        assert!(!coverage(100.0, 50, 50).is_missed() && coverage(100.0, 5_000, 5_000).is_met());
        // A rate exactly as demanded is met in the end, thanks to the tolerance.
        assert!(coverage(10.0, 10_000, 100_000).is_met());
    }
}
