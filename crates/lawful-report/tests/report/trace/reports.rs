//! Where traces stand in the report of a law and in the lines of JSON.

use std::time::UNIX_EPOCH;

use lawful_core::for_all;
use lawful_core::law::{Trace, show_trace};
use lawful_core::run::{About, Config, Failure, Found, Stopped, Summary, run};
use lawful_report::observe::Observer;
use lawful_report::terminal;
use serde_json::{Value, json};

use super::stories::{deadlock, lost_update};

/// A law that is broken by every number from 3 on, with this trace.
fn broken(trace: Trace, change: impl FnOnce(&mut Failure)) -> (Summary, Value) {
    let about = About { name: "shop::a_law".into(), file: "src/shop.rs", line: 12 };
    let config = Config { seed: Some(7), explain: false, ..Config::default() };
    let law = for_all!(x: u8 => {
        show_trace(|| trace.clone());
        x < 3
    });
    let mut summary = run(&law, &about, &config, &mut |_| {});
    let Stopped::Broken(failures) = &mut summary.stopped else { panic!("the law is broken") };
    change(&mut failures[0]);
    let mut lines = Vec::new();
    Observer::new(&mut lines, &about, UNIX_EPOCH).end(&summary).expect("memory can be written");
    let lines = String::from_utf8(lines).expect("it is a text");
    let first = lines.lines().next().expect("there is a line");
    let line = serde_json::from_str(first).expect("it is JSON");
    (summary, line)
}

fn report(trace: Trace, change: impl FnOnce(&mut Failure)) -> String {
    let text = terminal::report(&broken(trace, change).0);
    // How to replay it is none of our business here.
    text.lines()
        .take_while(|line| !line.contains("Replay:"))
        .map(|line| format!("{line}\n"))
        .collect()
}

#[test]
fn the_table_stands_between_the_case_and_what_is_wrong() {
    let text = report(deadlock(), |failure| {
        failure.found = Found::Test { index: 8 };
        (failure.shrinks, failure.runs, failure.again) = (2, 11, 0);
        failure.searched = Some("a uniform walk, schedule 12 of the case".into());
        failure.proven = true;
    });
    let expected = "
law broken: shop::a_law  (src/shop.rs:12)

    x = 3

            law          a                b
                         src/bank.rs:10   src/bank.rs:14
            ───────────  ───────────────  ──────────────
            starts
            spawns a                                      src/bank.rs:10
            spawns b                                      src/bank.rs:14
            waits for a                                   src/bank.rs:18
                         starts
                         locks left                       src/bank.rs:11
    switch                                starts
                                          locks right     src/bank.rs:15
                                          waits for left  src/bank.rs:16
                         waits for right                  src/bank.rs:12
            ───────────  ───────────────  ──────────────
            `law` waits for the end of `a`
            `a` waits for the lock at src/bank.rs:8, which `b` holds
            `b` waits for the lock at src/bank.rs:7, which `a` holds

  The law returned false.

  Found by test 9 of 256 (by a uniform walk, schedule 12 of the case), shrunk 2 times in 11 runs; root seed 0x7.
  Schedule: 1 switch, and no schedule with fewer breaks it in this way.
";
    assert_eq!(text, expected.trim_start(), "\n{text}");
}

#[test]
fn switches_are_counted() {
    let schedule = |switches: u64, proven: bool| {
        let trace = Trace { switches, ..lost_update() };
        let text = report(trace, |failure| failure.proven = proven);
        let line = text.lines().find(|line| line.starts_with("  Schedule: ")).map(str::trim);
        line.expect("there is such a line").to_string()
    };
    assert_eq!(schedule(0, false), "Schedule: no switch is needed.");
    assert_eq!(schedule(0, true), "Schedule: no switch is needed.");
    assert_eq!(schedule(1, false), "Schedule: 1 switch.");
    assert_eq!(schedule(4, false), "Schedule: 4 switches.");
    let proven = "Schedule: 4 switches, and no schedule with fewer breaks it in this way.";
    assert_eq!(schedule(4, true), proven);
}

#[test]
fn without_a_trace_or_events_there_is_no_table() {
    let without = report(deadlock(), |failure| failure.trace = None);
    assert!(!without.contains("Schedule") && !without.contains('─'), "{without}");
    let empty = report(Trace::default(), |_| {});
    assert!(empty.contains("    x = 3\n\n  The law returned false.\n"), "{empty}");
    assert!(empty.contains("  Schedule: no switch is needed.\n"), "{empty}");
}

#[test]
fn a_kept_case_tells_how_its_schedule_was_found() {
    let text = report(deadlock(), |failure| {
        failure.found = Found::Kept { index: 0 };
        failure.searched = Some("a uniform walk, schedule 12 of the case".into());
    });
    let line = "  It is case 1 of the source, broken by a uniform walk, schedule 12 of the case.\n";
    assert!(text.contains(line), "{text}");
}

#[test]
fn lines_of_json_have_the_trace() {
    let (summary, line) = broken(lost_update(), |_| {});
    let trace = &line["metadata"]["trace"];
    assert_eq!(trace["switches"], 1);
    let end = json!({
        "name": "law", "spawned": null, "end": "panicked", "why": "one update is lost"
    });
    assert_eq!(trace["tasks"][0], end);
    let read = json!({
        "task": 2, "kind": "start", "text": "starts", "place": "", "from": 2,
        "clock": [3, 0, 1], "switched": true
    });
    assert_eq!(trace["events"][6], read);
    let events = summary
        .failure()
        .and_then(|failure| failure.trace.as_ref())
        .map(|trace| trace.events.len());
    assert_eq!(trace["events"].as_array().map(Vec::len), events);
    let (_, line) = broken(lost_update(), |failure| failure.trace = None);
    assert!(line["metadata"].get("trace").is_none());
}
