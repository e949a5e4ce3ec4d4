//! Joins the summaries of parts of a run, so that many parts come to what one run of all tests comes to.
//!
//! Test *i* of a law is the same wherever it runs. So counts are added up, a failure that several parts met is one
//! failure, and with a limit on failures those of the lowest tests are kept, which is where one run would have ended.

use std::collections::BTreeMap;

use crate::{
    Counter, Coverage, Failure, Found, Limit, Ordered, Shape, Stopped, Summary, Tables, Unstable,
    Warning,
};

impl Summary {
    /// Adds another part of the same law's run. Parts may come in any order.
    ///
    /// ```
    /// use lawful::prelude::*;
    /// use lawful::run::Config;
    ///
    /// let law = for_all(any::<u16>(), |x| x < 60_000);
    /// let part = |first, last| {
    ///     let config = Config::default().with(|config| {
    ///         (config.first_test, config.last_test, config.seed) = (first, Some(last), Some(1));
    ///     });
    ///     Runner::named("small").with(config).run(&law)
    /// };
    /// let mut joined = part(0, 500);
    /// joined.join(&part(500, 1_000));
    /// let whole = part(0, 1_000);
    /// assert_eq!(joined.passed, whole.passed);
    /// assert_eq!(joined.failures()[0].arguments, whole.failures()[0].arguments);
    /// ```
    pub fn join(&mut self, other: &Summary) {
        self.tests = self.tests.max(other.tests);
        self.first_test = self.first_test.min(other.first_test);
        self.next_test = self.next_test.max(other.next_test);
        self.join_figures(other);
        for warning in &other.warnings {
            add_new(&mut self.warnings, warning, std::mem::discriminant);
        }
        if self.distribution.is_empty() {
            self.distribution.clone_from(&other.distribution);
        }
        for limit in &other.limits {
            add_new(&mut self.limits, limit, Limit::clone);
        }
        self.stopped = joined(self, other);
    }

    /// Adds up what was counted. The first part may have gone through all cases there are; then those that others drew at
    /// random are counted already.
    fn join_figures(&mut self, other: &Summary) {
        match (self.exhausted, other.exhausted) {
            (Some(_), _) => {}
            (None, Some(_)) => {
                (self.passed, self.discarded) = (other.passed, other.discarded);
                (self.tables, self.counts) = (other.tables.clone(), other.counts.clone());
                (self.counted_always, self.exhausted) = (other.counted_always, other.exhausted);
            }
            (None, None) => {
                self.passed += other.passed;
                self.discarded += other.discarded;
                self.tables.join(&other.tables);
                join_counts(&mut self.counts, &mut self.counted_always, other);
            }
        }
    }

    /// Decides anew what follows from the counts: demands of coverage, and whether a law gave up.
    ///
    /// A part is too small to decide either, so this is for a run that is joined from all of its parts.
    pub fn decide(&mut self) {
        let starved = match &self.stopped {
            Stopped::Passed | Stopped::NotCovered(_) => None,
            Stopped::GaveUp { starved } => *starved,
            _ => return,
        };
        let missed = self.tables.missed();
        self.stopped = match () {
            () if self.exhausted.is_some() => self.covered(missed),
            () if self.passed == 0 || self.discarded > self.discard_limit() => {
                Stopped::GaveUp { starved }
            }
            () => self.covered(missed),
        };
        // The parts knew their own counts only.
        self.warnings.retain(|warning| !is_of_counts(warning));
        let (passed, discarded) = (self.passed, self.discarded);
        if !matches!(self.stopped, Stopped::GaveUp { .. }) {
            let warnings = self.tables.warnings(passed, discarded, self.may_give_up);
            self.warnings.splice(0..0, warnings);
        }
    }

    fn covered(&self, missed: Vec<Coverage>) -> Stopped {
        if missed.is_empty() { Stopped::Passed } else { Stopped::NotCovered(missed) }
    }

    /// Maximum number of discarded cases. Where all tests were run by their indices, it is in proportion to those that
    /// passed: one run would have gone on until enough tests passed, or until it gave up.
    fn discard_limit(&self) -> u64 {
        let tests = self.tests.max(1);
        let limit = self.max_discards.unwrap_or(tests.saturating_mul(10));
        if self.passed + self.discarded < tests {
            return limit;
        }
        let limit = u128::from(limit) * u128::from(self.passed) / u128::from(tests);
        u64::try_from(limit).unwrap_or(u64::MAX)
    }
}

fn is_of_counts(warning: &Warning) -> bool {
    matches!(
        warning,
        Warning::Discards { .. } | Warning::Never { .. } | Warning::KnownBugFixed { .. }
    )
}

/// Adds an item unless there is one that is the same but for its figures.
fn add_new<T: Clone, K: PartialEq>(list: &mut Vec<T>, item: &T, key: impl Fn(&T) -> K) {
    if !list.iter().any(|known| key(known) == key(item)) {
        list.push(item.clone());
    }
}

/// Joins what two parts came to. Misuse says that nothing else can be trusted, a failure more than what did not come again.
fn joined(one: &mut Summary, other: &Summary) -> Stopped {
    let own = std::mem::replace(&mut one.stopped, Stopped::Passed);
    let by_shape = one.tells_failures_by_shape;
    let mut failures = placed(failures_of(&own));
    for failure in placed(failures_of(&other.stopped)) {
        add_failure(&mut failures, failure, by_shape);
    }
    failures.sort_by_key(|(_, index)| *index);
    failures.truncate(one.max_failures.max(other.max_failures).max(1));
    let failures: Vec<Failure> = failures.into_iter().map(|(failure, _)| *failure).collect();
    let mut unstable: Vec<Unstable> = one.unstable.clone();
    let more = [&own, &other.stopped].into_iter().filter_map(|stopped| match stopped {
        Stopped::Unstable(unstable) => Some(&**unstable),
        _ => None,
    });
    for unstable_one in more.chain(&other.unstable) {
        add_new(&mut unstable, unstable_one, |one| one.token.clone());
    }
    let stopped = match (own, &other.stopped) {
        (Stopped::Misused(misuse), _) => Stopped::Misused(misuse),
        (_, Stopped::Misused(misuse)) => Stopped::Misused(misuse.clone()),
        _ if !failures.is_empty() => Stopped::Failed(failures),
        _ if !unstable.is_empty() => Stopped::Unstable(Box::new(unstable.remove(0))),
        (Stopped::Passed, other) => other.clone(),
        (own, _) => own,
    };
    one.unstable = unstable;
    stopped
}

fn failures_of(stopped: &Stopped) -> &[Failure] {
    match stopped {
        Stopped::Failed(failures) => failures,
        _ => &[],
    }
}

impl Failure {
    /// Returns whether two parts of a run met the same failure. Where failures of one identity are told apart by their
    /// shapes, those of the minimal cases are compared.
    pub fn is_same(&self, other: &Failure, by_shape: bool) -> bool {
        self.identity == other.identity
            && (!by_shape
                || self.tape.main.is_empty()
                || other.tape.main.is_empty()
                || Shape::of(&self.tape).is_akin(&Shape::of(&other.tape)))
    }
}

/// A failure and the index of the test by which it was found; failures from before the tests have none, and come first.
type Placed = (Box<Failure>, Option<u64>);

/// The failures of a part with the indices of their tests. One that was met while another was shrunk has that one's.
fn placed(failures: &[Failure]) -> Vec<Placed> {
    let mut index = None;
    let place = |failure: &Failure| {
        index = match failure.found {
            Found::Test { index } | Found::Walk { index, .. } => Some(index),
            Found::Shrinking => index,
            _ => None,
        };
        (Box::new(failure.clone()), index)
    };
    failures.iter().map(place).collect()
}

/// Adds a failure to those of other parts; one that is known there is counted, and stays where it was found first.
fn add_failure(failures: &mut Vec<Placed>, (failure, index): Placed, by_shape: bool) {
    let same = failures.iter_mut().find(|(known, _)| known.is_same(&failure, by_shape));
    let Some((known, known_index)) = same else {
        failures.push((failure, index));
        return;
    };
    // A test that found it anew is one more; a stored case that was run again is not.
    let is_test = |found: Found| matches!(found, Found::Test { .. });
    let again =
        known.again + failure.again + u64::from(is_test(known.found) && is_test(failure.found));
    let is_earlier = match (*known_index, index) {
        (Some(known), Some(index)) => index < known,
        // A part that comes later finds in the database what an earlier one has just stored there, and climbs from what it
        // has seen alone.
        (None, Some(_)) => matches!(known.found, Found::Database | Found::Climb { .. }),
        _ => false,
    };
    if is_earlier {
        (*known, *known_index) = (failure, index);
    }
    known.again = again;
}

fn join_counts(counts: &mut Vec<(Counter, u64)>, counted_always: &mut usize, other: &Summary) {
    let (always, named) = other.counts.split_at(other.counted_always.min(other.counts.len()));
    for (row, count) in always {
        match counts[..*counted_always].iter_mut().find(|(known, _)| known == row) {
            Some((_, sum)) => *sum += count,
            None => {
                counts.insert(*counted_always, (row.clone(), *count));
                *counted_always += 1;
            }
        }
    }
    let mut sums: BTreeMap<Counter, u64> = counts.drain(*counted_always..).collect();
    for (row, count) in named {
        *sums.entry(row.clone()).or_default() += count;
    }
    counts.extend(sums);
}

impl Tables {
    /// Adds the counts of other cases.
    pub fn join(&mut self, other: &Tables) {
        add_counts(&mut self.labels, &other.labels);
        add_counts(&mut self.sometimes, &other.sometimes);
        for (table, values) in other.collected.iter() {
            add_counts(&mut self.collected.entry(table).counts, &values.counts);
        }
        join_coverage(&mut self.coverage, &other.coverage);
        for (name, bug) in other.known_bugs.iter() {
            let own = self.known_bugs.entry(name.clone());
            (own.failed, own.passed) = (own.failed + bug.failed, own.passed + bug.passed);
        }
        for (assumption, count) in &other.unmet {
            match self.unmet.iter_mut().find(|(known, _)| known.place == assumption.place) {
                Some((_, sum)) => *sum += count,
                None => self.unmet.push((assumption.clone(), *count)),
            }
        }
        self.unmet.sort_by_key(|unmet| std::cmp::Reverse(unmet.1));
    }
}

fn add_counts(sums: &mut BTreeMap<String, u64>, counts: &BTreeMap<String, u64>) {
    for (name, count) in counts {
        *sums.entry(name.clone()).or_default() += count;
    }
}

fn join_coverage(own: &mut Ordered<String, Coverage>, other: &Ordered<String, Coverage>) {
    for (name, coverage) in other.iter() {
        let fresh = || Coverage { hits: 0, cases: 0, ..coverage.clone() };
        let sum = own.entry_or(name.clone(), fresh);
        (sum.hits, sum.cases) = (sum.hits + coverage.hits, sum.cases + coverage.cases);
        sum.all |= coverage.all;
    }
}
