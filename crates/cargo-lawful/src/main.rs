//! The command `cargo lawful`. It parses options; what it does is in libraries.

use std::process::ExitCode;

use cargo_lawful::command_error;
use cargo_lawful::error::{CommandError, EXIT_CODES, Exit};
use cargo_lawful::failures::FailuresOptions;
use cargo_lawful::init::InitOptions;
use cargo_lawful::list::ListOptions;
use cargo_lawful::merge::MergeOptions;
use cargo_lawful::replay::ReplayOptions;
use cargo_lawful::run::RunOptions;
use cargo_lawful::style::{Colour, Tone, tell};
use cargo_lawful::uncontrolled::{self, UncontrolledOptions};
use clap::{Parser, Subcommand};
use lawful_rank::command::{RankOptions, exit_code};

/// Runs the laws of a workspace: on all cores, for a time or a number of tests, and going on after failures.
#[derive(Parser)]
#[command(
    name = "cargo lawful",
    bin_name = "cargo lawful",
    version,
    after_help = EXIT_CODES,
    args_conflicts_with_subcommands = true
)]
struct CargoLawful {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    run: RunOptions,

    /// When to use colours.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: Colour,
}

#[derive(Subcommand)]
enum Command {
    /// Adds Lawful to a package, and writes a first law for one of its functions.
    Init(InitOptions),
    /// Runs laws, which is what `cargo lawful` does without a command.
    #[command(after_help = EXIT_CODES)]
    Run(Box<RunOptions>),
    /// Lists the laws of the workspace.
    List(Box<ListOptions>),
    /// Runs the case of a stored failure again.
    #[command(after_help = EXIT_CODES)]
    Replay(Box<ReplayOptions>),
    /// Lists stored failures; shows, forgets and keeps them.
    Failures(FailuresOptions),
    /// Joins the results of shards to those of one run.
    #[command(after_help = EXIT_CODES)]
    Merge(Box<MergeOptions>),
    /// Ranks executables for one task by the bugs that tests show.
    Rank(Box<RankOptions>),
    /// Lists locks, threads and clocks in the workspace that scheduled laws do not control.
    Uncontrolled(UncontrolledOptions),
}

fn main() -> ExitCode {
    // Cargo calls `cargo-lawful lawful ..`.
    let arguments = std::env::args_os().enumerate();
    let own = arguments.filter(|(at, word)| *at != 1 || word != "lawful").map(|(_, word)| word);
    let CargoLawful { command, run, color } = CargoLawful::parse_from(own);
    color.set();
    match command {
        None => ended(run.run()),
        Some(Command::Init(options)) => {
            command_error::exit_code(options.run(&mut anstream::stdout()))
        }
        Some(Command::Run(options)) => ended(options.run()),
        Some(Command::List(options)) => ended(options.run(&mut anstream::stdout())),
        Some(Command::Replay(options)) => ended(options.run()),
        Some(Command::Failures(options)) => ended(options.run(&mut anstream::stdout())),
        Some(Command::Merge(options)) => ended(options.run(&mut anstream::stdout())),
        Some(Command::Rank(options)) => exit_code(options.run(&mut std::io::stdout())),
        Some(Command::Uncontrolled(options)) => {
            uncontrolled::exit_code(options.run(&mut std::io::stdout()), options.deny)
        }
    }
}

/// Prints an error, if there is one, and gives the exit code.
fn ended(result: Result<Exit, CommandError>) -> ExitCode {
    match result {
        Ok(exit) => exit.into(),
        // The reader of the output has seen enough.
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            tell(Tone::Bad, "Error", &error.to_string());
            error.exit().into()
        }
    }
}
