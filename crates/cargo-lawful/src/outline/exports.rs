//! Paths by which other crates name the items of a library: through public modules and `pub use`.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::Outline;
use super::standard::standard_path;
use crate::uncontrolled::scope::{PathNames, ROOT, ScopeId, Target};

/// Imports that lead to each other are followed so far.
const MOST_IMPORTS: usize = 16;

impl Outline {
    /// The shortest public path of each item that has one. Of equally short ones, that of the module which is declared
    /// first.
    pub(super) fn exports(&self, crate_name: &str) -> BTreeMap<(ScopeId, String), Vec<String>> {
        let mut exported = BTreeMap::new();
        let mut visited = BTreeSet::new();
        let mut waiting = VecDeque::from([(ROOT, vec![crate_name.to_string()])]);
        while let Some((scope, path)) = waiting.pop_front() {
            if !visited.insert(scope) {
                continue;
            }
            let longer = |name: &str| [&path[..], &[name.to_string()]].concat();
            for name in self.public_items(scope) {
                exported.entry((scope, name.clone())).or_insert_with(|| longer(&name));
            }
            let children = self.modules.iter().filter(|(_, module)| {
                module.parent == Some(scope) && module.is_public && !module.is_test
            });
            waiting.extend(children.map(|(child, module)| (*child, longer(&module.name))));
            for (_, leaf) in self.reexports.iter().filter(|(of, _)| *of == scope) {
                match (self.module(scope, &leaf.path), &leaf.name) {
                    (Some(module), Some(name)) => waiting.push_back((module, longer(name))),
                    // Its items are named as if they were here, before those of modules in here.
                    (Some(module), None) => waiting.push_front((module, path.clone())),
                    (None, Some(name)) => {
                        let item = self.item(scope, &leaf.path, 0);
                        exported.extend(
                            item.filter(|item| !exported.contains_key(item))
                                .map(|item| (item, longer(name))),
                        );
                    }
                    (None, None) => {}
                }
            }
        }
        exported
    }

    fn public_items(&self, scope: ScopeId) -> impl Iterator<Item = String> {
        let functions = self.functions.iter().filter(move |function| {
            function.scope == scope && function.is_public && function.owner.is_none()
        });
        let types = self.types.iter().filter(move |one| one.scope == scope && one.is_public);
        functions.map(|function| function.name.clone()).chain(types.map(|one| one.name.clone()))
    }

    /// The module of the target that a path leads to.
    fn module(&self, scope: ScopeId, path: &PathNames) -> Option<ScopeId> {
        self.of.scopes.resolve(scope, path).into_iter().find_map(|resolved| match resolved.target {
            Target::Module(module) => Some(module),
            Target::Outside(_) => None,
        })
    }

    /// The path of another crate that a path leads to, from the name of its package on.
    pub(super) fn outside(&self, scope: ScopeId, names: &[String]) -> Option<Vec<String>> {
        let path = PathNames { is_global: false, names: names.to_vec() };
        self.of.scopes.resolve(scope, &path).into_iter().find_map(|resolved| {
            match resolved.target {
                Target::Outside(path) => Some(path),
                Target::Module(_) => None,
            }
        })
    }

    /// Returns whether a module imports everything from the module of std that has a type of this name.
    pub(super) fn is_in_glob_of_std(&self, scope: ScopeId, name: &str) -> bool {
        let Some(path) = standard_path(name) else { return false };
        let module = self.of.scopes.module_of(scope);
        let globs = self.of.scopes.scope(module).imports.iter();
        let mut globs = globs.filter(|import| import.name.is_none());
        globs.any(|import| {
            let outside = self.outside(module, &import.path.names);
            outside.is_some_and(|of| format!("{}::{name}", of.join("::")) == path)
        })
    }

    /// The item of the target that a path leads to: its module and its name there.
    pub(super) fn own_item(
        &self,
        scope: ScopeId,
        is_global: bool,
        names: &[String],
    ) -> Option<(ScopeId, String)> {
        self.item(scope, &PathNames { is_global, names: names.to_vec() }, 0)
    }

    fn item(&self, scope: ScopeId, path: &PathNames, imports: usize) -> Option<(ScopeId, String)> {
        let (name, before) = path.names.split_last()?;
        if before.is_empty() {
            let module = self.of.scopes.module_of(scope);
            return (!path.is_global).then(|| self.item_in(module, name, imports)).flatten();
        }
        let before = PathNames { is_global: path.is_global, names: before.to_vec() };
        self.item_in(self.module(scope, &before)?, name, imports)
    }

    /// The item that a name in a module stands for, declared there or imported.
    fn item_in(&self, module: ScopeId, name: &str, imports: usize) -> Option<(ScopeId, String)> {
        let scope = self.of.scopes.scope(module);
        if scope.types.contains_key(name) || scope.values.contains(name) {
            return Some((module, name.to_string()));
        }
        if imports > MOST_IMPORTS {
            return None;
        }
        let named = scope.imports.iter().filter(|import| import.name.as_deref() == Some(name));
        let named = named.filter_map(|import| self.item(module, &import.path, imports + 1)).next();
        named.or_else(|| {
            let globs = scope.imports.iter().filter(|import| import.name.is_none());
            let mut modules = globs.filter_map(|import| self.module(module, &import.path));
            modules.find_map(|inside| self.item_in(inside, name, imports + 1))
        })
    }
}
