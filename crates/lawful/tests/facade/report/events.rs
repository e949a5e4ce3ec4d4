//! What is printed while a run goes on.

use lawful::extend::Choices;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use lawful::data::Reason;
use lawful::data::{CasePart, Event, Notice};
use lawful::generate::{just, string_of};
use lawful::prelude::*;
use lawful::report::terminal;
use lawful::run::{Config, Database, Watcher};
use lawful::{Law, Outcome};

use super::run_law;

fn check(law: &dyn Law, config: Config, expected: &[&str]) {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let printed = Mutex::new(terminal::Printed::default());
    let before = lines.clone();
    let watcher: Watcher = Arc::new(move |index, part: &CasePart| {
        before.lock().unwrap().extend(printed.lock().unwrap().part(index, part));
    });
    let config = config.with(|config| config.watched_by(Some(watcher)));
    run_law(law, config, &mut |event| lines.lock().unwrap().extend(terminal::event(event)));
    assert_eq!(*lines.lock().unwrap(), expected);
}

#[test]
fn every_case_on_a_line() {
    let law = |source: &mut Source| {
        let word: String = source.argument("word", &string_of("x", 1..=1));
        let _: (u8, bool) = source.argument("", &(7..=7u8, just(true)));
        let verdict = source.argument("verdict", &just("held"));
        (word.len(), verdict) == (1, "held")
    };
    let config = Config::default().with(|config| {
        config.verbose = true;
        config.tests = 2;
    });
    // The law runs while it draws, so every argument is printed at once.
    let lines = |index: u64| {
        [r#"word = String::from("x")"#, "(7, true)", r#"verdict = "held""#]
            .map(|told| format!("test {index}: {told}"))
    };
    let lines = [lines(1).to_vec(), vec!["test 1 passed".into()], lines(2).to_vec()].concat();
    let lines: Vec<&str> = lines.iter().map(String::as_str).chain(["test 2 passed"]).collect();
    check(&law, config.clone(), &lines);
    // Here it is known when all are drawn.
    let law = for_all!(x: u8 = 3..=3, y: bool = just(true) => { let _ = (x, y); });
    let (case, passed) = ("test 1: x = 3, y = true", "test 1 passed");
    check(&law, config.with(|config| config.tests = 1), &[case, passed]);
}

/// A case that does not end, or kills the process, has been printed by then.
#[test]
fn a_case_is_printed_before_it_runs_and_runs_once() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let told = seen.clone();
    let watcher: Watcher = Arc::new(move |index, part: &CasePart| {
        if let CasePart::Drawn(case) = part {
            told.lock().unwrap().push(format!("{index} is {}", case.arguments[0].debug));
        }
    });
    let ran = seen.clone();
    let law = for_all!(x: u64 => ran.lock().unwrap().push(format!("runs {x}")));
    let config = Config::default().with(|config| {
        (config.verbose, config.tests) = (true, 20);
        config.watched_by(Some(watcher));
    });
    run_law(&law, config, &mut |_| {});
    let seen = seen.lock().unwrap();
    assert_eq!(seen.len(), 40, "one line and one run for each test");
    for (index, pair) in seen.chunks(2).enumerate() {
        let x = pair[1].strip_prefix("runs ").unwrap();
        assert_eq!(pair[0], format!("{index} is {x}"));
    }
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
    check(&law(Outcome::Passed), config.clone(), &["test 1: x = 3", "test 1 passed"]);
    let failed = Outcome::failed(Reason::returned_false());
    check(&law(failed), config.clone(), &["test 1: x = 3", "test 1 failed"]);
    check(&law(Outcome::Discarded), config, &["test 1: x = 3", "test 1 discarded"]);
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
        "lawful: set aside the stored failure {}, because it is not a file of Lawful of this \
         kind; \
         it is now {}/set-aside/{law_directory}-{name}",
        file.display(),
        directory.display(),
    );
    check(&law, config(), &[&line]);
    fs::remove_dir_all(directory).unwrap();
}
