//! Results of laws on one line.

use lawful_data::{Listed, Reason, Stopped, Summary};

use crate::terminal::remark;

/// Result of a law for tools: JUnit XML has these four kinds.
pub(crate) enum Outcome {
    Passed,
    /// The law is not as it should be. The kind is stable, for tools: component and code, where there is a failure.
    Failed {
        message: String,
        kind: String,
    },
    /// The test is misused.
    Error {
        message: String,
    },
    Skipped {
        message: String,
    },
}

/// The result of a run, with its first line.
pub(crate) fn outcome(summary: &Summary) -> Outcome {
    let failed = |message: String, kind: &str| Outcome::Failed { message, kind: kind.to_string() };
    match &summary.stopped {
        Stopped::ReplayOfAnotherLaw { .. } => {
            Outcome::Skipped { message: remark(summary).unwrap_or_default() }
        }
        _ if summary.is_success() => Outcome::Passed,
        Stopped::Failed(failures) => {
            let Some(first) = failures.first() else {
                return failed(String::from("the law failed"), "failed");
            };
            let more = match failures.len() - 1 {
                0 => String::new(),
                1 => String::from(" (and 1 other failure)"),
                more => format!(" (and {more} other failures)"),
            };
            let Reason { component, code, .. } = first.reason;
            failed(headline(&first.reason) + &more, &format!("{component}.{code}"))
        }
        Stopped::Unstable(unstable) => {
            let (rate, reason) = (unstable.rate, headline(&unstable.reason));
            let (times, runs) = (rate.failed, rate.runs);
            failed(format!("unstable, failed {times} of {runs} times: {reason}"), "unstable")
        }
        Stopped::GaveUp { .. } => failed(gave_up(summary), "gave-up"),
        Stopped::NotCovered(missed) => {
            let names = missed.iter().map(|coverage| coverage.name.as_str()).listed();
            failed(format!("not enough cases are covered: {}", names.join(", ")), "not-covered")
        }
        Stopped::Misused(misuse) => {
            let message = misuse.to_string();
            Outcome::Error { message: message.lines().next().unwrap_or_default().to_string() }
        }
        _ => failed(String::from("passed, but was expected to fail"), "expected-failure"),
    }
}

/// First line of a reason.
pub(crate) fn headline(reason: &Reason) -> String {
    reason.lines().into_iter().next().unwrap_or_default()
}

/// Sentence about a law that gave up.
pub(crate) fn gave_up(summary: &Summary) -> String {
    let Summary { passed, tests, discarded, .. } = summary;
    format!("gave up after {passed} of {tests} tests, {discarded} discarded")
}
