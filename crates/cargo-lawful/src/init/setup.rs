//! Setup of a package before its first law: the dependency, and a version control that leaves out what is built.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cargo_metadata::{Metadata, Package};

use super::InitOptions;
use crate::error::CommandError;
use crate::package::lawful_dependency;

/// Adds the dependency on Lawful where it is missing, or features of it. Returns what was done, as a sentence.
pub(super) fn add_dependency(
    options: &InitOptions,
    package: &Package,
) -> Result<String, CommandError> {
    let known = lawful_dependency(package);
    let asked = || options.features.iter().map(String::as_str);
    if let Some(known) = &known {
        let missing: Vec<&str> =
            asked().filter(|feature| !known.features.iter().any(|one| one == feature)).collect();
        if missing.is_empty() {
            return Ok(format!("`{}` depends on Lawful already", package.name));
        }
    }
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["add", "--dev", "--manifest-path", package.manifest_path.as_str()]);
    match &options.lawful_version {
        Some(version) => command.arg(format!("lawful@{version}")),
        None => command.arg("lawful"),
    };
    if let Some(path) = &options.path {
        command.arg("--path").arg(path);
    }
    if let Some((name, ..)) =
        known.as_ref().map(|known| (&known.name,)).filter(|known| known.0 != "lawful")
    {
        command.args(["--rename", name]);
    }
    if !options.features.is_empty() {
        command.args(["--features", &options.features.join(",")]);
    }
    let output = command.stdin(Stdio::null()).output();
    let output = output
        .map_err(|error| CommandError::tool_failed(format!("cargo cannot be started: {error}")))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr).trim().to_string();
        return Err(CommandError::tool_failed(format!(
            "`cargo add` failed, and nothing was changed\n{text}"
        )));
    }
    let manifest = shown(package.manifest_path.as_std_path());
    let features = match options.features.as_slice() {
        [] => String::new(),
        [one] => format!(" with the feature `{one}`"),
        many => format!(" with the features `{}`", many.join("`, `")),
    };
    Ok(match known {
        None => format!("added the dev-dependency `lawful`{features} to {manifest}"),
        Some(_) => format!("added to the dependency on Lawful in {manifest}:{features}"),
    })
}

/// Makes the version control leave out the target directory, where failures are stored. Returns what was done, as a
/// sentence; nothing where there is no version control, or the directory is outside of it.
pub(super) fn ignore_target(metadata: &Metadata) -> Result<Option<String>, CommandError> {
    let target = metadata.target_directory.as_std_path();
    let workspace = metadata.workspace_root.as_std_path();
    let Some(repository) = workspace.ancestors().find(|path| path.join(".git").exists()) else {
        return Ok(None);
    };
    let directory = [workspace, repository].into_iter().find(|path| target.starts_with(path));
    let Some(directory) = directory else { return Ok(None) };
    if is_ignored(directory, target) {
        return Ok(Some(format!("git ignores {} already", shown(target))));
    }
    let within = target.strip_prefix(directory).unwrap_or(target);
    let line = format!("/{}", within.display().to_string().replace('\\', "/"));
    let file = directory.join(".gitignore");
    let mut text = match fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(CommandError::io(&file, &error)),
    };
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(&line);
    text.push('\n');
    fs::write(&file, text).map_err(|error| CommandError::io(&file, &error))?;
    let why = "failures are stored in it and tried first next time";
    Ok(Some(format!("added `{line}` to {}: {why}", shown(&file))))
}

/// Returns whether git leaves out a directory. Without git, the lines of `.gitignore` are compared.
fn is_ignored(directory: &Path, target: &Path) -> bool {
    let mut command = Command::new("git");
    command.arg("-C").arg(directory).args(["check-ignore", "--quiet"]).arg(target.join("lawful"));
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    match status.ok().and_then(|status| status.code()) {
        Some(0) => true,
        Some(1) => false,
        _ => {
            let text = fs::read_to_string(directory.join(".gitignore")).unwrap_or_default();
            let within = target.strip_prefix(directory).unwrap_or(target).display().to_string();
            text.lines().any(|line| line.trim().trim_matches('/') == within)
        }
    }
}

/// A path as a person at the current directory writes it.
pub(super) fn shown(path: &Path) -> String {
    let current = std::env::current_dir().unwrap_or_else(|_| PathBuf::new());
    path.strip_prefix(current).unwrap_or(path).display().to_string()
}
