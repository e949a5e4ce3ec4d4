//! Failures kept between runs.

use std::fs;
use std::path::{Path, PathBuf};

use lawful_core::data::Reason;
use lawful_core::for_all;
use lawful_core::generate::{Func, any, vec};
use lawful_core::law::{Law, Outcome, for_all};
use lawful_core::run::{Config, Database, Event, Found, Notice, Runner, Summary};

/// A directory of this test's own, gone when the test is.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("lawful-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Directory(path)
    }

    fn run(&self, law: &dyn Law) -> (Summary, Vec<Notice>) {
        let database = Database::at(self.0.clone());
        let config = Config::default().with(|config| config.database = database);
        let mut notices = Vec::new();
        let summary = Runner::named("a::kept").with(config).run_with(law, &mut |event| {
            if let Event::Database(notice) = event {
                notices.push(notice.clone());
            }
        });
        (summary, notices)
    }

    fn files(&self) -> Vec<PathBuf> {
        let law = fs::read_dir(&self.0).unwrap().flatten().map(|entry| entry.path());
        let law = { law }
            .find(|path| !path.ends_with("set-aside") && !path.ends_with("running"))
            .unwrap();
        fs::read_dir(law).unwrap().flatten().map(|entry| entry.path()).collect()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn rare() -> impl Law {
    for_all(any::<(u32, Func<u8, u8>)>(), |(x, f)| x < 1_000 || f(3) < 100)
}

#[test]
fn a_failure_is_kept_and_tried_first() {
    let directory = Directory::new("kept");
    let first = loop {
        let (summary, _) = directory.run(&rare());
        if let Some(failure) = summary.failure() {
            break failure.arguments.clone();
        }
    };
    let (summary, notices) = directory.run(&rare());
    let failure = summary.failure().unwrap();
    assert_eq!((failure.found, &failure.arguments), (Found::Database, &first));
    assert_eq!(notices, []);
    assert_eq!(directory.files().len(), 1, "the same failure is kept once");
    // When the code is mended the kept case holds, and the tests go on.
    let (summary, _) = directory.run(&for_all(any::<(u32, Func<u8, u8>)>(), |_| true));
    assert!(summary.is_success());
}

/// A seed would stand for other cases after any of these changes.
#[test]
fn a_kept_failure_survives_a_change_of_the_generator() {
    let holds = |list: &[u32]| list.iter().all(|x| *x < 1_000_000);
    let before = for_all!(text: String, list: Vec<u32> => { let _ = text; holds(&list) });
    let an_argument_more = for_all!(flag: bool, number: u64, text: String, list: Vec<u32> => {
        let _ = (flag, number, text);
        holds(&list)
    });
    let an_argument_less = for_all!(list: Vec<u32> => holds(&list));
    let other_lengths = for_all!(text: String, list: Vec<u32> = vec(any::<u32>(), 1..=3) => {
        let _ = text;
        holds(&list)
    });
    let changed: [&dyn Law; 3] = [&an_argument_more, &an_argument_less, &other_lengths];
    for (index, law) in changed.into_iter().enumerate() {
        let directory = Directory::new(&format!("change-{index}"));
        let (summary, _) = directory.run(&before);
        assert!(summary.failure().is_some());
        let (summary, _) = directory.run(law);
        let found = summary.failure().map(|failure| failure.found);
        assert_eq!(found, Some(Found::Database), "change {index}");
    }
}

fn damaged(name: &str, damage: impl Fn(&Path)) -> (Summary, Vec<Notice>) {
    let directory = Directory::new(name);
    directory.run(&for_all(any::<u32>(), |x| x < 1_000));
    damage(&directory.files()[0]);
    let result = directory.run(&for_all(any::<u32>(), |_| true));
    assert_eq!(directory.files(), [] as [PathBuf; 0]);
    let aside = fs::read_dir(directory.0.join("set-aside")).unwrap().count();
    assert_eq!(aside, 1, "what is set aside is not deleted");
    result
}

#[test]
fn what_is_not_ours_stays_where_it_is_committed() {
    let directory = Directory::new("committed-foreign");
    let config = Config::default().with(|config| {
        config.database = Database::committed(directory.0.clone());
    });
    let mut notices = Vec::new();
    let mut run = |law: &dyn Law| {
        let runner = Runner::named("a::kept").with(config.clone());
        runner.run_with(law, &mut |event| {
            if let Event::Database(notice) = event {
                notices.push(notice.clone());
            }
        })
    };
    run(&for_all(any::<u32>(), |x| x < 1_000));
    let [file] = &directory.files()[..] else { panic!("one failure is stored") };
    fs::write(file, "shopping list").unwrap();
    assert!(run(&for_all(any::<u32>(), |_| true)).is_success());
    assert!(file.is_file());
    let [Notice::SetAside { moved_to: None, .. }] = &notices[..] else { panic!("{notices:?}") };
}

fn check_set_aside(name: &str, problem: &str, damage: impl Fn(&Path)) {
    let (summary, notices) = damaged(name, damage);
    assert!(summary.is_success());
    let [Notice::SetAside { problem: found, .. }] = &notices[..] else { panic!("{notices:?}") };
    assert_eq!(found.to_string(), problem);
}

#[test]
fn what_is_not_ours_is_set_aside() {
    check_set_aside("cut", "it is cut off or damaged", |file| {
        let bytes = fs::read(file).unwrap();
        fs::write(file, &bytes[..bytes.len() - 3]).unwrap();
    });
    check_set_aside("flipped", "it is cut off or damaged", |file| {
        let mut bytes = fs::read(file).unwrap();
        let last = bytes.len() - 10;
        bytes[last] ^= 1;
        fs::write(file, bytes).unwrap();
    });
    check_set_aside(
        "version",
        "it was written by an older version of Lawful (format 1, and this one reads 5)",
        |file| {
            let text = fs::read(file).unwrap();
            let other = [b"lawful tape 1\n", &text[..]].concat();
            fs::write(file, other).unwrap();
        },
    );
    check_set_aside("foreign", "it is not a file of Lawful of this kind", |file| {
        fs::write(file, "shopping list").unwrap();
    });
    check_set_aside("empty", "it is not a file of Lawful of this kind", |file| {
        fs::write(file, "").unwrap();
    });
}

#[test]
fn an_unusable_database_is_told_and_the_tests_run() {
    let directory = Directory::new("unusable");
    fs::write(&directory.0, "a file where a directory should be").unwrap();
    let (summary, notices) = directory.run(&for_all(any::<u32>(), |x| x < 1_000));
    assert!(summary.failure().is_some());
    // It is told once for each process, although it was met when the database was read and when it was written.
    assert!(
        matches!(notices[..], [Notice::NoTrail { .. }, Notice::Unusable { .. }]),
        "{notices:?}"
    );
    let (summary, notices) = directory.run(&for_all(any::<u32>(), |x| x < 1_000));
    assert!(summary.failure().is_some());
    assert_eq!(notices, []);
    let _ = fs::remove_file(&directory.0);
}

#[test]
fn many_may_write_at_once() {
    let directory = Directory::new("together");
    std::thread::scope(|scope| {
        for thread in 0..8u32 {
            let directory = &directory;
            scope.spawn(move || {
                for limit in 0..20 {
                    let limit = 1_000 + 100 * limit + thread;
                    directory.run(&for_all(any::<u32>(), move |x| x < limit));
                }
            });
        }
    });
    let (_, notices) = directory.run(&for_all(any::<u32>(), |_| true));
    assert_eq!(notices, [], "no file is ever seen half written");
}

#[test]
fn what_a_dead_process_left_unfinished_is_removed() {
    let directory = Directory::new("unfinished");
    let law = for_all(any::<u32>(), |x| x < 1_000);
    directory.run(&law);
    let kept = directory.files();
    let left = kept[0].with_extension("1-0.writing");
    let written = kept[0].with_extension("2-0.writing");
    fs::write(&left, "lawful ta").unwrap();
    fs::write(&written, "lawful ta").unwrap();
    let writing = fs::File::options().write(true).open(&written).unwrap();
    writing.try_lock().expect("nobody else has it");
    let (_, notices) = directory.run(&law);
    assert_eq!(notices, []);
    assert!(!left.exists() && written.exists(), "{:?}", directory.files());
    drop(writing);
    directory.run(&law);
    assert_eq!(directory.files(), kept);
}

#[test]
fn all_failures_that_are_reported_are_kept() {
    let directory = Directory::new("all");
    let law = |first: u32| {
        for_all(0..200u32, move |x| match x.checked_sub(first) {
            Some(kind @ ..40) => {
                Outcome::failed(Reason::new("test", "kind", format!("kind {kind}")))
            }
            _ => Outcome::Passed,
        })
    };
    for first in [10, 60, 110] {
        let database = Database::at(directory.0.clone());
        let config = Config::default().with(|config| {
            config.database = database;
            config.max_failures = 100;
            config.tests = 5_000;
        });
        let found = Runner::named("a::kept").with(config.clone()).run(&law(first));
        assert_eq!(found.failures().len(), 40, "more than are kept when they hold");
        // Without shrinking nothing is met on the way: what is found is what was kept.
        let config = config.with(|config| {
            config.max_shrink_runs = 0;
            config.tests = 1;
        });
        let again = Runner::named("a::kept").with(config).run(&law(first));
        assert!(again.failures().iter().all(|failure| failure.found == Found::Database));
        assert_eq!(tokens(&found), tokens(&again));
        assert!(directory.files().len() <= 40 + 32, "those that hold now are forgotten in time");
    }
}

fn tokens(summary: &Summary) -> Vec<String> {
    let failures = summary.failures().iter();
    let mut tokens: Vec<String> = failures.map(|failure| failure.token.clone()).collect();
    tokens.sort();
    tokens
}
