//! The report of a broken law.

use lawful::extend::Choices;
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use lawful::generate::{Stream, just, option_of, string_of, vec};
use lawful::prelude::*;
use lawful::report::terminal;
use lawful::run::Config;

use super::{assert_text, check, named, summary};

#[test]
fn by_an_assertion() {
    let law = |source: &mut Source| {
        let list: Vec<i32> = source.argument("list", &any());
        let mut reversed = list.clone();
        reversed.reverse();
        assert_eq!(list, reversed);
        true
    };
    // The smallest list that is not its own reverse.
    check(
        &law,
        Config::default(),
        r#"
law broken: shop::tests::a_law  (src/shop.rs:12)

    list = vec![0, 1]

  assertion `left == right` failed
    left: [0, 1]
   right: [1, 0]
  at HERE

  It passes with list = vec![0].

  Found by test N of N, shrunk N times in N runs; root seed 0x1.
  N more cases broke the law in the same way.
  Replay: LAWFUL_REPLAY='a_law:TOKEN' cargo test -p shop --lib tests::a_law -- --exact
  Keep:   #[law(case(vec![0, 1]))]
"#,
    );
}

#[test]
fn by_false() {
    check(
        &named("price", any::<u32>(), |price| price < 1_000),
        Config::default(),
        r#"
law broken: shop::tests::a_law  (src/shop.rs:12)

    price = 1000

  The law returned false.

  It passes with price = 999.

  Found by test N of N, shrunk N times in N runs; root seed 0x1.
  N more cases broke the law in the same way.
  Replay: LAWFUL_REPLAY='a_law:TOKEN' cargo test -p shop --lib tests::a_law -- --exact
  Keep:   #[law(case(1000))]
"#,
    );
}

#[test]
fn by_an_error() {
    #[derive(Debug)]
    #[expect(dead_code, reason = "the report reads it through Debug")]
    enum Refusal {
        TooMany { limit: u8, asked: u8 },
    }
    let law = |source: &mut Source| {
        let asked: u8 = source.argument("asked", &any());
        let refusal = Refusal::TooMany { limit: 9, asked };
        if asked <= 9 { Ok(()) } else { Err(refusal) }
    };
    check(
        &law,
        Config::default(),
        r#"
law broken: shop::tests::a_law  (src/shop.rs:12)

    asked = 10

  The law returned Err(TooMany { limit: 9, asked: 10 }).

  It passes with asked = 9.

  Found as case N of all there are, already minimal.
  N more cases broke the law in the same way.
  Replay: LAWFUL_REPLAY='a_law:TOKEN' cargo test -p shop --lib tests::a_law -- --exact
  Keep:   #[law(case(10))]
"#,
    );
}

#[test]
fn with_notes() {
    let law = named("price", any::<u32>(), |price| {
        let rounded = price / 10 * 10;
        note!("rounded: {rounded}");
        note!("lost: {}", price - rounded);
        rounded == price
    });
    check(
        &law,
        Config::default(),
        r#"
law broken: shop::tests::a_law  (src/shop.rs:12)

    price = 1

  The law returned false.
  note: rounded: 0
  note: lost: 1

  It passes with price = 0.

  Found by test N of N, already minimal; root seed 0x1.
  N more cases broke the law in the same way.
  Replay: LAWFUL_REPLAY='a_law:TOKEN' cargo test -p shop --lib tests::a_law -- --exact
  Keep:   #[law(case(1))]
"#,
    );
}

#[test]
fn with_a_generated_function_and_a_stream() {
    let law = |source: &mut Source| {
        let price: Func<u8, u8> = source.argument("price", &any());
        let days: Stream<bool> = source.argument("days", &any());
        match price(3) > 7 && price(5) == 1 && price(9) == 0 && days.get(1) {
            true => false,
            false => true,
        }
    };
    check(
        &law,
        Config::default().with(|config| config.tests = 10_000),
        r#"
law broken: shop::tests::a_law  (src/shop.rs:12)

    price = |x| match x { 3 => 8, 5 => 1, _ => 0 }
    days = [_, true, ..]

  The law returned false.

  Found by test N of N, shrunk N times in N runs; root seed 0x1.
  N more cases broke the law in the same way.
  Replay: LAWFUL_REPLAY='a_law:TOKEN' cargo test -p shop --lib tests::a_law -- --exact
  Keep:   #[law(replay = "a_law:TOKEN")]
"#,
    );
}

#[test]
fn with_several_arguments_one_without_a_name() {
    let law = |source: &mut Source| {
        let names: BTreeMap<u8, String> = source.argument("names", &any());
        let stock: HashMap<char, Option<u8>> = source.argument("stock", &any());
        let _: (bool, f64) = source.argument("", &any());
        match names.is_empty() || stock.is_empty() {
            true => true,
            false => false,
        }
    };
    check(
        &law,
        Config::default(),
        r#"
law broken: shop::tests::a_law  (src/shop.rs:12)

    names = BTreeMap::from([(0, String::from(""))])
    stock = HashMap::from([('a', None)])
    (false, 0.0)

  The law returned false.

  Still broken with names = BTreeMap::from([(_)]),
    and with stock = HashMap::from([(_)]),
    and with anything in place of (false, 0.0), as far as tried.
  It passes with names = BTreeMap::new(), or with stock = HashMap::new().

  Found by test N of N, shrunk from N values to N in N runs; root seed 0x1.
  N more cases broke the law in the same way.
  Replay: LAWFUL_REPLAY='a_law:TOKEN' cargo test -p shop --lib tests::a_law -- --exact
  Keep:   #[law(replay = "a_law:TOKEN")]
"#,
    );
}

#[test]
fn with_values_that_do_not_fit_on_a_line() {
    let more = option_of(just(BTreeMap::from([
        (String::from("a long name that takes up half of a line"), vec![1, 2, 3]),
        (String::from("another long name, so that both do not fit"), vec![4, 5, 6]),
    ])));
    let law = |source: &mut Source| {
        let words: Vec<String> = source.argument("words", &vec(string_of("x", 45..=45), 3..));
        let more: Option<BTreeMap<String, Vec<u8>>> = source.argument("more", &more);
        words.len() < 3 || more.is_none()
    };
    check(
        &law,
        Config::default(),
        r#"
law broken: shop::tests::a_law  (src/shop.rs:12)

    words = vec![
        String::from("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        String::from("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
        String::from("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
    ]
    more = Some(BTreeMap::from([
        (String::from("a long name that takes up half of a line"), vec![1, 2, 3]),
        (String::from("another long name, so that both do not fit"), vec![4, 5, 6]),
    ]))

  The law returned false.

  Still broken with any words, as far as tried.
  It passes with more = None.

  Found by test N of N, already minimal; root seed 0x1.
  N more cases broke the law in the same way.
  Replay: LAWFUL_REPLAY='a_law:TOKEN' cargo test -p shop --lib tests::a_law -- --exact
  Keep:   #[law(replay = "a_law:TOKEN")]
"#,
    );
}

#[test]
fn with_another_failure_met_on_the_way() {
    let law = |source: &mut Source| {
        let price: u32 = source.argument("price", &(0..=1_000_000u32));
        assert!(price < 10_000, "too dear");
        assert!(price > 0, "not for sale");
        true
    };
    // Whatever is found above the limit shrinks towards 0, which breaks the law in another way.
    let config = Config::default().with(|config| config.seed = Some(2));
    check(
        &law,
        config,
        r#"
law broken in 2 ways: shop::tests::a_law  (src/shop.rs:12)

  1 of 2

    price = 10000

  too dear
  at HERE

  It passes with price = 9999.

  Found by test N of N, shrunk N times in N runs; root seed 0x2.
  N more cases broke the law in the same way.
  Replay: LAWFUL_REPLAY='a_law:TOKEN' cargo test -p shop --lib tests::a_law -- --exact
  Keep:   #[law(case(10000))]

  2 of 2

    price = 0

  not for sale
  at HERE

  It passes with price = 1.

  Met while another failure was shrunk, already minimal; root seed 0x2.
  N more cases broke the law in the same way.
  Replay: LAWFUL_REPLAY='a_law:TOKEN' cargo test -p shop --lib tests::a_law -- --exact
  Keep:   #[law(case(0))]
"#,
    );
}

#[test]
fn with_a_limit_of_shrinking() {
    let law = named("list", vec(100..=200u8, 3), |_| false);
    let config = Config::default().with(|config| config.max_shrink_runs = 1);
    check(
        &law,
        config,
        r#"
law broken: shop::tests::a_law  (src/shop.rs:12)

    list = vec![100, 100, 100]

  The law returned false.

  Still broken with any list, as far as tried.

  Found by test N of N, shrunk N times in N runs; root seed 0x1.
  Shrinking stopped at its limit of runs; raise it with LAWFUL_MAX_SHRINK_RUNS.
  N more cases broke the law in the same way.
  Replay: LAWFUL_REPLAY='a_law:TOKEN' cargo test -p shop --lib tests::a_law -- --exact
  Keep:   #[law(case(vec![100, 100, 100]))]
"#,
    );
}

#[test]
fn with_nothing_to_shrink() {
    check(
        &named("list", vec(7..=7u8, 2), |_| false),
        Config::default(),
        r#"
law broken: shop::tests::a_law  (src/shop.rs:12)

    list = vec![7, 7]

  The law returned false.

  Found as case N of all there are, already minimal.
  Replay: LAWFUL_REPLAY='a_law:TOKEN' cargo test -p shop --lib tests::a_law -- --exact
  Keep:   #[law(case(vec![7, 7]))]
"#,
    );
}

#[test]
fn with_no_time_to_shrink() {
    // Much is drawn that could be smaller, and nothing of it is seen.
    let law = named("price", vec(any::<u64>(), 20).mapped(|_| 7), |_| false);
    let config = Config::default().with(|config| config.max_shrink_time = Duration::ZERO);
    check(
        &law,
        config,
        r#"
law broken: shop::tests::a_law  (src/shop.rs:12)

    price = 7

  The law returned false.

  Found by test N of N, shrunk N times in N runs; root seed 0x1.
  Shrinking stopped at its limit of time; raise it with LAWFUL_MAX_SHRINK_TIME.
  Replay: LAWFUL_REPLAY='a_law:TOKEN' cargo test -p shop --lib tests::a_law -- --exact
  Keep:   #[law(case(7))]
"#,
    );
}

#[test]
fn with_labels() {
    let law = named("price", 0..=999u32, |price| {
        label!("priced");
        collect!(price > 5_000);
        price != 500
    });
    check(
        &law,
        Config::default().with(|config| config.tests = 100_000),
        r#"
law broken: shop::tests::a_law  (src/shop.rs:12)

    price = 500

  The law returned false.

  It passes with price = 499.

  Found as case N of all there are, already minimal.
  Replay: LAWFUL_REPLAY='a_law:TOKEN' cargo test -p shop --lib tests::a_law -- --exact
  Keep:   #[law(case(500))]

  100% priced
  price > 5_000:
    100% false
"#,
    );
}

/// The counts and the token as they are, once.
#[test]
fn to_the_letter() {
    let summary = summary(&named("price", any::<u32>(), |price| price < 100), Config::default());
    let again = summary.failure().map(|failure| failure.again).unwrap_or(0);
    let failure = summary.failure().expect("the law is broken");
    let (runs, shrinks) = (failure.runs, failure.shrinks);
    let lawful::run::Found::Test { index } = failure.found else { panic!("found by a test") };
    let (test, token) = (index + 1, &failure.token);
    assert_text(
        &terminal::report(&summary),
        &format!(
            r#"
law broken: shop::tests::a_law  (src/shop.rs:12)

    price = 100

  The law returned false.

  It passes with price = 99.

  Found by test {test} of 256, shrunk {shrinks} times in {runs} runs; root seed 0x1.
  {again} more cases broke the law in the same way.
  Replay: LAWFUL_REPLAY='{token}' cargo test -p shop --lib tests::a_law -- --exact
  Keep:   #[law(case(100))]
"#
        ),
    );
}

#[test]
fn replayed() {
    let law = |limit: u16| named("price", any::<u16>(), move |price| price < limit);
    let found = summary(&law(100), Config::default());
    let replay = Some(found.failure().expect("the law is broken").token.clone());
    check(
        &law(50),
        Config::default().with(|config| config.replay = replay),
        r#"
law broken: shop::tests::a_law  (src/shop.rs:12)

    price = 100

  The law returned false.

  Replayed as it is, without shrinking.
  Replay: LAWFUL_REPLAY='a_law:TOKEN' cargo test -p shop --lib tests::a_law -- --exact
"#,
    );
}
