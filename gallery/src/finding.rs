//! Findings: what a failing law must show, and what it showed, on one line.

use lawful::data::ShownCall;
use lawful::report::sequence;
use lawful::run::{Failure, Stopped, Summary};

/// Expected failure of a law: the promise that fails, and the minimal counterexample.
///
/// The conditions come from the paper or from going through all small cases; the tests of a study say which. A condition
/// that is not set is not compared, but [`is_empty`](Finding::is_empty) tells a finding that compares nothing.
#[derive(Clone, Debug, Default)]
pub struct Finding {
    /// Parts that the lines of the reason have, in this order.
    reason: Vec<String>,
    /// Minimal counterexamples, any of which is right: arguments as `Debug` writes them.
    arguments: Vec<Vec<String>>,
    /// Minimal command sequences, any of which is right.
    calls: Vec<Vec<String>>,
    /// Number of calls before the branches and in each of them, the shortest branch first.
    branches: Option<Vec<usize>>,
    /// Number of context switches.
    switches: Option<u64>,
    /// Other conditions, each with its text.
    conditions: Vec<(&'static str, Condition)>,
}

/// Condition on a failure.
type Condition = fn(&Failure) -> bool;

/// Finding with these arguments.
pub fn arguments<T: Into<String>>(arguments: impl IntoIterator<Item = T>) -> Finding {
    Finding::default().or_arguments(arguments)
}

/// Finding with this command sequence.
pub fn calls<T: Into<String>>(calls: impl IntoIterator<Item = T>) -> Finding {
    Finding::default().or_calls(calls)
}

/// Finding whose reason has these parts, in this order.
pub fn reason<T: Into<String>>(parts: impl IntoIterator<Item = T>) -> Finding {
    Finding::default().with_reason(parts)
}

impl Finding {
    /// Also right: these arguments.
    pub fn or_arguments<T: Into<String>>(mut self, arguments: impl IntoIterator<Item = T>) -> Self {
        self.arguments.push(arguments.into_iter().map(Into::into).collect());
        self
    }

    /// Also right: this command sequence.
    pub fn or_calls<T: Into<String>>(mut self, calls: impl IntoIterator<Item = T>) -> Self {
        self.calls.push(calls.into_iter().map(Into::into).collect());
        self
    }

    /// The lines of the reason have these parts, in this order.
    pub fn with_reason<T: Into<String>>(mut self, parts: impl IntoIterator<Item = T>) -> Self {
        self.reason.extend(parts.into_iter().map(Into::into));
        self
    }

    /// The case has so many calls before its branches and so many in each, the shortest branch first.
    pub fn with_branches(self, branches: &[usize]) -> Self {
        Finding { branches: Some(branches.to_vec()), ..self }
    }

    /// The schedule has so many context switches.
    pub fn with_switches(self, switches: u64) -> Self {
        Finding { switches: Some(switches), ..self }
    }

    /// The failure also meets a condition.
    pub fn such_that(mut self, text: &'static str, condition: Condition) -> Self {
        self.conditions.push((text, condition));
        self
    }

    /// Returns whether there is nothing to compare.
    pub fn is_empty(&self) -> bool {
        let Finding { reason, arguments, calls, branches, switches, conditions } = self;
        let lists = [reason.is_empty(), arguments.is_empty(), calls.is_empty()];
        lists == [true; 3] && branches.is_none() && switches.is_none() && conditions.is_empty()
    }

    /// Minimal counterexamples that are right, as arguments.
    pub fn expected_arguments(&self) -> &[Vec<String>] {
        &self.arguments
    }

    /// Minimal command sequences that are right.
    pub fn expected_calls(&self) -> &[Vec<String>] {
        &self.calls
    }

    /// Compares a failure with the finding, and says how they differ.
    pub fn compare(&self, failure: &Failure) -> Result<(), String> {
        let found: Vec<String> =
            failure.arguments.iter().map(|argument| argument.debug.clone()).collect();
        among("the arguments", &self.arguments, &found)?;
        among("the calls", &self.calls, &texts(failure.calls()))?;
        if let Some(expected) = &self.branches {
            among(
                "the calls of the branches",
                std::slice::from_ref(expected),
                &shape(failure.calls()),
            )?;
        }
        if let Some(expected) = self.switches {
            let switches = failure.trace().map(|trace| trace.switches);
            among("the context switches", &[vec![expected]], &Vec::from_iter(switches))?;
        }
        let lines = failure.reason.lines();
        let title = std::iter::once(failure.reason.title.clone());
        let lines: Vec<String> = title.chain(lines).collect();
        let mut left = lines.iter();
        for part in &self.reason {
            if !left.any(|line| line.contains(part.as_str())) {
                return Err(format!("the reason does not say {part:?}: {}", lines.join(" / ")));
            }
        }
        let unmet = self.conditions.iter().find(|(_, condition)| !condition(failure));
        unmet.map_or(Ok(()), |(text, _)| Err(format!("not met: {text}")))
    }
}

/// Compares a list with those that are right; where there are none, any is.
fn among<T: PartialEq + std::fmt::Debug>(
    what: &str,
    expected: &[Vec<T>],
    found: &Vec<T>,
) -> Result<(), String> {
    match expected.is_empty() || expected.contains(found) {
        true => Ok(()),
        false => Err(format!("{what} are {found:?} instead of {}", alternatives(expected))),
    }
}

fn alternatives<T: std::fmt::Debug>(expected: &[Vec<T>]) -> String {
    let lists: Vec<String> = expected.iter().map(|list| format!("{list:?}")).collect();
    lists.join(" or ")
}

/// Number of calls before the branches and in each of them, the shortest branch first.
pub fn shape(calls: &[ShownCall]) -> Vec<usize> {
    let in_column = |column| calls.iter().filter(|call| call.column == column).count();
    let last = calls.iter().filter_map(|call| call.column).max();
    let mut branches: Vec<usize> = last
        .map(|last| (0..=last).map(|column| in_column(Some(column))).collect())
        .unwrap_or_default();
    branches.retain(|calls| *calls > 0);
    branches.sort();
    branches.insert(0, in_column(None));
    branches
}

/// Finding of a run of a law, on one line.
pub fn found(summary: &Summary) -> String {
    match (&summary.stopped, summary.failure()) {
        (_, Some(failure)) => of_failure(failure),
        (Stopped::Passed, None) => {
            let labels = summary.tables.labels.iter().map(|(label, count)| {
                format!(", {:.0}% {label}", 100.0 * *count as f64 / summary.passed as f64)
            });
            format!("{} tests passed{}", summary.passed, labels.collect::<String>())
        }
        (Stopped::GaveUp { .. }, None) => {
            format!("gave up after {} tests, {} discarded", summary.passed, summary.discarded)
        }
        (stopped, None) => format!("{stopped:?}"),
    }
}

fn of_failure(failure: &Failure) -> String {
    let mut text = match failure.calls() {
        [] => {
            let arguments = failure.arguments.iter().map(|argument| argument.debug.as_str());
            arguments.collect::<Vec<_>>().join(", ")
        }
        calls => of_calls(calls),
    };
    if let Some(trace) = failure.trace() {
        let plural = if trace.switches == 1 { "" } else { "es" };
        let switches = format!("{} context switch{plural}", trace.switches);
        text = if text.is_empty() { switches } else { format!("{text} ({switches})") };
    }
    text
}

/// Calls on one line: those before the branches, then each branch.
fn of_calls(calls: &[ShownCall]) -> String {
    let columns: std::collections::BTreeSet<_> = calls.iter().map(|call| call.column).collect();
    let of_column = |column| {
        let own = calls.iter().filter(|call| call.column == column);
        texts(&own.cloned().collect::<Vec<_>>()).join(" ")
    };
    columns.into_iter().map(of_column).collect::<Vec<_>>().join(" ‖ ")
}

/// Texts of calls, whatever branch they are in.
fn texts(calls: &[ShownCall]) -> Vec<String> {
    let alone: Vec<ShownCall> =
        calls.iter().map(|call| ShownCall { column: None, ..call.clone() }).collect();
    sequence::calls(&alone)
}
