//! The first section of the README, followed to the letter in a new project, with packages as they are published.

use std::fs;
use std::path::PathBuf;

use checks::{Cargo, Output, Project, Registry};

const README: &str = include_str!("../../README.md");

/// Words that begin the part of the README after the first steps.
const REST: &str = "\nIn a checkout, two commands show the rest";

/// Part of a page: a paragraph, or a block of code.
#[derive(Debug)]
enum Part {
    Prose(String),
    Block { language: String, text: String },
}

/// Parts of a page in their order.
fn parts(page: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    for (index, text) in page.split("```").enumerate() {
        // Every second piece is between two fences.
        if index % 2 == 1 {
            let (language, text) = text.split_once('\n').expect("a block has lines");
            parts.push(Part::Block { language: language.to_string(), text: text.to_string() });
        } else {
            let paragraphs = text.split("\n\n").filter(|text| !text.trim().is_empty());
            parts.extend(paragraphs.map(|text| Part::Prose(text.to_string())));
        }
    }
    parts
}

/// Reader of the README, who does what it says in a new project.
struct Reader {
    directory: PathBuf,
    project: Project,
    /// File that the text named last.
    file: Option<String>,
    /// Output of the last command line.
    seen: Option<Output>,
    is_replayed: bool,
    is_kept: bool,
}

impl Reader {
    /// Makes the project that a reader has before the first line. It is outside of the repository, where no workspace
    /// and no configuration is above it.
    fn new() -> Self {
        let directory = std::env::temp_dir().join(format!("lawful-reader-{}", std::process::id()));
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir(&directory).expect("the directory can be made");
        let name = directory.to_str().expect("temporary directories have ordinary names");
        let outside = Project::of_files(name, "", &[]);
        prepared(outside.shell("cargo new shop --lib")).run().expect_success();
        let project = Project::of_files(name, "shop", &[]);
        Reader { directory, project, file: None, seen: None, is_replayed: false, is_kept: false }
    }

    fn follow(&mut self, part: &Part) {
        println!("{part:?}");
        match part {
            Part::Prose(text) => self.read(text),
            Part::Block { language, text } => match language.as_str() {
                "console" => text.lines().for_each(|line| self.seen = Some(self.run(line))),
                "rust" => self.project.write(self.file(), text),
                "text" => self.compare(text),
                other => panic!("a reader does not know what to do with {other:?}"),
            },
        }
    }

    fn read(&mut self, text: &str) {
        let mut code = text.split('`').skip(1).step_by(2);
        if let Some(file) = code.find(|code| code.ends_with(".rs")) {
            self.file = Some(file.to_string());
        }
        if text.contains("The `Replay:` line, run in the shell") {
            self.replay();
        }
        if text.contains("The `Keep:` line, pasted over `#[law]`") {
            self.keep();
        }
    }

    /// Runs a line in a shell. Commands succeed, except for tests of a law that is broken.
    fn run(&self, line: &str) -> Output {
        let output = prepared(self.project.shell(line)).run();
        println!("$ {line}\n{}", output.all());
        assert_eq!(output.success, !output.stdout.contains("law broken: "), "{line}");
        output
    }

    /// Runs the line that replays the case: the report is of the same case and message.
    fn replay(&mut self) {
        let replayed = self.run(self.line("Replay"));
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
        assert_eq!(source.matches("#[law]").count(), 1, "{source}");
        let source = source.replace("#[law]", self.line("Keep"));
        self.project.write(self.file(), &source);
        self.is_kept = true;
    }

    /// Compares what the README shows with what was seen, where `..` stands for any lines.
    fn compare(&self, shown: &str) {
        let stable = |text: &str| text.lines().map(stable_part).collect::<Vec<_>>().join("\n");
        let seen = stable(&self.seen().stdout);
        let mut rest = seen.as_str();
        for shown in stable(shown).split("\n..\n") {
            let place = rest.find(shown);
            let place = place.unwrap_or_else(|| panic!("not seen:\n{shown}\n\nbut:\n{seen}"));
            rest = &rest[place + shown.len()..];
        }
    }

    fn file(&self) -> &str {
        self.file.as_deref().expect("the text before says in which file")
    }

    fn seen(&self) -> &Output {
        self.seen.as_ref().expect("a command comes before")
    }

    /// Returns what stands behind a word at the end of the report.
    fn line(&self, word: &str) -> &str {
        let found = self.seen().stdout.lines().find_map(|line| {
            let line = line.trim_start().strip_prefix(word)?.strip_prefix(':')?;
            Some(line.trim_start())
        });
        found.unwrap_or_else(|| panic!("no line {word}"))
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.directory);
    }
}

/// A command as the reader's machine would run it: with a registry, a target directory in the project, and failures
/// that are kept there.
fn prepared(command: Cargo) -> Cargo {
    Registry::of_workspace().serves(command).with_own_target().with_database()
}

/// Part of a report's line that does not depend on the seed, which is another one in each run.
fn stable_part(line: &str) -> String {
    if let Some((before, rest)) = line.split_once("LAWFUL_REPLAY='") {
        let (law, rest) = rest.split_once(':').expect("a token begins with the law");
        let (_, command) = rest.split_once('\'').expect("a token ends");
        return format!("{before}LAWFUL_REPLAY='{law}:_'{command}");
    }
    // The way to the minimal case is told in values, or in times where the first case had as few values.
    if let Some((_, rest)) = line.split_once("  Found by test ") {
        let tests = rest.split([' ', ',']).nth(2).expect("a test is one of many");
        return format!("  Found by test _ of {tests}, _; root seed _.");
    }
    match line.split_once(" more cases broke the law") {
        Some((_, rest)) => format!("  _ more cases broke the law{rest}"),
        None => line.to_string(),
    }
}

#[test]
fn the_first_steps_lead_to_a_broken_law_its_replay_and_a_kept_case() {
    let (steps, _) = README.split_once(REST).expect("the first steps end");
    let mut reader = Reader::new();
    parts(steps).iter().for_each(|part| reader.follow(part));
    assert!(reader.is_replayed, "the README does not say how to replay a case");
    assert!(reader.is_kept, "the README does not say how to keep a case");
    let last = &reader.seen().stdout;
    assert!(last.contains("\n  It is case 1 of the source.\n"), "the kept case was not run");
}
