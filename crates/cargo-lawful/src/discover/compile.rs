//! Builds the generated program, and tells its compile errors in the words of the person who typed the functions.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticSpan};
use cargo_metadata::{Message, Metadata};

use super::project::{NAME, Project};
use crate::error::CommandError;

/// Builds the program, and returns its path. Cargo's progress goes to standard error.
///
/// `way_out` may know what to do about an entry that does not compile, by the code of the error.
pub(super) fn build(
    metadata: &Metadata,
    project: &Project,
    is_release: bool,
    way_out: &dyn Fn(&str, &str) -> Option<String>,
) -> Result<PathBuf, CommandError> {
    let mut command = cargo();
    command.args(["build", "--message-format", "json", "--manifest-path"]).arg(project.manifest());
    command.arg("--target-dir").arg(&metadata.target_directory);
    if is_release {
        command.arg("--release");
    }
    // Settings and the toolchain are those of the workspace.
    command.current_dir(&metadata.workspace_root).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(cannot_start)?;
    let output = BufReader::new(child.stdout.take().expect("its output is piped"));
    let progress = child.stderr.take().map(|progress| std::thread::spawn(|| pass_on(progress)));
    let (mut program, mut own, mut others) = (None, Vec::new(), Vec::new());
    for message in Message::parse_stream(output).map_while(Result::ok) {
        match message {
            Message::CompilerArtifact(artifact) if artifact.target.name == NAME => {
                program = artifact.executable.map(|path| path.into_std_path_buf());
            }
            Message::CompilerMessage(told) if told.message.level == DiagnosticLevel::Error => {
                match told.target.name == NAME {
                    true => own.push(told.message),
                    false => others.push(told.message),
                }
            }
            _ => {}
        }
    }
    let status = child.wait().map_err(cannot_start)?;
    progress.map(std::thread::JoinHandle::join);
    match program.filter(|_| status.success()) {
        Some(program) => Ok(program),
        None if !others.is_empty() => Err(CommandError::tool_failed(format!(
            "the package does not compile\n\n{}",
            others.iter().map(ToString::to_string).collect::<String>().trim_end()
        ))),
        None => Err(explained(&own, project, way_out)),
    }
}

/// Prints the progress of a build, without the word that the generated program does not compile, which is told in
/// other words.
fn pass_on(progress: impl std::io::Read) {
    for line in BufReader::new(progress).lines().map_while(Result::ok) {
        if !(line.starts_with("error: could not compile") && line.contains(NAME)) {
            eprintln!("{line}");
        }
    }
}

/// The program `cargo` that runs this one.
pub(super) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

pub(super) fn cannot_start(error: std::io::Error) -> CommandError {
    CommandError::tool_failed(format!("cargo cannot be started: {error}"))
}

/// The error for messages of the compiler about the generated program.
fn explained(
    messages: &[Diagnostic],
    project: &Project,
    way_out: &dyn Fn(&str, &str) -> Option<String>,
) -> CommandError {
    let mut told: Vec<String> = Vec::new();
    for message in messages {
        let Some(typed) = typed_at(message, project) else { continue };
        let text = explanation(message, typed, way_out);
        if !told.iter().any(|known| known.starts_with(&format!("`{typed}`"))) {
            told.push(text);
        }
    }
    match told.is_empty() {
        false => CommandError::misused(told.join("\n\n")),
        true if messages.is_empty() => {
            CommandError::tool_failed("cargo could not build the program")
        }
        true => CommandError::tool_failed(format!(
            "the program in {} does not compile\n\n{}",
            project.directory.display(),
            messages.iter().map(ToString::to_string).collect::<String>().trim_end()
        )),
    }
}

/// Entry that was typed for the line that a message is about.
fn typed_at<'a>(message: &Diagnostic, project: &'a Project) -> Option<&'a str> {
    let primary = message.spans.iter().filter(|span| span.is_primary);
    let others = message.spans.iter().filter(|span| !span.is_primary);
    primary.chain(others).find_map(|span| {
        let line = line_in_program(span)?;
        project.typed.iter().find(|(known, _)| *known == line).map(|(_, typed)| typed.as_str())
    })
}

/// Line of the program that a place is in, or that a macro was called on which the place is in.
fn line_in_program(span: &DiagnosticSpan) -> Option<usize> {
    let mut at = Some(span);
    while let Some(span) = at {
        let is_program = Path::new(&span.file_name).ends_with("lawful/laws/src/main.rs")
            || Path::new(&span.file_name) == Path::new("src/main.rs");
        if is_program {
            // A macro around all entries is called on other lines.
            return Some(span.line_start);
        }
        at = span.expansion.as_ref().map(|expansion| &expansion.span);
    }
    None
}

/// A message of the compiler with the way out.
fn explanation(
    message: &Diagnostic,
    typed: &str,
    way_out: &dyn Fn(&str, &str) -> Option<String>,
) -> String {
    let code = message.code.as_ref().map_or("", |code| code.code.as_str());
    let way_out = way_out(typed, code).unwrap_or_else(|| notes(message));
    let way_out = if way_out.is_empty() { String::new() } else { format!("\n  {way_out}") };
    format!("`{typed}`: {}{way_out}", message.message)
}

/// The notes of a message that say what to do, without those about the inside of macros.
fn notes(message: &Diagnostic) -> String {
    let is_inner = |text: &str| {
        [
            "required ",
            "the following other types",
            "this error originates",
            "`#[warn",
            "the full name",
        ]
        .iter()
        .any(|start| text.starts_with(start))
    };
    let notes = message.children.iter().filter(|note| note.level == DiagnosticLevel::Note);
    let notes = notes.map(|note| note.message.as_str()).filter(|note| !is_inner(note));
    notes.take(4).collect::<Vec<_>>().join("\n  ")
}
