//! The package that is generated around a signature: it depends on the tested packages by path, and on the same Lawful
//! as they do.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use cargo_metadata::{Metadata, Package};

use crate::error::CommandError;
use crate::package::crate_name;

/// Name of the generated package and of its program.
pub(super) const NAME: &str = "lawful-laws";

const PROGRAM: &str = include_str!("program.txt");

/// A package that is tested, as the generated one depends on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dependency {
    /// Line of the manifest.
    pub(super) line: String,
    /// Name by which its functions begin; none if it need not be imported.
    pub(super) imported: Option<String>,
}

/// Calls of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Called {
    /// Entries of `sig!`, as it takes them.
    pub(super) entries: Vec<String>,
    pub(super) background: Vec<String>,
    pub(super) conditions: Vec<String>,
    /// Path of a function that returns the signature, in the place of entries.
    pub(super) signature: Option<String>,
}

/// The generated package.
#[derive(Debug)]
pub(super) struct Project {
    pub(super) directory: PathBuf,
    /// Lock that is held until the program has run, since another process may want the laws of other functions.
    _lock: Option<File>,
    /// Lines of the program, counted from 1, with the entries that they were made for.
    pub(super) typed: Vec<(usize, String)>,
}

impl Project {
    /// Writes the package under the target directory. Files that are as they should be are left alone, so that nothing
    /// is built again.
    pub(super) fn write(
        metadata: &Metadata,
        dependencies: &[Dependency],
        called: &Called,
    ) -> Result<Self, CommandError> {
        let directory = metadata.target_directory.join("lawful").join("laws").into_std_path_buf();
        let root = metadata.workspace_root.as_std_path();
        let lock = locked(&directory)?;
        let (program, typed) = program(dependencies, called);
        let workspace = fs::read_to_string(root.join("Cargo.toml")).unwrap_or_default();
        write(&directory.join("Cargo.toml"), &manifest(dependencies, &workspace, root))?;
        write(&directory.join("src").join("main.rs"), &program)?;
        copy_lock(&root.join("Cargo.lock"), &directory)?;
        Ok(Project { directory, _lock: lock, typed })
    }

    pub(super) fn manifest(&self) -> PathBuf {
        self.directory.join("Cargo.toml")
    }
}

/// Waits until no other process has the directory. Where files cannot be locked, nothing is waited for.
fn locked(directory: &Path) -> Result<Option<File>, CommandError> {
    let path = directory.join("lock");
    let io = |error: std::io::Error| CommandError::io(&path, &error);
    fs::create_dir_all(directory).map_err(io)?;
    let file = File::create(&path).map_err(io)?;
    Ok(file.lock().is_ok().then_some(file))
}

/// Copies the lock file of the workspace, so that the same versions are built. It is copied again when it changes; what
/// cargo added to the copy stays until then.
fn copy_lock(lock: &Path, directory: &Path) -> Result<(), CommandError> {
    let Ok(text) = fs::read_to_string(lock) else { return Ok(()) };
    let seen = directory.join("Cargo.lock.workspace");
    if fs::read_to_string(&seen).is_ok_and(|known| known == text) {
        return Ok(());
    }
    write(&directory.join("Cargo.lock"), &text)?;
    write(&seen, &text)
}

fn write(path: &Path, text: &str) -> Result<(), CommandError> {
    if fs::read_to_string(path).is_ok_and(|known| known == text) {
        return Ok(());
    }
    let io = |error: std::io::Error| CommandError::io(path, &error);
    fs::create_dir_all(path.parent().expect("a file is in a directory")).map_err(io)?;
    fs::write(path, text).map_err(io)
}

/// The manifest. Profiles and patches are those of the workspace, so that what it has built can be used.
fn manifest(dependencies: &[Dependency], workspace: &str, root: &Path) -> String {
    let lines: Vec<&str> = dependencies.iter().map(|one| one.line.as_str()).collect();
    format!(
        "# Made by `cargo lawful laws`.\n[package]\nname = \"{NAME}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
         publish = false\n\n[workspace]\n\n[dependencies]\n{}\n\n{}",
        lines.join("\n"),
        shared_tables(workspace, root)
    )
}

/// The tables of a manifest that hold for a whole workspace: profiles, and patches with their paths made absolute.
fn shared_tables(manifest: &str, root: &Path) -> String {
    let mut shared = String::new();
    let (mut is_shared, mut is_patch) = (false, false);
    for line in manifest.lines() {
        if let Some(header) = line.trim_start().strip_prefix('[') {
            let header = header.trim_start_matches('[').trim_start();
            is_patch = header.starts_with("patch");
            is_shared = is_patch || header.starts_with("profile");
        }
        if is_shared {
            let line = if is_patch { with_absolute_path(line, root) } else { line.to_string() };
            shared.push_str(&line);
            shared.push('\n');
        }
    }
    shared
}

/// A line of a patch whose path does not depend on where the manifest is.
fn with_absolute_path(line: &str, root: &Path) -> String {
    let Some(at) = line.find("path").filter(|at| {
        let before = line[..*at].trim_end();
        before.is_empty() || before.ends_with(['{', ',', '.'])
    }) else {
        return line.to_string();
    };
    let value = line[at..].split_once('=').map(|(_, value)| value.trim_start());
    let Some(value) = value.filter(|value| value.starts_with(['"', '\''])) else {
        return line.to_string();
    };
    let quote = &value[..1];
    let Some((path, rest)) = value[1..].split_once(quote) else { return line.to_string() };
    let key = &line[..at];
    format!("{key}path = {:?}{rest}", root.join(path).display().to_string())
}

/// The program, and which of its lines were made for what was typed.
fn program(dependencies: &[Dependency], called: &Called) -> (String, Vec<(usize, String)>) {
    let imports: Vec<String> = dependencies
        .iter()
        .filter_map(|one| Some(format!("use {}::*;", one.imported.as_ref()?)))
        .collect();
    let mut signature = Vec::new();
    match &called.signature {
        Some(path) => signature.push((format!("    {path}()"), Some(path.clone()))),
        None => add_list(&mut signature, "    sig![", &called.entries, "    ]"),
    }
    for (method, entries) in
        [("background", &called.background), ("conditions", &called.conditions)]
    {
        if !entries.is_empty() {
            add_list(&mut signature, &format!("    .{method}(sig!["), entries, "    ])");
        }
    }
    let mut text = String::new();
    let mut typed = Vec::new();
    for line in PROGRAM.lines() {
        match line {
            "//IMPORTS" => imports.iter().for_each(|line| text.push_str(&format!("{line}\n"))),
            "//SIGNATURE" => {
                for (line, of) in &signature {
                    text.push_str(&format!("{line}\n"));
                    let number = text.matches('\n').count();
                    typed.extend(of.iter().map(|of| (number, of.clone())));
                }
            }
            line => text.push_str(&format!("{line}\n")),
        }
    }
    (text, typed)
}

/// Adds the lines of a `sig!`, each entry on a line of its own.
fn add_list(
    lines: &mut Vec<(String, Option<String>)>,
    open: &str,
    entries: &[String],
    close: &str,
) {
    lines.push((open.to_string(), None));
    lines.extend(entries.iter().map(|entry| (format!("        {entry},"), Some(entry.clone()))));
    lines.push((close.to_string(), None));
}

/// Dependency of the generated package on one of the workspace, or on one that the workspace is built with.
pub(super) fn dependency(package: &Package, features: &[String], is_imported: bool) -> Dependency {
    let library = crate::package::linkable_library(package);
    let name = library.map_or_else(|| package.name.replace('-', "_"), crate_name);
    let features: Vec<String> = features.iter().map(|feature| format!("{feature:?}")).collect();
    let features = match features.is_empty() {
        true => String::new(),
        false => format!(", features = [{}]", features.join(", ")),
    };
    let line = format!("{} = {{ {}{features} }}", package.name, source(package));
    Dependency { line, imported: is_imported.then_some(name) }
}

/// Source of a package, as a manifest says it.
fn source(package: &Package) -> String {
    let directory = package.manifest_path.parent().expect("a manifest is in a directory");
    let exact = format!("version = \"={}\"", package.version);
    let Some(source) = &package.source else { return format!("path = {:?}", directory.as_str()) };
    match source.repr.split_once('+') {
        Some(("git", address)) => {
            let (address, revision) = address.split_once('#').unwrap_or((address, "HEAD"));
            let address = address.split('?').next().unwrap_or(address);
            format!("git = {address:?}, rev = {revision:?}")
        }
        Some((kind @ ("registry" | "sparse"), address))
            if !address.contains("github.com/rust-lang/crates.io-index")
                && !address.contains("index.crates.io") =>
        {
            let address =
                if kind == "sparse" { format!("sparse+{address}") } else { address.into() };
            format!("{exact}, registry-index = {address:?}")
        }
        _ => exact,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| text.to_string()).collect()
    }

    #[test]
    fn profiles_and_patches_of_the_workspace_are_shared() {
        let manifest = "[workspace]\nmembers = [\"a\"]\n\n[profile.dev]\ndebug = false\n\n[workspace.dependencies]\nx = \"1\"\n\
                        [patch.crates-io]\nx = { path = \"../x\", version = \"1\" }\ny = { git = \"https://y\" }\n\
                        [patch.crates-io.z]\npath = 'z'\n[features]\nf = []\n";
        let shared = "[profile.dev]\ndebug = false\n\n[patch.crates-io]\n\
                      x = { path = \"/w/../x\", version = \"1\" }\ny = { git = \"https://y\" }\n\
                      [patch.crates-io.z]\npath = \"/w/z\"\n";
        assert_eq!(shared_tables(manifest, Path::new("/w")), shared);
    }

    /// Dependency on a package that metadata has with this source.
    #[track_caller]
    fn check_source(source: &str, expected: &str) {
        let json = format!(
            r#"{{"packages": [{{"name": "my-shop", "version": "1.2.3", "id": "x", "source": {source}, "dependencies": [],
            "targets": [{{"name": "shop_lib", "kind": ["lib"], "crate_types": ["lib"], "src_path": "/w/shop/src/lib.rs",
            "edition": "2024"}}], "features": {{}}, "manifest_path": "/w/shop/Cargo.toml", "edition": "2024"}}],
            "workspace_members": [], "resolve": null, "workspace_root": "/w", "target_directory": "/w/target", "version": 1}}"#
        );
        let metadata = cargo_metadata::MetadataCommand::parse(json).expect("it is metadata");
        let found = dependency(&metadata.packages[0], &strings(&["a", "b"]), true);
        assert_eq!(found.line, format!("my-shop = {{ {expected}, features = [\"a\", \"b\"] }}"));
        assert_eq!(found.imported.as_deref(), Some("shop_lib"));
    }

    #[test]
    fn packages_come_from_where_the_workspace_has_them() {
        check_source("null", "path = \"/w/shop\"");
        let exact = "version = \"=1.2.3\"";
        check_source("\"registry+https://github.com/rust-lang/crates.io-index\"", exact);
        check_source(
            "\"registry+https://example.org/index\"",
            &format!("{exact}, registry-index = \"https://example.org/index\""),
        );
        check_source(
            "\"sparse+https://example.org/index/\"",
            &format!("{exact}, registry-index = \"sparse+https://example.org/index/\""),
        );
        check_source(
            "\"git+https://example.org/shop?branch=main#0123abc\"",
            "git = \"https://example.org/shop\", rev = \"0123abc\"",
        );
    }

    #[test]
    fn lines_of_the_program_are_known() {
        let dependencies = [
            Dependency { line: String::new(), imported: Some("shop".into()) },
            Dependency { line: String::new(), imported: None },
        ];
        let called = Called {
            entries: strings(&["shop::append", "\"0\" = 0i32"]),
            conditions: strings(&["shop::is_empty"]),
            ..Called::default()
        };
        let (text, typed) = program(&dependencies, &called);
        syn::parse_file(&text).expect("it is Rust");
        assert!(
            text.contains("\nuse shop::*;\n\nfn signature() -> Signature {\n    sig![\n"),
            "{text}"
        );
        let lines: Vec<&str> = text.lines().collect();
        let found: Vec<&str> = typed.iter().map(|(line, _)| lines[line - 1].trim()).collect();
        assert_eq!(found, ["shop::append,", "\"0\" = 0i32,", "shop::is_empty,"]);
        let called = Called { signature: Some("shop::lists".into()), ..Called::default() };
        let (text, typed) = program(&dependencies, &called);
        syn::parse_file(&text).expect("it is Rust");
        assert_eq!(text.lines().nth(typed[0].0 - 1), Some("    shop::lists()"));
    }
}
