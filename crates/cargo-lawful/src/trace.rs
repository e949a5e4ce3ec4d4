//! `cargo lawful trace`: draws the schedule or the history of a stored failure, without running anything.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use lawful_data::{Block, StoredFailure, Trace};
use lawful_report::pictures::pictures;
use lawful_report::sequence;
use lawful_report::trace::{dot, table};

use crate::cargo::CargoOptions;
use crate::error::{CommandError, Exit};
use crate::stored::{self, Found, StoredFile};
use crate::style::{Tone, count, tell};

/// Width of a table where no terminal tells another.
const WIDTH: usize = 120;

/// Options of the command that draws failures.
#[derive(Args, Clone, Debug, Default)]
pub struct TraceOptions {
    /// Failure to draw: its id, the beginning of it, or the name of its law. Without one, lists those with a drawing.
    #[arg(value_name = "ID")]
    id: Option<String>,

    /// File for the picture as SVG; a failure with several gets a file for each.
    #[arg(long, value_name = "FILE", requires = "id")]
    svg: Option<PathBuf>,

    /// File for the trace as a graph of Graphviz.
    #[arg(long, value_name = "FILE", requires = "id")]
    dot: Option<PathBuf>,

    /// Width of the table of a trace.
    #[arg(long, value_name = "COLUMNS", default_value_t = WIDTH)]
    width: usize,

    /// Manifest of the workspace or of a package in it.
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,
}

impl TraceOptions {
    /// Draws a failure, or lists those that have something to draw.
    ///
    /// # Errors
    ///
    /// If there is no such failure, it has no drawing, or a file cannot be written.
    pub fn run(&self, output: &mut dyn Write) -> Result<Exit, CommandError> {
        let cargo =
            CargoOptions { manifest_path: self.manifest_path.clone(), ..CargoOptions::default() };
        let found = stored::find(&cargo.metadata()?);
        match &self.id {
            None => list(output, &found)?,
            Some(id) => {
                let stored =
                    found.select(id).map_err(|error| CommandError::misused(error.to_string()))?;
                self.draw(output, stored)?;
            }
        }
        Ok(Exit::Fine)
    }

    fn draw(&self, output: &mut dyn Write, stored: &StoredFile) -> Result<(), CommandError> {
        let failure = &stored.failure;
        let lines = drawing(failure, self.width);
        if lines.is_empty() {
            return Err(CommandError::misused(format!(
                "the failure of `{}` has no schedule and no history; `cargo lawful failures show {}` prints its report",
                failure.about.name,
                &stored.id[..8]
            )));
        }
        writeln!(output, "{}", stored.line())?;
        lines.iter().try_for_each(|line| writeln!(output, "{line}"))?;
        if let Some(file) = &self.svg {
            write_pictures(file, failure)?;
        }
        if let Some(file) = &self.dot {
            let trace = traces(failure).next().ok_or_else(|| without("trace", failure))?;
            write(file, &dot(trace))?;
        }
        Ok(())
    }
}

/// Parts of what the components show of a failure, of its case and of its reason.
fn blocks(stored: &StoredFailure) -> impl Iterator<Item = &Block> {
    let failure = &stored.failure;
    failure.document.blocks.iter().chain(&failure.reason.document.blocks)
}

fn traces(stored: &StoredFailure) -> impl Iterator<Item = &Trace> {
    blocks(stored).filter_map(|block| match block {
        Block::Trace(trace) if !trace.events.is_empty() => Some(&**trace),
        _ => None,
    })
}

/// Lines of everything in the documents of a failure that is a drawing: calls and traces.
fn drawing(stored: &StoredFailure, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for block in blocks(stored) {
        let drawn = match block {
            Block::Calls(calls) => sequence::lines(calls),
            Block::Trace(trace) if !trace.events.is_empty() => table(trace, width),
            _ => continue,
        };
        lines.push(String::new());
        lines.extend(drawn);
    }
    lines
}

fn list(output: &mut dyn Write, found: &Found) -> Result<(), CommandError> {
    let mut number = 0;
    for stored in &found.failures {
        if !drawing(&stored.failure, WIDTH).is_empty() {
            number += 1;
            writeln!(output, "{}", stored.line())?;
        }
    }
    let failures = count(number, "stored failure with a drawing", "stored failures with a drawing");
    let text = match number {
        0 => failures,
        _ => format!("{failures}; `cargo lawful trace ID` draws one"),
    };
    tell(Tone::Good, "Listed", &text);
    Ok(())
}

fn write_pictures(file: &Path, stored: &StoredFailure) -> Result<(), CommandError> {
    let pictures = pictures(&stored.failure);
    if pictures.is_empty() {
        return Err(without("picture", stored));
    }
    let is_only = pictures.len() == 1;
    for (name, svg) in &pictures {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let file = match is_only {
            true => file.to_path_buf(),
            false => file.with_file_name(format!("{stem}{name}.svg")),
        };
        write(&file, svg)?;
    }
    Ok(())
}

fn without(what: &str, stored: &StoredFailure) -> CommandError {
    let name = &stored.about.name;
    CommandError::misused(format!("the failure of `{name}` has no {what}, only what is printed"))
}

fn write(file: &Path, text: &str) -> Result<(), CommandError> {
    fs::write(file, text).map_err(|error| {
        CommandError::tool_failed(format!("{} cannot be written: {error}", file.display()))
    })?;
    tell(Tone::Good, "Drawn", &file.display().to_string());
    Ok(())
}
