//! The first law of a package: `cargo lawful init`.
//!
//! The command adds the dev-dependency, makes git leave out the directory of stored failures, and writes a law for a function
//! that is named. What the law states comes from the signature: a round trip where a function is there that undoes the
//! named one, or else that no argument makes it panic, with what to state instead as a comment.

mod argument;
mod draw;
mod edit;
mod example;
mod law;
mod listing;
mod pairs;
mod place;
mod setup;
#[cfg(test)]
mod tests;
mod text;

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use cargo_metadata::{Metadata, Package};
use clap::Args;

use crate::error::CommandError;
use crate::outline::{Function, Outline};
use crate::package::{
    PackageOptions, crate_name, lawful_dependency, linkable_library, tested_targets,
};
use crate::uncontrolled::workspace::crates;

use draw::Obstacle;
use listing::Candidates;
use place::{Around, Planned, Refused};
use setup::shown;

/// Options of the command that sets up a package.
#[derive(Args, Clone, Debug, Default)]
#[command(
    after_help = "Examples:\n  cargo lawful init                 the functions that can have a first law\n  \
                  cargo lawful init shop::parse     a law for one of them\n\nNothing that is there is overwritten. The \
                  exit code is 0; 2 if there is no such function, or no law can be written for it; 3 if `cargo add` failed."
)]
pub struct InitOptions {
    /// Function to write a law for, such as `parse`, `shop::basket::total` or `Basket::total`; without it, the functions
    /// that can have a law are listed.
    #[arg(value_name = "FUNCTION")]
    pub function: Option<String>,

    /// Package that the law is for.
    #[command(flatten)]
    pub package: PackageOptions,

    /// Features of Lawful, separated by commas.
    #[arg(long, value_delimiter = ',', value_name = "FEATURES")]
    pub features: Vec<String>,

    /// Directory of the package `lawful`, in place of the registry.
    #[arg(long, value_name = "DIRECTORY")]
    pub path: Option<PathBuf>,

    /// Version of Lawful that is required.
    #[arg(long = "version", value_name = "VERSION", conflicts_with = "path")]
    pub lawful_version: Option<String>,
}

/// A target of the package, with what is in its sources.
struct Target {
    outline: Outline,
    crate_name: String,
    /// True if other crates, such as integration tests, can import it.
    is_library: bool,
}

impl InitOptions {
    /// Sets up a package, and prints what was done.
    ///
    /// ```
    /// use cargo_lawful::init::InitOptions;
    ///
    /// let mut options = InitOptions::default();
    /// options.package.manifest_path = Some("missing/Cargo.toml".into());
    /// assert_eq!(options.run(&mut Vec::new()).unwrap_err().exit_code(), 2);
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such package or function, no law can be written for it, something is in the way, or `cargo add`
    /// fails. Nothing was changed then, but for a file that cannot be written.
    pub fn run(&self, output: &mut dyn Write) -> Result<(), CommandError> {
        let metadata = self.package.metadata()?;
        let package = self.package.choose(&metadata)?;
        if package.edition == cargo_metadata::Edition::E2015 {
            return Err(CommandError::misused(format!(
                "`{}` has the edition 2015, and laws need 2018 or later: set `edition` in {}",
                package.name,
                shown(package.manifest_path.as_std_path())
            )));
        }
        let targets = read_targets(package);
        let Some(name) = &self.function else {
            let listing = Candidates::of(self, package, &targets);
            self.set_up(&metadata, package, output)?;
            return Ok(write!(output, "\n{listing}")?);
        };
        let (target, function) = find(&targets, name)?;
        let planned = self.around(package, target).plan(function);
        let planned = planned.map_err(|refused| self.refusal(refused, function))?;
        self.set_up(&metadata, package, output)?;
        self.write(&planned, package, output)
    }

    fn around<'a>(&self, package: &'a Package, target: &'a Target) -> Around<'a> {
        let known = lawful_dependency(package);
        let lawful = known.as_ref().map_or("lawful", |known| &known.name).to_string();
        let mut features = self.features.clone();
        features.extend(known.into_iter().flat_map(|known| known.features));
        let crate_name = target.crate_name.clone();
        Around { package, outline: &target.outline, crate_name, lawful, features }
    }

    fn set_up(
        &self,
        metadata: &Metadata,
        package: &Package,
        output: &mut dyn Write,
    ) -> Result<(), CommandError> {
        writeln!(output, "{}", setup::add_dependency(self, package)?)?;
        if let Some(done) = setup::ignore_target(metadata)? {
            writeln!(output, "{done}")?;
        }
        Ok(())
    }

    fn write(
        &self,
        planned: &Planned,
        package: &Package,
        output: &mut dyn Write,
    ) -> Result<(), CommandError> {
        let Planned { law, file, edited, is_new } = planned;
        let io = |error: std::io::Error| CommandError::io(file, &error);
        if let Some(directory) = file.parent() {
            fs::create_dir_all(directory).map_err(io)?;
        }
        match is_new {
            // A file that was made since is not overwritten.
            true => {
                let mut file = fs::File::create_new(file).map_err(io)?;
                file.write_all(edited.text.as_bytes()).map_err(io)?;
            }
            false => fs::write(file, &edited.text).map_err(io)?,
        }
        let place = format!("{}:{}", shown(file), edited.line);
        writeln!(output, "wrote the law `{}` to {place}: {}", law.name, law.states)?;
        if *is_new && !self.is_test(package, file)? {
            let manifest = shown(package.manifest_path.as_std_path());
            writeln!(
                output,
                "\ncargo does not find the file by itself here; add to {manifest}:\n\n  [[test]]\n  name = \"laws\"\n  path = \"tests/laws.rs\""
            )?;
        }
        let package = self.package.typed();
        Ok(writeln!(output, "\nNext:\n\n  cargo test{package} {}", law.name)?)
    }

    /// Returns whether cargo takes a file for an integration test.
    fn is_test(&self, package: &Package, file: &std::path::Path) -> Result<bool, CommandError> {
        let metadata = self.package.metadata()?;
        let packages = metadata.packages.iter().filter(|one| one.id == package.id);
        let mut targets = packages.flat_map(|package| &package.targets);
        Ok(targets.any(|target| target.src_path.as_std_path() == file))
    }

    fn refusal(&self, refused: Refused, function: &Function) -> CommandError {
        let Obstacle { why, advice } = match refused {
            Refused::InTheWay(error) => return error,
            Refused::Obstacle(obstacle) => obstacle,
        };
        let advice: String = advice.iter().map(|line| format!("\n  {line}")).collect();
        CommandError::misused(format!("no law was written for `{}`: {why}{advice}", function.name))
    }
}

/// Reads the sources of a package: of the library, and of the binaries.
fn read_targets(package: &Package) -> Vec<Target> {
    let library = linkable_library(package);
    let targets = tested_targets(package).into_iter();
    targets
        .map(|target| {
            let mut crates = crates(package);
            let crate_name = crate_name(target);
            // Binaries see the library of their package as another crate.
            if let Some(library) = library.filter(|library| *library != target) {
                crates.insert(self::crate_name(library), package.name.to_string());
            }
            let outline = Outline::read(target.src_path.as_std_path(), crates, &crate_name);
            let is_library = library == Some(target);
            Target {
                outline: if is_library { outline } else { outline.without_exports() },
                crate_name,
                is_library,
            }
        })
        .collect()
}

/// The one function that a name stands for.
fn find<'a>(targets: &'a [Target], name: &str) -> Result<(&'a Target, &'a Function), CommandError> {
    let wanted: Vec<&str> =
        name.split("::").map(str::trim).filter(|part| !part.is_empty()).collect();
    let mut found: Vec<(&Target, &Function)> = Vec::new();
    for target in targets {
        let named = target.outline.functions.iter().filter(|one| target.is_named(one, &wanted));
        found.extend(named.map(|function| (target, function)));
    }
    match found.as_slice() {
        [only] => Ok(*only),
        [] => Err(CommandError::misused(listing::not_found(targets, name))),
        several => {
            // A name that is the whole path of one is that one's.
            let is_whole = |(target, function): &&(&Target, &Function)| {
                target.paths(function).iter().any(|path| path.join("::") == wanted.join("::"))
            };
            let whole: Vec<&(&Target, &Function)> = several.iter().filter(is_whole).collect();
            match whole.as_slice() {
                [only] => Ok(**only),
                _ => Err(CommandError::misused(listing::ambiguous(several, name))),
            }
        }
    }
}

impl Target {
    /// Paths of a function: that of other crates, if there is one, and that of its own.
    fn paths(&self, function: &Function) -> Vec<Vec<String>> {
        let within = [vec![self.crate_name.clone()], self.outline.path_within(function)].concat();
        self.outline.public_path(function).into_iter().chain([within]).collect()
    }

    fn is_named(&self, function: &Function, wanted: &[&str]) -> bool {
        self.paths(function).iter().any(|path| {
            let from = path.len().saturating_sub(wanted.len());
            path.len() >= wanted.len()
                && path[from..].iter().zip(wanted).all(|(one, other)| one == other)
        })
    }

    /// Path of a function as a person types it.
    fn shown_path(&self, function: &Function) -> String {
        self.paths(function)[0].join("::")
    }
}
