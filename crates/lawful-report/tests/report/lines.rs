//! Files of results that many writers append to, some of which die.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use lawful_core::generate::any;
use lawful_core::law::for_all;
use lawful_core::run::{About, Config, run};
use lawful_data::file::{Kind, head, read_part, write};
use lawful_data::{Event, Record, Reporter};
use lawful_report::lines::Lines;

/// A file of its own for a test.
fn path(name: &str) -> PathBuf {
    let path =
        std::env::temp_dir().join(format!("lawful-lines-{name}-{}.jsonl", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

/// Runs a law that fails, with its records in a file.
fn run_law(path: &std::path::Path, name: &str) {
    let about = About::new(name, "src/lib.rs", 7);
    let config = Config::default().with(|config| (config.seed, config.max_failures) = (Some(1), 1));
    let law = for_all(any::<u32>(), |x| x < 10);
    let mut lines = Lines::in_file(path);
    let summary = run(&law, &about, &config, &mut |event| lines.event(event));
    lines.finished(&summary);
}

fn records(path: &std::path::Path) -> Vec<Record> {
    let (records, is_whole) = read_part(Kind::Results, &fs::read(path).unwrap()).unwrap();
    assert!(!is_whole);
    records
}

#[test]
fn each_record_names_its_law_however_many_write_at_once() {
    for round in 0..20 {
        let path = path(&format!("many-{round}"));
        let names: Vec<String> = (0..8).map(|law| format!("law {law}")).collect();
        std::thread::scope(|scope| {
            for name in &names {
                scope.spawn(|| run_law(&path, name));
            }
        });
        let records = records(&path);
        for name in &names {
            let of_law = |record: &&Record| match record {
                Record::Event(recorded) => recorded.about.name == *name,
                Record::Summary(summary) => summary.about.name == *name,
                _ => panic!("{record:?}"),
            };
            let of_law: Vec<&Record> = records.iter().filter(of_law).collect();
            let [Record::Event(started), Record::Event(failed), Record::Summary(summary)] =
                of_law[..]
            else {
                panic!("{of_law:?}")
            };
            assert!(matches!(started.event, Event::Started { seed: 1, .. }), "{started:?}");
            assert!(matches!(failed.event, Event::Failed { .. }), "{failed:?}");
            assert_eq!(summary.failure().unwrap().arguments[0].debug, "10");
        }
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_line_that_a_process_died_in_is_no_part_of_the_file() {
    let path = path("died");
    fs::write(&path, "{\"lawful\": \"res").unwrap();
    run_law(&path, "first");
    let mut file = fs::File::options().append(true).open(&path).unwrap();
    file.write_all(b"{\"Summary\": {\"about\": {\"na").unwrap();
    run_law(&path, "second");
    let summaries = records(&path).into_iter().filter_map(|record| match record {
        Record::Summary(summary) => Some(summary.about.name),
        _ => None,
    });
    assert_eq!(summaries.collect::<Vec<_>>(), ["first", "second"]);
    fs::remove_file(&path).unwrap();
}

#[test]
fn other_files_are_left_as_they_are() {
    let path = path("other");
    let other = head(Kind::Results).replace('5', "99");
    let whole = write::<Record>(Kind::Results, &[]);
    for text in ["[package]\n", "{}", other.as_str(), whole.as_str()] {
        fs::write(&path, text).unwrap();
        run_law(&path, "law");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    fs::remove_file(&path).unwrap();
}
