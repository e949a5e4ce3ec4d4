//! More than the first bug: a module with six, behind one law.
//!
//! Three panic in different places. Three show through one assertion, and are told apart by the
//! shapes of their smallest cases (`run/shape.rs` states the rule): which alternatives were taken.

use lawful_core::choice::Source;
use lawful_core::generate::{Generator, any, vec};
use lawful_core::law::{Law, for_all};
use lawful_core::run::{Config, Runner, Summary, Warning};
use lawful_core::{for_all, known_bug};

#[derive(Clone, Debug)]
enum Step {
    Deposit(u32),
    Withdraw(u32),
    Double,
    Round(u32),
    Split(u32),
    Reset,
}

fn step() -> impl Generator<Value = Step> {
    |source: &mut Source| match source.branch(6) {
        0 => Step::Deposit(source.draw(&(0..=9_999))),
        1 => Step::Withdraw(source.draw(&(0..=9_999))),
        2 => Step::Double,
        3 => Step::Round(source.draw(&(0..=99))),
        4 => Step::Split(source.draw(&(0..=99))),
        _ => Step::Reset,
    }
}

/// The account as it should be.
fn model(steps: &[Step]) -> u64 {
    steps.iter().fold(0, |balance: u64, step| match *step {
        Step::Deposit(amount) => balance + u64::from(amount),
        Step::Withdraw(amount) => balance.saturating_sub(amount.into()),
        Step::Double => (2 * balance).min(1 << 40),
        Step::Round(unit) => balance - balance % u64::from(unit.max(1)),
        Step::Split(parts) => balance / u64::from(parts.max(1)),
        Step::Reset => 0,
    })
}

/// The account as it is.
fn account(steps: &[Step]) -> u64 {
    let mut balance = 0u64;
    let mut resets = 0;
    for step in steps {
        match *step {
            Step::Deposit(amount) => {
                assert!(amount < 5_000, "the deposit does not fit");
                balance += u64::from(amount);
            }
            Step::Withdraw(amount) => {
                // The last coin stays, which shows through the law's own assertion.
                let most = balance.saturating_sub(1);
                balance -= u64::from(amount).min(if amount > 0 { most } else { 0 });
                if amount == 0 && balance == 0 {
                    balance = 0;
                }
            }
            Step::Double => {
                balance = if balance >= 1 { 2 * balance + 1 } else { (2 * balance).min(1 << 40) }
            }
            Step::Round(unit) => balance -= balance % u64::from(unit),
            Step::Split(parts) => {
                let parts = u64::from(parts.max(1));
                balance = if parts > 50 && balance > 0 { 1 } else { balance / parts };
                balance = balance.max(u64::from(parts > 50 && balance > 0));
            }
            Step::Reset => {
                resets += 1;
                assert!(resets < 3, "too many resets");
                balance = 0;
            }
        }
    }
    balance
}

fn law() -> impl Law {
    for_all(vec(step(), 0..=12), |steps| assert_eq!(account(&steps), model(&steps)))
}

fn smallest(summary: &Summary) -> Vec<String> {
    let failures = summary.failures().iter();
    let mut cases: Vec<String> =
        failures.map(|failure| failure.arguments[0].debug.clone()).collect();
    cases.sort();
    cases
}

#[test]
fn six_bugs_behind_one_law() {
    // By hand: the fewest steps, then the smallest numbers. Withdrawing from 1 leaves 1; 1 is doubled
    // to 3; one coin in 51 parts stays one. A deposit of 5000, three resets and rounding by 0 panic.
    let mut expected = [
        "[Deposit(5000)]",
        "[Reset, Reset, Reset]",
        "[Round(0)]",
        "[Deposit(1), Withdraw(1)]",
        "[Deposit(1), Double]",
        "[Deposit(1), Split(51)]",
    ];
    expected.sort_unstable();
    for seed in 0..20 {
        let summary = Runner::named("account").tests(2_000).seed(seed).run(&law());
        assert_eq!(smallest(&summary), expected, "seed {seed}");
    }
}

#[test]
fn the_number_of_failures_can_be_limited() {
    let limited = |failures| {
        let config = Config::default().with(|config| {
            config.max_failures = failures;
            config.seed = Some(1);
            config.tests = 2_000;
        });
        smallest(&Runner::named("account").with(config).run(&law())).len()
    };
    assert_eq!([1, 2, 6].map(limited), [1, 2, 6]);
}

#[test]
fn known_failures_are_counted_and_skipped() {
    let known = |bound: u32| {
        for_all!(x: u32, y: u32 => {
            known_bug!(x >= 1_000, "large numbers");
            assert!(x < bound);
            assert!(y < 2_000);
        })
    };
    // What is known is neither reported nor shrunk into, and what is not is found behind it.
    let summary = Runner::named("known").seed(1).run(&known(1_000));
    let [failure] = summary.failures() else { panic!("{:?}", summary.stopped) };
    assert_eq!([&failure.arguments[0].debug, &failure.arguments[1].debug], ["0", "2000"]);
    assert!(summary.tables.known_bugs["large numbers"].failed > 50);
    // A failure that does not occur any more is told.
    let mended = for_all!(x: u32 => {
        known_bug!(x >= 1_000, "large numbers");
        assert!(u64::from(x) < 1 << 32);
    });
    let summary = Runner::named("mended").seed(1).run(&mended);
    assert!(summary.is_success());
    let [Warning::KnownBugFixed { known, cases }] = &summary.warnings[..] else {
        panic!("{:?}", summary.warnings)
    };
    assert!(known == "large numbers" && *cases > 50);
}

/// One bug with many ways to it is reported once, at the simplest case.
#[test]
fn one_bug_is_reported_once() {
    for seed in 0..20 {
        let law = for_all(any::<Vec<i32>>(), |list| {
            let mut sorted = list.clone();
            sorted.sort_unstable();
            assert!(sorted.windows(2).all(|pair| pair[0] != pair[1]), "a duplicate");
        });
        let summary = Runner::named("duplicates").tests(1_000).seed(seed).run(&law);
        assert_eq!(smallest(&summary), ["[0, 0]"], "seed {seed}");
    }
}
