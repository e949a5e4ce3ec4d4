//! Suite `soak`: the long counts, whole. The tests of the workspace run a hundredth of each.
//!
//! Another count is another line in [`COUNTS`].

use std::time::Instant;

use crate::Options;
use crate::clock;
use crate::report::Report;

/// Something that is done very often and must never fail; a failure panics.
struct Count {
    name: &'static str,
    /// How often it is done here.
    times: u64,
    run: fn(times: u64),
}

const COUNTS: &[Count] = &[];

pub fn run(options: &Options, report: &mut Report) {
    if COUNTS.is_empty() {
        report.note("there are no long counts yet");
    }
    for count in COUNTS.iter().filter(|count| options.wants_case(count.name)) {
        let (cpu, wall) = (clock::process(), Instant::now());
        (count.run)(count.times);
        report.add("lawful", "times", count.times as f64);
        report.add("lawful", "cpu_s", (clock::process() - cpu).as_secs_f64());
        report.add("lawful", "wall_s", wall.elapsed().as_secs_f64());
        report.end_case(count.name);
    }
}
