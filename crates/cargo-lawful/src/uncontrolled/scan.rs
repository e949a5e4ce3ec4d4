//! The uses in a file: every path of its syntax tree, resolved in its scope.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Block, Generics, Item, Stmt};

use super::Use;
use super::catalogue::{Advice, Meaning, meaning};
use super::declare::{Crate, conditions_of, declare_names, line_and_column, plain};
use super::scope::{PathNames, Scope, ScopeId, Target, TypeItem, listed_by};

/// Lists the uses in one file of a crate, in order.
pub(super) fn uses(of: &mut Crate, file: usize) -> Vec<Use> {
    let items = std::mem::take(&mut of.files[file].items);
    let scope = of.files[file].scope;
    let conditions = of.files[file].conditions.clone();
    let mut scan =
        Scan { of, file, scope, conditions, bound: BTreeSet::new(), uses: BTreeMap::new() };
    scan.list_imports(scope);
    items.iter().for_each(|item| scan.visit_item(item));
    let uses = scan.uses;
    of.files[file].items = items;
    uses.into_iter()
        .map(|((line, column, name), found)| found.into_use(line, column, name))
        .collect()
}

struct Scan<'a> {
    of: &'a mut Crate,
    file: usize,
    scope: ScopeId,
    /// Conditions of the items around.
    conditions: Vec<String>,
    /// Variables of the functions around. They hide what a glob brings.
    bound: BTreeSet<String>,
    uses: BTreeMap<(usize, usize, String), Found>,
}

struct Found {
    advice: Advice,
    conditions: Vec<String>,
}

impl Found {
    fn into_use(self, line: usize, column: usize, name: String) -> Use {
        Use { line, column, name, advice: self.advice, conditions: self.conditions }
    }
}

impl Scan<'_> {
    fn add(&mut self, at: (usize, usize), name: String, advice: Advice, more: &[String]) {
        let mut conditions = self.conditions.clone();
        conditions.extend(more.iter().filter(|more| !self.conditions.contains(more)).cloned());
        self.uses.entry((at.0, at.1, name)).or_insert(Found { advice, conditions });
    }

    /// The imports of a scope that are places to change.
    fn list_imports(&mut self, scope: ScopeId) {
        for index in 0..self.of.scopes.scope(scope).imports.len() {
            let import = self.of.scopes.scope(scope).imports[index].clone();
            let (file, line, column) = import.place;
            if file != self.file {
                continue;
            }
            for resolved in self.of.scopes.resolve_import(scope, index) {
                if let Some((name, found)) = listed_by(&import, &resolved) {
                    let (Meaning::Item(_, advice) | Meaning::Module(advice)) = found;
                    self.add((line, column), name, advice, &resolved.conditions);
                }
            }
        }
    }

    /// A path that is used in the scope. `::` before it makes it global.
    fn use_path(&mut self, names: Vec<String>, is_global: bool, at: (usize, usize)) {
        for resolved in self.of.scopes.resolve(self.scope, &PathNames { is_global, names }) {
            let Target::Outside(path) = &resolved.target else { continue };
            if resolved.is_listed {
                continue;
            }
            if let Some(Meaning::Item(length, advice)) = meaning(path) {
                let name = path[..length.min(path.len())].join("::");
                self.add(at, name, advice, &resolved.conditions);
            }
        }
    }

    /// A macro that is called by one name: those of std need no import.
    fn use_macro(&mut self, name: String, at: (usize, usize)) {
        if self.of.macros.contains(&name) {
            return;
        }
        let path = PathNames { is_global: false, names: vec![name.clone()] };
        let is_declared = {
            let scopes = &self.of.scopes;
            let module = scopes.scope(scopes.module_of(self.scope));
            let own = scopes.scope(self.scope);
            let mut imports = module.imports.iter().chain(&own.imports);
            imports.any(|import| import.name.as_ref() == Some(&name))
                || !scopes.resolve(self.scope, &path).is_empty()
        };
        match is_declared {
            true => self.use_path(path.names, false, at),
            false => self.use_path(vec!["std".to_string(), name], true, at),
        }
    }

    /// Paths among tokens, which may be anything: names with `::` between them, and groups after `::`.
    fn use_tokens(&mut self, tokens: TokenStream, before: &[String]) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            let end = match &tokens[at] {
                TokenTree::Group(group) => {
                    self.use_tokens(group.stream(), &[]);
                    at + 1
                }
                TokenTree::Ident(_) => self.use_path_at(&tokens, at, before),
                _ => at + 1,
            };
            at = end;
        }
    }

    /// A path that begins at a token. Returns the index after it.
    fn use_path_at(&mut self, tokens: &[TokenTree], start: usize, before: &[String]) -> usize {
        let is_punct = |at: usize, mark: char| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == mark);
        let is_joint = |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.spacing() == Spacing::Joint);
        let is_separator = |at: usize| is_punct(at, ':') && is_joint(at) && is_punct(at + 1, ':');
        let TokenTree::Ident(first) = &tokens[start] else { return start + 1 };
        let place = line_and_column(first.span());
        let mut names = before.to_vec();
        names.push(plain(first));
        let mut at = start + 1;
        while is_separator(at) {
            match tokens.get(at + 2) {
                Some(TokenTree::Ident(name)) => names.push(plain(name)),
                Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                    self.use_tokens(group.stream(), &names);
                    return at + 3;
                }
                _ => break,
            }
            at += 3;
        }
        // After a dot it is a field or a method; after a dollar, what the caller gives, unless it is `$crate`.
        let is_dotted =
            start > 0 && is_punct(start - 1, '.') && !(start > 1 && is_punct(start - 2, '.'));
        let is_given = start > 0 && is_punct(start - 1, '$') && names[0] != "crate";
        let is_global = start > 1 && is_separator(start - 2);
        let is_call = is_punct(at, '!') && matches!(tokens.get(at + 1), Some(TokenTree::Group(_)));
        if is_dotted || is_given {
            return at;
        }
        if names.len() > 1 {
            self.use_path(names, is_global, place);
        } else if is_call {
            self.use_macro(names.remove(0), place);
        }
        at
    }

    /// Visits in a scope of its own, inside of the present one.
    fn within(&mut self, scope: Scope, visit: impl FnOnce(&mut Self)) {
        let around = self.scope;
        self.scope = self.of.scopes.add(Scope { around: Some(around), ..scope });
        visit(self);
        self.scope = around;
    }

    fn with_generics(&mut self, generics: Option<&Generics>, visit: impl FnOnce(&mut Self)) {
        let names = generics.into_iter().flat_map(Generics::type_params);
        let types = names.map(|name| (plain(&name.ident), vec![TypeItem::Other])).collect();
        self.within(Scope { types, ..Scope::default() }, visit);
    }

    fn with_conditions(&mut self, attributes: &[Attribute], visit: impl FnOnce(&mut Self)) {
        let length = self.conditions.len();
        self.conditions.extend(conditions_of(attributes));
        visit(self);
        self.conditions.truncate(length);
    }

    /// Visits with the variables that `function` binds anywhere.
    fn with_variables(&mut self, variables: Variables, visit: impl FnOnce(&mut Self)) {
        let outer = self.bound.clone();
        self.bound.extend(variables.0);
        visit(self);
        self.bound = outer;
    }
}

impl<'ast> Visit<'ast> for Scan<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let (attributes, generics) = parts_of(item);
        self.with_conditions(attributes, |this| match item {
            Item::Use(_) | Item::ExternCrate(_) => {}
            Item::Mod(module) => {
                let (line, column) = line_and_column(module.ident.span());
                let Some((_, items)) = &module.content else { return };
                let known = this.of.inline.get(&(this.file, line, column)).copied();
                // A module in a block is in no table, since no path from elsewhere leads to it.
                let inner = known.unwrap_or_else(|| {
                    let parent = Some(this.of.scopes.module_of(this.scope));
                    let inner = this.of.scopes.add(Scope { parent, ..Scope::default() });
                    declare_names(&mut this.of.scopes, inner, this.file, items);
                    inner
                });
                let around = std::mem::replace(&mut this.scope, inner);
                this.list_imports(inner);
                visit::visit_item_mod(this, module);
                this.scope = around;
            }
            _ => this.with_generics(generics, |this| visit::visit_item(this, item)),
        });
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        let mut variables = Variables::default();
        variables.visit_item_fn(function);
        self.with_variables(variables, |this| visit::visit_item_fn(this, function));
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        let mut variables = Variables::default();
        variables.visit_impl_item_fn(function);
        self.with_conditions(&function.attrs, |this| {
            this.with_generics(Some(&function.sig.generics), |this| {
                this.with_variables(variables, |this| visit::visit_impl_item_fn(this, function));
            });
        });
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        let mut variables = Variables::default();
        variables.visit_trait_item_fn(function);
        self.with_conditions(&function.attrs, |this| {
            this.with_generics(Some(&function.sig.generics), |this| {
                this.with_variables(variables, |this| visit::visit_trait_item_fn(this, function));
            });
        });
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        self.with_conditions(&field.attrs, |this| visit::visit_field(this, field));
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        self.with_conditions(&local.attrs, |this| visit::visit_local(this, local));
    }

    fn visit_block(&mut self, block: &'ast Block) {
        let items: Vec<Item> = block.stmts.iter().filter_map(item_of).collect();
        if items.is_empty() {
            return visit::visit_block(self, block);
        }
        self.within(Scope::default(), |this| {
            declare_names(&mut this.of.scopes, this.scope, this.file, &items);
            let modules = items.iter().filter_map(|item| match item {
                Item::Mod(module) => Some(plain(&module.ident)),
                _ => None,
            });
            // A module in a block hides other modules of its name.
            for name in modules {
                let types = &mut this.of.scopes.scope_mut(this.scope).types;
                types.entry(name).or_default().push(TypeItem::Other);
            }
            this.list_imports(this.scope);
            visit::visit_block(this, block);
        });
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> =
            path.segments.iter().map(|segment| plain(&segment.ident)).collect();
        let is_bound = names.len() == 1 && self.bound.contains(&names[0]);
        if let Some(first) = path.segments.first().filter(|_| !is_bound) {
            let at = line_and_column(first.ident.span());
            self.use_path(names, path.leading_colon.is_some(), at);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        match called.path.get_ident() {
            Some(name) => self.use_macro(plain(name), line_and_column(name.span())),
            None => self.visit_path(&called.path),
        }
        self.use_tokens(called.tokens.clone(), &[]);
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        // `#[test]` and its kin are not looked for among imports of types and modules.
        if attribute.path().segments.len() > 1 {
            self.visit_path(attribute.path());
        }
    }

    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}
}

/// Names of the variables that patterns bind.
#[derive(Default)]
struct Variables(BTreeSet<String>);

impl<'ast> Visit<'ast> for Variables {
    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        self.0.insert(plain(&pattern.ident));
        visit::visit_pat_ident(self, pattern);
    }
}

fn item_of(statement: &Stmt) -> Option<Item> {
    match statement {
        Stmt::Item(item) => Some(item.clone()),
        _ => None,
    }
}

fn parts_of(item: &Item) -> (&[Attribute], Option<&Generics>) {
    match item {
        Item::Const(item) => (&item.attrs, Some(&item.generics)),
        Item::Enum(item) => (&item.attrs, Some(&item.generics)),
        Item::ExternCrate(item) => (&item.attrs, None),
        Item::Fn(item) => (&item.attrs, Some(&item.sig.generics)),
        Item::ForeignMod(item) => (&item.attrs, None),
        Item::Impl(item) => (&item.attrs, Some(&item.generics)),
        Item::Macro(item) => (&item.attrs, None),
        Item::Mod(item) => (&item.attrs, None),
        Item::Static(item) => (&item.attrs, None),
        Item::Struct(item) => (&item.attrs, Some(&item.generics)),
        Item::Trait(item) => (&item.attrs, Some(&item.generics)),
        Item::TraitAlias(item) => (&item.attrs, Some(&item.generics)),
        Item::Type(item) => (&item.attrs, Some(&item.generics)),
        Item::Union(item) => (&item.attrs, Some(&item.generics)),
        Item::Use(item) => (&item.attrs, None),
        _ => (&[], None),
    }
}
