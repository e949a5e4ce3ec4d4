//! Laws of functions that are named on the command line: `cargo lawful laws`.
//!
//! The functions are put into a `sig!` of a small generated package, which depends on the tested package by path and on
//! the same Lawful, with its feature `discovery`. It is built in the workspace's target directory and run.

mod compile;
mod entry;
mod kept;
mod project;
mod way_out;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use cargo_metadata::{Metadata, Package};
use clap::Args;

use crate::error::CommandError;
use crate::outline::{Function, Outline};
use crate::package::{PackageOptions, crate_name, lawful_dependency, linkable_library};
use crate::report::{self, PageOption};
use crate::uncontrolled::workspace::crates;

use entry::Entry;
use kept::{Kept, Listing, kept};
use project::{Called, Dependency, Project, dependency};

/// Options of the command that finds the laws of functions.
#[derive(Args, Clone, Debug, Default)]
#[command(
    after_help = "Examples:\n  cargo lawful laws                                      the laws that are kept in files\n  \
                  cargo lawful laws shop::append shop::reverse::<i32>    the laws of these functions\n  \
                  cargo lawful laws 'Vec::<u8>::len' '\"[]\" = Vec::<u8>::new'\n  \
                  cargo lawful laws --check                              compares all that are kept\n\n\
                  Functions are named as another crate calls them. The exit code is 0; with --check, 1 if laws were lost or \
                  gained; 2 if a function cannot be called so; 3 if the package does not compile."
)]
pub struct LawsOptions {
    /// Entries of a signature: functions, methods, and, after a name in quotes, closures and constants.
    #[arg(value_name = "FUNCTION", conflicts_with = "signature")]
    pub functions: Vec<String>,

    /// Function of the library that returns a signature, instead of functions.
    #[arg(long, value_name = "PATH")]
    pub signature: Option<String>,

    /// Function that may occur in laws, but whose own laws are not shown; can be given more than once.
    #[arg(long, value_name = "FUNCTION")]
    pub background: Vec<String>,

    /// Predicate for conditional laws; can be given more than once.
    #[arg(long, value_name = "FUNCTION")]
    pub condition: Vec<String>,

    /// Package that the functions are of.
    #[command(flatten)]
    pub package: PackageOptions,

    /// Features of that package, separated by commas.
    #[arg(long, value_delimiter = ',', value_name = "FEATURES")]
    pub features: Vec<String>,

    /// Build with optimizations.
    #[arg(long)]
    pub release: bool,

    /// Print JSON.
    #[arg(long, conflicts_with_all = ["keep", "check", "why"])]
    pub json: bool,

    /// Explain why an equation is not among the laws: by a proof from them, or a counterexample.
    #[arg(long, value_name = "EQUATION", conflicts_with_all = ["keep", "check"])]
    pub why: Option<String>,

    /// Write the laws to a file of `#[law]` tests.
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    pub keep: Option<PathBuf>,

    /// Compare the laws with those of a law file; without functions, run the tests of all law files.
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    pub check: Option<Option<PathBuf>>,

    /// Maximum depth of terms.
    #[arg(long, value_name = "N", conflicts_with = "size")]
    pub depth: Option<u32>,

    /// Maximum number of functions, constants and variables in a term, instead of a depth.
    #[arg(long, value_name = "N")]
    pub size: Option<u32>,

    /// Number of tests that tell terms apart.
    #[arg(long, value_name = "N")]
    pub tests: Option<u32>,

    /// Number of fresh tests that each law has to pass.
    #[arg(long, value_name = "N")]
    pub hard_tests: Option<u32>,

    /// Seed of the search.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Maximum number of lines of laws to print.
    #[arg(long, value_name = "N")]
    pub lines: Option<u32>,

    /// Page of HTML, which has all laws and near-laws.
    #[command(flatten)]
    pub page: PageOption,
}

/// Line by which a law file is known, whatever wrote it.
const LAW_MARK: &str = "().law(";

impl LawsOptions {
    /// Finds the laws and prints them, or lists those that are kept.
    ///
    /// ```
    /// use cargo_lawful::discover::LawsOptions;
    ///
    /// let mut options = LawsOptions::default();
    /// options.functions = vec!["shop::".into()];
    /// assert_eq!(options.run(&mut Vec::new()).unwrap_err().exit_code(), 2);
    /// ```
    ///
    /// # Errors
    ///
    /// If laws changed that are compared with a file, if there are no such functions, or if a build fails.
    pub fn run(&self, output: &mut dyn Write) -> Result<(), CommandError> {
        if self.page.is_given()
            && (self.keep.is_some() || self.check.is_some() || self.why.is_some())
        {
            return Err(CommandError::misused(
                "a page has all laws: give --report without --keep, --check and --why",
            ));
        }
        if self.functions.is_empty() && self.signature.is_none() {
            if self.page.is_given() {
                return Err(CommandError::misused(
                    "a page is of the laws of functions: name them, or give --signature",
                ));
            }
            return self.run_kept(output);
        }
        let entries = |arguments: &[String]| -> Result<Vec<Entry>, CommandError> {
            Ok(arguments
                .iter()
                .map(|one| entry::read(one))
                .collect::<Result<Vec<_>, _>>()?
                .concat())
        };
        let lists =
            [entries(&self.functions)?, entries(&self.background)?, entries(&self.condition)?];
        if let Some(path) = &self.signature {
            syn::parse_str::<syn::Path>(path)
                .map_err(|error| CommandError::misused(format!("`{path}` is no path: {error}")))?;
        }
        if let Some(None) = &self.check {
            return Err(CommandError::misused(
                "with functions, `--check` needs the file of their laws",
            ));
        }
        let metadata = self.package.metadata_with_dependencies()?;
        let page =
            self.page.file(&self.functions, Some(metadata.target_directory.as_std_path()))?;
        let called = Tested::new(self, &metadata, &lists)?;
        let project = Project::write(&metadata, &called.dependencies, &called.called)?;
        let way_out = |typed: &str, code: &str| called.way_out(typed, code);
        let program = compile::build(&metadata, &project, self.release, &way_out)?;
        match (&self.keep, &self.check) {
            (Some(file), _) => self.keep(&program, &called, file, output)?,
            (None, Some(Some(file))) => self.compare(&program, file, output)?,
            _ => self.print(&program, output)?,
        }
        match page {
            Some(file) => self.write_page(&program, &project, &metadata, &file),
            None => Ok(()),
        }
    }

    /// Writes the page of the laws, which the program records in a file of results.
    fn write_page(
        &self,
        program: &Path,
        project: &Project,
        metadata: &Metadata,
        file: &Path,
    ) -> Result<(), CommandError> {
        let results = project.directory.join("results.jsonl");
        // A file of an earlier run would be appended to.
        let _ = fs::remove_file(&results);
        let name = self.signature.clone().unwrap_or_else(|| self.functions.join(", "));
        self.run_program(program, &["page", &name], Some(&results))?;
        let mut report = report::of_workspace(Some(metadata.workspace_root.as_std_path()));
        let words =
            self.signature.iter().flat_map(|path| ["--signature".to_string(), path.clone()]);
        let words: Vec<String> = words.chain(self.functions.iter().cloned()).collect();
        report.subtitle(report::command(&["laws"], &words));
        report::add_results(&mut report, &results)?;
        report::write(&report, file)
    }

    /// Lists the laws that are kept, or compares them.
    fn run_kept(&self, output: &mut dyn Write) -> Result<(), CommandError> {
        let has_settings =
            !self.background.is_empty() || !self.condition.is_empty() || self.page.is_given();
        if self.json || self.why.is_some() || self.keep.is_some() || has_settings {
            return Err(CommandError::misused(
                "name the functions whose laws are meant, or a `--signature`; without any, kept laws are listed",
            ));
        }
        let metadata = self.package.metadata()?;
        let mut kept = kept(&metadata, self.package.package.as_deref());
        let root = metadata.workspace_root.as_std_path();
        let Some(check) = &self.check else {
            return Ok(write!(output, "{}", Listing { kept: &kept, root })?);
        };
        if let Some(file) = check {
            let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
            kept.retain(|one: &Kept| real(&one.file) == real(file));
        }
        if kept.is_empty() {
            let what = check
                .as_ref()
                .map_or(String::from("any laws"), |file| format!("the laws of {}", file.display()));
            return Err(CommandError::misused(format!(
                "no `keep_laws!` in this workspace keeps {what}; name the functions too: `cargo lawful laws FUNCTION .. --check FILE`"
            )));
        }
        match kept::check(&metadata, &kept, output)? {
            true => Ok(()),
            false => Err(CommandError::rejected("laws are not as they are kept")),
        }
    }

    /// Runs the program with what is wanted and the settings, and with a file for its results where there is one.
    fn run_program(
        &self,
        program: &Path,
        wanted: &[&str],
        results: Option<&Path>,
    ) -> Result<Output, CommandError> {
        let mut command = Command::new(program);
        command.args(wanted).stdin(Stdio::null());
        match results {
            Some(file) => command.env("LAWFUL_RESULTS", file),
            None => command.env_remove("LAWFUL_RESULTS"),
        };
        let settings = [
            ("depth", self.depth.map(u64::from)),
            ("size", self.size.map(u64::from)),
            ("tests", self.tests.map(u64::from)),
            ("hard_tests", self.hard_tests.map(u64::from)),
            ("seed", self.seed),
            ("lines", self.lines.map(u64::from)),
        ];
        for (name, value) in settings {
            command.args(value.map(|value| format!("{name}={value}")));
        }
        let output = command.output();
        let output = output.map_err(|error| {
            CommandError::tool_failed(format!(
                "the program of the signature cannot be started: {error}"
            ))
        })?;
        let text = || String::from_utf8_lossy(&output.stderr).trim().to_string();
        match output.status.code() {
            Some(0 | 1) => Ok(output),
            Some(2) => Err(CommandError::misused(with_methods_explained(&text()))),
            _ => Err(CommandError::tool_failed(format!(
                "a function ended the process of the discovery ({}): {}",
                output.status,
                text()
            ))),
        }
    }

    fn print(&self, program: &Path, output: &mut dyn Write) -> Result<(), CommandError> {
        let wanted = match (&self.why, self.json) {
            (Some(equation), _) => vec!["why", equation],
            (None, true) => vec!["json"],
            (None, false) => vec!["text"],
        };
        let found = self.run_program(program, &wanted, None)?;
        Ok(output.write_all(&found.stdout)?)
    }

    fn compare(
        &self,
        program: &Path,
        file: &Path,
        output: &mut dyn Write,
    ) -> Result<(), CommandError> {
        let text = fs::read_to_string(file).map_err(|error| {
            CommandError::misused(format!("{}: {error}; `--keep` writes it", file.display()))
        })?;
        if !text.contains(LAW_MARK) {
            return Err(not_a_law_file(file));
        }
        let found =
            self.run_program(program, &["difference", &file.display().to_string()], None)?;
        output.write_all(&found.stdout)?;
        match found.status.code() {
            Some(0) => Ok(writeln!(output, "the laws are those of {}", file.display())?),
            _ => Err(CommandError::rejected(format!(
                "the laws are not those of {}; if that is meant, `--keep` writes the file anew",
                file.display()
            ))),
        }
    }

    fn keep(
        &self,
        program: &Path,
        tested: &Tested<'_>,
        file: &Path,
        output: &mut dyn Write,
    ) -> Result<(), CommandError> {
        let old = fs::read_to_string(file).unwrap_or_default();
        if !old.trim().is_empty() && !old.contains(LAW_MARK) {
            return Err(not_a_law_file(file));
        }
        let path = self.signature.as_ref().map(|path| path_in_file(path, file, &old));
        let wanted = path.as_deref().unwrap_or("signature");
        let found = self.run_program(program, &["rust", wanted], None)?;
        let mut text = String::from_utf8_lossy(&found.stdout).into_owned();
        if path.is_none() {
            text = with_own_signature(&text, &tested.called, &self.typed());
        }
        let io = |error: std::io::Error| CommandError::io(file, &error);
        if let Some(directory) = file.parent() {
            fs::create_dir_all(directory).map_err(io)?;
        }
        fs::write(file, &text).map_err(io)?;
        let laws = text.matches("#[law]").count();
        let noun = if laws == 1 { "law" } else { "laws" };
        writeln!(output, "wrote {laws} {noun} to {}, which `cargo test` runs", file.display())?;
        let known = tested.package.and_then(lawful_dependency);
        if !known.is_some_and(|known| known.features.iter().any(|one| one == "discovery")) {
            writeln!(
                output,
                "They need a feature of Lawful:\n\n  cargo add --dev lawful --features discovery"
            )?;
        }
        Ok(())
    }

    /// The command that writes the file anew, as it is typed.
    fn typed(&self) -> String {
        let quoted =
            |word: &String| match word.chars().all(|c| c.is_alphanumeric() || "_:".contains(c)) {
                true => word.clone(),
                false => format!("'{word}'"),
            };
        let mut words: Vec<String> = self.functions.iter().map(quoted).collect();
        words.extend(self.background.iter().map(|one| format!("--background {}", quoted(one))));
        words.extend(self.condition.iter().map(|one| format!("--condition {}", quoted(one))));
        format!("cargo lawful laws{} {}", self.package.typed(), words.join(" "))
    }
}

/// A message of the discovery. Where it tells to call a method of the signature, that is possible in a function alone.
fn with_methods_explained(message: &str) -> String {
    let methods = [".observe(", ".generator(", ".variables::<"];
    match methods.iter().any(|method| message.contains(method)) {
        true => format!(
            "{message}\n  (these are methods of a signature: write a function of the library that returns it, and name that \
             with `--signature`)"
        ),
        false => message.to_string(),
    }
}

fn not_a_law_file(file: &Path) -> CommandError {
    CommandError::misused(format!("{} has no kept laws; name another file", file.display()))
}

/// Path by which a law file imports the function of its signature: that of the file as it was, or else that of the
/// parent of a module in `src`, and that of another crate in `tests`.
fn path_in_file(path: &str, file: &Path, old: &str) -> String {
    let name = path.rsplit("::").next().unwrap_or(path);
    let known = old.lines().filter_map(|line| line.strip_prefix("use ")?.strip_suffix(';'));
    let mut known = known.filter(|known| known.rsplit("::").next() == Some(name));
    match known.next() {
        Some(known) => known.to_string(),
        None if file.components().any(|part| part.as_os_str() == "src") => name.to_string(),
        None => path.to_string(),
    }
}

/// A law file with the signature in it.
fn with_own_signature(text: &str, called: &Called, typed: &str) -> String {
    let list = |entries: &[String]| {
        entries.iter().map(|entry| format!("        {entry},\n")).collect::<String>()
    };
    let mut signature = format!("    sig![\n{}    ]", list(&called.entries));
    for (method, entries) in
        [("background", &called.background), ("conditions", &called.conditions)]
    {
        if !entries.is_empty() {
            signature.push_str(&format!("\n    .{method}(sig![\n{}    ])", list(entries)));
        }
    }
    let laws =
        text.split_once("\n#[law]").map_or(String::new(), |(_, laws)| format!("\n#[law]{laws}"));
    // Laws that are nearly laws have a comment before the attribute.
    let laws = match text.find("\n/// Nearly") {
        Some(near) if text.find("\n#[law]").is_none_or(|first| near < first) => {
            text[near..].to_string()
        }
        _ => laws,
    };
    format!(
        "//! Laws that were found by `{typed}`. With `--keep` and this file it writes them anew, with `--check` it compares \
         them.\n\nuse lawful::discovery::{{Signature, sig}};\nuse lawful::prelude::*;\n\n\
         fn signature() -> Signature {{\n{signature}\n}}\n{laws}"
    )
}

/// Functions that are called, and the packages that they are in.
struct Tested<'a> {
    called: Called,
    dependencies: Vec<Dependency>,
    /// Package whose functions need not be named by their crate.
    package: Option<&'a Package>,
    outline: Option<Outline>,
}

impl<'a> Tested<'a> {
    fn new(
        options: &LawsOptions,
        metadata: &'a Metadata,
        lists: &[Vec<Entry>; 3],
    ) -> Result<Self, CommandError> {
        let members = metadata.workspace_packages();
        let mut named: Vec<String> =
            lists.iter().flatten().flat_map(|entry| entry.firsts.clone()).collect();
        named.extend(
            options.signature.iter().filter_map(|path| path.split("::").next()).map(String::from),
        );
        let is_named = |package: &&&Package| {
            let library = linkable_library(package).map(crate_name);
            library.is_some_and(|library| named.contains(&library))
        };
        let mut tested: Vec<&Package> = members.iter().filter(is_named).copied().collect();
        let chosen = options.package.choose(metadata);
        let package = match (&chosen, tested.as_slice()) {
            (Ok(chosen), _) if linkable_library(chosen).is_some() => Some(*chosen),
            (_, [first, ..]) => Some(*first),
            (Err(error), []) => return Err(error.clone()),
            (Ok(chosen), []) => {
                return Err(CommandError::misused(format!(
                    "`{}` has no library whose functions another crate could call; `sig!` in a test finds the laws of \
                     private ones",
                    chosen.name
                )));
            }
        };
        tested.extend(package.filter(|one| !tested.iter().any(|other| other.id == one.id)));
        let mut dependencies = vec![lawful(metadata, &tested)?];
        for one in &tested {
            let is_chosen = package.is_some_and(|package| package.id == one.id);
            let features = if is_chosen { options.features.as_slice() } else { &[] };
            if one.name.as_str() != "lawful" {
                // A glob would hide the crate behind its own module of that name.
                let is_hidden = outline_of(one).has_module(&one.name.replace('-', "_"));
                dependencies.push(dependency(one, features, !is_hidden));
            }
        }
        dependencies.extend(
            package
                .into_iter()
                .flat_map(|package| named_crates(metadata, package, &named, &tested)),
        );
        let outline = package.map(outline_of);
        let sources = |entries: &[Entry]| -> Vec<String> {
            let whole = |entry: &Entry| with_whole_path(entry, outline.as_ref(), metadata);
            entries.iter().map(|entry| whole(entry).source()).collect()
        };
        let called = Called {
            entries: sources(&lists[0]),
            background: sources(&lists[1]),
            conditions: sources(&lists[2]),
            signature: options.signature.clone(),
        };
        Ok(Tested { called, dependencies, package, outline })
    }

    /// Advice about an entry that does not compile.
    fn way_out(&self, typed: &str, code: &str) -> Option<String> {
        let entry = entry::read(typed).ok()?.pop()?;
        way_out::way_out(&entry, code, self.outline.as_ref())
    }
}

/// Dependency of the generated package on Lawful: as the workspace does, with the discovery of laws.
fn lawful(metadata: &Metadata, tested: &[&Package]) -> Result<Dependency, CommandError> {
    let found = metadata.packages.iter().find(|package| package.name.as_str() == "lawful");
    let found = found.ok_or_else(|| {
        let name = tested.first().map_or("the package", |package| package.name.as_str());
        CommandError::misused(format!(
            "`{name}` does not depend on Lawful yet: cargo add --dev lawful --features discovery"
        ))
    })?;
    Ok(dependency(found, &[String::from("discovery")], false))
}

/// Other crates that the package depends on and that are named, in the same versions.
fn named_crates(
    metadata: &Metadata,
    package: &Package,
    named: &[String],
    tested: &[&Package],
) -> Vec<Dependency> {
    let nodes = metadata.resolve.iter().flat_map(|resolve| &resolve.nodes);
    let node = nodes.into_iter().find(|node| node.id == package.id);
    let own = node.into_iter().flat_map(|node| &node.deps).filter(|one| named.contains(&one.name));
    own.filter(|one| !tested.iter().any(|other| other.id == one.pkg))
        .filter_map(|one| {
            let found = metadata.packages.iter().find(|package| package.id == one.pkg)?;
            // Under the name that the package gave it.
            let renamed = found.name.replace('-', "_") != one.name;
            let mut dependency = dependency(found, &[], false);
            if renamed {
                let (_, table) = dependency.line.split_once(" = { ")?;
                dependency.line =
                    format!("{} = {{ package = {:?}, {table}", one.name, found.name.as_str());
            }
            (found.name.as_str() != "lawful").then_some(dependency)
        })
        .collect()
}

fn outline_of(package: &Package) -> Outline {
    let library = linkable_library(package).expect("the package was chosen for its library");
    Outline::read(library.src_path.as_std_path(), crates(package), &crate_name(library))
}

/// An entry with the path from the name of its crate on, where it is the end of the path of one public function.
fn with_whole_path(entry: &Entry, outline: Option<&Outline>, metadata: &Metadata) -> Entry {
    let (Some(path), Some(outline)) = (&entry.path, outline) else { return entry.clone() };
    let is_crate = |name: &String| {
        let known = metadata.packages.iter().any(|package| package.name.replace('-', "_") == *name);
        known || ["std", "core", "alloc", "crate"].contains(&name.as_str())
    };
    if path.first().is_some_and(is_crate) {
        return entry.clone();
    }
    let ends_so = |function: &&Function| {
        outline.public_path(function).is_some_and(|public| public.ends_with(path))
    };
    let found: Vec<Vec<String>> = outline
        .functions
        .iter()
        .filter(ends_so)
        .filter_map(|one| outline.public_path(one))
        .collect();
    match found.as_slice() {
        [only] => entry.with_path(path, only),
        _ => entry.clone(),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        options: LawsOptions,
    }

    #[test]
    fn a_page_without_functions_is_misuse() {
        for words in [&["laws", "--report"][..], &["laws", "--report", "--check"]] {
            let error = Command::parse_from(words).options.run(&mut Vec::new()).unwrap_err();
            assert_eq!(error.exit_code(), 2, "{error}");
            assert!(error.to_string().starts_with("a page "), "{error}");
        }
    }

    #[test]
    fn a_law_file_imports_its_signature_from_where_it_is() {
        let check = |file: &str, old: &str, expected: &str| {
            assert_eq!(path_in_file("shop::tests::lists", Path::new(file), old), expected);
        };
        check("tests/lists.rs", "", "shop::tests::lists");
        check("shop/src/lists_laws.rs", "", "lists");
        check("src/laws.rs", "//! Laws\n\nuse crate::other::lists;\n", "crate::other::lists");
        check("src/laws.rs", "use lawful::prelude::*;\n", "lists");
    }

    #[test]
    fn a_law_file_can_have_its_signature_in_it() {
        let called = Called {
            entries: vec!["shop::append".into(), "\"0\" = 0i32".into()],
            background: vec!["i32::wrapping_add".into()],
            ..Called::default()
        };
        let laws = "\n#[law]\nfn a() -> impl Law {\n    signature().law(\"x = x\")\n}\n";
        let near = "\n/// Nearly a law: false for x = 1.\n#[law]\nfn not_a() -> impl Law {}\n";
        for rest in [String::new(), laws.to_string(), format!("{laws}{near}"), near.to_string()] {
            let text = format!(
                "//! Laws of `signature`\n\nuse super::signature;\nuse lawful::prelude::*;\n{rest}"
            );
            let written = with_own_signature(&text, &called, "cargo lawful laws shop::append");
            syn::parse_file(&written).expect("it is Rust");
            let head = "//! Laws that were found by `cargo lawful laws shop::append`. With `--keep` and this file it writes them \
                        anew, with `--check` it compares them.\n\nuse lawful::discovery::{Signature, sig};\n\
                        use lawful::prelude::*;\n\nfn signature() -> Signature {\n    sig![\n        shop::append,\n        \
                        \"0\" = 0i32,\n    ]\n    .background(sig![\n        i32::wrapping_add,\n    ])\n}\n";
            assert_eq!(written, format!("{head}{rest}"));
        }
    }
}
