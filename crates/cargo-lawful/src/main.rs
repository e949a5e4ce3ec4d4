//! The command `cargo lawful`. It parses options; what it does is in libraries.

use std::process::ExitCode;

use cargo_lawful::command_error;
use cargo_lawful::discover::LawsOptions;
use cargo_lawful::init::InitOptions;
use cargo_lawful::trace::TraceOptions;
use cargo_lawful::uncontrolled::{self, UncontrolledOptions};
use clap::{Parser, Subcommand};
use lawful_rank::command::{RankOptions, exit_code};

/// Commands of Lawful, a toolkit for property-based testing.
#[derive(Parser)]
#[command(name = "cargo lawful", bin_name = "cargo lawful", version)]
struct CargoLawful {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Adds Lawful to a package, and writes a first law for one of its functions.
    Init(InitOptions),
    /// Finds the laws that functions obey, and compares them with those that are kept.
    Laws(Box<LawsOptions>),
    /// Ranks executables for one task by the bugs that tests show.
    Rank(Box<RankOptions>),
    /// Draws the schedule or the history of a stored failure.
    Trace(TraceOptions),
    /// Lists locks, threads and clocks in the workspace that scheduled laws do not control.
    Uncontrolled(UncontrolledOptions),
}

fn main() -> ExitCode {
    // Cargo calls `cargo-lawful lawful ..`.
    let arguments = std::env::args_os().enumerate();
    let own = arguments.filter(|(at, word)| *at != 1 || word != "lawful").map(|(_, word)| word);
    match CargoLawful::parse_from(own).command {
        Command::Init(options) => command_error::exit_code(options.run(&mut std::io::stdout())),
        Command::Laws(options) => command_error::exit_code(options.run(&mut std::io::stdout())),
        Command::Rank(options) => exit_code(options.run(&mut std::io::stdout())),
        Command::Trace(options) => command_error::exit_code(options.run(&mut std::io::stdout())),
        Command::Uncontrolled(options) => {
            uncontrolled::exit_code(options.run(&mut std::io::stdout()), options.deny)
        }
    }
}
