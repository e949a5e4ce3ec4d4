//! Suite `rank`: what it costs to rank many programs.
//!
//! A case is a file beside this one and an entry in [`CASES`].

mod executables;
mod synthetic;

pub use executables::answer_if_asked;

use crate::Options;
use crate::report::Report;

/// A set of programs that is ranked.
struct Case {
    name: &'static str,
    run: fn(&Options, &mut Report),
}

const CASES: &[Case] = &[
    Case { name: "synthetic", run: synthetic::run },
    Case { name: "executables", run: executables::run },
];

pub fn run(options: &Options, report: &mut Report) {
    for case in CASES.iter().filter(|case| options.wants_case(case.name)) {
        (case.run)(options, report);
        report.end_case(case.name);
    }
}
