//! Outline of a target: its modules, functions, types and implementations, as far as its sources tell.
//!
//! An outline is read from syntax alone, as the listing of uncontrolled uses is, with the same reader of modules and imports.
//! Items that macros make are not in it.

mod call;
mod exports;
mod kind;
mod near;
pub(crate) mod standard;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use syn::spanned::Spanned;
use syn::{Attribute, Fields, ImplItem, Item, Meta, Visibility};

pub(crate) use call::{Call, Parameter};
pub(crate) use kind::{Bound, Kind, Name, Written, source};

use crate::uncontrolled::declare::{Crate, add_leaves, conditions_of, line_and_column, plain};
use crate::uncontrolled::scope::{Import, PathNames, ROOT, ScopeId, TypeItem};

/// Functions, types and implementations of a target.
pub(crate) struct Outline {
    of: Crate,
    pub(crate) functions: Vec<Function>,
    pub(crate) types: Vec<TypeDefinition>,
    pub(crate) implementations: Vec<Implementation>,
    modules: BTreeMap<ScopeId, Module>,
    /// Leaves of `pub use`, with the scopes that they are in.
    reexports: Vec<(ScopeId, Import)>,
    /// Shortest paths by which other crates name the items of a scope, from the name of the crate on.
    exported: BTreeMap<(ScopeId, String), Vec<String>>,
    /// True if the root says `#![no_std]` without a condition, so that not even tests have the prelude of std.
    pub(crate) has_no_prelude: bool,
    /// True if sources cannot name std either.
    pub(crate) has_no_std: bool,
}

/// A module of a target.
#[derive(Clone, Debug, Default)]
pub(crate) struct Module {
    name: String,
    parent: Option<ScopeId>,
    is_public: bool,
    /// True if it is built for tests alone.
    is_test: bool,
    /// Braces of a module with a body in place: the file, and lines and columns of the closing one.
    closing: Option<(usize, usize, usize)>,
}

/// A function or a method that can be called.
#[derive(Clone)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) signature: syn::Signature,
    pub(crate) scope: ScopeId,
    /// File, by its place among the files of the target.
    file: usize,
    pub(crate) line: usize,
    /// Implementation that it belongs to, if it is a method or an associated function.
    pub(crate) owner: Option<usize>,
    /// True if the implementation is of a trait.
    pub(crate) is_of_trait: bool,
    is_public: bool,
    /// True if it is there in all builds, and neither deprecated nor left out of the documentation.
    pub(crate) is_offered: bool,
}

/// A struct, an enum, an alias or a trait.
#[derive(Clone)]
pub(crate) struct TypeDefinition {
    pub(crate) name: String,
    pub(crate) scope: ScopeId,
    file: usize,
    pub(crate) line: usize,
    pub(crate) generics: syn::Generics,
    pub(crate) shape: Shape,
    is_public: bool,
    pub(crate) is_non_exhaustive: bool,
    /// Traits that are derived, by their paths.
    derives: Vec<(Vec<String>, Availability)>,
}

/// Content of a type.
#[derive(Clone)]
pub(crate) enum Shape {
    Struct { fields: Vec<Field>, is_tuple: bool },
    Enum { variants: Vec<Variant> },
    Alias(Box<syn::Type>),
    Trait,
    Other,
}

/// A field of a struct or of a variant.
#[derive(Clone)]
pub(crate) struct Field {
    /// Its name, or its number.
    pub(crate) name: String,
    pub(crate) kind: syn::Type,
    pub(crate) is_public: bool,
}

/// A variant of an enum.
#[derive(Clone)]
pub(crate) struct Variant {
    pub(crate) name: String,
    pub(crate) fields: Vec<Field>,
}

/// An `impl` block.
#[derive(Clone)]
pub(crate) struct Implementation {
    /// Path of the trait, as it is written; none of an inherent implementation.
    pub(crate) of_trait: Option<syn::Path>,
    pub(crate) own: syn::Type,
    pub(crate) generics: syn::Generics,
    pub(crate) scope: ScopeId,
    availability: Availability,
}

/// Builds that something is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Availability {
    /// None, or some that are not known.
    Never,
    /// Unit tests of the target.
    Tests,
    /// All.
    Always,
}

impl TypeDefinition {
    /// The type's own name, where it is declared.
    pub(crate) fn own_name(&self) -> Written {
        let names = vec![self.name.clone()];
        Written { scope: self.scope, is_global: false, names, has_lifetime: false }
    }
}

impl Outline {
    /// Reads the sources of a target, which may name these crates.
    pub(crate) fn read(root: &Path, crates: BTreeMap<String, String>, crate_name: &str) -> Self {
        Outline::read_with(root, crates, crate_name, &|path| std::fs::read_to_string(path))
    }

    pub(crate) fn read_with(
        root: &Path,
        crates: BTreeMap<String, String>,
        crate_name: &str,
        read: &dyn Fn(&Path) -> std::io::Result<String>,
    ) -> Self {
        let of = Crate::read(root, crates, read);
        let mut outline = Outline {
            of,
            functions: Vec::new(),
            types: Vec::new(),
            implementations: Vec::new(),
            modules: BTreeMap::from([(ROOT, Module { is_public: true, ..Module::default() })]),
            reexports: Vec::new(),
            exported: BTreeMap::new(),
            has_no_prelude: false,
            has_no_std: false,
        };
        // Children come after the files that declare them, and their modules are known then.
        for file in 0..outline.of.files.len() {
            let items = std::mem::take(&mut outline.of.files[file].items);
            let (scope, conditions) =
                (outline.of.files[file].scope, outline.of.files[file].conditions.clone());
            outline.add_items(&items, file, scope, &conditions);
            outline.of.files[file].items = items;
        }
        (outline.has_no_prelude, outline.has_no_std) = outline.without_std();
        outline.exported = outline.exports(crate_name);
        outline
    }

    /// The outline of a target that no other crate can import.
    pub(crate) fn without_exports(mut self) -> Self {
        self.exported.clear();
        self
    }

    /// Message for each source that could not be read, with its place.
    pub(crate) fn problems(&self) -> Vec<String> {
        let problems = self.of.problems.iter();
        problems
            .map(|problem| {
                format!("{}:{}: {}", problem.file.display(), problem.line, problem.message)
            })
            .collect()
    }

    /// Path of a file of the target.
    pub(crate) fn path_of(&self, function: &Function) -> &Path {
        &self.of.files[function.file].path
    }

    /// File and line of a type.
    pub(crate) fn place_of(&self, definition: &TypeDefinition) -> (PathBuf, usize) {
        (self.of.files[definition.file].path.clone(), definition.line)
    }

    /// Sources of the target: the path, the text, and the path of the module.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&Path, &str, Vec<String>)> {
        let files = self.of.files.iter();
        files.map(|file| (file.path.as_path(), file.text.as_str(), self.module_path(file.scope)))
    }

    /// Returns whether the target lacks the prelude of std, and whether it lacks all of std.
    fn without_std(&self) -> (bool, bool) {
        let root = self.of.files.first().map(|root| syn::parse_file(&root.text));
        let Some(Ok(root)) = root else { return (false, false) };
        let is_std = |item: &Item| match item {
            Item::ExternCrate(declared) => declared.ident == "std",
            _ => false,
        };
        let has_no_prelude = root.attrs.iter().any(|attribute| attribute.path().is_ident("no_std"));
        (has_no_prelude, has_no_prelude && !root.items.iter().any(is_std))
    }

    fn add_items(&mut self, items: &[Item], file: usize, scope: ScopeId, conditions: &[String]) {
        for item in items {
            match item {
                Item::Mod(module) => self.add_module(module, file, scope, conditions),
                Item::Fn(function) => {
                    let is_public = is_public(&function.vis);
                    let own = (&function.sig, &function.attrs[..], is_public);
                    self.add_function(own, (file, scope), conditions, None);
                }
                Item::Impl(block) => self.add_implementation(block, file, scope, conditions),
                Item::Use(declared) if is_public(&declared.vis) => {
                    let whole = Import {
                        path: PathNames {
                            is_global: declared.leading_colon.is_some(),
                            names: Vec::new(),
                        },
                        name: None,
                        is_public: true,
                        conditions: Vec::new(),
                        place: (file, 0, 0),
                    };
                    let mut leaves = Vec::new();
                    add_leaves(&declared.tree, &whole, &mut leaves);
                    self.reexports.extend(leaves.into_iter().map(|leaf| (scope, leaf)));
                }
                _ => self.types.extend(definition(item, file, scope)),
            }
        }
    }

    fn add_module(
        &mut self,
        module: &syn::ItemMod,
        file: usize,
        scope: ScopeId,
        conditions: &[String],
    ) {
        let name = plain(&module.ident);
        let own = conditions_of(&module.attrs);
        let mut made = Module {
            name: name.clone(),
            parent: Some(scope),
            is_public: is_public(&module.vis),
            is_test: own.iter().any(|condition| is_test(condition)),
            closing: None,
        };
        let Some((braces, items)) = &module.content else {
            let known = self.of.scopes.scope(scope).types.get(&name).into_iter().flatten();
            let children: Vec<ScopeId> = known
                .filter_map(|item| match item {
                    TypeItem::Module(child) => Some(*child),
                    TypeItem::Other => None,
                })
                .collect();
            // Modules of one name under different conditions share what is said of them.
            for child in children {
                self.modules.entry(child).or_insert_with(|| made.clone());
            }
            return;
        };
        let (line, column) = line_and_column(module.ident.span());
        let Some(inner) = self.of.inline.get(&(file, line, column)).copied() else { return };
        let (line, column) = line_and_column(braces.span.close());
        made.closing = Some((file, line, column));
        self.modules.insert(inner, made);
        self.add_items(items, file, inner, &[conditions, &own].concat());
    }

    fn add_function(
        &mut self,
        (signature, attributes, is_public): (&syn::Signature, &[Attribute], bool),
        (file, scope): (usize, ScopeId),
        conditions: &[String],
        owner: Option<usize>,
    ) {
        let conditions = [conditions, &conditions_of(attributes)].concat();
        // Tests, benchmarks, exported symbols and what is made for tests alone are not what laws are about.
        let is_left_out = |attribute: &Attribute| {
            let last = attribute.path().segments.last();
            last.is_some_and(|last| {
                ["test", "bench", "law", "panic_handler"].iter().any(|name| last.ident == name)
            })
        };
        if conditions.iter().any(|condition| is_test(condition))
            || attributes.iter().any(is_left_out)
        {
            return;
        }
        self.functions.push(Function {
            name: plain(&signature.ident),
            signature: signature.clone(),
            scope,
            file,
            line: line_and_column(signature.ident.span()).0,
            owner,
            is_of_trait: owner.is_some_and(|owner| self.implementations[owner].of_trait.is_some()),
            is_public,
            is_offered: conditions.is_empty() && !attributes.iter().any(is_out_of_sight),
        });
    }

    fn add_implementation(
        &mut self,
        block: &syn::ItemImpl,
        file: usize,
        scope: ScopeId,
        conditions: &[String],
    ) {
        let own: Vec<String> = [conditions, &conditions_of(&block.attrs)].concat();
        let of_trait = match &block.trait_ {
            Some((Some(_), ..)) => return,
            Some((None, path, _)) => Some(path.clone()),
            None => None,
        };
        let from_str = of_trait.as_ref().is_some_and(|path| ends_with(path, "FromStr"));
        let is_inherent = of_trait.is_none();
        self.implementations.push(Implementation {
            of_trait,
            own: (*block.self_ty).clone(),
            generics: block.generics.clone(),
            scope,
            availability: availability_of(&own),
        });
        let owner = Some(self.implementations.len() - 1);
        for item in &block.items {
            if let ImplItem::Fn(method) = item
                && (is_inherent || from_str)
            {
                // What a trait promises is as public as the type.
                let is_public = from_str || is_public(&method.vis);
                let of = (&method.sig, &method.attrs[..], is_public);
                self.add_function(of, (file, scope), &own, owner);
            }
        }
    }

    /// Path by which sources of the target name a function, from the root on.
    pub(crate) fn path_within(&self, function: &Function) -> Vec<String> {
        let mut path = self.module_path(function.scope);
        path.extend(self.owner_name(function));
        path.push(function.name.clone());
        path
    }

    /// Path by which other crates name a function, if they can.
    pub(crate) fn public_path(&self, function: &Function) -> Option<Vec<String>> {
        if !function.is_public {
            return None;
        }
        if function.owner.is_none() {
            return self.exported.get(&(function.scope, function.name.clone())).cloned();
        }
        let mut path = self.public_path_of_type(self.owner_type(function)?)?;
        path.push(function.name.clone());
        Some(path)
    }

    /// Path by which other crates name a type, if they can.
    pub(crate) fn public_path_of_type(&self, index: usize) -> Option<Vec<String>> {
        let definition = &self.types[index];
        let key = (definition.scope, definition.name.clone());
        self.exported.get(&key).cloned()
    }

    /// Path of a module from the root on.
    pub(crate) fn module_path(&self, mut scope: ScopeId) -> Vec<String> {
        let mut path = Vec::new();
        while let Some(Module { name, parent: Some(parent), .. }) = self.modules.get(&scope) {
            path.insert(0, name.clone());
            scope = *parent;
        }
        path
    }

    /// Name of the type that a method belongs to.
    fn owner_name(&self, function: &Function) -> Option<String> {
        match &self.implementations[function.owner?].own {
            syn::Type::Path(path) => path.path.segments.last().map(|last| plain(&last.ident)),
            _ => None,
        }
    }

    /// The type of the target that a method belongs to.
    pub(crate) fn owner_type(&self, function: &Function) -> Option<usize> {
        let block = &self.implementations[function.owner?];
        match self.kind(block.scope, &block.own, None) {
            Kind::Named { name: Name::Own(index), .. } => Some(index),
            _ => None,
        }
    }

    /// Returns the builds in which a type has a trait, derived or implemented. A derive is told by the last name of
    /// its path and, for `Arbitrary`, by the crate that it comes from.
    pub(crate) fn has_trait(&self, index: usize, name: &str, lawful: &str) -> Availability {
        let definition = &self.types[index];
        let derived = definition.derives.iter().filter(|(path, _)| {
            let is_named = path.last().is_some_and(|last| last == name);
            is_named && (name != "Arbitrary" || self.is_of(definition.scope, path, lawful))
        });
        let derived = derived.map(|(_, availability)| *availability);
        let implemented = self.implementations.iter().filter(|block| {
            let of = |path: &syn::Path| {
                let names: Vec<String> =
                    path.segments.iter().map(|part| plain(&part.ident)).collect();
                ends_with(path, name)
                    && (name != "Arbitrary" || self.is_of(block.scope, &names, lawful))
            };
            block.of_trait.as_ref().is_some_and(of)
                && matches!(
                    self.kind(block.scope, &block.own, None),
                    Kind::Named { name: Name::Own(own), .. } if own == index
                )
        });
        let implemented = implemented.map(|block| block.availability);
        derived.chain(implemented).max().unwrap_or(Availability::Never)
    }

    /// Returns whether a path leads to Lawful. One that leads nowhere comes from a glob, as of Lawful's prelude.
    fn is_of(&self, scope: ScopeId, path: &[String], lawful: &str) -> bool {
        match (self.outside(scope, path), path) {
            (Some(outside), _) => outside[0] == "lawful",
            (None, [_]) => true,
            (None, [first, ..]) => first == lawful,
            (None, []) => false,
        }
    }

    /// Types of the target with an implementation of one of its traits.
    pub(crate) fn implementors(&self, of_trait: usize) -> impl Iterator<Item = Kind> {
        self.implementations.iter().filter_map(move |block| {
            let path = block.of_trait.as_ref()?;
            let names: Vec<String> = path.segments.iter().map(|part| plain(&part.ident)).collect();
            let is_it = self.own_item(block.scope, path.leading_colon.is_some(), &names)
                == Some((self.types[of_trait].scope, self.types[of_trait].name.clone()));
            let is_plain =
                block.generics.params.is_empty() && block.availability == Availability::Always;
            (is_it && is_plain).then(|| self.kind(block.scope, &block.own, None))
        })
    }

    /// Fields of a type, in all of its variants.
    pub(crate) fn fields(&self, index: usize) -> impl Iterator<Item = &Field> {
        let (fields, variants): (&[Field], &[Variant]) = match &self.types[index].shape {
            Shape::Struct { fields, .. } => (fields, &[]),
            Shape::Enum { variants } => (&[], variants),
            _ => (&[], &[]),
        };
        fields.iter().chain(variants.iter().flat_map(|variant| &variant.fields))
    }

    /// Types of the fields of a type, in all of its variants.
    pub(crate) fn field_types(&self, index: usize) -> Vec<Kind> {
        let scope = self.types[index].scope;
        self.fields(index).map(|field| self.kind(scope, &field.kind, None)).collect()
    }

    /// Returns whether one scope is another or is inside of it.
    pub(crate) fn is_inside(&self, mut scope: ScopeId, of: ScopeId) -> bool {
        loop {
            if scope == of {
                return true;
            }
            match self.modules.get(&scope).and_then(|module| module.parent) {
                Some(parent) => scope = parent,
                None => return false,
            }
        }
    }

    /// End of a module with a body in place: its file, and line and column of its closing brace.
    pub(crate) fn end_of_module(&self, scope: ScopeId) -> Option<(&Path, usize, usize)> {
        let (file, line, column) = self.modules.get(&scope)?.closing?;
        Some((&self.of.files[file].path, line, column))
    }

    /// The module of a name in a module, and whether it is built for tests alone.
    pub(crate) fn child(&self, scope: ScopeId, name: &str) -> Option<(ScopeId, bool)> {
        let mut children = self.modules.iter();
        let found =
            children.find(|(_, module)| module.parent == Some(scope) && module.name == name);
        found.map(|(child, module)| (*child, module.is_test))
    }

    /// Returns whether the root has a module of that name.
    pub(crate) fn has_module(&self, name: &str) -> bool {
        self.child(ROOT, name).is_some()
    }

    /// File of a module that has one of its own.
    pub(crate) fn file_of_module(&self, scope: ScopeId) -> Option<&Path> {
        let file = self.of.files.iter().find(|file| file.scope == scope)?;
        Some(&file.path)
    }

    /// Names of all types, for messages.
    pub(crate) fn type_names(&self) -> BTreeSet<&str> {
        self.types.iter().map(|definition| definition.name.as_str()).collect()
    }
}

pub(crate) fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Returns whether an attribute says that an item is not for new users.
fn is_out_of_sight(attribute: &Attribute) -> bool {
    let hides = |list: &syn::MetaList| list.tokens.to_string() == "hidden";
    attribute.path().is_ident("deprecated")
        || attribute.path().is_ident("doc") && attribute.meta.require_list().is_ok_and(hides)
}

fn ends_with(path: &syn::Path, name: &str) -> bool {
    path.segments.last().is_some_and(|last| last.ident == name)
}

/// Returns whether a predicate asks for a build of tests.
fn is_test(condition: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let has_test = condition.split(|c| !is_word(c)).any(|word| word == "test");
    condition == "test" || condition.starts_with("all(") && has_test && !condition.contains("not(")
}

fn availability_of(conditions: &[String]) -> Availability {
    match conditions {
        [] => Availability::Always,
        [only] if only == "test" => Availability::Tests,
        _ => Availability::Never,
    }
}

/// The type that an item declares, if it declares one.
fn definition(item: &Item, file: usize, scope: ScopeId) -> Option<TypeDefinition> {
    let (ident, generics, attributes, visibility, shape) = match item {
        Item::Struct(item) => {
            let is_tuple = matches!(item.fields, Fields::Unnamed(_));
            let shape = Shape::Struct { fields: fields(&item.fields), is_tuple };
            (&item.ident, &item.generics, &item.attrs, &item.vis, shape)
        }
        Item::Enum(item) => {
            let variant = |variant: &syn::Variant| Variant {
                name: variant.ident.to_string(),
                fields: fields(&variant.fields),
            };
            let variants = item.variants.iter().map(variant).collect();
            (&item.ident, &item.generics, &item.attrs, &item.vis, Shape::Enum { variants })
        }
        Item::Type(item) => {
            let shape = Shape::Alias(item.ty.clone());
            (&item.ident, &item.generics, &item.attrs, &item.vis, shape)
        }
        Item::Trait(item) => (&item.ident, &item.generics, &item.attrs, &item.vis, Shape::Trait),
        Item::Union(item) => (&item.ident, &item.generics, &item.attrs, &item.vis, Shape::Other),
        _ => return None,
    };
    Some(TypeDefinition {
        name: plain(ident),
        scope,
        file,
        line: line_and_column(item_start(item, ident)).0,
        generics: generics.clone(),
        shape,
        is_public: is_public(visibility),
        is_non_exhaustive: attributes.iter().any(|one| one.path().is_ident("non_exhaustive")),
        derives: attributes.iter().flat_map(derives_of).collect(),
    })
}

/// The first token after the attributes of a type, above which an attribute may be written.
fn item_start(item: &Item, ident: &syn::Ident) -> proc_macro2::Span {
    let visibility = match item {
        Item::Struct(item) => item.vis.span(),
        Item::Enum(item) => item.vis.span(),
        _ => ident.span(),
    };
    if visibility.start().line == 0 { ident.span() } else { visibility }
}

fn fields(fields: &Fields) -> Vec<Field> {
    fields
        .iter()
        .enumerate()
        .map(|(number, field)| Field {
            name: field.ident.as_ref().map_or_else(|| number.to_string(), ToString::to_string),
            kind: field.ty.clone(),
            is_public: is_public(&field.vis),
        })
        .collect()
}

/// The traits of a `#[derive(..)]`, or of one inside a `#[cfg_attr(..)]`.
fn derives_of(attribute: &Attribute) -> Vec<(Vec<String>, Availability)> {
    let metas = syn::punctuated::Punctuated::<Meta, syn::Token![,]>::parse_terminated;
    match &attribute.meta {
        Meta::List(list) if list.path.is_ident("derive") => {
            traits(list).into_iter().map(|path| (path, Availability::Always)).collect()
        }
        Meta::List(list) if list.path.is_ident("cfg_attr") => {
            let parts: Vec<Meta> = list.parse_args_with(metas).into_iter().flatten().collect();
            let is_tests = parts.first().is_some_and(|condition| condition.path().is_ident("test"));
            let availability = if is_tests { Availability::Tests } else { Availability::Never };
            let derives = parts.iter().skip(1).filter_map(|part| match part {
                Meta::List(list) if list.path.is_ident("derive") => Some(traits(list)),
                _ => None,
            });
            derives.flatten().map(|path| (path, availability)).collect()
        }
        _ => Vec::new(),
    }
}

fn traits(derive: &syn::MetaList) -> Vec<Vec<String>> {
    let paths = syn::punctuated::Punctuated::<syn::Path, syn::Token![,]>::parse_terminated;
    let paths = derive.parse_args_with(paths).into_iter().flatten();
    paths.map(|path| path.segments.iter().map(|part| plain(&part.ident)).collect()).collect()
}
