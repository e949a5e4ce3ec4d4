//! Lines of status as cargo has them: a word in colour, and what it is about.

use std::io::Write;

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;

/// Colour of a line of status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something goes on or is as it should be.
    Good,
    /// Something is worth a look.
    Warning,
    /// Something is wrong.
    Bad,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal, unless NO_COLOR says no or CLICOLOR_FORCE yes.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Colour {
    /// Makes it the choice of all streams of this program.
    pub fn set(self) {
        match self {
            Colour::Auto => anstream::ColorChoice::Auto,
            Colour::Always => anstream::ColorChoice::Always,
            Colour::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// A line of status.
pub fn status(tone: Tone, word: &str, text: &str) -> String {
    let colour = match tone {
        Tone::Good => AnsiColor::Green,
        Tone::Warning => AnsiColor::Yellow,
        Tone::Bad => AnsiColor::Red,
    };
    let style = Style::new().bold().fg_color(Some(colour.into()));
    format!("{style}{word:>12}{style:#} {text}")
}

/// Prints a line of output. A closed stream is no reason to stop.
pub fn print(text: &str) {
    let _ = writeln!(anstream::stdout(), "{text}");
}

/// Prints a line of status, on standard error.
pub fn tell(tone: Tone, word: &str, text: &str) {
    let _ = writeln!(anstream::stderr(), "{}", status(tone, word, text));
}

/// Prints an error as cargo does.
pub fn tell_error(text: &str) {
    let style = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    let _ = writeln!(anstream::stderr(), "{style}error{style:#}: {text}");
}

/// Report of a law, with its headline in colour.
pub fn headed(report: &str) -> String {
    let style = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    match report.split_once('\n') {
        Some((head, rest)) => format!("{style}{head}{style:#}\n{rest}"),
        None => report.to_string(),
    }
}

/// A number with a comma before every three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number and a noun: `1 law`, `3 laws`.
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number as u64), if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        for (number, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }
}
