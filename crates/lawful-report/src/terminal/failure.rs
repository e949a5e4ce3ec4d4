//! A broken law. In this order: which law, the smallest case as Rust, what went wrong, how it was
//! found, how to replay it.

use lawful_core::law::{Reason, Shown};
use lawful_core::run::{About, Failure, Found, Other, Summary, Unstable};
use lawful_core::shrink::Stop;

use super::line;
use crate::literal::rust_literal_wrapped;

/// Lines do not get longer than this where that can be helped.
const WIDTH: usize = 100;

pub(super) fn write(text: &mut String, summary: &Summary, failure: &Failure) {
    let about = &summary.about;
    line(text, &format!("law broken: {}  ({}:{})", about.name, about.file, about.line));
    line(text, "");
    failure.arguments.iter().for_each(|argument| line(text, &show(argument)));
    if !failure.arguments.is_empty() {
        line(text, "");
    }
    reason(text, &failure.reason);
    for note in &failure.notes {
        line(text, &format!("  note: {note}"));
    }
    line(text, "");
    line(text, &format!("  {}", found(summary, failure)));
    stop(text, failure.stop);
    failure.others.iter().for_each(|other| write_other(text, other));
    line(text, &format!("  Replay: LAWFUL_REPLAY='{}' {}", failure.token, command(about)));
}

/// How to run one law alone. A law that was checked inside a test has the name of its place, which
/// is no name of a test.
fn command(about: &About) -> String {
    match about.name.split_once("::") {
        Some((_, test)) if !about.name.contains(['/', '\\', ' ']) => {
            format!("cargo test {test} -- --exact")
        }
        _ => String::from("cargo test"),
    }
}

pub(super) fn write_unstable(text: &mut String, summary: &Summary, unstable: &Unstable) {
    let about = &summary.about;
    line(text, &format!("law unstable: {}  ({}:{})", about.name, about.file, about.line));
    line(text, "");
    line(
        text,
        &match unstable.found {
            Found::Test { index } => format!("  Test {} broke the law:", index + 1),
            Found::Database => String::from("  A failure kept from an earlier run came again:"),
            Found::Replay => String::from("  The replayed case broke the law:"),
        },
    );
    reason(text, &unstable.reason);
    line(text, "");
    line(
        text,
        match (&unstable.then, unstable.choices_differ) {
            (_, true) => {
                "  Run again with the same seed it drew other choices: something besides the source \
             decides what is generated."
            }
            (None, _) => {
                "  Run again with the same choices it held: something besides its arguments decides."
            }
            (Some(_), _) => "  Run again with the same choices it failed in another way:",
        },
    );
    if let (Some(then), false) = (&unstable.then, unstable.choices_differ) {
        reason(text, then);
    }
    line(
        text,
        "  So it was not shrunk. A law over code that is not deterministic may say always(n).",
    );
    line(text, &format!("  Root seed: LAWFUL_SEED={:#x} {}", summary.seed, command(about)));
}

/// `    xs = vec![0, 1]`
fn show(argument: &Shown) -> String {
    let name = match argument.name {
        "" => String::from("    "),
        name => format!("    {name} = "),
    };
    let value = rust_literal_wrapped(argument.type_name, &argument.debug, 4, WIDTH);
    format!("{name}{value}")
}

fn reason(text: &mut String, reason: &Reason) {
    match reason {
        Reason::False => line(text, "  The law returned false."),
        Reason::Error(error) => line(text, &format!("  The law returned Err({error}).")),
        Reason::Panic { message, location } => {
            message.lines().for_each(|part| line(text, &format!("  {part}")));
            line(text, &format!("  at {location}"));
        }
    }
}

fn found(summary: &Summary, failure: &Failure) -> String {
    let how = match failure.found {
        Found::Test { index } => {
            format!("Found by test {} of {}", index + 1, (index + 1).max(summary.tests))
        }
        Found::Database => String::from("Found by a failure kept from an earlier run"),
        Found::Replay => return String::from("Replayed as it is, without shrinking."),
    };
    let shrunk = match failure.runs {
        0 => String::from("already the smallest"),
        runs => format!("shrunk {} in {}", count(failure.shrinks, "time"), count(runs, "run")),
    };
    format!("{how}, {shrunk}; root seed {:#x}.", summary.seed)
}

fn stop(text: &mut String, stop: Stop) {
    let (limit, variable) = match stop {
        Stop::Smallest => return,
        Stop::Runs => ("runs", "LAWFUL_MAX_SHRINKS"),
        Stop::Time => ("time", "LAWFUL_SHRINK_SECONDS"),
    };
    line(text, &format!("  Shrinking stopped at its limit of {limit}; raise it with {variable}."));
}

fn write_other(text: &mut String, other: &Other) {
    let what = match &other.reason {
        Reason::False => String::from("it returns false"),
        Reason::Error(error) => format!("it returns Err({error})"),
        Reason::Panic { message, location } => {
            format!("{} at {location}", message.lines().next().unwrap_or_default())
        }
    };
    line(text, &format!("  Met on the way, a different failure: {what}"));
    line(text, &format!("    LAWFUL_REPLAY='{}'", other.token));
}

fn count(number: u64, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}
