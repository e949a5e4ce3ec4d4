//! Bad use gets an error that names it.

use std::cell::Cell;
use std::time::Duration;

use lawful_core::assume;
use lawful_core::choice::Source;
use lawful_core::generate::{Generator, any, elements, frequency, just, one_of, string_of, vec};
use lawful_core::law::{Law, for_all};
use lawful_core::run::{Config, Found, Runner, Stopped};

fn misuse(law: &dyn Law) -> String {
    match Runner::named("misused").run(law).stopped {
        Stopped::Misused(misuse) => misuse.to_string(),
        other => panic!("not misused: {other:?}"),
    }
}

fn check<G: Generator<Value: std::fmt::Debug>>(generator: G, parts: &[&str]) {
    let message = misuse(&for_all(generator, |_| true));
    parts.iter().for_each(|part| assert!(message.contains(part), "{part:?} is not in {message:?}"));
}

#[test]
fn generators_that_cannot_generate() {
    check(5..5, &["5..5", "empty"]);
    #[expect(clippy::reversed_empty_ranges, reason = "that is the misuse")]
    check(7..=3u8, &["7..=3", "empty"]);
    check(f64::NAN..1.0, &["NaN..1.0", "empty"]);
    check(
        one_of(Vec::<std::ops::Range<i32>>::new()),
        &["one_of", "misuse.rs", "nothing to choose"],
    );
    check(elements(Vec::<i32>::new()), &["elements", "misuse.rs", "nothing to choose"]);
    check(frequency([(0, just(1)), (0, just(2))]), &["weights of 0", "misuse.rs"]);
    check(string_of("", 1..=3), &["string_of", "no characters"]);
    #[expect(clippy::reversed_empty_ranges, reason = "that is the misuse")]
    check(vec(any::<u8>(), 5..=2), &["lengths", "misuse.rs", "empty"]);
}

#[test]
fn a_filter_that_starves_is_named() {
    let line = line!() + 1;
    let law = for_all(any::<u64>().filtered(|x| *x == 1_234_567), |_| true);
    let summary = Runner::named("starving").seed(1).run(&law);
    let Stopped::GaveUp { starved: Some(starved) } = summary.stopped else {
        panic!("{:?}", summary.stopped)
    };
    assert!(starved.filter.file.ends_with("misuse.rs"));
    assert_eq!(starved.filter.line, line);
}

#[test]
fn a_law_that_draws_nothing() {
    let message = misuse(&|_: &mut Source| true);
    assert!(message.contains("draws nothing"), "{message}");
}

#[test]
fn generators_that_something_else_decides() {
    let calls = Cell::new(0u32);
    let flaky = |source: &mut Source| {
        calls.set(calls.get() + 1);
        source.draw(&vec(any::<u8>(), calls.get() as usize % 7))
    };
    let message = misuse(&for_all(flaky, |_| true));
    assert!(message.contains("draw differently"), "{message}");
}

#[test]
fn a_law_that_is_broken_only_sometimes_is_unstable() {
    let calls = Cell::new(0u32);
    let law = for_all(any::<u32>(), |_| {
        calls.set(calls.get() + 1);
        calls.get() != 5
    });
    let stopped = Runner::named("unstable").run(&law).stopped;
    let Stopped::Unstable(unstable) = stopped else { panic!("{stopped:?}") };
    assert_eq!((unstable.found, unstable.then), (Found::Test { index: 4 }, None));
}

#[test]
fn giving_up_is_told_and_may_be_allowed() {
    let law = for_all(any::<(u8, u8)>(), |(x, y)| {
        assume!(x == 7 && y == 7);
        true
    });
    let summary = Runner::named("gives up").seed(1).run(&law);
    assert!(matches!(summary.stopped, Stopped::GaveUp { starved: None }));
    assert!(!summary.is_success() && summary.passed < summary.tests);
    let config = Config::default().with(|config| {
        config.may_give_up = true;
        config.seed = Some(1);
    });
    assert!(Runner::named("gives up").with(config).run(&law).is_success());
}

#[test]
fn a_token_of_another_law() {
    let law = for_all(any::<u8>(), |x| x < 10);
    let token = Runner::named("one").run(&law).failure().unwrap().token.clone();
    let replay = |name: &str, token: &str| {
        let config = Config::default().with(|config| config.replay = Some(token.to_string()));
        Runner::named(name).with(config).run(&law).stopped
    };
    assert!(matches!(replay("one", &token), Stopped::Failed(_)));
    let Stopped::ReplayOfAnotherLaw { law } = replay("other", &token) else { panic!() };
    assert_eq!(law, "one");
    let Stopped::Misused(misuse) = replay("one", "rubbish") else { panic!() };
    assert!(misuse.to_string().contains("not whole"), "{misuse}");
}

/// A case that is kept by its token, or stored, is not passed over because of a misuse.
#[test]
fn a_misuse_in_an_earlier_case() {
    // One number in 2^64 is drawn by no test.
    let law = |is_misused: bool| {
        for_all(any::<u64>(), move |x| {
            if is_misused && x == 1_234_567_890 {
                lawful_core::law::raise::<()>(lawful_core::generate::Misuse::new("no such number"));
            }
            is_misused || x < 1_234_567_890
        })
    };
    let directory = std::env::temp_dir().join(format!("lawful-misuse-{}", std::process::id()));
    let stored = Config::default().with(|config| {
        config.database = lawful_core::run::Database::committed(directory.clone());
    });
    let found = Runner::named("earlier").with(stored.clone()).run(&law(false));
    let kept = vec![found.failure().unwrap().token.clone()];
    let kept = Config::default().with(|config| config.kept = kept);
    for config in [kept, stored.clone(), stored] {
        let stopped = Runner::named("earlier").with(config).run(&law(true)).stopped;
        assert!(matches!(stopped, Stopped::Misused(_)), "{stopped:?}");
    }
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn settings_that_cannot_be_understood() {
    let variable = |name: &str| (name == "LAWFUL_TESTS").then(|| "many".to_string());
    let error = Config::default().override_from(&variable).unwrap_err().to_string();
    assert!(error.contains("LAWFUL_TESTS") && error.contains("many"), "{error}");
    let mut config = Config::default();
    let variable = |name: &str| match name {
        "LAWFUL_TESTS" => Some("1_000".to_string()),
        "LAWFUL_SEED" => Some("0xff".to_string()),
        "LAWFUL_MAX_TIME" => Some("2m".to_string()),
        "LAWFUL_MAX_CASE_TIME" => Some("1_500ms".to_string()),
        "LAWFUL_MAX_SHRINK_TIME" => Some("1h".to_string()),
        "LAWFUL_MAX_SHRINK_RUNS" => Some("7".to_string()),
        "LAWFUL_MAX_FAILURES" => Some("3".to_string()),
        "LAWFUL_STATISTICS" => Some("1".to_string()),
        _ => None,
    };
    config.override_from(&variable).unwrap();
    assert_eq!((config.tests, config.seed, config.max_discards), (1_000, Some(255), None));
    assert_eq!(config.max_time, Some(Duration::from_secs(120)));
    assert_eq!(config.max_case_time, Some(Duration::from_millis(1_500)));
    assert_eq!(config.max_shrink_time, Duration::from_secs(3_600));
    assert_eq!((config.max_shrink_runs, config.max_failures, config.statistics), (7, 3, true));
    // Words of other switches are no names of directories.
    for (value, is_on, directory) in
        [("true", true, None), ("off", false, None), ("/pages", true, Some("/pages".into()))]
    {
        let mut config = Config::default();
        let variable = |name: &str| (name == "LAWFUL_REPORT").then(|| value.to_string());
        config.override_from(&variable).unwrap();
        assert_eq!((config.report, config.report_directory), (is_on, directory), "{value}");
    }
    for unclear in
        ["30", "s", "3 days", "1.5s", "-1s", "99999999999999999999s", "9999999999999999h"]
    {
        let variable = |name: &str| (name == "LAWFUL_MAX_TIME").then(|| unclear.to_string());
        let error = Config::default().override_from(&variable).unwrap_err().to_string();
        assert!(error.ends_with("such as 500ms, 30s, 2m or 1h"), "{error}");
    }
}
