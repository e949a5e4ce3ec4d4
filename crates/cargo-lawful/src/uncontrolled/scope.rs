//! Scopes of a crate, and the resolution of paths in them.
//!
//! A path is followed through `use` declarations, renames, globs and modules of the crate until it leaves the crate or
//! ends at an item of it. That is rustc's order: items and named imports before globs, inner blocks before outer ones,
//! and the names of crates last. Declarations of one name that are `#[cfg]`-dependent are alternatives, and each of them
//! is followed.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::catalogue::{Meaning, glob_brings, glob_is_item, meaning};

/// Index of a scope.
pub(crate) type ScopeId = usize;

/// The scope of the root of a crate.
pub(crate) const ROOT: ScopeId = 0;

/// Place in a source: file, line and column, both from 1.
pub(crate) type Place = (usize, usize, usize);

/// A module, or a block with declarations of its own.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    /// The block or module around a block. Modules do not see the names of their parents.
    pub(crate) around: Option<ScopeId>,
    /// The parent of a module.
    pub(crate) parent: Option<ScopeId>,
    /// Types, traits and modules.
    pub(crate) types: BTreeMap<String, Vec<TypeItem>>,
    /// Functions, constants and statics.
    pub(crate) values: BTreeSet<String>,
    pub(crate) imports: Vec<Import>,
}

/// Meaning of a name as the first segment of a path.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TypeItem {
    Module(ScopeId),
    Other,
}

/// A leaf of a `use` declaration.
#[derive(Clone, Debug)]
pub(crate) struct Import {
    pub(crate) path: PathNames,
    /// The name that it declares; none for a glob.
    pub(crate) name: Option<String>,
    /// True if other modules can use it.
    pub(crate) is_public: bool,
    /// Conditions of the declaration itself.
    pub(crate) conditions: Vec<String>,
    pub(crate) place: Place,
}

/// A path as it is written.
#[derive(Clone, Debug)]
pub(crate) struct PathNames {
    /// True if it begins with `::`.
    pub(crate) is_global: bool,
    pub(crate) names: Vec<String>,
}

/// Something that a path may lead to.
#[derive(Clone, Debug)]
pub(crate) struct Resolved {
    pub(crate) target: Target,
    /// Conditions of the imports on the way.
    pub(crate) conditions: Vec<String>,
    /// True if an import on the way is listed itself, so that a change there changes this too.
    pub(crate) is_listed: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Target {
    /// A path of another crate, which begins with the name of its package.
    Outside(Vec<String>),
    Module(ScopeId),
}

/// All scopes of a crate. The first is its root.
#[derive(Debug)]
pub(crate) struct Scopes {
    scopes: Vec<Scope>,
    /// Other crates: the names that sources use, and those that the catalogue has.
    crates: BTreeMap<String, String>,
    listed: RefCell<BTreeMap<(ScopeId, usize), bool>>,
}

/// One path on its way.
#[derive(Default)]
struct Following {
    /// Imports that are being followed: none is used to explain itself.
    imports: Vec<(ScopeId, usize)>,
    /// Globs that a name was looked for behind. Modules whose globs lead to each other are many ways to one item.
    globs: BTreeSet<(ScopeId, usize, String)>,
}

impl Scopes {
    /// The scopes of a crate that may name these crates.
    pub(crate) fn new(crates: BTreeMap<String, String>) -> Self {
        Scopes { scopes: vec![Scope::default()], crates, listed: RefCell::default() }
    }

    /// Gives a crate another name, as `extern crate` does in the root.
    pub(crate) fn add_crate(&mut self, own: &str, name: &str) {
        if let Some(package) = self.crates.get(own).cloned() {
            self.crates.entry(name.to_string()).or_insert(package);
        }
    }

    pub(crate) fn add(&mut self, scope: Scope) -> ScopeId {
        self.scopes.push(scope);
        self.scopes.len() - 1
    }

    pub(crate) fn scope(&self, id: ScopeId) -> &Scope {
        &self.scopes[id]
    }

    pub(crate) fn scope_mut(&mut self, id: ScopeId) -> &mut Scope {
        &mut self.scopes[id]
    }

    /// The module that a scope is in.
    pub(crate) fn module_of(&self, mut id: ScopeId) -> ScopeId {
        while let Some(around) = self.scopes[id].around {
            id = around;
        }
        id
    }

    /// Everything that a path may lead to. Items of the crate itself are left out.
    pub(crate) fn resolve(&self, scope: ScopeId, path: &PathNames) -> Vec<Resolved> {
        self.follow(scope, path.is_global, &path.names, &mut Following::default())
    }

    /// Everything that an import may lead to.
    pub(crate) fn resolve_import(&self, scope: ScopeId, index: usize) -> Vec<Resolved> {
        self.follow_import(scope, index, &[], &mut Following::default())
    }

    /// Returns whether an import is the place to change: it names an uncontrolled item, or offers a module of such items
    /// to other modules.
    fn import_is_listed(&self, scope: ScopeId, index: usize) -> bool {
        if let Some(known) = self.listed.borrow().get(&(scope, index)) {
            return *known;
        }
        // An import that leads to itself leads nowhere.
        self.listed.borrow_mut().insert((scope, index), false);
        let resolved = self.resolve_import(scope, index);
        let import = &self.scopes[scope].imports[index];
        let is_listed = resolved.iter().any(|resolved| listed_by(import, resolved).is_some());
        self.listed.borrow_mut().insert((scope, index), is_listed);
        is_listed
    }

    fn follow(
        &self,
        scope: ScopeId,
        is_global: bool,
        names: &[String],
        following: &mut Following,
    ) -> Vec<Resolved> {
        let Some((first, rest)) = names.split_first() else { return Vec::new() };
        if is_global {
            return self.outside(names);
        }
        match first.as_str() {
            "crate" => self.in_module(0, rest, following),
            "self" => self.in_module(self.module_of(scope), rest, following),
            "super" => {
                let mut module = self.scopes[self.module_of(scope)].parent;
                let mut rest = rest;
                while let Some((_, after)) = rest.split_first().filter(|(name, _)| *name == "super")
                {
                    module = module.and_then(|module| self.scopes[module].parent);
                    rest = after;
                }
                module.map(|module| self.in_module(module, rest, following)).unwrap_or_default()
            }
            "Self" => Vec::new(),
            _ => {
                let mut at = Some(scope);
                while let Some(id) = at {
                    if let Some(found) = self.in_scope(id, names, following) {
                        return found;
                    }
                    at = self.scopes[id].around;
                }
                self.outside(names)
            }
        }
    }

    fn in_module(&self, id: ScopeId, rest: &[String], following: &mut Following) -> Vec<Resolved> {
        if rest.is_empty() {
            return vec![Resolved::new(Target::Module(id))];
        }
        self.in_scope(id, rest, following).unwrap_or_default()
    }

    /// Returns the target of a path whose first name is declared in a scope.
    fn in_scope(
        &self,
        id: ScopeId,
        names: &[String],
        following: &mut Following,
    ) -> Option<Vec<Resolved>> {
        let scope = &self.scopes[id];
        let (first, rest) = names.split_first()?;
        let mut found = Vec::new();
        let mut is_declared = rest.is_empty() && scope.values.contains(first);
        for item in scope.types.get(first).into_iter().flatten() {
            is_declared = true;
            if let TypeItem::Module(module) = item {
                found.extend(self.in_module(*module, rest, following));
            }
        }
        for (index, import) in scope.imports.iter().enumerate() {
            if import.name.as_ref() == Some(first) && !following.imports.contains(&(id, index)) {
                is_declared = true;
                let led = self.follow_import(id, index, rest, following);
                let is_listed = self.import_is_listed(id, index);
                found.extend(
                    led.into_iter()
                        .map(|led| Resolved { is_listed: led.is_listed || is_listed, ..led }),
                );
            }
        }
        // The name of a crate is not looked for behind globs: with many of them that would be every order of them.
        if !is_declared && !self.crates.contains_key(first) {
            found = self.in_globs(id, names, following);
        }
        (is_declared || !found.is_empty()).then_some(found)
    }

    fn in_globs(&self, id: ScopeId, names: &[String], following: &mut Following) -> Vec<Resolved> {
        let imports = self.scopes[id].imports.iter().enumerate();
        let globs: Vec<usize> =
            imports.filter(|(_, import)| import.name.is_none()).map(|(index, _)| index).collect();
        let mut found = Vec::new();
        for index in globs {
            let is_new = following.globs.insert((id, index, names[0].clone()));
            if !is_new || following.imports.contains(&(id, index)) {
                continue;
            }
            for module in self.follow_import(id, index, &[], following) {
                let Resolved { target, conditions, is_listed } = module;
                let brought = match target {
                    Target::Module(module) => {
                        following.imports.push((id, index));
                        let brought = self.in_module(module, names, following);
                        following.imports.pop();
                        brought
                    }
                    Target::Outside(path) if glob_brings(&path, &names[0]) => {
                        vec![Resolved::new(Target::Outside([&path, names].concat()))]
                    }
                    Target::Outside(_) => Vec::new(),
                };
                found.extend(brought.into_iter().map(|brought| Resolved {
                    target: brought.target,
                    conditions: [conditions.clone(), brought.conditions].concat(),
                    is_listed: is_listed || brought.is_listed || self.import_is_listed(id, index),
                }));
            }
        }
        found
    }

    /// Returns the target of an import, with the names after it.
    fn follow_import(
        &self,
        scope: ScopeId,
        index: usize,
        rest: &[String],
        following: &mut Following,
    ) -> Vec<Resolved> {
        let import = &self.scopes[scope].imports[index];
        let names = [&import.path.names, rest].concat();
        following.imports.push((scope, index));
        let mut found = self.follow(scope, import.path.is_global, &names, following);
        following.imports.pop();
        for resolved in &mut found {
            resolved.conditions.extend(import.conditions.iter().cloned());
        }
        found
    }

    fn outside(&self, names: &[String]) -> Vec<Resolved> {
        let (first, rest) = names.split_first().expect("a path has a name");
        let Some(package) = self.crates.get(first) else { return Vec::new() };
        let path = [std::slice::from_ref(package), rest].concat();
        vec![Resolved::new(Target::Outside(path))]
    }
}

impl Resolved {
    fn new(target: Target) -> Self {
        Resolved { target, conditions: Vec::new(), is_listed: false }
    }
}

/// The path that an import is listed with, if it is listed, and what the catalogue says of it.
pub(super) fn listed_by(import: &Import, resolved: &Resolved) -> Option<(String, Meaning)> {
    let Target::Outside(path) = &resolved.target else { return None };
    let found = meaning(path)?;
    let is_glob = import.name.is_none();
    let is_place_to_change = match found {
        // A private glob of a known module shows by the names that are used.
        Meaning::Module(_) if is_glob => import.is_public || glob_is_item(path),
        Meaning::Module(_) => import.is_public,
        Meaning::Item(..) => true,
    };
    let shown = if is_glob { format!("{}::*", path.join("::")) } else { path.join("::") };
    (is_place_to_change && !resolved.is_listed).then_some((shown, found))
}
