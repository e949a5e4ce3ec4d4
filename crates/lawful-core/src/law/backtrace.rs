//! Backtraces of panics, where `RUST_BACKTRACE` asks for them.

use std::backtrace::Backtrace;

use crate::data::Block;

/// Detail of the backtraces that failures are reported with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backtraces {
    /// No backtraces.
    #[default]
    Off,
    /// The frames of the program, without those of the engine and of std's panics.
    Short,
    /// All frames.
    Full,
}

impl Backtraces {
    /// Reads the value of `RUST_BACKTRACE`, which means what it means for panics outside of laws.
    pub(crate) fn read(variable: Option<&str>) -> Self {
        match variable {
            None | Some("0") => Backtraces::Off,
            Some("full") => Backtraces::Full,
            Some(_) => Backtraces::Short,
        }
    }

    /// The value of `RUST_BACKTRACE` that asks for this.
    pub(crate) fn variable(self) -> &'static str {
        match self {
            Backtraces::Off => "0",
            Backtraces::Short => "1",
            Backtraces::Full => "full",
        }
    }

    /// Captures the backtrace of this thread, if one is wanted. Names are looked up when it is shown: a panic may come
    /// where the stack is nearly used up.
    pub(super) fn capture(self) -> Option<Captured> {
        let is_wanted = self != Backtraces::Off;
        is_wanted.then(|| Captured { detail: self, frames: Backtrace::force_capture() })
    }
}

/// A backtrace as it was captured.
pub(super) struct Captured {
    detail: Backtraces,
    frames: Backtrace,
}

impl Captured {
    /// Blocks that show the backtrace.
    pub fn blocks(&self) -> [Block; 2] {
        let (left_out, text) = match self.detail {
            Backtraces::Full => ("", format!("{:#}", self.frames)),
            _ => {
                let left_out = " (without the engine; RUST_BACKTRACE=full shows all)";
                (left_out, short(&self.frames.to_string()))
            }
        };
        [Block::Paragraph(format!("stack backtrace{left_out}:")), Block::Code(text)]
    }
}

/// Names of functions between a panic and what raised it.
const PANICKING: [&str; 9] = [
    "rust_begin_unwind",
    "core::panicking::",
    "std::panicking::",
    "std::panic::",
    "__rust_end_short_backtrace",
    "core::option::unwrap_failed",
    "core::option::expect_failed",
    "core::result::unwrap_failed",
    "std::rt::begin_panic",
];

/// Functions between the engine and the law, and between a thread and its closure, which are nothing of the program.
const BETWEEN: [&str; 6] = [
    "core::ops::function::",
    "core::panic::unwind_safe::",
    "alloc::boxed::Box<F,A> as core::ops::function::",
    "std::panicking::",
    "std::panic::",
    "__rust_try",
];

/// Functions that run laws: what lies below them is the way of the test harness to the law.
const BELOW: [&str; 5] = [
    "lawful_core::run::",
    "__rust_begin_short_backtrace",
    "std::sys::",
    "std::thread::",
    "test::run_test",
];

/// The frames of the program in the text of a backtrace, numbered anew.
fn short(text: &str) -> String {
    let frames = frames(text);
    let names =
        |list: &[&str], frame: &Frame<'_>| list.iter().any(|name| frame.name.contains(name));
    // The panic's own functions are at the top, between those of the hook that captures.
    let panicking = frames.iter().rposition(|frame| frame.name.contains("rust_begin_unwind"));
    let raised = panicking.map_or(0, |at| at + 1);
    let program = frames[raised..]
        .iter()
        .skip_while(|frame| names(&PANICKING, frame))
        .take_while(|frame| !names(&BELOW, frame))
        .filter(|frame| !names(&BETWEEN, frame) && !is_engine(frame.name));
    let mut lines = Vec::new();
    for (index, frame) in program.enumerate() {
        lines.push(format!("{index:>2}: {}", frame.name));
        lines.extend(frame.place.map(|place| format!("      {place}")));
    }
    lines.join("\n")
}

/// Returns whether a function is one of a crate of the toolkit, or of its implementation for another type.
fn is_engine(name: &str) -> bool {
    let name = name.trim_start_matches('<');
    let owner = name.split("::").next().unwrap_or_default();
    owner.starts_with("lawful_") || name.contains(" as lawful_core::law::")
}

struct Frame<'a> {
    name: &'a str,
    /// `at` and the place.
    place: Option<&'a str>,
}

/// Lines of the form `3: name`, each perhaps with one of the form `at place` after it.
fn frames(text: &str) -> Vec<Frame<'_>> {
    let mut frames: Vec<Frame<'_>> = Vec::new();
    for line in text.lines().map(str::trim) {
        let numbered = line.split_once(": ");
        match numbered.filter(|(number, _)| number.parse::<u32>().is_ok()) {
            Some((_, name)) => frames.push(Frame { name, place: None }),
            None => {
                if let Some(frame) = frames.last_mut() {
                    frame.place = Some(line);
                }
            }
        }
    }
    frames
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_means_what_it_means_elsewhere() {
        let read = |variable: &str| Backtraces::read(Some(variable));
        assert_eq!((Backtraces::read(None), read("0")), (Backtraces::Off, Backtraces::Off));
        assert_eq!((read("1"), read("")), (Backtraces::Short, Backtraces::Short));
        assert_eq!(read("full"), Backtraces::Full);
        for backtraces in [Backtraces::Off, Backtraces::Short, Backtraces::Full] {
            assert_eq!(read(backtraces.variable()), backtraces);
        }
    }

    #[test]
    fn frames_of_the_program_are_left() {
        let text = "   0: std::backtrace::Backtrace::create
             at /rustc/1/library/std/src/backtrace.rs:331:13
   1: lawful_core::law::backtrace::capture
   2: std::panicking::panic_with_hook
   3: __rustc::rust_begin_unwind
   4: core::panicking::panic_fmt
             at /rustc/1/library/core/src/panicking.rs:80:14
   5: core::option::unwrap_failed
   6: core::option::Option<T>::unwrap
   7: shop::price
             at ./src/lib.rs:4:5
   8: <shop::Price as lawful_core::generate::arbitrary::Arbitrary>::arbitrary
   9: lawful_core::generate::<impl lawful_core::choice::source::Source>::draw
  10: shop::lawful_prices
  11: <lawful_core::law::component::Steps<D,B> as lawful_core::law::component::Component>::run
  12: <C as lawful_core::law::component::Law>::test
  13: lawful_core::run::site::Here::run
  14: shop::law
  15: main
";
        let left = " 0: core::option::Option<T>::unwrap
 1: shop::price
      at ./src/lib.rs:4:5
 2: <shop::Price as lawful_core::generate::arbitrary::Arbitrary>::arbitrary
 3: shop::lawful_prices";
        assert_eq!(short(text), left);
    }

    #[test]
    fn a_text_without_names_is_no_reason_to_panic() {
        assert_eq!(short("disabled backtrace"), "");
        assert_eq!(short("   0: <unknown>\n   1: <unknown>\n"), " 0: <unknown>\n 1: <unknown>");
    }
}
