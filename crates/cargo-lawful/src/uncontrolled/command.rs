//! The listing as a command: `cargo lawful uncontrolled`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use cargo_metadata::MetadataCommand;
use clap::Args;

use super::{Listing, ScanError, Selection};

/// Options of the command that lists what scheduled laws do not control.
#[derive(Args, Clone, Debug, Default)]
#[command(
    after_help = "A comment `// uncontrolled: reason` on the line of a use or before it accepts the use; in a manifest, \
                  `# uncontrolled: reason`.\n\nThe exit code is 0; with --deny, 1 if something is listed or was not \
                  read; 2 if there is no listing."
)]
pub struct UncontrolledOptions {
    /// Package to list; can be given more than once.
    #[arg(long = "package", short, value_name = "NAME")]
    pub packages: Vec<String>,

    /// List all packages of the workspace, with scheduled laws or without.
    #[arg(long, conflicts_with = "packages")]
    pub workspace: bool,

    /// Manifest of the workspace or of a package in it.
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<PathBuf>,

    /// Exit with 1 if something is listed.
    #[arg(long)]
    pub deny: bool,
}

impl UncontrolledOptions {
    /// Prints the listing, and returns it.
    ///
    /// ```
    /// use cargo_lawful::uncontrolled::UncontrolledOptions;
    ///
    /// let mut options = UncontrolledOptions::default();
    /// options.manifest_path = Some("missing/Cargo.toml".into());
    /// assert!(options.run(&mut Vec::new()).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// If cargo has no metadata of the workspace, or the workspace has no such package.
    pub fn run(&self, output: &mut dyn Write) -> Result<Listing, ScanError> {
        let mut command = MetadataCommand::new();
        if let Some(path) = &self.manifest_path {
            command.manifest_path(path);
        }
        let metadata = command.exec().map_err(|error| ScanError::new(told(&error)))?;
        let listing = Listing::of(&metadata, &self.selection())?;
        write!(output, "{listing}").map_err(|error| ScanError::new(error.to_string()))?;
        Ok(listing)
    }

    fn selection(&self) -> Selection {
        match self.packages.as_slice() {
            _ if self.workspace => Selection::Workspace,
            [] => Selection::Scheduled,
            names => Selection::Packages(names.to_vec()),
        }
    }
}

/// Prints an error, if there is one, and gives the exit code. With `deny`, a listing that is not clean is 1.
pub fn exit_code(result: Result<Listing, ScanError>, deny: bool) -> ExitCode {
    match result {
        Ok(listing) if deny && !listing.is_clean() => ExitCode::FAILURE,
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Message of cargo, without words about how it was called.
fn told(error: &cargo_metadata::Error) -> String {
    match error {
        cargo_metadata::Error::CargoMetadata { stderr } => {
            let text = stderr.trim();
            text.strip_prefix("error: ").unwrap_or(text).to_string()
        }
        other => other.to_string(),
    }
}
