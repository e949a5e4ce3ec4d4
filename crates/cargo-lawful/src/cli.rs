//! The command line, and its commands.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::discover::LawsOptions;
use crate::error::{CommandError, EXIT_CODES, Exit};
use crate::failures::FailuresOptions;
use crate::init::InitOptions;
use crate::list::ListOptions;
use crate::merge::MergeOptions;
use crate::rank::RankCommand;
use crate::replay::ReplayOptions;
use crate::report::ReportOptions;
use crate::run::RunOptions;
use crate::style::{Colour, tell_error};
use crate::trace::TraceOptions;
use crate::uncontrolled::{self, UncontrolledOptions};

/// Runs the laws of a workspace on all cores, for a time or a number of tests, and continues after failures.
#[derive(Parser)]
#[command(
    name = "cargo lawful",
    bin_name = "cargo lawful",
    version,
    after_help = EXIT_CODES,
    args_conflicts_with_subcommands = true
)]
pub struct CargoLawful {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    run: RunOptions,

    /// When to use colours.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: Colour,
}

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Adds Lawful to a package, with a first law for one of its functions.
    Init(InitOptions),
    /// Runs laws, as `cargo lawful` does without a command.
    #[command(after_help = EXIT_CODES)]
    Run(Box<RunOptions>),
    /// Lists the laws of the workspace.
    List(Box<ListOptions>),
    /// Runs the case of a stored failure again.
    #[command(after_help = EXIT_CODES)]
    Replay(Box<ReplayOptions>),
    /// Lists, shows, forgets and keeps stored failures.
    Failures(FailuresOptions),
    /// Draws the schedule or the history of a stored failure.
    Trace(TraceOptions),
    /// Discovers the laws that functions obey, and compares them with a law file.
    Laws(Box<LawsOptions>),
    /// Merges the results of shards into those of one run.
    #[command(after_help = EXIT_CODES)]
    Merge(Box<MergeOptions>),
    /// Makes an HTML page from result files, such as those of `LAWFUL_RESULTS=FILE cargo test`.
    Report(Box<ReportOptions>),
    /// Ranks executables that solve one task, by their bugs.
    Rank(Box<RankCommand>),
    /// Lists the locks, threads and clocks of the workspace that scheduled laws do not control.
    Uncontrolled(UncontrolledOptions),
}

impl CargoLawful {
    /// Runs the command, and returns the exit code.
    pub fn run(self) -> ExitCode {
        self.color.set();
        let output = &mut anstream::stdout();
        match self.command {
            None => ended(self.run.run()),
            Some(Command::Run(options)) => ended(options.run()),
            Some(Command::List(options)) => ended(options.run(output)),
            Some(Command::Replay(options)) => ended(options.run()),
            Some(Command::Failures(options)) => ended(options.run(output)),
            Some(Command::Trace(options)) => ended(options.run(output).map(|()| Exit::Fine)),
            Some(Command::Laws(options)) => ended(options.run(output).map(|()| Exit::Fine)),
            Some(Command::Merge(options)) => ended(options.run(output)),
            Some(Command::Report(options)) => ended(options.run()),
            Some(Command::Init(options)) => ended(options.run(output).map(|()| Exit::Fine)),
            Some(Command::Rank(options)) => ended(options.run(output).map(|()| Exit::Fine)),
            Some(Command::Uncontrolled(options)) => {
                uncontrolled::exit_code(options.run(output), options.deny)
            }
        }
    }
}

/// Prints the error, if there is one, and returns the exit code.
fn ended(result: Result<Exit, CommandError>) -> ExitCode {
    match result {
        Ok(exit) => exit.into(),
        // A reader such as `head` closes the pipe once it has enough lines; that is no error.
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            tell_error(&error.to_string());
            error.exit().into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words of a command line in a page, without variables of a shell or a CI server.
    fn words(line: &str) -> Option<Vec<String>> {
        let (_, line) = line.split_once("cargo lawful")?;
        let line = line.split([';', '`', '#']).next()?.replace("${{ matrix.shard }}", "1");
        let words = line.split_whitespace().filter(|word| *word != "\"$@\"");
        Some([String::from("cargo lawful")].into_iter().chain(words.map(String::from)).collect())
    }

    /// The command must accept each command line of the manual and the README.
    #[test]
    fn command_lines_of_the_pages_are_accepted() {
        let pages = [include_str!("manual.md"), include_str!("../../../README.md")];
        let mut number = 0;
        for page in pages {
            for block in page.split("```").skip(1).step_by(2) {
                let is_shown =
                    ["console", "yaml", "sh"].contains(&block.lines().next().unwrap_or(""));
                for line in block.lines().skip(1).filter(|_| is_shown) {
                    let Some(words) = words(line) else { continue };
                    let parsed = CargoLawful::try_parse_from(&words);
                    assert!(parsed.is_ok(), "{line}: {:?}", parsed.err());
                    number += 1;
                }
            }
        }
        assert!(number > 10, "{number}");
    }

    #[test]
    fn options_are_consistent() {
        use clap::CommandFactory;
        CargoLawful::command().debug_assert();
    }
}
