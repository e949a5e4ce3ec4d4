//! `cargo lawful replay`: runs the case of a stored failure again, and nothing else.

use std::process::Stdio;

use clap::Args;
use lawful_data::{About, ReplayToken, Target};

use crate::cargo::CargoOptions;
use crate::error::{CommandError, Exit};
use crate::stored::{self, StoredFile};
use crate::style::{Tone, tell};

/// Options of a replay.
#[derive(Args, Clone, Debug, Default)]
pub struct ReplayOptions {
    /// Failure to replay: its id, a prefix of the id, or the name of its law, which replays all failures of the law.
    #[arg(value_name = "ID", required = true)]
    ids: Vec<String>,

    /// Print each part of the case before it runs.
    #[arg(long, short)]
    verbose: bool,

    #[command(flatten)]
    cargo: CargoOptions,
}

impl ReplayOptions {
    /// Runs the cases of stored failures, whose reports the tests print themselves.
    ///
    /// # Errors
    ///
    /// If there is no such failure, or its test cannot be built or found.
    pub fn run(&self) -> Result<Exit, CommandError> {
        let metadata = self.cargo.metadata()?;
        let found = stored::find(&metadata);
        let mut exit = Exit::Fine;
        for id in &self.ids {
            let named = found.named(id);
            if named.is_empty() {
                let error = found.select(id).err().map(|error| error.to_string());
                return Err(CommandError::misused(error.unwrap_or_default()));
            }
            for stored in one_of_each_id(named) {
                exit = exit.max(self.replay(stored, &metadata)?);
            }
        }
        Ok(exit)
    }

    fn replay(
        &self,
        stored: &StoredFile,
        metadata: &cargo_metadata::Metadata,
    ) -> Result<Exit, CommandError> {
        let about = &stored.failure.about;
        let test = about.test.as_ref().ok_or_else(|| {
            CommandError::misused(format!(
                "no test runs `{}`, so it cannot be replayed",
                about.name
            ))
        })?;
        let executables = self.options_for(about).executables(metadata)?;
        let is_of_law = |one: &&crate::cargo::Executable| Some(&one.target) == test.target.as_ref();
        let executable = executables.iter().find(is_of_law).ok_or_else(|| {
            CommandError::misused(format!(
                "the test of `{}` is not in the workspace any more; `cargo lawful failures forget {}` forgets the failure",
                about.name,
                &stored.id[..8]
            ))
        })?;
        tell(Tone::Good, "Replaying", &stored.line());
        let tape = &stored.failure.failure.tape;
        let token = match stored.failure.unstable {
            None => ReplayToken::write(about, tape),
            Some(_) => ReplayToken::write_unstable(about, tape),
        };
        let mut command = executable.command();
        command.args([test.path.as_str(), "--exact", "--nocapture", "--include-ignored"]);
        command.env("LAWFUL_REPLAY", token).stdin(Stdio::null());
        if self.verbose {
            command.env("LAWFUL_VERBOSE", "1");
        }
        let output = command.stdout(Stdio::inherit()).stderr(Stdio::inherit()).status()?;
        Ok(if output.success() { Exit::Fine } else { Exit::Broken })
    }

    /// Options that build the test of a law alone.
    fn options_for(&self, about: &About) -> CargoOptions {
        let mut options = self.cargo.clone();
        let Some(test) = &about.test else { return options };
        if options.packages.is_empty() {
            options.packages.extend(test.package.clone());
        }
        match &test.target {
            Some(Target::Lib) => options.lib = true,
            Some(Target::Bin(name)) => options.bin = vec![name.clone()],
            // A pattern is quoted for a shell.
            Some(Target::Test(name)) => options.test = vec![name.trim_matches('\'').to_string()],
            _ => {}
        }
        options
    }
}

/// The first file of each failure: two builds of a law store the same one twice.
fn one_of_each_id(named: Vec<&StoredFile>) -> Vec<&StoredFile> {
    let mut ids: Vec<&StoredFile> = Vec::new();
    for stored in named {
        if !ids.iter().any(|known| known.id == stored.id) {
            ids.push(stored);
        }
    }
    ids
}
