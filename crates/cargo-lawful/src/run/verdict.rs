//! Summary of a run: counts of laws by verdict, lines for those that are not as they should be, and the exit code.

use lawful_data::{Stopped, StoredFailure, Summary};

use crate::error::Exit;
use crate::style::{Tone, count, grouped, status};

/// Verdict on a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// As it should be.
    Passed,
    /// Broken.
    Broken,
    /// Passed, and was expected to fail.
    Mended,
    /// Failed, and did not fail again.
    Unstable,
    /// Too many cases were discarded.
    GaveUp,
    /// Demands of coverage are not met.
    NotCovered,
    /// Misused.
    Misused,
    /// Its process ended before the law did.
    Died,
    /// The law did not end in the time, or its shard is lost.
    Unknown,
    /// The law was not run in the time.
    NotRun,
}

impl Verdict {
    /// The verdict of a summary.
    pub fn of(summary: &Summary) -> Self {
        match &summary.stopped {
            _ if summary.is_success() => Verdict::Passed,
            Stopped::Failed(_) => Verdict::Broken,
            Stopped::Unstable(_) => Verdict::Unstable,
            Stopped::GaveUp { .. } => Verdict::GaveUp,
            Stopped::NotCovered(_) => Verdict::NotCovered,
            Stopped::Misused(_) => Verdict::Misused,
            _ => Verdict::Mended,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Verdict::Passed => "passed",
            Verdict::Broken => "broken",
            Verdict::Mended => "passed though expected to fail",
            Verdict::Unstable => "unstable",
            Verdict::GaveUp => "gave up",
            Verdict::NotCovered => "not covered",
            Verdict::Misused => "misused",
            Verdict::Died => "died",
            Verdict::Unknown => "unknown",
            Verdict::NotRun => "not run",
        }
    }

    fn exit(self) -> Exit {
        match self {
            Verdict::Passed => Exit::Fine,
            Verdict::Misused => Exit::Misused,
            Verdict::Unknown | Verdict::NotRun => Exit::Incomplete,
            _ => Exit::Broken,
        }
    }
}

/// A law and its verdict.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Name of the law.
    pub name: String,
    /// Place of the law, if it was run.
    pub place: String,
    /// The verdict.
    pub verdict: Verdict,
    /// Why nothing more is known, or the way out.
    pub remark: String,
}

impl Judged {
    /// A law that was run.
    pub fn of(summary: &Summary) -> Self {
        let about = &summary.about;
        let (name, place) = (about.name.clone(), format!("{}:{}", about.file, about.line));
        let ids = ids(summary);
        let remark = match ids.as_slice() {
            [] => String::new(),
            ids => format!("cargo lawful replay {}", ids.join(" or ")),
        };
        Judged { name, place, verdict: Verdict::of(summary), remark }
    }

    /// The verdict of a part of a run, which is too small for what is decided by the counts of all parts.
    pub fn of_part(mut self) -> Self {
        if matches!(self.verdict, Verdict::GaveUp | Verdict::NotCovered | Verdict::Mended) {
            self.verdict = Verdict::Passed;
        }
        self
    }

    fn line(&self) -> String {
        let Judged { name, place, verdict, remark } = self;
        let tone = match verdict {
            Verdict::NotRun | Verdict::Unknown => Tone::Warning,
            _ => Tone::Bad,
        };
        let mut word = verdict.words().to_string();
        if let Some(first) = word.get_mut(0..1) {
            first.make_ascii_uppercase();
        }
        let word = if *verdict == Verdict::Mended { String::from("Not broken") } else { word };
        let place = if place.is_empty() { String::new() } else { format!("  ({place})") };
        let remark = if remark.is_empty() { String::new() } else { format!("  {remark}") };
        status(tone, &word, &format!("{name}{place}{remark}"))
    }
}

/// First letters of the ids of a law's failures, by which commands know them.
fn ids(summary: &Summary) -> Vec<String> {
    let stored =
        summary.failures().iter().map(|failure| StoredFailure::new(&summary.about, failure));
    let unstable = match &summary.stopped {
        Stopped::Unstable(unstable) => Some(StoredFailure::of_unstable(&summary.about, unstable)),
        _ => None,
    };
    stored.chain(unstable).map(|stored| stored.id()[..8].to_string()).collect()
}

/// Figures of the line that sums up a run.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    /// Time and tests, as they are printed: `in 20.1s`.
    pub time: String,
    /// Number of tests.
    pub tests: u64,
    /// Root seed.
    pub seed: u64,
    /// Number of laws that filters left out.
    pub left_out: usize,
}

/// Lines that sum up a run, and its exit code.
pub fn sum_up(laws: &[Judged], totals: &Totals) -> (Vec<String>, Exit) {
    let mut verdicts: Vec<Verdict> = laws.iter().map(|law| law.verdict).collect();
    verdicts.sort();
    let mut parts: Vec<String> = Vec::new();
    for group in verdicts.chunk_by(|one, other| one == other) {
        parts.push(format!("{} {}", grouped(group.len() as u64), group[0].words()));
    }
    let exit = exit_of(&verdicts);
    let tone = match exit {
        Exit::Fine => Tone::Good,
        Exit::Incomplete => Tone::Warning,
        _ => Tone::Bad,
    };
    if totals.left_out > 0 {
        parts.push(format!("{} not chosen", grouped(totals.left_out as u64)));
    }
    // Plain tests may have no law inside.
    let parts = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
    let text = format!(
        "{}{}{parts}; {}; root seed {:#x}",
        count(laws.len(), "law", "laws"),
        totals.time,
        count(usize::try_from(totals.tests).unwrap_or(usize::MAX), "test", "tests"),
        totals.seed
    );
    let mut lines = vec![status(tone, "Summary", &text)];
    let bad = laws.iter().filter(|law| law.verdict != Verdict::Passed);
    lines.extend(bad.map(Judged::line));
    (lines, exit)
}

/// The exit code of a run: a law that is broken says more than one that is misused, and that more than one of which
/// nothing is known.
fn exit_of(verdicts: &[Verdict]) -> Exit {
    let exits = [Exit::Broken, Exit::Misused, Exit::Incomplete];
    let has = |exit: &Exit| verdicts.iter().any(|verdict| verdict.exit() == *exit);
    exits.into_iter().find(has).unwrap_or(Exit::Fine)
}
