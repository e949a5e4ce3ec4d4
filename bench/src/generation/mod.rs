//! Suite `generation`: what a test costs that only makes its value and drops it.
//!
//! Each subject runs in its own runner. Subjects draw different sizes from the same bounds, so the mean
//! size is counted in a pass of its own, which is not timed, and the cost is also given per element.

mod arbtest;
mod bolero;
mod direct;
mod hegeltest;
mod lawful;
mod proptest;
mod quickcheck;
pub mod sample;
mod value;

use crate::Options;
use crate::measure::{Run, nanoseconds_per_test};
use crate::quiet::quietly;
use crate::report::Report;
use value::{Counted, Law, Opaque, Sizes};

/// The subjects, in the order in which they are printed.
fn subjects() -> Vec<Entry> {
    vec![
        entry::<direct::Direct>(),
        entry::<lawful::Lawful>(),
        entry::<bolero::Bolero>(),
        entry::<quickcheck::QuickCheck>(),
        entry::<arbtest::Arbtest>(),
        entry::<proptest::Proptest>(),
        entry::<hegeltest::Hegeltest>(),
    ]
}

/// The five laws in one subject's words. Each runs about `tests` tests and returns how many it did run.
trait Subject {
    const NAME: &'static str;

    /// `Vec<i64>` of 0 to 100 elements.
    fn vec_i64<L: Law>(tests: u64) -> u64;
    /// `String` of 0 to 100 characters, any text.
    fn string<L: Law>(tests: u64) -> u64;
    /// `Vec<u8>` of 0 to 4096 bytes.
    fn bytes<L: Law>(tests: u64) -> u64;
    /// [`value::Expression`] of depth at most [`value::DEPTH`], 33 nodes on average.
    fn tree<L: Law>(tests: u64) -> u64;
    /// [`value::Mixed`].
    fn struct8<L: Law>(tests: u64) -> u64;
}

struct Entry {
    name: &'static str,
    cases: Vec<Case>,
}

struct Case {
    name: &'static str,
    timed: Run,
    counted: Run,
}

fn entry<S: Subject>() -> Entry {
    let case = |name, timed, counted| Case { name, timed, counted };
    Entry {
        name: S::NAME,
        cases: vec![
            case("vec_i64", S::vec_i64::<Opaque>, S::vec_i64::<Counted>),
            case("string", S::string::<Opaque>, S::string::<Counted>),
            case("bytes", S::bytes::<Opaque>, S::bytes::<Counted>),
            case("tree", S::tree::<Opaque>, S::tree::<Counted>),
            case("struct8", S::struct8::<Opaque>, S::struct8::<Counted>),
        ],
    }
}

const ROUNDS: usize = 15;
const COUNTED_TESTS: u64 = 20_000;

pub fn run(options: &Options, report: &mut Report) {
    let mut subjects = subjects();
    subjects.retain(|subject| options.wants_subject(subject.name));
    for name in ["vec_i64", "string", "bytes", "tree", "struct8"] {
        if !options.wants_case(name) {
            continue;
        }
        let cases: Vec<(&'static str, &Case)> = subjects
            .iter()
            .flat_map(|subject| subject.cases.iter().map(|case| (subject.name, case)))
            .filter(|(_, case)| case.name == name)
            .collect();
        let runs: Vec<Run> = cases.iter().map(|(_, case)| case.timed).collect();
        let rounds = options.rounds.unwrap_or(ROUNDS);
        let costs = quietly(|| nanoseconds_per_test(&runs, rounds));
        let sizes =
            cases.iter().map(|(_, case)| quietly(|| Sizes::of(|| (case.counted)(COUNTED_TESTS))));
        for (((subject, _), cost), size) in cases.iter().zip(costs).zip(sizes) {
            report.add(subject, "ns_per_test", cost);
            report.add(subject, "mean_elements", size.elements);
            report.add(subject, "mean_bytes", size.bytes);
            report.add(subject, "ns_per_element", cost / size.elements);
        }
        report.end_case(name);
    }
}
