//! The schedule or the history of a stored failure, as a table or as a picture: `cargo lawful trace`.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use lawful_data::{Block, Failure, ShownCall, Trace};
use lawful_report::literal::shown_literal;
use lawful_report::trace::{dot, svg, table};
use lawful_report::{sequence, terminal};

use crate::error::CommandError;
use crate::package::PackageOptions;
use crate::stored::{self, Found, StoredFile};

/// Options of the command that draws what happened in a stored failure.
#[derive(Args, Clone, Debug, Default)]
#[command(
    after_help = "Examples:\n  cargo lawful trace                          the failure with a trace, or a list of them\n  \
                  cargo lawful trace 81f3                     the failure whose id begins so\n  \
                  cargo lawful trace deposits_add_up --svg deposits.svg\n\nThe exit code is 0; 2 if there is no such failure, \
                  or nothing of it to draw."
)]
pub struct TraceOptions {
    /// Id of a stored failure, a prefix of the id, or the name of its law.
    #[arg(value_name = "FAILURE")]
    pub failure: Option<String>,

    /// Write the picture to a file as SVG.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Write the trace to a file in Graphviz format (DOT).
    #[arg(long, value_name = "FILE")]
    pub dot: Option<PathBuf>,

    /// Width of the table in characters.
    #[arg(long, value_name = "N", default_value_t = WIDTH)]
    pub width: usize,

    /// Manifest of the workspace or of a package in it.
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<PathBuf>,
}

/// Width of tables in the reports of laws.
const WIDTH: usize = 96;

impl TraceOptions {
    /// Prints the trace of a stored failure, or the list of those that have one.
    ///
    /// ```
    /// use cargo_lawful::trace::TraceOptions;
    ///
    /// let mut options = TraceOptions::default();
    /// options.manifest_path = Some("missing/Cargo.toml".into());
    /// assert_eq!(options.run(&mut Vec::new()).unwrap_err().exit_code(), 2);
    /// ```
    ///
    /// # Errors
    ///
    /// If no failure or more than one is meant, or there is nothing of it to draw.
    pub fn run(&self, output: &mut dyn Write) -> Result<(), CommandError> {
        let workspace = PackageOptions { manifest_path: self.manifest_path.clone(), package: None };
        self.run_on(&stored::find(&workspace.metadata()?), output)
    }

    fn run_on(&self, found: &Found, output: &mut dyn Write) -> Result<(), CommandError> {
        let told = |output: &mut dyn Write| -> Result<(), CommandError> {
            found.unreadable.iter().try_for_each(|one| Ok(writeln!(output, "{one}")?))
        };
        let stored = match &self.failure {
            Some(word) => found.select(word).map_err(|error| {
                let unreadable: String =
                    found.unreadable.iter().map(|one| format!("\n{one}")).collect();
                CommandError::misused(format!("{error}{unreadable}"))
            })?,
            None => {
                let listing = Listing::of(found);
                if listing.drawable.len() != 1 {
                    write!(output, "{listing}")?;
                    told(output)?;
                    return match self.svg.is_some() || self.dot.is_some() {
                        true => Err(CommandError::misused("name the failure that is to be drawn")),
                        false => Ok(()),
                    };
                }
                listing.drawable[0]
            }
        };
        match self.svg.is_some() || self.dot.is_some() {
            true => self.draw(stored, output),
            false => self.print(stored, output),
        }
    }

    fn print(&self, stored: &StoredFile, output: &mut dyn Write) -> Result<(), CommandError> {
        let failure = &stored.failure.failure;
        let about = &stored.failure.about;
        if !has_something_to_draw(failure) {
            writeln!(
                output,
                "The failure {} of `{}` has no trace: no task of it ran under a scheduler, and it calls no state machine. \
                 What it has is its report:\n",
                stored.id, about.name
            )?;
            return Ok(write!(output, "{}", terminal::report(&stored.failure.summary()))?);
        }
        writeln!(output, "{}  ({}:{})  {}", about.name, about.file, about.line, stored.id)?;
        for line in self.case(failure) {
            writeln!(output, "{}", format!("  {line}").trim_end())?;
        }
        writeln!(output)?;
        for line in failure.reason.lines() {
            writeln!(output, "{}", format!("  {line}").trim_end())?;
        }
        if let Some(rate) = stored.failure.unstable {
            writeln!(output, "\n  The same case failed {} of {} times.", rate.failed, rate.runs)?;
        }
        Ok(())
    }

    /// Arguments, calls and traces of a case, each apart from the next.
    fn case(&self, failure: &Failure) -> Vec<String> {
        let mut lines = Vec::new();
        if !failure.arguments.is_empty() {
            lines.push(String::new());
        }
        for argument in &failure.arguments {
            let name = if argument.name.is_empty() {
                String::new()
            } else {
                format!("{} = ", argument.name)
            };
            lines.push(format!("  {name}{}", shown_literal(argument)));
        }
        for block in blocks(failure) {
            let shown = match block {
                Block::Calls(calls) => sequence::lines(calls),
                Block::Trace(trace) if !trace.events.is_empty() => table(trace, self.width),
                Block::Picture { name, .. } => {
                    vec![format!("(a picture, `{name}`: `--svg FILE` writes it)")]
                }
                _ => continue,
            };
            lines.push(String::new());
            lines.extend(shown.into_iter().map(|line| format!("  {line}")));
        }
        lines
    }

    fn draw(&self, stored: &StoredFile, output: &mut dyn Write) -> Result<(), CommandError> {
        let failure = &stored.failure.failure;
        let pictures = pictures(failure);
        let traces: Vec<&Trace> = traces(failure).collect();
        let nothing = |what: &str| {
            let law = &stored.failure.about.name;
            let instead = match has_something_to_draw(failure) {
                true => format!("; `cargo lawful trace {}` prints its calls", stored.id),
                false => String::from(": no task of it ran under a scheduler"),
            };
            CommandError::misused(format!(
                "the failure {} of `{law}` has no {what}{instead}",
                stored.id
            ))
        };
        // Both are looked at before anything is written.
        if self.svg.is_some() && pictures.is_empty() {
            return Err(nothing("picture"));
        }
        if self.dot.is_some() && traces.is_empty() {
            return Err(nothing("trace"));
        }
        if let Some(file) = &self.svg {
            for (at, (name, svg)) in pictures.iter().enumerate() {
                write_file(&numbered(file, at, name), svg, output)?;
            }
        }
        if let Some(file) = &self.dot {
            for (at, trace) in traces.iter().enumerate() {
                write_file(&numbered(file, at, "trace"), &dot(trace), output)?;
            }
        }
        Ok(())
    }
}

fn write_file(file: &Path, text: &str, output: &mut dyn Write) -> Result<(), CommandError> {
    fs::write(file, text).map_err(|error| CommandError::io(file, &error))?;
    Ok(writeln!(output, "wrote {}", file.display())?)
}

/// The file of a picture: the first has the file that was named, others have one beside it.
fn numbered(file: &Path, at: usize, name: &str) -> PathBuf {
    if at == 0 {
        return file.to_path_buf();
    }
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let extension = file.extension().map(|one| format!(".{}", one.to_string_lossy()));
    let plain: String =
        name.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '-' }).collect();
    file.with_file_name(format!("{stem}-{}-{plain}{}", at + 1, extension.unwrap_or_default()))
}

/// Blocks that components showed of the case, and of the reason.
fn blocks(failure: &Failure) -> impl Iterator<Item = &Block> {
    failure.document.blocks.iter().chain(&failure.reason.document.blocks)
}

fn traces(failure: &Failure) -> impl Iterator<Item = &Trace> {
    blocks(failure).filter_map(|block| match block {
        Block::Trace(trace) if !trace.events.is_empty() => Some(&**trace),
        _ => None,
    })
}

fn calls(failure: &Failure) -> impl Iterator<Item = &ShownCall> {
    let lists = blocks(failure).filter_map(|block| match block {
        Block::Calls(calls) => Some(calls),
        _ => None,
    });
    lists.flatten()
}

/// Pictures of a failure with their names: of its traces, and those that components drew.
fn pictures(failure: &Failure) -> Vec<(String, String)> {
    let picture = |block: &Block| match block {
        Block::Trace(trace) if !trace.events.is_empty() => {
            Some((String::from("trace"), svg(trace)))
        }
        Block::Picture { name, svg } => Some((name.clone(), svg.clone())),
        _ => None,
    };
    blocks(failure).filter_map(picture).collect()
}

fn has_something_to_draw(failure: &Failure) -> bool {
    !pictures(failure).is_empty() || calls(failure).next().is_some()
}

/// Stored failures with something to draw.
struct Listing<'a> {
    /// In the order in which they are found; each once, wherever it is stored.
    drawable: Vec<&'a StoredFile>,
    /// Number of failures without a trace and calls.
    others: usize,
    is_off: bool,
}

impl<'a> Listing<'a> {
    fn of(found: &'a Found) -> Self {
        let mut seen = BTreeMap::new();
        for stored in &found.failures {
            seen.entry(stored.id.as_str()).or_insert(stored);
        }
        let is_first = |stored: &&StoredFile| std::ptr::eq(seen[stored.id.as_str()], *stored);
        let (drawable, others): (Vec<&StoredFile>, Vec<&StoredFile>) = found
            .failures
            .iter()
            .filter(is_first)
            .partition(|stored| has_something_to_draw(&stored.failure.failure));
        Listing { drawable, others: others.len(), is_off: found.is_off }
    }
}

impl fmt::Display for Listing<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self.drawable.first() else {
            return match (self.is_off, self.others) {
                (true, _) => writeln!(
                    formatter,
                    "{} is off, so no failures are stored; unset it",
                    stored::DATABASE
                ),
                (false, 0) => writeln!(
                    formatter,
                    "No failures are stored in this workspace; `cargo test` stores those that it finds."
                ),
                (false, others) => writeln!(
                    formatter,
                    "{} stored here, without a trace: no task ran under a scheduler, and no state machine was called.",
                    counted(others, "failure is", "failures are")
                ),
            };
        };
        writeln!(formatter, "Stored failures with a trace or with calls:\n")?;
        for stored in &self.drawable {
            writeln!(formatter, "  {}  {}", stored.line(), extent(&stored.failure.failure))?;
        }
        if self.others > 0 {
            writeln!(formatter, "\n{} neither.", counted(self.others, "other has", "others have"))?;
        }
        writeln!(formatter, "\nTo draw one of them:\n\n  cargo lawful trace {}", first.id)
    }
}

/// Number of what there is to draw: `(2 tasks, 14 events)`, `(5 calls, 3 of them in 2 parallel branches)`.
fn extent(failure: &Failure) -> String {
    let mut parts = Vec::new();
    for trace in traces(failure) {
        parts.push(counted(trace.tasks.len(), "task", "tasks"));
        parts.push(counted(trace.events.len(), "event", "events"));
    }
    let number = calls(failure).count();
    if number > 0 {
        let mut columns: Vec<u32> = calls(failure).filter_map(|call| call.column).collect();
        let parallel = columns.len();
        columns.sort_unstable();
        columns.dedup();
        parts.push(match columns.len() {
            0 => counted(number, "call", "calls"),
            branches => {
                let branches = counted(branches, "parallel branch", "parallel branches");
                format!("{}, {parallel} of them in {branches}", counted(number, "call", "calls"))
            }
        });
    }
    if parts.is_empty() {
        parts.push(counted(pictures(failure).len(), "picture", "pictures"));
    }
    format!("({})", parts.join(", "))
}

fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

#[cfg(test)]
mod tests;
