//! Suite `discovery`: what law discovery costs over the signatures that QuickSpec 1 was measured with.
//!
//! QuickSpec 1 is not run here. Its figures are constants, and a note for each case compares them with the measured
//! ones.

mod bars;
mod child;

use lawful::discovery::Signature;
use lawful_gallery::discovery::signatures;

use crate::Options;
use crate::clock;
use crate::measure::median;
use crate::report::Report;
use bars::{Bars, Measured};

/// Rounds that count; another one comes before them and warms caches.
const ROUNDS: usize = 7;

/// A signature whose laws are looked for.
struct Case {
    name: &'static str,
    signature: fn() -> Signature,
    bars: Bars,
}

const CASES: &[Case] = &[
    Case { name: "lists", signature: signatures::lists, bars: bars::LISTS },
    Case { name: "lists_sort", signature: signatures::lists_sort, bars: bars::LISTS_SORT },
    Case { name: "booleans", signature: signatures::booleans, bars: bars::BOOLEANS },
    Case { name: "arithmetic", signature: signatures::arithmetic, bars: bars::ARITHMETIC },
    Case { name: "sets", signature: signatures::sets, bars: bars::SETS },
    Case { name: "heaps", signature: signatures::heaps, bars: bars::HEAPS },
    Case { name: "pretty", signature: signatures::pretty, bars: bars::PRETTY },
    Case {
        name: "lists_depth4",
        signature: || signatures::lists().depth(4),
        bars: bars::LISTS_DEPTH4,
    },
];

/// A way to set up a signature.
struct Subject {
    name: &'static str,
    set_up: fn(Signature) -> Signature,
}

const SEARCH: &str = "search";
const LAWFUL: &str = "lawful";

const SUBJECTS: &[Subject] = &[
    // The search, its small scope and its proofs: what QuickSpec 1 does.
    Subject { name: SEARCH, set_up: |signature| signature.hard_tests(0).without_weak_laws() },
    // Defaults: fresh tests, laws where functions are defined and near-laws as well.
    Subject { name: LAWFUL, set_up: |signature| signature },
];

pub fn run(options: &Options, report: &mut Report) {
    if let Some((case, subject)) = child::asked() {
        let case = CASES.iter().find(|one| one.name == case).expect("a child knows its case");
        let subject =
            SUBJECTS.iter().find(|one| one.name == subject).expect("a child knows its subject");
        return child::answer((subject.set_up)((case.signature)()));
    }
    let subjects: Vec<&Subject> =
        SUBJECTS.iter().filter(|subject| options.wants_subject(subject.name)).collect();
    let mut notes = Vec::new();
    let mut baseline = None;
    let rounds = options.rounds.unwrap_or(ROUNDS);
    for case in CASES.iter().filter(|case| options.wants_case(case.name)) {
        let (measured, started_with) = measure(case, &subjects, rounds);
        for (subject, measured) in subjects.iter().zip(&measured) {
            report.add(subject.name, "laws", measured.laws as f64);
            report.add(subject.name, "cpu_ms", measured.cpu_ms);
            if let Some(peak_mb) = measured.peak_mb {
                report.add(subject.name, "peak_mb", peak_mb);
            }
        }
        report.end_case(case.name);
        let named = subjects.iter().map(|subject| subject.name).zip(measured);
        notes.push(case.bars.verdict(case.name, &named.collect::<Vec<_>>()));
        baseline = baseline.or(started_with);
    }
    if let Some(baseline) = baseline {
        report.note(&format!(
            "peak_mb includes the {baseline:.1} MB of a process before it searches"
        ));
    }
    // A single round is a cold one, and most likely run by a tool that slows it down.
    if rounds > 1 {
        notes.iter().for_each(|note| report.note(note));
    }
}

/// Measures all subjects of a case, which take turns. Also returns the memory of a child before its search.
fn measure(case: &Case, subjects: &[&Subject], rounds: usize) -> (Vec<Measured>, Option<f64>) {
    // One round is for tools that count instructions: this process then does nothing beside it.
    let warm_up = usize::from(rounds > 1);
    let mut laws = vec![0; subjects.len()];
    let mut figures = vec![Vec::new(); subjects.len()];
    for round in 0..rounds + warm_up {
        for turn in 0..subjects.len() {
            let index = (round + turn) % subjects.len();
            let signature = (subjects[index].set_up)((case.signature)());
            let start = clock::process();
            let found = signature.discover();
            let time = clock::process() - start;
            laws[index] = found.laws().len();
            if round >= warm_up {
                figures[index].push(time.as_secs_f64() * 1e3);
            }
        }
    }
    let memory: Vec<Option<child::Memory>> = subjects
        .iter()
        .map(|subject| (rounds > 1).then(|| child::ask(case.name, subject.name)))
        .collect();
    let baseline = memory.iter().flatten().map(|memory| memory.baseline_mb).next();
    let measured = laws.into_iter().zip(figures).zip(memory).map(|((laws, figures), memory)| {
        let peak_mb = memory.map(|memory| memory.peak_mb);
        Measured { laws, cpu_ms: median(figures), peak_mb }
    });
    (measured.collect(), baseline)
}
