//! `cargo run --release`: the tour. It runs the laws of the gallery, with live progress, and shows
//! what they find.

mod arguments;
mod output;
mod pages;
mod progress;
mod report;
mod text;
mod tour;

use std::process::ExitCode;

fn main() -> ExitCode {
    lawful_gallery::serve_if_child();
    match arguments::read(std::env::args().skip(1)) {
        Ok(arguments::Command::Tour(options)) => tour::run(&options),
        Ok(arguments::Command::Help) => {
            output::line(arguments::HELP.trim_end());
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}\n\n{}", arguments::HELP);
            ExitCode::from(2)
        }
    }
}
