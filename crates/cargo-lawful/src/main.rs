//! The command `cargo lawful`. What it does is in libraries.

use std::process::ExitCode;

use cargo_lawful::cli::CargoLawful;
use clap::Parser;

fn main() -> ExitCode {
    // Cargo calls `cargo-lawful lawful ..`.
    let arguments = std::env::args_os().enumerate();
    let own = arguments.filter(|(at, word)| *at != 1 || word != "lawful").map(|(_, word)| word);
    CargoLawful::parse_from(own).run()
}
