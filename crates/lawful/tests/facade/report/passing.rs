//! What a law that is as it should be has to tell: one line, or the tables whole.

use std::time::Duration;

use lawful::Law;
use lawful::extend::Choices;
use lawful::prelude::*;
use lawful::report::terminal;
use lawful::run::Config;

use super::{assert_text, named, summary};

/// Runs a law over the numbers 0 to 99, each of which it meets once.
fn check(body: impl Fn(u32), remark: Option<&str>, tables: &str) {
    let next = std::cell::Cell::new(0);
    // The numbers are counted off, so that the shares are known and not a matter of luck.
    let law = named("x", any::<u16>(), |_| {
        body(next.get());
        next.set(next.get() + 1);
        true
    });
    let summary = summary(&law, Config::default().with(|config| config.tests = 100));
    assert!(summary.is_success());
    assert_eq!(terminal::remark(&summary).as_deref(), remark);
    assert_text(&terminal::tables(&summary), tables);
}

#[test]
fn nothing_to_tell() {
    check(|_| {}, None, "");
}

#[test]
fn labels_are_sorted_by_their_share() {
    check(
        |x| {
            classify!(x % 10 == 0, "round");
            classify!(x < 50, "low");
            classify!(x == 7, "lucky");
            label!("any");
        },
        Some("law shop::tests::a_law: 100% any; 50% low; 10% round; 1% lucky"),
        r#"
  100% any
   50% low
   10% round
    1% lucky
"#
        .trim_start_matches('\n'),
    );
}

#[test]
fn collected_values_are_sorted_by_their_share_and_then_by_value() {
    check(
        |x| collect!(if x < 60 { 10 } else { x % 4 }),
        Some(
            "law shop::tests::a_law: if x < 60 { 10 } else { x % 4 }: \
             60% 10, 10% 0, 10% 1, 10% 2, 10% 3",
        ),
        r#"
  if x < 60 { 10 } else { x % 4 }:
     60% 10
     10% 0
     10% 1
     10% 2
     10% 3
"#
        .trim_start_matches('\n'),
    );
}

#[test]
fn long_tables_are_cut() {
    check(
        |x| collect!(x / 4),
        Some(
            "law shop::tests::a_law: x / 4: \
             4% 0, 4% 1, 4% 2, 4% 3, 4% 4, 4% 5, and 19 more",
        ),
        &((0..20)
            .fold(String::from("  x / 4:\n"), |text, value| text + &format!("      4% {value}\n"))
            + "    and 5 more values\n"),
    );
}

#[test]
fn demands_that_are_met() {
    check(
        |x| cover!(x < 90, 20.0, "low"),
        Some("law shop::tests::a_law: 90.0% low of 100 cases, wanted 20%"),
        "  90.0% low of 100 cases, wanted 20%\n",
    );
}

#[test]
fn giving_up_where_that_is_fine() {
    let law = |source: &mut Source| {
        let body = |x: u16| {
            assume!(x > 999);
            true
        };
        let x = source.argument("x", &(0..=999u16));
        body(x)
    };
    let config = Config::default().with(|config| {
        config.may_give_up = true;
        config.max_discards = Some(20);
    });
    check_remark(
        &law,
        config,
        "law shop::tests::a_law: gave up after 0 of 256 tests, 21 discarded",
    );
}

#[test]
fn giving_up_for_want_of_time_where_that_is_fine() {
    let law = named("price", any::<u64>(), |_| true);
    let config = Config::default().with(|config| {
        config.may_give_up = true;
        config.max_time = Some(Duration::ZERO);
    });
    check_remark(
        &law,
        config,
        "law shop::tests::a_law: gave up after 0 of 256 tests, 0 discarded; stopped at its limit of 0 s \
         (LAWFUL_MAX_TIME)",
    );
}

#[test]
fn a_replayed_case_that_holds_now() {
    let law = |limit: u16| named("price", any::<u16>(), move |price| price < limit);
    let found = summary(&law(100), Config::default());
    let replay = Some(found.failure().expect("the law is broken").token.clone());
    let config = Config::default().with(|config| config.replay = replay);
    check_remark(&law(101), config, "law shop::tests::a_law: the replayed case passes now");
}

#[test]
fn an_expected_failure_is_not_worth_a_line() {
    let law = named("price", any::<u16>(), |price| price < 100);
    let summary = summary(&law, Config::default().with(|config| config.expect_failure = true));
    assert!(summary.is_success());
    assert_eq!(terminal::remark(&summary), None);
}

fn check_remark(law: &dyn Law, config: Config, expected: &str) {
    let summary = summary(law, config);
    assert!(summary.is_success());
    assert_eq!(terminal::remark(&summary).as_deref(), Some(expected));
}
