//! Laws over time: "Using QuickCheck to test software" (using-quickcheck-2008).
//!
//! | study | what it is about |
//! |---|---|
//! | [`numbers`] | section 3.4: numbers that are sent in order, judged with data |
//! | [`missile`] | section 3.4.2: a button and a missile, and what `until` says of them |
//! | [`until`] | section 2.2: three meanings of `until` that contradict each other |
//! | [`philosophers`] | section 3.5.4: a program that does not end, and its deadlock |
//! | [`chat`] | section 4 and appendix C: a chat server, and messages of all clients |
//! | [`specifications`] | specifications of ours, most of them with data |
//! | `http2` | ours: the crate h2, which was not changed, by what it tells `tracing`; a test only |

pub mod chat;
#[cfg(test)]
mod http2;
pub mod missile;
pub mod numbers;
pub mod philosophers;
pub mod specifications;
pub mod until;

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use lawful::Runner;
use lawful::pulse::SCHEDULES;
use lawful::report::terminal;
use lawful::run::{Config, Summary};

use crate::exhibit::{Exhibit, Study};
use crate::finding::reason;
use philosophers::First;
use specifications::{deadlines, deliveries, exclusion, handles, leader, locks};

static STUDY: Study = Study::of(
    "temporal",
    "using-quickcheck-2008, 2.2, 3.4, 3.5 and 4",
    "missile_launched_when_turned_off",
);

/// Programs whose laws have an input, so that their schedules are those of many cases.
const WITH_INPUT: [&str; 3] = ["missile", "chat", "chat_of_three"];
/// Number of schedules for each case of a program with input in [`passes`]. With 50 of them, 200 schedules are those of
/// four inputs, none of which broke the law of the wrong missile.
const SCHEDULES_PER_CASE: u64 = 10;

/// The laws of all studies.
pub fn exhibits() -> Vec<Exhibit> {
    programs().into_iter().chain(until::exhibits()).collect()
}

/// Laws of programs under the scheduler.
fn programs() -> Vec<Exhibit> {
    let studies = [numbers::exhibits(), missile::exhibits(), dinners(), chat::exhibits()];
    let ours = specified().into_iter().map(Exhibit::ours);
    studies.into_iter().flatten().chain(ours).collect()
}

/// Names of the programs that satisfy their laws, for [`passes`].
pub fn right_programs() -> Vec<&'static str> {
    let right = programs().into_iter().filter(|exhibit| exhibit.passes());
    right.map(|exhibit| exhibit.name).collect()
}

/// Runs the law of a right program with each of these root seeds, and so many schedules for each.
///
/// Returns the number of runs, or the report of the first failure. A law with an input has its schedules spread over many
/// inputs.
///
/// ```no_run
/// for name in lawful_gallery::temporal::right_programs() {
///     lawful_gallery::temporal::passes(name, 1..=100, 1_000).unwrap();
/// }
/// ```
pub fn passes(name: &str, seeds: RangeInclusive<u64>, schedules: u64) -> Result<u64, String> {
    let programs = programs().into_iter().filter(|exhibit| exhibit.passes());
    let program = programs.into_iter().find(|exhibit| exhibit.name == name);
    let program = program.ok_or_else(|| format!("no right program is called {name:?}"))?;
    let cases = if WITH_INPUT.contains(&name) { schedules.div_ceil(SCHEDULES_PER_CASE) } else { 1 };
    let mut runs = 0;
    for seed in seeds {
        let config = Config::default().with(|config| {
            config.tests = cases;
            config.seed = Some(seed);
            config.settings.set(&SCHEDULES, schedules.div_ceil(cases));
        });
        let summary = Runner::named(name).with(config).run(program.law().expect("it is a law"));
        if !summary.is_success() {
            return Err(format!("seed {seed}: {}", terminal::report(&summary)));
        }
        runs += watched_runs(&summary);
    }
    Ok(runs)
}

/// Number of runs that a law over time judged.
fn watched_runs(summary: &Summary) -> u64 {
    let rows = summary.counts.iter().filter(|(counted, _)| counted.table == "runs");
    rows.map(|(_, count)| count).sum()
}

/// Laws of the dining philosophers.
fn dinners() -> Vec<Exhibit> {
    vec![
        STUDY.breaks(
            "philosophers_left_first",
            "Section 3.5.4: five philosophers, forks that are servers, and a clock. Everyone takes the left fork first, and \
             then nobody eats any more. The paper finds that after 329 to 448 tests, in a minute on average, and not in \
             the usual 100. The program does not end, so its runs are cut.",
            philosophers::law(5, First::Left),
        )
        .finds(reason([
            "hungry philosophers eat",
            "owed since event",
            ": Hungry(",
            ": Tick",
            "never Eats",
        ]))
        .tests(10),
        STUDY.holds(
            "philosophers_last_reversed",
            "One philosopher who takes the right fork first is enough. This version is ours.",
            philosophers::law(5, First::LastReversed),
        )
        .ours()
        .tests(3),
    ]
}

/// Laws of the specifications, each with a right and a wrong program.
fn specified() -> Vec<Exhibit> {
    vec![
        STUDY.holds(
            "deadlines",
            "Each request is answered or given up in 100 ms of virtual time. A watchdog gives up what waits too long.",
            deadlines::law(true),
        )
        .tests(50),
        STUDY.breaks(
            "deadlines_missed",
            "Without the watchdog the second request waits for the first one, and is answered after 120 ms.",
            deadlines::law(false),
        )
        .finds(reason([
            "each request is answered or given up in 100 ms",
            "event 2: Request { id: 2 }",
            "not within 100ms: Response { id: 2 }",
        ])),
        STUDY.holds(
            "locks",
            "For each thread and each lock, locking and unlocking take turns, and each lock is given back.",
            locks::law(true),
        )
        .tests(50),
        STUDY.breaks(
            "locks_kept",
            "The way out of a transfer without enough money forgets the second lock.",
            locks::law(false),
        )
        .finds(reason([
            "locks are taken and given back in pairs",
            "Lock { thread: 2, lock: 2 }",
            "never Unlock { thread: 2, lock: 2 }",
        ])),
        STUDY.holds(
            "handles",
            "Each handle that is opened is closed, and is not used afterwards.",
            handles::law(true),
        )
        .tests(50),
        STUDY.breaks(
            "handles_used_after_close",
            "A handle is borrowed from the pool without the cleaner being told, which closes it while it is used.",
            handles::law(false),
        )
        .finds(reason([
            "what was closed is not used",
            "event 2: Close { fd: 1 }",
            "event 3: Use { fd: 1 }",
        ])),
        STUDY.holds(
            "exclusion",
            "Peterson's algorithm lets one thread in at a time.",
            exclusion::law(true),
        )
        .tests(50),
        STUDY.breaks(
            "exclusion_with_stores_exchanged",
            "With the two stores of the entry exchanged, both threads are inside.",
            exclusion::law(false),
        )
        .finds(reason([
            "one at a time is inside",
            "Enter { who: ",
            "Enter { who: ",
            "before any Leave { who: ",
        ])),
        STUDY.holds(
            "deliveries",
            "What was delivered is not delivered again, although a message comes twice.",
            deliveries::law(true),
        )
        .tests(50),
        STUDY.breaks(
            "deliveries_twice",
            "Two workers look whether the message is new before either of them writes that it is not.",
            deliveries::law(false),
        )
        .finds(reason([
            "nothing is delivered twice",
            "event 3: Delivered { id: 2 }",
            "event 4: Delivered { id: 2 }",
        ])),
        STUDY.holds(
            "leader",
            "In a ring of stations there is a leader at last, by the election of Chang and Roberts (1979).",
            leader::law(true),
        )
        .tests(50),
        STUDY.breaks(
            "leaders_without_end",
            "Stations pass on smaller numbers as well, so that each of them sees its own again and leads.",
            leader::law(false),
        )
        .finds(reason([
            "no two stations lead",
            "event 1: Leader { who: ",
            "event 2: Leader { who: ",
        ])),
    ]
}
