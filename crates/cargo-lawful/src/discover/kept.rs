//! Uses of `keep_laws!` in the sources of a workspace.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use cargo_metadata::{Metadata, Package, Target, TargetKind};
use proc_macro2::TokenStream;
use syn::visit::{self, Visit};

use super::compile::{cannot_start, cargo};
use crate::error::CommandError;
use crate::outline::{Outline, source};
use crate::package::crate_name;
use crate::uncontrolled::declare::plain;
use crate::uncontrolled::workspace::crates;

/// A use of `keep_laws!`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Kept {
    /// Source that it is in.
    pub(super) source: PathBuf,
    pub(super) line: usize,
    /// Path of the function that returns the signature, as it is written.
    pub(super) signature: String,
    /// The law file.
    pub(super) file: PathBuf,
    package: String,
    /// Options of `cargo test` that choose the target.
    target: Vec<String>,
    /// Path of the test within the target.
    test: String,
}

/// The uses of `keep_laws!` in the packages of a workspace, in the order of their sources.
pub(super) fn kept(metadata: &Metadata, only: Option<&str>) -> Vec<Kept> {
    let mut found = Vec::new();
    for package in metadata.workspace_packages() {
        if only.is_some_and(|only| package.name.as_str() != only) {
            continue;
        }
        for target in &package.targets {
            if let Some(words) = test_words(target) {
                let outline = Outline::read(
                    target.src_path.as_std_path(),
                    crates(package),
                    &crate_name(target),
                );
                found.extend(kept_in(&outline, package, &words));
            }
        }
    }
    found.sort();
    // A module may belong to several targets; the first of them runs it.
    found.dedup_by(|one, other| (&one.source, one.line) == (&other.source, other.line));
    found
}

/// Options of `cargo test` for a target; none if it has no tests.
fn test_words(target: &Target) -> Option<Vec<String>> {
    let words = |words: &[&str]| Some(words.iter().map(|word| word.to_string()).collect());
    match target.kind.first()? {
        TargetKind::Bin => words(&["--bin", &target.name]),
        TargetKind::Test => words(&["--test", &target.name]),
        TargetKind::Example | TargetKind::Bench | TargetKind::CustomBuild => None,
        _ => words(&["--lib"]),
    }
}

fn kept_in(outline: &Outline, package: &Package, target: &[String]) -> Vec<Kept> {
    let mut found = Vec::new();
    let directory = package.manifest_path.parent().map_or(Path::new(""), |path| path.as_std_path());
    for (path, text, module) in outline.files() {
        let Ok(file) = syn::parse_file(text) else { continue };
        let mut search = Search { names: module, found: Vec::new() };
        search.visit_file(&file);
        found.extend(search.found.into_iter().map(|use_| Kept {
            source: path.to_path_buf(),
            line: use_.line,
            signature: use_.signature,
            file: directory.join(use_.file),
            package: package.name.to_string(),
            target: target.to_vec(),
            test: use_.test,
        }));
    }
    found
}

/// A use as the visitor finds it.
struct Found {
    line: usize,
    signature: String,
    file: String,
    test: String,
}

/// A search for calls of the macro in a file.
struct Search {
    /// Names of the modules and functions around.
    names: Vec<String>,
    found: Vec<Found>,
}

impl Search {
    fn within(&mut self, name: &syn::Ident, visit: impl FnOnce(&mut Self)) {
        self.names.push(plain(name));
        visit(self);
        self.names.pop();
    }
}

impl<'ast> Visit<'ast> for Search {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        self.within(&module.ident, |this| visit::visit_item_mod(this, module));
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.within(&function.sig.ident, |this| visit::visit_item_fn(this, function));
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        let is_it = called.path.segments.last().is_some_and(|last| last.ident == "keep_laws");
        if let Some((signature, file)) = is_it.then(|| arguments(called.tokens.clone())).flatten() {
            let line = called.path.segments[0].ident.span().start().line;
            self.found.push(Found { line, signature, file, test: self.names.join("::") });
        }
    }
}

/// The two arguments of the macro.
fn arguments(tokens: TokenStream) -> Option<(String, String)> {
    let parse = |input: syn::parse::ParseStream<'_>| {
        let path: syn::Path = input.parse()?;
        input.parse::<syn::Token![,]>()?;
        let file: syn::LitStr = input.parse()?;
        input.parse::<Option<syn::Token![,]>>()?;
        Ok((source(&path), file.value()))
    };
    syn::parse::Parser::parse2(parse, tokens).ok()
}

/// A list of the uses, with what can be typed.
pub(super) struct Listing<'a> {
    pub(super) kept: &'a [Kept],
    pub(super) root: &'a Path,
}

impl fmt::Display for Listing<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown =
            |path: &Path| path.strip_prefix(self.root).unwrap_or(path).display().to_string();
        match self.kept {
            [] => writeln!(
                formatter,
                "No laws are kept in this workspace (`keep_laws!` keeps them in a file)."
            )?,
            kept => {
                writeln!(formatter, "Laws are kept of:\n")?;
                for Kept { source, line, signature, file, .. } in kept {
                    let (source, file) = (shown(source), shown(file));
                    writeln!(formatter, "  {signature}  ({source}:{line})  in {file}")?;
                }
                writeln!(
                    formatter,
                    "\nTo compare all of them with what holds now:\n\n  cargo lawful laws --check"
                )?;
                writeln!(
                    formatter,
                    "\nTo write their files anew:\n\n  LAWFUL_UPDATE_LAWS=1 cargo test"
                )?;
            }
        }
        writeln!(
            formatter,
            "\nTo find the laws of functions, as other crates call them:\n\n  \
             cargo lawful laws shop::append shop::reverse::<i32> '\"[]\" = Vec::<i32>::new'\n\n\
             To keep them in a file that `cargo test` runs, and to compare them with it later:\n\n  \
             cargo lawful laws shop::append .. --keep tests/append_laws.rs\n  \
             cargo lawful laws shop::append .. --check tests/append_laws.rs"
        )
    }
}

/// Runs the tests that keep laws. Returns whether all laws are as they are kept.
pub(super) fn check(
    metadata: &Metadata,
    kept: &[Kept],
    output: &mut dyn Write,
) -> Result<bool, CommandError> {
    let mut tests: BTreeMap<(&str, &[String]), Vec<&str>> = BTreeMap::new();
    for one in kept {
        tests.entry((&one.package, &one.target)).or_default().push(&one.test);
    }
    let mut are_kept = true;
    for ((package, target), mut names) in tests {
        names.dedup();
        let mut words = vec!["-p", package];
        words.extend(target.iter().map(String::as_str));
        // A build that fails says nothing of laws.
        let built = test_command(metadata, &words).arg("--no-run").stdout(Stdio::null()).status();
        if !built.map_err(cannot_start)?.success() {
            let words = words.join(" ");
            return Err(CommandError::tool_failed(format!("`cargo test {words} --no-run` failed")));
        }
        let run =
            test_command(metadata, &words).args(["--quiet", "--", "--exact"]).args(&names).output();
        let run = run.map_err(cannot_start)?;
        are_kept &= run.status.success();
        let text = String::from_utf8_lossy(&run.stdout);
        for name in names {
            match difference(&text, name) {
                Some(difference) => writeln!(output, "{package} {name}:\n\n{difference}\n")?,
                None if run.status.success() => writeln!(output, "{package} {name}: as kept")?,
                None => {}
            }
        }
        if !run.status.success() && !text.contains("the laws of `") {
            writeln!(output, "{text}")?;
        }
    }
    Ok(are_kept)
}

fn test_command(metadata: &Metadata, words: &[&str]) -> std::process::Command {
    let mut command = cargo();
    command.arg("test").args(words).current_dir(&metadata.workspace_root).stdin(Stdio::null());
    // That variable writes the files instead.
    command.env_remove("LAWFUL_UPDATE_LAWS");
    command
}

/// Words of a test about the laws that changed, among the output of all tests.
fn difference(output: &str, test: &str) -> Option<String> {
    let (_, own) = output.split_once(&format!("---- {test} stdout ----"))?;
    let own = own.split("\n---- ").next()?;
    let from = own.find("the laws of `").or_else(|| own.find("the law file "))?;
    let own = own[from..].split("\nnote: run with").next()?;
    let own = own.split("\nstack backtrace:").next()?.split("\n\nfailures:").next()?;
    Some(own.trim_end().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uses_are_found_with_their_tests() {
        let text = "use lawful::discovery::{keep_laws, sig};\n// keep_laws!(no, \"no.rs\");\n\
                    mod tests {\n    #[test]\n    fn lists_laws() {\n        keep_laws!(super::lists, \"src/laws.rs\",);\n    }\n}\n\
                    #[test] fn other() { let x = || { lawful::discovery::keep_laws!(o, \"o.rs\") }; x(); other!(a, \"b\"); }\n";
        let file = syn::parse_file(text).expect("it is Rust");
        let mut search = Search { names: vec!["outer".into()], found: Vec::new() };
        search.visit_file(&file);
        let found: Vec<(usize, &str, &str, &str)> = search
            .found
            .iter()
            .map(|one| (one.line, one.signature.as_str(), one.file.as_str(), one.test.as_str()))
            .collect();
        assert_eq!(
            found,
            [
                (6, "super::lists", "src/laws.rs", "outer::tests::lists_laws"),
                (9, "o", "o.rs", "outer::other"),
            ]
        );
    }

    #[test]
    fn the_difference_is_cut_out_of_the_output() {
        let output = "\nrunning 2 tests\n..\n---- a::one stdout ----\n\nthread 'a::one' panicked at x.rs:1:\n\
                      the laws of `lists` changed (l.rs)\n\nlost 1 law:\n  f(x) = x\n\nIf that is meant: ..\n\
                      note: run with `RUST_BACKTRACE=1`\n\n---- two stdout ----\nthread panicked at\nother\n\nfailures:\n";
        let expected =
            "the laws of `lists` changed (l.rs)\n\nlost 1 law:\n  f(x) = x\n\nIf that is meant: ..";
        assert_eq!(difference(output, "a::one").as_deref(), Some(expected));
        assert_eq!(difference(output, "two"), None);
        assert_eq!(difference(output, "three"), None);
    }
}
