//! A broken law under `cargo test`.

use crate::shop;

const LAW: &str = "lists::distinct_leaves_nothing_twice";

#[test]
fn the_report_is_all_there_is() {
    let output = shop::cargo("test --test laws distinct_leaves").env("LAWFUL_SEED", "7").run();
    assert!(!output.success);
    let report = output.failure(LAW);
    let line = shop::LINE;
    let head = format!(
        "law broken: shop::laws::{LAW}  (tests/laws.rs:{line})

    list = vec![0, 1]
    (0, 0)

  assertion `left == right` failed
    left: 2
   right: 1
  at tests/laws.rs:15:9
  note: between 0 and 0

  Still broken with anything in place of (0, 0), as far as tried.

  Found by test "
    );
    assert!(report.starts_with(&head), "{report}");
    assert!(report.contains("; root seed 0x7.\n"), "{report}");
    let tail: Vec<&str> = report.lines().skip(head.lines().count()).collect();
    let [again, replay, keep] = tail[..] else { panic!("{report}") };
    assert!(again.ends_with(" more cases broke the law in the same way."), "{report}");
    let command = format!("' cargo test -p shop --test laws {LAW} -- --exact");
    assert!(
        replay.starts_with("  Replay: LAWFUL_REPLAY='distinct_leaves_nothing_twice:"),
        "{report}"
    );
    assert!(replay.ends_with(&command), "{report}");
    assert_eq!(keep, "  Keep:   #[law(case(vec![0, 1], (0, 0)))]", "{report}");
    for inside in ["panicked at", "RUST_BACKTRACE", "stack backtrace"] {
        assert!(!output.all().contains(inside), "{inside} is in\n{}", output.all());
    }
}

#[test]
fn a_check_inside_a_test_names_its_line() {
    let report = shop::cargo("test --test laws by_hand").run().failure("by_hand");
    assert!(
        report.starts_with("law broken: shop::laws::by_hand:49  (tests/laws.rs:49)"),
        "{report}"
    );
    assert!(report.contains("\n    (45, 255)\n"), "{report}");
}

#[test]
fn a_generic_law_is_a_test_for_each_type() {
    let output = shop::cargo("test --test laws order_is -- --list").run();
    for name in ["u8", "vec_u8", "option_bool"] {
        let line = format!("order_is_reflexive::{name}: test\n");
        assert!(output.stdout.contains(&line), "{}", output.all());
    }
}
