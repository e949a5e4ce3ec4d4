//! `cargo lawful failures`: lists, shows, forgets and keeps the stored failures of a workspace.

mod keep;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use cargo_metadata::Metadata;
use clap::{Args, Subcommand};
use lawful_data::Json;
use lawful_report::terminal::report;

use crate::cargo::CargoOptions;
use crate::error::{CommandError, Exit};
use crate::stored::{self, Found, StoredFile};
use crate::style::{Tone, count, headed, tell};

/// Options of the command about stored failures.
#[derive(Args, Clone, Debug, Default)]
#[command(args_conflicts_with_subcommands = true)]
pub struct FailuresOptions {
    #[command(subcommand)]
    command: Option<FailuresCommand>,

    /// Print a list of objects in JSON: id, law, place, reason, file and whether it is committed.
    #[arg(long)]
    json: bool,

    /// Manifest of the workspace or of a package in it.
    #[arg(long, value_name = "PATH", global = true)]
    manifest_path: Option<PathBuf>,
}

#[derive(Clone, Debug, Subcommand)]
enum FailuresCommand {
    /// Prints the reports of failures, without running anything.
    Show {
        /// Id of a failure, the beginning of it, or the name of a law.
        #[arg(value_name = "ID", required = true)]
        ids: Vec<String>,
    },
    /// Removes failures, which are not tried any more.
    Forget {
        /// Id of a failure, the beginning of it, or the name of a law.
        #[arg(value_name = "ID", required_unless_present = "all")]
        ids: Vec<String>,
        /// Forget all that are not committed.
        #[arg(long, conflicts_with = "ids")]
        all: bool,
    },
    /// Writes the case of a failure into the source of its law, as the `Keep:` line of its report says.
    Keep {
        /// Id of a failure, the beginning of it, or the name of a law.
        #[arg(value_name = "ID", required = true)]
        ids: Vec<String>,
        /// Only print what would be written.
        #[arg(long)]
        dry_run: bool,
    },
}

impl FailuresOptions {
    /// Does what the options say, and prints it.
    ///
    /// # Errors
    ///
    /// If there is no such failure, or a file cannot be written.
    pub fn run(&self, output: &mut dyn Write) -> Result<Exit, CommandError> {
        let cargo =
            CargoOptions { manifest_path: self.manifest_path.clone(), ..CargoOptions::default() };
        let metadata = cargo.metadata()?;
        let found = stored::find(&metadata);
        for unreadable in &found.unreadable {
            tell(Tone::Warning, "Unreadable", &unreadable.to_string());
        }
        match &self.command {
            None if self.json => writeln!(output, "{}", json(&found))?,
            None => list(output, &found, &metadata)?,
            Some(FailuresCommand::Show { ids }) => {
                for stored in named(&found, ids)? {
                    writeln!(output, "{}", headed(&report(&stored.failure.summary())))?;
                }
            }
            Some(FailuresCommand::Forget { ids, all }) => {
                let chosen = match all {
                    true => found.failures.iter().filter(|stored| !stored.is_committed).collect(),
                    false => named(&found, ids)?,
                };
                forget(output, &chosen)?;
            }
            Some(FailuresCommand::Keep { ids, dry_run }) => {
                let root = metadata.workspace_root.as_std_path();
                for stored in named(&found, ids)? {
                    keep_one(output, stored, root, *dry_run)?;
                }
            }
        }
        Ok(Exit::Fine)
    }
}

/// Failures that the words name.
fn named<'a>(found: &'a Found, words: &[String]) -> Result<Vec<&'a StoredFile>, CommandError> {
    let mut all: Vec<&StoredFile> = Vec::new();
    for word in words {
        let named = found.named(word);
        if named.is_empty() {
            let error = found.select(word).err().map(|error| error.to_string());
            return Err(CommandError::misused(error.unwrap_or_default()));
        }
        let is_new = |one: &&StoredFile| !all.iter().any(|known| known.path == one.path);
        let new: Vec<&StoredFile> = named.into_iter().filter(is_new).collect();
        all.extend(new);
    }
    Ok(all)
}

fn list(output: &mut dyn Write, found: &Found, metadata: &Metadata) -> Result<(), CommandError> {
    let root = metadata.workspace_root.as_std_path();
    for stored in &found.failures {
        let about = &stored.failure.about;
        writeln!(output, "{}  {}  ({}:{})", &stored.id[..8], about.name, about.file, about.line)?;
        writeln!(output, "          {}", headline(stored))?;
        if stored.is_committed {
            let file = stored.path.strip_prefix(root).unwrap_or(&stored.path);
            writeln!(output, "          committed as {}", file.display())?;
        }
    }
    let number = count(found.failures.len(), "stored failure", "stored failures");
    let text = match (found.is_off, found.failures.is_empty()) {
        (true, _) => format!("{} is off, so no failures are stored", stored::DATABASE),
        (false, true) => number,
        (false, false) => format!(
            "{number}; `cargo lawful replay ID` runs one, `cargo lawful failures show ID` prints its report"
        ),
    };
    tell(Tone::Good, "Listed", &text);
    Ok(())
}

/// First line of the reason, with the arguments if they are short.
fn headline(stored: &StoredFile) -> String {
    const WIDTH: usize = 100;
    let failure = &stored.failure.failure;
    let lines = failure.reason.lines();
    let reason = lines.first().map_or("", String::as_str);
    let value = |shown: &lawful_data::ShownValue| {
        format!("{} = {}", shown.name, lawful_report::literal::shown_literal(shown))
    };
    let arguments: Vec<String> = failure.arguments.iter().map(value).collect();
    let with = format!("{}, with {}", reason.trim_end_matches('.'), arguments.join(", "));
    match with.chars().count() <= WIDTH && !with.contains('\n') && !arguments.is_empty() {
        true => with,
        false => reason.to_string(),
    }
}

fn json(found: &Found) -> Json {
    let one = |stored: &StoredFile| {
        let about = &stored.failure.about;
        Json::object([
            ("id", Json::text(&stored.id)),
            ("law", Json::text(&about.name)),
            ("place", Json::text(format!("{}:{}", about.file, about.line))),
            ("reason", Json::text(headline(stored))),
            ("file", Json::text(stored.path.display().to_string())),
            ("committed", Json::Bool(stored.is_committed)),
        ])
    };
    Json::List(found.failures.iter().map(one).collect())
}

fn forget(output: &mut dyn Write, chosen: &[&StoredFile]) -> Result<(), CommandError> {
    for stored in chosen {
        let removed = fs::remove_file(&stored.path);
        removed.map_err(|error| {
            CommandError::tool_failed(format!(
                "{} cannot be removed: {error}",
                stored.path.display()
            ))
        })?;
        // A committed failure has a text beside it.
        let _ = fs::remove_file(stored.path.with_extension("txt"));
        writeln!(output, "{}", stored.line())?;
    }
    let text = count(chosen.len(), "failure", "failures");
    tell(Tone::Good, "Forgot", &text);
    Ok(())
}

fn keep_one(
    output: &mut dyn Write,
    stored: &StoredFile,
    root: &Path,
    is_dry: bool,
) -> Result<(), CommandError> {
    let kept = keep::keep(&stored.failure, root)?;
    let name = &stored.failure.about.name;
    let place = format!("{}:{}", stored.failure.about.file, kept.line);
    writeln!(output, "{}", kept.attribute)?;
    let (word, text) = match (kept.is_new, is_dry) {
        (false, _) => ("Known", format!("{name} has the case already  ({place})")),
        (true, true) => ("Would keep", format!("in the source of {name}  ({place})")),
        (true, false) => {
            let written = fs::write(&kept.file, &kept.source);
            written.map_err(|error| {
                CommandError::tool_failed(format!(
                    "{} cannot be written: {error}",
                    kept.file.display()
                ))
            })?;
            ("Kept", format!("in the source of {name}  ({place}); `cargo test` tries it first"))
        }
    };
    tell(Tone::Good, word, &text);
    Ok(())
}
