//! The command line.

/// What is printed for `--help`.
pub const HELP: &str = "\
The tour of Lawful: the case studies of the papers, run live.

  cargo run --release                      all of them
  cargo run --release -- skew_heap         one study
  cargo run --release -- --seed 7          with another seed
  cargo run --release -- --list            what there is
";

pub enum Command {
    Tour(Options),
    Help,
}

pub struct Options {
    /// The root seed. The tour is the same every time unless another is asked for.
    pub seed: u64,
    /// Only studies and laws whose name contains one of these.
    pub names: Vec<String>,
    /// Names only.
    pub list: bool,
}

pub fn read(mut arguments: impl Iterator<Item = String>) -> Result<Command, String> {
    let mut options = Options { seed: 1, names: Vec::new(), list: false };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--help" | "-h" => return Ok(Command::Help),
            "--list" => options.list = true,
            "--seed" => {
                let seed = arguments.next().ok_or("--seed needs a number")?;
                options.seed = seed.parse().map_err(|_| format!("{seed:?} is not a seed"))?;
            }
            option if option.starts_with('-') => return Err(format!("there is no {option}")),
            name => options.names.push(name.to_string()),
        }
    }
    Ok(Command::Tour(options))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_line(line: &str) -> Result<Command, String> {
        read(line.split_whitespace().map(String::from))
    }

    #[test]
    fn options_are_read() {
        let Ok(Command::Tour(options)) = read_line("skew_heap --seed 7 --list") else {
            panic!("not a tour")
        };
        assert_eq!((options.seed, options.list), (7, true));
        assert_eq!(options.names, ["skew_heap"]);
        assert!(matches!(read_line("--help"), Ok(Command::Help)));
        assert!(read_line("--seed many").is_err());
        assert!(read_line("--fast").is_err());
    }
}
