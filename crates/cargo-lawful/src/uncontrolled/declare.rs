//! The declarations of a crate: its files by `mod`, and the names in each of its modules.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprLit, Item, Lit, Meta, UseTree, Visibility};

use super::Problem;
use super::scope::{Import, PathNames, Place, ROOT, Scope, ScopeId, Scopes, TypeItem};

/// A crate: one target of a package.
pub(crate) struct Crate {
    pub(crate) scopes: Scopes,
    pub(crate) files: Vec<File>,
    /// Modules with a body in place, by the place of their names.
    pub(crate) inline: BTreeMap<Place, ScopeId>,
    /// Names of `macro_rules!`.
    pub(crate) macros: BTreeSet<String>,
    pub(crate) problems: Vec<Problem>,
    /// Files whose modules are being read.
    open: Vec<PathBuf>,
}

/// A file of a crate.
pub(crate) struct File {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    pub(crate) items: Vec<Item>,
    pub(crate) scope: ScopeId,
    /// Conditions of the modules that it is in.
    pub(crate) conditions: Vec<String>,
}

/// Reads a file.
pub(crate) type Read<'a> = &'a dyn Fn(&Path) -> std::io::Result<String>;

/// Directory of the files of a module's children.
#[derive(Clone)]
struct Home {
    /// Directory of the file, where `#[path]` of a module outside of inline modules begins.
    file: PathBuf,
    /// Directory of children without `#[path]`, which has the names of inline modules.
    children: PathBuf,
    is_inline: bool,
}

impl Home {
    /// Directory where a `#[path]` begins.
    fn of_paths(&self) -> &Path {
        if self.is_inline { &self.children } else { &self.file }
    }
}

impl Crate {
    /// Reads the crate with that root, and what its modules lead to.
    pub(crate) fn read(root: &Path, crates: BTreeMap<String, String>, read: Read) -> Self {
        let mut this = Crate {
            scopes: Scopes::new(crates),
            files: Vec::new(),
            inline: BTreeMap::new(),
            macros: BTreeSet::new(),
            problems: Vec::new(),
            open: Vec::new(),
        };
        let directory = root.parent().unwrap_or(Path::new("")).to_path_buf();
        let home = Home { file: directory.clone(), children: directory, is_inline: false };
        match read(root) {
            Ok(text) => this.add_file(root.to_path_buf(), text, 0, home, Vec::new(), read),
            Err(error) => this.problems.push(Problem::new(root, 1, 1, error.to_string())),
        }
        this
    }

    fn add_file(
        &mut self,
        path: PathBuf,
        text: String,
        scope: ScopeId,
        home: Home,
        conditions: Vec<String>,
        read: Read,
    ) {
        let items = match syn::parse_file(&text) {
            Ok(file) => with_macro_items(file.items),
            Err(error) => {
                let (line, column) = line_and_column(error.span());
                self.problems.push(Problem::new(&path, line, column, error.to_string()));
                return;
            }
        };
        self.open.push(without_dots(&path));
        let file = self.files.len();
        let own = File { path, text, items: Vec::new(), scope, conditions: conditions.clone() };
        self.files.push(own);
        self.declare(file, scope, &items, &home, &conditions, read);
        self.files[file].items = items;
        self.open.pop();
    }

    fn declare(
        &mut self,
        file: usize,
        scope: ScopeId,
        items: &[Item],
        home: &Home,
        conditions: &[String],
        read: Read,
    ) {
        declare_names(&mut self.scopes, scope, file, items);
        for item in items {
            match item {
                Item::Mod(module) => {
                    self.declare_module(file, scope, module, home, conditions, read);
                }
                Item::Macro(made) => self.macros.extend(made.ident.iter().map(ToString::to_string)),
                _ => {}
            }
        }
    }

    fn declare_module(
        &mut self,
        file: usize,
        parent: ScopeId,
        module: &syn::ItemMod,
        home: &Home,
        conditions: &[String],
        read: Read,
    ) {
        let name = plain(&module.ident);
        let scope = self.scopes.add(Scope { parent: Some(parent), ..Scope::default() });
        let types = &mut self.scopes.scope_mut(parent).types;
        types.entry(name.clone()).or_default().push(TypeItem::Module(scope));
        let conditions = [conditions, &conditions_of(&module.attrs)].concat();
        let (line, column) = line_and_column(module.ident.span());

        if let Some((_, items)) = &module.content {
            self.inline.insert((file, line, column), scope);
            let children = match paths_of(&module.attrs).pop() {
                Some(path) => home.of_paths().join(path),
                None => home.children.join(name),
            };
            let home = Home { children, is_inline: true, ..home.clone() };
            return self.declare(file, scope, items, &home, &conditions, read);
        }
        let given = paths_of(&module.attrs);
        let mut candidates: Vec<PathBuf> =
            given.iter().map(|path| home.of_paths().join(path)).collect();
        // A `#[cfg_attr(.., path = "..")]` leaves the usual place as another possibility, so all that exist are read.
        let is_direct = |attribute: &Attribute| attribute.path().is_ident("path");
        if !module.attrs.iter().any(is_direct) {
            let beside = home.children.join(format!("{name}.rs"));
            candidates.extend([beside, home.children.join(&name).join("mod.rs")]);
        }
        let (mut found, mut is_missing) = (Vec::new(), true);
        for path in candidates {
            match read(&path) {
                Ok(text) => found.push((path, text)),
                Err(error) if is_missing_file(&error) => continue,
                Err(error) => self.problems.push(Problem::new(&path, 1, 1, error.to_string())),
            }
            is_missing = false;
        }
        if is_missing {
            let why = format!("there is no file for the module `{name}`");
            let path = self.files[file].path.clone();
            self.problems.push(Problem::new(&path, line, column, why));
        }
        // A module that leads back to a file around it is in no build: the compiler refuses it unless a condition
        // takes it away.
        found.retain(|(path, _)| !self.open.contains(&without_dots(path)));
        for (path, text) in found {
            let directory = path.parent().unwrap_or(Path::new("")).to_path_buf();
            // A file with a `#[path]`, or a `mod.rs`, has its children beside it; others have a directory for them.
            let is_directory =
                path.ends_with("mod.rs") || given.iter().any(|own| path.ends_with(own));
            let children = if is_directory { directory.clone() } else { directory.join(&name) };
            let home = Home { file: directory, children, is_inline: false };
            self.add_file(path, text, scope, home, conditions.clone(), read);
        }
    }
}

/// Declares the names of items in a scope. Modules are left to [`Crate`], which knows their files.
pub(crate) fn declare_names(scopes: &mut Scopes, scope: ScopeId, file: usize, items: &[Item]) {
    for item in items {
        let into = scopes.scope_mut(scope);
        match item {
            Item::Use(declared) => {
                let path =
                    PathNames { is_global: declared.leading_colon.is_some(), names: Vec::new() };
                let whole = Import {
                    path,
                    name: None,
                    is_public: !matches!(declared.vis, Visibility::Inherited),
                    conditions: conditions_of(&declared.attrs),
                    place: (file, 0, 0),
                };
                add_leaves(&declared.tree, &whole, &mut into.imports);
            }
            Item::ExternCrate(declared) => {
                let own = plain(&declared.ident);
                let name = declared.rename.as_ref().map_or(own.clone(), |(_, name)| plain(name));
                let (line, column) = line_and_column(declared.ident.span());
                if scope == ROOT {
                    // All modules see it, as they see a dependency.
                    scopes.add_crate(&own, &name);
                }
                scopes.scope_mut(scope).imports.push(Import {
                    path: PathNames { is_global: own != "self", names: vec![own] },
                    name: Some(name),
                    is_public: !matches!(declared.vis, Visibility::Inherited),
                    conditions: conditions_of(&declared.attrs),
                    place: (file, line, column),
                });
            }
            Item::Enum(syn::ItemEnum { ident, .. })
            | Item::Struct(syn::ItemStruct { ident, .. })
            | Item::Trait(syn::ItemTrait { ident, .. })
            | Item::TraitAlias(syn::ItemTraitAlias { ident, .. })
            | Item::Type(syn::ItemType { ident, .. })
            | Item::Union(syn::ItemUnion { ident, .. }) => {
                into.types.entry(plain(ident)).or_default().push(TypeItem::Other);
            }
            Item::Const(syn::ItemConst { ident, .. })
            | Item::Static(syn::ItemStatic { ident, .. })
            | Item::Fn(syn::ItemFn { sig: syn::Signature { ident, .. }, .. }) => {
                into.values.insert(plain(ident));
            }
            _ => {}
        }
    }
}

pub(crate) fn add_leaves(tree: &UseTree, before: &Import, leaves: &mut Vec<Import>) {
    let mut leaf = |span: Span, last: Option<String>, name: Option<String>| {
        let (line, column) = line_and_column(span);
        let mut import = Import { name, place: (before.place.0, line, column), ..before.clone() };
        // `use std::sync::{self}` imports what is before it.
        let last = last.filter(|last| last != "self" || import.path.names.is_empty());
        import.path.names.extend(last);
        leaves.push(import);
    };
    match tree {
        UseTree::Path(path) => {
            let mut before = before.clone();
            before.path.names.push(plain(&path.ident));
            add_leaves(&path.tree, &before, leaves);
        }
        UseTree::Name(name) => {
            let last = plain(&name.ident);
            let declared = match last.as_str() {
                "self" => before.path.names.last().cloned().unwrap_or(last.clone()),
                _ => last.clone(),
            };
            leaf(name.ident.span(), Some(last), Some(declared));
        }
        UseTree::Rename(rename) => {
            leaf(rename.ident.span(), Some(plain(&rename.ident)), Some(plain(&rename.rename)));
        }
        UseTree::Glob(glob) => leaf(glob.star_token.span(), None, None),
        UseTree::Group(group) => {
            group.items.iter().for_each(|tree| add_leaves(tree, before, leaves));
        }
    }
}

/// Items, and beside each macro the items that are its tokens, as of `thread_local!` or `cfg_if!`.
pub(crate) fn with_macro_items(items: Vec<Item>) -> Vec<Item> {
    let mut all = Vec::new();
    for mut item in items {
        match &mut item {
            Item::Macro(made) if made.ident.is_none() => {
                let inside = match made.mac.path.segments.last() {
                    Some(last) if last.ident == "cfg_if" => branches(made.mac.tokens.clone()),
                    _ => syn::parse2::<syn::File>(made.mac.tokens.clone())
                        .ok()
                        .map(|file| file.items),
                };
                if let Some(inside) = inside {
                    made.mac.tokens = TokenStream::new();
                    all.extend(with_macro_items(inside));
                }
            }
            Item::Mod(module) => {
                if let Some((_, items)) = &mut module.content {
                    *items = with_macro_items(std::mem::take(items));
                }
            }
            _ => {}
        }
        all.push(item);
    }
    all
}

/// The items of all branches of a `cfg_if!`, each with its condition.
fn branches(tokens: TokenStream) -> Option<Vec<Item>> {
    let mut items = Vec::new();
    let mut conditions: Vec<TokenStream> = Vec::new();
    let mut condition: Option<TokenStream> = None;
    for token in tokens {
        let TokenTree::Group(group) = token else { continue };
        match group.delimiter() {
            Delimiter::Bracket => {
                let meta = syn::parse2::<syn::MetaList>(group.stream()).ok()?;
                conditions.push(meta.tokens.clone());
                condition = Some(meta.tokens);
            }
            Delimiter::Brace => {
                // The last branch holds if no other does.
                let own = condition.take().unwrap_or_else(|| {
                    let text: Vec<String> = conditions.iter().map(ToString::to_string).collect();
                    format!("not(any({}))", text.join(", ")).parse().expect("conditions are tokens")
                });
                for mut item in syn::parse2::<syn::File>(group.stream()).ok()?.items {
                    let meta: Meta = syn::parse2(format!("cfg({own})").parse().ok()?).ok()?;
                    let attribute = Attribute {
                        pound_token: Default::default(),
                        style: syn::AttrStyle::Outer,
                        bracket_token: Default::default(),
                        meta,
                    };
                    if let Some(attributes) = attributes_mut(&mut item) {
                        attributes.push(attribute);
                    }
                    items.push(item);
                }
            }
            _ => return None,
        }
    }
    Some(items)
}

fn attributes_mut(item: &mut Item) -> Option<&mut Vec<Attribute>> {
    Some(match item {
        Item::Const(item) => &mut item.attrs,
        Item::Enum(item) => &mut item.attrs,
        Item::ExternCrate(item) => &mut item.attrs,
        Item::Fn(item) => &mut item.attrs,
        Item::Impl(item) => &mut item.attrs,
        Item::Macro(item) => &mut item.attrs,
        Item::Mod(item) => &mut item.attrs,
        Item::Static(item) => &mut item.attrs,
        Item::Struct(item) => &mut item.attrs,
        Item::Trait(item) => &mut item.attrs,
        Item::Type(item) => &mut item.attrs,
        Item::Use(item) => &mut item.attrs,
        _ => return None,
    })
}

/// The conditions of `#[cfg(..)]` attributes, as they would be written.
pub(crate) fn conditions_of(attributes: &[Attribute]) -> Vec<String> {
    let lists = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => Some(list.tokens.to_string()),
        _ => None,
    });
    // Tokens are printed with spaces between all of them.
    lists
        .map(|text| {
            text.replace(" (", "(").replace("( ", "(").replace(" )", ")").replace(" ,", ",")
        })
        .collect()
}

/// The files that `#[path = ".."]` and `#[cfg_attr(.., path = "..")]` name.
fn paths_of(attributes: &[Attribute]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for attribute in attributes {
        match &attribute.meta {
            Meta::NameValue(pair) if pair.path.is_ident("path") => {
                found.extend(text_of(&pair.value))
            }
            Meta::List(list) if list.path.is_ident("cfg_attr") => {
                let metas = syn::punctuated::Punctuated::<Meta, syn::Token![,]>::parse_terminated;
                for meta in list.parse_args_with(metas).into_iter().flatten().skip(1) {
                    if let Meta::NameValue(pair) = meta
                        && pair.path.is_ident("path")
                    {
                        found.extend(text_of(&pair.value));
                    }
                }
            }
            _ => {}
        }
    }
    found
}

fn text_of(value: &Expr) -> Option<PathBuf> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(PathBuf::from(text.value())),
        _ => None,
    }
}

/// Returns whether there is no file. A file may also stand where a directory is looked for: `a` beside `a.rs`.
fn is_missing_file(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// The path without `.` and `..`, to tell whether two of them are one file.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// A name without the `r#` of a raw identifier.
pub(crate) fn plain(ident: &syn::Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").map(str::to_string).unwrap_or(text)
}

/// Line and column of the first character, both from 1.
pub(crate) fn line_and_column(span: Span) -> (usize, usize) {
    let start = span.start();
    (start.line, start.column + 1)
}
