//! Where traces stand in the report of a law and in the lines of JSON.

use std::time::UNIX_EPOCH;

use lawful_core::data::Target;
use lawful_core::data::{Block, Document, Trace};
use lawful_core::generate::any;
use lawful_core::law::steps;
use lawful_core::run::{About, Config, Failure, Found, Stopped, Summary, run};
use lawful_core::shrink::Size;
use lawful_report::observe::Observer;
use lawful_report::terminal;
use serde_json::{Value, json};

use super::stories::{deadlock, lost_update};

/// A law that is broken by every number from 3 on, with this trace.
fn broken(trace: Trace, change: impl FnOnce(&mut Failure)) -> (Summary, Value) {
    let about = About::of_test("shop::a_law", Some("shop"), Some(Target::Lib), ("src/shop.rs", 12));
    let config = Config::default().with(|config| {
        config.seed = Some(7);
        config.explain = false;
    });
    let draw = |case: &mut lawful_core::law::Case| {
        let x: u8 = case.argument("x", &any());
        case.show(|| Block::Trace(Box::new(trace.clone())));
        x
    };
    let law = steps(draw, |x| x < 3);
    let mut summary = run(&law, &about, &config, &mut |_| {});
    let Stopped::Failed(failures) = &mut summary.stopped else { panic!("the law is broken") };
    change(&mut failures[0]);
    let mut lines = Vec::new();
    Observer::new(&mut lines, &about, UNIX_EPOCH).end(&summary).expect("memory can be written");
    let lines = String::from_utf8(lines).expect("it is a text");
    let first = lines.lines().next().expect("there is a line");
    let line = serde_json::from_str(first).expect("it is JSON");
    (summary, line)
}

/// A schedule with so many context switches, of more in the case as it was found.
fn switches(shrunk: u64, found: u64, proven: bool) -> Vec<Size> {
    let unit = ("context switch", "context switches");
    vec![Size { unit, found, shrunk, proven: Some(proven) }]
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
        failure.found_by = Some("a uniform walk, schedule 12 of the case".into());
        failure.sizes = switches(1, 3, true);
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

  Found by test 9 of 256 (by a uniform walk, schedule 12 of the case), shrunk from 3 context switches to 1 in 11 runs; root seed 0x7.
  It takes 1 context switch; with fewer context switches it does not fail in this way.
";
    assert_eq!(text, expected.trim_start(), "\n{text}");
}

#[test]
fn sizes_with_a_proof_are_told() {
    let told = |number: u64, proven: bool| {
        let text =
            report(lost_update(), |failure| failure.sizes = switches(number, number, proven));
        let line = text.lines().find(|line| line.contains("switch") && !line.contains("   "));
        line.expect("there is such a line").trim().to_string()
    };
    assert_eq!(told(0, false), "No context switch is needed.");
    assert_eq!(told(0, true), "No context switch is needed.");
    assert_eq!(told(1, false), "It takes 1 context switch.");
    assert_eq!(told(4, false), "It takes 4 context switches.");
    assert_eq!(
        told(4, true),
        "It takes 4 context switches; with fewer context switches it does not fail in this way."
    );
}

#[test]
fn without_a_trace_or_events_there_is_no_table() {
    let without = report(deadlock(), |failure| failure.document = Document::default());
    assert!(!without.contains('─'), "{without}");
    let empty = report(Trace::default(), |_| {});
    assert!(empty.contains("    x = 3\n\n  The law returned false.\n"), "{empty}");
}

#[test]
fn a_kept_case_tells_how_its_schedule_was_found() {
    let text = report(deadlock(), |failure| {
        failure.found = Found::Kept { index: 0 };
        failure.found_by = Some("a uniform walk, schedule 12 of the case".into());
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
        "clock": [3, 0, 1], "switched": true, "label": ""
    });
    assert_eq!(trace["events"][6], read);
    let events =
        summary.failure().and_then(|failure| failure.trace()).map(|trace| trace.events.len());
    assert_eq!(trace["events"].as_array().map(Vec::len), events);
    let (_, line) = broken(lost_update(), |failure| failure.document = Document::default());
    assert!(line["metadata"].get("trace").is_none());
}
