//! What a test costs, by the number of branches and of commands in each: the table of figure 2.5, and what lies
//! beyond it.

use std::cell::Cell;
use std::rc::Rc;

use lawful::Law;
use lawful::Source;
use lawful::extend::Case;
use lawful::machine::shared::Machine;
use lawful::parallel::{Parallel, Share};
use lawful_gallery::atomicity::{Version, counter, queue, store};

use crate::Options;
use crate::clock;
use crate::report::Report;

/// Branches and commands in each, with a name. The paper stops at 8 for two branches, 3 for three, 2 for four and 1
/// for five.
const SHAPES: [(&str, usize, usize); 6] = [
    ("two_of_8", 2, 8),
    ("three_of_3", 3, 3),
    ("three_of_5", 3, 5),
    ("four_of_4", 4, 4),
    ("five_of_2", 5, 2),
    ("five_of_4", 5, 4),
];

const TESTS: u64 = 200;

pub fn run(options: &Options, report: &mut Report) {
    for (name, branches, commands) in SHAPES.into_iter().filter(|shape| options.wants_case(shape.0))
    {
        let shape = (branches, commands);
        measure("counter", shape, || counter::machine(Version::Right), report);
        measure("store", shape, || store::machine(Version::Right), report);
        measure("queue", shape, || queue::machine(Version::Right), report);
        report.end_case(name);
    }
}

/// With one schedule a test, and with 64, and on threads once.
fn measure<M, S>(
    subject: &'static str,
    (branches, commands): (usize, usize),
    machine: impl Fn() -> Machine<M, S>,
    report: &mut Report,
) where
    M: Clone + PartialEq + std::fmt::Debug + Send + 'static,
    S: Share + Send + 'static,
{
    let full = Rc::new(Cell::new(0_u64));
    let scheduled = |schedules: u64| {
        Parallel::scheduled(machine())
            .branches(branches)
            .commands(commands)
            .max_interleavings(u64::MAX)
            .max_states(1_000_000)
            .schedules(schedules)
    };
    let threads = Parallel::threads(machine())
        .branches(branches)
        .commands(commands)
        .max_interleavings(u64::MAX)
        .max_states(1_000_000)
        .repeat(1);
    report.add(subject, "ms_per_test", milliseconds(&scheduled(1)));
    report.add(subject, "ms_64_schedules", milliseconds(&scheduled(64)));
    report.add(subject, "ms_on_threads", milliseconds(&threads));
    let law = scheduled(1);
    for index in 0..TESTS {
        // A case is shown with its commands, which says whether it has the shape that was asked for.
        let summary = lawful::Runner::named(subject).seed(index).tests(1).run(&law);
        let all = summary.counts.iter().filter(|(counted, _)| counted.table == "commands");
        let made: u64 = all.map(|(_, count)| *count).sum();
        full.set(full.get() + u64::from(made as usize >= branches * commands));
    }
    report.add(subject, "full_percent", 100.0 * full.get() as f64 / TESTS as f64);
}

fn milliseconds(law: &dyn Law) -> f64 {
    let before = clock::process();
    for seed in 0..TESTS {
        let outcome = law.test(&mut Case::new(Source::from_seed(seed, 100)));
        assert_eq!(outcome, lawful::Outcome::Passed);
    }
    (clock::process() - before).as_secs_f64() * 1e3 / TESTS as f64
}
