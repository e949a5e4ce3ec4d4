//! `cargo lawful list`: the laws of a workspace, by the targets that they are in.

use std::collections::BTreeMap;
use std::io::Write;

use clap::Args;
use lawful_data::Json;

use crate::cargo::CargoOptions;
use crate::error::{CommandError, Exit};
use crate::laws::{FoundLaw, FoundLaws, LawFilter};
use crate::stored;
use crate::style::{Tone, count, tell};

/// Options of the list of laws.
#[derive(Args, Clone, Debug, Default)]
pub struct ListOptions {
    #[command(flatten)]
    laws: LawFilter,

    /// Print a list of objects in JSON: name, package, target, path, ignored and number of stored failures.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    cargo: CargoOptions,
}

impl ListOptions {
    /// Prints the laws of a workspace.
    ///
    /// # Errors
    ///
    /// If the tests cannot be built, or the list cannot be written.
    pub fn run(&self, output: &mut dyn Write) -> Result<Exit, CommandError> {
        let metadata = self.cargo.metadata()?;
        let laws = FoundLaws::of(self.cargo.executables(&metadata)?, &self.laws)?;
        let mut stored: BTreeMap<String, usize> = BTreeMap::new();
        for failure in stored::find(&metadata).failures {
            *stored.entry(failure.failure.about.identity()).or_default() += 1;
        }
        let number = |law: &FoundLaw| stored.get(&law.about.identity()).copied().unwrap_or(0);
        match self.json {
            true => writeln!(output, "{}", json(&laws, &number))?,
            false => {
                print(output, &laws, &number)?;
                let text = count(laws.laws.len(), "law", "laws");
                tell(Tone::Good, "Listed", &text);
            }
        }
        Ok(Exit::Fine)
    }
}

fn print(
    output: &mut dyn Write,
    laws: &FoundLaws,
    stored: &dyn Fn(&FoundLaw) -> usize,
) -> Result<(), CommandError> {
    for group in laws.laws.chunk_by(|one, other| one.executable == other.executable) {
        writeln!(output, "{}:", laws.executable(&group[0]).title())?;
        for law in group {
            let failures = match stored(law) {
                0 => String::new(),
                number => format!("  ({})", count(number, "stored failure", "stored failures")),
            };
            let plain = if law.is_law { "" } else { "  (plain test)" };
            let ignored = if law.is_ignored { "  (ignored)" } else { "" };
            writeln!(output, "    {}{plain}{ignored}{failures}", law.path)?;
        }
    }
    Ok(())
}

fn json(laws: &FoundLaws, stored: &dyn Fn(&FoundLaw) -> usize) -> Json {
    let law = |law: &FoundLaw| {
        let executable = laws.executable(law);
        Json::object([
            ("name", Json::text(&law.about.name)),
            ("package", Json::text(&executable.package)),
            ("target", Json::text(executable.title())),
            ("path", Json::text(&law.path)),
            ("ignored", Json::Bool(law.is_ignored)),
            ("failures", Json::Number(stored(law).to_string())),
        ])
    };
    Json::List(laws.laws.iter().map(law).collect())
}
