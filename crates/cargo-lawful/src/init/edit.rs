//! Changes of sources: a law is added to a module, and nothing that is there is changed.

use std::collections::{BTreeMap, BTreeSet};

use syn::spanned::Spanned;
use syn::{Item, UseTree};

use super::text::LawText;

/// A module that a law is added to, as its source has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Module {
    /// Names that it has, with the paths of those that are imported.
    pub(super) names: BTreeMap<String, String>,
    /// Names of its functions, with their lines.
    pub(super) functions: BTreeMap<String, usize>,
    /// Modules that it imports everything from.
    pub(super) globs: BTreeSet<String>,
    /// Place in the source behind the last `use` of the beginning, or where the first would stand.
    imports_end: usize,
    /// Paths of `use`, each with the place where it begins.
    uses: Vec<(String, usize)>,
    /// Place in the source where an item can be added at the end.
    end: usize,
    /// Spaces before its items.
    indent: usize,
}

/// A source with a law added to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edited {
    pub(super) text: String,
    /// Line of the law, from 1.
    pub(super) line: usize,
}

impl Module {
    /// The module that a file is.
    pub(super) fn of_file(text: &str) -> syn::Result<Self> {
        let file = syn::parse_file(text)?;
        let after = file.attrs.last().map_or(0, |attribute| end_of(text, attribute.span()));
        let mut module = Module { imports_end: after, end: text.len(), ..Module::default() };
        module.read(text, &file.items);
        Ok(module)
    }

    /// The module with a body in place whose closing brace stands at that line and column.
    pub(super) fn with_end(text: &str, end: (usize, usize)) -> syn::Result<Option<Self>> {
        let file = syn::parse_file(text)?;
        Ok(find(text, &file.items, end))
    }

    /// The module of that name inside of a module with a body in place, if it has a body in place itself.
    fn of_items(text: &str, module: &syn::ItemMod) -> Option<Self> {
        let (braces, items) = module.content.as_ref()?;
        let close = braces.span.close().start();
        let at = offset(text, close.line, close.column);
        // Spaces before the brace belong to its line.
        let end = text[..at].trim_end_matches([' ', '\t']).len();
        let open = braces.span.open().end();
        let line = &text[text[..at].rfind('\n').map_or(0, |newline| newline + 1)..];
        let indent = line.len() - line.trim_start_matches(' ').len();
        let mut made = Module {
            imports_end: offset(text, open.line, open.column),
            end: if text[..end].ends_with('\n') { end } else { at },
            indent: indent + 4,
            ..Module::default()
        };
        made.read(text, items);
        Some(made)
    }

    fn read(&mut self, text: &str, items: &[Item]) {
        for item in items {
            match item {
                Item::Use(declared) => {
                    let (start, end) =
                        (start_of(text, declared.span()), end_of(text, declared.span()));
                    self.imports_end = end;
                    let path = text[start..end].rsplit_once("use ").map_or("", |(_, path)| path);
                    self.uses.push((path.to_string(), start));
                    let global = if declared.leading_colon.is_some() { "::" } else { "" };
                    self.read_use(&declared.tree, global.to_string());
                }
                Item::Fn(function) => {
                    let name = function.sig.ident.to_string();
                    let line = function.sig.ident.span().start().line;
                    self.functions.insert(name.clone(), line);
                    self.names.insert(name, String::new());
                }
                Item::Struct(syn::ItemStruct { ident, .. })
                | Item::Enum(syn::ItemEnum { ident, .. })
                | Item::Trait(syn::ItemTrait { ident, .. })
                | Item::Type(syn::ItemType { ident, .. })
                | Item::Const(syn::ItemConst { ident, .. })
                | Item::Mod(syn::ItemMod { ident, .. }) => {
                    self.names.insert(ident.to_string(), String::new());
                }
                _ => {}
            }
        }
    }

    fn read_use(&mut self, tree: &UseTree, before: String) {
        let path = |name: &syn::Ident| match before.as_str() {
            "" | "::" => format!("{before}{name}"),
            before => format!("{before}::{name}"),
        };
        match tree {
            UseTree::Path(inner) => self.read_use(&inner.tree, path(&inner.ident)),
            UseTree::Name(name) if name.ident == "self" => {
                let last = before.rsplit("::").next().unwrap_or_default().to_string();
                self.names.insert(last, before);
            }
            UseTree::Name(name) => {
                drop(self.names.insert(name.ident.to_string(), path(&name.ident)))
            }
            UseTree::Rename(rename) => {
                self.names.insert(rename.rename.to_string(), path(&rename.ident));
            }
            UseTree::Glob(_) => drop(self.globs.insert(before)),
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.read_use(tree, before.clone()));
            }
        }
    }

    /// The source with a law at the end of the module, and with what it imports.
    pub(super) fn with_law(
        &self,
        text: &str,
        law: &LawText,
        lawful: &str,
        imports: &BTreeSet<String>,
    ) -> Edited {
        let spaces = " ".repeat(self.indent);
        let mut needed = imports.clone();
        needed.insert(format!("{lawful}::prelude::*"));
        needed.retain(|path| {
            let glob = path.strip_suffix("::*");
            glob.is_none_or(|glob| !self.globs.contains(glob))
        });
        let mut edited = self.with_imports(&text[..self.end], &needed);
        if !edited.ends_with('\n') {
            edited.push('\n');
        }
        if !edited.ends_with("\n\n") {
            edited.push('\n');
        }
        let lines = law.lines(lawful, self.indent);
        let line = edited.matches('\n').count() + 2;
        for written in lines {
            edited.push_str(&format!("{spaces}{written}"));
            edited.push('\n');
        }
        let rest = &text[self.end..];
        // A module that was one line ends on a line of its own.
        if rest.starts_with('}') {
            edited.push_str(&" ".repeat(self.indent.saturating_sub(4)));
        }
        edited.push_str(rest);
        Edited { text: edited, line }
    }

    /// The source up to the end of the module, with imports among those that are there.
    fn with_imports(&self, text: &str, needed: &BTreeSet<String>) -> String {
        let spaces = " ".repeat(self.indent);
        let mut edited = text.to_string();
        if needed.is_empty() {
            return edited;
        }
        if self.uses.is_empty() {
            let uses: Vec<String> =
                needed.iter().map(|path| format!("{spaces}use {path};\n")).collect();
            let uses = match self.imports_end {
                0 => format!("{}\n", uses.concat()),
                _ => format!(
                    "\n{}{}",
                    if self.indent == 0 { "\n" } else { "" },
                    uses.concat().trim_end()
                ),
            };
            edited.insert_str(self.imports_end, &uses);
            return edited;
        }
        // From the last on, so that the places before stay where they are.
        for path in needed.iter().rev() {
            let after = self.uses.iter().find(|(other, _)| other.as_str() > path.as_str());
            match after {
                Some((_, place)) => edited.insert_str(*place, &format!("use {path};\n{spaces}")),
                None => edited.insert_str(self.imports_end, &format!("\n{spaces}use {path};")),
            }
        }
        edited
    }

    /// The source with a new module for the laws at the end of this one.
    pub(super) fn with_module(
        &self,
        text: &str,
        law: &LawText,
        lawful: &str,
        imports: &BTreeSet<String>,
    ) -> Edited {
        let mut inside = vec![String::from("#[cfg(test)]"), String::from("mod laws {")];
        let (near, far): (Vec<&String>, Vec<&String>) = imports
            .iter()
            .partition(|path| ["super::", "crate::"].iter().any(|start| path.starts_with(start)));
        let prelude = format!("{lawful}::prelude::*");
        let mut far: Vec<&String> = far;
        far.push(&prelude);
        far.sort();
        inside.extend(far.iter().map(|path| format!("    use {path};")));
        if !near.is_empty() {
            inside.push(String::new());
            inside.extend(near.iter().map(|path| format!("    use {path};")));
        }
        inside.push(String::new());
        let spaces = " ".repeat(self.indent);
        let mut edited = text[..self.end].to_string();
        for needed in ["\n", "\n\n"] {
            if !edited.is_empty() && !edited.ends_with(needed) {
                edited.push('\n');
            }
        }
        // The attribute of the law is on the line before it.
        let line = edited.matches('\n').count() + inside.len() + 2;
        inside.extend(law.lines(lawful, self.indent + 4).iter().map(|line| format!("    {line}")));
        inside.push(String::from("}"));
        for written in inside {
            if !written.is_empty() {
                edited.push_str(&format!("{spaces}{written}"));
            }
            edited.push('\n');
        }
        let rest = &text[self.end..];
        if rest.starts_with('}') {
            edited.push_str(&" ".repeat(self.indent.saturating_sub(4)));
        }
        edited.push_str(rest);
        Edited { text: edited, line }
    }
}

fn find(text: &str, items: &[Item], end: (usize, usize)) -> Option<Module> {
    items.iter().find_map(|item| {
        let Item::Mod(module) = item else { return None };
        let (braces, inside) = module.content.as_ref()?;
        let close = braces.span.close().start();
        match (close.line, close.column + 1) == end {
            true => Module::of_items(text, module),
            false => find(text, inside, end),
        }
    })
}

/// The source of a new file of laws.
pub(super) fn new_file(
    crate_name: &str,
    law: &LawText,
    lawful: &str,
    imports: &BTreeSet<String>,
) -> Edited {
    let mut needed = imports.clone();
    needed.insert(format!("{lawful}::prelude::*"));
    let mut text = format!("//! Laws of `{crate_name}`.\n\n");
    needed.iter().for_each(|path| text.push_str(&format!("use {path};\n")));
    text.push('\n');
    let line = text.matches('\n').count() + 2;
    for written in law.lines(lawful, 0) {
        text.push_str(&written);
        text.push('\n');
    }
    Edited { text, line }
}

fn end_of(text: &str, span: proc_macro2::Span) -> usize {
    let end = span.end();
    offset(text, end.line, end.column)
}

fn start_of(text: &str, span: proc_macro2::Span) -> usize {
    let start = span.start();
    offset(text, start.line, start.column)
}

/// Byte of a place that is given by a line from 1 and a column in characters from 0.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let mut start = 0;
    for (number, content) in text.split_inclusive('\n').enumerate() {
        if number + 1 == line {
            let inside = content.char_indices().nth(column).map_or(content.len(), |(at, _)| at);
            return start + inside;
        }
        start += content.len();
    }
    text.len()
}
