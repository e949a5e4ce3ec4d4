//! What makes tests say less than their number seems to, and limits in time that fired.

use lawful_data::{Limit, Warning};

use super::failure::count;

/// What to do about arguments that take long to make.
const SMALLER: &str = "smaller ones are quicker: set `max_size` (LAWFUL_MAX_SIZE), or ask for shorter lists with \
                       `#[from(vec(.., 0..=5))]`";

/// One warning, with its figures and the way out.
pub(super) fn text(warning: &Warning) -> String {
    match warning {
        Warning::Duplicates { different, of } => format!(
            "warning: cases repeat each other: only {different} of {of} that were looked at differ; \
             widen the generators or run fewer tests"
        ),
        Warning::Trivial { trivial, of } => format!(
            "warning: in {trivial} of {of} cases that were looked at everything is empty or zero"
        ),
        Warning::Constant { argument, same, of } => format!(
            "warning: {} has one value in {same} of {of} cases that were looked at",
            argument_name(argument)
        ),
        Warning::Discards { discarded, passed } => format!(
            "warning: {discarded} cases were discarded for {passed} that count; generate cases that \
             meet the assumptions"
        ),
        Warning::Remark(remark) => format!("warning: {remark}"),
        Warning::Never { promise, cases } => {
            format!("warning: `{promise}` was promised to happen and did not in {cases} cases")
        }
        Warning::KnownBugFixed { known, cases } => format!(
            "the known failure `{known}` does not occur any more: {} met its condition and passed; \
             remove its `known_bug!`",
            count(*cases, "case")
        ),
        Warning::ThreadPanics { count, location, message } => {
            let message = message.lines().collect::<Vec<_>>().join(" / ");
            let threads = match count {
                1 => String::from("a spawned thread panicked in a case that did not fail"),
                _ => format!(
                    "spawned threads panicked {count} times in cases that did not fail, first"
                ),
            };
            format!("warning: {threads} at {location}: {message}")
        }
        Warning::SlowGeneration { generation, all } => format!(
            "warning: making the arguments took {:.1} s of {:.1} s; {SMALLER}",
            generation.as_secs_f64(),
            all.as_secs_f64()
        ),
        other => format!("warning: {other:?}"),
    }
}

/// `xs`, or what to call an argument without a name.
fn argument_name(name: &str) -> String {
    match name {
        "" => String::from("an argument"),
        name => format!("`{name}`"),
    }
}

/// A limit in time that fired.
pub(super) fn limit(limit: &Limit) -> String {
    match limit {
        Limit::Law(time) => {
            format!("stopped at its limit of {} s (LAWFUL_MAX_TIME)", time.as_secs_f64())
        }
        Limit::Generation(time) => format!(
            "stopped at its limit of {} s (LAWFUL_MAX_TIME) while arguments were being made; {SMALLER}",
            time.as_secs_f64()
        ),
        Limit::Search(time) => {
            format!("the search for more failures stopped after {} s", time.as_secs_f64())
        }
        Limit::Explaining(time) => format!("explaining stopped after {} s", time.as_secs_f64()),
        other => format!("stopped at its limit: {other:?}"),
    }
}
