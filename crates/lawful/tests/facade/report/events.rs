//! What is printed while a run goes on.

use lawful::extend::Choices;
use std::fs;
use std::path::{Path, PathBuf};

use lawful::data::Reason;
use lawful::data::{Event, Notice};
use lawful::generate::{just, string_of};
use lawful::prelude::*;
use lawful::report::terminal;
use lawful::run::{Config, Database};
use lawful::{Law, Outcome};

use super::run_law;

fn check(law: &dyn Law, config: Config, expected: &[&str]) {
    let mut lines = Vec::new();
    run_law(law, config, &mut |event| lines.extend(terminal::event(event)));
    assert_eq!(lines, expected);
}

#[test]
fn every_case_on_a_line() {
    let law = |source: &mut Source| {
        let word: String = source.argument("word", &string_of("x", 1..=1));
        let _: (u8, bool) = source.argument("", &(7..=7u8, just(true)));
        let verdict = source.argument("verdict", &just("held"));
        (word.len(), verdict) == (1, "held")
    };
    let line = |index| {
        format!(r#"test {index} passed: word = String::from("x"), (7, true), verdict = "held""#)
    };
    check(
        &law,
        Config::default().with(|config| {
            config.verbose = true;
            config.tests = 2;
        }),
        &[&line(1), &line(2)],
    );
}

#[test]
fn verdicts_in_words() {
    let law = |verdict: Outcome| {
        move |source: &mut Source| {
            source.argument("x", &(3..=3u8));
            verdict.clone()
        }
    };
    let config = Config::default().with(|config| {
        config.verbose = true;
        config.tests = 1;
        config.max_discards = Some(0);
    });
    check(&law(Outcome::Passed), config.clone(), &["test 1 passed: x = 3"]);
    let failed = Outcome::failed(Reason::returned_false());
    check(&law(failed), config.clone(), &["test 1 failed: x = 3"]);
    check(&law(Outcome::Discarded), config, &["test 1 discarded: x = 3"]);
}

#[test]
fn a_run_is_silent_unless_asked() {
    let law = |source: &mut Source| source.argument("x", &any::<u16>()) < 100;
    check(&law, Config::default(), &[]);
}

#[test]
fn a_database_that_cannot_be_used() {
    let path = PathBuf::from("no/such/place");
    let error = String::from("permission denied");
    let event = Event::Database(Notice::Unusable { path, error });
    assert_eq!(
        terminal::event(&event).as_deref(),
        Some(
            "lawful: the database of failures cannot be used at no/such/place: permission denied; \
             set LAWFUL_DATABASE to another directory, or to off"
        )
    );
}

#[test]
fn a_stored_failure_that_is_set_aside() {
    let directory = std::env::temp_dir().join(format!("lawful-events-{}", std::process::id()));
    let config =
        || Config::default().with(|config| config.database = Database::at(directory.clone()));
    let law = |source: &mut Source| source.argument("x", &any::<u16>()) < 100;
    check(&law, config(), &[]);
    let inside = |path: &Path| {
        let mut paths = fs::read_dir(path).unwrap().flatten().map(|entry| entry.path());
        paths.find(|path| !path.ends_with("running")).unwrap()
    };
    let file = inside(&inside(&directory));
    fs::write(&file, "shopping list").unwrap();
    let law_directory = file.parent().and_then(Path::file_name).unwrap().display();
    let name = file.file_name().unwrap().display();
    let line = format!(
        "lawful: set aside the stored failure {}, because it is not a stored failure; \
         it is now {}/set-aside/{law_directory}-{name}",
        file.display(),
        directory.display(),
    );
    check(&law, config(), &[&line]);
    fs::remove_dir_all(directory).unwrap();
}
