//! Place in which a law is written: `tests/laws.rs`, or a module `laws` beside the function.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cargo_metadata::{Package, TargetKind};

use super::draw::{Names, Obstacle, Side};
use super::edit::{Edited, Module, new_file};
use super::law::first_law;
use super::text::LawText;
use crate::error::CommandError;
use crate::outline::{Function, Outline};

/// A law that can be written.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    pub(super) law: LawText,
    pub(super) file: PathBuf,
    /// New content of the file.
    pub(super) edited: Edited,
    pub(super) is_new: bool,
}

/// Why a law cannot be written.
#[derive(Clone, Debug)]
pub(super) enum Refused {
    /// The function cannot be called with what a law draws.
    Obstacle(Obstacle),
    /// Something on disk is in the way.
    InTheWay(CommandError),
}

impl From<Obstacle> for Refused {
    fn from(obstacle: Obstacle) -> Self {
        Refused::Obstacle(obstacle)
    }
}

impl From<CommandError> for Refused {
    fn from(error: CommandError) -> Self {
        Refused::InTheWay(error)
    }
}

/// Package around a function, as far as it is known.
pub(super) struct Around<'a> {
    pub(super) package: &'a Package,
    pub(super) outline: &'a Outline,
    /// Name of the target in messages and imports.
    pub(super) crate_name: String,
    /// Name of the crate `lawful` in the package.
    pub(super) lawful: String,
    /// Features of Lawful that the package has, or will have.
    pub(super) features: Vec<String>,
}

impl Around<'_> {
    fn names(&self, side: Side, function: &Function) -> Names<'_> {
        Names::new(self.outline, side, function, &self.lawful, &self.features)
    }

    /// Returns the law of a function, wherever it can be written best.
    pub(super) fn law_of(&self, function: &Function) -> Result<LawText, Obstacle> {
        let law = |side| first_law(&mut self.names(side, function), function);
        match self.outline.public_path(function).map(|_| law(Side::Integration)) {
            Some(Ok(outer)) => Ok(match law(Side::Unit) {
                Ok(inner) if inner.strength > outer.strength => inner,
                _ => outer,
            }),
            _ => law(Side::Unit),
        }
    }

    /// Plans the law of a function. One that other crates can call has its law in `tests/`, unless beside the function
    /// more can be said of it, since more types can be drawn.
    pub(super) fn plan(&self, function: &Function) -> Result<Planned, Refused> {
        if self.outline.public_path(function).is_none() {
            return self.plan_unit(function);
        }
        match self.plan_integration(function) {
            Err(Refused::Obstacle(_)) => self.plan_unit(function),
            Ok(outer) => Ok(match self.plan_unit(function) {
                Ok(inner) if inner.law.strength > outer.law.strength => inner,
                _ => outer,
            }),
            refused => refused,
        }
    }

    fn plan_integration(&self, function: &Function) -> Result<Planned, Refused> {
        let target = self
            .package
            .targets
            .iter()
            .find(|target| target.kind.contains(&TargetKind::Test) && target.name == "laws");
        let directory = self.package.manifest_path.parent().expect("a manifest is in a directory");
        let file = match target {
            Some(target) => target.src_path.as_std_path().to_path_buf(),
            None => directory.join("tests").join("laws.rs").into_std_path_buf(),
        };
        if !file.exists() {
            let mut names = self.names(Side::Integration, function);
            let law = first_law(&mut names, function)?;
            let edited = new_file(&self.crate_name, &law, &self.lawful, &names.imports());
            return Ok(Planned { law, file, edited, is_new: true });
        }
        let text = read(&file)?;
        let module = Module::of_file(&text.plain).map_err(|error| unreadable(&file, &error))?;
        self.plan_in(module, Side::Integration, function, file, text)
    }

    fn plan_unit(&self, function: &Function) -> Result<Planned, Refused> {
        if self.outline.has_no_std {
            return Err(Obstacle::new(
                format!("`{}` is `#![no_std]` in tests too, and laws need std", self.crate_name),
                "write `#![cfg_attr(not(test), no_std)]` in its place",
            )
            .into());
        }
        let own_file = self.outline.path_of(function);
        match self.outline.child(function.scope, "laws") {
            Some((_, false)) => Err(CommandError::misused(format!(
                "the module of `{}` has a module `laws` that is not for tests alone; put `#[cfg(test)]` on it, or rename it",
                function.name
            ))
            .into()),
            Some((laws, true)) => {
                let (file, end) = match self.outline.end_of_module(laws) {
                    Some((file, line, column)) => (file, Some((line, column))),
                    None => (self.outline.file_of_module(laws).unwrap_or(own_file), None),
                };
                let text = read(file)?;
                let module = module_of(file, &text.plain, end)?;
                self.plan_in(module, Side::Unit, function, file.to_path_buf(), text)
            }
            None => {
                let end = self.outline.end_of_module(function.scope);
                let end = end.map(|(_, line, column)| (line, column));
                let text = read(own_file)?;
                let module = module_of(own_file, &text.plain, end)?;
                let mut names = self.names(Side::Unit, function);
                let law = first_law(&mut names, function)?;
                let imports = names.imports();
                let edited = module.with_module(&text.plain, &law, &self.lawful, &imports);
                let edited = text.restored(edited);
                Ok(Planned { law, file: own_file.to_path_buf(), edited, is_new: false })
            }
        }
    }

    /// Plans a law in a module that has laws already.
    fn plan_in(
        &self,
        module: Module,
        side: Side,
        function: &Function,
        file: PathBuf,
        text: Text,
    ) -> Result<Planned, Refused> {
        let known: BTreeMap<String, String> = module.names.clone();
        let mut names = self.names(side, function).knowing(known);
        let law = first_law(&mut names, function)?;
        if let Some(line) = module.functions.get(&law.name) {
            let file = file.display();
            return Err(CommandError::misused(format!(
                "{file}:{line} has a function `{}` already, which is the name of the law for `{}`; rename it to have both",
                law.name, function.name
            ))
            .into());
        }
        let edited = module.with_law(&text.plain, &law, &self.lawful, &names.imports());
        Ok(Planned { law, file, edited: text.restored(edited), is_new: false })
    }
}

fn module_of(file: &Path, text: &str, end: Option<(usize, usize)>) -> Result<Module, CommandError> {
    let module = match end {
        None => Module::of_file(text).map(Some),
        Some(end) => Module::with_end(text, end),
    };
    let module = module.map_err(|error| unreadable(file, &error))?;
    module.ok_or_else(|| {
        CommandError::misused(format!("{} changed while it was read; try again", file.display()))
    })
}

fn unreadable(file: &Path, error: &syn::Error) -> CommandError {
    let line = error.span().start().line;
    CommandError::misused(format!(
        "{}:{line} is not Rust that can be read: {error}",
        file.display()
    ))
}

/// Content of a file, with plain ends of lines.
struct Text {
    plain: String,
    has_carriage_returns: bool,
}

impl Text {
    /// An edited text with the ends of lines that the file had.
    fn restored(&self, edited: Edited) -> Edited {
        match self.has_carriage_returns {
            true => Edited { text: edited.text.replace('\n', "\r\n"), ..edited },
            false => edited,
        }
    }
}

fn read(file: &Path) -> Result<Text, CommandError> {
    let text = std::fs::read_to_string(file).map_err(|error| CommandError::io(file, &error))?;
    let has_carriage_returns = text.contains("\r\n");
    let plain = if has_carriage_returns { text.replace("\r\n", "\n") } else { text };
    Ok(Text { plain, has_carriage_returns })
}
