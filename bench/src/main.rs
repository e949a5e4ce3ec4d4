//! Lawful beside its peers: one command, one suite, one process.

mod clock;
mod compile;
mod discovery;
mod generation;
mod jobs;
mod linearizability;
mod machine;
mod measure;
mod parallel;
mod patterns;
mod quiet;
mod rank;
mod report;
mod runner;
mod schedule;
mod shrinking;
mod soak;
mod temporal;

use std::process::ExitCode;

use report::Report;

/// A set of cases that is run and reported as one.
struct Suite {
    name: &'static str,
    about: &'static str,
    run: fn(&Options, &mut Report),
}

const SUITES: &[Suite] = &[
    Suite {
        name: "generation",
        about: "cost of a test that only makes its value, over five kinds of value",
        run: generation::run,
    },
    Suite {
        name: "patterns",
        about: "cost of a test that only makes a string by regular expression",
        run: patterns::run,
    },
    Suite { name: "runner", about: "cost of a test of a law over two i32", run: runner::run },
    Suite {
        name: "jobs",
        about: "tests per second on one thread and on two, of a law that takes 50 microseconds",
        run: jobs::run,
    },
    Suite {
        name: "shrinking",
        about: "how small a failure becomes, in how many runs and how much time",
        run: shrinking::run,
    },
    Suite {
        name: "machine",
        about: "commands per second over a counter, and how a failing sequence of commands shrinks",
        run: machine::run,
    },
    Suite {
        name: "schedule",
        about: "what schedulers of concurrent programs cost, and how soon they find known mistakes",
        run: schedule::run,
    },
    Suite {
        name: "linearizability",
        about: "how long it takes to find an order that explains a history, or that there is none",
        run: linearizability::run,
    },
    Suite {
        name: "parallel",
        about: "what machines with calls at once cost, and how soon they find known races",
        run: parallel::run,
    },
    Suite {
        name: "discovery",
        about: "what it costs to find the laws of a signature, and how many there are",
        run: discovery::run,
    },
    Suite {
        name: "rank",
        about: "how long it takes to rank many programs by the bugs that tests show",
        run: rank::run,
    },
    Suite {
        name: "temporal",
        about: "events per second of monitors of temporal laws, and what they remember",
        run: temporal::run,
    },
    Suite {
        name: "compile",
        about: "crates, and CPU seconds to build a crate with 30 laws over 10 types",
        run: compile::run,
    },
    Suite {
        name: "soak",
        about: "the long counts, of which the tests run a hundredth",
        run: soak::run,
    },
];

/// What the command line asks of a suite.
struct Options {
    json: bool,
    seeds: u64,
    rounds: Option<usize>,
    case: Option<String>,
    subject: Option<String>,
    /// The size that subject `lawful` starts from, instead of sizes that grow.
    from_size: Option<u32>,
    /// Whether the cases run that nothing is tuned on.
    held_out: bool,
}

impl Options {
    fn wants_case(&self, name: &str) -> bool {
        self.case.as_ref().is_none_or(|case| case == name)
    }

    fn wants_subject(&self, name: &str) -> bool {
        self.subject.as_ref().is_none_or(|subject| subject == name)
    }
}

fn main() -> ExitCode {
    // A process for the cases of an isolated exhibit.
    lawful_gallery::serve_if_child();
    if rank::answer_if_asked() {
        return ExitCode::SUCCESS;
    }
    match parse(std::env::args().skip(1)) {
        Ok(None) => {
            print!("{}", usage());
            ExitCode::SUCCESS
        }
        Ok(Some((suite, options))) => {
            let mut report = Report::new(suite.name, options.json);
            (suite.run)(&options, &mut report);
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprint!("error: {message}\n\n{}", usage());
            ExitCode::from(2)
        }
    }
}

fn parse(
    mut arguments: impl Iterator<Item = String>,
) -> Result<Option<(&'static Suite, Options)>, String> {
    let mut suite = None;
    let mut options = Options {
        json: false,
        seeds: 100,
        rounds: None,
        case: None,
        subject: None,
        from_size: None,
        held_out: false,
    };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--json" => options.json = true,
            "--seeds" => options.seeds = number(&argument, arguments.next())?,
            "--rounds" => options.rounds = Some(number(&argument, arguments.next())? as usize),
            "--case" => options.case = Some(word(&argument, arguments.next())?),
            "--subject" => options.subject = Some(word(&argument, arguments.next())?),
            "--from-size" => options.from_size = Some(size(&argument, arguments.next())?),
            "--held-out" => options.held_out = true,
            name if suite.is_none() => {
                let known = SUITES.iter().find(|suite| suite.name == name);
                suite = Some(known.ok_or(format!("there is no suite `{name}`"))?);
            }
            other => return Err(format!("`{other}` is not understood")),
        }
    }
    Ok(suite.map(|suite| (suite, options)))
}

fn number(option: &str, value: Option<String>) -> Result<u64, String> {
    word(option, value)?
        .parse()
        .ok()
        .filter(|number| *number > 0)
        .ok_or(format!("`{option}` needs a number above 0"))
}

fn size(option: &str, value: Option<String>) -> Result<u32, String> {
    u32::try_from(number(option, value)?).map_err(|_| format!("`{option}` is too large"))
}

fn word(option: &str, value: Option<String>) -> Result<String, String> {
    value.ok_or(format!("`{option}` needs a value"))
}

fn usage() -> String {
    let mut text = String::from(
        "usage: bench SUITE [--json] [--case NAME] [--subject NAME] [--seeds N] [--rounds N]\n\
         \x20                  [--from-size N] [--held-out]\n\nsuites:\n",
    );
    for suite in SUITES {
        text += &format!("  {:16}{}\n", suite.name, suite.about);
    }
    text += "\n--json prints one object a line; --case and --subject keep only what is named;\n\
             --seeds is for shrinking, machine and schedule, --from-size for shrinking, --held-out for shrinking and linearizability,\n\
             --rounds for generation, patterns, runner, jobs, machine, schedule, linearizability, discovery, rank and compile.\n";
    text
}
