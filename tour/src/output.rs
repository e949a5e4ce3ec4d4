//! Standard output, which may be closed before the tour is over: by `head`, say.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

/// Exit code of a program that a closed pipe has ended, as shells give it for the signal. It is no success: what was not
/// written was not compared either.
const CLOSED: i32 = 128 + 13;

/// Prints a text and the end of the line. If that cannot be written, the program ends.
pub fn line(text: impl Display) {
    let written = writeln!(io::stdout().lock(), "{text}");
    if let Err(error) = written {
        std::process::exit(code(&error));
    }
}

fn code(error: &io::Error) -> i32 {
    if error.kind() == ErrorKind::BrokenPipe {
        return CLOSED;
    }
    eprintln!("the tour could not be written: {error}");
    1
}
