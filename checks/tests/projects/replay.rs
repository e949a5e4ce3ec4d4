//! The line that a report ends with.

use crate::shop;

/// Takes the command of a report apart: the token, and what follows `cargo`.
pub fn replay_line(report: &str) -> (String, String) {
    let line = report.lines().find_map(|line| line.trim().strip_prefix("Replay: LAWFUL_REPLAY='"));
    let (token, command) = line.and_then(|line| line.split_once("' cargo ")).expect(report);
    (token.to_string(), command.to_string())
}

#[test]
fn the_line_runs_exactly_the_case_of_the_report() {
    let found = shop::cargo("test --test laws false_above").run().failure("false_above_a_thousand");
    assert!(found.contains("\n    price = 1000\n"), "{found}");
    let (token, command) = replay_line(&found);
    let replayed = shop::cargo(&command).env("LAWFUL_REPLAY", &token).run();
    let report = replayed.failure("false_above_a_thousand");
    assert!(report.contains("\n    price = 1000\n"), "{report}");
    assert!(report.contains("Replayed as it is, without shrinking."), "{report}");
    let ran: Vec<&str> = report.lines().filter(|line| line.starts_with("ran with")).collect();
    assert!((1..=2).contains(&ran.len()), "once to judge it, once to show it\n{report}");
    assert!(ran.iter().all(|line| *line == "ran with 1000"), "{report}");
    let (again, _) = replay_line(&report);
    assert_eq!(token, again);
}

#[test]
fn a_law_that_the_token_is_not_for_is_skipped() {
    let found = shop::cargo("test --test laws false_above").run().failure("false_above_a_thousand");
    let (token, _) = replay_line(&found);
    let output = shop::cargo("test --test laws has_nothing").env("LAWFUL_REPLAY", &token).run();
    assert!(output.success, "{}", output.all());
    let remark = "law shop::laws::has_nothing_to_tell: not run, since the replay token is for the law \
                  `false_above_a_thousand`";
    assert_eq!(output.remarks(), [remark], "{}", output.all());
}
