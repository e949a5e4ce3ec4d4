//! A reader of a page, who does what it says in a project: writes the files, runs the lines for the console, and
//! compares what the page shows with what was printed.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::comparison::{compare_shown, laws_reported, stable};
use crate::page::{CodeBlock, Part, with_item_replaced};
use crate::{Cargo, Output, Project, Registry, subcommand_program};

/// Seed of all runs in a project of the repository.
const SEED: &str = "5";

/// Reader of a page.
///
/// A block of Rust is written to the file that its first line names, or else to the one that the text named last. A
/// second block of a file continues it; one whose first line ends in `, instead` takes the place of an item. A block
/// of text must be in the output of the block for the console before it (unless all of its lines are passed over), and
/// the laws that fail there are those that
/// are shown, no more and no less.
#[derive(Debug)]
pub struct Reader {
    project: Project,
    /// Directory of a fresh project, which is deleted at the end.
    fresh: Option<PathBuf>,
    /// Variables of all commands.
    variables: Vec<(String, String)>,
    /// Beginnings of lines for the console that are not run.
    passed_over: Vec<&'static str>,
    /// File that the text named last.
    file: Option<String>,
    /// Files that were written.
    files: BTreeSet<String>,
    /// Output of the last block for the console, which is compared with what is shown.
    seen: Option<Output>,
    /// Laws that the blocks of text since then show as failing.
    shown: BTreeSet<String>,
    /// Number of plain tests that they show as failing.
    shown_tests: usize,
    /// Whether a line that replays a case was run.
    pub is_replayed: bool,
    /// Whether a line that keeps a case was pasted.
    pub is_kept: bool,
    /// Number of blocks of text that were compared.
    pub compared: usize,
    /// Laws that were shown as failing, and did fail.
    pub failed: BTreeSet<String>,
    /// Blocks of text that do not agree, with what was seen instead.
    pub differences: Vec<(CodeBlock, String)>,
}

impl Reader {
    /// Makes the project that a reader has before the first line. It is outside of the repository, where no workspace
    /// and no configuration is above it, and packages are those that the workspace would publish.
    pub fn in_fresh_project(name: &str) -> Self {
        let directory = format!("lawful-reader-{}-{}", name, std::process::id());
        let directory = std::env::temp_dir().join(directory);
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir(&directory).expect("the directory can be made");
        let name = directory.to_str().expect("temporary directories have ordinary names");
        let outside = Project::of_files(name, "", &[]);
        as_published(outside.shell("cargo new shop --lib")).run().expect_success();
        let project = Project::of_files(name, "shop", &[]);
        let mut reader = Reader::of(project);
        reader.fresh = Some(directory);
        reader
    }

    /// Makes a reader in a project of the repository, which shares its target directory with all others. Runs have a
    /// fixed seed, and failures are kept in the project. What the page writes is not there yet.
    pub fn in_project(project: Project) -> Self {
        let database = project.path("target/lawful");
        let _ = fs::remove_dir_all(&database);
        let variables = vec![
            ("LAWFUL_SEED".to_string(), SEED.to_string()),
            ("LAWFUL_DATABASE".to_string(), database.display().to_string()),
        ];
        let mut reader = Reader::of(project);
        reader.variables = variables;
        reader
    }

    /// Passes over lines for the console that begin with these words.
    pub fn passing_over(mut self, lines: Vec<&'static str>) -> Self {
        self.passed_over = lines;
        self
    }

    fn of(project: Project) -> Self {
        Reader {
            project,
            fresh: None,
            variables: Vec::new(),
            passed_over: Vec::new(),
            file: None,
            files: BTreeSet::new(),
            seen: None,
            shown: BTreeSet::new(),
            shown_tests: 0,
            is_replayed: false,
            is_kept: false,
            compared: 0,
            failed: BTreeSet::new(),
            differences: Vec::new(),
        }
    }

    /// Does what a part of the page says.
    pub fn follow(&mut self, part: &Part) {
        match part {
            Part::Prose(text) => self.read(text),
            Part::Block(block) => match block.language.as_str() {
                "console" => self.run_block(&block.text),
                "rust" | "toml" => self.write(block),
                "text" => self.compare(block),
                // Other languages have checks of their own.
                "python" | "yaml" | "sh" => {}
                other => panic!("a reader does not know what to do with {other:?}"),
            },
        }
    }

    /// Judges what the last command came to: the laws and tests that failed are those that were shown.
    pub fn end_of_command(&mut self) {
        let shown = std::mem::take(&mut self.shown);
        let shown_tests = std::mem::take(&mut self.shown_tests);
        if let Some(seen) = &self.seen {
            let failed = laws_reported(&seen.stdout);
            assert_eq!(
                failed,
                shown,
                "laws that failed, and laws that are shown so:\n{}",
                seen.all()
            );
            if seen.stdout.contains("test result: ") {
                let tests = failed_tests(&seen.stdout);
                assert_eq!(tests, failed.len() + shown_tests, "tests that failed:\n{}", seen.all());
            }
            self.failed.extend(failed);
        }
    }

    /// Runs a line in a shell. Commands succeed, except for tests that fail.
    pub fn run(&self, line: &str) -> Output {
        let output = self.prepared(line).run();
        println!("$ {line}\n{}", output.all());
        let is_failing =
            !laws_reported(&output.stdout).is_empty() || failed_tests(&output.stdout) > 0;
        assert_eq!(output.success, !is_failing, "{line}\n{}", output.all());
        output
    }

    /// Output of the last command.
    pub fn seen(&self) -> &Output {
        self.seen.as_ref().expect("a command comes before")
    }

    /// Files that the page wrote.
    pub fn files(&self) -> &BTreeSet<String> {
        &self.files
    }

    fn read(&mut self, text: &str) {
        let mut code = text.split('`').skip(1).step_by(2);
        if let Some(file) = code.find(|code| code.ends_with(".rs")) {
            self.file = Some(file.to_string());
        }
        if text.contains("The `Replay:` line, run in the shell") {
            self.replay();
        }
        if text.contains("The `Keep:` line, pasted over") {
            self.keep();
        }
    }

    fn run_block(&mut self, lines: &str) {
        self.end_of_command();
        let is_run = |line: &&str| !self.passed_over.iter().any(|begin| line.starts_with(begin));
        let mut outputs = lines.lines().filter(is_run).map(|line| self.run(line));
        let Some(mut all) = outputs.next() else {
            // What is shown of lines that are not run is compared where they are.
            self.seen = None;
            return;
        };
        for output in outputs {
            all.stdout += &output.stdout;
            all.stderr += &output.stderr;
        }
        self.seen = Some(all);
    }

    fn write(&mut self, block: &CodeBlock) {
        let Some(file) = block.file() else {
            let path = self.file().to_string();
            self.project.write(&path, &block.text);
            return;
        };
        let old = fs::read_to_string(self.project.path(&file.path)).unwrap_or_default();
        let is_first = self.files.insert(file.path.clone());
        let is_manifest = file.path == "Cargo.toml";
        let text = if file.is_instead {
            let (_, new) = block.text.split_once('\n').expect("a block has lines");
            let text = with_item_replaced(&old, new);
            text.unwrap_or_else(|| panic!("nothing to replace in {}:\n{new}", file.path))
        } else if is_first && !is_manifest {
            block.text.clone()
        } else {
            format!("{old}\n{}", block.text)
        };
        self.project.write(&file.path, &text);
        self.file = Some(file.path);
    }

    /// Runs the line that replays the case: the report is of the same case and message.
    fn replay(&mut self) {
        let replayed = self.run(&self.line("Replay"));
        let paragraphs = |output: &Output| {
            let (_, report) = output.stdout.split_once("law broken: ").expect("a law is broken");
            report.split("\n\n").take(3).map(String::from).collect::<Vec<_>>()
        };
        assert_eq!(paragraphs(&replayed), paragraphs(self.seen()));
        assert!(replayed.stdout.contains("\n  Replayed as it is, without shrinking.\n"));
        assert!(!replayed.stdout.contains("it_works"), "more than the case was run");
        self.is_replayed = true;
    }

    /// Pastes the line that keeps the case over the attribute.
    fn keep(&mut self) {
        let path = self.project.path(self.file());
        let source = fs::read_to_string(path).expect("the file was written");
        let attributes: Vec<&str> =
            source.lines().filter(|line| line.trim_start().starts_with("#[law")).collect();
        let [attribute] = attributes[..] else { panic!("one law is kept:\n{source}") };
        let source = source.replace(attribute, &self.line("Keep"));
        self.project.write(self.file(), &source);
        self.is_kept = true;
    }

    /// Compares what the page shows with what was seen.
    fn compare(&mut self, block: &CodeBlock) {
        let Some(seen) = &self.seen else { return };
        self.compared += 1;
        self.shown.extend(laws_reported(&block.text));
        self.shown_tests += failed_tests(&block.text);
        let seen = format!("{}\n{}", seen.stdout, seen.stderr);
        if !laws_reported(&block.text).is_empty() && block.text.lines().count() == 1 {
            let difference = format!("more than a headline should be shown\n\nbut:\n{seen}");
            self.differences.push((block.clone(), difference));
            return;
        }
        let is_stable = self.fresh.is_some();
        let result = if is_stable {
            compare_shown(&stable(&block.text), &stable(&seen))
        } else {
            compare_shown(&block.text, &seen)
        };
        if let Err(missing) = result {
            self.differences.push((block.clone(), format!("not seen:\n{missing}\n\nbut:\n{seen}")));
        }
    }

    fn file(&self) -> &str {
        self.file.as_deref().expect("the text before says in which file")
    }

    /// Returns what stands behind a word at the end of the report, with the lines that are further to the right.
    fn line(&self, word: &str) -> String {
        let word = format!("  {word}:");
        let mut lines = self.seen().stdout.lines().skip_while(|line| !line.starts_with(&word));
        let first = lines.next().unwrap_or_else(|| panic!("no line {word}"));
        let rest = lines.take_while(|line| line.starts_with("          "));
        let rest: String = rest.map(|line| format!("\n{}", &line[10..])).collect();
        first[word.len()..].trim_start().to_string() + &rest
    }

    fn prepared(&self, line: &str) -> Cargo {
        let command = self.project.shell(line);
        if self.fresh.is_some() {
            return as_published(command);
        }
        let command =
            if line.contains("cargo lawful") { with_subcommand(command) } else { command };
        self.variables.iter().fold(command, |command, (name, value)| command.env(name, value))
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        if let Some(directory) = &self.fresh {
            let _ = fs::remove_dir_all(directory);
        }
    }
}

/// A command as the reader's machine would run it: with a registry, a target directory in the project, and failures
/// that are kept there.
fn as_published(command: Cargo) -> Cargo {
    Registry::of_workspace().serves(command).with_own_target().with_database()
}

/// A command that finds `cargo lawful` as if it were installed.
fn with_subcommand(command: Cargo) -> Cargo {
    let directory = subcommand_program().parent().expect("a program is in a directory");
    let path = std::env::var("PATH").unwrap_or_default();
    command.env("PATH", &format!("{}:{path}", directory.display()))
}

/// Number of tests that the harness says have failed.
fn failed_tests(output: &str) -> usize {
    output.lines().filter(|line| line.starts_with("test ") && line.ends_with(" ... FAILED")).count()
}
