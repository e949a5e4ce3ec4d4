//! The same seed gives the same bytes.

use checks::Output;

use crate::shop;

fn check(threads: u8) -> Output {
    let words = format!("test --test laws -- --test-threads={threads}");
    shop::cargo(&words).env("LAWFUL_SEED", "0x5eed").run()
}

#[test]
fn the_same_bytes_on_one_thread_and_the_same_reports_on_four() {
    let (one, again, four) = (check(1), check(1), check(4));
    assert_eq!(one.timeless(), again.timeless());
    assert_eq!(one.remarks(), again.remarks());
    // On several threads the harness prints in the order in which tests end.
    assert!(one.failures().len() >= 3, "{}", one.all());
    assert_eq!(one.failures(), four.failures());
    assert_eq!(one.remarks(), four.remarks());
}

#[test]
fn another_seed_gives_other_cases() {
    let run = |seed: &str| {
        let cargo = shop::cargo("test --test laws false_above").env("LAWFUL_SEED", seed);
        cargo.run().failure("false_above_a_thousand")
    };
    assert_ne!(run("1"), run("2"));
}
