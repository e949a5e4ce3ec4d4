//! Ranking as a command: `cargo lawful rank`, and programs with a generator of their own.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, CommandFactory, FromArgMatches, Parser, ValueEnum};
use lawful_core::generate::{Generator, matching};

use crate::assignment::Assignment;
use crate::executables::{Comparison, Confinement, Executables};
use crate::panel::{Panel, RankingError};
use crate::ranking::Ranking;

/// Options of the command that ranks executables.
///
/// Each answer is an executable that gets a case and writes an output. `--input` has a regular expression of the cases;
/// a program that calls [`main`] has a generator in its place.
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Example:\n  cargo lawful rank --reference ./model --input '[ab@. ]{0,12}' answers/*\n\nThe table \
                  goes to standard output. The exit code is 0 if a ranking was made, and 2 if none could be made."
)]
pub struct RankOptions {
    /// Executables to rank.
    #[arg(required = true, value_name = "ANSWER")]
    pub answers: Vec<PathBuf>,

    /// Regular expression that cases match.
    #[arg(long, short, value_name = "PATTERN", allow_hyphen_values = true)]
    pub input: Option<String>,

    /// Executable that is right; without it and --property, right is what most answers say.
    #[arg(long, value_name = "PROGRAM")]
    pub reference: Option<PathBuf>,

    /// Executable that gets a file with the input and one with the output, and exits with 0 if the output is right.
    #[arg(long, value_name = "PROGRAM", conflicts_with = "reference")]
    pub property: Option<PathBuf>,

    /// Program that runs the answers, such as python3, for answers that are not executable themselves.
    #[arg(long, value_name = "PROGRAM")]
    pub interpreter: Option<PathBuf>,

    /// Way in which a program gets its case.
    #[arg(long, value_enum, default_value_t = Passing::Stdin)]
    pub pass: Passing,

    /// Equality of outputs.
    #[arg(long, value_enum, default_value_t = Comparison::Exact)]
    pub compare: Comparison,

    /// Time for one case, such as 500ms or 2s.
    #[arg(long, value_parser = duration, default_value = "2s")]
    pub time_limit: Duration,

    /// Memory of one case, such as 512M or 2G.
    #[arg(long, value_parser = bytes, default_value = "1G")]
    pub memory_limit: u64,

    /// Output of one case, such as 64K or 1M.
    #[arg(long, value_parser = bytes, default_value = "1M")]
    pub output_limit: u64,

    /// Cases over a limit after which the search goes on without an answer.
    #[arg(long, default_value_t = 20)]
    pub max_timeouts: u64,

    /// Programs that run at the same time; as many as cores unless it is given.
    #[arg(long, short)]
    pub jobs: Option<usize>,

    /// Random tests in a row without a new bug after which the search ends.
    #[arg(long, default_value_t = 1_000)]
    pub patience: u64,

    /// Smallest inputs that are tried before random ones.
    #[arg(long, default_value_t = 500)]
    pub small_tests: u64,

    /// Greatest size of inputs.
    #[arg(long, default_value_t = 40)]
    pub max_size: u32,

    /// Maximum number of tests.
    #[arg(long)]
    pub max_tests: Option<u64>,

    /// Maximum time of the search, such as 10m.
    #[arg(long, value_parser = duration)]
    pub max_time: Option<Duration>,

    /// Seed of the random tests.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,

    /// Ranks so many times with different seeds, and prints the spread of ranks.
    #[arg(long, value_name = "RUNS")]
    pub stability: Option<u64>,

    /// Test suite to grade, once for each: an executable that gets the path of an answer, and fails if it finds a bug.
    #[arg(long = "suite", value_name = "PROGRAM", conflicts_with = "interpreter")]
    pub suites: Vec<PathBuf>,

    /// Names of answers, with commas in between: a group whose scores are compared with --versus.
    #[arg(long, value_delimiter = ',', requires = "versus", value_name = "NAMES")]
    pub group: Vec<String>,

    /// Names of the answers of the other group.
    #[arg(long, value_delimiter = ',', requires = "group", value_name = "NAMES")]
    pub versus: Vec<String>,

    /// Variables for the programs, as NAME=VALUE.
    #[arg(long = "env", value_parser = variable, value_name = "NAME=VALUE")]
    pub environment: Vec<(String, String)>,

    /// Runs answers without confinement.
    #[arg(long)]
    pub unconfined: bool,

    /// Fails if answers cannot be confined.
    #[arg(long, conflicts_with = "unconfined")]
    pub require_confinement: bool,

    /// File for the ranking as JSON.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// File for the diagram as a picture.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// Way in which a program gets its case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[non_exhaustive]
pub enum Passing {
    /// On standard input, a process for each case.
    Stdin,
    /// As one argument.
    Argument,
    /// As arguments, parted by white space.
    Arguments,
    /// As a line on standard input of a process that answers each line by a line.
    Lines,
}

impl RankOptions {
    /// Ranks with inputs by regular expression, and prints the ranking, which is returned.
    ///
    /// # Errors
    ///
    /// If no ranking can be made or a file cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> Result<Ranking, RankingError> {
        let Some(pattern) = &self.input else {
            return Err(RankingError::new(
                "no input is given\nSay with --input which cases there are, by a regular expression such as '[a-z]{0,8}'.",
            ));
        };
        let inputs = matching(pattern);
        match inputs.problem() {
            Some(problem) => Err(RankingError::new(format!("--input {pattern:?}: {problem}"))),
            None => self.run_with(inputs, out),
        }
    }

    /// Ranks with the inputs of a generator, and prints the ranking, which is returned.
    ///
    /// # Errors
    ///
    /// If no ranking can be made or a file cannot be written.
    pub fn run_with(
        &self,
        inputs: impl Generator<Value = String>,
        out: &mut dyn Write,
    ) -> Result<Ranking, RankingError> {
        let mut task = Assignment::new(inputs)
            .panel(self.executables())
            .seed(self.seed)
            .patience(self.patience)
            .small_tests(self.small_tests)
            .max_size(self.max_size);
        if let Some(tests) = self.max_tests {
            task = task.max_tests(tests);
        }
        if let Some(time) = self.max_time {
            task = task.max_time(time);
        }
        // A ranking may take hours, so that whatever can be seen to be wrong is seen before.
        let names = task.panel.names();
        let mut named = self.group.iter().chain(&self.versus);
        if let Some(name) = named.find(|name| !names.contains(name)) {
            return Err(RankingError::new(format!("there is no answer named {name}")));
        }
        if let Some(suite) = self.suites.iter().find(|suite| !suite.is_file()) {
            let suite = suite.display();
            return Err(RankingError::new(format!("the test suite {suite} does not exist")));
        }
        for file in self.json.iter().chain(&self.svg) {
            write(file, "")?;
        }
        let ranking = task.try_rank()?;
        // A reader that has seen enough closes its end, which is no error.
        let mut print = |text: String| drop(out.write_all(text.as_bytes()));
        print(ranking.to_string());
        for (file, content) in
            [(&self.json, ranking.to_json() + "\n"), (&self.svg, ranking.to_svg())]
        {
            file.as_deref().map_or(Ok(()), |file| write(file, &content))?;
        }
        if !self.suites.is_empty() {
            print(format!("\n{}", task.panel.grade_suites(&ranking, &self.suites)?.show(&ranking)));
        }
        if !self.group.is_empty() {
            let first: Vec<&str> = self.group.iter().map(String::as_str).collect();
            let second: Vec<&str> = self.versus.iter().map(String::as_str).collect();
            print(format!("\n{}", ranking.compare_groups(&first, &second)));
        }
        if let Some(runs) = self.stability {
            print(format!("\n{}", task.stability(runs)?));
        }
        Ok(ranking)
    }

    fn executables(&self) -> Executables<String> {
        let bytes = |text: &String| text.clone().into_bytes();
        let mut programs = match self.pass {
            Passing::Stdin => Executables::by_stdin(bytes),
            Passing::Lines => Executables::by_line(bytes),
            Passing::Argument => Executables::by_arguments(|text: &String| vec![text.into()]),
            Passing::Arguments => Executables::by_arguments(|text: &String| {
                text.split_whitespace().map(Into::into).collect()
            }),
        };
        programs = programs.answers(&self.answers).compare(self.compare).limits(|limits| {
            limits.time = self.time_limit;
            limits.memory = self.memory_limit;
            limits.output = self.output_limit;
            limits.max_timeouts = self.max_timeouts;
        });
        programs = programs.confinement(match (self.unconfined, self.require_confinement) {
            (true, _) => Confinement::Off,
            (_, true) => Confinement::Required,
            _ => Confinement::IfPossible,
        });
        for (name, value) in &self.environment {
            programs = programs.environment(name, value);
        }
        if let Some(program) = &self.interpreter {
            programs = programs.interpreter(program);
        }
        if let Some(jobs) = self.jobs {
            programs = programs.jobs(jobs);
        }
        match (&self.reference, &self.property) {
            (Some(program), _) => programs.reference(program),
            (_, Some(program)) => programs.property(program),
            _ => programs,
        }
    }
}

/// Ranks executables with the inputs of a generator, by the options of the command line: the command for inputs that no
/// regular expression describes.
///
/// ```no_run
/// // examples/rank.rs; run it with: cargo run --example rank -- --reference ./model answers/*
/// use lawful::generate::vec;
/// use lawful::prelude::*;
///
/// fn main() -> std::process::ExitCode {
///     // The case is a count, and then as many numbers.
///     let lists = vec(-9..=9i32, 0..=10).mapped(|list| {
///         let numbers: Vec<String> = list.iter().map(i32::to_string).collect();
///         format!("{}\n{}\n", list.len(), numbers.join(" "))
///     });
///     lawful::rank::command::main(lists)
/// }
/// ```
pub fn main(inputs: impl Generator<Value = String>) -> ExitCode {
    #[derive(Parser)]
    struct Own {
        #[command(flatten)]
        options: RankOptions,
    }
    // The generator is there instead of a pattern.
    let command = Own::command()
        .mut_arg("input", |argument| argument.hide(true))
        .about("Ranks executables for one task by the bugs that tests show")
        .long_about(None)
        .after_help("Example:\n  cargo run --example rank -- --reference ./model answers/*");
    let parsed = command.try_get_matches().and_then(|matches| Own::from_arg_matches(&matches));
    match parsed {
        Ok(own) => exit_code(own.options.run_with(inputs, &mut io::stdout()).map(drop)),
        Err(error) => error.exit(),
    }
}

/// Prints an error, if there is one, and gives the exit code.
pub fn exit_code(result: Result<(), RankingError>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn write(file: &Path, text: &str) -> Result<(), RankingError> {
    fs::write(file, text).map_err(|error| RankingError::new(format!("{}: {error}", file.display())))
}

fn duration(text: &str) -> Result<Duration, String> {
    let unit = text.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit);
    let scale = match unit {
        "ms" => Some(1),
        "s" => Some(1_000),
        "m" => Some(60_000),
        "h" => Some(3_600_000),
        _ => None,
    };
    let number = number.trim().parse::<u64>().ok();
    number
        .zip(scale)
        .and_then(|(number, scale)| number.checked_mul(scale))
        .map(Duration::from_millis)
        .ok_or_else(|| "a whole number and its unit, such as 500ms, 2s, 10m or 1h".into())
}

fn bytes(text: &str) -> Result<u64, String> {
    let unit = text.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit);
    let shift = match unit.trim_end_matches('B').trim_end_matches('i') {
        "" => Some(0),
        "K" | "k" => Some(10),
        "M" => Some(20),
        "G" => Some(30),
        _ => None,
    };
    let number = number.trim().parse::<u64>().ok();
    number
        .zip(shift)
        .and_then(|(number, shift)| number.checked_mul(1 << shift))
        .ok_or_else(|| "a whole number of bytes, or one with K, M or G".into())
}

fn variable(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=');
    parts.map(|(name, value)| (name.into(), value.into())).ok_or_else(|| "NAME=VALUE".into())
}

#[cfg(test)]
mod tests {
    use super::{bytes, duration};
    use std::time::Duration;

    #[test]
    fn units() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert!(duration("2").is_err() && duration("s").is_err() && duration("2 weeks").is_err());
        assert_eq!((bytes("17"), bytes("64K"), bytes("1GiB")), (Ok(17), Ok(1 << 16), Ok(1 << 30)));
        assert!(bytes("1T").is_err() && bytes("99999999999999999999").is_err());
    }
}
