//! Suite `linearizability`: how long it takes to find an order that explains a history, or that there is
//! none.
//!
//! Every question is asked in a process of its own, so that it can be given up; subjects take turns,
//! round by round, and the median round counts. Wall time, since a peer works in threads and waits for them.

mod child;
mod files;
mod lawful;
mod porcupine;
mod recording;
mod stateright;
mod todc;

use std::time::Duration;

use crate::Options;
use crate::measure::median;
use crate::report::Report;
use child::{LIMIT, ask};
use recording::{Call, Mistake, Shape, record};

/// Whether a history is explained, to be asked as often as one likes.
pub type Question = Box<dyn Fn() -> bool>;

struct Subject {
    name: &'static str,
    about: fn(&[Call]) -> Question,
    /// Whether it only takes part where there is more than one key.
    needs_keys: bool,
}

const SUBJECTS: &[Subject] = &[
    Subject { name: LAWFUL, about: lawful::by_key, needs_keys: false },
    Subject { name: "lawful_whole", about: lawful::whole, needs_keys: true },
    Subject { name: "porcupine", about: porcupine::by_key, needs_keys: false },
    Subject { name: "todc", about: todc::whole, needs_keys: false },
    Subject { name: "stateright", about: stateright::whole, needs_keys: false },
];

const LAWFUL: &str = "lawful";
const ROUNDS: usize = 3;
/// What no history may take.
const BAR: Duration = Duration::from_secs(1);

const FILES: &str = "recorded";
/// A question about logs of etcd and logs of a store.
type AboutFiles = fn(&[files::File], &[files::File]) -> Question;
const FILE_SUBJECTS: [(&str, AboutFiles); 2] =
    [(LAWFUL, files::lawful), ("porcupine", files::porcupine)];

/// The seed that the search was tuned on.
const SEED: u64 = 1;

/// Seeds that nothing is tuned on, by the end of the names of their cases. They are far apart, so that
/// no history comes twice.
const HELD_OUT: [(&str, u64); 2] = [("_held_out_1", 1_000_000), ("_held_out_2", 2_000_000)];

struct Case {
    name: String,
    shape: Shape,
}

/// The same shapes with every seed; those of [`SEED`] come first.
fn cases(held_out: bool) -> Vec<Case> {
    let mut cases = cases_of("", SEED);
    if held_out {
        cases.extend(HELD_OUT.iter().flat_map(|(end, seed)| cases_of(end, *seed)));
    }
    cases
}

fn cases_of(end: &str, seed: u64) -> Vec<Case> {
    let mut cases = Vec::new();
    for (object, keys) in [("register", 1), ("store", 10)] {
        for clients in [4, 8, 16] {
            for calls_per_client in [10, 50, 250] {
                for (word, mistake) in [
                    ("right", Mistake::None),
                    ("altered", Mistake::Altered),
                    ("stale", Mistake::Stale),
                ] {
                    let name = format!("{object}_{clients}x{calls_per_client}_{word}{end}");
                    let shape = Shape { clients, calls_per_client, keys, mistake, seed };
                    cases.push(Case { name, shape });
                }
            }
        }
    }
    cases
}

pub fn run(options: &Options, report: &mut Report) {
    if let Some((case, subject)) = child::asked() {
        return answer(&case, &subject);
    }
    let mut misses = Vec::new();
    let cases = cases(options.held_out);
    let wanted: Vec<&Case> = cases.iter().filter(|case| options.wants_case(&case.name)).collect();
    for case in &wanted {
        let is_consistent = case.shape.mistake == Mistake::None;
        let takes_part = |subject: &&Subject| !subject.needs_keys || case.shape.keys > 1;
        let subjects = SUBJECTS.iter().filter(takes_part).map(|subject| subject.name);
        misses.extend(compare(&case.name, subjects, is_consistent, options, report));
    }
    // With one subject there is nobody to compare it with.
    if !wanted.is_empty() && options.subject.is_none() {
        let met = wanted.len() - misses.len();
        report.note(&format!(
            "{met} of {} histories meet the bar: no peer is faster, and none takes over {BAR:?}",
            wanted.len()
        ));
        report.note(&format!("not met: {misses:?}"));
    }
    if options.wants_case(FILES) {
        match files::folder() {
            Ok(_) => {
                let subjects = FILE_SUBJECTS.iter().map(|(name, _)| *name);
                compare(FILES, subjects, true, options, report);
            }
            Err(reason) => report.note(&reason),
        }
    }
}

/// Asks all subjects in turn. Returns the name of the case if it does not meet the bar.
fn compare(
    case: &str,
    subjects: impl Iterator<Item = &'static str>,
    is_consistent: bool,
    options: &Options,
    report: &mut Report,
) -> Option<String> {
    let subjects: Vec<&str> = subjects.filter(|name| options.wants_subject(name)).collect();
    let mut figures = vec![Some(Vec::new()); subjects.len()];
    for round in 0..options.rounds.unwrap_or(ROUNDS) {
        for turn in 0..subjects.len() {
            let index = (round + turn) % subjects.len();
            let Some(taken) = &mut figures[index] else { continue };
            match ask(case, subjects[index]) {
                Some(answer) => {
                    let subject = subjects[index];
                    assert_eq!(answer.is_consistent, is_consistent, "{case}: {subject} is wrong");
                    taken.push(answer.milliseconds);
                }
                // Whoever was over the limit once is not asked again.
                None => figures[index] = None,
            }
        }
    }
    let mut fastest_peer = f64::INFINITY;
    let mut ours = f64::INFINITY;
    for (subject, taken) in subjects.into_iter().zip(figures) {
        let Some(taken) = taken else {
            report.note(&format!("{case}: {subject} was given up after {LIMIT:?}"));
            continue;
        };
        let milliseconds = median(taken);
        report.add(subject, "ms", milliseconds);
        match subject {
            LAWFUL => ours = milliseconds,
            "lawful_whole" => {}
            _ => fastest_peer = fastest_peer.min(milliseconds),
        }
    }
    report.end_case(case);
    let is_met = ours <= fastest_peer && ours <= BAR.as_secs_f64() * 1e3;
    (!is_met).then(|| case.to_string())
}

fn answer(case: &str, subject: &str) {
    if case == FILES {
        let folder = files::folder().expect("the parent has found it");
        let (_, about) =
            FILE_SUBJECTS.into_iter().find(|(name, _)| *name == subject).expect("known");
        return child::answer(move || about(&files::etcd(&folder), &files::store(&folder)));
    }
    let shape = cases(true).iter().find(|known| known.name == case).expect("a known case").shape;
    let about = SUBJECTS.iter().find(|known| known.name == subject).expect("a known subject").about;
    child::answer(move || about(&record(shape)));
}

/// The index of the call, and whether it returns, of all events in order of time.
fn events(calls: &[Call]) -> Vec<(usize, bool)> {
    let mut events: Vec<(u64, usize, bool)> = Vec::new();
    for (index, call) in calls.iter().enumerate() {
        events.extend([(call.invoked, index, false), (call.returned, index, true)]);
    }
    events.sort_unstable();
    events.into_iter().map(|(_, index, returns)| (index, returns)).collect()
}
