//! The report of a law that is not broken, and not as it should be either.

use std::cell::Cell;
use std::time::Duration;

use lawful::extend::Choices;
use lawful::generate::{btree_set, vec};
use lawful::prelude::*;
use lawful::report::terminal;
use lawful::run::Config;

use super::{check, named, settled, summary};

/// A law over a number that is broken in one of its runs.
fn broken_once(run: u32, then: impl Fn(u32)) -> impl Law {
    let runs = Cell::new(0);
    named("x", any::<u64>(), move |_| {
        runs.set(runs.get() + 1);
        then(runs.get());
        runs.get() != run
    })
}

#[test]
fn unstable_and_then_it_held() {
    check(
        &broken_once(7, |_| {}),
        Config::default(),
        r#"
law unstable: shop::tests::a_law  (src/shop.rs:12)

    x = 5572341038098

  The law returned false.

  The same case failed 1 of 12 times. Found by test 7.
  Something besides its arguments decides: time, threads, what earlier cases left behind.
  Over code that is not deterministic, `#[law(repeat = n)]` runs every case n times.
  Replay: LAWFUL_REPLAY='a_law:TOKEN' cargo test -p shop --lib tests::a_law -- --exact
  Root seed: LAWFUL_SEED=0x1 cargo test -p shop --lib tests::a_law -- --exact
"#,
    );
}

#[test]
fn unstable_and_then_it_failed_elsewhere() {
    let law = broken_once(7, |run| assert!(run <= 7, "too late"));
    check(
        &law,
        Config::default(),
        r#"
law unstable: shop::tests::a_law  (src/shop.rs:12)

    x = 5572341038098

  The law returned false.

  The same case failed 1 of 12 times. Found by test 7.
  Run again it failed in another way:
  too late
  at HERE
  Over code that is not deterministic, `#[law(repeat = n)]` runs every case n times.
  Replay: LAWFUL_REPLAY='a_law:TOKEN' cargo test -p shop --lib tests::a_law -- --exact
  Root seed: LAWFUL_SEED=0x1 cargo test -p shop --lib tests::a_law -- --exact
"#,
    );
}

#[test]
fn unstable_and_then_it_drew_something_else() {
    let draws = Cell::new(0);
    let generator = |source: &mut Source| {
        draws.set(draws.get() + 1);
        // Well-behaved at first, so that it is not found out before the tests begin.
        let count = if draws.get() < 17 { 1 } else { draws.get() - 15 };
        source.draw(&vec(any::<u16>(), count))
    };
    check(
        &named("list", generator, |list| list.len() == 1),
        Config::default(),
        r#"
law unstable: shop::tests::a_law  (src/shop.rs:12)

    list = vec![1796, 43, 29, 0, 0]

  The law returned false.

  The same case failed 12 of 12 times. Found by test 7.
  With the same seed it drew other choices: something besides the source decides what is generated.
  Over code that is not deterministic, `#[law(repeat = n)]` runs every case n times.
  Replay: LAWFUL_REPLAY='a_law:TOKEN' cargo test -p shop --lib tests::a_law -- --exact
  Root seed: LAWFUL_SEED=0x1 cargo test -p shop --lib tests::a_law -- --exact
"#,
    );
}

#[test]
fn gave_up_on_assumptions() {
    let law = |source: &mut Source| {
        let asked: u16 = source.argument("asked", &(1..=999u16));
        let body = |asked: u16| {
            assume!(asked > 999);
            true
        };
        body(asked)
    };
    check(
        &law,
        Config::default().with(|config| config.max_discards = Some(50)),
        r#"
law gave up: shop::tests::a_law  (src/shop.rs:12)

  Gave up after 0 of 256 tests: 51 cases were discarded.
  The assumptions of the law are hardly ever met.
    51 discarded by assume!(asked > 999)  (HERE
  Generate cases that meet them, raise max_discards, or say may_give_up if this is fine.
"#,
    );
}

#[test]
fn gave_up_for_want_of_time() {
    let law = named("list", any::<Vec<u8>>(), |_| true);
    check(
        &law,
        Config::default().with(|config| config.max_time = Some(Duration::ZERO)),
        r#"
law gave up: shop::tests::a_law  (src/shop.rs:12)

  Gave up after 0 of 256 tests: the time was over before a test ended.
  Raise max_time, or say may_give_up if this is fine.
  stopped at its limit of 0 s (LAWFUL_MAX_TIME)
"#,
    );
}

#[test]
fn gave_up_on_two_assumptions() {
    let law = named("asked", 1..=999u16, |asked| {
        assume!(asked % 10 == 0, "asked for a dozen of ten");
        assume!(asked > 999, "asked for {}", if asked > 0 { "some" } else { "none" });
        true
    });
    let seen = settled(&terminal::report(&summary(
        &law,
        Config::default().with(|config| config.max_discards = Some(50)),
    )));
    let lines: Vec<&str> = seen.lines().filter(|line| line.contains("discarded by")).collect();
    let [first, second] = lines[..] else { panic!("{seen}") };
    assert!(first.ends_with(" discarded by asked for a dozen of ten  (HERE"), "{first}");
    assert!(second.ends_with(" discarded by asked for some  (HERE"), "{second}");
}

#[test]
fn gave_up_on_too_few_different_elements() {
    let law = named("set", btree_set(0..3u8, 10), |_| true);
    check(
        &law,
        Config::default().with(|config| config.max_discards = Some(2)),
        r#"
law gave up: shop::tests::a_law  (src/shop.rs:12)

  Gave up after 0 of 256 tests: 3 cases were discarded.
  The collection at HERE
  Ask for fewer, or widen the generator of its elements.
"#,
    );
}

#[test]
fn a_generator_that_panics() {
    let law = for_all!(
        count: u8,
        price: u32 = |source: &mut Source| {
            let price = source.any::<u32>();
            assert!(price < 1_000, "no price is {price}");
            price
        }
        => count < 255 || price < 1_000
    );
    check(
        &law,
        Config::default().with(|config| {
            config.explain = false;
            config.max_failures = 1;
        }),
        r#"
law broken: shop::tests::a_law  (src/shop.rs:12)

    count = 0

  The generator of `price` panicked:
  no price is 1000
  at HERE

  Found by test N of N, shrunk N times in N runs; root seed 0x1.
  Replay: LAWFUL_REPLAY='a_law:TOKEN' cargo test -p shop --lib tests::a_law -- --exact
  Keep:   #[law(replay = "a_law:TOKEN")]
"#,
    );
}

#[test]
fn gave_up_on_a_filter() {
    let law = named("asked", (1..=9u8).filtered(|asked| *asked > 9), |_| true);
    check(
        &law,
        Config::default().with(|config| config.max_discards = Some(2)),
        r#"
law gave up: shop::tests::a_law  (src/shop.rs:12)

  Gave up after 0 of 256 tests: 3 cases were discarded.
  The filter at HERE
  Generate values that pass it instead.
"#,
    );
}

#[test]
fn not_covered() {
    // A quarter of the cases are free, and that many were asked for; none are gifts.
    let priced = |source: &mut Source| (source.draw(&(0..=3u8)), source.any::<u32>()).0;
    let law = named("price", priced, |price| {
        cover!(price == 0, 20.0, "free");
        cover!(price > 3, 5.0, "gift");
        true
    });
    let config = Config::default().with(|config| config.tests = 100_000);
    let summary = super::summary(&law, config.clone());
    let share = 100.0 * summary.tables.coverage["free"].hits as f64 / 100_000.0;
    check(
        &law,
        config,
        &format!(
            r#"
law passed, but not enough cases are covered: shop::tests::a_law  (src/shop.rs:12)

  {share:.1}% free of 100000 cases, wanted 20%
  0.0% gift of 100000 cases, wanted 5%, too few
"#
        ),
    );
    assert!((24.0..26.0).contains(&share), "{share}");
}

#[test]
fn misused() {
    check(
        &named("price", 5..5, |_| true),
        Config::default(),
        r#"
law misused: shop::tests::a_law  (src/shop.rs:12)

  the range 5..5 is empty, so nothing can be drawn from it; its start must lie below its end
"#,
    );
    check(
        &|_: &mut Source| true,
        Config::default(),
        r#"
law misused: shop::tests::a_law  (src/shop.rs:12)

  the law draws nothing, so every test would be the same; give it an argument, or make it a plain `#[test]`
"#,
    );
}

#[test]
fn expected_to_be_broken() {
    check(
        &named("price", any::<u64>(), |_| true),
        Config::default().with(|config| config.expect_failure = true),
        r#"
law passed, but was expected to fail: shop::tests::a_law  (src/shop.rs:12)

  256 tests found no broken case.
"#,
    );
}
