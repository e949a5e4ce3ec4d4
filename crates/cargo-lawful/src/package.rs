//! The package that a command works on: the one of the current directory, or the one that is named.

use std::path::{Path, PathBuf};

use cargo_metadata::{Metadata, MetadataCommand, Package, Target, TargetKind};
use clap::Args;

use crate::error::CommandError;

/// Options that choose a package of a workspace.
#[derive(Args, Clone, Debug, Default)]
pub struct PackageOptions {
    /// Package of the workspace; without it, that of the current directory.
    #[arg(long, short, value_name = "NAME")]
    pub package: Option<String>,

    /// Manifest of the workspace or of a package in it.
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<PathBuf>,
}

impl PackageOptions {
    /// Returns the metadata of the workspace, without that of dependencies.
    ///
    /// # Errors
    ///
    /// If cargo finds no workspace, or one that it cannot read.
    pub fn metadata(&self) -> Result<Metadata, CommandError> {
        read(self.command().no_deps())
    }

    /// Returns the metadata of the workspace, with all packages that it is built with.
    ///
    /// # Errors
    ///
    /// If cargo finds no workspace, or one whose dependencies it cannot resolve.
    pub fn metadata_with_dependencies(&self) -> Result<Metadata, CommandError> {
        read(&mut self.command())
    }

    fn command(&self) -> MetadataCommand {
        let mut command = MetadataCommand::new();
        if let Some(path) = &self.manifest_path {
            command.manifest_path(path);
        }
        command
    }

    /// Returns the package that the options choose.
    ///
    /// # Errors
    ///
    /// If there is no package of that name, or none is named and the current directory is that of a workspace with
    /// several.
    pub fn choose<'a>(&self, metadata: &'a Metadata) -> Result<&'a Package, CommandError> {
        let members = metadata.workspace_packages();
        let names = || {
            let names: Vec<&str> = members.iter().map(|package| package.name.as_str()).collect();
            names.join(", ")
        };
        if let Some(name) = &self.package {
            let found = members.iter().find(|package| package.name.as_str() == name).copied();
            return found.ok_or_else(|| {
                let message = format!(
                    "no package of the workspace is named `{name}`; there are: {}",
                    names()
                );
                CommandError::misused(message)
            });
        }
        let manifest = match &self.manifest_path {
            Some(path) => Some(path.clone()),
            None => std::env::current_dir().ok().and_then(|directory| manifest_above(&directory)),
        };
        let is_it = |package: &&&Package| {
            manifest.as_ref().is_some_and(|path| is_same(path, package.manifest_path.as_std_path()))
        };
        match (members.iter().find(is_it), members.as_slice()) {
            (Some(package), _) | (None, [package]) => Ok(package),
            (None, _) => Err(CommandError::misused(format!(
                "the workspace has several packages; name one with `-p`: {}",
                names()
            ))),
        }
    }

    /// Returns the options as they are typed, with a space before each, for a command line that a person runs next.
    pub(crate) fn typed(&self) -> String {
        let package = self.package.as_ref().map(|name| format!(" -p {name}"));
        let manifest = self.manifest_path.as_ref();
        let manifest = manifest.map(|path| format!(" --manifest-path {}", path.display()));
        package.unwrap_or_default() + &manifest.unwrap_or_default()
    }
}

fn read(command: &mut MetadataCommand) -> Result<Metadata, CommandError> {
    command.exec().map_err(|error| match error {
        cargo_metadata::Error::CargoMetadata { stderr } => {
            let text = stderr.trim();
            CommandError::misused(text.strip_prefix("error: ").unwrap_or(text))
        }
        other => CommandError::tool_failed(other.to_string()),
    })
}

fn manifest_above(directory: &Path) -> Option<PathBuf> {
    directory.ancestors().map(|above| above.join("Cargo.toml")).find(|path| path.is_file())
}

fn is_same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    real(one) == real(other)
}

/// A dependency of a package on Lawful.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LawfulDependency {
    /// Name of the crate in sources.
    pub(crate) name: String,
    pub(crate) features: Vec<String>,
}

/// Returns the dependency of a package on Lawful that its tests have, if there is one.
pub(crate) fn lawful_dependency(package: &Package) -> Option<LawfulDependency> {
    use cargo_metadata::DependencyKind::{Development, Normal};
    let of_tests = |dependency: &&cargo_metadata::Dependency| {
        dependency.name == "lawful" && matches!(dependency.kind, Normal | Development)
    };
    let mut found = package.dependencies.iter().filter(of_tests).peekable();
    let first = found.peek()?;
    let name = first.rename.as_ref().unwrap_or(&first.name).replace('-', "_");
    let features = found.flat_map(|dependency| dependency.features.clone()).collect();
    Some(LawfulDependency { name, features })
}

/// Returns the library of a package that other crates can link, if it has one.
pub(crate) fn linkable_library(package: &Package) -> Option<&Target> {
    package.targets.iter().find(|target| {
        target
            .kind
            .iter()
            .any(|kind| matches!(kind, TargetKind::Lib | TargetKind::RLib | TargetKind::DyLib))
    })
}

/// Name by which sources import a target.
pub(crate) fn crate_name(target: &Target) -> String {
    target.name.replace('-', "_")
}

/// Returns the targets whose functions can be tested: the library, then the binaries.
pub(crate) fn tested_targets(package: &Package) -> Vec<&Target> {
    let is_binary = |target: &&Target| target.kind.contains(&TargetKind::Bin);
    let is_library = |target: &&Target| {
        let other =
            [TargetKind::CustomBuild, TargetKind::Test, TargetKind::Bench, TargetKind::Example];
        !is_binary(target) && !target.kind.iter().any(|kind| other.contains(kind))
    };
    let libraries = package.targets.iter().filter(is_library);
    libraries.chain(package.targets.iter().filter(is_binary)).collect()
}
